"""Colours, marks and texts of the page of `grundytab view` in headless Chromium.

    python tests/page_colours.py PROGRAM FOLDER [SCREENSHOTS]

FOLDER holds the table wythoff.zarr (Grundy values, box 300x250), whose values are compared with what the page shows.
"""

import subprocess

from browser import wait_for
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from viewed_page import (BLACK, CORNER, DESKTOP, FOLDER, PHONE, PROGRAM, STRIKING, WHITE, Page, contrast, light,
                         run_parts)


def values(table):
    """The values of a table, by position."""
    printed = subprocess.run([PROGRAM, "list", FOLDER / table, "true", "--all", "--csv"], capture_output=True,
                             text=True, check=True).stdout.splitlines()[1:]
    rows = [tuple(map(int, line.split(","))) for line in printed]
    return {row[:-1]: row[-1] for row in rows}


def limits(page):
    """The limits in the controls."""
    return [int(page.driver.find_element(By.ID, name).get_attribute("value")) for name in ["least", "largest"]]


def type_number(page, name, number):
    field = page.driver.find_element(By.ID, name)
    field.clear()
    field.send_keys(str(number), Keys.TAB)
    page.settle()


def check_limits(page, table):
    """Compares the limits of the colours with the values that are visible; returns positions
    with the least and the largest value among the cells that are wholly visible."""
    (left, right), (bottom, top) = page.visible()
    # P-positions have a colour of their own.
    seen = {at: value for at, value in table.items()
            if left <= at[0] < right and bottom <= at[1] < top and value > 0}
    least, largest = min(seen.values()), max(seen.values())
    # A scale that would begin near 0 begins at 1.
    expected = [1 if least < largest / 4 else least, largest]
    wait_for(lambda: limits(page) == expected, lambda: f"limits {limits(page)}, not {expected}")
    page.settle()
    whole = {at: value for at, value in seen.items() if left < at[0] < right - 1 and bottom < at[1] < top - 1}
    return [min(whole, key=whole.get), max(whole, key=whole.get)]


def colours_follow_what_is_visible():
    table = values("wythoff.zarr")
    page = Page("wythoff.zarr", link="#x=14&y=235&zoom=50", **DESKTOP)
    lowest, highest = check_limits(page, table)
    assert limits(page)[0] > 1
    low, high = page.pixels([lowest, highest], **CORNER).values()
    # Of the hues the least value has blue, the largest red: over the whole table both would be green.
    assert low[2] > low[0] + 60 and high[0] > high[2] + 60, (low, high)
    page.shot("limits")
    page.open("")
    check_limits(page, table)
    assert limits(page)[0] == 1
    # Locked, the limits stay, and the colours with them.
    page.open("#x=14&y=235&zoom=50")
    check_limits(page, table)
    locked = limits(page)
    before = page.pixels([(14, 235)], **CORNER)
    page.driver.find_element(By.ID, "lock").click()
    page.driver.execute_script("document.getElementById('board').focus()")
    page.keys("-", "-")
    assert limits(page) == locked and page.view()["limits"] == f"{locked[0]}..{locked[1]}"
    assert page.pixels([(14, 235)], **CORNER) == before
    page.driver.find_element(By.ID, "lock").click()
    page.settle()
    check_limits(page, table)
    assert "limits" not in page.view()
    # By hand, and in a link.
    type_number(page, "largest", 240)
    type_number(page, "least", 200)
    assert page.view()["limits"] == "200..240"
    ends = page.driver.find_element(By.CSS_SELECTOR, "#legend .ends").text
    assert ends.split() == ["≤", "200", "≥", "240"], ends
    # A value beyond a limit has the colour of the limit.
    (left, right), (bottom, top) = page.visible()
    inside = [at for at in table if left < at[0] < right - 1 and bottom < at[1] < top - 1]
    below = [at for at in inside if 0 < table[at] <= 200]
    colours = {tuple(colour) for colour in page.pixels(below, **CORNER).values()}
    page.shot("limits-by-hand")
    assert len(below) > 10 and len(colours) == 1, (len(below), colours)
    page.open(page.driver.execute_script("return location.hash"))
    assert limits(page) == [200, 240] and page.driver.find_element(By.ID, "lock").is_selected()
    type_number(page, "least", 241)
    assert page.driver.find_element(By.ID, "least").get_attribute("aria-invalid") == "true"
    assert "not larger" in page.text("notice") and page.view()["limits"] == "200..240"
    # Residues have no limits.
    page.choose("palette", "residue:3")
    assert not page.driver.find_element(By.ID, "limits").is_displayed()
    page.close()


