// Going to a position whose heaps are typed.

function beginGoing() {
  element('go').focus();
  element('go').select();
}

// Returns the heaps that were typed, as in 3,5 or (3, 5), or says what is wrong with them.
function readPosition(text) {
  const { table } = FACTS;
  const count = table.shape.length;
  const example = ['5', '3,5', '3,5,2', '3,5,2,1'][count - 1];
  const heaps = text.trim().replace(/^\(|\)$/g, '').trim().split(/[\s,]+/);
  if (!heaps.every((heap) => /^\d{1,10}$/.test(heap))) return { problem: `Type ${count === 1 ? 'a heap size' : 'heap sizes'}, as in ${example}.` };
  if (heaps.length !== count) return { problem: `This game has ${count} heap${count === 1 ? '' : 's'}: type as many sizes, as in ${example}.` };
  const numbers = heaps.map(Number);
  return isInTable(numbers) ? { heaps: numbers } : { problem: `The table ends before (${numbers.join(', ')}): it holds ${table.domain}.` };
}

async function go() {
  const { heaps, problem } = readPosition(element('go').value);
  element('go').setAttribute('aria-invalid', String(Boolean(problem)));
  element('go-problem').textContent = problem ?? '';
  if (problem) return;
  const through = planeThrough(heaps);
  if (through !== view.plane) await usePlane(through, true);
  keepPosition(heaps);
  board.focus();
}
