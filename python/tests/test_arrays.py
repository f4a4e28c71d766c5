"""Arrays of users are tables: of numpy, xarray and zarr, in memory or stored."""

import grundytab
import numpy as np
import pytest
import xarray
import zarr

VALUES = np.arange(20).reshape(4, 5) % 7


def test_arrays_do_what_tables_do(tmp_path):
    table = grundytab.table(VALUES, name="residues")
    assert repr(table) == "<grundytab.Table residues, box 4x5, grundy, normal play>"
    assert (table[...] == VALUES).all() and table.dtype == np.uint8
    assert table.render().png and table.analyze()["values"].value.tolist() == list(range(7))
    assert table.verify(claim="g < 7").all_hold and not table.verify(claim="g < 6").all_hold
    assert table.list("p").values.tolist() == [[0, 0, 0], [1, 2, 0], [2, 4, 0]]
    assert table.export(format="csv").startswith(b"x,y,grundy\n0,0,0\n0,1,1\n")
    other = grundytab.table(VALUES + (VALUES == 3), out=tmp_path / "other.zarr")
    assert table.diff(other).differing == (VALUES == 3).sum()
    with table.view() as page:
        assert page.url.startswith("http")
    for needs_moves in [lambda: table.query((1, 2)), lambda: table.verify(full=True), lambda: grundytab.sum((table, (1, 2)))]:
        with pytest.raises(ValueError, match="without the rules of a game, so that no moves are known"):
            needs_moves()
    for needs_moves in [lambda: grundytab.tabulate("array:2", box=4), lambda: grundytab.prove("array:2")]:
        with pytest.raises(ValueError, match="moves are not known"):
            needs_moves()


def test_an_array_of_a_game_is_a_table_of_it(tmp_path):
    values = grundytab.tabulate("wythoff", box=12)
    table = grundytab.table(values, "wythoff", out=tmp_path / "w.zarr")
    assert table.verify(full=True).true and table.query((3, 5)).winning_moves == []
    values[3, 5] += 1
    with pytest.raises(grundytab.WrongTableError):
        grundytab.table(values, "wythoff").verify(full=True)
    triangle = grundytab.tabulate("triangle", tokens=9)
    assert grundytab.table(triangle, "triangle").verify(full=True).true
    rules = dict(moves=["(x - k, y) for 1 <= k <= x - y - 1", "(x, y - k) for 1 <= k <= y"], positions="x > y")
    masked = grundytab.tabulate(**rules, box=9)
    assert grundytab.table(masked, rules).verify(full=True).true
    outcomes = grundytab.tabulate("wythoff", box=12, quantity="outcome", misere=True)
    assert grundytab.table(outcomes, "wythoff", misere=True).verify(full=True).true


def test_nothing_is_proved_of_given_values():
    """Catches a period of values that nobody has checked which is said to be proved by the rules."""
    table = grundytab.table([0, 1] * 6, "subtraction:1,2,3")
    assert table.analyze(only="periods").periods.proof.isna().all()
    assert grundytab.table([0, 1, 2, 3] * 5, "subtraction:1,2,3").verify(full=True).true
    with pytest.raises(grundytab.WrongTableError):
        table.verify(full=True)


def test_every_kind_of_array(tmp_path):
    stored = zarr.create_array(store=tmp_path / "array.zarr", data=VALUES)
    named = xarray.DataArray(VALUES.T, dims=("y", "x"))
    for array, axes in [(VALUES, None), (VALUES.T, "yx"), (named, None), (stored, None), (VALUES.tolist(), None), (VALUES.astype(float), None)]:
        assert (grundytab.table(array, axes=axes)[...] == VALUES).all()
    lazy = named.chunk({"x": 2})
    assert (grundytab.table(lazy)[...] == VALUES).all()
    truths = grundytab.table(VALUES == 0)
    assert truths.dtype == bool and truths.info().quantity == "outcome" and truths.info().p_positions == 3
    scores = grundytab.table(VALUES - 3, quantity="score")
    assert scores.min() == -3 and (scores[...] == VALUES - 3).all()
    large = grundytab.table(VALUES + 70_000)
    assert large.dtype == np.uint32 and large.max() == 70_006


