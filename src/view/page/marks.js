// Marks over the cells: the position under the pointer or the one that is kept, its options and its winning moves, as
// pictures of `render` show them. Each has a rim in another tone and a size or shape of its own, so that it is seen on
// every colour, and by readers who do not see all hues.

const [MARK_BLACK, MARK_WHITE, MARK_STRIKING] = [BLACK, WHITE, STRIKING].map(css);

// The radius of an option's mark.
const markRadius = () => isLine() ? 4 : Math.min(Math.max(0.26 * view.zoom, 1.3), 9);
const rimOf = (radius) => Math.min(Math.max(0.3 * radius, 0.7), 2);
// Whether marks stand in the corners of the cells, since numbers are in the middle.
const isCornered = () => !isLine() && view.zoom >= LEAST_NUMBERS;

// Where the mark of a cell is on the screen; `corner` is where in the cell it is, if there is a number in the middle.
function placeOfMark(column, row, [right, up] = [0.5, 0.5]) {
  if (isLine()) {
    const value = valueAt(column);
    return [screenX(column + 0.5), value === null ? size().height - MARGIN.bottom - 6 : valueY(value)];
  }
  const [a, b] = isCornered() ? [right, isUp() ? up : 1 - up] : [0.5, 0.5];
  return [screenX(column + a), screenY(row + b)];
}

function disc(paint, [x, y], radius, colour) {
  paint.fillStyle = colour;
  paint.beginPath();
  paint.arc(x, y, radius, 0, 2 * Math.PI);
  paint.fill();
}

function ring(paint, [x, y], radius, width, colour) {
  paint.strokeStyle = colour;
  paint.lineWidth = width;
  paint.beginPath();
  paint.arc(x, y, radius, 0, 2 * Math.PI);
  paint.stroke();
}

const MARKS = {
  option: (paint, at, radius) => {
    disc(paint, at, radius + rimOf(radius), MARK_BLACK);
    disc(paint, at, radius, MARK_WHITE);
  },
  winning: (paint, at, radius) => {
    const rim = rimOf(radius);
    disc(paint, at, 1.6 * radius + 2.5 * rim, MARK_BLACK);
    disc(paint, at, 1.6 * radius + 2 * rim, MARK_WHITE);
    disc(paint, at, 1.6 * radius + rim, MARK_STRIKING);
  },
  position: (paint, at, radius) => {
    ring(paint, at, radius, 6.6, MARK_BLACK);
    ring(paint, at, radius, 5.2, MARK_WHITE);
    ring(paint, at, radius, 3, MARK_STRIKING);
  },
};

function drawMarks() {
  const { shown } = marks;
  if (!shown || shown.plane !== view.plane) return;
  const radius = isCornered() ? Math.min(0.1 * view.zoom, 6) : markRadius();
  const corner = [0.8, 0.8];
  const winning = new Set(shown.winning.map(String));
  // All rims come first: options side by side are a line with a rim.
  const options = shown.cells.filter((cell) => !winning.has(String(cell)))
    .map(([column, row]) => placeOfMark(column, row, corner));
  for (const at of options) disc(context, at, radius + rimOf(radius), MARK_BLACK);
  for (const at of options) disc(context, at, radius, MARK_WHITE);
  for (const [column, row] of shown.winning) MARKS.winning(context, placeOfMark(column, row, corner), radius);
  if (shown.cell) {
    const around = Math.min(Math.max(2.4 * markRadius(), 8), 24);
    MARKS.position(context, placeOfMark(...shown.cell), Math.max(around, isCornered() ? 0.44 * view.zoom : 0));
  }
}
