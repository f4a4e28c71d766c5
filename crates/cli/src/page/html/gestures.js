// Mouse, touch and keys.

const CLICK_DISTANCE = 5;
const pointers = new Map();
let moved = 0;
let pointed = null;
// Whether the whole plane is shown: then the whole of the next one is, too.
let isFitted = false;

// Zooms so that the cell at a place on the screen stays there.
function zoomAt(times, x = middle().x, y = middle().y) {
  const [column, row] = toCells(x, y);
  isFitted = false;
  view.zoom *= times;
  clampView();
  const there = toCells(x, y);
  view.x += column - there[0];
  view.y += row - there[1];
  changed();
}

// Zooms by a key or a button: about the kept position if it is in view, so that it stays there, else about the middle.
function zoomBy(times) {
  const kept = view.at && placeInView(view.at);
  if (kept) zoomAt(times, ...kept);
  else zoomAt(times);
}

// Where the middle of a position is on the screen, or null if it is not in view.
function placeInView(heaps) {
  const [x, y] = toScreen(...cellOf(heaps).map((at) => at + 0.5));
  const [left, top, right, bottom] = frame();
  return x > left && x < right && (isLine() || y > top && y < bottom) ? [x, y] : null;
}

function moveBy(dx, dy) {
  isFitted = false;
  const { x, y } = middle();
  [view.x, view.y] = toCells(x - dx, y - dy);
  changed();
}

// Shows the whole plane, with a little room around it.
function fitPlane() {
  const { width, height } = size();
  const { left, bottom } = margin();
  const whole = wholePlane();
  // Around a layer stand the names of its corners.
  const around = isLayer() ? 60 : 0;
  const [zoomX, zoomY] = [(width - left - around) / whole.width, (height - bottom - around) / whole.height];
  view.zoom = 0.94 * (isLine() ? zoomX : Math.min(zoomX, zoomY));
  clampView();
  view.x = whole.x;
  view.y = whole.y;
  isFitted = true;
  changed(false);
}

// What has to follow a change of the view.
function changed(clamp = true) {
  if (!plane) return;
  if (clamp) clampView();
  drawSoon();
  linkSoon();
  look();
}

function look() {
  if (view.at) lookAt(view.at);
  else lookAt(pointed ? positionOf(...cellAt(pointed.x, pointed.y)) : null);
}

// Keeps a position in the panel, and moves the board if it is not seen.
function keepPosition(heaps) {
  view.at = heaps;
  if (!heaps) {
    element('said').textContent = '';
  } else if (!placeInView(heaps)) {
    [view.x, view.y] = cellOf(heaps).map((at) => at + 0.5);
    fillBoard();
    isFitted = false;
  }
  changed();
}

// Moves the board so that it shows no room beyond the plane where there are cells to show. A layer is a triangle, around which
// there is room anyway.
function fillBoard() {
  if (isLayer()) return;
  const [left, top, right, bottom] = frame();
  const filled = (at, cells, length) => {
    const half = length / view.zoom / 2;
    return 2 * half >= cells ? cells / 2 : Math.min(Math.max(at, half), cells - half);
  };
  view.x = filled(view.x, plane.columns, right - left);
  if (!isLine()) view.y = filled(view.y, plane.rows, bottom - top);
}

// Keeps a position, as an entry of the history.
const jumpTo = (heaps, control) => jump(() => keepPosition(heaps), control);

const placeOf = (event) => {
  const box = board.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

board.addEventListener('pointerdown', (event) => {
  if (event.button > 0) return;
  board.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, placeOf(event));
  if (pointers.size === 1) moved = 0;
});

board.addEventListener('pointermove', (event) => {
  const to = placeOf(event);
  const from = pointers.get(event.pointerId);
  if (event.pointerType === 'mouse') pointed = to;
  if (!from) {
    look();
    return;
  }
  const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
  pointers.set(event.pointerId, to);
  moved += Math.hypot(to.x - from.x, to.y - from.y);
  if (moved > CLICK_DISTANCE) board.classList.add('dragged');
  if (others.length === 0) {
    if (moved > CLICK_DISTANCE) moveBy(to.x - from.x, to.y - from.y);
    return;
  }
  // Two fingers: what was between them stays between them.
  const [other] = others;
  const distance = (at) => Math.max(Math.hypot(at.x - other.x, at.y - other.y), 1);
  zoomAt(distance(to) / distance(from), (from.x + other.x) / 2, (from.y + other.y) / 2);
  moveBy((to.x - from.x) / 2, (to.y - from.y) / 2);
});

function release(event) {
  if (!pointers.delete(event.pointerId)) return;
  if (pointers.size > 0) {
    moved = Infinity;
    return;
  }
  board.classList.remove('dragged');
  if (event.type === 'pointerup' && moved <= CLICK_DISTANCE) {
    const { x, y } = placeOf(event);
    const heaps = positionOf(...cellAt(x, y));
    const isSame = heaps && view.at && heaps.join() === view.at.join();
    jumpTo(isSame ? null : heaps);
  }
}
board.addEventListener('pointerup', release);
board.addEventListener('pointercancel', release);
board.addEventListener('pointerleave', () => {
  pointed = null;
  look();
});

board.addEventListener('wheel', (event) => {
  event.preventDefault();
  const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
  const { x, y } = placeOf(event);
  zoomAt(2 ** (-event.deltaY * lines / (event.ctrlKey ? 80 : 320)), x, y);
}, { passive: false });

// The neighbours of a kept position, by the keys with Shift: of a hexagon six, where the keys are on a number pad.
const NEIGHBOURS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const MORE_NEIGHBOURS = { Home: [-1, 1], PageUp: [0, 1], End: [0, -1], PageDown: [1, -1] };
const neighbourBy = (key) => NEIGHBOURS[key] ?? (isLayer() ? MORE_NEIGHBOURS[key] : undefined);

// Keys: arrows move the view, with Shift the kept position. What has keys of its own is left alone.
document.addEventListener('keydown', (event) => {
  // What says that there are no winning moves has the focus after a move that was followed, and no keys of its own.
  if (event.target !== board && event.target !== document.body && !event.target.matches?.('#winning h3')) return;
  const arrow = NEIGHBOURS[event.key];
  const { width, height } = size();
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const neighbour = event.shiftKey && neighbourBy(event.key);
  if (neighbour) stepPosition(...(isUp() ? neighbour : [neighbour[0] + (isLayer() ? neighbour[1] : 0), -neighbour[1]]));
  else if (arrow) moveBy(-arrow[0] * width / 8, arrow[1] * height / 8);
  else if (event.key === '+' || event.key === '=') zoomBy(1.5);
  else if (event.key === '-' || event.key === '_') zoomBy(1 / 1.5);
  else if (event.key === '0' || event.key === 'Home') fitPlane();
  else if (event.key === 'Enter' || event.key === ' ') stepPosition(0, 0);
  else if (event.key === 'Escape') jumpTo(null);
  else if (event.key === 'g') beginGoing();
  else if (event.key === 's') element('set-text').focus();
  else if (event.key === 't') nextTable();
  else return;
  event.preventDefault();
});

// Keeps the neighbour of the kept position; where none is kept, the position in the middle.
function stepPosition(columns, rows) {
  if (!view.at) {
    const { x, y } = middle();
    jumpTo(positionOf(...cellAt(x, y)));
    return;
  }
  const [column, row] = cellOf(view.at);
  const heaps = positionOf(column + columns, row + rows);
  if (heaps) jumpTo(heaps, columns || rows ? 'neighbour' : '');
}
