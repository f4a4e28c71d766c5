// The tables that are open, one of which is on the board, and the nim heap beside its positions.

// Whether what is on the board is known in part: the plane and the colours of another table are still asked for.
let isChanging = false;

// What is on the board has changed: the table, or the heap.
async function useTable(path, heap) {
  const number = path ? await askOpen(path) : 0;
  const isOther = number !== FACTS.number;
  if (!isOther && FACTS.table?.heap === heap) return;
  const table = await askTable(number, heap);
  isChanging = true;
  [FACTS.table, FACTS.number] = [table, number];
  [view.table, view.heap] = [path, heap];
  view.limits = null;
  palette = null;
  marks.text = '';
  legendKey = '';
  fillControls(table);
  if (isOther) searchSetsAnew();
  if (number >= FACTS.tables.length) await askTables();
}

// Shows another table or heap at the same plane and part.
async function showTable(path, heap) {
  const before = [view.table, view.heap, view.at];
  const { shape } = FACTS.table;
  await useTable(path, heap);
  // The same part, not the whole of another size.
  if (String(shape) !== String(FACTS.table.shape)) isFitted = false;
  const kind = view.palette.split(':')[0];
  const suits = FACTS.table.palettes.some((name) => name.split(':')[0] === kind);
  await usePalette(suits ? view.palette : FACTS.table.palettes[0]);
  if (view.at && !isInTable(view.at)) view.at = null;
  await usePlane(isLine() ? '' : planeWithin(view.plane), true);
  if (String([view.table, view.heap, view.at]) !== String(before)) {
    element('said').textContent = `${element('title').textContent}: ${element('subtitle').textContent}`;
  }
  followOverview();
}

// The plane as far as the table has it.
function planeWithin(text) {
  const parts = planeParts(text);
  for (const [name, size] of parts) {
    const [least, largest] = sizesOf(name, new Map([...parts].filter(([other]) => other !== name)));
    parts.set(name, Math.max(Math.min(size, largest), least));
  }
  return [...parts].map(([name, size]) => `${name}=${size}`).join(',');
}

// Shows the open tables in the control.
function showTables() {
  const { tables } = FACTS;
  const paths = tables.map(({ path }, number) => number === 0 ? '' : path);
  element('table').replaceChildren(...tables.map(({ name }, number) => new Option(name, paths[number])));
  element('table').value = paths[FACTS.number];
  for (const id of ['table-label', 'next-table']) element(id).hidden = tables.length < 2;
}

async function askTables() {
  FACTS.tables = (await askStart()).tables;
  showTables();
}

function nextTable() {
  const { options, selectedIndex } = element('table');
  if (options.length < 2) {
    showNotice('No other table is open: open one under “Compare with”.');
    return;
  }
  const { value } = options[(selectedIndex + 1) % options.length];
  chooseTable(value);
}

async function chooseTable(path) {
  try {
    await jump(() => showTable(path, element('heap').disabled ? 0 : view.heap));
    showNotice('');
  } catch (error) {
    showNotice(error.message);
  }
  showTables();
}

async function openTable() {
  const path = element('open-path').value.trim();
  let problem = path ? '' : 'Type the path of a table, as in nim.zarr.';
  if (!problem) {
    try {
      await askOpen(path);
      await askTables();
      const { tables } = FACTS;
      const number = await askOpen(path);
      await chooseTable(number === 0 ? '' : tables[number].path);
      element('open-path').value = '';
    } catch (error) {
      problem = error.message;
    }
  }
  showProblem('open-path', problem);
}

// Puts the nim heap that was typed beside the positions.
async function typedHeap() {
  const text = element('heap').value.trim();
  const heap = text === '' ? 0 : Number(text);
  const { largest_heap: largest } = FACTS.table;
  if (!Number.isInteger(heap) || heap < 0 || heap > largest) {
    showProblem('heap', `A heap has from 0 to ${largest.toLocaleString('en')} tokens.`);
    return;
  }
  showProblem('heap', '');
  try {
    await jump(() => showTable(view.table, heap), 'heap');
  } catch (error) {
    showProblem('heap', error.message);
  }
}

// Shows the heap, or why there can be none.
function showHeap() {
  const { heap, no_heap: reason } = FACTS.table;
  element('heap').disabled = reason !== null;
  element('heap').value = heap;
  element('heap-label').title = reason ?? 'The sum of each position and a nim heap';
  showProblem('heap', '');
  element('heap-problem').textContent = reason ? 'only beside Grundy values of normal play' : '';
}

function listenToTables() {
  element('table').addEventListener('change', (event) => chooseTable(event.target.value));
  element('next-table').addEventListener('click', nextTable);
  element('open').addEventListener('click', openTable);
  element('open-path').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') openTable();
    else if (event.key === 'Escape') board.focus();
  });
  element('heap').addEventListener('change', typedHeap);
}
