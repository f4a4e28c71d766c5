// What the server is asked. Addresses are relative to the page, whose path holds the token.

const FACTS = { table: null };

async function ask(path, signal) {
  const response = await fetch(path, { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response;
}

const askJson = async (path, signal) => (await ask(path, signal)).json();
const rangeText = ([start, end]) => `${start}..${end}`;

function rectangleText(plane, columns, rows) {
  return `plane=${plane}&columns=${rangeText(columns)}&rows=${rangeText(rows)}`;
}

const askTable = () => askJson('table');
const askPlane = (plane) => askJson(`plane?plane=${plane}`);

// The values of a rectangle of cells, in the narrowest type.
async function askCells(plane, columns, rows, signal) {
  const response = await ask(`cells?${rectangleText(plane, columns, rows)}`, signal);
  const bytes = await response.arrayBuffer();
  const types = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };
  return new types[FACTS.table.bytes_per_cell](bytes);
}

// The channels of a rectangle of pixels, each of 2^level by 2^level cells.
async function askPixels(plane, columns, rows, level, signal) {
  const response = await ask(`pixels?level=${level}&${rectangleText(plane, columns, rows)}`, signal);
  const numbers = new Float32Array(await response.arrayBuffer());
  const { channels } = FACTS.table;
  const length = numbers.length / channels.length;
  return Object.fromEntries(channels.map((name, at) => [name, numbers.subarray(at * length, (at + 1) * length)]));
}

// A position; of its options those in a rectangle of cells are listed.
function askPosition(at, plane, columns, rows, signal) {
  return askJson(`position?at=${at.join(',')}&${rectangleText(plane, columns, rows)}`, signal);
}
