"""What is kept of the page of `grundytab view`, in headless Chromium: pictures, commands; and what it says when its
table is replaced.

    python tests/page_kept.py PROGRAM FOLDER [SCREENSHOTS]

FOLDER holds the table wythoff.zarr (Grundy values, box 300x250).
"""

import math
import os
import shutil
import subprocess

from browser import wait_for
from selenium.webdriver.common.by import By
from viewed_page import BLACK, CORNER, DESKTOP, FOLDER, PHONE, PROGRAM, STRIKING, Page, run_parts, show_more


def pictures_are_saved():
    folder = FOLDER / "saved"
    folder.mkdir(exist_ok=True)
    for screen in [DESKTOP, PHONE]:
        page = Page("wythoff.zarr", link="#x=8&y=6&zoom=30&at=9,7", **screen)
        ratio = screen.get("ratio", 1)
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
        show_more(page, screen)
        saved = folder / "wythoff.png"
        saved.unlink(missing_ok=True)
        page.driver.find_element(By.ID, "save").click()
        wait_for(saved.is_file, "no picture is saved")
        width, height = page.read_picture(saved)
        size = page.board().size
        assert width == size["width"] * ratio and height > (size["height"] + 40) * ratio, (width, height, size)
        # The cells and the marks are those of the board, below the title.
        cells = [(3, 5), (8, 8), (5, 1), (9, 7)]
        x, y = page.place_of(0, 0)
        places = [(x + (column - 0.38) * 30, y - (row + 0.38) * 30) for column, row in cells]
        in_picture = [(round(x * ratio), round(y * ratio) + 34 * ratio) for x, y in places]
        assert page.colours_of_picture(in_picture) == page.colours_at(places)
        # Below the board stands the legend: its black is that of P-positions, its bar has blue and red.
        below = [(x, y) for x in range(width) for y in range(int((size["height"] + 40) * ratio), height)]
        colours = page.colours_of_picture(below[::3])
        assert BLACK in colours and STRIKING in colours
        assert any(b > r + 60 for r, _, b in colours) and any(r > b + 60 for r, _, b in colours)
        # Of the whole plane there is nothing beside the cells.
        page.driver.execute_script("document.getElementById('board').focus()")
        page.keys("0")
        saved.unlink()
        page.driver.find_element(By.ID, "save").click()
        wait_for(saved.is_file, "no picture is saved")
        page.settle()
        view = page.view()
        right = page.place_of(300, 0)[0]
        assert page.read_picture(saved)[0] <= max(right + 20, 420) * ratio, right
        assert page.view() == view and page.driver.execute_script(
            "return board.width === Math.round(board.clientWidth * devicePixelRatio)")
        page.close()


def figures_have_sets_and_marks():
    """SVG and PDF files are made by the program."""
    folder = FOLDER / "figures"
    folder.mkdir(exist_ok=True)
    for screen in [DESKTOP, PHONE]:
        link = "#x=12&y=9&zoom=20&at=9,7&palette=viridis&limits=0..40&list=g%20%3D%3D%201&claim=p%20implies%20x%20%3C%20y"
        page = Page("wythoff.zarr", link=link, **screen)
        wait_for(lambda: "searching" not in page.text("sets"), "the sets are not found")
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
        show_more(page, screen)
        for name in ["svg", "pdf"]:
            saved = folder / f"wythoff.{name}"
            saved.unlink(missing_ok=True)
            page.choose("picture-format", name)
            page.driver.find_element(By.ID, "save").click()
            wait_for(saved.is_file, "no figure is saved")
            page.settle()
            page.driver.find_element(By.ID, "copy-command").click()
            wait_for(lambda: page.driver.execute_script("return window.copied ?? null"), "nothing is copied")
            copied = page.driver.execute_script("return window.copied")
            for flag in ["--list 'g == 1'", "--claim 'p implies x < y'", "--highlight 9,7", f"--out wythoff.{name}"]:
                assert flag in copied, copied
            repeated = subprocess.run([PROGRAM, "render", "--repeat", saved], capture_output=True, text=True, check=True)
            assert repeated.stdout.strip() == copied, (repeated.stdout, copied)
        drawing = (folder / "wythoff.svg").read_text()
        # On paper it is as wide as the field says, and the sets have the colours of the page: claims come first.
        assert "--width 12cm" in copied and "--scale" not in copied, copied
        assert 'width="119.973mm"' in drawing and "#e69f00" in drawing and "#56b4e9" in drawing and "#009e73" not in drawing
        for text in ["g == 1", "counterexample to p implies x &lt; y", "wythoff"]:
            assert text in drawing, text
        # A set that is hidden is not in it; the other one keeps its colour.
        page.driver.find_element(By.CSS_SELECTOR, "#sets input").click()
        page.settle()
        page.driver.find_element(By.ID, "copy-command").click()
        wait_for(lambda: "--list" not in page.driver.execute_script("return window.copied"), "a hidden set is drawn")
        page.choose("picture-format", "svg")
        (folder / "wythoff.svg").unlink()
        page.driver.find_element(By.ID, "save").click()
        wait_for((folder / "wythoff.svg").is_file, "no figure is saved")
        page.settle()
        drawing = (folder / "wythoff.svg").read_text()
        assert "#e69f00" in drawing and "#56b4e9" not in drawing
        page.close()


