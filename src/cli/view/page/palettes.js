// Palettes: which colour shows a value, and which colour shows a pixel of many cells.
//
// A palette has: `ofValue(value)`; `ofPixel(channels, index, factor)` with the channels of the table's
// quantity; `legend`, a list of [text, colour] or a `scale` from `least` to `largest`.

const P = BLACK;
const PAPER = WHITE;
const CLASS_COLOURS = ['#111111', '#f2efe9', '#2a6fdb', '#d1342f'].map(hex);
const RESIDUE_COLOURS = ['#000000', '#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7'].map(hex);
const SCALE_STEPS = 1024;

// Thin sets of P-positions would vanish in the mean of many cells: a line of them covers a pixel of
// f by f cells to one part in f. Where P-positions are rare in the table, their share counts up to f times.
function boostOf(table, factor) {
  const density = table.totals ? table.totals.p_positions / Math.max(table.positions, 1) : 0;
  return Math.max(1, Math.min(factor, density > 0 ? 0.25 / density : factor));
}

function shareOfP(table, channels, index, factor) {
  return Math.min(1, channels['p-share'][index] * boostOf(table, factor));
}

// P-positions black on white.
function outcomePalette(table) {
  const isP = isPPosition(table);
  return {
    ofValue: (value) => isP(value) ? P : PAPER,
    ofPixel: (channels, index, factor) => {
      const share = shareOfP(table, channels, index, factor);
      return mixed([[P, share], [PAPER, 1 - share]]);
    },
    legend: [['P-positions', P], ['N-positions', PAPER]],
  };
}

// Values along a scale; P-positions have a colour of their own if `p` is given.
function scalePalette(table, scale, p) {
  const largest = Math.max(table.totals ? table.totals.maximum : 1, 1);
  const steps = Uint32Array.from({ length: SCALE_STEPS + 1 }, (_, step) => scale(step / SCALE_STEPS));
  const colour = (value) => steps[Math.round(Math.min(value / largest, 1) * SCALE_STEPS)];
  const isP = isPPosition(table);
  return {
    ofValue: (value) => p !== undefined && isP(value) ? p : colour(value),
    ofPixel: (channels, index, factor) => {
      if (p === undefined) return colour(channels.mean[index]);
      const share = shareOfP(table, channels, index, factor);
      return mixed([[p, share], [colour(channels.mean[index]), 1 - share]]);
    },
    scale: { colour, least: 0, largest },
    legend: p === undefined ? [] : [['P-positions', p]],
  };
}

// Hues from blue over green and yellow to red: dark is left to the zeros.
const hueScale = (share) => oklch(0.58 + 0.5 * share * (1.1 - share), 0.155, 0.8 - 0.76 * share);

// Palace numbers: palaces warm, by how many options are P-positions; the rest graded.
function palacesPalette(table) {
  const blocked = table.blocking_number;
  const largest = Math.max(table.totals ? table.totals.maximum : 1, blocked + 1);
  const warm = hex('#d9480f');
  const cold = gradient(['#e8f1f5', '#a9cfe0', '#5a9dbf', '#2a628f', '#13315c']);
  const colour = (value) => value <= blocked ? warm : cold((value - blocked) / (largest - blocked));
  return {
    ofValue: colour,
    ofPixel: (channels, index, factor) => {
      const share = shareOfP(table, channels, index, factor);
      return mixed([[warm, share], [cold((channels.mean[index] - blocked) / (largest - blocked)), 1 - share]]);
    },
    scale: { colour, least: 0, largest },
    legend: [[blocked === 0 ? 'P-positions' : `P-positions: at most ${blocked}`, warm]],
  };
}

// The four outcome classes.
function classesPalette(table) {
  return {
    ofValue: (value) => CLASS_COLOURS[value] ?? PAPER,
    ofPixel: (channels, index, factor) => {
      const [left, right] = [channels['l-share'][index], channels['r-share'][index]];
      const rest = Math.max(0, 1 - left - right);
      const p = Math.min(rest, shareOfP(table, channels, index, factor));
      return mixed([[p, 0], [rest - p, 1], [left, 2], [right, 3]].map(([share, at]) => [CLASS_COLOURS[at], share]));
    },
    legend: ['P: previous player', 'N: next player', 'L: Left', 'R: Right'].map((text, at) => [text, CLASS_COLOURS[at]]),
  };
}

// Residues of values, and their lowest bits as red, green and blue. A mean of values has no residue: such
// palettes show single cells alone, and pixels in grey.
function cellPalette(table, ofValue, legend) {
  const largest = Math.max(table.totals ? table.totals.maximum : 1, 1);
  const grey = gradient(['#2b2b2b', '#e4e4e4']);
  return {
    ofValue,
    ofPixel: (channels, index) => grey(channels.mean[index] / largest),
    legend,
    needsCells: true,
  };
}

function residuePalette(table, modulus) {
  const legend = Array.from({ length: modulus }, (_, residue) => [`${residue}`, RESIDUE_COLOURS[residue]]);
  return cellPalette(table, (value) => RESIDUE_COLOURS[value % modulus], legend);
}

function bitsPalette(table) {
  const colour = (value) => packed(...[0, 1, 2].map((bit) => value >> bit & 1 ? 235 : 20));
  const legend = Array.from({ length: 8 }, (_, value) => [`${value}`, colour(value)]);
  return cellPalette(table, colour, legend);
}

function isPPosition(table) {
  switch (table.quantity) {
    case 'outcome': return (value) => value === 1;
    case 'palaces': return (value) => value <= table.blocking_number;
    default: return (value) => value === 0;
  }
}

// The palettes of a table by name, the usual one first.
function palettesOf(table) {
  const scales = (p) => Object.fromEntries(Object.entries(MAPS)
    .map(([name, stops]) => [name, () => scalePalette(table, gradient(stops), p)]));
  const numbers = {
    outcome: () => outcomePalette(table),
    ...scales(undefined),
    ...Object.fromEntries([2, 3, 4, 5, 7, 8].map((m) => [`residue:${m}`, () => residuePalette(table, m)])),
    bits: () => bitsPalette(table),
  };
  switch (table.quantity) {
    case 'outcome': return { outcome: () => outcomePalette(table) };
    case 'outcome-class':
    case 'outcomeclass': return { classes: () => classesPalette(table), outcome: () => outcomePalette(table) };
    case 'palaces': return { palaces: () => palacesPalette(table), ...numbers };
    default: return { hue: () => scalePalette(table, hueScale, BLACK), ...numbers };
  }
}