def the_legend_says_what_is_shown():
    page = Page("wythoff.zarr", link="#x=12&y=9&zoom=50&palette=residue:3", **DESKTOP)
    legend = page.text("legend").split("\n")
    assert legend == ["0", "0 mod 3", "1 mod 3", "2 mod 3"], legend
    # From far away these palettes show means in grey: 0.5 pixels a cell are 2 cells a pixel.
    page.open("#x=150&y=125&zoom=0.5&palette=residue:3&p=off")
    legend = page.text("legend")
    assert "mean value in grey of 2 × 2 cells" in legend and "zoom in" in legend and "mod" not in legend, legend
    assert legend.startswith("0\n429"), legend
    (red, green, blue), = page.pixels([(200, 60)]).values()
    assert red == green == blue, (red, green, blue)
    page.shot("far-residues")
    page.open("#x=150&y=125&zoom=0.5&palette=viridis&p=off")
    assert "A pixel shows the mean value of 2 × 2 cells." in page.text("legend"), page.text("legend")
    page.open("#x=150&y=125&zoom=0.5&palette=p-positions&p=off")
    assert "share of P-positions of 2 × 2 cells. That share counts 3 times." in page.text("legend")
    page.open("#x=12&y=9&zoom=50&palette=p-positions")
    assert page.text("legend") == "P-positions\nN-positions", page.text("legend")
    # A bit that no value has is explained by the colour that it would have.
    page.open("#x=12&y=9&zoom=50&palette=bit:12")
    sample = page.driver.execute_script(
        "const c = document.querySelector('#legend li canvas'); return [...c.getContext('2d')"
        ".getImageData(0, 0, 1, 1).data.slice(0, 3)]")
    assert sample == BLACK and page.text("legend").startswith("the bit is set"), sample
    page.close()


