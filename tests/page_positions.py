"""Positions on the page of `grundytab view` in headless Chromium: going to them, sets of them over the table, one and
four heaps, and what screen readers are told.

    python tests/page_positions.py PROGRAM FOLDER [SCREENSHOTS]

FOLDER holds the tables wythoff.zarr and nim.zarr (Grundy values of wythoff and nim:2, box 300x250), line.zarr (of
subtraction:1,2,7, box 400), triangle.zarr (of triangle, tokens 40) and four.zarr (of nim:4, tokens 12). What the page
shows is compared with what the program prints.
"""

from browser import wait_for
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from viewed_page import (BLACK, BLUE, DESKTOP, FOLDER, GREEN, ORANGE, PHONE, STRIKING, WHITE, Page, matches,
                         near, run_parts)


def going_to_a_position():
    page = Page("wythoff.zarr", **DESKTOP)
    field = page.driver.find_element(By.ID, "go")
    page.keys("g")
    page.keys("120, 77", Keys.ENTER)
    page.check_position((120, 77))
    assert page.view()["at"] == "120,77"
    for typed, words in [("abc", "as in 3,5"), ("1,2,3", "2 heap sizes"), ("", "as in 3,5"),
                         ("999,5", "(999, 5) is not in the table, which holds box 300x250"), ("-1,2", "as in 3,5")]:
        field.clear()
        field.send_keys(typed, Keys.ENTER)
        page.settle()
        assert words in page.text("go-problem"), (typed, page.text("go-problem"))
        assert field.get_attribute("aria-invalid") == "true" and page.view()["at"] == "120,77"
    field.clear()
    field.send_keys("(12, 30)", Keys.ENTER)
    page.check_position((12, 30))
    assert page.text("go-problem") == "" and field.get_attribute("aria-invalid") == "false"
    # What is seen stays where it is; what is not seen comes into view, without room beyond the table where there are cells.
    page.open("#x=150&y=125&zoom=18")
    before = page.view()
    page.keys("g", "151,120", Keys.ENTER)
    page.check_position((151, 120))
    assert [page.view()[name] for name in ["x", "y", "zoom"]] == [before[name] for name in ["x", "y", "zoom"]]
    for typed, heaps in [("0,0", (0, 0)), ("299,249", (299, 249)), ("3,200", (3, 200))]:
        page.driver.execute_script("document.getElementById('board').focus()")
        page.keys("g", typed, Keys.ENTER)
        page.check_position(heaps)
        size, view = page.board().size, page.view()
        half = [(size["width"] - 58) / 36, (size["height"] - 30) / 36]
        for at, far, sides in [("x", half[0], 300), ("y", half[1], 250)]:
            assert far - 0.01 <= view[at] <= sides - far + 0.01, (typed, view, half)
    # The panel is beside the board.
    assert page.driver.execute_script("""
        const [of, panel] = ['board', 'panel'].map((id) => document.getElementById(id).getBoundingClientRect());
        return panel.left >= of.right || panel.top >= of.bottom""")
    page.close()
    # The plane follows.
    page = Page("triangle.zarr", **DESKTOP)
    page.keys("g", "5,9,3", Keys.ENTER)
    page.check_position((5, 9, 3))
    assert page.view()["plane"] == "z=3"
    page.choose("plane-axis", "sum")
    page.driver.execute_script("document.getElementById('board').focus()")
    page.keys("g", "4 6 20", Keys.ENTER)
    page.check_position((4, 6, 20))
    assert page.view()["plane"] == "sum=30"
    page.close()


