// The history of the browser: what leads elsewhere is an entry of it, to which its buttons and keys lead back. Moving and
// zooming the board change the address of the entry alone.

// Calls of the same control within this time, in milliseconds, are one entry: a slider that is dragged.
const ONE_GESTURE = 1500;
let linkTimer = 0;
// How many jumps are under way: until they have ended, the address is that of what was shown before.
let jumping = 0;
let lastJump = { control: '', time: 0 };

function writeLink() {
  clearTimeout(linkTimer);
  linkTimer = 0;
  history.replaceState(null, '', linkText());
}

function linkSoon() {
  clearTimeout(linkTimer);
  if (jumping === 0) linkTimer = setTimeout(writeLink, 150);
}

// Does what leads elsewhere; `control` names what can do so many times in one gesture.
async function jump(act, control = '') {
  // Where the board was moved to before.
  if (jumping === 0 && linkTimer) writeLink();
  jumping += 1;
  try {
    await act();
  } finally {
    jumping -= 1;
  }
  const text = linkText();
  if (jumping > 0 || text === location.hash) return;
  clearTimeout(linkTimer);
  linkTimer = 0;
  const isSame = control && control === lastJump.control && Date.now() - lastJump.time < ONE_GESTURE;
  history[isSame ? 'replaceState' : 'pushState'](null, '', text);
  lastJump = { control, time: Date.now() };
}

// Shows what the link of an entry says, one entry after the other.
let restoring = Promise.resolve();
function restoreEntry() {
  clearTimeout(linkTimer);
  linkTimer = 0;
  lastJump = { control: '', time: 0 };
  const link = readLink(location.hash);
  jumping += 1;
  restoring = restoring.then(() => restore(link)).catch((error) => showNotice(error.message)).finally(() => {
    jumping -= 1;
    linkSoon();
  });
  return restoring;
}
