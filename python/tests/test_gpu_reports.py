"""scripts/gpu-reports turns reports of GPUs into the table of docs/performance.md. In the folder gpu_reports are real
reports of software adapters, of which all but two jobs were left out; what is varied here is made up."""

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "gpu-reports"
REAL = Path(__file__).with_name("gpu_reports")
PROGRAM = os.path.join(os.path.dirname(sys.executable), "grundytab")


@pytest.fixture(scope="module")
def script():
    return SimpleNamespace(**runpy.run_path(str(SCRIPT)))


@pytest.fixture
def tree(tmp_path, script):
    """A copy of what the script reads and writes."""
    for name in [script.PAGE, *script.WHILE_NONE]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / script.FOLDER).mkdir(parents=True)
    return tmp_path


def real(name):
    return json.loads((REAL / f"{name}.json").read_text())


def of_card(name="Some Card"):
    """The real report of `bench`, as if its adapter were a card, and its jobs of more positions."""
    report = real("bench")
    report["engines"][1]["adapter"] = f"{name} (discrete GPU, Vulkan, Driver 1.2 (of 3))"
    for row in report["rows"]:
        row["positions"] *= 1000
        row["seconds_whole"] = {"cpu": 6.0, "gpu": 0.5}[row["engine"]]
    return report


def of_page():
    """The same of the page's report."""
    report = real("page")
    report["adapter"] |= {"is_software": False, "vendor": "maker", "architecture": "nine"}
    for run in report["runs"]:
        run["positions"] *= 1000
    return report


def put(tree, script, **reports):
    for name, report in reports.items():
        text = report if isinstance(report, str) else json.dumps(report)
        (tree / script.FOLDER / f"{name}.json").write_text(text)


def table(tree, script):
    """The lines that the script writes, which must refuse nothing."""
    for name in script.WHILE_NONE:
        (tree / name).write_text("nothing")
    assert script.main([], tree) == 0
    assert script.main(["--check"], tree) == 0
    return (tree / script.PAGE).read_text().partition(script.BEGIN)[2].partition(script.END)[0].splitlines()


