// Tiles: squares of cells, or of pixels of many cells, that have been asked for, each drawn once in colours.

const TILE = 256;
const MOST_TILES = 240;
const MOST_REQUESTS = 6;

const tiles = new Map();
const waiting = [];
let running = 0;

const tileKey = (level, i, j) => `${layerKey()}|${level}|${i}|${j}`;
// The values that tiles belong to: the table, the nim heap, the plane.
const layerKey = () => `${FACTS.number}|${view.heap}|${view.plane}`;

// The columns and rows of cells of a tile.
function tileCells(level, i, j) {
  const side = TILE * 2 ** level;
  const range = (index, end) => [index * side, Math.min((index + 1) * side, end)];
  return [range(i, plane.columns), range(j, plane.rows)];
}

// Returns a tile, and asks for it if it is not known yet.
function tileAt(level, i, j) {
  const key = tileKey(level, i, j);
  let tile = tiles.get(key);
  if (tile) {
    tiles.delete(key);
  } else {
    const [columns, rows] = tileCells(level, i, j);
    const count = ([start, end]) => Math.ceil((end - start) / 2 ** level);
    const [width, height] = [columns, rows].map(count);
    tile = { key, of: layerKey(), plane: view.plane, level, columns, rows, width, height, picture: null, state: 'waiting' };
    waiting.push(tile);
  }
  tiles.set(key, tile);
  return tile;
}

const knownTile = (level, i, j) => {
  const tile = tiles.get(tileKey(level, i, j));
  return tile && tile.data ? tile : null;
};

// Sends requests, those that were wanted last first: they are what is looked at.
function sendRequests(wanted) {
  for (let at = waiting.length - 1; at >= 0; at -= 1) {
    if (!wanted.has(waiting[at].key)) tiles.delete(waiting.splice(at, 1)[0].key);
  }
  while (!isGone && running < MOST_REQUESTS && waiting.length > 0) load(waiting.shift());
  while (tiles.size > MOST_TILES) {
    const [key, oldest] = tiles.entries().next().value;
    if (oldest.state === 'loading') break;
    tiles.delete(key);
  }
  document.getElementById('board').setAttribute('aria-busy', String(isBusy()));
}

const isBusy = () => running > 0 || waiting.length > 0 && !isGone;

// Asks again for the tiles that were not complete; returns whether there were any.
function askAgain() {
  const partial = [...tiles.values()].filter((tile) => tile.state === 'partial');
  partial.forEach((tile) => { tile.state = 'waiting'; });
  waiting.push(...partial);
  return partial.length > 0;
}

async function load(tile) {
  running += 1;
  tile.state = 'loading';
  const { heap, most_cells_added_up: most } = FACTS.table;
  if (heap && tile.level > 0 && (TILE * 2 ** tile.level) ** 2 > most) {
    // The overview has no sums.
    running -= 1;
    tile.state = 'failed';
    showNotice('Sums are not added up for so many positions: zoom in.');
    return;
  }
  try {
    const whole = (data) => ({ data, isFinal: true });
    const { data, isFinal } = isLine() ? whole(await askLine(tile.columns, tile.level))
      : tile.level === 0 ? whole(await askCells(tile.plane, tile.columns, tile.rows))
      : await askPixels(tile.plane, tile.columns, tile.rows, tile.level);
    tile.data = data;
    tile.palette = null;
    tile.state = isFinal ? 'here' : 'partial';
    if (!isFinal) followOverview();
  } catch (error) {
    tile.state = 'failed';
    if (!isGone && tile.of === layerKey()) showNotice(`These cells cannot be shown: ${error.message}`);
  }
  running -= 1;
  drawSoon();
}

// Returns the picture of a tile in the palette of the view.
function pictureOf(tile) {
  if (tile.picture && tile.palette === palette && tile.p === view.p) return tile.picture;
  tile.palette = palette;
  tile.p = view.p;
  tile.picture ??= new OffscreenCanvas(tile.width, tile.height);
  const context = tile.picture.getContext('2d');
  const image = context.createImageData(tile.width, tile.height);
  const colours = new Uint32Array(image.data.buffer);
  if (tile.level === 0) {
    const { outside } = FACTS.table;
    const { ofValue } = palette;
    tile.data.forEach((value, at) => { colours[at] = value === outside ? 0 : ofValue(value); });
  } else {
    const factor = 2 ** tile.level;
    const first = tile.data[FACTS.table.channels[0]];
    const share = arePMarked(tile.level) ? tile.data['p-share'] : null;
    const mark = colourOfPMark();
    for (let at = 0; at < colours.length; at += 1) {
      colours[at] = Number.isNaN(first[at]) ? 0
        : share && share[at] > 0 ? mark
        : palette.ofPixel(tile.data, at, factor);
    }
  }
  context.putImageData(image, 0, 0);
  // A layer from afar is made of these.
  tile.packed = isLayer() ? colours : null;
  return tile.picture;
}
