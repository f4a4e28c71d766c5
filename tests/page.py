"""The page of `grundytab view` in a real browser, headless Chromium, by mouse, keyboard and touch.

    python tests/page.py PROGRAM FOLDER [SCREENSHOTS]

FOLDER holds the tables wythoff.zarr (Grundy values, box 300x250), triangle.zarr (tokens 40) and scores.zarr
(scores of nim:2+points=3/-1+alter=1,1:5, box 300x250). What the page says is compared with what `grundytab query`
prints. Prints `the page is right` at the end.
"""

from browser import wait_for
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from viewed_page import Page, near, run_parts


def by_mouse():
    page = Page("wythoff.zarr", width=1280, height=800)
    assert page.text("title") == "wythoff" and "Grundy values" in page.text("subtitle")
    page.shot("whole")
    for heaps in [(0, 0), (120, 77), (299, 249), (77, 125)]:
        page.point_at(*heaps)
        page.check_position(heaps)
    # The wheel: the cell under the pointer stays there.
    whole = page.view()
    x, y = page.place_of(120, 77)
    for _ in range(4):
        origin = ScrollOrigin.from_element(page.board(), round(x - page.board().size["width"] / 2),
                                           round(y - page.board().size["height"] / 2))
        ActionChains(page.driver).scroll_from_origin(origin, 0, -400).perform()
    page.settle()
    near_by = page.view()
    assert near_by["zoom"] > 8 * whole["zoom"], (whole, near_by)
    page.point_at(120, 77)
    page.check_position((120, 77))
    there = page.place_of(120, 77)
    assert abs(there[0] - x) < near_by["zoom"] and abs(there[1] - y) < near_by["zoom"], (there, x, y)
    # A drag by 100 pixels moves the board by as much.
    page.action(x, y).click_and_hold().perform()
    page.action(x + 60, y + 20).perform()
    page.action(x + 100, y + 40).release().perform()
    page.settle()
    moved = page.view()
    assert near(moved["x"], near_by["x"] - 100 / near_by["zoom"]), (near_by, moved)
    assert near(moved["y"], near_by["y"] + 40 / near_by["zoom"]), (near_by, moved)
    assert near(moved["zoom"], near_by["zoom"]) and "at" not in moved
    # A click keeps a position; a winning move is a button that leads to it.
    page.point_at(120, 77)
    ActionChains(page.driver).click().perform()
    page.point_at(121, 76)
    page.check_position((120, 77))
    assert page.view()["at"] == "120,77"
    page.driver.find_element(By.CSS_SELECTOR, "#winning button").click()
    page.settle()
    kept = tuple(map(int, page.view()["at"].split(",")))
    page.check_position(kept)
    assert kept != (120, 77) and page.text("facts").endswith(("options\n0",)) is False
    page.close()


def colours_and_links():
    # The P-positions near the corner are (0, 0), (1, 2), (2, 1), (3, 5), (5, 3) (Wythoff 1907).
    page = Page("wythoff.zarr", link="#x=8&y=6&zoom=40", width=1280, height=800)
    page.shot("cells")
    corner = dict(right=0.12, up=0.88)
    p_positions = {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}
    cells = [(column, row) for column in range(8) for row in range(8)]
    for cell, colour in page.pixels(cells, **corner).items():
        assert (colour == [0, 0, 0]) == (cell in p_positions), (cell, colour)
    select = page.driver.find_element(By.ID, "palette")
    select.send_keys("p-positions")
    wait_for(lambda: page.view()["palette"] == "p-positions", "the palette is not taken")
    page.settle()
    for cell, colour in page.pixels(cells, **corner).items():
        assert colour == ([0, 0, 0] if cell in p_positions else [255, 255, 255]), (cell, colour)
    page.point_at(9, 9)
    ActionChains(page.driver).click().perform()
    page.check_position((9, 9))
    # From (9, 9) there are 9 moves along each heap and 9 along both.
    assert page.text("facts").endswith("options\n27"), page.text("facts")
    view = page.view()
    link = page.driver.execute_script("return location.hash")
    page.open("")
    assert page.view() != view
    page.open(link)
    assert page.view() == view, (page.view(), view)
    page.check_position((9, 9))
    # A link that makes no sense shows the whole table.
    page.open("#x=-5&zoom=abc&at=1,2,3,4&palette=hue&origin=sideways&plane=q=1")
    assert page.view()["palette"] == "hue" and "at" not in page.view()
    # Rows downwards: the same cell is elsewhere.
    page.open(link.replace("bottom-left", "top-left"))
    page.check_position((9, 9))
    page.close()