def test_the_page_has_the_table_that_the_reports_give():
    """Catches a report that was added, or a table that was changed, without the other."""
    ran = subprocess.run([SCRIPT, "--check"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_keys_are_those_of_the_program():
    """Catches a key of the program that has another name by now."""
    line = [PROGRAM, "bench", "--quick", "--engine", "cpu", "--job", "triangle,wythoff", "--json"]
    fresh = json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)
    kept = real("bench")
    assert fresh.keys() == kept.keys()
    for part in ["engines", "rows"]:
        assert fresh[part][0].keys() == kept[part][0].keys()


def test_without_reports(tree, script, capsys):
    """Catches a table that is left behind, and pages that say other things."""
    assert script.main(["--check"], tree) == 0
    page = tree / script.PAGE
    before = page.read_text()
    page.write_text(before.replace("No real GPU has been reported yet", "A GPU was fast"))
    assert script.main(["--check"], tree) == 1
    assert "run scripts/gpu-reports" in capsys.readouterr().err
    assert script.main([], tree) == 0
    assert page.read_text() == before
    (tree / "README.md").write_text("GPUs have been timed.")
    assert script.main(["--check"], tree) == 1
    assert "README.md no longer says" in capsys.readouterr().err


def test_a_card(tree, script):
    """Catches rates of another engine, and a ratio upside down."""
    put(tree, script, card=of_card())
    lines = table(tree, script)
    assert lines[4:] == [
        "| [card](data/gpus/card.json) | Some Card | Driver 1.2 (of 3) | Vulkan | 0.1.0 | all 2 right |",
        "",
        "| job | size | GPU | report | rate | CPU engine's time / this |",
        "|---|---|---|---|---|---|",
        "| triangle | 40 | Some Card | card | 24.7 M/s | 12.0 |",
        "| wythoff | 200 | Some Card | card | 80.0 M/s | 12.0 |",
    ]


def test_a_report_in_lines(tree, script):
    """Catches lines of which the last one alone counts, and a large job that is called right, wrong or slow."""
    report = of_card()
    first, last = report["rows"][:2], report["rows"][2:]
    larger = last[1] | {"size": 9000, "right": None, "seconds_whole": 0.1, "positions": 10**9}
    crash = "palaces 300 on gpu: the process crashed (signal: 11 (SIGSEGV))"
    lines = [report | {"rows": []}, {"rows": first}, {"rows": last, "left_out": []}, {"rows": [larger]},
             {"faults": [crash]}, {"is_complete": True}]
    put(tree, script, card="\n".join(json.dumps(line) for line in lines) + "\n")
    text = "\n".join(table(tree, script))
    assert "| 2 right; 1 failed: palaces 300 |" in text
    assert "| wythoff | 9000 | Some Card | card | 10.0 G/s |  |" in text
    del lines[4]
    put(tree, script, card="\n".join(json.dumps(line) for line in lines))
    assert "| all 2 right |" in "\n".join(table(tree, script))


def test_a_page_in_a_browser(tree, script):
    """Catches a rate by another time than the median, and a ratio from nowhere."""
    put(tree, script, browser=of_page())
    lines = table(tree, script)
    by = "WebGPU, Chrome 156 on Linux"
    assert lines[4] == f"| [browser](data/gpus/browser.json) | maker, nine |  | {by} | 0.1.0 | all 2 right |"
    assert lines[8:] == [
        "| triangle | 40 | maker, nine | browser | 771 M/s |  |",
        "| wythoff | 200 | maker, nine | browser | 1.51 G/s |  |",
    ]


def test_what_powershell_writes_is_read(tree, script):
    """Catches a report that is refused since a shell has stored it in UTF-16."""
    put(tree, script, card=of_card())
    lines = table(tree, script)
    path = tree / "docs/data/gpus/card.json"
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-16")
    assert table(tree, script) == lines


def test_the_fastest_of_a_job_comes_first(tree, script):
    """Catches an order by report."""
    slow = of_card("Slow Card")
    for row in slow["rows"]:
        row["seconds_whole"] *= 2
    put(tree, script, a=slow, b=of_card())
    assert [line.split(" | ")[2] for line in table(tree, script)[9:]] == ["Some Card", "Slow Card"] * 2


def test_tiny_jobs_are_not_timed(tree, script):
    """Catches the speed of a GPU by a job that only tests it."""
    report = of_card()
    for row in report["rows"]:
        row["positions"] //= 1000
    put(tree, script, tiny=report)
    lines = table(tree, script)
    assert lines[-1].endswith("| all 2 right |") and "M/s" not in "".join(lines)


def test_what_is_wrong_is_shown(tree, script):
    """Catches a GPU whose wrong results are dropped, or timed."""
    wrong = of_card()
    wrong["rows"][3]["right"] = False
    wrong["faults"] = ["wythoff 200 on gpu: totals: sum 1, but by the cpu engine 2"]
    failed = of_card()
    del failed["rows"][1]
    failed["faults"] = ["triangle 40 on gpu: the device was lost"]
    cpu = of_card()
    cpu["rows"][0]["right"] = False
    cpu["faults"] = ["triangle 40 on cpu: totals: sum 1, but by the cpu engine 2"]
    page = of_page()
    page["runs"][0] |= {"verdict": "wrong", "detail": "a wrong value at (1, 1), which has 2, not 7"}
    page["runs"][0].pop("seconds_median")
    page["runs"][1] |= {"verdict": "failed", "detail": "the GPU was lost"}
    put(tree, script, a=wrong, b=failed, c=cpu, d=page)
    lines = table(tree, script)
    assert [line.split(" | ")[-1] for line in lines[4:8]] == [
        "1 right; **1 WRONG**: wythoff 200 |",
        "1 right; 1 failed: triangle 40 |",
        "2 right; **1 WRONG**: triangle 40 on the CPU engine |",
        "0 right; **1 WRONG**: triangle 40; 1 failed: wythoff 200 |",
    ]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[11:]]
    found = {(job, report): (rate, ratio) for job, _, _, report, rate, ratio in cells}
    assert len(found) == len(cells) == 9
    assert found["wythoff", "a"] == found["triangle", "d"] == ("**WRONG**", "")
    assert found["triangle", "b"] == found["wythoff", "d"] == ("failed", "")
    # There is no ratio to a wrong result.
    assert found["triangle", "c"] == ("24.7 M/s", "")


def test_software_beside_a_card_is_left_out(tree, script):
    """Catches the speed of a software adapter in the table."""
    report = of_card()
    report["engines"].append(real("bench")["engines"][1] | {"name": "gpu 2"})
    report["rows"].append(report["rows"][1] | {"engine": "gpu 2"})
    put(tree, script, both=report)
    lines = table(tree, script)
    assert len(lines) == 10 and "llvmpipe" not in "".join(lines)


def test_a_name_cannot_break_the_table(tree, script):
    """Catches Markdown and HTML of whoever has sent a report."""
    put(tree, script, odd=of_card("A | B <img src=x> [c](d) `e` *f*"))
    lines = table(tree, script)
    name = r"A \| B \<img src=x\> \[c\](d) 'e' \*f\*"
    assert lines[4].startswith(f"| [odd](data/gpus/odd.json) | {name} | Driver")


def changed(report, change):
    change(report)
    return report


