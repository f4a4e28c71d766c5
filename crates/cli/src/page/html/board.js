// The board: cells on the canvas, with numbers in cells that are large enough.

const context = board.getContext('2d');
const LEAST_GRID = 9;
const LEAST_NUMBERS = 20;
let colours = {};
let drawRequested = false;

function drawSoon() {
  if (drawRequested || !plane) return;
  drawRequested = true;
  requestAnimationFrame(() => { drawRequested = false; draw(); });
}

function draw() {
  if (isChanging || !palette) return;
  const { width, height } = size();
  ratio = window.devicePixelRatio || 1;
  if (board.width !== Math.round(width * ratio) || board.height !== Math.round(height * ratio)) {
    board.width = Math.round(width * ratio);
    board.height = Math.round(height * ratio);
  }
  const style = getComputedStyle(document.documentElement);
  for (const name of ['paper', 'ink', 'faint', 'line', 'outside', 'card', 'accent']) {
    colours[name] = style.getPropertyValue(`--${name}`).trim();
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, width, height);
  const cells = visibleCells();
  context.save();
  context.beginPath();
  const [left, top, right, bottom] = frame();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  let wanted;
  if (isLine()) {
    wanted = drawLine(cells);
  } else if (isLayer()) {
    wanted = view.zoom >= LEAST_HEXAGONS ? drawHexagons(cells) : drawLayer(cells);
  } else {
    drawBackground();
    wanted = drawTiles(cells);
    if (view.zoom >= LEAST_GRID) drawGrid(cells);
  }
  if (!isLine() && view.zoom >= LEAST_NUMBERS) drawNumbers(cells);
  drawSets();
  drawMarks();
  context.restore();
  drawAxes();
  sendRequests(wanted);
  showLegendIfChanged();
  followSoon();
}

const place = (number) => Math.round(number * ratio) / ratio;

// The rectangle of some cells on the screen.
function rectangle([left, right], [first, last]) {
  const corners = [toScreen(left, first), toScreen(right, last)].map((corner) => corner.map(place));
  const [x, y] = [0, 1].map((axis) => Math.min(corners[0][axis], corners[1][axis]));
  return [x, y, corners[1][0] - x, Math.abs(corners[1][1] - corners[0][1])];
}

function drawBackground() {
  context.fillStyle = colours.outside;
  context.fillRect(...rectangle([0, plane.columns], [0, plane.rows]));
}

// Draws what is known of the visible tiles. Returns the keys of the tiles that are wanted.
function drawTiles(cells) {
  const level = levelShown();
  // Pixels that are smaller than those of the screen are averaged: left out, they would break thin lines.
  context.imageSmoothingEnabled = 2 ** level * view.zoom * ratio < 0.999;
  context.imageSmoothingQuality = 'high';
  return eachTile(cells, level, drawTile);
}

// Calls `each` with what is known of the visible tiles, coarser ones where the right one is not there yet, and with the
// right one and its place. Returns the keys of the tiles that are wanted.
function eachTile({ columns, rows }, level, each) {
  const side = TILE * 2 ** level;
  const last = level + 16;
  const wanted = new Set();
  for (let j = Math.floor(rows[0] / side); j * side < rows[1]; j += 1) {
    for (let i = Math.floor(columns[0] / side); i * side < columns[1]; i += 1) {
      const tile = tileAt(level, i, j);
      wanted.add(tile.key);
      const coarser = () => {
        for (let up = 1; level + up <= last; up += 1) {
          const found = knownTile(level + up, Math.floor(i / 2 ** up), Math.floor(j / 2 ** up));
          if (found) return found;
        }
        return null;
      };
      const shown = tile.data ? tile : coarser();
      if (shown) each(shown, tile, i, j);
    }
  }
  return wanted;
}

// Draws the part of a tile that covers the cells of another one, which may be the same.
function drawTile(shown, wanted) {
  const factor = 2 ** shown.level;
  const from = [(wanted.columns[0] - shown.columns[0]) / factor, (wanted.rows[0] - shown.rows[0]) / factor];
  const count = [(wanted.columns[1] - wanted.columns[0]) / factor, (wanted.rows[1] - wanted.rows[0]) / factor];
  const [x, y, width, height] = rectangle(wanted.columns, wanted.rows);
  context.save();
  // Pixels at the edge of the plane have fewer cells: they are drawn whole, and cut off.
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  const whole = count.map(Math.ceil);
  const [w, h] = whole.map((cells) => cells * factor * view.zoom);
  context.translate(x, isUp() ? y + height : y);
  context.scale(1, isUp() ? -1 : 1);
  context.drawImage(pictureOf(shown), from[0], from[1], whole[0], whole[1], 0, 0,
    shown === wanted && whole[0] === count[0] ? width : w, shown === wanted && whole[1] === count[1] ? height : h);
  context.restore();
}

const gridStrength = () => Math.min(1, (view.zoom - LEAST_GRID) / 12 + 0.25);

function drawGrid({ columns, rows }) {
  context.strokeStyle = colours.line;
  context.globalAlpha = gridStrength();
  context.lineWidth = 1 / ratio;
  context.beginPath();
  const half = 0.5 / ratio;
  const [[left, top], [right, bottom]] = [toScreen(columns[0], rows[0]), toScreen(columns[1], rows[1])];
  for (let column = columns[0]; column <= columns[1]; column += 1) {
    const x = place(toScreen(column, 0)[0]) + half;
    context.moveTo(x, top);
    context.lineTo(x, bottom);
  }
  for (let row = rows[0]; row <= rows[1]; row += 1) {
    const y = place(toScreen(0, row)[1]) + half;
    context.moveTo(left, y);
    context.lineTo(right, y);
  }
  context.stroke();
  context.globalAlpha = 1;
}

// Writes the value into every cell that is known, in digits that fit.
function drawNumbers({ columns, rows }) {
  const { outside, value_names: names, totals } = FACTS.table;
  const extremes = totals ? [totals.maximum, totals.minimum ?? 0] : [0];
  const longest = names ? Math.max(...names.map((name) => name.length)) : Math.max(...extremes.map((value) => String(value).length));
  const height = Math.min(view.zoom * 0.5, view.zoom * 1.35 / Math.max(longest, 1), 30);
  if (height < 7 || FACTS.table.quantity === 'outcome') return;
  context.font = `${height}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const write = (x, y, value) => {
    context.fillStyle = inkOn(palette.ofValue(value));
    context.fillText(textOfValue(FACTS.table, value), x, y + 0.5);
  };
  if (isLayer()) {
    eachCellOfLayer({ columns, rows }, write);
    return;
  }
  for (let row = rows[0]; row < rows[1]; row += 1) {
    for (let column = columns[0]; column < columns[1]; column += 1) {
      const tile = knownTile(0, Math.floor(column / TILE), Math.floor(row / TILE));
      if (!tile) continue;
      const value = tile.data[(row - tile.rows[0]) * tile.width + column - tile.columns[0]];
      if (value === outside) continue;
      write(...toScreen(column + 0.5, row + 0.5), value);
    }
  }
}
