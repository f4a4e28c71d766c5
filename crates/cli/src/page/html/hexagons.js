// The cells of a layer of equal token sum that are large; small ones are in `layer.js`.

const LEAST_HEXAGONS = 4;
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

// A hexagon of a colour as an image, which is drawn many times faster than its path.
const hexagons = { key: '', images: new Map() };
function hexagonOf(colour) {
  const key = `${view.zoom}|${ratio}|${colours.line}`;
  if (hexagons.key !== key) Object.assign(hexagons, { key, images: new Map() });
  const known = hexagons.images.get(colour);
  if (known) return known;
  const side = Math.ceil((1.2 * view.zoom + 2) * ratio);
  const image = new OffscreenCanvas(side, side);
  const paint = image.getContext('2d');
  paint.setTransform(ratio, 0, 0, ratio, side / 2, side / 2);
  // A little larger than it is, so that no paper shines through between two of them.
  const trace = (width) => {
    paint.beginPath();
    HEXAGON.forEach(([right, down], at) => paint[at ? 'lineTo' : 'moveTo'](right * width, down * width));
    paint.closePath();
  };
  trace(view.zoom + 0.8);
  paint.fillStyle = css(colour);
  paint.fill();
  trace(view.zoom);
  paint.globalAlpha = gridStrength();
  paint.strokeStyle = colours.line;
  paint.lineWidth = 1 / ratio;
  paint.stroke();
  hexagons.images.set(colour, image);
  return image;
}

// Draws the cells of a layer: small ones as the bricks of a wall. Returns the keys of the tiles that are wanted.
function drawHexagons(cells) {
  const wanted = new Set();
  const tilesOf = ([first, end]) => [Math.floor(first / TILE), Math.ceil(end / TILE)];
  const [left, right] = tilesOf(cells.columns);
  const [below, above] = tilesOf(cells.rows);
  for (let j = below; j < above; j += 1) for (let i = left; i < right; i += 1) wanted.add(tileAt(0, i, j).key);
  const [width, height] = [view.zoom / 2, ROW * view.zoom / 2];
  eachCellOfLayer(cells, (x, y, value) => {
    const colour = palette.ofValue(value);
    if (view.zoom >= LEAST_GRID) {
      const image = hexagonOf(colour);
      const side = image.width / ratio;
      context.drawImage(image, place(x - side / 2), place(y - side / 2), side, side);
      return;
    }
    const [first, top] = [place(x - width), place(y - height)];
    context.fillStyle = css(colour);
    context.fillRect(first, top, place(x + width) - first, place(y + height) - top);
  });
  return wanted;
}
