"""The functions are the commands of the program: every flag is a keyword, and what comes is what the program prints."""

import inspect
import io
import json
import keyword
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
import warnings

import grundytab
import numpy as np
import pytest
from grundytab import _commands, _frames

PROGRAM = os.path.join(os.path.dirname(sys.executable), "grundytab")

# Flags of the program that are no keywords, and why.
REASONS = {
    "--json": "results are data",
    "--quiet": "nothing is printed",
    "--help": "help(grundytab.verify)",
    "--log": "a log is that of a process",
    "--verbose": "a log is that of a process",
}
COMMANDS = {
    "selftest": "it tests a machine, in processes of its own",
    "bench": "it measures a machine that does nothing else",
    "completions": "they are for a shell",
    "man": "it is for a shell",
    "help": "help(grundytab.verify)",
}


def said(*words, code=0):
    run = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    assert run.returncode == code, run.stderr
    return run.stdout


def test_every_flag_has_its_keyword():
    """Reads the help that users read, which shares nothing with the definitions that the functions are made of."""
    listed = said("--help").split("Commands:")[1].split("Options:")[0]
    commands = re.findall(r"^  (\S+) ", listed, re.M)
    assert len(commands) > 15
    assert set(commands) == set(_commands.DEFINITIONS) | set(COMMANDS)
    for command in set(commands) - set(COMMANDS):
        parameters = inspect.signature(getattr(grundytab, command)).parameters
        flags = set(re.findall(r"^\s{2,8}(?:-\w, )?(--[a-z][a-z-]*)", said(command, "--help"), re.M))
        assert flags
        assert not any(map(keyword.iskeyword, parameters))
        keywords = {"--" + name.rstrip("_").replace("_", "-") for name in parameters}
        assert flags - keywords <= set(REASONS), command


@pytest.fixture(scope="module")
def wythoff(tmp_path_factory):
    return grundytab.tabulate("wythoff", box=64, out=tmp_path_factory.mktemp("tables") / "w.zarr")


def as_printed(*words, code=0):
    return json.loads(said(*words, "--json", code=code))


def same(report, printed):
    """Compares, but neither times nor what says that the program failed, as where a claim is false."""
    others = ("kind", "message", "exit_code")
    timeless = lambda found: {k: v for k, v in found.items() if "seconds" not in k and k not in others}
    records = lambda frame: frame.to_dict("records")
    return timeless(json.loads(json.dumps(report, default=records))) == timeless(printed)


def test_reports_are_those_that_the_program_prints(wythoff, tmp_path):
    path = str(wythoff.path)
    claims = ["g <= x + y", "p implies x == y"]
    for report, words, code in [
        (grundytab.info(path), ["info", path], 0),
        (wythoff.info(), ["info", path], 0),
        (wythoff.verify(sample=50), ["verify", path, "--sample", "50"], 0),
        (
            wythoff.verify(claim=claims, only=["claims", "integrity"], counterexamples=3),
            ["verify", path, "--claim", claims[0], "--claim", claims[1], "--only", "claims,integrity"]
            + ["--counterexamples", "3"],
            1,
        ),
        (wythoff.analyze(only="values"), ["analyze", path, "--only", "values"], 0),
        (grundytab.sum([(wythoff, (1, 2)), f"{path}@3,4"]), ["sum", f"{path}@1,2", f"{path}@3,4"], 0),
        (grundytab.theorems(), ["theorems"], 0),
        (grundytab.decide("forall x: x + 1 > x"), ["decide", "forall x: x + 1 > x"], 0),
        (grundytab.decide("exists x: x + 1 == x"), ["decide", "exists x: x + 1 == x"], 1),
        (grundytab.prove("wythoff"), ["prove", "wythoff"], 0),
        (
            grundytab.tabulate("nim", box=(5, 6), dry_run=True, engine="cpu"),
            ["tabulate", "nim", "--box", "5x6", "--dry-run", "--engine", "cpu"],
            0,
        ),
    ]:
        assert same(report, as_printed(*words, code=code)), words
    assert grundytab.devices().adapters is not None
    other = grundytab.tabulate("nim", box=64, out=tmp_path / "nim.zarr")
    assert not wythoff.diff(other)["equal"] and wythoff.diff(path)["equal"]
    report = grundytab.tabulate("nim", box=9, discard=True)
    assert report.p_positions == 9 and report["sum"] == grundytab.tabulate("nim", box=9).sum()


