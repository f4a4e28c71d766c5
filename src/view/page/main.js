// The beginning: the table is requested, the controls are filled, and the link is read.

let palette = null;

// Takes a palette, one of those that are offered or another that the server knows.
async function usePalette(name) {
  const { table } = FACTS;
  const wanted = name || table.palettes[0];
  let colours;
  try {
    colours = await askColours(wanted);
  } catch (error) {
    showNotice(error.message);
    if (palette) return;
    await usePalette(table.palettes[0]);
    return;
  }
  palette = paletteOf(table, wanted, colours);
  view.palette = wanted;
  const select = element('palette');
  if (![...select.options].some((option) => option.value === wanted)) select.append(new Option(wanted));
  select.value = wanted;
  showLegend();
}

// Shows a plane of the table; `keep` says whether the part of it stays.
async function usePlane(text, keep) {
  try {
    plane = await askPlane(text);
  } catch (error) {
    showNotice(error.message);
    return;
  }
  view.plane = plane.plane;
  if (view.at) view.at = positionOf(...cellOf(view.at));
  const [axis, value] = view.plane.split('=');
  if (value !== undefined) {
    element('plane-axis').value = axis;
    const largest = largestSize(axis);
    for (const id of ['plane-slider', 'plane-size']) {
      element(id).max = largest;
      element(id).value = value;
    }
  }
  describeBoard();
  if (keep && !isFitted) changed();
  else fitPlane();
}

// The largest size that planes of an axis have.
function largestSize(axis) {
  const { shape, largest_token_sum: sum } = FACTS.table;
  const index = HEAP_NAMES.indexOf(axis);
  return index < 0 ? Math.min(sum, shape.reduce((total, side) => total + side - 1, 0)) : Math.min(shape[index] - 1, sum);
}

function describeBoard() {
  const { table } = FACTS;
  const what = `${table.values_name} of ${table.game}`;
  const where = view.plane ? `, plane ${view.plane}` : '';
  board.setAttribute('aria-label', `${what}${where}, ${plane.columns} by ${plane.rows} cells`);
}

function fillControls(table) {
  document.title = `${table.game}: ${table.values_name}`;
  element('title').textContent = table.game;
  const play = table.convention === 'misere' ? ', misère play' : '';
  element('subtitle').textContent = `${table.values_name}${play}, ${table.domain}`;
  element('palette').append(...table.palettes.map((name) => new Option(name)));
  if (table.shape.length === 3) {
    element('plane-controls').hidden = false;
    element('plane-axis').append(...['z', 'y', 'x', 'sum'].map((name) => new Option(`${name} =`, name)));
  }
}

function listen() {
  const changePlane = (size) => {
    const axis = element('plane-axis').value;
    const number = Math.min(Math.max(Math.round(Number(size)) || 0, 0), largestSize(axis));
    const isSameAxis = view.plane.startsWith(`${axis}=`);
    planeSoon(`${axis}=${number}`, isSameAxis);
  };
  element('plane-slider').addEventListener('input', (event) => changePlane(event.target.value));
  element('plane-size').addEventListener('change', (event) => changePlane(event.target.value));
  element('plane-axis').addEventListener('change', () => changePlane(element('plane-slider').value));
  element('palette').addEventListener('change', async (event) => {
    await usePalette(event.target.value);
    changed();
  });
  element('origin').addEventListener('change', (event) => {
    view.origin = event.target.value;
    changed();
  });
  element('zoom-in').addEventListener('click', () => zoomAt(2));
  element('zoom-out').addEventListener('click', () => zoomAt(0.5));
  element('fit').addEventListener('click', fitPlane);
  element('copy').addEventListener('click', copyLink);
  element('controls').addEventListener('submit', (event) => event.preventDefault());
  window.addEventListener('hashchange', () => restore(readLink(location.hash)));
  new ResizeObserver(() => (plane && isFitted ? fitPlane() : drawSoon())).observe(board);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawSoon);
}

// A slider that is dragged asks for many planes: one at a time, and the last one in any case.
let planeWanted = null;
let planeUnderWay = false;
async function planeSoon(text, keep) {
  planeWanted = { text, keep };
  if (planeUnderWay) return;
  planeUnderWay = true;
  while (planeWanted) {
    const next = planeWanted;
    planeWanted = null;
    await usePlane(next.text, next.keep);
  }
  planeUnderWay = false;
}

async function copyLink() {
  history.replaceState(null, '', linkText());
  const button = element('copy');
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'See the address bar';
  }
  setTimeout(() => { button.textContent = 'Copy link'; }, 1600);
}

// Shows what a link says.
async function restore(link) {
  const usual = FACTS.table.shape.length === 3 ? 'z=0' : '';
  const hasPart = ['x', 'y', 'zoom'].every((name) => name in link);
  if (link.origin) view.origin = link.origin;
  element('origin').value = view.origin;
  await usePalette(link.palette ?? view.palette);
  view.at = null;
  isFitted = !hasPart;
  if (hasPart) Object.assign(view, { x: link.x, y: link.y, zoom: link.zoom });
  await usePlane(usual ? link.plane ?? usual : '', hasPart);
  const fits = link.at && link.at.length === FACTS.table.shape.length;
  const heaps = fits ? positionOf(...cellOf(link.at)) : null;
  if (heaps && heaps.join() === link.at.join()) {
    view.at = heaps;
    changed();
  }
}

// Says how far the overview is, and shows what it has, until it is made or has failed.
let isFollowing = false;
async function followOverview() {
  if (isFollowing) return;
  isFollowing = true;
  let isFirst = true;
  try {
    for (;;) {
      const { state, share, reason } = await askProgress();
      askAgain();
      drawSoon();
      if (state === 'failed') showNotice(`The overview could not be made: ${reason}. Zoom in to see cells.`);
      else if (state === 'done' && !isFirst) showNotice('');
      if (state !== 'making') break;
      isFirst = false;
      showNotice(`The overview is being made: ${Math.floor(100 * share)} %. Zoom in to see cells.`);
      await new Promise((resolve) => { setTimeout(resolve, 700); });
    }
  } catch (error) {
    showNotice(`The server does not answer: ${error.message}`);
  }
  isFollowing = false;
}

async function begin() {
  FACTS.table = await askTable();
  fillControls(FACTS.table);
  listen();
  await restore(readLink(location.hash));
  followOverview();
}

begin().catch((error) => showNotice(`The page could not be made: ${error.message}`));
