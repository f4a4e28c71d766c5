// Overlays: sets of positions that are drawn over the table, each in a colour and a shape of its own.

// Colours that readers who do not see all hues tell apart (Okabe and Ito, Color Universal Design, 2008).
const OVERLAY_COLOURS = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#d55e00', '#cc79a7'];
// The corners of the shapes, around (0, 0): a square, a diamond, two triangles, a cross upright and one lying.
const UPRIGHT = [[-0.4, -1.1], [0.4, -1.1], [0.4, -0.4], [1.1, -0.4], [1.1, 0.4], [0.4, 0.4], [0.4, 1.1], [-0.4, 1.1],
  [-0.4, 0.4], [-1.1, 0.4], [-1.1, -0.4], [-0.4, -0.4]];
const OVERLAY_SHAPES = [
  [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]],
  [[0, -1.15], [1.15, 0.95], [-1.15, 0.95]],
  [[0, 1.15], [1.15, -0.95], [-1.15, -0.95]],
  UPRIGHT,
  UPRIGHT.map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]),
];
// More marks than these are drawn as points.
const MOST_SHAPES = 4000;

let overlays = [];

function drawShape(paint, number, [x, y], radius) {
  const corners = OVERLAY_SHAPES[number];
  paint.beginPath();
  corners.forEach(([a, b], at) => paint[at ? 'lineTo' : 'moveTo'](x + a * radius, y + b * radius));
  paint.closePath();
  paint.lineJoin = 'round';
  for (const [colour, width] of [[MARK_WHITE, 4], [MARK_BLACK, 2]]) {
    paint.strokeStyle = colour;
    paint.lineWidth = width;
    paint.stroke();
  }
  paint.fillStyle = OVERLAY_COLOURS[number];
  paint.fill();
}

// The cells of the plane that an overlay marks, found once for each plane.
function cellsOf(overlay) {
  if (overlay.plane === view.plane) return overlay.cells;
  const heaps = heapNames().length;
  overlay.plane = view.plane;
  overlay.cells = [];
  for (let at = 0; at < overlay.positions.length; at += heaps) {
    const position = [...overlay.positions.subarray(at, at + heaps)];
    const cell = cellOf(position);
    if (String(positionOf(...cell)) === String(position)) overlay.cells.push(cell);
  }
  return overlay.cells;
}

function drawOverlays() {
  const { columns, rows } = visibleCells();
  overlays.forEach((overlay, number) => {
    if (!overlay.isShown || !overlay.positions) return;
    const seen = cellsOf(overlay).filter(([column, row]) => column >= columns[0] && column < columns[1]
      && row >= rows[0] && row < rows[1]);
    // Side by side along the lower edge of a cell, where there is room for them.
    const corner = [0.14 + 0.144 * number, 0.15];
    const radius = isLine() ? 4 : isCornered() ? Math.min(0.07 * view.zoom, 6)
      : Math.min(Math.max(0.3 * view.zoom, 2), 6);
    if (seen.length <= MOST_SHAPES) {
      for (const [column, row] of seen) drawShape(context, number, placeOfMark(column, row, corner), radius);
      return;
    }
    for (const [colour, side] of [[MARK_BLACK, 3], [OVERLAY_COLOURS[number], 2]]) {
      context.fillStyle = colour;
      for (const [column, row] of seen) {
        const [x, y] = placeOfMark(column, row, corner);
        context.fillRect(x - side / 2, y - side / 2, side, side);
      }
    }
  });
}

const OVERLAY_KINDS = {
  'p-positions': 'P-positions of', counterexamples: 'Counterexamples to', list: 'Positions with',
};

// Says how many positions of an overlay are drawn.
function overlayCount({ state, share, shown, count, reason }) {
  if (state === 'failed') return `not found: ${reason}`;
  if (state === 'searching') return `searching: ${percentDone(share)} %`;
  const number = (value) => value.toLocaleString('en');
  if (count === 0) return 'none';
  return shown === count ? number(count) : `first ${number(shown)} of ${number(count)} by grade`;
}

function overlayText(overlay) {
  const what = overlay.kind === 'p-positions' ? overlay.text.split(/[\\/]/).pop() : overlay.text;
  return `${OVERLAY_KINDS[overlay.kind]} ${what}: ${overlayCount(overlay)}`;
}

function showOverlays() {
  element('overlays').replaceChildren(...overlays.map((overlay, number) => {
    const box = made('input', { type: 'checkbox', checked: overlay.isShown });
    box.addEventListener('change', () => {
      overlay.isShown = box.checked;
      drawSoon();
    });
    const sample = made('canvas', { width: 40, height: 40 });
    drawShape(sample.getContext('2d'), number, [20, 20], 10);
    return made('li', {}, made('label', { title: overlay.text }, box, sample, made('span', {}, overlayText(overlay))));
  }));
}

// Asks for the overlays until all are found.
async function followOverlays() {
  for (;;) {
    const described = await askOverlays();
    const known = overlays;
    overlays = described.map((overlay, at) => ({ isShown: true, positions: null, ...known[at], ...overlay }));
    for (const [number, overlay] of overlays.entries()) {
      if (overlay.state === 'found') overlay.positions ??= await askOverlay(number);
    }
    // A box that is being used is not replaced.
    if (JSON.stringify(overlays.map(overlayText)) !== JSON.stringify(known.map(overlayText))) showOverlays();
    drawSoon();
    if (overlays.every(({ state }) => state !== 'searching')) return;
    await new Promise((resolve) => { setTimeout(resolve, 400); });
  }
}
