// The board: cells on the canvas, with axes and numbers in cells that are large enough.

const board = document.getElementById('board');
const context = board.getContext('2d');
const MARGIN = { left: 58, bottom: 30 };
const LEAST_GRID = 9;
const LEAST_NUMBERS = 20;
let ratio = 1;
let colours = {};
let drawRequested = false;

const size = () => ({ width: board.clientWidth, height: board.clientHeight });
const isUp = () => view.origin === 'bottom-left';
// The middle of the part of the canvas that shows cells.
function middle() {
  const { width, height } = size();
  return { x: (MARGIN.left + width) / 2, y: (isUp() ? height - MARGIN.bottom : height + MARGIN.bottom) / 2 };
}
const screenX = (column) => middle().x + (column - view.x) * view.zoom;
const screenY = (row) => middle().y + (row - view.y) * view.zoom * (isUp() ? -1 : 1);
const columnAt = (x) => view.x + (x - middle().x) / view.zoom;
const rowAt = (y) => view.y + (y - middle().y) / view.zoom * (isUp() ? -1 : 1);

// The cells that are visible.
function visibleCells() {
  const { width, height } = size();
  const range = (a, b, end) => [Math.floor(Math.min(a, b)), Math.ceil(Math.max(a, b))]
    .map((at) => Math.min(Math.max(at, 0), end));
  const top = isUp() ? 0 : MARGIN.bottom;
  return {
    columns: range(columnAt(MARGIN.left), columnAt(width), plane.columns),
    rows: isLine() ? [0, 1] : range(rowAt(top), rowAt(top + height - MARGIN.bottom), plane.rows),
  };
}

// The level whose pixels are at most as large as those of the screen. The overview does not have the finest ones: what a
// tile of them shows is added up, unless it has too many cells.
function levelShown() {
  const cellsPerPixel = 1 / (view.zoom * ratio);
  const longest = Math.max(plane.columns, plane.rows);
  const largest = Math.max(0, Math.ceil(Math.log2(longest / TILE)));
  const level = Math.min(Math.max(0, Math.floor(Math.log2(cellsPerPixel) + 1e-9)), largest);
  const { overview_level: first, most_cells_added_up: most } = FACTS.table;
  return first !== null && level < first && (TILE * 2 ** level) ** 2 > most ? first : level;
}

function drawSoon() {
  if (drawRequested || !plane) return;
  drawRequested = true;
  requestAnimationFrame(() => { drawRequested = false; draw(); });
}

function draw() {
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
  context.rect(MARGIN.left, isUp() ? 0 : MARGIN.bottom, width - MARGIN.left, height - MARGIN.bottom);
  context.clip();
  let wanted;
  if (isLine()) {
    wanted = drawLine(cells);
  } else {
    drawBackground();
    wanted = drawTiles(cells);
    if (view.zoom >= LEAST_GRID) drawGrid(cells);
    if (view.zoom >= LEAST_NUMBERS) drawNumbers(cells);
  }
  drawOverlays();
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
  const x = place(screenX(left));
  const [top, bottom] = isUp() ? [screenY(last), screenY(first)] : [screenY(first), screenY(last)];
  return [x, place(top), place(screenX(right)) - x, place(bottom) - place(top)];
}

function drawBackground() {
  context.fillStyle = colours.outside;
  context.fillRect(...rectangle([0, plane.columns], [0, plane.rows]));
}

