"""What is added on the page of `grundytab view` in headless Chromium: sets of positions, another table, a nim heap; and
the way back.

    python tests/page_sets.py PROGRAM FOLDER [SCREENSHOTS]

FOLDER holds the tables wythoff.zarr and nim.zarr (Grundy values of wythoff and nim:2, box 300x250), triangle.zarr (of
triangle, tokens 40) and scores.zarr (scores of nim:2+points=3/-1+alter=1,1:5). What the page shows is compared with what
the program prints.
"""

from urllib.parse import quote

from browser import wait_for
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from viewed_page import BLACK, BLUE, CORNER, DESKTOP, FOLDER, ORANGE, PHONE, WHITE, Page, matches, run_parts, show_more


def texts(page):
    return page.driver.execute_script("return [...document.querySelectorAll('#sets span')].map((span) => span.textContent)")


def wait_for_sets(page, *expected):
    wait_for(lambda: texts(page) == list(expected), lambda: f"{texts(page)}, not {expected}")
    page.settle()


def add(page, kind, text, key=Keys.ENTER):
    page.choose("set-kind", kind)
    field = page.driver.find_element(By.ID, "set-text")
    field.clear()
    field.send_keys(text, key)
    page.settle()


def back(page):
    page.driver.execute_script("history.back()")
    page.driver.execute_async_script("setTimeout(arguments[0], 300)")
    page.settle()


def forward(page):
    page.driver.execute_script("history.forward()")
    page.driver.execute_async_script("setTimeout(arguments[0], 300)")
    page.settle()


def said(page):
    return page.driver.find_element(By.ID, "said").get_attribute("textContent")


def sets_are_added_and_removed():
    for screen in [DESKTOP, PHONE]:
        page = Page("wythoff.zarr", link="#x=8&y=6&zoom=18&palette=p-positions", **dict(screen, ratio=1))
        listed, count = matches("wythoff.zarr", "g == 1")
        add(page, "list", "g == 1")
        wait_for_sets(page, f"Positions with g == 1: {count}")
        wait_for(lambda: said(page) == texts(page)[0], said(page))
        assert page.view()["list"] == "g == 1"
        cells = [(column, row) for column in range(4, 12) for row in range(2, 9)]
        for cell, colour in page.pixels(cells).items():
            assert (colour == ORANGE) == (cell in listed), (cell, colour)
        against, count_against = matches("wythoff.zarr", "not (p implies x < y)")
        add(page, "claim", "p implies x < y")
        assert count_against and "claim" in page.view()
        both = [f"Positions with g == 1: {count}", f"Counterexamples to p implies x < y: {count_against}"]
        wait_for_sets(page, *both)
        page.shot(f"two-sets-{screen['width']}")
        # They come back with the link, in another window.
        page.open(page.driver.execute_script("return location.hash"))
        wait_for_sets(page, *both)
        # Marks are numbered as those of `render`: claims come before conditions.
        assert (5, 3) in against and page.pixels([(5, 3)])[5, 3] == ORANGE and page.pixels([(4, 8)])[4, 8] == BLUE
        # A set that is removed is gone, and comes back on the way back.
        page.driver.find_element(By.CSS_SELECTOR, "#sets button").click()
        wait_for_sets(page, both[1])
        assert page.pixels([(4, 8)])[4, 8] not in (ORANGE, BLUE) and "list" not in page.view()
        assert page.driver.execute_script("return document.activeElement.getAttribute('aria-label')") \
            == "Remove: Counterexamples to p implies x < y"
        back(page)
        wait_for_sets(page, *both)
        forward(page)
        wait_for_sets(page, both[1])
        # By keys alone.
        page.driver.execute_script("document.getElementById('board').focus()")
        page.keys("s", "g == 1", Keys.ENTER)
        wait_for_sets(page, both[1], both[0])
        page.keys(Keys.ESCAPE)
        assert page.driver.execute_script("return document.activeElement.id") == "board"
        page.close()


