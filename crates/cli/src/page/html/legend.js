// The legend: what the colours and the marks mean that are visible now.

let legendKey = '';
// More colours than these are not explained one by one.
const MOST_ENTRIES = 14;

// What the legend shows: `bar`, colours with the values at its ends; `entries`, texts with a colour or a mark; `note`,
// what a pixel shows.
function legendNow() {
  const level = levelShown();
  const factor = 2 ** level;
  const entries = [];
  let [bar, note] = [null, ''];
  const number = (value) => value.toLocaleString('en');
  if (isLine()) {
    entries.push({ text: 'a value', mark: (paint, at) => disc(paint, at, 5, colours.accent) });
    entries.push({ text: 'a P-position', mark: (paint, [x, y]) => {
      paint.fillStyle = colours.ink;
      paint.fillRect(x - 5, y - 5, 10, 10);
    } });
    if (level > 0) {
      note = `A pixel shows the values of ${number(factor)} heap sizes, from the least to the largest, and at the `
        + 'lower edge whether one of them is a P-position.';
    }
  } else {
    const isGrey = level > 0 && palette.greys;
    const scale = isGrey ? palette.greys : palette.scale;
    if (scale) {
      const { colour, least, largest, more = '' } = scale;
      const { maximum, minimum = 0 } = FACTS.table.totals ?? {};
      // Limits that are not locked are those of what is seen.
      const isCut = view.limits && isGraded(view.palette) && !isGrey && view.palette !== 'diverging';
      // Values beyond the limits have the colours of the limits.
      const below = isCut && least > Math.max(firstGraded(FACTS.table, view.palette), minimum) ? '≤ ' : '';
      const above = isCut && largest < maximum ? '≥ ' : '';
      const last = 255;
      const value = (step) => Math.round(least + (largest - least) * step / last);
      bar = {
        colours: Array.from({ length: last + 1 }, (_, step) => colour(value(step))),
        ends: [below + number(least), above + number(largest) + more],
      };
    }
    const areMarked = arePMarked(level);
    // The colour of P-positions is then that of pixels that hold one.
    const cells = isGrey ? [] : palette.legend.filter(([, colour]) => !(areMarked && colour === palette.p));
    if (areMarked) entries.push({ text: 'pixels that hold a P-position', colour: colourOfPMark() });
    entries.push(...cells.slice(0, MOST_ENTRIES).map(([text, colour]) => ({ text, colour })));
    if (FACTS.table.has_holes) {
      entries.push({ text: 'no position', mark: (paint, [x, y]) => {
        paint.fillStyle = colours.outside;
        paint.fillRect(x - 10, y - 10, 20, 20);
      } });
    }
    if (cells.length > MOST_ENTRIES) entries.push({ text: `and ${cells.length - MOST_ENTRIES} more` });
    if (level > 0) {
      const what = areMarked && palette.afarMarked || palette.afar;
      note = `A pixel shows ${what} of ${number(factor)} × ${number(factor)} cells.${palette.remark ?? ''}`;
      const boost = boostOf(FACTS.table, factor);
      if (!areMarked && what.includes('share of P') && boost > 1) {
        note += ` That share counts ${number(Math.round(10 * boost) / 10)} times.`;
      }
    }
  }
  if (marks.shown && marks.shown.of === layerKey()) {
    const [options, winning, self] = seenOfMarks();
    const [name, mark] = isKept() ? ['kept', MARKS.kept] : ['pointed at', MARKS.pointed];
    if (self.length > 0) entries.push({ text: `${positionText(marks.shown.position)}, ${name}`, mark: (paint, at) => mark(paint, at, 6) });
    const option = areOptionsFar() ? (paint, at) => MARKS.farOption(paint, at, 2) : (paint, at) => MARKS.option(paint, at, 4);
    if (options.length > 0) entries.push({ text: 'options', mark: option });
    const kind = FACTS.table.quantity.startsWith('score') ? 'best moves' : 'winning moves';
    if (winning.length > 0) entries.push({ text: kind, mark: (paint, at) => MARKS.winning(paint, at, 3.5) });
  }
  return { bar, entries, note };
}

// Of what is marked the cells that are in view: options that are no winning moves, winning moves, the position itself.
function seenOfMarks() {
  const { cells, winning, cell } = marks.shown;
  const { columns, rows } = visibleCells();
  const isSeen = ([column, row]) =>
    column >= columns[0] && column < columns[1] && row >= rows[0] && row < rows[1];
  const won = new Set(winning.map(String));
  const options = cells.filter((option) => !won.has(String(option)));
  return [options, winning, cell ? [cell] : []].map((all) => all.filter(isSeen));
}

// A canvas of these colours side by side.
function strip(colours) {
  const canvas = made('canvas', { width: colours.length, height: 1 });
  const paint = canvas.getContext('2d');
  colours.forEach((colour, at) => {
    paint.fillStyle = css(colour);
    paint.fillRect(at, 0, 1, 1);
  });
  return canvas;
}

// A canvas with a mark.
function sampleOf(mark) {
  const canvas = made('canvas', { width: 40, height: 40, className: 'mark' });
  const paint = canvas.getContext('2d');
  paint.scale(2, 2);
  mark(paint, [10, 10]);
  return canvas;
}

function showLegend() {
  const { bar, entries, note } = legendNow();
  const figure = element('legend');
  figure.replaceChildren();
  if (bar) {
    const ends = bar.ends.map((end) => made('span', {}, end));
    figure.append(strip(bar.colours), made('div', { className: 'ends' }, ...ends));
  }
  const items = entries.map(({ text, colour, mark }) => {
    const sample = mark ? [sampleOf(mark)] : colour === undefined ? [] : [strip([colour])];
    return made('li', {}, ...sample, text);
  });
  figure.append(made('ul', {}, ...items));
  if (note) figure.append(made('p', {}, note));
}

function showLegendIfChanged() {
  const shown = marks.shown?.of === layerKey() ? marks.shown : null;
  const seen = shown ? seenOfMarks().map((all) => all.length > 0) : [];
  const marked = [shown?.position, ...seen, isKept(), areOptionsFar()];
  const key = [limits, levelShown(), view.p, colours.ink, ...marked].join('|');
  if (key === legendKey && showLegend.palette === palette) return;
  legendKey = key;
  showLegend.palette = palette;
  showLegend();
}
