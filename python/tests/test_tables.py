"""Stored tables: written, opened by this package and by zarr-python, queried and verified."""

import json
import pickle

import grundytab
import numpy as np
import pytest
import zarr


@pytest.fixture
def wythoff(tmp_path):
    return grundytab.tabulate("wythoff", box=(40, 50), out=tmp_path / "wythoff.zarr")


def test_zarr_python_reads_the_same_array(wythoff):
    array = zarr.open_array(f"{wythoff.path}/grundy", mode="r")
    expected = grundytab.tabulate("wythoff", box=(40, 50))
    assert array.shape == wythoff.shape == expected.shape
    assert array.dtype == wythoff.dtype == expected.dtype
    assert (array[...] == expected).all() and (wythoff[...] == expected).all()
    assert array.attrs["grundytab"]["p_positions"] == wythoff.info()["p_positions"]
    assert (expected == 0).sum() == wythoff.info()["p_positions"]


@pytest.mark.parametrize(
    "key",
    [
        (3, 5),
        (-1, -50),
        3,
        slice(None),
        ...,
        (..., 7),
        (slice(2, 9), 4),
        (slice(1, 30, 7), slice(None, None, 3)),
        (slice(-5, None), slice(0, 0)),
        (slice(5, 2), 1),
        (1, ..., 2),
        (slice(0, 10**6), 0),
    ],
)
def test_indices_are_those_of_numpy(wythoff, key):
    whole = np.asarray(wythoff)
    assert np.array_equal(wythoff[key], whole[key])
    assert np.shape(wythoff[key]) == whole[key].shape


def test_rows_can_be_gone_through(wythoff):
    rows = list(wythoff)
    assert len(rows) == len(wythoff) == 40
    assert (np.array(rows) == np.asarray(wythoff)).all()
    assert np.asarray(wythoff, dtype="int64").dtype == np.int64


def test_comparisons_are_those_of_numpy(wythoff, tmp_path):
    """Catches a comparison of objects, by which no table equals 0, so that a search for zeros finds nothing."""
    whole = np.asarray(wythoff)
    assert (np.argwhere(wythoff == 0) == np.argwhere(whole == 0)).all()
    assert (wythoff == 0).sum() == wythoff.info()["p_positions"] > 1
    for found, expected in [
        (wythoff == 3, whole == 3),
        (wythoff != 0, whole != 0),
        (wythoff < 5, whole < 5),
        (5 >= wythoff, whole <= 5),
        (wythoff > whole[:, :1], whole > whole[:, :1]),
        (whole == wythoff, whole == whole),
        (wythoff == grundytab.open(wythoff.path), whole == whole),
    ]:
        assert found.dtype == bool and found.shape == (40, 50) and (found == expected).all()
    # As of an array there is no truth of a comparison, and no hash that would go with it.
    with pytest.raises(ValueError, match="ambiguous"):
        bool(wythoff == 0)
    with pytest.raises(TypeError, match="unhashable"):
        hash(wythoff)
    # A table that is damaged is not silently equal to nothing.
    (wythoff.path / "grundy" / "c" / "0" / "0").write_bytes(b"nonsense")
    with pytest.raises(OSError):
        grundytab.open(wythoff.path) == 0


def test_all_of_a_table_is_a_copy(wythoff):
    """Catches an array that is said to be no copy, and one of the table's type that is copied twice."""
    if int(np.__version__.split(".")[0]) >= 2:
        with pytest.raises(ValueError, match="copy=False"):
            np.asarray(wythoff, copy=False)
    with pytest.raises(ValueError, match="leave out copy=False"):
        wythoff.__array__(copy=False)
    for copy in [True, None]:
        for dtype in [None, wythoff.dtype, "float64"]:
            array = wythoff.__array__(dtype, copy=copy)
            assert array.dtype == (dtype or wythoff.dtype) and array[3, 5] == 0 and array[1, 1] == 2
            array[3, 5] = 9
    assert wythoff[3, 5] == 0


def test_indices_that_do_not_fit(wythoff):
    for key in [40, -41, (0, 50), (0, 0, 0), (..., ...), [40], ([0], [50]), np.ones(40), np.ones((40, 51), bool)]:
        with pytest.raises(IndexError):
            wythoff[key]
    for key in ["x", 1.5]:
        with pytest.raises(IndexError):
            wythoff[key]


