// What is shown: the plane, the part of it, the palette, the position that is kept. It is written behind the
// # of the address, so that an address is a link to a view.

const LEAST_ZOOM = 1 / 65536;
const LARGEST_ZOOM = 160;

// `x` and `y` are the column and the row in the middle of the board; `zoom` is screen pixels per cell. `limits` are
// the locked limits of the colours, if they do not follow what is visible; `p` is whether pixels far away are
// marked that hold a P-position.
// `table` is the path of the table, if it is not the first; `heap` the size of the nim heap beside the positions; `sets`
// are the kinds and texts of the sets over the table.
const view = {
  plane: '', x: 0, y: 0, zoom: 1, palette: '', limits: null, p: 'auto', origin: 'bottom-left', at: null,
  table: '', heap: 0, sets: [],
};
// The plane as the server describes it; nothing is drawn before it is known.
let plane = null;

// The heaps as the server names them.
const HEAP_NAMES = ['x', 'y', 'z', 'w'];
const heapNames = () => HEAP_NAMES.slice(0, FACTS.table.shape.length);
// Whether the table has one heap: then its values are plotted, in one row of cells.
const isLine = () => FACTS.table.shape.length === 1;

// What a plane fixes: sizes of heaps, and the token sum, by their names.
function planeParts(text) {
  const parts = text.split(',').filter(Boolean).map((part) => part.split('='));
  return new Map(parts.map(([name, size]) => [name, Number(size)]));
}

// The column and the row of a position of the plane.
const cellOf = (heaps) => isLine() ? [heaps[0], 0] : plane.axis_names.map((name) => heaps[HEAP_NAMES.indexOf(name)]);

function clampView() {
  view.zoom = Math.min(Math.max(view.zoom, LEAST_ZOOM), LARGEST_ZOOM);
  view.x = Math.min(Math.max(view.x, 0), plane.columns);
  view.y = isLine() ? 0.5 : Math.min(Math.max(view.y, 0), plane.rows);
}

function linkText() {
  const digits = (number) => String(Number(number.toPrecision(8)));
  const fields = [['plane', view.plane], ['x', digits(view.x)], ['y', digits(view.y)],
    ['zoom', digits(view.zoom)], ['palette', view.palette], ['limits', view.limits ? view.limits.join('..') : ''],
    ['p', view.p === 'auto' ? '' : view.p], ['origin', view.origin], ['at', view.at ? view.at.join(',') : ''],
    ['table', view.table], ['heap', view.heap || ''],
    // As the flags of the program.
    ...view.sets.map(({ kind, text }) => [kind, text]),
    ['sets', view.sets.length === 0 && FACTS.started.length > 0 ? 'none' : '']];
  return '#' + fields.filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

// Reads a link: the fields that make sense, and in `wrong` the texts of those that do not.
function readLink(text) {
  const fields = new URLSearchParams(text.replace(/^#/, ''));
  const found = { wrong: [] };
  // Takes a field as `read` reads it, which returns nothing for what makes no sense.
  const take = (name, read) => {
    if (!fields.has(name)) return;
    const value = read(fields.get(name));
    if (value === undefined) found.wrong.push(`${name}=${fields.get(name)}`);
    else found[name] = value;
  };
  const oneOf = (...names) => (value) => names.find((name) => name === value);
  for (const name of ['x', 'y', 'zoom']) {
    take(name, (value) => value !== '' && Number.isFinite(Number(value)) && Number(value) >= 0 ? Number(value) : undefined);
  }
  take('at', (value) => /^\d{1,10}(,\d{1,10})*$/.test(value) ? value.split(',').map(Number) : undefined);
  const fixed = '(x|y|z|w|sum)=\\d{1,10}';
  take('plane', (value) => new RegExp(`^${fixed}(,${fixed})?$`).test(value) ? value : undefined);
  take('palette', (value) => value);
  take('limits', (value) => {
    const limits = /^(-?\d{1,10})\.\.(-?\d{1,10})$/.exec(value)?.slice(1).map(Number);
    return limits && areLimits(limits) ? limits : undefined;
  });
  take('p', oneOf('auto', 'on', 'off'));
  take('origin', oneOf('bottom-left', 'top-left'));
  take('table', (value) => value);
  take('heap', (value) => /^\d{1,5}$/.test(value) ? Number(value) : undefined);
  const listed = [...fields].filter(([kind, text]) => kind in SET_KINDS && text);
  if (listed.length > 0 || fields.get('sets') === 'none') found.sets = listed.map(([kind, text]) => ({ kind, text }));
  return found;
}

// Whether two numbers can be the limits of colours: values are numbers of 32 bits.
const areLimits = ([least, largest]) => [least, largest].every(Number.isInteger)
  && least <= largest && least >= -(2 ** 31) && largest < 2 ** 32;

// The heaps of a cell of the plane, or null if it is outside the domain.
function positionOf(column, row) {
  const { table } = FACTS;
  if (isLine()) return column >= 0 && column < plane.columns ? [column] : null;
  if (column < 0 || row < 0 || column >= plane.columns || row >= plane.rows) return null;
  const fixed = planeParts(view.plane);
  const free = new Map([[plane.axis_names[0], column], [plane.axis_names[1], row]]);
  const heaps = heapNames().map((name) => free.get(name) ?? fixed.get(name) ?? null);
  // Of a plane with a token sum the last heap is what is left of it.
  const last = heaps.indexOf(null);
  if (last >= 0) heaps[last] = fixed.get('sum') - heaps.reduce((sum, heap) => sum + heap, 0);
  return isInTable(heaps) ? heaps : null;
}

// Whether a position is in the table.
function isInTable(heaps) {
  const { shape, largest_token_sum: largest } = FACTS.table;
  return heaps.every((heap, axis) => heap >= 0 && heap < shape[axis])
    && heaps.reduce((sum, heap) => sum + heap, 0) <= largest;
}
