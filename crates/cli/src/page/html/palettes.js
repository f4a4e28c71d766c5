// Palettes: which colour shows a value, and which colour shows a pixel of many cells.
//
// The colours of values come from the server: they are those of `grundytab render`. A palette has:
// `ofValue(value)`; `ofPixel(channels, index, factor)` with the channels of the table's quantity; `legend`, a
// list of [text, colour] for cells; `afar`, what a pixel shows, and `afarMarked`, what it does where pixels with
// P-positions are marked; and where values are graded, `scale`, from `least` to
// `largest`, and `graded(channels, index)`, the number that a pixel grades. `p` is the colour of P-positions, if they
// have one of their own.

const STEPS = 65536;
const [BLACK, WHITE] = [packed(0, 0, 0), packed(255, 255, 255)];
// A colour that the palettes hardly have: that of marks in pictures of `render`.
const STRIKING = packed(0xe6, 0x00, 0x8a);

// Whether the colours of a palette follow limits.
const isGraded = (name) => name.startsWith('palaces')
  || !name.includes(':') && !['p-positions', 'classes', 'ones'].includes(name);

// Where the colour of a value stands among those that the server sends for palettes without limits: 65536 at most.
// Where there are more values, graded palettes have a colour for each step, and the others repeat.
function placeOfValue(name, largest) {
  const [kind, argument] = name.split(':');
  if (largest < STEPS) return (value) => value;
  switch (kind) {
    case 'hue': return (value) => value < STEPS ? value : value % argument + Number(argument);
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
  const density = densityOfP(table);
  const most = 1.5 * factor;
  return Math.max(1, Math.min(most, density > 0 ? 0.25 / density : most));
}

const densityOfP = (table) => table.totals ? table.totals.p_positions / Math.max(table.positions, 1) : 0;

const shareOfP = (table, channels, index, factor) =>
  Math.min(1, channels['p-share'][index] * boostOf(table, factor));

// Whether pixels of a level have the colour of P-positions where they hold one: if asked for, or if at most a quarter
// of them can hold one.
function arePMarked(level) {
  const { table } = FACTS;
  if (level === 0 || isLine() || view.p === 'off' || !table.channels.includes('p-share')) return false;
  return view.p === 'on' || densityOfP(table) * 4 ** level <= 0.25;
}

const colourOfPMark = () => palette.p ?? STRIKING;

const meanOf = (channels, index) => channels.mean[index];

// The first value that a palette grades: the colours of P-positions come before it.
function firstGraded(table, name) {
  if (name === 'hue') return 1;
  if (name.startsWith('palaces')) return Number(name.split(':')[1] ?? table.last_p_value) + 1;
  return 0;
}

// A palette that grades values between limits. The first colour is that of P-positions.
function gradedPalette(table, name, colours, [least, largest]) {
  const last = colours.length - 2;
  const ofGraded = (value) => colours[1 + (value <= least ? 0 : value >= largest ? last
    : Math.round((value - least) * last / (largest - least)))];
  const scale = { colour: ofGraded, least, largest };
  const first = firstGraded(table, name);
  if (first === 0) {
    return {
      ofValue: ofGraded, ofPixel: (channels, index) => ofGraded(meanOf(channels, index)), graded: meanOf,
      scale, legend: [], afar: 'the mean value',
    };
  }
  const p = colours[0];
  const ofValue = (value) => value < first ? p : ofGraded(value);
  // Many values of remoteness are those of P-positions.
  const hasOwnP = table.last_p_value === first - 1 && table.p_value === 0 && table.quantity !== 'remoteness';
  if (!hasOwnP) {
    const text = name === 'hue' ? '0' : `at most ${first - 1}`;
    return {
      ofValue, ofPixel: (channels, index) => ofValue(Math.round(meanOf(channels, index))), graded: meanOf,
      scale, legend: [[text, p]], afar: 'the mean value',
    };
  }
  // How many P-positions of a pixel there are, and the mean of the rest.
  const graded = (channels, index) => {
    const share = channels['p-share'][index];
    const values = table.quantity === 'grundy' ? 1 - share : 1;
    return share < 1 ? Math.max(channels.mean[index] / values, first) : NaN;
  };
  return {
    ofValue,
    ofPixel: (channels, index, factor) => {
      const rest = graded(channels, index);
      if (Number.isNaN(rest)) return p;
      const share = shareOfP(table, channels, index, factor);
      return mixed([[p, share], [ofGraded(rest), 1 - share]]);
    },
    graded,
    scale,
    legend: [[first > 1 ? `P-positions: at most ${first - 1}` : 'P-positions', p]],
    p,
    afar: 'the share of P-positions and the mean of the other values',
    afarMarked: 'the mean value',
  };
}

// Whether a value of a loopy game is that of a draw, or infinite.
const isDraw = ({ value, first_infinite: first }, of) => first === null ? of === value : of >= first && (of - first) % 2 === 0;
const isInfinite = ({ first_infinite: first }, of) => first !== null && of >= first;

const isNumber = ({ draws }, of) => !draws || !isDraw(draws, of) && !isInfinite(draws, of);

// What is written for a value in its cell.
function textOfValue({ value_names: names, draws }, value) {
  if (names) return names[value];
  if (draws && isInfinite(draws, value)) return '∞';
  return draws && isDraw(draws, value) ? 'D' : value;
}

// Makes a palette of the colours that the server has sent, in which draws have their own.
function paletteOf(table, name, colours, limits) {
  const made = paletteOfNumbers(table, name, colours, limits);
  const { draws } = table;
  if (!draws || name === 'classes') return made;
  const [drawn, infinite] = draws.colours.map((rgb) => packed(...rgb));
  const of = (value) => isDraw(draws, value) ? drawn
    : isInfinite(draws, value) && name !== 'p-positions' ? infinite : made.ofValue(value);
  const legend = [...made.legend, ['draws', drawn]];
  return { ...made, ofValue: table.value_names ? made.ofValue : of, legend: table.value_names ? made.legend : legend };
}

// Makes a palette of these colours, `limits` if it has some.
function paletteOfNumbers(table, name, colours, limits) {
  if (isGraded(name)) return gradedPalette(table, name, colours, limits);
  const largest = table.totals ? table.totals.maximum : 1;
  const place = placeOfValue(name, largest);
  const ofValue = (value) => colours[Math.min(place(value), colours.length - 1)];
  const [kind, argument] = [name.split(':')[0], Number(name.split(':')[1])];
  switch (kind) {
    case 'p-positions': {
      const ofShare = (share) => mixed([[BLACK, share], [WHITE, 1 - share]]);
      return {
        ofValue,
        ofPixel: (channels, index, factor) => ofShare(shareOfP(table, channels, index, factor)),
        legend: [['P-positions', BLACK], ['N-positions', WHITE]],
        p: BLACK,
        afar: 'the share of P-positions',
        afarMarked: 'whether there is a P-position in a square',
      };
    }
    case 'classes': {
      const classes = (table.value_names ?? []).map((_, at) => ofValue(at));
      return {
        ofValue,
        ofPixel: (channels, index, factor) => {
          const [left, right] = [channels['l-share'][index], channels['r-share'][index]];
          const rest = Math.max(0, 1 - left - right);
          const share = Math.min(rest, shareOfP(table, channels, index, factor));
          return mixed([share, rest - share, left, right].map((part, at) => [classes[at], part]));
        },
        legend: ['P: previous player', 'N: next player', 'L: Left', 'R: Right', 'D: drawn', 'NHat: Left first, or drawn',
          'NCheck: Right first, or drawn', 'PHat: Left second, or drawn', 'PCheck: Right second, or drawn']
          .slice(0, classes.length).map((text, at) => [text, classes[at]]),
        p: classes[0],
        afar: 'the shares of the classes',
      };
    }
    case 'hue': {
      const more = largest >= argument ? ' and again' : '';
      const scale = { colour: ofValue, least: 1, largest: Math.max(Math.min(argument - 1, largest), 1), more };
      return cellPalette(table, ofValue, [['0', ofValue(0)]], scale);
    }
    case 'residue': {
      const legend = [['0', ofValue(0)]];
      for (let residue = 0; residue < argument; residue += 1) {
        const value = residue || argument;
        if (value <= largest) legend.push([`${residue} mod ${argument}`, ofValue(value)]);
      }
      return cellPalette(table, ofValue, legend);
    }
    case 'bit':
      return cellPalette(table, ofValue, [['the bit is set', BLACK], ['it is not', WHITE]]);
    case 'ones':
      return cellPalette(table, ofValue, [0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095]
        .filter((value) => value <= largest)
        .map((value, at) => [at === 12 ? '12 or more' : `${at}${at ? '' : ' ones'}`, ofValue(value)]));
    default: {
      // A colour map with a last value of its own.
      const last = Math.min(argument, largest);
      const more = largest > argument ? ' and more' : '';
      const scale = { colour: ofValue, least: 0, largest: Math.max(last, 1), more };
      return {
        ofValue, ofPixel: (channels, index) => ofValue(Math.round(meanOf(channels, index))),
        scale, legend: [], afar: 'the mean value',
      };
    }
  }
}

// Residues and bits of a mean are nothing: such palettes show single cells alone, and pixels in grey.
function cellPalette(table, ofValue, legend, scale) {
  const largest = Math.max(table.totals ? table.totals.maximum : 1, 1);
  const grey = (value) => {
    const share = Math.min(Math.max(value / largest, 0), 1);
    return packed(...Array(3).fill(Math.round(45 + 185 * share)));
  };
  return {
    ofValue, ofPixel: (channels, index) => grey(meanOf(channels, index)), legend, scale,
    greys: { colour: grey, least: 0, largest },
    afar: 'the mean value in grey',
    remark: ' Residues, bits and periods of a mean say nothing: zoom in to see this palette.',
  };
}
