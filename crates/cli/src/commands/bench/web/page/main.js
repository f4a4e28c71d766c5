// The measurement: all runs, one after another, from small to large.

// How often a run is repeated, unless that takes longer than so many seconds.
const ROUNDS = 5;
const USUAL_SECONDS = 3;
// Sizes stop growing after a run that took longer, and a run that takes far longer is given up.
const LONGEST_SECONDS = 2;
const MOST_SECONDS = 30;

const { program, runs } = JSON.parse(element('data').textContent);
let isStopped = false;

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function proceed(milliseconds) {
  if (isStopped) throw new Ended('stopped', '');
  if (milliseconds > 1000 * MOST_SECONDS) throw new Ended('left out', `it took more than ${MOST_SECONDS} seconds`);
}

// Runs a kernel several times. Every run must be right. Returns what the report has of it.
async function measured(kernel, run) {
  const seconds = [];
  const began = performance.now();
  const isEnough = () => performance.now() - began > 1000 * USUAL_SECONDS || seconds.length > ROUNDS;
  do {
    seconds.push(await kernel.run(proceed) / 1000);
    const faults = [faultOfTotals(await kernel.readTotals(), run)];
    if (kernel.tiles && seconds.length === 1) {
      const [words, faultsOfTiles] = await kernel.gather();
      draw(words, run);
      faults.unshift(faultOfTiles(words, faultsOfTiles, run));
    }
    const detail = faults.filter((fault) => fault).join('; ');
    // What is wrong only sometimes hints at a race.
    const when = seconds.length > 1 ? `run ${seconds.length}, after right ones: ` : '';
    if (detail) return { verdict: 'wrong', detail: when + detail, seconds };
  } while (!isEnough());
  // The first run shows the GPU that there is work, and is not counted if there are others.
  const counted = seconds.length > 1 ? seconds.slice(1) : seconds;
  const middle = median(counted);
  return {
    verdict: 'right', detail: '', seconds: counted,
    seconds_median: middle, positions_per_second: run.expected.totals.positions / middle,
  };
}

const factsOf = ({ job, title, domain, size, expected }) =>
  ({ job, title, domain, size, positions: expected.totals.positions });

// Says why a run is not even begun, after the one before it of the same job; or null.
function whyLeftOut(before) {
  if (before?.verdict === 'failed') return 'the size before it has failed';
  if (before?.verdict === 'left out') return 'the size before it was left out';
  return before?.seconds_median > LONGEST_SECONDS ? 'the size before it took long' : null;
}

// Returns the result of a run, whatever goes wrong.
async function resultOf(run) {
  const facts = factsOf(run);
  let device = null;
  try {
    proceed(0);
    device = await Device.open(run.recording);
    const kernel = await Kernel.load(device, run.recording);
    return { ...facts, seconds_compiling: kernel.compiledIn / 1000, ...await measured(kernel, run) };
  } catch (error) {
    return { ...facts, verdict: error.kind ?? 'failed', detail: error.message };
  } finally {
    device?.close();
  }
}

// Says in a sentence how the measurement has ended.
function conclusion(results) {
  const count = (verdict) => results.filter((result) => result.verdict === verdict).length;
  const counted = (number, one, many) => (number === 1 ? `1 ${one}` : `${number} ${many}`);
  const [right, wrong, failed, leftOut] = ['right', 'wrong', 'failed', 'left out'].map(count);
  const parts = [];
  if (wrong > 0) parts.push(counted(wrong, 'result is wrong', 'results are wrong'));
  if (failed > 0) parts.push(counted(failed, 'run has failed', 'runs have failed'));
  if (right > 0) parts.push(counted(right, 'result is right', 'results are right'));
  if (leftOut > 0) parts.push(counted(leftOut, 'size was left out', 'sizes were left out'));
  return `Done: ${parts.join('; ')}.`;
}

async function measureAll(report) {
  isStopped = false;
  element('stop').hidden = false;
  element('again').hidden = true;
  element('pictures').replaceChildren();
  Object.assign(report, { runs: [], is_complete: false });
  showReport(report);
  const rows = makeRows(runs);
  for (const [at, run] of runs.entries()) {
    const detail = whyLeftOut(report.runs.findLast(({ job }) => job === run.job));
    if (!isStopped && !detail) {
      element('status').textContent = `${at + 1} of ${runs.length}: ${run.title}, ${run.domain}`;
      showResult(rows[at], { verdict: 'running' });
    }
    const result = detail ? { ...factsOf(run), verdict: 'left out', detail } : await resultOf(run);
    report.runs.push(result);
    showResult(rows[at], result);
    showReport(report);
  }
  report.is_complete = true;
  showReport(report);
  element('status').textContent = isStopped ? 'Stopped.' : conclusion(report.runs);
  element('stop').hidden = true;
  element('again').hidden = false;
}

async function begin() {
  const report = {
    program,
    user_agent: navigator.userAgent,
    date: new Date().toISOString(),
    adapter: null,
    runs: [],
    is_complete: false,
  };
  element('copy').addEventListener('click', copyReport);
  element('download').addEventListener('click', downloadReport);
  element('stop').addEventListener('click', () => { isStopped = true; });
  element('again').addEventListener('click', () => measureAll(report));
  makeRows(runs);
  showReport(report);
  const refuse = (text) => {
    showNotice(text);
    element('controls').hidden = true;
    Object.assign(report, { is_complete: true, trouble: text });
    showReport(report);
  };
  if (!navigator.gpu) {
    const insecure = 'Browsers give WebGPU only to pages that come by https, from localhost or from a file.';
    refuse(isSecureContext ? 'This browser has no WebGPU, or it is switched off.' : insecure);
    return;
  }
  try {
    element('status').textContent = 'Looking for a GPU';
    report.adapter = described(await askAdapter());
  } catch (error) {
    refuse(`The browser has WebGPU, but: ${error.message}.`);
    return;
  }
  const name = nameOf(report.adapter) || 'A GPU, which the browser does not name';
  element('adapter').textContent = report.adapter.is_software ? `${name} (software, not a GPU)` : name;
  await measureAll(report);
}

begin();
