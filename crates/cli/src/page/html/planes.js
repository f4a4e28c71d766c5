// The plane of a table of three or four heaps: one or two heaps are fixed, or the token sum.

// The controls of what is fixed: one set for each.
const SLOTS = ['', '-2'].map((end) => ({
  label: `plane${end}`, axis: `plane-axis${end}`, slider: `plane-slider${end}`, size: `plane-size${end}`,
}));
const slots = () => SLOTS.slice(0, Math.max(FACTS.table.shape.length - 2, 0));

// The planes that are shown at first.
const usualPlane = () => ['', '', '', 'z=0', 'z=0,w=0'][FACTS.table.shape.length];

// The least and the largest size of what a plane fixes, beside the other that it fixes.
function sizesOf(axis, others) {
  const { shape, largest_token_sum: most } = FACTS.table;
  const names = heapNames();
  const heaps = [...others].filter(([name]) => name !== 'sum');
  const taken = heaps.reduce((sum, [, size]) => sum + size, 0);
  if (axis !== 'sum') return [0, Math.min(shape[names.indexOf(axis)] - 1, (others.get('sum') ?? most) - taken)];
  const free = shape.reduce((sum, side, at) => others.has(names[at]) ? sum : sum + side - 1, 0);
  return [taken, Math.min(most, taken + free)];
}

// Shows in the controls what the plane fixes.
function showPlane() {
  const parts = planeParts(view.plane);
  const kept = slots().filter(({ axis }) => parts.has(element(axis).value));
  const named = new Set(kept.map(({ axis }) => element(axis).value));
  const others = [...parts.keys()].filter((name) => !named.has(name));
  for (const slot of slots()) {
    // Where both fix the same, the second one takes what is left.
    const isFirst = slot === slots().find(({ axis }) => element(axis).value === element(slot.axis).value);
    if (!kept.includes(slot) || !isFirst) element(slot.axis).value = others.shift() ?? element(slot.axis).value;
    const axis = element(slot.axis).value;
    const [least, largest] = sizesOf(axis, new Map([...parts].filter(([name]) => name !== axis)));
    for (const id of [slot.slider, slot.size]) {
      element(id).min = least;
      element(id).max = largest;
      element(id).value = parts.get(axis);
    }
  }
}

// The plane that the controls say, whose sizes are those that there are.
function planeOfControls(changed) {
  const sizeOf = ({ size }) => Math.round(Number(element(size).value)) || 0;
  const parts = new Map(slots().map((slot) => [element(slot.axis).value, sizeOf(slot)]));
  // What was changed gives way to the other.
  const order = slots().map(({ axis }) => element(axis).value).sort((a, b) => (b === changed) - (a === changed));
  for (const axis of order) {
    const [least, largest] = sizesOf(axis, new Map([...parts].filter(([name]) => name !== axis)));
    parts.set(axis, Math.min(Math.max(parts.get(axis), least), Math.max(largest, 0)));
  }
  return [...parts].map(([name, size]) => `${name}=${size}`).join(',');
}

function fillPlanes() {
  element('plane-controls').hidden = slots().length === 0;
  const parts = [...planeParts(usualPlane()).keys()];
  slots().forEach((slot, at) => {
    const names = [...heapNames().reverse(), 'sum'];
    element(slot.label).hidden = false;
    element(slot.axis).append(...names.map((name) => new Option(`${name} =`, name)));
    element(slot.axis).value = parts[at];
    listenToPlane(slot);
  });
}

function listenToPlane({ axis, slider, size }) {
  let before = element(axis).value;
  const show = () => {
    const name = element(axis).value;
    planeSoon(planeOfControls(name), planeParts(view.plane).has(name));
  };
  // What is fixed anew is fixed where the kept position is or, if none is, the middle of what is seen.
  const showAnew = () => {
    const heaps = view.at ?? positionInMiddle();
    if (heaps) for (const slot of slots()) element(slot.size).value = sizeIn(heaps, element(slot.axis).value);
    show();
  };
  element(axis).addEventListener('focus', () => { before = element(axis).value; });
  element(axis).addEventListener('change', () => {
    // The other control takes what this one had, if both would fix the same.
    for (const other of slots()) {
      if (other.axis !== axis && element(other.axis).value === element(axis).value) element(other.axis).value = before;
    }
    before = element(axis).value;
    showAnew();
  });
  element(slider).addEventListener('input', () => {
    element(size).value = element(slider).value;
    show();
  });
  element(size).addEventListener('change', show);
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
    await jump(() => usePlane(next.text, next.keep), next.keep ? 'plane' : '');
  }
  planeUnderWay = false;
}

// The size of a heap of a position, or its token sum.
const sizeIn = (heaps, name) => name === 'sum' ? heaps.reduce((sum, heap) => sum + heap, 0)
  : heaps[HEAP_NAMES.indexOf(name)];

// The plane through a position that fixes the same as the one that is shown.
const planeThrough = (heaps) =>
  [...planeParts(view.plane).keys()].map((name) => `${name}=${sizeIn(heaps, name)}`).join(',');

// The position in the middle of what is seen; where there is none, one between it and the corner.
function positionInMiddle() {
  const { x, y } = middle();
  const [column, row] = cellAt(x, y);
  for (let part = 64; part >= 0; part -= 1) {
    const heaps = positionOf(Math.round(column * part / 64), Math.round(row * part / 64));
    if (heaps) return heaps;
  }
  return null;
}
