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
  const { is_signed: isSigned, bytes_per_cell: size } = FACTS.table;
  const types = isSigned
    ? { 1: Int8Array, 2: Int16Array, 4: Int32Array }
    : { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };
  return new types[size](bytes);
}

// The colours of the values 0, 1, 2, ... in a palette, packed as the page paints with them; of scores with as
// many negative ones before.
async function askColours(name) {
  const response = await ask(`colours?palette=${encodeURIComponent(name)}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return Uint32Array.from({ length: bytes.length / 3 }, (_, at) => packed(...bytes.subarray(3 * at, 3 * at + 3)));
}

// The channels of a rectangle of pixels, each of 2^level by 2^level cells: `null` where there is no
// overview of them, and `isFinal` false where more of it is still being made.
async function askPixels(plane, columns, rows, level, signal) {
  const response = await ask(`pixels?level=${level}&${rectangleText(plane, columns, rows)}`, signal);
  const isFinal = response.headers.get('Grundytab-Final') !== 'no';
  const numbers = new Float32Array(await response.arrayBuffer());
  if (numbers.length === 0) return { data: null, isFinal };
  const { channels } = FACTS.table;
  const length = numbers.length / channels.length;
  const data = Object.fromEntries(channels.map((name, at) => [name, numbers.subarray(at * length, (at + 1) * length)]));
  return { data, isFinal };
}

const askProgress = () => askJson('progress');

// A position; of its options those in a rectangle of cells are listed.
function askPosition(at, plane, columns, rows, signal) {
  return askJson(`position?at=${at.join(',')}&${rectangleText(plane, columns, rows)}`, signal);
}
