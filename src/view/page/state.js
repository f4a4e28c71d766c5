// What is shown: the plane, the part of it, the palette, the position that is kept. It is written behind the
// # of the address, so that an address is a link to a view.

const LEAST_ZOOM = 1 / 65536;
const LARGEST_ZOOM = 160;

// `x` and `y` are the column and the row in the middle of the board; `zoom` is screen pixels per cell.
const view = { plane: '', x: 0, y: 0, zoom: 1, palette: '', origin: 'bottom-left', at: null };
// The plane as the server describes it; nothing is drawn before it is known.
let plane = null;

// The heaps as the server names them.
const HEAP_NAMES = ['x', 'y', 'z'];

// The column and the row of a position of the plane.
const cellOf = (heaps) => plane.axis_names.map((name) => heaps[HEAP_NAMES.indexOf(name)]);

function clampView() {
  view.zoom = Math.min(Math.max(view.zoom, LEAST_ZOOM), LARGEST_ZOOM);
  view.x = Math.min(Math.max(view.x, 0), plane.columns);
  view.y = Math.min(Math.max(view.y, 0), plane.rows);
}

function linkText() {
  const digits = (number) => String(Number(number.toPrecision(8)));
  const fields = [['plane', view.plane], ['x', digits(view.x)], ['y', digits(view.y)],
    ['zoom', digits(view.zoom)], ['palette', view.palette], ['origin', view.origin],
    ['at', view.at ? view.at.join(',') : '']];
  return '#' + fields.filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

// Reads a link: the fields that make sense. What does not is left out.
function readLink(text) {
  const fields = new URLSearchParams(text.replace(/^#/, ''));
  const found = {};
  for (const name of ['x', 'y', 'zoom']) {
    const number = Number(fields.get(name));
    if (fields.has(name) && Number.isFinite(number) && number >= 0) found[name] = number;
  }
  const at = fields.get('at');
  if (at && /^\d{1,10}(,\d{1,10})*$/.test(at)) found.at = at.split(',').map(Number);
  if (/^(x|y|z|sum)=\d{1,10}$/.test(fields.get('plane') ?? '')) found.plane = fields.get('plane');
  if (fields.has('palette')) found.palette = fields.get('palette');
  if (['bottom-left', 'top-left'].includes(fields.get('origin'))) found.origin = fields.get('origin');
  return found;
}

let linkTimer = 0;
function linkSoon() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => history.replaceState(null, '', linkText()), 150);
}

// The heaps of a cell of the plane, or null if it is outside the domain.
function positionOf(column, row) {
  const { table } = FACTS;
  if (column < 0 || row < 0 || column >= plane.columns || row >= plane.rows) return null;
  const names = HEAP_NAMES.slice(0, table.shape.length);
  const [fixed, size] = view.plane.split('=');
  const heaps = names.map((name) => {
    if (name === plane.axis_names[0]) return column;
    if (name === plane.axis_names[1]) return row;
    return fixed === 'sum' ? Number(size) - column - row : Number(size);
  });
  const total = heaps.reduce((sum, heap) => sum + heap, 0);
  const fits = heaps.every((heap, axis) => heap >= 0 && heap < table.shape[axis]);
  return fits && total <= table.largest_token_sum ? heaps : null;
}
