// Where cells are on the screen. Those of a plane are squares. Those of a layer of equal token sum are hexagons, as in
// pictures of `render`: every position has as neighbours those to which one token can be moved, and a corner belongs to
// each heap.

const board = document.getElementById('board');
// The room for sizes beside squares and plots; at a layer they stand at its corners.
const AXES = { left: 58, bottom: 30 };
const NO_AXES = { left: 0, bottom: 0 };
// The height of a row of hexagons, as a multiple of their width.
const ROW = Math.sqrt(3) / 2;
let ratio = 1;

// While a picture is painted: the width of the part of the board that it has.
let paintedWidth = null;
const size = () => ({ width: paintedWidth ?? board.clientWidth, height: board.clientHeight });
const isUp = () => view.origin === 'bottom-left';
const up = () => isUp() ? -1 : 1;
// Whether the plane is a layer of equal token sum.
const isLayer = () => plane !== null && typeof plane.token_sum === 'number';
const margin = () => isLayer() ? NO_AXES : AXES;

// The middle of the part of the canvas that shows cells.
function middle() {
  const [{ width, height }, { left, bottom }] = [size(), margin()];
  return { x: (left + width) / 2, y: (isUp() ? height - bottom : height + bottom) / 2 };
}

// The place of a corner of a cell on the screen; (column + 0.5, row + 0.5) is its middle.
function toScreen(column, row) {
  const { x, y } = middle();
  const [right, above] = [column - view.x, row - view.y];
  return isLayer() ? [x + (right + above / 2) * view.zoom, y + up() * above * ROW * view.zoom]
    : [x + right * view.zoom, y + up() * above * view.zoom];
}

// What is at a place of the screen, in columns and rows.
function toCells(x, y) {
  const at = middle();
  const above = up() * (y - at.y) / view.zoom / (isLayer() ? ROW : 1);
  return [view.x + (x - at.x) / view.zoom - (isLayer() ? above / 2 : 0), view.y + above];
}

// The cell at a place of the screen; of a layer the one whose middle is the nearest.
function cellAt(x, y) {
  const [column, row] = toCells(x, y);
  if (!isLayer()) return [Math.floor(column), Math.floor(row)];
  const right = column - 0.5 + (row - 0.5) / 2;
  const nearest = [Math.floor(row - 0.5), Math.ceil(row - 0.5)].map((of) => {
    const nearest = Math.round(right - of / 2);
    return [nearest, of, Math.hypot(right - of / 2 - nearest, (row - 0.5 - of) * ROW)];
  });
  return nearest.sort((one, other) => one[2] - other[2])[0].slice(0, 2);
}

// The part of the canvas that shows cells: left, top, right, bottom.
function frame() {
  const [{ width, height }, { left, bottom }] = [size(), margin()];
  return [left, isUp() ? 0 : bottom, width, isUp() ? height - bottom : height];
}

// A rectangle of cells that has all that are visible.
function visibleCells() {
  const [left, top, right, bottom] = frame();
  const corners = [[left, top], [right, top], [left, bottom], [right, bottom]].map(([x, y]) => toCells(x, y));
  const range = (axis, end) => {
    const at = corners.map((corner) => corner[axis]);
    const more = isLayer() ? 1 : 0;
    return [Math.floor(Math.min(...at)) - more, Math.ceil(Math.max(...at)) + more]
      .map((cell) => Math.min(Math.max(cell, 0), end));
  };
  return { columns: range(0, plane.columns), rows: isLine() ? [0, 1] : range(1, plane.rows) };
}

// The heap that is what is left of the token sum of a layer, and how much is left for it and the free heaps.
function restOfLayer() {
  const fixed = planeParts(view.plane);
  const taken = [...fixed].reduce((sum, [name, heap]) => name === 'sum' ? sum : sum + heap, 0);
  const name = heapNames().find((heap) => !fixed.has(heap) && !plane.axis_names.includes(heap));
  return { name, sum: fixed.get('sum') - taken };
}

// The cells at the corners of a layer: where the heap that is left is largest, then the column, then the row.
function cornersOfLayer() {
  const { name, sum } = restOfLayer();
  const most = FACTS.table.shape[HEAP_NAMES.indexOf(name)] - 1;
  const least = Math.max(sum - most, 0);
  const column = Math.min(plane.columns - 1, sum);
  const row = Math.min(plane.rows - 1, sum);
  return [[Math.min(least, column), Math.max(least - column, 0)], [column, Math.max(least - column, 0)],
    [Math.max(least - row, 0), row]];
}

// The middle of the whole plane, in columns and rows, and its width and height, in widths of a cell.
function wholePlane() {
  const { columns, rows } = plane;
  if (!isLayer()) return { x: columns / 2, y: rows / 2, width: columns, height: rows };
  const [first, end] = reachOfLayer();
  const height = rows * ROW + 0.4;
  return { x: (first + end) / 2 + 0.25 - rows / 4, y: rows / 2, width: end - first, height };
}

// How far a layer reaches to the left and to the right, in widths of a cell from the first column of the lowest row.
function reachOfLayer() {
  const { name, sum } = restOfLayer();
  const most = FACTS.table.shape[HEAP_NAMES.indexOf(name)] - 1;
  let [first, end] = [Infinity, -Infinity];
  for (let row = 0; row < plane.rows; row += 1) {
    const [least, largest] = [Math.max(sum - most - row, 0), Math.min(plane.columns - 1, sum - row)];
    if (least > largest) continue;
    first = Math.min(first, least + row / 2);
    end = Math.max(end, largest + row / 2 + 1);
  }
  return first < end ? [first, end] : [0, plane.columns];
}

// The level whose pixels are at most as large as those of the screen. The overview does not have the finest ones: what a
// tile of them shows is added up, unless it has too many cells.
function levelShown() {
  const cellsPerPixel = 1 / (view.zoom * ratio);
  const longest = Math.max(plane.columns, plane.rows);
  const largest = Math.max(0, Math.ceil(Math.log2(longest / TILE)));
  const level = Math.min(Math.max(0, Math.floor(Math.log2(cellsPerPixel) + 1e-9)), largest);
  const { overview_level: first, most_cells_added_up: most, heap } = FACTS.table;
  const isTooMuch = (TILE * 2 ** level) ** 2 > most;
  return first !== null && level < first && isTooMuch && !heap ? first : level;
}
