// The panel: what the server says of the position under the pointer, or of the one that is kept.

const DELAY = 45;
const MOST_LISTED = 40;
// `found` is what the server said last, `shown` what is marked on the board; `asked` is the request under way.
const marks = { found: null, shown: null, asked: null, timer: 0, text: '' };
const element = (id) => document.getElementById(id);

// Makes an element with these properties and children.
function made(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

// Whether the position that is shown is the one that is kept, or the pointer is on it.
const isKept = () => Boolean(view.at && marks.found && view.at.join() === marks.found.position.join());

const positionText = (heaps) => `(${heaps.join(', ')})`;

// Shows a note over the board. Screen readers read it out, unless it changes all the time.
function showNotice(text, isRead = true) {
  if (element('notice').textContent === text) return;
  element('notice').setAttribute('aria-live', isRead ? 'polite' : 'off');
  element('notice').textContent = text;
  element('notice').hidden = !text;
}

// Asks about a position soon; if the pointer moves on meanwhile, about the next one alone.
function lookAt(heaps) {
  if (isChanging) return;
  const text = heaps ? heaps.join(',') + linkPlaneAndLevel() : '';
  if (text === marks.text) {
    if (marks.found) sayPosition(marks.found);
    return;
  }
  marks.text = text;
  clearTimeout(marks.timer);
  if (!heaps) {
    marks.asked?.abort();
    showPosition(null);
    return;
  }
  marks.timer = setTimeout(() => askAbout(heaps, text), DELAY);
}

// The options that are listed are those on the board: they change with it.
function linkPlaneAndLevel() {
  const { columns, rows } = visibleCells();
  return `|${layerKey()}|${columns}|${rows}`;
}

async function askAbout(heaps, text) {
  marks.asked?.abort();
  marks.asked = new AbortController();
  const { columns, rows } = visibleCells();
  if (columns[0] >= columns[1] || rows[0] >= rows[1]) return;
  const of = layerKey();
  try {
    const found = await askPosition(heaps, view.plane, columns, rows, marks.asked.signal);
    if (text === marks.text) showPosition(found, of);
  } catch (error) {
    if (error.name !== 'AbortError' && !isGone) showNotice(error.message);
  }
}

function fact(name, value) {
  element('facts').append(made('dt', {}, name), made('dd', {}, value));
}

function showPosition(found, of) {
  const focused = focusedMove();
  showFound(found, of);
  if (focused === null) return;
  // Who follows moves by keys goes on from the list of the next position, or from what says that there are none.
  const isSame = focused.of === element('position').textContent;
  const next = movesListed()[isSame ? focused.at : 0] ?? element('winning').querySelector('h3') ?? board;
  next.focus();
}

const movesListed = () => [...element('winning').querySelectorAll('button')];

// The move that has the focus, and whose it is; null if none has.
function focusedMove() {
  if (!element('winning').contains(document.activeElement)) return null;
  return { at: movesListed().indexOf(document.activeElement), of: marks.found && positionText(marks.found.position) };
}

function showFound(found, of) {
  element('facts').replaceChildren();
  element('winning').replaceChildren();
  marks.shown = null;
  marks.found = found;
  if (!found) {
    element('position').textContent = 'Point at a cell';
    element('kept').hidden = true;
    drawSoon();
    return;
  }
  element('position').textContent = positionText(found.position);
  const { table } = FACTS;
  element('kept').hidden = !isKept();
  if (!['outcome', 'outcome-class', 'outcomeclass'].includes(table.quantity)) fact(table.value_name, found.value);
  if (table.heap) fact('of the position alone', found.own_value);
  const { outcome } = found;
  if (outcome) fact('outcome', outcome === 'D' ? 'draw' : ['P', 'N'].includes(outcome) ? `${outcome}-position` : outcome);
  fact('options', found.options.toLocaleString('en'));
  // Of more heaps than the plane shows, options may lie elsewhere.
  if (table.shape.length > 2 && found.options > 0) fact('in this plane', found.in_plane ? found.in_plane.toLocaleString('en') : 'none');
  for (const moves of found.winning) showWinning(moves, found.smaller_heap);
  sayPosition(found);
  const winning = found.winning.flatMap((moves) => moves.cells);
  const { position, cell, cells } = found;
  marks.shown = { of, position, cell, cells, winning };
  drawSoon();
}

// Says in words how many winning moves there are.
function winningText(mover, count) {
  const whose = { next: '', left: ' of Left', right: ' of Right' }[mover];
  // Tables of scores have best moves, whether they win or not.
  const kind = FACTS.table.quantity.startsWith('score') ? 'best move' : 'winning move';
  return count === 0 ? `No ${kind}${whose}`
    : `${count.toLocaleString('en')} ${kind}${count === 1 ? '' : 's'}${whose}`;
}

// Has screen readers read out what the panel says of a position that is kept: not of those that the pointer passes.
function sayPosition(found) {
  if (!view.at || view.at.join() !== found.position.join()) return;
  const facts = [...element('facts').children].map((node) => node.textContent);
  const pairs = facts.filter((_, at) => at % 2 === 0).map((name, at) => `${name} ${facts[2 * at + 1]}`);
  const inHeap = found.smaller_heap === null ? 0 : 1;
  const moves = found.winning.map(({ mover, count }) => winningText(mover, count + inHeap));
  const text = [`${positionText(found.position)}: ${pairs.join(', ')}`, ...moves].join('. ');
  if (element('said').textContent !== text) element('said').textContent = text;
}

// Lists winning moves: those in the position, and the one in the nim heap, if there is one.
function showWinning({ mover, count, moves }, smallerHeap) {
  const heading = winningText(mover, count + (smallerHeap === null ? 0 : 1));
  const items = moves.slice(0, MOST_LISTED).map(({ words, to }) => {
    const told = made('span', {}, words);
    const button = (at, ...rest) => {
      const attributes = { type: 'button', onclick: () => follow(at) };
      return made('button', attributes, positionText(at), ...rest);
    };
    // A sum is the list of its positions, each of which has a button.
    if (!to.every(Array.isArray)) return made('li', {}, button(to, told));
    const buttons = to.flatMap((at, number) => (number > 0 ? [' + ', button(at)] : [button(at)]));
    return made('li', { className: 'sum' }, ...buttons, told);
  });
  if (smallerHeap !== null) {
    items.unshift(made('li', { className: 'in-heap' }, `nim heap: ${FACTS.table.heap} to ${smallerHeap}`));
  }
  if (count > MOST_LISTED) {
    items.push(made('li', {}, `and ${(count - MOST_LISTED).toLocaleString('en')} more`));
  }
  element('winning').append(made('h3', { tabIndex: -1 }, heading), made('ul', {}, ...items));
}

// Follows a move to a position, which may lie in another plane.
function follow(heaps) {
  return jump(async () => {
    const through = planeThrough(heaps);
    if (through !== view.plane) await usePlane(through, true);
    keepPosition(heaps);
  });
}
