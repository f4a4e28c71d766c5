// What is seen: the rows of the table, the pictures, the report.

const thousands = (number) => number.toLocaleString('en');

// A number with three digits.
const threeDigits = (number) => number.toFixed(number < 9.995 ? 2 : number < 99.95 ? 1 : 0);

function timeText(seconds) {
  const units = [[1, 's'], [1e-3, 'ms'], [1e-6, 'us']];
  const [size, unit] = units.find(([least]) => seconds >= 0.9995 * least) ?? units[2];
  return `${threeDigits(seconds / size)} ${unit}`;
}

function rateText(rate) {
  const [size, unit] = rate >= 0.9995e9 ? [1e9, 'G/s'] : [1e6, 'M/s'];
  return `${threeDigits(rate / size)} ${unit}`;
}

const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

function made(name, text, className) {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
}

// Makes a row for each run, under the name of what is computed, and a hidden one below for what there is to say.
// Returns the former.
function makeRows(runs) {
  const table = element('results');
  for (const body of [...table.tBodies]) body.remove();
  let body = null;
  return runs.map((run, at) => {
    if (run.job !== runs[at - 1]?.job) {
      body = table.createTBody();
      const title = made('th', capitalized(run.title));
      title.scope = 'rowgroup';
      title.colSpan = 5;
      body.insertRow().append(title);
    }
    const row = body.insertRow();
    row.append(made('td', run.domain), made('td', thousands(run.expected.totals.positions), 'wide'));
    row.append(made('td', '–'), made('td'), made('td'));
    body.insertRow().hidden = true;
    return row;
  });
}

// Shows how a run has ended, or that it is under way.
function showResult(row, { verdict, detail, seconds_median: seconds, positions_per_second: rate }) {
  const [, , result, time, speed] = row.cells;
  const marks = { right: '✓ right', wrong: '✗ WRONG', failed: '✗ failed' };
  result.replaceChildren(made('span', marks[verdict] ?? verdict, verdict.replace(' ', '-')));
  const below = row.nextElementSibling;
  below.hidden = !detail;
  below.replaceChildren(made('td', detail, 'detail'));
  below.cells[0].colSpan = 5;
  time.textContent = seconds ? timeText(seconds) : '';
  speed.textContent = rate ? rateText(rate) : '';
}

// Draws the values of the plane in which the first of three heaps is empty, in the colours of `grundytab render`; the
// origin is at the bottom left.
function draw(words, run) {
  const { recording: { tiles, constants }, expected, colours } = run;
  const [, width, height] = tiles.sides;
  const canvas = made('canvas');
  Object.assign(canvas, { width, height });
  canvas.setAttribute('role', 'img');
  const of = tiles.sides[0] > 1 ? `${run.title}, where the first heap is empty` : run.title;
  canvas.setAttribute('aria-label', of);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const least = expected.totals.minimum ?? 0;
  eachCell(words, run, (found, [x, y, z]) => {
    if (x > 0 || y >= width || z >= height || y + z > constants.MOST_TOKENS) return;
    const colour = colours[found - least] ?? [255, 0, 255];
    image.data.set([...colour, 255], 4 * ((height - 1 - z) * width + y));
  });
  context.putImageData(image, 0, 0);
  const figure = made('figure');
  figure.append(canvas, made('figcaption', `${capitalized(of)}, ${run.domain}, as the GPU has computed them`));
  element('pictures').append(figure);
}

// What to do where there is no GPU for this page.
function showNotice(text) {
  const list = made('ul');
  const advice = [
    'Chrome and Edge have WebGPU on Windows, macOS and ChromeOS since version 113, on Android 12 since 121; Safari '
      + 'has it since version 26; Firefox has it on Windows since 141 and on Macs with Apple silicon since 145.',
    'A page has it only if it comes by https, from localhost, or from a file. Some browsers give files less: then '
      + 'serve the folder, as by "python3 -m http.server", and open http://localhost:8000.',
    'On Linux, Chrome often needs the flags --enable-unsafe-webgpu --enable-features=Vulkan and a Vulkan driver. '
      + 'chrome://gpu says what is switched off, and why. In Firefox, dom.webgpu.enabled in about:config switches it '
      + 'on.',
  ];
  list.append(...advice.map((line) => made('li', line)));
  element('notice').replaceChildren(made('h2', 'This page cannot use the GPU.'), made('p', text), list);
  element('notice').hidden = false;
}

// What GitHub and browsers take as an address.
const LONGEST_ADDRESS = 6000;

function nameOf({ vendor, architecture, device, description }) {
  return [description, device, vendor, architecture].filter((name) => name).join(', ');
}

// The address of the form, with this text as the report.
function addressOf({ adapter }, text) {
  const fields = { template: 'gpu.yml', title: `GPU: ${nameOf(adapter) || 'not named by the browser'}`, report: text };
  return `https://github.com/grundytab/grundytab/issues/new?${new URLSearchParams(fields)}`;
}

// What goes into the form where the report does not: the file is attached.
function summaryOf({ program, user_agent: browser, runs }) {
  const line = ({ verdict, title, domain, detail, positions_per_second: rate }) =>
    `${verdict}: ${title}, ${domain} ${rate ? rateText(rate) : detail}`.slice(0, 200);
  return ['(Drag the file grundytab-gpu.json here.)', '', program, browser, ...runs.map(line)].join('\n');
}

function showReport(report) {
  element('report').value = JSON.stringify(report, null, 1);
  const link = element('send');
  link.hidden = !report.is_complete || report.runs.length === 0;
  if (link.hidden) return;
  const whole = addressOf(report, JSON.stringify(report));
  const isShort = whole.length <= LONGEST_ADDRESS;
  link.href = isShort ? whole : addressOf(report, summaryOf(report));
  link.onclick = isShort ? null : downloadReport;
  element('attach').hidden = isShort;
}

async function copyReport() {
  const field = element('report');
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Older browsers, and files in some, have this alone.
    field.select();
    document.execCommand('copy');
  }
  element('copy').textContent = 'Copied';
  setTimeout(() => { element('copy').textContent = 'Copy'; }, 1600);
}

function downloadReport() {
  const link = made('a');
  link.href = URL.createObjectURL(new Blob([element('report').value], { type: 'application/json' }));
  link.download = 'grundytab-gpu.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