def p_positions_are_seen_from_afar():
    # Of two cells a pixel; (110, 178) is a P-position, floor(68 phi) and 68 more.
    def is_marked(page):
        around = [(110 + 2 * i, 178 + 2 * j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return STRIKING in page.pixels(around).values()
    for screen in [DESKTOP, PHONE]:
        page = Page("wythoff.zarr", link="#x=150&y=125&zoom=0.5&palette=viridis", **dict(screen, ratio=1))
        legend = page.driver.find_element(By.ID, "legend").get_attribute("textContent")
        assert is_marked(page) and "pixels that hold a P-position" in legend, legend
        page.shot(f"far-p-{screen['width']}")
        page.choose("p-marks", "off")
        assert not is_marked(page) and "hold" not in page.text("legend") and page.view()["p"] == "off"
        page.choose("p-marks", "on")
        assert is_marked(page) and page.view()["p"] == "on"
        page.close()


def marks_are_those_of_pictures():
    # The options of (9, 7), of which (5, 3) and (4, 7) are P-positions; no numbers are in cells of 18 pixels.
    page = Page("wythoff.zarr", **DESKTOP)
    radius = 0.26 * 18
    # Places in cells: a cell, and how far to the right of its middle.
    middles = [((9, 5), 0), ((5, 3), 0), ((4, 7), 0)]
    rims = [((9, 5), radius + 0.7)]
    inside = [((5, 3), 1.5 * radius), ((4, 7), 1.5 * radius)]
    # Around a winning move, a rim in two tones; around the position itself a ring of 2.4 times the radius.
    around = [((5, 3), 1.6 * radius + step) for step in (2, 2.5, 3, 3.5)]
    ring = [((9, 7), 2.4 * radius)]
    for palette in ["hue", "p-positions", "viridis"]:
        page.open(f"#x=12&y=9&zoom=18&at=9,7&palette={palette}")
        wait_for(lambda: page.text("position") == "(9, 7)", "the position is not shown")
        x, y = page.place_of(0, 0)
        places = [(x + 18 * column + right, y - 18 * row)
                  for (column, row), right in middles + rims + inside + around + ring]
        option, one, other, rim, beside_one, beside_other, *tones, position = page.colours_at(places)
        assert option == WHITE and light(rim) < 0.1, (palette, option, rim)
        assert one == other == beside_one == beside_other == position == STRIKING, palette
        assert max(map(light, tones)) > 0.6, (palette, tones)
        page.shot(f"marks-{palette}")
    # Without any hue, winning moves differ from options by their brightness.
    assert contrast(STRIKING, WHITE) > 3
    # From afar, too: two cells a pixel.
    page.open("#x=150&y=125&zoom=0.5&palette=p-positions&at=220,150")
    wait_for(lambda: page.text("position") == "(220, 150)", "the position is not shown")
    page.settle()
    (winning,) = page.pixels([(183, 113)]).values()
    assert winning == STRIKING, winning
    # There options are dots apart from one another: a line of them would look like a line of P-positions.
    blue = [b > r + 90 and b > 200 for r, _, b in page.pixels([(column, 150) for column in range(20, 200)]).values()]
    assert 5 <= sum(now and not before for before, now in zip(blue, blue[1:])) and sum(blue) < 90, blue
    # A position that is kept is seen apart from one that is pointed at.
    ring = lambda: page.pixels([(220, 150)], right=0.5 + 16)[220, 150]
    assert ring() == STRIKING and "(220, 150), kept" in page.text("legend")
    page.driver.find_element(By.ID, "release").click()
    page.point_at(220, 150)
    wait_for(lambda: "pointed at" in page.text("legend"), page.text("legend"))
    page.settle()
    assert ring() != STRIKING
    page.open("#x=150&y=125&zoom=0.5&at=220,150")
    page.settle()
    for text in ["(220, 150)", "options", "winning moves"]:
        assert text in page.text("legend"), page.text("legend")
    page.close()


# The colours of all texts and of what is behind them.
TEXTS = """
const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
const ground = (node) => {
  for (let at = node; at; at = at.parentElement) {
    const found = numbers(getComputedStyle(at).backgroundColor);
    if (found.length < 4 || found[3] === 1) return found.slice(0, 3);
    if (found[3] > 0) throw new Error('half transparent');
  }
  throw new Error('no background');
};
const all = [...document.body.querySelectorAll('*')].filter((node) => node.checkVisibility());
const isText = (node) => [...node.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim());
const look = (node, pseudo) =>
  [numbers(getComputedStyle(node, pseudo).color).slice(0, 3), ground(node), node.textContent];
return all.filter((node) => isText(node) || ['INPUT', 'SELECT'].includes(node.tagName)).map((node) => look(node))
  .concat(all.filter((node) => node.placeholder).map((node) => look(node, '::placeholder')));
"""
# The darkest and the brightest colour around some places.
DIGITS = """
const b = document.getElementById('board'), [places, half] = arguments;
const d = b.getContext('2d').getImageData(0, 0, b.width, b.height);
const sum = (c) => c[0] * 0.2126 + c[1] * 0.7152 + c[2] * 0.0722;
return places.map(([x, y]) => {
  let [dark, bright] = [null, null];
  for (let i = -half; i <= half; i += 1) for (let j = -half; j <= half; j += 1) {
    const at = 4 * ((Math.round(y) + j) * d.width + Math.round(x) + i);
    const colour = [...d.data.slice(at, at + 3)];
    if (!dark || sum(colour) < sum(dark)) dark = colour;
    if (!bright || sum(colour) > sum(bright)) bright = colour;
  }
  return [dark, bright];
});
"""


def texts_have_contrast():
    for screen in [DESKTOP, PHONE]:
        page = Page("wythoff.zarr", "--list", "g == 1", link="#x=12&y=9&zoom=60&at=9,7", **dict(screen, ratio=1))
        sets = page.driver.find_element(By.ID, "sets")
        wait_for(lambda: "g == 1" in sets.get_attribute("textContent"), "there is no set")
        page.driver.find_element(By.ID, "go").send_keys("nonsense", Keys.ENTER)
        page.driver.execute_script(
            "for (const name of ['banner', 'notice']) {"
            " document.getElementById(name).hidden = false; document.getElementById(name).textContent = name; }")
        if screen is PHONE:
            page.driver.find_element(By.ID, "more-button").click()
            assert page.driver.execute_script("return document.documentElement.scrollWidth") <= screen["width"]
        for scheme in ["light", "dark"]:
            page.media(scheme)
            found = page.driver.execute_script(TEXTS)
            assert len(found) > 30, found
            for colour, ground, text in found:
                assert contrast(colour, ground) >= 4.5, (scheme, text, colour, ground, contrast(colour, ground))
            page.shot(f"contrast-{scheme}-{screen['width']}")
            # What the canvas writes: numbers at the axes, and on one heap at the points.
            variables = page.driver.execute_script(
                "const s = getComputedStyle(document.documentElement);"
                "return ['--paper', '--card', '--faint', '--ink'].map((name) => s.getPropertyValue(name).trim())")
            paper, card, faint, ink = [[int(text[at:at + 2], 16) for at in (1, 3, 5)] for text in variables]
            assert contrast(faint, paper) >= 4.5 and contrast(ink, card) >= 4.5, variables
        page.close()
    # The numbers in cells, on colours of all kinds.
    page = Page("wythoff.zarr", **DESKTOP)
    cells = [(column, row) for column in range(5, 14) for row in range(5, 13)]
    for palette in ["hue", "viridis", "greys", "spectral", "residue:5"]:
        page.open(f"#x=12&y=9&zoom=60&palette={palette}")
        x, y = page.place_of(0, 0)
        found = page.driver.execute_script(DIGITS, [(x + 60 * column, y - 60 * row) for column, row in cells], 18)
        for cell, (dark, bright) in zip(cells, found):
            assert contrast(dark, bright) >= 4.5, (palette, cell, dark, bright)
    page.close()


run_parts([colours_follow_what_is_visible, the_legend_says_what_is_shown, p_positions_are_seen_from_afar,
           marks_are_those_of_pictures, texts_have_contrast])