def test_queries(wythoff):
    # The P-positions of Wythoff Nim begin (0, 0), (1, 2), (3, 5), (4, 7).
    answer = grundytab.query(wythoff, (3, 5))
    assert (answer.position, answer.value, answer.outcome) == ((3, 5), 0, "P")
    assert answer.winning_moves == [] and answer.winning_moves_of_left is None
    answer = grundytab.query(wythoff.path, (4, 5))
    assert answer.outcome == "N"
    assert answer.winning_moves == [(1, 2), (3, 5)]
    assert answer["winning_moves"] is answer.winning_moves and answer.options is None
    several = grundytab.query(wythoff, [(3, 5), (4, 5)])
    assert several == grundytab.query(wythoff, np.array([[3, 5], [4, 5]], np.uint8)) == wythoff.query(["3,5", "4,5"])
    assert [answer.value for answer in several] == [0, wythoff[4, 5]]
    assert grundytab.query(wythoff, (4, 5), options=True).option_count == 13


def test_queries_of_partizan_games(tmp_path):
    # Left takes 1, Right takes 2: at 1 Left wins, whoever begins, since Right has no move.
    game = "partizan::+alter-left=1+alter-right=2"
    table = grundytab.tabulate(game, box=9, quantity="outcome-class", out=tmp_path / "t.zarr")
    answer = grundytab.query(table, 1)
    assert answer.outcome == "L" and answer.winning_moves is None
    assert answer.winning_moves_of_left == [(0,)] and answer.winning_moves_of_right == []


def test_queries_of_moves_that_split(tmp_path):
    # The values of Kayles are 0, 1, 2, 3, 1, 4: from 5 the only winning move leaves 2 and 2.
    kayles = "rules: (a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k"
    table = grundytab.tabulate(kayles, box=9, quantity="outcome", out=tmp_path / "t.zarr")
    assert grundytab.query(table, 5).winning_moves == [[(2,), (2,)]]
    assert grundytab.query(table, 5, options=True).option_count == 5


def test_verification_finds_what_holds_and_what_does_not(wythoff):
    claims = ["g <= x + y", "p implies x == y", "x > 100 implies g == 0"]
    report = grundytab.verify(wythoff, full=True, claim=claims)
    assert report["positions_checked"] == report["positions"] == 2000
    assert not report["all_hold"]
    assert {theorem["holds"] for theorem in report["theorems"]} == {True}
    true, false, silent = report["claims"]
    assert true["holds"] is True and true["counterexample"] is None
    assert false["holds"] is False
    assert false["counterexample"] == (1, 2) and false["value"] == wythoff[1, 2] == 0
    # Only the P-position (0, 0) has equal heaps; the others have slopes above 3/2.
    zeros = int((wythoff[...] == 0).sum())
    assert (false["holds_on"], false["fails_on"], false["silent_on"]) == (1, zeros - 1, 2000 - zeros)
    found = grundytab.verify(wythoff, claim=claims, counterexamples=4)["claims"][1]["counterexamples"]
    assert [one.position for one in found] == [(1, 2), (2, 1), (3, 5), (5, 3)]
    # It says nothing about this table.
    assert silent["never_applies"] and silent["holds_on"] == 0
    assert grundytab.verify(wythoff, claim="g >= 0", only="claims")["theorems"] == []


def test_pairs_of_tables(tmp_path):
    normal = grundytab.tabulate("nim", box=8, out=tmp_path / "normal.zarr")
    misere = grundytab.tabulate("nim", box=8, misere=True, out=tmp_path / "misere.zarr")
    # Bouton: the two conventions differ exactly where no heap has two tokens.
    claim = "(max(x, y) <= 1) == (g != other)"
    report = grundytab.verify(normal, with_=misere, claim=claim)
    assert report["claims"][0]["holds"] is True
    with pytest.raises(ValueError, match="with_=PATH adds one"):
        grundytab.verify(normal, claim=claim)


def test_a_wrong_value_is_found(tmp_path):
    path = tmp_path / "t.zarr"
    grundytab.tabulate("wythoff", box=8, codec="none", out=path)
    # zarr-python writes the chunk anew, with a checksum that fits.
    zarr.open_array(path / "grundy", mode="r+")[3, 5] = 1
    with pytest.raises(grundytab.WrongTableError, match=r"wrong value at \(3, 5\): stored 1"):
        grundytab.verify(path, full=True)


def test_what_a_table_says_of_itself(wythoff):
    info = wythoff.info()
    assert info["ruleset"] == "wythoff" and info["domain"] == {"box": (40, 50)}
    assert info["quantity"] == "grundy" and info["convention"] == "normal" and info["complete"]
    json.dumps(info)
    assert "wythoff" in repr(wythoff) and "box 40x50" in repr(wythoff)
    assert pickle.loads(pickle.dumps(wythoff)).path == wythoff.path


def test_games():
    for game in grundytab.games():
        assert set(game) == {"notation", "example", "rules", "moves", "source"}
    assert any(game["example"] == "triangle" for game in grundytab.games())
