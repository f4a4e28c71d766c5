// Palettes: which colour shows a value, and which colour shows a pixel of many cells.
//
// The colours of values come from the server: they are those of `grundytab render`. A palette has:
// `ofValue(value)`; `ofPixel(channels, index, factor)` with the channels of the table's quantity; `legend`, a
// list of [text, colour]; and `scale`, from `least` to `largest`, where values are graded.

const STEPS = 65536;

// Where the colour of a value stands among those that the server sends: 65536 at most. Where there are more
// values, graded palettes have a colour for each step, and the others repeat.
function placeOfValue(name, largest) {
  const [kind, argument] = name.split(':');
  if (largest < STEPS) return (value) => value;
  switch (kind) {
    case 'residue': return (value) => value < STEPS ? value : value % argument + Number(argument);
    case 'bit': return (value) => value % STEPS;
    case 'ones': return (value) => value < STEPS ? value : 2 ** Math.min(ones(value), 12) - 1;
    case 'p-positions': return (value) => Math.min(value, STEPS - 1);
    default: return (value) => value === 0 ? 0 : Math.max(1, Math.floor(value / largest * (STEPS - 1)));
  }
}

const ones = (value) => value.toString(2).replaceAll('0', '').length;

// Thin sets of P-positions would vanish in the mean of many cells: a line of them covers a pixel of
// f by f cells to one part in f. Where P-positions are rare in the table, their share counts up to f times,
// and half as much again, since these pixels are smaller than those of the screen.
function boostOf(table, factor) {
  const density = table.totals ? table.totals.p_positions / Math.max(table.positions, 1) : 0;
  const most = 1.5 * factor;
  return Math.max(1, Math.min(most, density > 0 ? 0.25 / density : most));
}

const shareOfP = (table, channels, index, factor) =>
  Math.min(1, channels['p-share'][index] * boostOf(table, factor));

// The palette of scores: the middle colour is that of 0.
function divergingPalette(table, colours) {
  const furthest = table.furthest_from_0;
  const middle = (colours.length - 1) / 2;
  const ofValue = (value) => colours[Math.round(middle + value / furthest * middle)];
  return {
    ofValue,
    ofPixel: (channels, index) => ofValue(channels.mean[index]),
    scale: { colour: ofValue, least: -furthest, largest: furthest },
    legend: [],
  };
}

// Makes a palette of the colours that the server has sent.
function paletteOf(table, name, colours) {
  if (name === 'diverging') return divergingPalette(table, colours);
  const largest = table.totals ? table.totals.maximum : 1;
  const place = placeOfValue(name, largest);
  const ofValue = (value) => colours[Math.min(place(value), colours.length - 1)];
  const kind = name.split(':')[0];
  const mean = (channels, index) => ofValue(Math.round(channels.mean[index]));
  const p = ofValue(table.p_value);
  const scale = { colour: ofValue, least: 0, largest: Math.max(largest, 1) };
  // Where P-positions have a colour of their own: how many of a pixel there are, and the mean of the rest.
  const withP = (channels, index, factor) => {
    const share = shareOfP(table, channels, index, factor);
    const exact = channels['p-share'][index];
    const least = table.blocking_number + 1;
    const rest = exact < 1 ? Math.max(channels.mean[index] / (table.quantity === 'grundy' ? 1 - exact : 1), least) : 0;
    return mixed([[p, share], [ofValue(Math.min(Math.round(rest), scale.largest)), 1 - share]]);
  };
  switch (kind) {
    case 'p-positions': {
      const n = ofValue(table.n_value);
      return {
        ofValue,
        ofPixel: (channels, index, factor) => {
          const share = shareOfP(table, channels, index, factor);
          return mixed([[p, share], [n, 1 - share]]);
        },
        legend: [['P-positions', p], ['N-positions', n]],
      };
    }
    case 'classes': {
      const classes = [0, 1, 2, 3].map(ofValue);
      return {
        ofValue,
        ofPixel: (channels, index, factor) => {
          const [left, right] = [channels['l-share'][index], channels['r-share'][index]];
          const rest = Math.max(0, 1 - left - right);
          const share = Math.min(rest, shareOfP(table, channels, index, factor));
          return mixed([share, rest - share, left, right].map((part, at) => [classes[at], part]));
        },
        legend: ['P: previous player', 'N: next player', 'L: Left', 'R: Right'].map((text, at) => [text, classes[at]]),
      };
    }
    case 'hue':
      // Many values of remoteness are those of P-positions.
      if (name === 'hue' && table.quantity === 'remoteness') return { ofValue, ofPixel: mean, scale, legend: [['0', p]] };
      if (name === 'hue') return { ofValue, ofPixel: withP, scale, legend: [['P-positions', p]] };
      return cellPalette(table, ofValue, [['0', ofValue(0)]], { colour: ofValue, least: 1, largest: Number(name.split(':')[1]) });
    case 'palaces':
      return { ofValue, ofPixel: withP, scale, legend: [[table.blocking_number ? `P-positions: at most ${table.blocking_number}` : 'P-positions', p]] };
    case 'residue': {
      const modulus = Number(name.split(':')[1]);
      const legend = Array.from({ length: modulus }, (_, at) => [`${at}`, ofValue(Math.min(at + (at ? 0 : modulus), largest))]);
      return cellPalette(table, ofValue, [['zero', ofValue(0)], ...legend].slice(0, 12));
    }
    case 'bit':
      return cellPalette(table, ofValue, [['bit is set', ofValue(2 ** Number(name.split(':')[1]))], ['it is not', ofValue(0)]]);
    case 'ones':
      return cellPalette(table, ofValue, [0, 1, 3, 7, 15, 31, 63, 127, 255].filter((value) => value <= largest)
        .map((value) => [`${ones(value)}${value ? '' : ' ones'}`.replace('00', '0'), ofValue(value)]));
    default:
      return { ofValue, ofPixel: mean, scale, legend: [] };
  }
}

// Residues and bits of a mean are nothing: such palettes show single cells alone, and pixels in grey.
function cellPalette(table, ofValue, legend, scale) {
  const largest = Math.max(table.totals ? table.totals.maximum : 1, 1);
  const grey = (share) => packed(...Array(3).fill(Math.round(45 + 185 * Math.min(Math.max(share, 0), 1))));
  return { ofValue, ofPixel: (channels, index) => grey(channels.mean[index] / largest), legend, scale, needsCells: true };
}
