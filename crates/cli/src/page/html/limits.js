// Limits: between which values the colours of a palette are graded; on one heap, what the plot reaches from and to.
// They follow what is visible, unless they are locked.

// The limits in force.
let limits = null;
let limitsTimer = 0;

// The number of values of the whole table, which are shown before anything is known of the visible ones.
function limitsOfTable() {
  const { table } = FACTS;
  const { minimum = 0, maximum = 1 } = table.totals ?? {};
  if (isLine()) return [Math.min(minimum, 0), Math.max(maximum, 1)];
  if (view.palette === 'diverging') return [-table.furthest_from_0, table.furthest_from_0];
  const first = firstGraded(table, view.palette);
  return [first, Math.max(maximum, first)];
}

// The limits of what is visible, or null if nothing is known of it. A scale that would begin near 0 begins there, as it
// does in pictures of `render`.
function limitsOfVisible() {
  const [least, largest] = extremesOfVisible();
  if (least > largest) return null;
  if (isLine()) return [least > 0 && least < largest / 4 ? 0 : least, Math.max(largest, least + 1)];
  if (view.palette === 'diverging') {
    const furthest = Math.max(Math.abs(least), Math.abs(largest), 1);
    return [-furthest, furthest];
  }
  const first = firstGraded(FACTS.table, view.palette);
  return [least < largest / 4 ? first : least, Math.max(largest, first)];
}

// The least and the largest of the numbers that are graded in the visible cells or pixels.
function extremesOfVisible() {
  const { outside } = FACTS.table;
  const { columns, rows } = visibleCells();
  const [level, first] = [levelShown(), isLine() ? -Infinity : firstGraded(FACTS.table, view.palette)];
  const factor = 2 ** level;
  let [least, largest] = [Infinity, -Infinity];
  const add = (low, high) => {
    if (low < least) least = low;
    if (high > largest) largest = high;
  };
  for (const tile of tiles.values()) {
    if (!tile.data || tile.of !== layerKey() || tile.level !== level) continue;
    const range = ([start, end], [from, to]) => [
      Math.floor((Math.max(start, from) - from) / factor), Math.ceil((Math.min(end, to) - from) / factor)];
    const [left, right] = range(columns, tile.columns);
    const [bottom, top] = range(rows, tile.rows);
    for (let row = bottom; row < top; row += 1) {
      for (let at = row * tile.width + left; at < row * tile.width + right; at += 1) {
        if (isLine()) {
          add(tile.data.least[at], tile.data.largest[at]);
        } else if (level > 0) {
          const number = palette.graded(tile.data, at);
          if (number >= first) add(Math.floor(number), Math.ceil(number));
        } else if (tile.data[at] !== outside && tile.data[at] >= first && isNumber(FACTS.table, tile.data[at])) {
          add(tile.data[at], tile.data[at]);
        }
      }
    }
  }
  return [least, largest];
}

// Follows what is visible, once it has come to rest.
function followSoon() {
  clearTimeout(limitsTimer);
  if (view.limits || !palette || !(isLine() || isGraded(view.palette))) return;
  limitsTimer = setTimeout(async () => {
    if (isBusy() || isGone || view.limits) return;
    const wanted = limitsOfVisible();
    if (wanted && String(wanted) !== String(limits)) await useLimits(wanted);
  }, 120);
}

// Takes limits.
async function useLimits(wanted) {
  limits = wanted;
  if (!isLine()) await loadPalette(view.palette);
  showLimits();
  drawSoon();
}

// Shows the limits in the controls.
function showLimits() {
  const hasLimits = isLine() || isGraded(view.palette);
  element('limits').hidden = !hasLimits;
  if (!hasLimits) return;
  element('lock').checked = view.limits !== null;
  ['least', 'largest'].forEach((id, at) => {
    if (document.activeElement !== element(id)) element(id).value = limits[at];
  });
}

// Locks the limits that were typed.
function typedLimits() {
  const typed = ['least', 'largest'].map((id) => element(id).value.trim() === '' ? NaN : Number(element(id).value));
  const isRight = areLimits(typed) && (FACTS.table.is_signed || typed[0] >= 0);
  for (const id of ['least', 'largest']) element(id).setAttribute('aria-invalid', String(!isRight));
  if (!isRight) {
    showNotice('The limits are two whole numbers, the first of which is not larger.');
    return;
  }
  showNotice('');
  const furthest = Math.max(...typed.map(Math.abs), 1);
  view.limits = view.palette === 'diverging' && !isLine() ? [-furthest, furthest] : typed;
  useLimits(view.limits);
  linkSoon();
}

function lockLimits(isLocked) {
  view.limits = isLocked ? limits : null;
  followSoon();
  linkSoon();
}