// Draws what is known of the visible tiles, coarser ones where the right one is not there yet. Returns the
// keys of the tiles that are wanted.
function drawTiles({ columns, rows }) {
  const level = levelShown();
  const side = TILE * 2 ** level;
  const last = level + 16;
  const wanted = new Set();
  // Pixels that are smaller than those of the screen are averaged: left out, they would break thin lines.
  context.imageSmoothingEnabled = 2 ** level * view.zoom * ratio < 0.999;
  context.imageSmoothingQuality = 'high';
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
      if (shown) drawTile(shown, tile);
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

function drawGrid({ columns, rows }) {
  const strength = Math.min(1, (view.zoom - LEAST_GRID) / 12 + 0.25);
  context.strokeStyle = colours.line;
  context.globalAlpha = strength;
  context.lineWidth = 1 / ratio;
  context.beginPath();
  const half = 0.5 / ratio;
  const [top, bottom] = [screenY(rows[0]), screenY(rows[1])];
  for (let column = columns[0]; column <= columns[1]; column += 1) {
    const x = place(screenX(column)) + half;
    context.moveTo(x, top);
    context.lineTo(x, bottom);
  }
  const [left, right] = [screenX(columns[0]), screenX(columns[1])];
  for (let row = rows[0]; row <= rows[1]; row += 1) {
    const y = place(screenY(row)) + half;
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
  const longest = names ? 1 : Math.max(...extremes.map((value) => String(value).length));
  const height = Math.min(view.zoom * 0.5, view.zoom * 1.35 / Math.max(longest, 1), 30);
  if (height < 7 || FACTS.table.quantity === 'outcome') return;
  context.font = `${height}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let row = rows[0]; row < rows[1]; row += 1) {
    for (let column = columns[0]; column < columns[1]; column += 1) {
      const tile = knownTile(0, Math.floor(column / TILE), Math.floor(row / TILE));
      if (!tile) continue;
      const value = tile.data[(row - tile.rows[0]) * tile.width + column - tile.columns[0]];
      if (value === outside) continue;
      context.fillStyle = inkOn(palette.ofValue(value));
      context.fillText(names ? names[value] : value, screenX(column + 0.5), screenY(row + 0.5) + 0.5);
    }
  }
}

// The distance of ticks: 1, 2 or 5 times a power of ten.
function tickStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least);
}

function drawAxes() {
  const { width, height } = size();
  const bottom = isUp() ? height - MARGIN.bottom : MARGIN.bottom;
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, MARGIN.left, height);
  context.fillRect(0, isUp() ? bottom : 0, width, MARGIN.bottom);
  context.strokeStyle = colours.faint;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(MARGIN.left - 0.5, isUp() ? 0 : bottom);
  context.lineTo(MARGIN.left - 0.5, isUp() ? bottom : height);
  context.moveTo(MARGIN.left, bottom + (isUp() ? 0.5 : -0.5));
  context.lineTo(width, bottom + (isUp() ? 0.5 : -0.5));
  const cells = visibleCells();
  // Sizes are written in the middle of cells that are large, at their beginning else.
  const shift = view.zoom >= 4 ? 0.5 : 0;
  context.fillStyle = colours.faint;
  context.font = '12px system-ui, sans-serif';
  const side = isUp() ? 1 : -1;
  const stepX = tickStep(70 / view.zoom);
  context.textAlign = 'center';
  context.textBaseline = isUp() ? 'top' : 'bottom';
  for (let at = Math.ceil(cells.columns[0] / stepX) * stepX; at < cells.columns[1]; at += stepX) {
    const x = screenX(at + shift);
    if (x < MARGIN.left + 4 || x > width - 26) continue;
    context.moveTo(x, bottom);
    context.lineTo(x, bottom + 5 * side);
    context.fillText(at, x, bottom + 8 * side);
  }
  const [first, end, zoomY] = isLine() ? [limits[0], limits[1] + 1, valueZoom()] : [...cells.rows, view.zoom];
  const stepY = tickStep(44 / zoomY);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (let at = Math.ceil(first / stepY) * stepY; at < end; at += stepY) {
    const y = isLine() ? valueY(at) : screenY(at + shift);
    if (isUp() ? y > bottom - 4 || y < 24 : y < bottom + 4 || y > height - 24) continue;
    context.moveTo(MARGIN.left, y);
    context.lineTo(MARGIN.left - 5, y);
    context.fillText(at, MARGIN.left - 8, y);
  }
  context.stroke();
  context.fillStyle = colours.ink;
  context.font = 'italic 600 14px Georgia, "DejaVu Serif", serif';
  context.textBaseline = 'middle';
  context.fillText(plane.axis_names[0], width - 8, bottom + 15 * side);
  context.fillText(plane.axis_names[1] ?? 'value', MARGIN.left - 8, isUp() ? 12 : height - 12);
}