def sets_of_positions_lie_over_the_table():
    claim, condition = "g <= x + y - 3", "g == 1"
    flags = ["--with", FOLDER / "nim.zarr", "--claim", claim, "--list", condition]
    page = Page("wythoff.zarr", *flags, link="#x=20&y=14&zoom=18&palette=p-positions", **DESKTOP)
    against, count_against = matches("wythoff.zarr", f"not ({claim})")
    listed, count_listed = matches("wythoff.zarr", condition)
    expected = ["P-positions of nim.zarr: 250", f"Counterexamples to {claim}: {count_against:,}",
                f"Positions with {condition}: {count_listed:,}"]
    texts = lambda: page.driver.execute_script(
        "return [...document.querySelectorAll('#sets span')].map((span) => span.textContent)")
    wait_for(lambda: texts() == expected, lambda: f"{texts()}, not {expected}")
    page.settle()
    page.shot("sets")
    sets = [({(n, n) for n in range(250)}, ORANGE), (against, BLUE), (listed, GREEN)]
    cells = [(column, row) for column in range(2, 38) for row in range(2, 25)]

    def check(*shown):
        for cell, colour in page.pixels(cells).items():
            over = [mark for (found, mark), is_shown in zip(sets, shown) if is_shown and cell in found]
            # The last one lies over the others.
            assert colour == over[-1] if over else colour in (BLACK, WHITE), (cell, colour, over)
    check(True, True, True)
    boxes = page.driver.find_elements(By.CSS_SELECTOR, "#sets input")
    boxes[1].click()
    page.settle()
    check(True, False, True)
    boxes[2].click()
    page.settle()
    check(True, False, False)
    page.close()
    # A bound, and what is said of it.
    page = Page("wythoff.zarr", "--list", "x >= 0", **PHONE)
    expected = ["Positions with x >= 0: 75,000, too many for marks: shades show their share of the cells"]
    wait_for(lambda: texts() == expected, texts)
    page.settle()
    page.shot("phone-sets")
    page.close()
    # On planes.
    page = Page("triangle.zarr", "--list", "z == 4", link="#plane=z%3D4&x=8&y=8&zoom=18", **DESKTOP)
    wait_for(lambda: texts(), "no set")
    page.settle()
    assert page.pixels([(5, 9)]) == {(5, 9): ORANGE}
    page.choose("plane-size", "5")
    assert page.view()["plane"] == "z=5" and page.pixels([(5, 9)]) != {(5, 9): ORANGE}
    page.close()


def one_heap_is_a_plot():
    # The Grundy values of subtraction:1,2,7 are n mod 3: 7 is 1 mod 3, as 1 is.
    accent, ink = [15, 107, 143], [29, 31, 35]

    def colours(page, points, zoom, middle):
        size = page.board().size
        left, step = (58 + size["width"]) / 2, (size["height"] - 30 - 48) / 2
        return page.colours_at([(left + (heap + 0.5 - middle) * zoom, size["height"] - 30 - 18 - value * step)
                                for heap, value in points])
    for screen in [DESKTOP, PHONE]:
        page = Page("line.zarr", link="#x=20&y=0.5&zoom=30", **screen)
        points = [(heap, value) for heap in range(17, 23) for value in range(3)]
        page.shot(f"line-{screen['width']}")
        for (heap, value), colour in zip(points, colours(page, points, 30, 20)):
            expected = WHITE if value != heap % 3 else accent if value else ink
            assert colour == expected, (heap, value, colour)
        page.keys("g", "17", Keys.ENTER)
        page.check_position((17,))
        page.settle()
        # It was in view, and the view stays.
        option, winning, value = colours(page, [(16, 1), (15, 0), (17, 2)], 30, 20)
        assert option == WHITE and winning == STRIKING and value == accent, (option, winning, value)
        page.close()
    # Far away: two heap sizes a pixel; between them lie all values from the least to the largest.
    page = Page("line.zarr", link="#x=200&y=0.5&zoom=0.5", **DESKTOP)
    assert "2 heap sizes" in page.text("legend"), page.text("legend")
    (n, value), = [(n, 1) for n in range(150, 160, 2) if {n % 3, (n + 1) % 3} == {0, 2}][:1]
    assert colours(page, [(n, value)], 0.5, 200) == [accent]
    page.shot("line-far")
    page.keys("0")
    size, view = page.board().size, page.view()
    page.action((58 + size["width"]) / 2 + (120.5 - view["x"]) * view["zoom"], size["height"] / 2).perform()
    page.check_position((120,))
    page.close()


def four_heaps_have_two_sliders():
    for screen in [DESKTOP, PHONE]:
        page = Page("four.zarr", **screen)
        assert page.view()["plane"] == "z=0,w=0"
        page.driver.find_element(By.ID, "plane-slider-2").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        wait_for(lambda: page.view()["plane"] == "z=0,w=2", "the slider does not move the plane")
        page.driver.find_element(By.ID, "plane-slider").send_keys(Keys.ARROW_RIGHT)
        wait_for(lambda: page.view()["plane"] == "z=1,w=2", "the slider does not move the plane")
        page.driver.execute_script("document.getElementById('board').focus()")
        page.keys("g", "3,4,1,2", Keys.ENTER)
        page.check_position((3, 4, 1, 2))
        # One heap and the token sum.
        page.choose("plane-axis", "sum")
        assert page.view()["plane"].startswith("w=2,sum="), page.view()
        page.choose("plane-size", "11")
        assert page.view()["plane"] == "w=2,sum=11"
        page.keys("g", "3,4,2,2", Keys.ENTER)
        page.check_position((3, 4, 2, 2))
        page.shot(f"four-{screen['width']}")
        # A sum that is smaller than the heap cannot be.
        page.choose("plane-size", "1")
        assert page.view()["plane"] == "w=2,sum=2", page.view()
        # Nor can the same be fixed twice: the other control takes what this one had.
        page.driver.execute_script("document.getElementById('plane-axis').focus()")
        page.choose("plane-axis", "w")
        assert page.view()["plane"] == "w=2,sum=2", page.view()
        axes = [page.driver.find_element(By.ID, name).get_attribute("value") for name in ["plane-axis", "plane-axis-2"]]
        assert axes == ["w", "sum"], axes
        page.open("#plane=x%3D1%2Cy%3D2")
        assert page.view()["plane"] == "x=1,y=2"
        page.close()


