// Whether what a GPU has computed is what the CPU engine has computed. Twin of src/engine/gpu/totals.rs.

const TOTAL_WORDS = 7;

// Adds up the totals of all waves. A number without a sign has 32 bits; sums are exact up to 2^53.
function addedUp(words, { bias, has_p_positions: hasP }) {
  const sum = { positions: 0, sum: 0, p_positions: hasP ? 0 : null, minimum: 0, maximum: 0, checksum: 0 };
  const number = (value) => (bias > 0 ? (value - bias) | 0 : value);
  for (let at = 0; at < words.length; at += TOTAL_WORDS) {
    const [positions, low, high, p, maximum, checksum, complement] = words.subarray(at, at + TOTAL_WORDS);
    if (positions === 0) continue;
    sum.positions += positions;
    sum.sum += high * 2 ** 32 + low - positions * bias;
    if (hasP) sum.p_positions += p;
    sum.maximum = Math.max(sum.maximum, number(maximum));
    if (bias > 0) sum.minimum = Math.min(sum.minimum, number(~complement >>> 0));
    sum.checksum = (sum.checksum + checksum) >>> 0;
  }
  return sum;
}

// Returns what is wrong with the totals, or null.
function faultOfTotals(words, { recording, expected }) {
  const found = addedUp(words, recording);
  const { totals, checksum } = expected;
  const wanted = { p_positions: null, minimum: 0, ...totals, checksum };
  const wrong = Object.keys(found).filter((name) => found[name] !== wanted[name]);
  const texts = wrong.map((name) => `${name.replace('p_', 'P-')} ${found[name]}, not ${wanted[name]}`);
  return texts.length > 0 ? texts.join('; ') : null;
}

// The numbers of the cells of a tile.
function cellsOf(words, tile, { words_per_tile: length, value_bits: bits, is_signed: isSigned, edges }) {
  const types = { 8: [Uint8Array, Int8Array], 16: [Uint16Array, Int16Array], 32: [Uint32Array, Int32Array] };
  const Cells = types[bits][Number(isSigned)];
  return new Cells(words.buffer, 4 * length * tile, edges[0] * edges[1] * edges[2]);
}

// The coordinates of a cell of a tile.
function positionOf(cell, tile, { origins, edges: [, y, z] }) {
  const within = [Math.floor(cell / z / y), Math.floor(cell / z) % y, cell % z];
  return within.map((coordinate, axis) => origins[4 * tile + axis] + coordinate);
}

// Calls a function with each cell of each tile: its number, its coordinates, what it should be.
function eachCell(words, { recording: { tiles }, expected }, act) {
  expected.tiles.forEach((wanted, tile) => {
    const cells = cellsOf(words, tile, tiles);
    wanted.forEach((number, cell) => act(cells[cell], positionOf(cell, tile, tiles), number));
  });
}

// Returns what is wrong with the values of the tiles, or null.
function faultOfTiles(words, faults, run) {
  const heaps = (at) => at.slice(run.recording.tiles.sides.findIndex((side) => side > 1)).join(', ');
  let [count, first] = [0, ''];
  eachCell(words, run, (found, at, wanted) => {
    if (found === wanted) return;
    count += 1;
    first ||= `at (${heaps(at)}), which has ${found}, not ${wanted}`;
  });
  if (count > 0) return `${count === 1 ? 'a wrong value' : `${count} wrong values, the first`} ${first}`;
  const faulty = faults.filter((fault) => fault > 0).length;
  return faulty > 0 ? `cells without a value in ${faulty} tiles` : null;
}
