"""What is refused: the kind of the error, and that its text says what is right."""

import os

import grundytab
import numpy as np
import pytest

REFUSED = [
    ("chess", dict(box=3), "grundytab.games()"),
    ("", dict(box=3), "no game"),
    ("wythoff+block=", dict(box=3), "block"),
    ("wythoff", dict(), "box"),
    ("wythoff", dict(box=3, tokens=3), "cannot be used with"),
    ("wythoff", dict(box=0), "from 1 to 1073741824"),
    ("wythoff", dict(box=-1), "box=-1"),
    ("wythoff", dict(box=2**40), "too large"),
    ("wythoff", dict(box=(1, 2, 3)), "3 sides and the game 2 heaps"),
    ("wythoff", dict(box=()), "required"),
    ("wythoff", dict(tokens=-1), "tokens=-1"),
    ("triangle", dict(box=3), "give tokens=N instead of box"),
    ("fibonacci", dict(tokens=3), "give box=N instead of tokens"),
    ("wythoff", dict(box=3, quantity="nimbers"), "grundy, outcome"),
    ("euclid", dict(box=3, quantity="palaces"), 'ask for quantity="grundy" or outcome'),
    ("wythoff+block=1", dict(box=3, quantity="palaces", misere=True), "leave out misere=True"),
    ("wythoff", dict(box=3, engine="cuda"), "engine"),
    ("wythoff", dict(box=3, engine="cpu", adapter="x"), "engine=\"gpu\""),
    ("wythoff", dict(box=3, threads=0), "from 1 to 1024"),
    ("wythoff", dict(box=3, threads=-2), "from 1 to 1024"),
    ("wythoff", dict(box=3, tile=0), "tile"),
    ("wythoff", dict(box=3, tile=-1), "tile=-1"),
    ("wythoff", dict(box=3, resume=True), "give out=PATH too"),
    ("wythoff", dict(box=3, overwrite=True), "give out=PATH too"),
    ("wythoff", dict(box=3, codec="gzip", out="t.zarr"), "none"),
    ("wythoff", dict(box=3, out=""), "a value is required for 'out=PATH'"),
    ("wythoff", dict(box=3, out="t.zarr", check=1.5), "from 0 to 1"),
    ("wythoff", dict(box=3, out="t.zarr", check=float("nan")), "from 0 to 1"),
]


@pytest.mark.parametrize("game, arguments, text", REFUSED)
def test_bad_input_is_a_value_error(game, arguments, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError) as error:
        grundytab.tabulate(game, **arguments)
    assert text in str(error.value) and "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [dict(box=True), dict(box=object()), dict(box=3, misere=1), dict(box=3, nothing=3)]
)
def test_other_types_are_type_errors(arguments):
    with pytest.raises(TypeError):
        grundytab.tabulate("wythoff", **arguments)


def test_four_heaps_on_a_gpu_are_a_value_error():
    if os.environ.get("GRUNDYTAB_NO_GPU_TESTS") == "1":
        pytest.skip("GRUNDYTAB_NO_GPU_TESTS")
    with pytest.raises(ValueError, match="at most three heaps"):
        grundytab.tabulate("nim:4", box=3, engine="gpu")


def test_too_little_memory():
    with pytest.raises(MemoryError, match="with out=PATH the table is stored instead"):
        grundytab.tabulate("wythoff", box=2**20)


def test_paths(tmp_path):
    path = tmp_path / "t.zarr"
    with pytest.raises(FileNotFoundError, match="there is nothing"):
        grundytab.open(path)
    with pytest.raises(OSError, match="not a grundytab table"):
        grundytab.open(tmp_path)
    with pytest.raises(FileNotFoundError, match="no folder"):
        grundytab.tabulate("wythoff", box=3, out=tmp_path / "none" / "t.zarr")
    grundytab.tabulate("wythoff", box=3, out=path)
    with pytest.raises(FileExistsError, match="overwrite=True"):
        grundytab.tabulate("wythoff", box=4, out=path)
    assert grundytab.tabulate("wythoff", box=4, out=path, overwrite=True).shape == (4, 4)
    # A complete table of the same job is what resume asks for; another job is refused.
    assert grundytab.tabulate("wythoff", box=4, out=path, resume=True).shape == (4, 4)
    with pytest.raises(ValueError, match="of another job"):
        grundytab.tabulate("wythoff", box=5, out=path, resume=True)
    # What is no table is never replaced.
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileExistsError, match="only tables are ever replaced"):
        grundytab.tabulate("wythoff", box=4, out=tmp_path / "folder", overwrite=True)


def test_files_that_are_missing(tmp_path):
    table = grundytab.tabulate("wythoff", box=3, out=tmp_path / "t.zarr")
    none = str(tmp_path / "none.toml")
    for attempt in [
        lambda: grundytab.batch(none),
        lambda: grundytab.verify(table, claim_file=none),
        lambda: grundytab.prove(check=none),
        lambda: grundytab.tabulate(none, box=3),
        lambda: grundytab.tabulate(f"subtraction:@{none}", box=3),
    ]:
        with pytest.raises(FileNotFoundError) as error:
            attempt()
        assert str(error.value).count("none.toml") == 1
    with pytest.raises(OSError, match="not a regular file"):
        grundytab.batch(tmp_path)


def test_arrays_are_no_tables():
    for array in (np.arange(4), np.eye(3, dtype=int)):
        for attempt in [
            lambda: grundytab.render(array),
            lambda: grundytab.verify(array),
            lambda: grundytab.query(array, (1, 2)),
            lambda: grundytab.analyze(array),
            lambda: grundytab.analyze([array, array]),
            lambda: grundytab.diff(array, array),
        ]:
            with pytest.raises(TypeError, match="a numpy array, where a table is expected: grundytab.table"):
                attempt()


def test_arguments_without_a_name():
    with pytest.raises(TypeError, match=r"tabulate\(\): only game may stand without a name; .*, as in box=10"):
        grundytab.tabulate("wythoff", 10)
    with pytest.raises(TypeError, match=r"verify\(\): missing a required argument"):
        grundytab.verify()


def test_damage_is_an_os_error(tmp_path):
    path = tmp_path / "t.zarr"
    grundytab.tabulate("wythoff", box=9, out=path)
    chunk = path / "grundy" / "c" / "0" / "0"
    chunk.write_bytes(chunk.read_bytes()[:-1] + b"x")
    for attempt in [lambda: grundytab.verify(path), lambda: grundytab.open(path)[3, 5]]:
        with pytest.raises(OSError, match="damaged chunk grundy/c/0/0"):
            attempt()


def test_questions(tmp_path):
    table = grundytab.tabulate("wythoff", box=9, out=tmp_path / "t.zarr")
    for position, text in [((1,), "1 heap, the table 2"), ((1, 9), "the table holds box 9x9")]:
        with pytest.raises(ValueError, match=text):
            grundytab.query(table, position)
    with pytest.raises(ValueError, match="-1"):
        grundytab.query(table, (-1, 2))
    for claim in ["g <", "z == 1", "x + y", "other == 1", "g / 0 == 1", ""]:
        with pytest.raises(ValueError):
            grundytab.verify(table, claim=claim)
    for arguments in [dict(sample=0), dict(sample=-1), dict(sample=5, full=True)]:
        with pytest.raises(ValueError):
            grundytab.verify(table, **arguments)
    for wrong in [None, object()]:
        with pytest.raises(TypeError):
            grundytab.verify(wrong)