def screen_readers_are_told():
    page = Page("wythoff.zarr", link="#x=12&y=9&zoom=40", **DESKTOP)
    said = lambda: page.driver.find_element(By.ID, "said").get_attribute("textContent")
    assert page.driver.find_element(By.ID, "said").get_attribute("aria-live") == "polite"
    # Not what the pointer passes.
    for column in range(3, 9):
        page.point_at(column, 5)
        page.check_position((column, 5))
    assert said() == ""
    ActionChains(page.driver).click().perform()
    wait_for(said, "nothing is said of a position that is kept")
    value = page.text("facts").split("\n")[1]
    moves = page.text("winning").split("\n")[0]
    assert said() == f"(8, 5): Grundy value {value}, outcome N-position, options 18. {moves}", said()
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_LEFT).key_up(Keys.SHIFT).perform()
    page.check_position((7, 5))
    before = said()
    assert before.startswith("(7, 5): Grundy value"), before
    # What moves the board alone is not read out again.
    page.driver.execute_script(
        "window.changes = 0; new MutationObserver(() => { changes += 1; })"
        ".observe(document.getElementById('said'), { childList: true, characterData: true, subtree: true })")
    page.keys("+", "-", Keys.ARROW_UP)
    assert said() == before and page.driver.execute_script("return changes") == 0
    page.keys(Keys.ESCAPE)
    assert said() == ""
    # Everything that can be operated has a name in the tree that screen readers are given.
    tree = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = {"button", "combobox", "spinbutton", "textbox", "checkbox", "slider", "application"}
    named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree
             if not node["ignored"] and node.get("role", {}).get("value") in roles]
    assert len(named) >= 13 and all(name for _, name in named), named
    # The order of the tabulator key: the controls, the board, the sets.
    page.driver.execute_script("document.activeElement.blur()")
    order = []
    page.open("")
    for _ in range(21):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        order.append(page.driver.execute_script("return document.activeElement.id"))
    assert order == ["palette", "go", "zoom-out", "zoom-in", "fit", "open-path", "open", "heap", "least", "largest", "lock",
                     "p-marks", "origin", "save", "picture-format", "copy-command", "copy", "board", "set-kind", "set-text", "add"], order
    page.close()


def the_board_follows_the_kept_position():
    page = Page("wythoff.zarr", **DESKTOP)
    page.keys("g", "40,200", Keys.ENTER)
    # It was in view, so that the view stays; and it stays where it is on the screen.
    view, before = page.view(), page.place_of(40, 200)
    assert near(view["x"], 150) and near(view["y"], 125), view
    page.keys(*"++++++")
    assert all(near(*pair) for pair in zip(before, page.place_of(40, 200))), (before, page.place_of(40, 200))
    assert page.view()["zoom"] > 8 * view["zoom"]
    page.keys(Keys.ARROW_RIGHT)
    before = page.place_of(40, 200)
    page.keys("-", "+", "+")
    assert all(near(*pair) for pair in zip(before, page.place_of(40, 200))), (before, page.place_of(40, 200))
    # By keys from one winning move to the next; after a P-position, to what lets it go.
    page.driver.execute_script("document.getElementById('board').focus()")
    page.keys(Keys.TAB)
    first = page.driver.execute_script("return document.activeElement.textContent")
    assert first.startswith("("), first
    page.keys(Keys.ENTER)
    position = tuple(int(heap) for heap in page.view()["at"].split(","))
    page.check_position(position)
    assert page.text("winning").startswith("No winning move")
    is_said = lambda: page.driver.execute_script(
        "return document.activeElement === document.querySelector('#winning h3')")
    assert is_said()
    # It has no keys of its own, and keeps the focus when the board is moved.
    zoom = page.view()["zoom"]
    page.keys("-")
    assert page.view()["zoom"] < zoom and is_said()
    page.keys(Keys.TAB)
    assert page.driver.execute_script("return document.activeElement.id") == "release"
    page.close()


run_parts([going_to_a_position, the_board_follows_the_kept_position, sets_of_positions_lie_over_the_table, one_heap_is_a_plot, four_heaps_have_two_sliders,
           screen_readers_are_told])
