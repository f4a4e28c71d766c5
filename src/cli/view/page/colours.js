// Colours: packed as the bytes of a canvas (red in the lowest byte), mixed in linear light.

const packed = (r, g, b) => (255 << 24 | b << 16 | g << 8 | r) >>> 0;
const hex = (text) => packed(...[1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)));
const channelsOf = (colour) => [colour & 255, colour >> 8 & 255, colour >> 16 & 255];
const css = (colour) => `rgb(${channelsOf(colour).join(' ')})`;

const BLACK = packed(0, 0, 0);
const WHITE = packed(255, 255, 255);

// The light of each byte of a colour, and the byte of each light from 0 to 4095.
const LIGHT = Float32Array.from({ length: 256 }, (_, byte) => {
  const curved = byte / 255;
  return curved <= 0.04045 ? curved / 12.92 : ((curved + 0.055) / 1.055) ** 2.4;
});
const BYTE = Uint8Array.from({ length: 4096 }, (_, at) => {
  const light = at / 4095;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});
const byteOf = (light) => BYTE[Math.round(4095 * Math.min(Math.max(light, 0), 1))];

// The mean of colours, given as pairs of colour and share; the shares add up to 1.
function mixed(parts) {
  const light = [0, 0, 0];
  for (const [colour, share] of parts) {
    channelsOf(colour).forEach((byte, channel) => { light[channel] += share * LIGHT[byte]; });
  }
  return packed(...light.map(byteOf));
}

// How bright a colour looks, from 0 to 1: what decides whether digits on it are black or white.
function brightness(colour) {
  const [r, g, b] = channelsOf(colour).map((byte) => LIGHT[byte]);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// A colour of OKLCH (Ottosson 2020), in which equal steps look equal: lightness 0 to 1, chroma, hue in turns.
function oklch(lightness, chroma, turns) {
  const a = chroma * Math.cos(2 * Math.PI * turns);
  const b = chroma * Math.sin(2 * Math.PI * turns);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3;
  return packed(
    byteOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    byteOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    byteOf(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s),
  );
}

// A function from 0..1 to colours, through stops at equal distances.
function gradient(stops) {
  const colours = stops.map((stop) => typeof stop === 'string' ? hex(stop) : stop);
  return (share) => {
    const at = Math.min(Math.max(share, 0), 1) * (colours.length - 1);
    const index = Math.min(Math.floor(at), colours.length - 2);
    const from = channelsOf(colours[index]);
    const to = channelsOf(colours[index + 1]);
    return packed(...from.map((byte, channel) => Math.round(byte + (at - index) * (to[channel] - byte))));
  };
}

// Perceptually uniform maps (van der Walt and Smith 2015; cividis: Nuñez, Anderton and Renslow 2018), each
// at eleven equal steps.
const MAPS = {
  viridis: ['#440154', '#482475', '#414487', '#355f8d', '#2a788e', '#21918c', '#22a884', '#44bf70', '#7ad151', '#bddf26', '#fde725'],
  magma: ['#000004', '#140e36', '#3b0f70', '#641a80', '#8c2981', '#b73779', '#de4968', '#f7705c', '#fe9f6d', '#fecf92', '#fcfdbf'],
  cividis: ['#00224e', '#083370', '#35456c', '#4f576c', '#666970', '#7d7c78', '#948e77', '#aea371', '#c8b866', '#e5cf52', '#fee838'],
};
