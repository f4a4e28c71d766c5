// Marks over the cells: the position under the pointer or the one that is kept, its options and its winning moves, as
// pictures of `render` show them. Each has a rim in another tone and a size or shape of its own, so that it is seen on
// every colour, and by readers who do not see all hues. From afar options are dots apart from one another, which cannot be
// taken for a line of P-positions.

const OPTION_AFAR = '#0b62c4';
const [MARK_BLACK, MARK_WHITE, MARK_STRIKING] = [BLACK, WHITE, STRIKING].map(css);

// The radius of an option's mark.
const markRadius = () => isLine() ? 4 : Math.min(Math.max(0.26 * view.zoom, 1.3), 9);
const rimOf = (radius) => Math.min(Math.max(0.3 * radius, 0.7), 2);
// Whether marks stand in the corners of the cells, since numbers are in the middle.
const isCornered = () => !isLine() && view.zoom >= LEAST_NUMBERS;

// Where the mark of a cell is on the screen; `corner` is where in the cell it is, if there is a number in the middle.
function placeOfMark(column, row, [right, above] = [0.5, 0.5]) {
  if (isLine()) {
    const value = valueAt(column);
    return [toScreen(column + 0.5, 0)[0], value === null ? size().height - AXES.bottom - 6 : valueY(value)];
  }
  const [x, y] = toScreen(column + 0.5, row + 0.5);
  // A hexagon has less room in its corners.
  const room = isLayer() ? 0.68 * view.zoom : view.zoom;
  return isCornered() ? [x + (right - 0.5) * room, y - (above - 0.5) * room] : [x, y];
}

// Whether options are so small that they would be lines.
const areOptionsFar = () => !isLine() && view.zoom < LEAST_NEAR;
// How far apart they are drawn from afar, in pixels.
const APART = 9;

function disc(paint, [x, y], radius, colour) {
  paint.fillStyle = colour;
  paint.beginPath();
  paint.arc(x, y, radius, 0, 2 * Math.PI);
  paint.fill();
}

function ring(paint, [x, y], radius, width, colour, dashes = []) {
  paint.setLineDash(dashes);
  paint.strokeStyle = colour;
  paint.lineWidth = width;
  paint.beginPath();
  paint.arc(x, y, radius, 0, 2 * Math.PI);
  paint.stroke();
  paint.setLineDash([]);
}

// Four pins around a ring.
function pins(paint, [x, y], radius, width, colour) {
  paint.strokeStyle = colour;
  paint.lineWidth = width;
  paint.beginPath();
  for (const [right, down] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    paint.moveTo(x + right * radius, y + down * radius);
    paint.lineTo(x + right * (radius + 5), y + down * (radius + 5));
  }
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
  farOption: (paint, at, radius) => {
    paint.globalAlpha = 0.7;
    ring(paint, at, radius, 2.4, MARK_WHITE);
    ring(paint, at, radius, 1, OPTION_AFAR);
    paint.globalAlpha = 1;
  },
  kept: (paint, at, radius) => {
    for (const [more, colour] of [[3.6, MARK_BLACK], [2.2, MARK_WHITE], [0, MARK_STRIKING]]) {
      pins(paint, at, radius, 3 + more, colour);
      ring(paint, at, radius, 3 + more, colour);
    }
  },
  pointed: (paint, at, radius) => {
    ring(paint, at, radius, 3, MARK_WHITE);
    ring(paint, at, radius, 1.6, MARK_BLACK, [4, 3]);
  },
};

function drawMarks() {
  const { shown } = marks;
  if (!shown || shown.of !== layerKey()) return;
  const radius = isCornered() ? Math.min(0.1 * view.zoom, 6) : markRadius();
  const corner = [0.8, 0.8];
  const winning = new Set(shown.winning.map(String));
  // All rims come first: options side by side are a line with a rim.
  const options = shown.cells.filter((cell) => !winning.has(String(cell)))
    .map(([column, row]) => placeOfMark(column, row, corner));
  if (areOptionsFar()) {
    for (const at of apart(options)) MARKS.farOption(context, at, 2);
  } else {
    for (const at of options) disc(context, at, radius + rimOf(radius), MARK_BLACK);
    for (const at of options) disc(context, at, radius, MARK_WHITE);
  }
  for (const [column, row] of shown.winning) MARKS.winning(context, placeOfMark(column, row, corner), radius);
  if (shown.cell) {
    const around = Math.min(Math.max(2.4 * markRadius(), 8), 24);
    const mark = isKept() ? MARKS.kept : MARKS.pointed;
    mark(context, placeOfMark(...shown.cell), Math.max(around, isCornered() ? 0.44 * view.zoom : 0));
  }
}

// Some of these places, no two of which are near one another.
function apart(places) {
  const taken = new Set();
  return places.filter(([x, y]) => {
    const [column, row] = [Math.floor(x / APART), Math.floor(y / APART)];
    const isFree = [-1, 0, 1].every((right) =>
      [-1, 0, 1].every((down) => !taken.has(`${column + right},${row + down}`)));
    if (isFree) taken.add(`${column},${row}`);
    return isFree;
  });
}
