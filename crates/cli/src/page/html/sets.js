// Sets of positions that are drawn over the table, each in a colour and a shape of its own: those of `grundytab render`,
// which the server sends. As there, sets are numbered in the order of the flags, and the P-positions of the table are dots.

// More marks than these are small points: of cells that are tiny, small, or large.
const MOST_SHAPES = { tiny: 40, small: 150, large: 4000 };
const LEAST_SMALL = 4;
// Points of more than these are smaller.
const MANY = 5000;
// Cells that are smaller are far away.
const LEAST_NEAR = 8;

// `mark` is the number of the colour and the shape, `DOT` that of the P-positions of the table.
let sets = [];
const DOT = -1;
const isDot = (set) => set.kind === 'list' && set.text.trim() === 'p';
const colourOfMark = (mark) => mark === DOT ? MARK_BLACK : FACTS.shapes[mark].colour;

const SET_KINDS = {
  with: 'P-positions of', claim: 'Counterexamples to', list: 'Positions with',
};

// Draws a mark; from afar without its white rim, whose chains would hide what lies below.
function drawShape(paint, number, [x, y], radius, isFar = false) {
  if (number === DOT) {
    if (!isFar) disc(paint, [x, y], 1.5 * radius, MARK_WHITE);
    disc(paint, [x, y], radius, MARK_BLACK);
    return;
  }
  const { corners, colour: own } = FACTS.shapes[number];
  paint.beginPath();
  corners.forEach(([a, b], at) => paint[at ? 'lineTo' : 'moveTo'](x + a * radius, y + b * radius));
  paint.closePath();
  paint.lineJoin = 'round';
  for (const [colour, width] of isFar ? [[MARK_BLACK, 1.2]] : [[MARK_WHITE, 4], [MARK_BLACK, 2]]) {
    paint.strokeStyle = colour;
    paint.lineWidth = width;
    paint.stroke();
  }
  paint.fillStyle = own;
  paint.fill();
}

// The cells of the plane that a set marks, found once for each plane.
function cellsOfSet(set) {
  if (set.plane === view.plane) return set.cells;
  const heaps = heapNames().length;
  set.plane = view.plane;
  set.cells = [];
  for (let at = 0; at < set.positions.length; at += heaps) {
    const position = [...set.positions.subarray(at, at + heaps)];
    const cell = cellOf(position);
    if (String(positionOf(...cell)) === String(position)) set.cells.push(cell);
  }
  return set.cells;
}

// Whether a set has more positions than are marked one by one: then blocks of the visible cells tell how many they hold.
const isCounted = (set) => set.state === 'found' && set.count > set.shown && !isLine() && !isLayer();

// The blocks that a screen shows: as large as marks from afar, single cells if these are larger.
const BLOCK = 5;

// Asks for the blocks of a set on the visible cells, if others are known or none. Those that are known stay until then.
async function followBlocks(set, { columns, rows }) {
  if (set.isAsking || columns[0] >= columns[1] || rows[0] >= rows[1]) return;
  const block = 2 ** Math.max(0, Math.ceil(Math.log2(BLOCK / view.zoom)));
  // Whole screens of blocks, so that not every step of the view asks anew.
  const wide = ([from, to], end) => [Math.floor(from / (64 * block)) * 64 * block,
    Math.min(Math.ceil(to / (64 * block)) * 64 * block, end)];
  const [across, along] = [wide(columns, plane.columns), wide(rows, plane.rows)];
  const key = `${FACTS.number}|${view.plane}|${block}|${across}|${along}`;
  if (set.blocks?.key === key) return;
  set.isAsking = true;
  const at = view.plane;
  try {
    const counts = await askBlocks(set, at, across, along, block);
    set.blocks = { key, plane: at, block, counts };
  } catch (error) {
    set.blocks = { key, plane: at, block, counts: [] };
    if (!isGone) showNotice(error.message);
  }
  set.isAsking = false;
  drawSoon();
}

// Draws the share of a set in each block: the fuller, the less is seen of what lies below.
function drawBlocks(set) {
  if (set.blocks?.plane !== view.plane) return;
  const { block, counts } = set.blocks;
  context.fillStyle = colourOfMark(set.mark);
  for (let at = 0; at < counts.length; at += 3) {
    const [column, row] = [counts[at] * block, counts[at + 1] * block];
    // The last ones have fewer cells.
    const [across, along] = [Math.min(block, plane.columns - column), Math.min(block, plane.rows - row)];
    context.globalAlpha = 0.12 + 0.53 * Math.min(counts[at + 2] / (across * along), 1);
    const place = rectangle([column, column + across], [row, row + along]);
    context.fillRect(...place);
  }
  context.globalAlpha = 1;
}

