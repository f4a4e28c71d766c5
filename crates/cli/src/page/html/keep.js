// Keeping what is shown: as a link, as a command.

// Puts a text into the clipboard, and says so on the button.
async function copyText(id, text, otherwise) {
  const button = element(id);
  const name = button.dataset.name ??= button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    otherwise();
  }
  setTimeout(() => { button.textContent = name; }, 1600);
}

function copyLink() {
  writeLink();
  copyText('copy', location.href, () => { element('copy').textContent = 'See the address bar'; });
}

// A word of a command for a shell.
const quoted = (word) => /^[\w.\/:=,+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

// The name of a file for a picture of what is shown.
function pictureName() {
  const where = view.plane && `-${view.plane.replaceAll(/[=,]/g, '')}`;
  return `${FACTS.table.name.replace(/\.zarr$/, '')}${where}.${element('picture-format').value}`;
}

// The sets that are seen, in the order of the flags.
const shownSets = () => inOrderOfFlags(sets.filter((set) => set.isShown && set.state !== 'failed'));

// The sets of a figure: those that are seen or, if there are none and pixels far away are marked that hold a P-position,
// the P-positions, whose dots would hide sets near them.
function setsOfFigure() {
  const shown = shownSets();
  const areDotted = isOnPaper() && arePMarked(levelShown()) && shown.length === 0;
  return areDotted ? [{ kind: 'list', text: 'p', mark: DOT }] : shown;
}

// Figures as SVG and PDF have a width on paper.
const isOnPaper = () => element('picture-format').value !== 'png';
const widthOnPaper = () => element('picture-width').value.trim();
function showPictureWidth() {
  element('picture-width-label').hidden = !isOnPaper();
}

// The limits of the colours, where a picture would have others: by itself it begins at the first value, and ends with
// the largest one that it shows.
function limitsOfCommand() {
  if (!isGraded(view.palette)) return [];
  const isFromFirst = view.palette === 'diverging' || limits[0] === firstGraded(FACTS.table, view.palette);
  const isUsual = !view.limits && isFromFirst;
  return isUsual ? [] : ['--limits', limits.join('..')];
}

// The command that draws what is shown.
function commandNow() {
  const { path, flags } = FACTS.table;
  if (path === null) throw new Error('The path of the table is no text that can be copied.');
  if (view.heap) throw new Error('`grundytab render` draws no sums with a nim heap.');
  const { columns, rows } = visibleCells();
  if (columns[0] >= columns[1] || rows[0] >= rows[1]) throw new Error('No cell is visible.');
  const isWhole = String([columns, rows]) === String([[0, plane.columns], [0, plane.rows]]);
  const pixels = view.zoom * ratio;
  const words = ['grundytab', 'render', path, ...flags, '--out', pictureName()];
  if (view.plane) words.push('--plane', view.plane);
  if (!isWhole) words.push('--region', `${rangeText(columns)},${rangeText(rows)}`);
  words.push('--palette', view.palette, ...limitsOfCommand());
  if (isOnPaper()) words.push('--width', widthOnPaper());
  else words.push('--scale', pixels >= 1 ? String(Math.round(pixels)) : `1/${Math.round(1 / pixels)}`);
  if (view.origin !== 'bottom-left') words.push('--origin', view.origin);
  if (view.at && cellOf(view.at)) words.push('--highlight', view.at.join(','));
  for (const { kind, text } of setsOfFigure()) words.push(`--${kind}`, text);
  return words.map(quoted).join(' ');
}

function copyCommand() {
  try {
    const command = commandNow();
    copyText('copy-command', command, () => showNotice(command));
  } catch (error) {
    showNotice(error.message);
  }
}
