// Tables of one heap: the value over the heap size. Far away a pixel shows the values from the least to the largest one
// of its heap sizes.

const POINT = { least: 1.4, largest: 5 };

// Screen pixels for each step of the value, and where a value is on the screen.
function plotHeight() {
  return Math.max(size().height - AXES.bottom - 48, 1);
}
const valueZoom = () => plotHeight() / Math.max(limits[1] - limits[0], 1);
const valueY = (value) => size().height - AXES.bottom - 18 - (value - limits[0]) * valueZoom();

// Returns the value of a heap size, if it is known.
function valueAt(heap) {
  const tile = knownTile(0, Math.floor(heap / TILE), 0);
  return tile ? tile.data.least[heap - tile.columns[0]] : null;
}

// Draws what is known of the visible heap sizes. Returns the keys of the tiles that are wanted.
function drawLine({ columns }) {
  const level = levelShown();
  const side = TILE * 2 ** level;
  const wanted = new Set();
  context.fillStyle = colours.card;
  context.fillRect(toScreen(0, 0)[0], 0, plane.columns * view.zoom, size().height);
  for (let i = Math.floor(columns[0] / side); i * side < columns[1]; i += 1) {
    const tile = tileAt(level, i, 0);
    wanted.add(tile.key);
    if (tile.data) drawPoints(tile, 2 ** level);
  }
  return wanted;
}

function drawPoints(tile, factor) {
  const { least, largest, p } = tile.data;
  const radius = Math.min(Math.max(view.zoom * 0.3, POINT.least), POINT.largest);
  for (let at = 0; at < least.length; at += 1) {
    if (least[at] > largest[at]) continue; // It has no position.
    const heap = tile.columns[0] + at * factor;
    const [x] = toScreen(heap + factor / 2, 0);
    const [bottom, top] = [valueY(least[at]), valueY(largest[at])];
    context.fillStyle = colours.accent;
    if (factor > 1) {
      context.fillRect(toScreen(heap, 0)[0], top - 1, Math.max(factor * view.zoom, 1 / ratio), bottom - top + 2);
    } else if (p[at] === 0) {
      context.beginPath();
      context.arc(x, bottom, radius, 0, 2 * Math.PI);
      context.fill();
    }
    // P-positions are squares, at the value; far away at the lower end, which is below all values.
    if (p[at] > 0) {
      context.fillStyle = colours.ink;
      const y = factor > 1 ? size().height - AXES.bottom - 6 : bottom;
      context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    }
    if (factor === 1 && view.zoom >= LEAST_NUMBERS) {
      context.fillStyle = colours.ink;
      context.font = '12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
      context.textAlign = 'center';
      context.textBaseline = 'bottom';
      context.fillText(textOfValue(FACTS.table, least[at]), x, bottom - radius - 3);
    }
  }
}