@pytest.mark.parametrize(("report", "complaint"), [
    (real("bench"), "it is of a software adapter"),
    (real("page"), "it is of a software adapter"),
    (changed(of_page(), lambda of: of["adapter"].update(is_software=None, architecture="swiftshader")), "software"),
    (changed(of_card(), lambda of: of["engines"][1].update(adapter="Odd (software, Vulkan, 1)")), "software adapter"),
    (changed(of_page(), lambda of: of["adapter"].update(is_software=True)), "software adapter"),
    ("{", "it is not JSON: "),
    ("\x00\x01", "it is not JSON: "),
    ("[" * 100_000, "it is not JSON: "),
    ("[]", "the report has no program"),
    ("{}", "the report has no program"),
    (" " * 1_000_001, "it has more than 1000000 bytes"),
    ({"program": "chess 1.0.0", "rows": []}, "its program is chess 1.0.0"),
    ({"program": "grundytab 0.1.0"}, "it has neither the rows"),
    (of_card() | {"runs": []}, "or both"),
    (changed(of_card(), lambda of: of["engines"].pop()), "row 2 is of the engine gpu, which is not among the engines"),
    (changed(of_card(), lambda of: of.update(rows=of["rows"][::2], engines=of["engines"][:1])), "it is of no GPU"),
    (of_card() | {"rows": []}, "no job has a result"),
    (of_card("A\nB"), "adapter of an engine is no text of a line"),
    (changed(of_card(), lambda of: of["engines"][1].update(adapter="Some Card")), "is not written as NAME (KIND"),
    (changed(of_card(), lambda of: of["rows"][1].update(seconds_whole=0)), "must be a positive number"),
    (changed(of_card(), lambda of: of["rows"][1].update(seconds_whole=float("inf"))), "must be a positive number"),
    (changed(of_card(), lambda of: of["rows"][1].update(positions=True)), "must be a positive whole number"),
    (changed(of_card(), lambda of: of["rows"][1].update(right="yes")), "must be true or false"),
    (changed(of_card(), lambda of: of["rows"].append(of["rows"][1])), "row 5 is the second one of triangle 40 on gpu"),
    (of_card() | {"faults": ["wythoff 200 on gpu: totals: 1"]}, "wythoff 200 on gpu is called right, and has a fault"),
    (of_card() | {"faults": ["something"]}, "does not say of which job and engine it is"),
    (of_page() | {"is_complete": False}, "the page had not ended"),
    (of_page() | {"adapter": None, "trouble": "This browser has no WebGPU."}, "found no GPU: This browser has no"),
    (changed(of_page(), lambda of: of["runs"][0].update(verdict="splendid")), "run 1 has the verdict splendid"),
])
def test_what_is_no_report_is_refused(tree, script, capsys, report, complaint):
    """Catches a file that is taken for what it is not. A message says what is wrong, and nothing is written."""
    put(tree, script, bad=report)
    before = (tree / script.PAGE).read_text()
    for arguments in [[], ["--check"]]:
        assert script.main(arguments, tree) == 1
        said = capsys.readouterr().err
        assert said.startswith("docs/data/gpus/bad.json is refused: ") and complaint in said, said
    assert (tree / script.PAGE).read_text() == before


def test_names_of_files(tree, script, capsys):
    """Catches a file that is passed over because of its name, and a name that breaks a link."""
    folder = tree / script.FOLDER
    (folder / "README.md").write_text("what these files are")
    assert script.main(["--check"], tree) == 0
    for name in ["a.txt", "A b.json", "a](b.json"]:
        (folder / name).write_text(json.dumps(of_card()))
        assert script.main(["--check"], tree) == 1
        assert f"docs/data/gpus/{name} is refused: a report is named by" in capsys.readouterr().err
        (folder / name).unlink()


def test_a_page_without_the_comments_is_refused(tree, script, capsys):
    """Catches a table that is written nowhere, or over the rest of the page."""
    page = tree / script.PAGE
    page.write_text(page.read_text().replace(script.END, ""))
    before = page.read_text()
    assert script.main([], tree) == 1
    assert "has lost the comments" in capsys.readouterr().err
    assert page.read_text() == before


def test_sentences_that_a_report_makes_false_are_found(tree, script, capsys):
    """Catches a README that says that no GPU has been timed, beside times."""
    put(tree, script, card=of_card())
    assert script.main([], tree) == 1
    assert "README.md still says: no real GPU has been timed yet" in capsys.readouterr().err


def test_browsers_are_told_apart(script):
    """Catches Edge that is called Chrome, and Chrome that is called Safari."""
    webkit = "(KHTML, like Gecko)"
    chrome = f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 {webkit} Chrome/141.0.0.0 Safari/537.36"
    assert script.browser(chrome) == "Chrome 141 on Windows"
    assert script.browser(f"{chrome} Edg/141.0.0.0") == "Edge 141 on Windows"
    safari = f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {webkit} Version/26.0 Safari/605.1.15"
    assert script.browser(safari) == "Safari 26 on macOS"
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
    assert script.browser(firefox) == "Firefox 145 on Linux"
    assert script.browser("something else") == "an unknown browser on an unknown system"
