// A layer of equal token sum from afar. Pixels of the server are squares of columns and rows, which are slanted on the
// screen; so every pixel of the screen is asked which cell it shows, and lies inside or outside as that cell does. The
// three sides of the triangle are drawn alike.

let layerCanvas = null;

// Returns the colour of every cell, packed, or 0 where there is none or it is not known.
function coloursOfLayer(level, tilesShown) {
  const { columns, rows } = plane;
  const { name, sum } = restOfLayer();
  const most = FACTS.table.shape[HEAP_NAMES.indexOf(name)] - 1;
  const side = TILE * 2 ** level;
  return (column, row) => {
    const rest = sum - column - row;
    if (column < 0 || row < 0 || column >= columns || row >= rows || rest < 0 || rest > most) return 0;
    const tile = tilesShown.get(Math.floor(column / side) * 65536 + Math.floor(row / side));
    if (!tile) return 0;
    const factor = 2 ** tile.level;
    const [i, j] = [Math.floor((column - tile.columns[0]) / factor), Math.floor((row - tile.rows[0]) / factor)];
    return tile.packed[j * tile.width + i];
  };
}

// Draws a layer from afar. Returns the keys of the tiles that are wanted.
function drawLayer(cells) {
  const level = levelShown();
  const tilesShown = new Map();
  const wanted = eachTile(cells, level, (shown, _, i, j) => {
    pictureOf(shown);
    tilesShown.set(i * 65536 + j, shown);
  });
  const colourOf = coloursOfLayer(level, tilesShown);
  const [width, height] = [board.width, board.height];
  if (layerCanvas?.width !== width || layerCanvas?.height !== height) layerCanvas = new OffscreenCanvas(width, height);
  const paint = layerCanvas.getContext('2d');
  const image = paint.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  // Cells or pixels that are smaller than those of the screen are averaged: left out, they would break thin lines.
  const parts = 2 ** level * view.zoom * ratio < 0.999 ? [0.25, 0.75] : [0.5];
  const lines = parts.flatMap(() => parts.map(() => new Uint32Array(width)));
  for (let down = 0; down < height; down += 1) {
    lines.forEach((line, at) => {
      sampleLine(line, colourOf, (down + parts[Math.floor(at / parts.length)]) / ratio, parts[at % parts.length]);
    });
    if (lines.length === 1) pixels.set(lines[0], down * width);
    else for (let right = 0; right < width; right += 1) pixels[down * width + right] = meanOfSamples(lines, right);
  }
  paint.putImageData(image, 0, 0);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(layerCanvas, 0, 0);
  context.restore();
  return wanted;
}

// Finds the colours along a line of the board: those of the cells whose middles are the nearest. What `cellAt` does, for
// many places.
function sampleLine(line, colourOf, y, part) {
  const at = middle();
  const row = view.y - 0.5 + up() * (y - at.y) / view.zoom / ROW;
  const [below, above] = [Math.floor(row), Math.floor(row) + 1];
  const [toBelow, toAbove] = [((row - below) * ROW) ** 2, ((row - above) * ROW) ** 2];
  const start = view.x - 0.5 + (view.y - 0.5) / 2 + (part / ratio - at.x) / view.zoom;
  const step = 1 / ratio / view.zoom;
  for (let right = 0; right < line.length; right += 1) {
    const place = start + right * step;
    const [one, other] = [Math.round(place - below / 2), Math.round(place - above / 2)];
    const isBelow = (place - below / 2 - one) ** 2 + toBelow < (place - above / 2 - other) ** 2 + toAbove;
    line[right] = isBelow ? colourOf(one, below) : colourOf(other, above);
  }
}

// The mean of the samples of a pixel. Where there are cells in a part of it, the paper shines through.
function meanOfSamples(lines, right) {
  const first = lines[0][right];
  if (lines.every((line) => line[right] === first)) return first;
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (const line of lines) {
    const colour = line[right];
    if (colour === 0) continue;
    red += LIGHT[colour & 255];
    green += LIGHT[colour >> 8 & 255];
    blue += LIGHT[colour >> 16 & 255];
    count += 1;
  }
  const alpha = Math.round(255 * count / lines.length);
  return (packed(...[red, green, blue].map((light) => byteOf(light / count))) & 0xffffff | alpha << 24) >>> 0;
}