def test_exports(wythoff, tmp_path):
    assert np.array_equal(np.load(io.BytesIO(wythoff.export(format="npy"))), wythoff[...])
    report = wythoff.export(format="csv", out=tmp_path / "w.csv")
    assert report.positions == 64 * 64
    assert (tmp_path / "w.csv").read_bytes() == wythoff.export(format="csv")
    with pytest.raises(TypeError, match="format"):
        wythoff.export()


def test_lists_are_frames(wythoff, monkeypatch):
    zeros = np.argwhere(wythoff == 0)
    frame = wythoff.list("p")
    assert list(frame.columns) == ["x", "y", "value"] and (frame.value == 0).all()
    assert sorted(map(tuple, frame[["x", "y"]].to_numpy())) == sorted(map(tuple, zeros))
    assert len(wythoff.list("p", limit=5)) == 5
    assert wythoff.list("p and x == y and x > 0").empty
    assert wythoff.list("p", limit=1, csv=True) == "x,y,value\n0,0,0\n"
    grid = wythoff.list(region="3:6,5:7")
    assert grid.index.name == "y" and grid.columns.name == "x"
    assert (grid.to_numpy() == wythoff[3:6, 5:7].T).all() and grid.loc[5, 3] == 0
    whole = wythoff.list(where="x <= y")
    assert whole.shape == wythoff.shape and whole.loc[5, 3] == 0 and whole.isna().loc[3, 5]
    for region in ([(3, 6), (5, 7)], (slice(3, 6), slice(5, 7))):
        assert wythoff.list(region=region).equals(grid)
    with pytest.raises(TypeError, match="a range has an end and no step"):
        wythoff.list(region=(slice(3, None), slice(5, 7)))
    # Whole numbers stay exact where others are missing.
    text = "x,value,share\n0,9007199254740993,0.5\n1,,\n"
    whole = _frames.frame(text)
    assert whole.value.dtype == "Int64" and whole.value[0] == 2**53 + 1 and whole.value.isna()[1]
    assert whole.share.dtype == float
    assert _frames.frame(f"x\n{2**70}\n\"\"\n").x[0] == 2**70
    # Without pandas.
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert _frames.frame(text)["value"].tolist() == [2**53 + 1, None]
    assert _frames.column(("1", str(2**70))).tolist() == [1, 2**70]
    array = wythoff.list("p")
    assert array.dtype.names == ("x", "y", "value") and array["y"].tolist() == frame.y.tolist()
    assert wythoff.list("p and x == y and x > 0").shape == (0,)
    assert (wythoff.list(region="3:6,5:7") == wythoff[3:6, 5:7].T).all()
    assert _frames.column(("1", "", "2.5")).tolist()[::2] == [1.0, 2.5]


def test_analyses_are_frames(wythoff):
    found = wythoff.analyze()
    assert found["values"].positions.sum() + found.positions_of_larger_values == 64 * 64
    assert found.layers.p_positions.sum() == found.p_positions and len(found.layers) == found.layers.attrs["count"] == 127
    beams = found.beams
    assert len(beams) == 2 and beams.attrs["scattered"] == 0 and abs(beams.line_slope_value.max() - 1.618) < 0.02
    assert wythoff.analyze(only="beams", against="phi").against.difference_value.abs().max() < 0.1
    groups = wythoff.analyze(group_by="x % 3", show=["g", "y - x"]).groups
    assert groups["maximum g"].max() == 95 and groups["minimum y - x"].min() == -63
    columns = {type(value) for frame in (found["values"], found.layers, beams, found.periods) for value in frame.iloc[0]}
    assert dict not in columns and grundytab.Report not in columns