def test_cells_that_are_no_positions():
    mask = np.add.outer(np.arange(5), np.arange(5)) > 4
    for array in [np.ma.masked_array(np.ones((5, 5), int), mask), np.where(mask, np.nan, 1.0)]:
        table = grundytab.table(array)
        assert table.info().domain == {"tokens": 4} and (table[...].mask == mask).all() and table.sum() == 15
    holes = np.ma.masked_array(VALUES, VALUES == 2)
    table = grundytab.table(holes)
    assert table.info().positions == 17 and (table[...].mask == holes.mask).all() and table.max() == 6
    assert table[0, 2] is np.ma.masked and table[0, 3] == 3
    assert sorted(table.list("g < 3").value) == [0, 0, 0, 1, 1, 1] and table.render().png


@pytest.mark.parametrize(
    "array, options, error, told",
    [
        (np.array(3), {}, TypeError, "1 to 4 axes"),
        (np.zeros((2,) * 5, int), {}, ValueError, "a box has 5 sides"),
        (np.zeros((0, 2), int), {}, ValueError, "a side is out of range"),
        (np.array(["a"]), {}, TypeError, "whole numbers, or True and False"),
        (np.array([0.5]), {}, ValueError, r"whole numbers, and \(0,\) is 0.5"),
        (np.array([-1]), {}, ValueError, "-1 is none of the Grundy values"),
        (np.array([2]), dict(quantity="outcome"), ValueError, "2 is none of the outcomes"),
        (np.array([1, 2]), dict(game="nim:1"), ValueError, r"\(1\): 2 is none of the Grundy values, which are 0 to 1"),
        (VALUES, dict(axes="xz"), ValueError, "the axes are x, z: give x, y in some order"),
        (VALUES, dict(game="nim:3"), ValueError, "the box has 2 sides and the game 3 heaps"),
        (VALUES, dict(quantity="nimbers"), ValueError, "nimbers"),
        (np.array([2**40]), {}, ValueError, r"\(0\): 1099511627776 is too large"),
    ],
)
def test_arrays_that_are_no_tables(array, options, error, told, tmp_path):
    with pytest.raises(error, match=told):
        grundytab.table(array, out=tmp_path / "t.zarr", **options)
    assert not list(tmp_path.iterdir())


def test_nothing_is_replaced_or_left(tmp_path):
    table = grundytab.table(VALUES, out=tmp_path / "t.zarr")
    with pytest.raises(FileExistsError):
        grundytab.table(VALUES, out=tmp_path / "t.zarr")
    assert (grundytab.table(VALUES + 1, out=tmp_path / "t.zarr", overwrite=True)[...] == VALUES + 1).all()
    temporary = grundytab.table(VALUES)
    folder = temporary.path.parent
    assert folder.exists()
    del temporary
    assert not folder.exists() and table.path.exists()


def test_tables_calculate_as_arrays_do(tmp_path):
    """Catches a value of a cell that is no position in a result."""
    table = grundytab.tabulate("triangle", tokens=6, out=tmp_path / "t.zarr")
    whole = table[...]
    assert whole.count() == 84 and isinstance(whole, np.ma.MaskedArray)
    assert table.max() == np.max(table) == whole.max() < 255
    assert table.min() == 0 and table.sum() == whole.sum() and table.T.shape == table.shape
    for found, expected in [(table % 2, whole % 2), (1 + table, whole + 1), (table == 0, whole == 0), (table - table, whole - whole)]:
        assert (found.mask == whole.mask).all() and (found == expected).all()
    assert (table == 0).sum() == table.info().p_positions
    plain = np.asarray(table)
    assert plain.dtype == float and np.isnan(plain).sum() == 7**3 - 84 and np.nanmax(plain) == whole.max()
    assert (table.filled(-1) == -1).sum() == 7**3 - 84
    assert np.count_nonzero(table > 1) == (whole > 1).sum() and 200 not in table and 1 in table
    with pytest.raises(TypeError, match="not changed"):
        table += 1
    with pytest.raises(ValueError, match="masks them"):
        np.asarray(table, int)
    outcomes = grundytab.tabulate("triangle", tokens=6, quantity="outcome", out=tmp_path / "o.zarr")
    assert np.asarray(outcomes).sum() == outcomes.sum() == outcomes.info().p_positions
    full = grundytab.tabulate("wythoff", box=5, out=tmp_path / "w.zarr")
    assert type(full[...]) is np.ndarray and np.asarray(full).dtype == np.uint8 and np.sqrt(full).shape == (5, 5)
