// What the server is asked. Addresses are relative to the page, whose path holds the token.

// `table` is the one on the board, which the server knows by `number`; `tables` are all that are open, `started` are the
// sets that the program was started with, and `shapes` the colours and corners of their marks.
const FACTS = { table: null, number: 0, tables: [], started: [], shapes: [] };

async function ask(path, signal) {
  let response;
  try {
    response = await fetch(path, { signal, cache: 'no-store' });
  } catch (error) {
    if (error.name !== 'AbortError') serverIsSilent();
    throw error;
  }
  serverAnswers();
  if (response.ok) return response;
  const reason = await response.text();
  if (response.status === 410) tableIsGone(reason);
  throw new Error(reason);
}

// What all requests about the table on the board say.
const aboutTable = (number = FACTS.number, heap = view.heap) => `on=${number}${heap ? `&heap=${heap}` : ''}`;

const askJson = async (path, signal) => (await ask(path, signal)).json();
const rangeText = ([start, end]) => `${start}:${end}`;

function rectangleText(plane, columns, rows) {
  return `${aboutTable()}&plane=${plane}&columns=${rangeText(columns)}&rows=${rangeText(rows)}`;
}

const askStart = () => askJson('start');
const askOpen = (path) => askJson(`open?path=${encodeURIComponent(path)}`);
const askTable = (number, heap) => askJson(`table?${aboutTable(number, heap)}`);
const askPlane = (plane) => askJson(`plane?${aboutTable()}&plane=${plane}`);

// The values of a rectangle of cells, in the narrowest type.
async function askCells(plane, columns, rows, signal) {
  // Meanwhile another table may be shown.
  const { table } = FACTS;
  const response = await ask(`cells?${rectangleText(plane, columns, rows)}`, signal);
  const bytes = await response.arrayBuffer();
  return new (typeOfValues(table.bytes_per_cell, table))(bytes);
}

function typeOfValues(size, { is_signed: areSigned }) {
  const types = areSigned
    ? { 1: Int8Array, 2: Int16Array, 4: Int32Array }
    : { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };
  return types[size];
}

// Of a table of one heap: the least and the largest value in each pixel of 2^level heap sizes, and the number of its
// P-positions.
async function askLine(columns, level) {
  const { table } = FACTS;
  const response = await ask(`line?${aboutTable()}&level=${level}&columns=${rangeText(columns)}`);
  const bytes = await response.arrayBuffer();
  const part = (type, at) => new type(bytes, at * bytes.byteLength / 3, bytes.byteLength / 12);
  return { least: part(typeOfValues(4, table), 0), largest: part(typeOfValues(4, table), 1), p: part(Uint32Array, 2) };
}

// The colours of the values 0, 1, 2, ... in a palette, packed as the page paints with them; of scores with as
// many negative ones before.
async function askColours(name) {
  return coloursIn(await ask(`colours?${aboutTable()}&palette=${encodeURIComponent(name)}`));
}

// The colours of a palette that grades values: that of P-positions, then those from one limit to the other.
async function askScale(name, limits) {
  return coloursIn(await ask(`scale?palette=${encodeURIComponent(name)}&limits=${limits.join('..')}`));
}

async function coloursIn(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return Uint32Array.from({ length: bytes.length / 3 }, (_, at) => packed(...bytes.subarray(3 * at, 3 * at + 3)));
}

// The channels of a rectangle of pixels, each of 2^level by 2^level cells; `isFinal` is false where more of the overview
// is still being made.
async function askPixels(plane, columns, rows, level, signal) {
  const { channels } = FACTS.table;
  const response = await ask(`pixels?level=${level}&${rectangleText(plane, columns, rows)}`, signal);
  const isFinal = response.headers.get('Grundytab-Final') !== 'no';
  const numbers = new Float32Array(await response.arrayBuffer());
  const length = numbers.length / channels.length;
  const data = Object.fromEntries(channels.map((name, at) => [name, numbers.subarray(at * length, (at + 1) * length)]));
  return { data, isFinal };
}

const askProgress = () => askJson(`progress?${aboutTable()}`);

const setText = ({ kind, text }) => `on=${FACTS.number}&kind=${kind}&text=${encodeURIComponent(text)}`;
const askSet = (set) => askJson(`set?${setText(set)}`);
const askPositionsOf = async (set) => new Uint32Array(await (await ask(`positions?${setText(set)}`)).arrayBuffer());
// How many positions of a set blocks of cells hold: of each block its columns, its rows and the number.
async function askBlocks(set, plane, columns, rows, block) {
  const response = await ask(`blocks?${setText(set)}&plane=${plane}&columns=${rangeText(columns)}&rows=${rangeText(rows)}&block=${block}`);
  return new Uint32Array(await response.arrayBuffer());
}
const forgetSet = (set) => { ask(`forget?${setText(set)}`).catch(() => {}); };

// A position; of its options those in a rectangle of cells are listed.
function askPosition(at, plane, columns, rows, signal) {
  return askJson(`position?at=${at.join(',')}&${rectangleText(plane, columns, rows)}`, signal);
}
