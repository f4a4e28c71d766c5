// Colours: packed as the bytes of a canvas (red in the lowest byte), mixed in linear light.

const packed = (r, g, b) => (255 << 24 | b << 16 | g << 8 | r) >>> 0;
const channelsOf = (colour) => [colour & 255, colour >> 8 & 255, colour >> 16 & 255];
const css = (colour) => `rgb(${channelsOf(colour).join(' ')})`;

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

// Digits on a colour: black or white, whichever has more contrast, which is at least 4.58 to 1 (WCAG 2.1, contrast
// ratio: black and white have the same at this brightness).
const inkOn = (colour) => brightness(colour) > 0.179 ? '#000' : '#fff';

// How bright a colour looks, from 0 to 1.
function brightness(colour) {
  const [r, g, b] = channelsOf(colour).map((byte) => LIGHT[byte]);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