def by_keyboard():
    page = Page("wythoff.zarr", width=1280, height=800)
    keys = lambda *keys: (ActionChains(page.driver).send_keys(*keys).perform(), page.settle())
    whole = page.view()
    keys("+")
    assert near(page.view()["zoom"], 1.5 * whole["zoom"])
    keys("-", "-")
    assert near(page.view()["zoom"], whole["zoom"] / 1.5)
    keys("0")
    assert near(page.view()["zoom"], whole["zoom"]) and near(page.view()["x"], whole["x"])
    keys("+", "+", Keys.ARROW_RIGHT)
    right = page.view()
    keys(Keys.ARROW_UP)
    up = page.view()
    assert right["x"] > whole["x"] and up["y"] > right["y"] and near(up["x"], right["x"])
    keys(Keys.ENTER)
    heaps = [int(up["x"]), int(up["y"])]
    page.check_position(heaps)
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_UP) \
        .key_up(Keys.SHIFT).perform()
    page.check_position([heaps[0] - 2, heaps[1] + 1])
    keys(Keys.ESCAPE)
    assert "at" not in page.view()
    # Everything that can be operated has a name, and is reached by the tabulator key.
    names = page.driver.execute_script(
        "return [...document.querySelectorAll('select, input, button, canvas[tabindex]')]"
        ".filter((e) => e.offsetParent).map((e) => e.ariaLabel || e.textContent || e.labels[0]?.textContent || '')")
    assert len(names) >= 6 and all(name.strip() for name in names), names
    page.close()


def planes_of_three_heaps():
    page = Page("triangle.zarr", width=1280, height=800)
    assert page.view()["plane"] == "z=0"
    slider = page.driver.find_element(By.ID, "plane-slider")
    assert slider.get_attribute("max") == "40"
    slider.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    wait_for(lambda: page.view()["plane"] == "z=3", "the slider does not move the plane")
    page.settle()
    page.point_at(5, 9)
    page.check_position((5, 9, 3))
    page.driver.find_element(By.ID, "plane-axis").send_keys("sum")
    wait_for(lambda: page.view()["plane"].startswith("sum="), "the axis is not taken")
    size = page.driver.find_element(By.ID, "plane-size")
    size.clear()
    size.send_keys("30", Keys.ENTER)
    wait_for(lambda: page.view()["plane"] == "sum=30", "the size is not taken")
    page.settle()
    page.point_at(5, 9)
    page.check_position((5, 9, 16))
    page.shot("layer")
    # A cell outside the domain is no position.
    page.point_at(29, 29)
    wait_for(lambda: page.text("position") == "Point at a cell", page.text("position"))
    page.close()


def by_touch():
    page = Page("wythoff.zarr", width=390, height=844, ratio=2, touch=True)
    page.shot("phone")
    touch = lambda kind, *points: page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
        "type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]})
    box = page.driver.execute_script("const b = document.getElementById('board').getBoundingClientRect();"
                                     "return [b.left, b.top, b.width, b.height]")
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    whole = page.view()
    # Two fingers apart to three times their distance.
    touch("touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 9):
        touch("touchMove", (x - 20 - 5 * step, y), (x + 20 + 5 * step, y))
    touch("touchEnd")
    page.settle()
    pinched = page.view()
    assert near(pinched["zoom"], 3 * whole["zoom"], 0.05), (whole, pinched)
    # One finger moves.
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x - 10 * step, y))
    touch("touchEnd")
    page.settle()
    moved = page.view()
    assert near(moved["x"], pinched["x"] + 50 / pinched["zoom"], 0.05), (pinched, moved)
    assert "at" not in moved
    # A tap keeps the position there.
    touch("touchStart", (x, y))
    touch("touchEnd")
    wait_for(lambda: "at" in page.view(), "a tap keeps no position")
    page.check_position(tuple(map(int, page.view()["at"].split(","))))
    page.close()


def far_away():
    page = Page("wythoff.zarr", link="#x=150&y=125&zoom=0.1", width=1280, height=800)
    # Far away: the middle of the table is coloured, what is beside it is not.
    inside, beside = page.pixels([(150, 125), (-100, 125)]).values()
    assert inside != beside, (inside, beside)
    page.point_at(150, 125)
    wait_for(lambda: page.text("position").startswith("(1"), page.text("position"))
    page.close()


def scores_with_their_signs():
    page = Page("scores.zarr", link="#x=4&y=4&zoom=60", width=1280, height=800)
    page.shot("scores")
    for heaps in [(0, 1), (1, 1), (0, 0), (7, 3)]:
        page.point_at(*heaps)
        page.check_position(heaps)
    # From (0, y) a move costs a token of y a point: the scores are 0, -1, 0, -1, ... Positive ones are blue,
    # negative ones red, and 0 is light.
    (red, _, blue), light, (low, _, high) = page.pixels([(0, 1), (0, 0), (7, 3)], right=0.12, up=0.88).values()
    assert red > blue and high > low and min(light) > 200, (red, blue, light, low, high)
    # Pixels of many cells: their mean.
    page.open("#x=150&y=125&zoom=0.4")
    (low, _, high), = page.pixels([(150, 125)]).values()
    assert high > low, (low, high)
    page.shot("scores-whole")
    page.close()


run_parts([by_mouse, colours_and_links, by_keyboard, planes_of_three_heaps, by_touch, far_away, scores_with_their_signs])
