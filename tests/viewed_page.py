"""A page of `grundytab view` in headless Chromium, for the tests of the page.

The program and the folder of tables are the first two words of the command line, and may be followed by a folder for
screenshots.
"""

import atexit
import base64
import json
import math
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import unquote

from browser import browser, wait_for
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

PROGRAM, FOLDER = sys.argv[1], Path(sys.argv[2])
SHOTS = Path(sys.argv[3]) if len(sys.argv) > 3 else None

# Counts in a page what is still to come: timers of less than half a second, and requests.
COUNT = """
(() => {
  const timers = new Set();
  let requests = 0;
  const { setTimeout, clearTimeout, fetch } = window;
  window.setTimeout = (act, delay) => {
    const timer = setTimeout(() => { timers.delete(timer); act(); }, delay);
    if (delay < 500) timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => { timers.delete(timer); clearTimeout(timer); };
  window.fetch = (...request) => {
    requests += 1;
    return fetch(...request).finally(() => { requests -= 1; });
  };
  // What is copied, where a test can read it.
  if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };
  window.isQuiet = () => timers.size + requests === 0;
})();
"""
# Returns when nothing was to come for several frames.
AWAIT_QUIET = """
const done = arguments[0];
let quiet = 0;
const look = () => {
  const isBusy = document.getElementById('board').getAttribute('aria-busy') !== 'false';
  quiet = isBusy || !isQuiet() ? 0 : quiet + 1;
  if (quiet < 4) requestAnimationFrame(look);
  else done();
};
requestAnimationFrame(look);
"""


# Browsers that no page uses any more, by their screens: starting one takes longer than most tests.
IDLE = {}


class Page:
    """A page that shows a table."""

    def __init__(self, table, *flags, link="", **screen):
        self.table = FOLDER / table
        command = [PROGRAM, "view", self.table, "--quiet", *flags]
        self.program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        # A test that fails leaves nothing running.
        atexit.register(self.program.kill)
        self.address = self.program.stdout.readline().strip()
        self.screen = tuple(screen.items())
        self.driver = IDLE.pop(self.screen, None) or self.started(screen)
        self.open(link)

    @staticmethod
    def started(screen):
        driver = browser(**screen)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNT})
        atexit.register(driver.quit)
        return driver

    def open(self, link):
        self.driver.get("about:blank")
        self.driver.get(self.address + link)
        self.settle()

    def settle(self):
        """Waits until nothing is to come any more."""
        self.driver.execute_async_script(AWAIT_QUIET)

    def board(self):
        return self.driver.find_element(By.ID, "board")

    def text(self, name):
        return self.driver.find_element(By.ID, name).text

    def view(self):
        """What the address says is shown."""
        self.settle()
        link = self.driver.execute_script("return location.hash")
        fields = dict(field.split("=", 1) for field in link.lstrip("#").split("&"))
        return {name: float(value) if name in ["x", "y", "zoom"] else unquote(value) for name, value in fields.items()}

    def place_of(self, column, row, view=None, size=None):
        """Where the middle of a cell is on the board, as the link says; y goes upwards."""
        view = view or self.view()
        size = size or self.board().size
        if "sum=" in view.get("plane", ""):
            # Of a layer, a row stands half a cell to the right of the one below it.
            above = row + 0.5 - view["y"]
            return (size["width"] / 2 + (column + 0.5 - view["x"] + above / 2) * view["zoom"],
                    size["height"] / 2 - above * math.sqrt(3) / 2 * view["zoom"])
        middle = ((58 + size["width"]) / 2, (size["height"] - 30) / 2)
        return (middle[0] + (column + 0.5 - view["x"]) * view["zoom"],
                middle[1] - (row + 0.5 - view["y"]) * view["zoom"])

    def action(self, x, y):
        """Moves the pointer to a place on the board."""
        board = self.board()
        size = board.size
        return ActionChains(self.driver).move_to_element_with_offset(
            board, round(x - size["width"] / 2), round(y - size["height"] / 2))

    def point_at(self, column, row):
        # From elsewhere, so that the pointer moves.
        x, y = self.place_of(column, row)
        self.action(x + 1, y).perform()
        self.action(x, y).perform()

    def pixels(self, cells, right=0.5, up=0.5):
        """The colours of a place in each of some cells."""
        view = self.view()
        size, zoom = self.board().size, view["zoom"]
        middles = [self.place_of(*cell, view, size) for cell in cells]
        places = [(x + (right - 0.5) * zoom, y - (up - 0.5) * zoom) for x, y in middles]
        return dict(zip(cells, self.colours_at(places)))

    def colours_at(self, places):
        """The colours of places on the board, in its own pixels."""
        return self.driver.execute_script(
            "const b = document.getElementById('board'), r = devicePixelRatio;"
            "const all = b.getContext('2d').getImageData(0, 0, b.width, b.height);"
            "return arguments[0].map(([x, y]) => 4 * (Math.round(y * r) * b.width + Math.round(x * r)))"
            ".map((at) => [...all.data.slice(at, at + 3)])", places)

    def read_picture(self, path):
        """Has the browser read a picture: its width and height."""
        data = "data:image/png;base64," + base64.b64encode(Path(path).read_bytes()).decode()
        return self.driver.execute_async_script(
            "const done = arguments[1], image = new Image();"
            "image.onload = () => { const c = document.createElement('canvas'); c.width = image.width;"
            " c.height = image.height; const p = c.getContext('2d'); p.drawImage(image, 0, 0);"
            " window.seen = p.getImageData(0, 0, c.width, c.height); done([c.width, c.height]); };"
            "image.src = arguments[0];", data)

    def colours_of_picture(self, places):
        """The colours of some pixels of the picture that was read last."""
        return self.driver.execute_script(
            "return arguments[0].map(([x, y]) => 4 * (Math.floor(y) * seen.width + Math.floor(x)))"
            ".map((at) => [...seen.data.slice(at, at + 3)])", places)

    def media(self, scheme):
        """Shows the page in light or dark colours."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.settle()

    def visible(self):
        """The columns and the rows that are visible, as the link says; y goes upwards."""
        view, size = self.view(), self.board().size
        zoom, middle = view["zoom"], ((58 + size["width"]) / 2, (size["height"] - 30) / 2)
        columns = view["x"] + (58 - middle[0]) / zoom, view["x"] + (size["width"] - middle[0]) / zoom
        rows = view["y"] + (middle[1] - size["height"] + 30) / zoom, view["y"] + middle[1] / zoom
        return [(max(math.floor(first), 0), math.ceil(end)) for first, end in [columns, rows]]

    def keys(self, *typed):
        ActionChains(self.driver).send_keys(*typed).perform()
        self.settle()

    def choose(self, name, text):
        """Gives a control a value."""
        self.driver.execute_script(
            "const s = document.getElementById(arguments[0]); s.value = arguments[1];"
            "s.dispatchEvent(new Event('change'))", name, text)
        self.settle()

    def check_position(self, heaps):
        """Compares the panel with what `query` prints."""
        wait_for(lambda: self.text("position") == f"({', '.join(map(str, heaps))})",
                 f"the panel shows {self.text('position')}, not {heaps}")
        output = subprocess.run([PROGRAM, "query", self.table, ",".join(map(str, heaps)), "--json"],
                                capture_output=True, text=True, check=True).stdout
        answer = json.loads(output)["answers"][0]
        facts = self.text("facts").split("\n")
        facts = dict(zip(facts[::2], facts[1::2]))
        if answer["outcome"]:
            assert facts["Grundy value"] == str(answer["value"]), (facts, answer)
            assert facts["outcome"] == f"{answer['outcome']}-position", (facts, answer)
            kind, moves = "winning", answer["winning_moves"]
        else:
            assert facts["score"] == str(answer["value"]) and "outcome" not in facts, (facts, answer)
            kind, moves = "best", answer["best_moves"]
        listed = self.driver.find_elements(By.CSS_SELECTOR, "#winning button")
        listed = [button.get_attribute("textContent") for button in listed]
        shown = [json.loads("[" + re.match(r"\((.*?)\)", text)[1] + "]") for text in listed]
        assert shown == moves[:40], (heaps, shown, moves)
        heading = self.text("winning").split("\n")[0]
        assert heading.startswith(f"{len(moves)} {kind}" if moves else f"No {kind}"), heading

    def shot(self, name):
        if SHOTS:
            SHOTS.mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(SHOTS / f"{name}.png"))

    def close(self, may_complain=()):
        """Checks that nothing was asked of others, and that nothing went wrong."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                assert url.startswith((self.address, "data:", "about:")), f"a request to {url}"
        # This test reads the canvas more often than the page would, which the browser remarks on.
        complaints = [entry for entry in self.driver.get_log("browser")
                      if entry["level"] != "INFO" and "getImageData" not in entry["message"]
                      and not any(words in entry["message"] for words in may_complain)]
        assert not complaints, complaints
        # What others would have to answer is not asked for.
        self.driver.set_script_timeout(10)
        refused = self.driver.execute_async_script(
            "const done = arguments[0]; document.addEventListener('securitypolicyviolation', "
            "(event) => done(event.effectiveDirective)); fetch('https://example.org/').catch(() => {});")
        assert refused == "connect-src", refused
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        self.driver.get("about:blank")
        # What was asked and logged so far is of this page.
        for log in ["performance", "browser"]:
            self.driver.get_log(log)
        IDLE[self.screen] = self.driver
        self.program.terminate()
        assert self.program.wait(10) == 0


