// The list of the sets with a box and a button for each, and the field that adds one.

const SET_EXAMPLES = { list: 'g == 1', claim: 'p implies x <= 2*y', with: 'nim.zarr' };

function showSets() {
  const hadFocus = document.activeElement?.dataset.set;
  element('sets').replaceChildren(...sets.map((set) => {
    const key = `${set.kind} ${set.text}`;
    const box = made('input', { type: 'checkbox', checked: set.isShown });
    box.addEventListener('change', () => {
      set.isShown = box.checked;
      drawSoon();
    });
    const sample = made('canvas', { width: 40, height: 40 });
    drawShape(sample.getContext('2d'), set.mark, [20, 20], 10);
    const text = textOfSet(set);
    const remove = made('button', { type: 'button', title: 'Remove this set' }, '×');
    remove.setAttribute('aria-label', `Remove: ${SET_KINDS[set.kind]} ${set.text}`);
    remove.addEventListener('click', () => removeSet(set));
    box.dataset.set = `box ${key}`;
    remove.dataset.set = `remove ${key}`;
    const item = made('li', {}, made('label', { title: set.text }, box, sample, made('span', {}, text)), remove);
    item.classList.toggle('failed', set.state === 'failed');
    return item;
  }));
  // What was being used is still being used.
  if (hadFocus) [...element('sets').querySelectorAll('[data-set]')].find(({ dataset }) => dataset.set === hadFocus)?.focus();
}

function removeSet(set) {
  const at = sets.indexOf(set);
  jump(() => useSets(sets.filter((other) => other !== set)));
  showProblem('set-text', '');
  element('said').textContent = `Removed: ${SET_KINDS[set.kind]} ${set.text}`;
  // The next one, or the field.
  (element('sets').children[Math.min(at, sets.length - 1)]?.querySelector('button') ?? element('set-text')).focus();
}

// Says what is wrong with what was typed, beside its field.
function showProblem(field, problem) {
  element(field).setAttribute('aria-invalid', String(Boolean(problem)));
  element(`${field}-problem`).textContent = problem;
  if (problem) element(`${field}-problem`).scrollIntoView({ block: 'nearest' });
}

function problemOfSet(wanted) {
  if (wanted.text === '') return `Type ${wanted.kind === 'with' ? 'the path of a table' : 'an expression'}, as in ${
    SET_EXAMPLES[wanted.kind]}.`;
  if (sets.some((set) => areSame(set, wanted))) return 'This set is drawn already.';
  if (!isDot(wanted) && sets.filter((set) => !isDot(set)).length >= mostSets()) {
    return `The page has marks for ${mostSets()} sets: remove one first.`;
  }
  return '';
}

// What is inside brackets, and an implication outside them.
const IN_BRACKETS = /\([^()]*\)/gu;
const IMPLICATION = /=>|⇒|\bimplies\b/u;

// Whether an expression says of all positions that something follows from something: that is a claim, although it is a
// condition too, which is true wherever its premise is false.
function isClaim(text) {
  let [outside, before] = [text, ''];
  while (outside !== before) [outside, before] = [outside.replaceAll(IN_BRACKETS, ' '), outside];
  return IMPLICATION.test(outside);
}

// The last claim that was typed as a condition: typed so again, it is taken for one.
let offered = '';

// Offers to mark the counterexamples to what was typed as a condition and is a claim. Returns what the page says.
async function offerClaim(text) {
  if (offered === text || !isClaim(text)) return '';
  // As it is written elsewhere: with an arrow, and a capital for P-positions, which is an outcome class here.
  const spelled = text.replaceAll(/\s*(?:=>|⇒)\s*/gu, ' implies ');
  for (const claim of new Set([text, spelled, spelled.replaceAll(/\bP\b/gu, 'p')])) {
    try {
      await askSet({ kind: 'claim', text: claim });
    } catch {
      continue;
    }
    offered = claim;
    element('set-text').value = claim;
    element('set-kind').value = 'claim';
    showExample();
    return 'This is a claim: Add marks its counterexamples. Choose positions with a condition again to mark where it is true.';
  }
  return '';
}

async function addSet() {
  const wanted = { kind: element('set-kind').value, text: element('set-text').value.trim() };
  let problem = problemOfSet(wanted);
  if (!problem && wanted.kind === 'list') problem = await offerClaim(wanted.text);
  if (!problem) {
    element('add').disabled = true;
    try {
      await askSet(wanted);
    } catch (error) {
      problem = error.message;
    }
    element('add').disabled = false;
  }
  showProblem('set-text', problem);
  if (problem) {
    element('set-text').focus();
    return;
  }
  element('set-text').value = '';
  await jump(() => useSets([...view.sets, wanted]));
  const added = sets.find((set) => areSame(set, wanted));
  if (added) added.isAwaited = true;
  element('set-text').focus();
}

function showExample() {
  element('set-text').placeholder = SET_EXAMPLES[element('set-kind').value];
  showProblem('set-text', '');
}

function listenToSets() {
  element('set-kind').addEventListener('change', showExample);
  element('add-set').addEventListener('submit', (event) => {
    event.preventDefault();
    addSet();
  });
  element('set-text').addEventListener('keydown', (event) => {
    if (event.key === 'Escape') board.focus();
  });
  showExample();
}