def test_sweeps_are_frames(wythoff, tmp_path, monkeypatch):
    jobs = tmp_path / "jobs.toml"
    jobs.write_text(
        f'out = "{tmp_path}/tables"\nbox = 100\n[[job]]\ngame = "subtraction:1,{{a}}"\na = [2, 4]\nname = "s{{a}}"\n'
        '[[job]]\ngame = "nim"\nname = "nim"\n'
    )
    planned = grundytab.batch(jobs, dry_run=True)
    assert planned.complete == 0 and [job.job for job in planned.jobs][:2] == ["s2", "s4"]
    assert not (tmp_path / "tables").exists()
    assert len(grundytab.batch(jobs, table=tmp_path / "rows.csv")) == len(planned.jobs)
    found = grundytab.analyze(tmp_path / "tables", only="periods")
    assert found.set_index("name").loc["s4"][["a", "period", "evidence"]].tolist() == [4, 5, "proved"]
    # A whole number stays one where others are missing.
    both = grundytab.analyze([tmp_path / "tables" / "s2", wythoff], only=["periods", "beams"])
    assert both.period.dtype == "Int64" and both.period.tolist()[0] == 3 and both.period.isna()[1]
    assert len(both.slopes[1]) == 2
    written = wythoff.analyze(only="values", table=tmp_path / "one.json")
    assert written.distinct_values.tolist() == [len(np.unique(wythoff[...]))]
    # Without pandas.
    monkeypatch.setitem(sys.modules, "pandas", None)
    rows = grundytab.analyze(tmp_path / "tables", only="periods")
    assert [type(row) for row in rows] == [dict] * len(rows)
    assert list(rows[0])[:2] == ["name", "a"] and {row["name"]: row["period"] for row in rows}["s2"] == 3


def test_a_group_has_placeholders_in_xarray(tmp_path):
    xarray = pytest.importorskip("xarray")
    jobs = tmp_path / "jobs.toml"
    jobs.write_text(f'out = "{tmp_path}/tables"\ngame = "nim"\nbox = 9\nblock = [0, 2]\nquantity = "palaces"\nname = "n{{block}}"\n')
    grundytab.batch(jobs)
    found = xarray.open_zarr(tmp_path / "tables")
    assert found["n2"].attrs["grundytab"]["placeholders"] == {"block": 2}


def test_batches(tmp_path):
    jobs = tmp_path / "jobs.toml"
    jobs.write_text(
        f'out = "{tmp_path}/tables"\n[[job]]\ngame = "nim"\nbox = 9\n[[job]]\ngame = "wythoff"\nbox = 9\n'
    )
    rows = grundytab.batch(jobs)
    assert [row.state for row in rows] == ["complete"] * 2
    assert {row.state for row in grundytab.batch(jobs)} == {"already complete"}
    assert {row.state for row in grundytab.batch(jobs, status=True)} == {"complete"}
    # What is damaged is computed again.
    chunk = next((tmp_path / "tables").rglob("c/0/0"))
    before = chunk.read_bytes()
    chunk.write_bytes(b"nonsense")
    assert sorted(row.state for row in grundytab.batch(jobs)) == ["already complete", "complete"]
    assert chunk.read_bytes() == before
    # Another game is no reason to replace a table.
    name = next(row.job for row in rows if "nim" in row.job)
    jobs.write_text(jobs.read_text().replace('game = "nim"', f'game = "euclid"\nname = "{name}"'))
    with pytest.raises(RuntimeError, match="1 of 2 jobs? failed|failed") as failed:
        grundytab.batch(jobs)
    assert sorted(row["state"] for row in failed.value.report) == ["already complete", "failed"]
    reason = next(row.reason for row in failed.value.report if row.state == "failed")
    assert reason in str(failed.value) and "runs what failed again" not in str(failed.value)
    # To look is no failure.
    assert sorted(row.state for row in grundytab.batch(jobs, status=True)) == ["complete", "odd"]
    planned = grundytab.batch(jobs, dry_run=True)
    assert [bool(job.reason) for job in planned.jobs] == [job.state == "odd" for job in planned.jobs]


def test_views(wythoff):
    with grundytab.view(wythoff) as page:
        assert page.url.startswith("http://127.0.0.1:") and page.url in page._repr_html_()
        assert b"<html" in urllib.request.urlopen(page.url).read().lower()
        # Others work meanwhile.
        assert wythoff[3, 5] == 0 and grundytab.query(wythoff, (3, 5)).value == 0
    with pytest.raises(OSError):
        urllib.request.urlopen(page.url, timeout=1)
    with pytest.raises(FileNotFoundError):
        grundytab.view("none.zarr")


