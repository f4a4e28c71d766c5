// Mouse, touch and keys.

const CLICK_DISTANCE = 5;
const pointers = new Map();
let moved = 0;
let pointed = null;
// Whether the whole plane is shown: then the whole of the next one is, too.
let isFitted = false;

// Zooms so that the cell at a place on the screen stays there.
function zoomAt(times, x = middle().x, y = middle().y) {
  const [column, row] = [columnAt(x), rowAt(y)];
  isFitted = false;
  view.zoom *= times;
  clampView();
  view.x += column - columnAt(x);
  view.y += row - rowAt(y);
  changed();
}

function moveBy(dx, dy) {
  isFitted = false;
  view.x -= dx / view.zoom;
  view.y -= dy / view.zoom * (isUp() ? -1 : 1);
  changed();
}

// Shows the whole plane, with a little room around it.
function fitPlane() {
  const { width, height } = size();
  const room = panelRoom();
  const [zoomX, zoomY] = [(width - MARGIN.left - room) / plane.columns, (height - MARGIN.bottom) / plane.rows];
  view.zoom = 0.94 * (isLine() ? zoomX : Math.min(zoomX, zoomY));
  clampView();
  view.x = plane.columns / 2 + room / 2 / view.zoom;
  view.y = plane.rows / 2;
  isFitted = true;
  changed(false);
}

// The width that the panel takes from the board where it lies over it.
function panelRoom() {
  const panel = element('panel');
  const isOver = getComputedStyle(panel).position === 'absolute';
  return isOver && board.clientWidth > 800 ? panel.offsetWidth + 24 : 0;
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
  else lookAt(pointed ? positionOf(Math.floor(columnAt(pointed.x)), Math.floor(rowAt(pointed.y))) : null);
}

// Keeps a position in the panel, and moves the board so that it is seen.
function keepPosition(heaps) {
  view.at = heaps;
  if (heaps) {
    const [column, row] = cellOf(heaps).map((at) => at + 0.5);
    const { width, height } = size();
    const [x, y] = [screenX(column), screenY(row)];
    const isSeen = x > MARGIN.left && x < width - panelRoom() && (isLine() || y > 0 && y < height - MARGIN.bottom);
    if (!isSeen) [view.x, view.y] = [column, row];
  } else {
    element('said').textContent = '';
  }
  changed();
}

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
    const heaps = positionOf(Math.floor(columnAt(x)), Math.floor(rowAt(y)));
    const isSame = heaps && view.at && heaps.join() === view.at.join();
    keepPosition(isSame ? null : heaps);
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

// Keys: arrows move the view, with Shift the kept position. What has keys of its own is left alone.
document.addEventListener('keydown', (event) => {
  if (event.target !== board && event.target !== document.body) return;
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const arrow = arrows[event.key];
  const { width, height } = size();
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (arrow && event.shiftKey) stepPosition(arrow[0], arrow[1] * (isUp() ? 1 : -1));
  else if (arrow) moveBy(-arrow[0] * width / 8, arrow[1] * height / 8);
  else if (event.key === '+' || event.key === '=') zoomAt(1.5);
  else if (event.key === '-' || event.key === '_') zoomAt(1 / 1.5);
  else if (event.key === '0' || event.key === 'Home') fitPlane();
  else if (event.key === 'Enter' || event.key === ' ') stepPosition(0, 0);
  else if (event.key === 'Escape') keepPosition(null);
  else if (event.key === 'g') beginGoing();
  else return;
  event.preventDefault();
});

// Keeps the neighbour of the kept position; where none is kept, the position in the middle.
function stepPosition(columns, rows) {
  if (!view.at) {
    keepPosition(positionOf(Math.floor(view.x), Math.floor(view.y)));
    return;
  }
  const [column, row] = cellOf(view.at);
  const heaps = positionOf(column + columns, row + rows);
  if (heaps) keepPosition(heaps);
}