def what_is_typed_wrongly_is_said_to_be():
    page = Page("wythoff.zarr", "--list", "p", **DESKTOP)
    problem = lambda: page.text("set-text-problem")
    wait_for(lambda: texts(page) == ["Positions with p: 210"], lambda: texts(page))
    for kind, typed, words in [
        ("list", "", "Type an expression, as in g == 1"),
        ("list", "g = 1", "equality is written =="),
        ("list", "p", "This set is drawn already."),
        ("claim", "g + 1", "a number stands where true or false is expected"),
        ("with", "nothing.zarr", "nothing.zarr"),
        ("with", "", "Type the path of a table"),
        ("with", str(FOLDER / "triangle.zarr"), "its positions have 3 heaps, those of the first table 2"),
        ("with", str(FOLDER / "scores.zarr"), "its scores tell no P-positions"),
    ]:
        add(page, kind, typed)
        assert words in problem(), (typed, problem())
        assert page.driver.find_element(By.ID, "set-text").get_attribute("aria-invalid") == "true"
        assert texts(page) == ["Positions with p: 210"]
    page.shot("problem")
    # The P-positions of the table are dots, which are none of the six shapes.
    for value in range(1, 7):
        add(page, "list", f"g == {value}")
    wait_for(lambda: len(texts(page)) == 7 and "searching" not in str(texts(page)), lambda: texts(page))
    add(page, "list", "g == 8")
    assert "marks for 6 sets" in problem(), problem()
    # Without any, the sets that the program was started with do not come back.
    for _ in range(7):
        page.driver.find_element(By.CSS_SELECTOR, "#sets button").click()
        page.settle()
        assert problem() == "", problem()
    assert texts(page) == [] and page.view()["sets"] == "none"
    assert page.driver.execute_script("return document.activeElement.id") == "set-text"
    page.open(page.driver.execute_script("return location.hash"))
    assert texts(page) == []
    # Where there is no value is told.
    add(page, "list", "1/0 == 1")
    without = lambda condition: matches("wythoff.zarr", condition)[1]
    add(page, "claim", "x/(y-3) <= 1")
    wait_for_sets(page, "Positions with 1/0 == 1: none, no value at 75,000 positions",
                  f"Counterexamples to x/(y-3) <= 1: {without('x/(y-3) > 1'):,}, no value at 300 positions")
    page.close(may_complain=["400"])
    # So is what a link says wrongly.
    page = Page("wythoff.zarr", **DESKTOP)
    for link, wrong in [("at=1,2,3", "at=1,2,3"), ("limits=300..100", "limits=300..100"), ("heap=-4", "heap=-4"),
                        ("at=300,0&p=maybe", "p=maybe and at=300,0")]:
        page.open(f"#x=8&y=6&zoom=30&{link}")
        assert f"The link says {wrong}, which makes no sense" in page.text("notice"), page.text("notice")
    page.open("#x=8&y=6&zoom=30&at=1,2")
    assert page.text("notice") == ""
    page.close()


def claims_are_offered_and_large_sets_are_shares():
    for screen in [DESKTOP, PHONE]:
        page = Page("wythoff.zarr", link="#x=8&y=6&zoom=18&palette=p-positions", **dict(screen, ratio=1))
        # What is typed as a condition and is a claim: its counterexamples are offered, and marked if Add is pressed again.
        against, count = matches("wythoff.zarr", "not (p implies x < y)")
        add(page, "list", "P => x < y")
        assert "This is a claim" in page.text("set-text-problem") and texts(page) == []
        kind, field = [page.driver.find_element(By.ID, name) for name in ["set-kind", "set-text"]]
        assert (kind.get_attribute("value"), field.get_attribute("value")) == ("claim", "p implies x < y")
        field.send_keys(Keys.ENTER)
        wait_for_sets(page, f"Counterexamples to p implies x < y: {count}")
        assert (5, 3) in against and page.pixels([(5, 3)])[5, 3] == ORANGE
        page.driver.find_element(By.CSS_SELECTOR, "#sets button").click()
        # Who insists has a condition. It is true at nearly all positions, and shades tell at which.
        _, true = matches("wythoff.zarr", "p implies x < y")
        add(page, "list", "p implies x < y")
        assert "This is a claim" not in page.text("set-text-problem"), page.text("set-text-problem")
        told = f"Positions with p implies x < y: {true:,}, too many for marks: shades show their share of the cells"
        wait_for_sets(page, told)
        page.settle()
        # A position far from the first by grade, which no mark reaches, and a counterexample.
        page.open("#x=290&y=240&zoom=18&palette=p-positions&list=" + quote("p implies x < y"))
        wait_for_sets(page, told)
        page.settle()
        assert page.pixels([(288, 238)])[288, 238] not in (BLACK, WHITE)
        page.open("#x=8&y=6&zoom=18&palette=p-positions&list=" + quote("p implies x < y"))
        wait_for_sets(page, told)
        page.settle()
        shades = page.pixels([(5, 3), (6, 3)])
        assert shades[5, 3] == BLACK and shades[6, 3] not in (BLACK, WHITE), shades
        # An implication in brackets is no claim.
        add(page, "list", "(x == 1 implies y == 2) and x == 1")
        wait_for_sets(page, told, "Positions with (x == 1 implies y == 2) and x == 1: 1")
        page.driver.execute_script("document.getElementById('board').focus()")
        page.keys("0")
        page.shot(f"large-set-{screen['width']}")
        page.close(may_complain=["400"])