def near(one, other, tolerance=1e-3):
    return abs(one - other) <= tolerance * max(1, abs(one), abs(other))


# Screens of a desk and of a phone, and colours.
DESKTOP = dict(width=1280, height=800)
PHONE = dict(width=390, height=844, ratio=2, touch=True)

BLACK, WHITE, STRIKING = [0, 0, 0], [255, 255, 255], [230, 0, 138]
# The first three sets.
ORANGE, BLUE, GREEN = [0xe6, 0x9f, 0x00], [0x56, 0xb4, 0xe9], [0x00, 0x9e, 0x73]
# A place in a cell without a number or a mark.
CORNER = dict(right=0.12, up=0.88)


def show_more(page, screen):
    """Shows all controls on a phone, where a button hides most of them."""
    if screen is PHONE:
        page.driver.find_element(By.ID, "more-button").click()
        page.settle()


def matches(table, condition):
    """The positions that satisfy a condition, and how many there are."""
    printed = subprocess.run([PROGRAM, "list", FOLDER / table, condition, "--json", "--limit", "1000000"],
                             capture_output=True, text=True, check=True).stdout
    found = json.loads(printed)
    return {tuple(one["position"]) for one in found["positions"]}, found["matches"]


def light(colour):
    """The relative luminance of a colour (WCAG 2.1)."""
    curved = [byte / 255 for byte in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in curved]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """The contrast ratio of two colours (WCAG 2.1)."""
    dark, bright = sorted([light(one), light(other)])
    return (bright + 0.05) / (dark + 0.05)


def run_parts(parts):
    for part in parts:
        start = time.time()
        part()
        print(f"{part.__name__}: {time.time() - start:.1f} s", flush=True)
    print("the page is right")
