// Pictures of what is seen, with the legend.

// Draws the legend into a picture, no wider than `width`; returns its height. Nothing is drawn without `paint`.
function paintLegend(paint, left, top, width) {
  const { bar, entries, note } = legendNow();
  const measure = paint ?? context;
  const line = 22;
  const drawn = sets.filter((set) => set.isShown && set.positions)
    .map((set) => ({ text: textOfSet(set), mark: (on, at) => drawShape(on, set.mark, at, 5) }));
  measure.font = '13px system-ui, sans-serif';
  measure.textAlign = 'left';
  measure.textBaseline = 'middle';
  let [x, y] = [left, top + line / 2];
  // Begins a new line where the next part does not fit.
  const take = (needed) => {
    if (x > left && x + needed > left + width) [x, y] = [left, y + line];
    x += needed + 18;
    return x - needed - 18;
  };
  const write = (text, at) => {
    if (!paint) return;
    paint.fillStyle = colours.ink;
    paint.fillText(text, at, y);
  };
  if (bar) {
    const [first, last] = bar.ends.map((end) => measure.measureText(end).width);
    const at = take(first + 172 + last);
    write(bar.ends[0], at);
    bar.colours.forEach((colour, step) => {
      if (!paint) return;
      paint.fillStyle = css(colour);
      paint.fillRect(at + first + 6 + 160 * step / 256, y - 6, 160 / 256 + 0.5, 12);
    });
    write(bar.ends[1], at + first + 172);
  }
  for (const { text, colour, mark } of [...entries, ...drawn]) {
    const at = take(24 + measure.measureText(text).width);
    if (paint && colour !== undefined) {
      paint.fillStyle = css(colour);
      paint.fillRect(at + 2, y - 7, 14, 14);
      paint.strokeStyle = colours.line;
      paint.lineWidth = 1;
      paint.strokeRect(at + 2.5, y - 6.5, 13, 13);
    }
    if (paint && mark) mark(paint, [at + 9, y]);
    write(text, at + 24);
  }
  if (note) {
    for (const words of linesOf(note, width, measure)) {
      if (x > left) [x, y] = [left, y + line];
      write(words, left);
      x = left + 1;
    }
  }
  return y - top + line / 2;
}

// Cuts a text into lines that fit.
function linesOf(text, width, paint) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (paint.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// Saves a picture of what is seen: the board itself as PNG, or the figure that the program makes of it.
async function savePicture() {
  const format = element('picture-format').value;
  if (format === 'png') {
    paintPicture();
    return;
  }
  const button = element('save');
  button.disabled = true;
  try {
    saveFile(await askFigure(format));
  } catch (error) {
    showNotice(error.message);
  }
  button.disabled = false;
}

function saveFile(blob) {
  const link = made('a', { href: URL.createObjectURL(blob), download: pictureName() });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function askFigure(format) {
  const { columns, rows } = visibleCells();
  if (columns[0] >= columns[1] || rows[0] >= rows[1]) throw new Error('No cell is visible.');
  const fields = [['format', format], ['palette', view.palette], ['origin', view.origin], ['command', isLine() ? '' : commandNow()],
    ...limitsOfCommand().slice(1).map((text) => ['limits', text]), ...(view.at ? [['at', view.at.join(',')]] : []),
    ['width', widthOnPaper()],
    ...setsOfFigure().map(({ kind, text }) => [kind, text])];
  const shapes = setsOfFigure().filter(({ mark }) => mark !== DOT).map(({ mark }) => mark);
  if (shapes.length > 0) fields.push(['shapes', shapes.join(',')]);
  const text = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return (await ask(`figure?${rectangleText(view.plane, columns, rows)}&${text}`)).blob();
}

// Where the cells end on the right of the board, with what is written there; beside them the board is empty.
function endOfCells() {
  const [column, row] = isLayer() ? cornersOfLayer()[1] : [plane.columns, 0];
  const more = isLayer() ? view.zoom + 60 : 14;
  return Math.ceil(toScreen(column, row)[0] + more);
}

// Paints the board with a title and the legend, without what is empty on the right.
const LEAST_PICTURE = 420;
function paintPicture() {
  const { x } = view;
  const whole = size().width;
  paintedWidth = Math.min(whole, Math.max(endOfCells(), LEAST_PICTURE));
  // The cells stay where they are.
  view.x -= (whole - paintedWidth) / 2 / view.zoom;
  paintBoard();
  paintedWidth = null;
  view.x = x;
  draw();
}

function paintBoard() {
  draw();
  const { width, height } = size();
  const [margin, above] = [12, 34];
  const below = paintLegend(null, margin, 0, width - 2 * margin) + 2 * margin;
  const canvas = made('canvas', { width: board.width, height: board.height + Math.round((above + below) * ratio) });
  const paint = canvas.getContext('2d');
  paint.scale(ratio, ratio);
  paint.fillStyle = colours.paper;
  paint.fillRect(0, 0, width, above + height + below);
  paint.drawImage(board, 0, above, width, height);
  paint.fillStyle = colours.ink;
  paint.font = '600 15px system-ui, sans-serif';
  paint.textBaseline = 'middle';
  const where = view.plane && `, ${view.plane.replaceAll('=', ' = ').replaceAll(',', ', ')}`;
  const title = `${element('title').textContent}: ${element('subtitle').textContent}${where}`;
  paint.fillText(title, margin, above / 2, width - 2 * margin);
  paintLegend(paint, margin, above + height + margin, width - 2 * margin);
  canvas.toBlob(saveFile, 'image/png');
}