def tables_are_compared_at_one_place():
    for screen in [DESKTOP, PHONE]:
        page = Page("wythoff.zarr", link="#x=8&y=6&zoom=24&at=9,7", **dict(screen, ratio=1))
        show_more(page, screen)
        field = page.driver.find_element(By.ID, "open-path")
        field.send_keys("nonsense.zarr", Keys.ENTER)
        page.settle()
        assert "nonsense.zarr" in page.text("open-path-problem")
        field.clear()
        field.send_keys(str(FOLDER / "nim.zarr"), Keys.ENTER)
        wait_for(lambda: page.text("title") == "nim:2", lambda: page.text("title"))
        page.settle()
        view = page.view()
        assert (view["x"], view["y"], view["zoom"], view["at"]) == (8, 6, 24, "9,7")
        assert view["table"].endswith("nim.zarr")
        # (9, 7) has the value 9 xor 7 = 14 in Nim; (4, 4) is a P-position of it, and none of Wythoff Nim.
        wait_for(lambda: page.text("facts").startswith("Grundy value\n14"), page.text("facts"))
        assert page.pixels([(4, 4)], **CORNER)[4, 4] == BLACK
        page.shot(f"other-table-{screen['width']}")
        page.driver.execute_script("document.getElementById('board').focus()")
        page.keys("t")
        wait_for(lambda: page.text("title") == "wythoff", lambda: page.text("title"))
        page.settle()
        assert page.pixels([(4, 4)], **CORNER)[4, 4] != BLACK and "table" not in page.view()
        back(page)
        assert page.text("title") == "nim:2" and page.pixels([(4, 4)], **CORNER)[4, 4] == BLACK
        # A set is searched for in the table on the board.
        add(page, "list", "g == 1")
        wait_for_sets(page, f"Positions with g == 1: {matches('nim.zarr', 'g == 1')[1]}")
        page.open(page.driver.execute_script("return location.hash"))
        assert page.text("title") == "nim:2"
        page.close(may_complain=["400", "500"])


def a_nim_heap_stands_beside_the_positions():
    for screen in [DESKTOP, PHONE]:
        page = Page("wythoff.zarr", link="#x=8&y=6&zoom=24&palette=p-positions", **dict(screen, ratio=1))
        show_more(page, screen)
        field = page.driver.find_element(By.ID, "heap")
        field.clear()
        field.send_keys("5", Keys.ENTER)
        wait_for(lambda: page.text("title") == "wythoff + nim heap of 5", lambda: page.text("title"))
        page.settle()
        # The sum is a P-position where the value is 5.
        zeros, _ = matches("wythoff.zarr", "g == 5")
        cells = [(column, row) for column in range(3, 13) for row in range(2, 10)]
        for cell, colour in page.pixels(cells, **CORNER).items():
            assert colour == (BLACK if cell in zeros else WHITE), (cell, colour)
        page.shot(f"sum-{screen['width']}")
        # (0, 3) has the value 3: the heap of 5 is reduced to 3; no option has the value 5.
        page.driver.execute_script("document.getElementById('board').focus()")
        page.keys("g", "0,3", Keys.ENTER)
        wait_for(lambda: page.text("position") == "(0, 3)", page.text("position"))
        page.settle()
        facts = page.driver.find_element(By.ID, "facts").get_attribute("textContent")
        winning = page.driver.find_element(By.ID, "winning").get_attribute("textContent")
        assert "Grundy value6of the position alone3outcomeN-position" in facts, facts
        assert winning == "1 winning movenim heap: 5 to 3", winning
        # From far away: the pixels that hold a P-position of the sum.
        page.open("#x=150&y=125&zoom=0.5&palette=p-positions&heap=5")
        (column, row), = [at for at in zeros if 100 < at[0] < 120 and at[1] < at[0]][:1]
        around = [(column + i, row + j) for i in (-2, 0, 2) for j in (-2, 0, 2)]
        assert BLACK in page.pixels(around).values()
        page.close()
    for table in ["scores.zarr"]:
        page = Page(table, **DESKTOP)
        assert not page.driver.find_element(By.ID, "heap").is_enabled()
        assert "only beside Grundy values" in page.text("heap-problem")
        page.close()


