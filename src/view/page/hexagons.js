// The cells of a layer of equal token sum that are large enough to be seen as hexagons.

const LEAST_HEXAGONS = 6;
// The corners of a hexagon of width 1, around its middle.
const HEXAGON = Array.from({ length: 6 }, (_, at) => (2 * at + 1) * Math.PI / 6)
  .map((angle) => [Math.cos(angle) / Math.sqrt(3), Math.sin(angle) / Math.sqrt(3)]);

// Calls `each` with the middle of every cell that is known and its value.
function eachCellOfLayer({ columns, rows }, each) {
  const { outside } = FACTS.table;
  const [left, top, right, bottom] = frame();
  for (let row = rows[0]; row < rows[1]; row += 1) {
    for (let column = columns[0]; column < columns[1]; column += 1) {
      const [x, y] = toScreen(column + 0.5, row + 0.5);
      if (x < left - view.zoom || x > right + view.zoom || y < top - view.zoom || y > bottom + view.zoom) continue;
      const tile = knownTile(0, Math.floor(column / TILE), Math.floor(row / TILE));
      const value = tile?.data[(row - tile.rows[0]) * tile.width + column - tile.columns[0]];
      if (tile && value !== outside) each(x, y, value);
    }
  }
}

function traceHexagon(x, y, width) {
  HEXAGON.forEach(([right, down], at) => context[at ? 'lineTo' : 'moveTo'](x + right * width, y + down * width));
  context.closePath();
}

// Draws the cells of a layer, all of one colour at once. Returns the keys of the tiles that are wanted.
function drawHexagons(cells) {
  const wanted = new Set();
  const tilesOf = ([first, end]) => [Math.floor(first / TILE), Math.ceil(end / TILE)];
  const [left, right] = tilesOf(cells.columns);
  const [below, above] = tilesOf(cells.rows);
  for (let j = below; j < above; j += 1) for (let i = left; i < right; i += 1) wanted.add(tileAt(0, i, j).key);
  const byColour = new Map();
  eachCellOfLayer(cells, (x, y, value) => {
    const colour = palette.ofValue(value);
    if (!byColour.has(colour)) byColour.set(colour, []);
    byColour.get(colour).push([x, y]);
  });
  // A little larger than they are, so that no paper shines through between them.
  const width = view.zoom + 0.8;
  for (const [colour, middles] of byColour) {
    context.fillStyle = css(colour);
    context.beginPath();
    for (const [x, y] of middles) traceHexagon(x, y, width);
    context.fill();
  }
  if (view.zoom >= LEAST_GRID) {
    context.strokeStyle = colours.line;
    context.lineWidth = 1 / ratio;
    context.beginPath();
    for (const middles of byColour.values()) for (const [x, y] of middles) traceHexagon(x, y, view.zoom);
    context.stroke();
  }
  return wanted;
}

// Draws the part of a tile that covers the cells of another one, which may be the same, as the layer leans. It is a
// little larger than it is, for the same reason.
function drawLeaningTile(shown, wanted) {
  const factor = 2 ** shown.level;
  const [column, row] = [wanted.columns[0], wanted.rows[0]];
  const [right, above] = [wanted.columns[1] - column, wanted.rows[1] - row];
  const from = [(column - shown.columns[0]) / factor, (row - shown.rows[0]) / factor];
  const count = [right, above].map((cells) => Math.ceil(cells / factor));
  const more = 0.4 / view.zoom;
  const [x, y] = toScreen(0, 0);
  context.save();
  context.transform(view.zoom, 0, view.zoom / 2, up() * ROW * view.zoom, x, y);
  context.beginPath();
  context.rect(column - more, row - more, right + 2 * more, above + 2 * more);
  context.clip();
  context.drawImage(pictureOf(shown), ...from, ...count, column - more, row - more,
    count[0] * factor + 2 * more, count[1] * factor + 2 * more);
  context.restore();
}
