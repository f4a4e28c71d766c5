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
  if (!heaps.every((heap) => /^\d{1,10}$/.test(heap)) || heaps.length !== count) {
    return { problem: `Type ${count === 1 ? 'a heap size' : `${count} heap sizes`}, as in ${example}.` };
  }
  const numbers = heaps.map(Number);
  if (isInTable(numbers)) return { heaps: numbers };
  return { problem: `${positionText(numbers)} is not in the table, which holds ${table.domain}.` };
}

async function go() {
  const { heaps, problem } = readPosition(element('go').value);
  showProblem('go', problem ?? '');
  if (problem) return;
  await follow(heaps);
  board.focus();
}