def shown_cells(page, is_up):
    """The columns and the rows that are visible, and where the lower left or upper left corner of a cell is."""
    view, size = page.view(), page.board().size
    zoom = view["zoom"]
    x, y = (58 + size["width"]) / 2, (size["height"] + (-30 if is_up else 30)) / 2
    half = [(size["width"] - 58) / 2 / zoom, (size["height"] - 30) / 2 / zoom]
    ranges = [(max(math.floor(view[name] - part), 0), min(math.ceil(view[name] + part), side))
              for name, part, side in zip("xy", half, [300, 250])]
    side = -1 if is_up else 1
    return ranges, lambda column, row: (x + (column - view["x"]) * zoom, y + side * (row - view["y"]) * zoom)


def commands_draw_what_is_shown():
    # A path with what shells take for something else.
    folder = FOLDER / "it's a $HOME"
    folder.mkdir(exist_ok=True)
    shutil.copytree(FOLDER / "wythoff.zarr", folder / "table.zarr", dirs_exist_ok=True)
    # The program under its name, as users have it.
    commands = FOLDER / "bin"
    commands.mkdir(exist_ok=True)
    (commands / "grundytab").unlink(missing_ok=True)
    (commands / "grundytab").symlink_to(PROGRAM)
    environment = dict(os.environ, PATH=f"{commands}:{os.environ['PATH']}")
    page = Page(folder / "table.zarr", **DESKTOP)
    for link, flag in [
        ("#x=12&y=9&zoom=30", "--palette hue"),
        ("#x=12&y=9&zoom=30&palette=residue:3&origin=top-left", "--origin top-left"),
        ("#x=270&y=230&zoom=20&palette=hue:16&at=260,230", "--highlight 260,230"),
        ("#x=120&y=200&zoom=30&palette=viridis&limits=100..300", "--limits 100..300"),
    ]:
        page.open(link)
        page.driver.find_element(By.ID, "copy-command").click()
        wait_for(lambda: page.driver.execute_script("return window.copied ?? null"), "nothing is copied")
        command = page.driver.execute_script("return window.copied")
        assert flag in command and ("--limits" in command) == ("limits" in link), command
        # As it is, and without what stands around the cells.
        for more in ["", " --bare"]:
            subprocess.run(["bash", "-c", command + more], cwd=folder, env=environment, check=True, capture_output=True)
        scale, is_up = int(page.view()["zoom"]), "top-left" not in link
        ((left, right), (bottom, top)), corner = shown_cells(page, is_up)
        picture = page.read_picture(folder / "table.png")
        assert picture == [(right - left) * scale, (top - bottom) * scale], (command, picture)
        # A place in a cell that neither its number nor a mark covers.
        cells = [(column, row) for column in range(left + 1, right - 1) for row in range(bottom + 1, top - 1)]
        if "at=" in link:
            cells = [(c, r) for c, r in cells if c != 260 and r != 230 and abs(c - 260) != abs(r - 230)]
            cells = [(c, r) for c, r in cells if max(abs(c - 260), abs(r - 230)) > 2]
        shown = page.colours_at([corner(column + 0.12, row + 0.12) for column, row in cells])
        drawn = page.colours_of_picture([
            ((column - left + 0.12) * scale, (top - row - 0.12 if is_up else row - bottom + 0.12) * scale)
            for column, row in cells])
        different = [(cell, one, other) for cell, one, other in zip(cells, shown, drawn) if one != other]
        assert not different and len(cells) > 100, (command, len(different), different[:5])
        assert len({tuple(colour) for colour in drawn}) > 2
        if "at=" in link:
            # (260 - n, 230), (260, 230 - n) and (260 - n, 230 - n) are options; their discs are white.
            middles = [((column - left + 0.5) * scale, (top - row - 0.5) * scale)
                       for column, row in [(255, 230), (260, 226)]]
            assert page.colours_of_picture(middles) == [[255, 255, 255]] * 2
    page.close()


def a_table_that_is_replaced_is_said_to_be():
    path = FOLDER / "replaced.zarr"
    for screen in [PHONE]:
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(FOLDER / "wythoff.zarr", path)
        page = Page("replaced.zarr", link="#x=230&y=100&zoom=40", **dict(screen, ratio=1))
        assert page.text("banner") == ""
        cells = [(228, 100), (231, 97)]
        before = page.pixels(cells, **CORNER)
        subprocess.run([PROGRAM, "tabulate", "nim:2", "--box", "300x250", "--engine", "cpu", "--quiet", "--overwrite",
                        "--out", path], check=True, capture_output=True)
        # Nobody moves the page.
        wait_for(lambda: "no longer the one that this page shows" in page.text("banner"), lambda: page.text("banner"))
        assert "start `grundytab view` again" in page.text("banner"), page.text("banner")
        assert page.driver.find_element(By.ID, "banner").get_attribute("role") == "alert"
        page.settle()
        page.shot(f"replaced-{screen['width']}")
        # What was seen stays what it was; of the rest, which would be that of the new table, nothing is shown.
        assert page.pixels(cells, **CORNER) == before
        page.driver.execute_script("document.getElementById('board').focus()")
        page.keys(*"--------")
        colours = {tuple(colour) for colour in page.pixels([(279, 100), (282, 97), (280, 103)]).values()}
        assert colours == {(233, 230, 223)}, colours
        page.close(may_complain=["410"])
    # A program that has ended.
    page = Page("wythoff.zarr", **DESKTOP)
    page.program.terminate()
    wait_for(lambda: "does not answer" in page.text("banner"), "the page does not say that the program has ended")


run_parts([pictures_are_saved, figures_have_sets_and_marks, commands_draw_what_is_shown,
           a_table_that_is_replaced_is_said_to_be])
