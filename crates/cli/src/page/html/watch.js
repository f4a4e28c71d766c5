// Watching: how far the overview is, and whether the table is still there and the server still answers.

// Whether another table has taken the place of the one that is shown: then nothing more is asked for.
let isGone = false;
const BETWEEN_LOOKS = 2500;

// Says what has to be known whatever is looked at.
function showBanner(text) {
  element('banner').hidden = !text;
  if (element('banner').textContent !== text) element('banner').textContent = text;
}

// The server refuses all requests about a table whose files have changed: the page would show cells of two tables.
function tableIsGone(reason) {
  isGone = true;
  showNotice('');
  const [first, ...rest] = reason;
  showBanner('The table on disk is no longer the one that this page shows. '
    + `${first.toUpperCase()}${rest.join('')}, and open the address that it prints.`);
}

function serverIsSilent() {
  if (isGone) return;
  showBanner('The program does not answer: it has ended, or the connection is lost. Start `grundytab view` again, '
    + 'and open the address that it prints.');
}

function serverAnswers() {
  if (!isGone) showBanner('');
}

// Asks now and then, so that a page that nobody moves says so, too.
async function watch() {
  while (!isGone) {
    await new Promise((resolve) => { setTimeout(resolve, BETWEEN_LOOKS); });
    if (!document.hidden) await askProgress().catch(() => {});
  }
}

// How far work is in percent: 100 is not said before it is done.
const percentDone = (share) => Math.min(Math.floor(100 * share), 99);

// Shows what there is of the overview, and says how far it is while something that is looked at waits for it, until it is
// made or has failed.
let isFollowing = false;
async function followOverview() {
  if (isFollowing) return;
  isFollowing = true;
  let hasSaid = false;
  try {
    for (;;) {
      const { state, share, reason } = await askProgress();
      const isAwaited = askAgain() && state === 'making';
      drawSoon();
      if (state === 'failed') showNotice(`Not all of the table can be shown from afar: ${reason}`);
      else if (isAwaited) showNotice(`The table is being read: ${percentDone(share)} %. Zoom in to see cells.`, false);
      else if (hasSaid) showNotice('');
      if (state !== 'making') break;
      hasSaid = isAwaited;
      await new Promise((resolve) => { setTimeout(resolve, 700); });
    }
  } catch {
    // The banner says so.
  }
  isFollowing = false;
}
