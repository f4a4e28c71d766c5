// The beginning: the table is requested, the controls are filled, and the link is read.

let palette = null;

// Asks for the colours of a palette, and takes the palette unless another was asked for meanwhile.
let palettesAsked = 0;
async function loadPalette(name) {
  palettesAsked += 1;
  const asked = palettesAsked;
  const within = limits;
  const colours = isGraded(name) ? await askScale(name, within) : await askColours(name);
  if (asked === palettesAsked) palette = paletteOf(FACTS.table, name, colours, within);
}

// Takes a palette, one of those that are offered or another that the server knows.
async function usePalette(name) {
  const usual = FACTS.table.palettes[0];
  const before = [view.palette, limits];
  view.palette = name || usual;
  limits = view.limits ?? limitsOfTable();
  try {
    if (!isLine() || !palette) await loadPalette(isLine() ? usual : view.palette);
  } catch (error) {
    showNotice(error.message);
    [view.palette, limits] = before;
    if (!palette) await usePalette(usual);
    return;
  }
  const select = element('palette');
  if (![...select.options].some((option) => option.value === view.palette)) select.append(new Option(view.palette));
  select.value = view.palette;
  showLimits();
}

// Shows a plane of the table; `keep` says whether the part of it stays.
async function usePlane(text, keep) {
  try {
    plane = isLine() ? { plane: '', columns: FACTS.table.shape[0], rows: 1, axis_names: ['x'] } : await askPlane(text);
  } catch (error) {
    showNotice(error.message);
    if (!plane && text !== usualPlane()) await usePlane(usualPlane(), keep);
    return;
  }
  view.plane = plane.plane;
  isChanging = false;
  if (view.at) view.at = positionOf(...cellOf(view.at));
  showPlane();
  describeBoard();
  if (keep && !isFitted) changed();
  else fitPlane();
}

function describeBoard() {
  const { table } = FACTS;
  const what = `${table.values_name} of ${table.game}`;
  const where = view.plane ? `, plane ${view.plane}` : '';
  const extent = isLine() ? `heap sizes to ${plane.columns - 1}` : `${plane.columns} by ${plane.rows} cells`;
  board.setAttribute('aria-label', `${what}${where}, ${extent}`);
}

function fillControls(table) {
  const game = table.heap ? `${table.game} + nim heap of ${table.heap}` : table.game;
  document.title = `${game}: ${table.values_name}`;
  element('title').textContent = game;
  const play = table.convention === 'misere' ? ', misère play' : '';
  const part = table.unfinished ? `, ${table.unfinished}` : '';
  element('subtitle').textContent = `${table.values_name}${play}, ${table.domain}${part}`;
  element('palette').replaceChildren(...table.palettes.map((name) => new Option(name)));
  for (const control of document.querySelectorAll('.of-planes')) control.hidden = isLine();
  // Where single cells tell nothing of P-positions, or the palette none of anything else.
  element('p-label').hidden ||= !table.channels.includes('p-share');
  element('limits-name').textContent = isLine() ? 'Values from' : 'Colours from';
  element('go').placeholder = ['5', '3,5', '3,5,2', '3,5,2,1'][table.shape.length - 1];
  showTables();
  showHeap();
}

function listen() {
  listenToSets();
  listenToTables();
  element('release').addEventListener('click', () => {
    jumpTo(null);
    board.focus();
  });
  element('palette').addEventListener('change', (event) => jump(async () => {
    await usePalette(event.target.value);
    changed();
  }));
  element('origin').addEventListener('change', (event) => {
    view.origin = event.target.value;
    changed();
  });
  element('zoom-in').addEventListener('click', () => zoomBy(2));
  element('zoom-out').addEventListener('click', () => zoomBy(0.5));
  element('fit').addEventListener('click', fitPlane);
  element('p-marks').addEventListener('change', (event) => {
    view.p = event.target.value;
    changed();
  });
  for (const id of ['least', 'largest']) element(id).addEventListener('change', typedLimits);
  element('lock').addEventListener('change', (event) => lockLimits(event.target.checked));
  element('copy').addEventListener('click', copyLink);
  element('copy-command').addEventListener('click', copyCommand);
  element('save').addEventListener('click', savePicture);
  element('picture-format').addEventListener('change', showPictureWidth);
  showPictureWidth();
  element('more-button').addEventListener('click', () => {
    const isOpen = element('more').classList.toggle('open');
    element('more-button').setAttribute('aria-expanded', String(isOpen));
  });
  element('controls').addEventListener('submit', (event) => event.preventDefault());
  element('go').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') go();
    else if (event.key === 'Escape') board.focus();
  });
  window.addEventListener('popstate', restoreEntry);
  new ResizeObserver(() => (plane && isFitted ? fitPlane() : drawSoon())).observe(board);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawSoon);
}

// Shows what a link says.
async function restore(link) {
  try {
    await useTable(link.table ?? '', link.heap ?? 0);
  } catch (error) {
    showNotice(error.message);
    await useTable('', 0);
  }
  useSets(link.sets ?? FACTS.started);
  const hasPart = ['x', 'y', 'zoom'].every((name) => name in link);
  if (link.origin) view.origin = link.origin;
  element('origin').value = view.origin;
  view.p = link.p ?? 'auto';
  element('p-marks').value = view.p;
  view.limits = link.limits ?? null;
  await usePalette(link.palette ?? FACTS.table.palettes[0]);
  view.at = null;
  isFitted = !hasPart;
  if (hasPart) Object.assign(view, { x: link.x, y: link.y, zoom: link.zoom });
  await usePlane(usualPlane() && (link.plane ?? usualPlane()), hasPart);
  const fits = link.at && link.at.length === FACTS.table.shape.length;
  const heaps = fits ? positionOf(...cellOf(link.at)) : null;
  if (heaps && heaps.join() === link.at.join()) {
    view.at = heaps;
    changed();
  } else if (link.at) {
    link.wrong.push(`at=${link.at.join(',')}`);
  }
  if (link.wrong.length > 0) {
    const of = link.wrong.some((field) => field.startsWith('at=')) ? `, of ${FACTS.table.domain}` : '';
    showNotice(`The link says ${link.wrong.join(' and ')}, which makes no sense for this table${of}: it is left out.`);
  }
}

async function begin() {
  const { tables, shapes, sets: started } = await askStart();
  Object.assign(FACTS, { tables, shapes, started: started.map(([kind, text]) => ({ kind, text })), table: await askTable(0, 0) });
  fillControls(FACTS.table);
  fillPlanes();
  listen();
  await restoreEntry();
  followOverview();
  watch();
}

begin().catch((error) => showNotice(`The page could not be made: ${error.message}`));