def test_threads_do_not_mix(wythoff):
    """Catches what one call prints in the result of another."""
    wrong = []

    def ask(x):
        for y in range(20):
            if grundytab.query(wythoff, (x, y)).position != (x, y):
                wrong.append((x, y))
            found = wythoff.verify(only="claims", claim=f"x < {x}")["claims"][0]
            if (found.claim, found.holds_on) != (f"x < {x}", 64 * x):
                wrong.append(found)

    threads = [threading.Thread(target=ask, args=(x,)) for x in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_progress(tmp_path, capsys):
    told = []
    slow = dict(engine="reference", box=200, threads=1)
    quiet = grundytab.tabulate("wythoff", **slow)
    assert capsys.readouterr() == ("", "")
    loud = grundytab.tabulate("wythoff", **slow, progress=lambda *done: told.append(done))
    assert np.array_equal(quiet, loud)
    assert {length for _, length in told} == {40_000} and told[-1] == (40_000, 40_000)
    assert sorted(told) == told
    grundytab.tabulate("wythoff", **slow, progress=True)
    said = capsys.readouterr()
    assert said.out == "" and "tabulate" in said.err and "positions" in said.err


def test_a_failing_progress_ends_the_work():
    def fail(done, length):
        raise KeyError("mine")

    begin = time.monotonic()
    with pytest.raises(KeyError, match="mine"):
        grundytab.tabulate("wythoff", box=1500, engine="reference", progress=fail)
    assert time.monotonic() - begin < 10


def test_names_that_do_not_exist(wythoff):
    with pytest.raises(TypeError, match="did you mean claim?"):
        grundytab.verify(wythoff, claims="g == 0")
    with pytest.raises(TypeError, match="path"):
        grundytab.verify()
    with pytest.raises(ValueError, match="see help.grundytab.tabulate.") as error:
        grundytab.tabulate("wythoff", box=3, engine="cuda")
    assert error.value.kind == "usage" and "--" not in str(error.value)
    with pytest.raises(ValueError, match="'full=True' cannot be used with 'sample=K'"):
        wythoff.verify(full=True, sample=5)


def test_several_values_and_pairs(wythoff, tmp_path):
    argument = dict(kind="text", keyword="claim")
    for value, written in [
        ("a", ["a"]),
        (3, ["3"]),
        ((3, 5), ["3,5"]),
        ([3, 5], ["3,5"]),
        ([(3, 5), (4, 7)], ["3,5", "4,7"]),
        (np.array([[3, 5], [4, 7]], np.uint8), ["3,5", "4,7"]),
        (["a", "b"], ["a", "b"]),
        ([], []),
        ({"other": tmp_path / "t"}, [f"other={tmp_path / 't'}"]),
        (wythoff, [str(wythoff.path)]),
    ]:
        assert _commands.texts(value, argument) == written


def test_tables_in_notebooks_and_for_xarray(wythoff, tmp_path):
    shown = wythoff._repr_html_()
    assert "box 64x64" in shown and "data:image/png;base64," in shown and f"p-positions {wythoff.info().p_positions}" in shown
    whole = np.asarray(wythoff)
    array = wythoff.to_xarray()
    assert array.dims == ("x", "y") and array.attrs["ruleset"] == "wythoff"
    assert type(array.data).__module__.startswith("dask")
    assert (array.sel(x=slice(3, 9)).max("y").values == whole[3:9].max(axis=1)).all()
    triangle = grundytab.tabulate("triangle", tokens=12, tile=5, out=tmp_path / "t.zarr")
    masked = triangle.to_xarray()
    assert type(masked.data).__module__.startswith("dask")
    assert int(masked.count()) == triangle.attrs["positions"] and int(masked.sum()) == triangle.attrs["sum"]
    assert triangle.chunks == (5, 5, 5) and triangle.size == 13**3 and "<img" in triangle._repr_html_()
    one = grundytab.tabulate("nim:1", box=9, out=tmp_path / "one.zarr")
    assert "<img" not in one._repr_html_() and (one.to_xarray().values == np.arange(9)).all()


def test_everything_is_documented():
    for name in _commands.DEFINITIONS:
        text = getattr(grundytab, name).__doc__
        assert "Arguments:" in text and "--" not in re.sub(r"-{3,}", "", text), name