def the_way_back():
    page = Page("triangle.zarr", link="#plane=z=3", **DESKTOP)
    whole = page.view()
    page.keys("g", "5,9,3", Keys.ENTER)
    page.check_position((5, 9, 3))
    # A layer through the kept position, and then through the middle of what is seen.
    page.choose("plane-axis", "sum")
    assert page.view()["plane"] == "sum=17" and page.view()["at"] == "5,9,3", page.view()
    page.driver.find_element(By.ID, "release").click()
    page.settle()
    page.choose("plane-axis", "z")
    middle = page.view()["plane"]
    page.choose("palette", "residue:3")
    moved = page.view()
    page.driver.execute_script("document.getElementById('board').focus()")
    page.keys("+", Keys.ARROW_RIGHT)
    page.keys("g", "1,2,3", Keys.ENTER)
    page.check_position((1, 2, 3))
    # Moving and zooming are no entries: from the position, back leads to where it was left.
    back(page)
    assert "at" not in page.view() and page.view()["zoom"] > moved["zoom"]
    back(page)
    assert page.view()["palette"] == "hue" and page.view()["plane"] == middle
    for _ in range(2):
        back(page)
    assert page.view()["plane"] == "sum=17" and page.view()["at"] == "5,9,3"
    back(page)
    assert page.view()["plane"] == "z=3" and page.view()["at"] == "5,9,3"
    back(page)
    assert page.view() == whole, (page.view(), whole)
    forward(page)
    assert page.view()["at"] == "5,9,3"
    page.close()


def layers_are_triangles():
    for screen in [DESKTOP, PHONE]:
        page = Page("triangle.zarr", link="#plane=sum%3D30&x=8&y=9&zoom=16&palette=p-positions", **dict(screen, ratio=1))
        is_p, _ = matches("triangle.zarr", "p and tokens == 30")
        cells = [(column, row) for column in range(4, 11) for row in range(6, 12)]
        for cell, colour in page.pixels(cells).items():
            assert colour == (BLACK if (*cell, 30 - sum(cell)) in is_p else WHITE), (cell, colour)
        page.shot(f"layer-{screen['width']}")
        # A point far from the middle of a hexagon is still in it.
        if screen is DESKTOP:
            x, y = page.place_of(8, 9)
            for right, down, heaps in [(0, 8, (8, 9, 13)), (7, 2, (8, 9, 13)), (4, -11, (8, 10, 12)), (-5, -10, (7, 10, 13)),
                                       (11, 0, (9, 9, 12)), (5, 11, (9, 8, 13))]:
                page.action(x + right + 1, y + down).perform()
                page.action(x + right, y + down).perform()
                expected = f"({', '.join(map(str, heaps))})"
                wait_for(lambda: page.text("position") == expected, lambda: f"{page.text('position')}, not {expected}")
        # The six neighbours of a kept position.
        page.driver.execute_script("document.getElementById('board').focus()")
        page.keys("g", "8,9,13", Keys.ENTER)
        for key, heaps in [(Keys.ARROW_RIGHT, (9, 9, 12)), (Keys.HOME, (8, 10, 12)), (Keys.PAGE_UP, (8, 11, 11)),
                           (Keys.PAGE_DOWN, (9, 10, 11)), (Keys.END, (9, 9, 12)), (Keys.ARROW_LEFT, (8, 9, 13))]:
            ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(key).key_up(Keys.SHIFT).perform()
            page.check_position(heaps)
        # None of its options lies in its layer.
        facts = page.driver.find_element(By.ID, "facts").get_attribute("textContent")
        assert "in this planenone" in facts, facts
        page.keys("0")
        page.shot(f"whole-layer-{screen['width']}")
        # From afar, too, every place shows the cell that it is nearest to, along all three sides.
        page.open("#plane=sum%3D30&x=8&y=9&zoom=3.5&palette=p-positions&p=off")
        cells = [(column, row) for row in range(31) for column in range(31 - row)]
        for cell, colour in page.pixels(cells).items():
            assert colour == (BLACK if (*cell, 30 - sum(cell)) in is_p else WHITE), (cell, colour)
        outside = [(column, 31 - column) for column in range(31)] + [(-1, row) for row in range(31)]
        outside += [(column, -1) for column in range(31)]
        page.shot(f"far-layer-{screen['width']}")
        assert not {(0, 0, 0), (255, 255, 255)} & {tuple(colour) for colour in page.pixels(outside).values()}
        # Without a kept position, another plane goes through the middle of what is seen: not through an edge.
        page.open("#plane=sum%3D30&x=8.5&y=6.5&zoom=24")
        page.choose("plane-axis", "z")
        assert page.view()["plane"] == "z=16", page.view()
        page.open("#plane=z%3D16&x=8.5&y=6.5&zoom=24")
        page.choose("plane-axis", "sum")
        assert page.view()["plane"] == "sum=30", page.view()
        page.close()


run_parts([claims_are_offered_and_large_sets_are_shares, sets_are_added_and_removed, what_is_typed_wrongly_is_said_to_be, tables_are_compared_at_one_place,
           a_nim_heap_stands_beside_the_positions, the_way_back, layers_are_triangles])
