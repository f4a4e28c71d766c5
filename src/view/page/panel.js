// The panel: what the server says of the position under the pointer, or of the one that is kept.

const DELAY = 45;
const MOST_LISTED = 40;
// `shown` is what is marked on the board; `asked` is the request that is under way.
const marks = { shown: null, asked: null, timer: 0, text: '' };
const element = (id) => document.getElementById(id);

const positionText = (heaps) => `(${heaps.join(', ')})`;

function showNotice(text) {
  if (element('notice').textContent === text) return;
  element('notice').textContent = text;
  element('notice').hidden = !text;
}

// Asks about a position soon; if the pointer moves on meanwhile, about the next one alone.
function lookAt(heaps) {
  const text = heaps ? heaps.join(',') + linkPlaneAndLevel() : '';
  if (text === marks.text) return;
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
  return `|${view.plane}|${columns}|${rows}`;
}

async function askAbout(heaps, text) {
  marks.asked?.abort();
  marks.asked = new AbortController();
  const { columns, rows } = visibleCells();
  if (columns[0] >= columns[1] || rows[0] >= rows[1]) return;
  const shownPlane = view.plane;
  try {
    const found = await askPosition(heaps, shownPlane, columns, rows, marks.asked.signal);
    if (text === marks.text) showPosition(found, shownPlane);
  } catch (error) {
    if (error.name !== 'AbortError') showNotice(error.message);
  }
}

function fact(name, value) {
  const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = name;
  detail.textContent = value;
  element('facts').append(term, detail);
}

function showPosition(found, shownPlane) {
  element('facts').replaceChildren();
  element('winning').replaceChildren();
  marks.shown = null;
  if (!found) {
    element('position').textContent = 'Point at a cell';
    drawSoon();
    return;
  }
  element('position').textContent = positionText(found.position);
  const { table } = FACTS;
  if (!['outcome', 'outcome-class', 'outcomeclass'].includes(table.quantity)) fact(table.value_name, found.value);
  if (found.outcome) fact('outcome', found.outcome === 'L' || found.outcome === 'R' ? found.outcome : `${found.outcome}-position`);
  fact('options', found.options.toLocaleString('en'));
  found.winning.forEach(showWinning);
  const winning = found.winning.flatMap((moves) => moves.cells);
  marks.shown = { plane: shownPlane, cell: found.cell, cells: found.cells, winning };
  drawSoon();
}

function showWinning({ mover, count, moves }) {
  const heading = document.createElement('h3');
  const whose = { next: '', left: ' of Left', right: ' of Right' }[mover];
  // Tables of scores have best moves, whether they win or not.
  const kind = FACTS.table.is_signed ? 'best move' : 'winning move';
  heading.textContent = count === 0 ? `No ${kind}${whose}`
    : `${count.toLocaleString('en')} ${kind}${count === 1 ? '' : 's'}${whose}`;
  const list = document.createElement('ul');
  for (const { words, to } of moves.slice(0, MOST_LISTED)) {
    const [item, button, detail] = ['li', 'button', 'span'].map((name) => document.createElement(name));
    button.type = 'button';
    button.textContent = positionText(to);
    detail.textContent = words;
    button.append(detail);
    button.addEventListener('click', () => keepPosition(to));
    item.append(button);
    list.append(item);
  }
  if (count > MOST_LISTED) {
    const item = document.createElement('li');
    item.textContent = `and ${(count - MOST_LISTED).toLocaleString('en')} more`;
    list.append(item);
  }
  element('winning').append(heading, list);
}

function showLegend() {
  const figure = element('legend');
  figure.replaceChildren();
  if (palette.scale) {
    const bar = document.createElement('canvas');
    const steps = 256;
    [bar.width, bar.height] = [steps, 1];
    const paint = bar.getContext('2d');
    const { colour, least, largest } = palette.scale;
    for (let step = 0; step < steps; step += 1) {
      paint.fillStyle = css(colour(Math.round(least + (largest - least) * step / (steps - 1))));
      paint.fillRect(step, 0, 1, 1);
    }
    const ends = document.createElement('div');
    ends.className = 'ends';
    ends.append(...[least, largest].map((value) => {
      const end = document.createElement('span');
      end.textContent = value.toLocaleString('en');
      return end;
    }));
    figure.append(bar, ends);
  }
  const list = document.createElement('ul');
  for (const [text, colour] of palette.legend) {
    const [item, patch] = [document.createElement('li'), document.createElement('canvas')];
    [patch.width, patch.height] = [1, 1];
    const paint = patch.getContext('2d');
    paint.fillStyle = css(colour);
    paint.fillRect(0, 0, 1, 1);
    item.append(patch, text);
    list.append(item);
  }
  figure.append(list);
}