function drawSets() {
  const { columns, rows } = visibleCells();
  for (const set of sets.filter((set) => set.isShown && isCounted(set))) {
    followBlocks(set, { columns, rows });
    drawBlocks(set);
  }
  const shown = sets.filter((set) => set.isShown && set.positions && !isCounted(set)).map((set) => ({
    mark: set.mark,
    seen: cellsOfSet(set).filter(([column, row]) => column >= columns[0] && column < columns[1]
      && row >= rows[0] && row < rows[1]),
  }));
  const isFar = !isLine() && view.zoom < LEAST_NEAR;
  const most = MOST_SHAPES[!isFar ? 'large' : view.zoom < LEAST_SMALL ? 'tiny' : 'small'];
  // From afar small sets lie over large ones, so that none is hidden.
  if (isFar) shown.sort((one, other) => other.seen.length - one.seen.length);
  // Dots lie over all others, as in pictures of `render`.
  shown.sort((one, other) => (one.mark === DOT) - (other.mark === DOT));
  for (const { mark, seen } of shown) {
    // Side by side along the lower edge of a cell, where there is room for them.
    const corner = mark === DOT ? [0.2, 0.8] : [0.14 + 0.144 * mark, 0.15];
    const radius = isLine() ? 4 : isCornered() ? Math.min(0.07 * view.zoom, 6)
      : Math.min(Math.max(0.3 * view.zoom, 2.2), 6);
    if (seen.length <= most) {
      for (const [column, row] of seen) drawShape(context, mark, placeOfMark(column, row, corner), radius, isFar);
      continue;
    }
    const side = isFar && seen.length > MANY ? 1.6 : Math.min(Math.max(view.zoom, 2), 3);
    const places = seen.map(([column, row]) => placeOfMark(column, row, corner));
    // A shadow makes points of few positions seen on every colour.
    for (const [colour, more, opacity] of side > 2 ? [[MARK_BLACK, 1.4, 0.25], [colourOfMark(mark), 0, 0.9]]
      : [[colourOfMark(mark), 0, 0.7]]) {
      context.fillStyle = colour;
      context.globalAlpha = opacity;
      const width = side + more;
      for (const [x, y] of places) context.fillRect(x - width / 2, y - width / 2, width, width);
    }
    context.globalAlpha = 1;
  }
}

// Says how many positions of a set are drawn.
function countOfSet(set) {
  const { state, share, shown, count, reason, without_value: without } = set;
  if (state === 'failed') return `not found: ${reason}`;
  if (state === 'searching') return `searching: ${percentDone(share)} %`;
  const number = (value) => value.toLocaleString('en');
  const some = isCounted(set) ? `${number(count)}, too many for marks: shades show their share of the cells`
    : `first ${number(shown)} of ${number(count)} by grade`;
  const all = shown === count ? number(count) : some;
  const found = count === 0 ? 'none' : all;
  return without > 0 ? `${found}, no value at ${number(without)} position${without === 1 ? '' : 's'}` : found;
}

// The file of a path that may have a name before it, as in n=tables/nim.zarr.
function fileIn(typed) {
  const file = typed.split(/[\\/]/).filter(Boolean).pop() ?? '';
  const [name] = /^\w+=/u.exec(typed) ?? [''];
  return file.startsWith(name) ? file : name + file;
}

function textOfSet(set) {
  const what = set.kind === 'with' ? fileIn(set.text) : set.text;
  return `${SET_KINDS[set.kind]} ${what}: ${countOfSet(set)}`;
}

const areSame = (one, other) => one.kind === other.kind && one.text === other.text;

// Takes these sets in the place of those that are drawn.
function useSets(wanted) {
  const kept = sets.filter((set) => wanted.some((other) => areSame(set, other)));
  for (const set of sets) {
    if (!kept.includes(set) && set.state === 'searching') forgetSet(set);
  }
  const different = wanted.filter((set, at) => wanted.findIndex((other) => areSame(set, other)) === at);
  const isRoom = (set, at) => isDot(set) || different.slice(0, at).filter((other) => !isDot(other)).length < mostSets();
  sets = different.filter(isRoom).map(({ kind, text }) => kept.find((set) => areSame(set, { kind, text }))
    ?? { kind, text, mark: DOT, isShown: true, positions: null, state: 'searching', share: 0 });
  inOrderOfFlags(sets).filter((set) => !isDot(set)).forEach((set, mark) => { set.mark = mark; });
  view.sets = sets.map(({ kind, text }) => ({ kind, text }));
  showSets();
  drawSoon();
  followSets();
}

const mostSets = () => FACTS.shapes.length;
const inOrderOfFlags = (all) => Object.keys(SET_KINDS).flatMap((kind) => all.filter((set) => set.kind === kind));

// Has the sets searched for in another table.
function searchSetsAnew() {
  for (const set of sets) {
    Object.assign(set, { positions: null, plane: null, blocks: null, state: 'searching', share: 0 });
  }
  showSets();
  followSets();
}

// Asks for the sets until all are found.
let isFollowingSets = false;
async function followSets() {
  if (isFollowingSets) return;
  isFollowingSets = true;
  for (;;) {
    const sought = sets.filter(({ state }) => state === 'searching');
    if (sought.length === 0 || isGone) break;
    const { number } = FACTS;
    const before = sets.map(textOfSet).join('|');
    for (const set of sought) {
      let found;
      try {
        found = await askSet(set);
        if (found.state === 'found') found.positions = await askPositionsOf(set);
      } catch (error) {
        found = { state: 'failed', reason: error.message };
      }
      // Meanwhile it may have been removed, or another table be shown.
      if (number !== FACTS.number || !sets.includes(set)) continue;
      Object.assign(set, found);
      if (set.kind === 'with' && found.state === 'found') askTables().catch(() => {});
      if (found.state !== 'searching') saySet(set);
    }
    if (sets.map(textOfSet).join('|') !== before) showSets();
    drawSoon();
    if (sets.every(({ state }) => state !== 'searching')) break;
    await new Promise((resolve) => { setTimeout(resolve, 400); });
  }
  isFollowingSets = false;
}

// Screen readers are told of a set that was added when it is found.
function saySet(set) {
  if (!set.isAwaited) return;
  set.isAwaited = false;
  element('said').textContent = textOfSet(set);
}
