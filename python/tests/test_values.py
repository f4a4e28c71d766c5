"""Arrays against the brute force of the tests, by the definitions."""

import sys
from pathlib import Path

import grundytab
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
import oracle

WYTHOFF = oracle.vector_moves([(1, 0), (0, 1), (1, 1)])
TRIANGLE = oracle.digraph_moves([(0, 1), (1, 2), (2, 0)])


def values(quantity, positions, moves, **play):
    return oracle.values(quantity, oracle.in_order(positions), [moves], **play)[0]


@pytest.mark.parametrize("engine", ["auto", "cpu", "reference"])
def test_grundy_values_of_wythoff_nim(engine):
    table = grundytab.tabulate("wythoff", box=(17, 24), engine=engine)
    expected = values("grundy", oracle.box((17, 24)), WYTHOFF)
    assert table.shape == (17, 24) and table.dtype == np.uint8
    assert {p: int(table[p]) for p in expected} == expected


def test_cells_outside_a_simplex_are_masked():
    table = grundytab.tabulate("triangle", tokens=7)
    expected = values("grundy", oracle.simplex(3, 7), TRIANGLE)
    assert table.shape == (8, 8, 8)
    for position in oracle.box((8, 8, 8)):
        assert table[position] is np.ma.masked if position not in expected else table[position] == expected[position]
    assert table.count() == len(expected) and table.max() == max(expected.values())


def test_misere_play():
    table = grundytab.tabulate("wythoff", box=12, misere=True)
    expected = values("grundy", oracle.box((12, 12)), WYTHOFF, misere=True)
    assert {p: int(table[p]) for p in expected} == expected


def test_outcomes_are_truth_values():
    table = grundytab.tabulate("wythoff", box=12, quantity="outcome")
    expected = values("outcome", oracle.box((12, 12)), WYTHOFF)
    assert table.dtype == np.bool_
    assert {p: bool(table[p]) for p in expected} == expected


def test_palace_numbers_with_blocking():
    table = grundytab.tabulate("wythoff+block=2", box=15, quantity="palaces")
    expected = values("palaces", oracle.box((15, 15)), WYTHOFF, block=2)
    assert table.dtype == np.uint16
    assert {p: int(table[p]) for p in expected} == expected


@pytest.mark.parametrize("side, dtype", [(64, "uint8"), (300, "uint16"), (70_000, "uint32")])
def test_the_type_is_the_narrowest_that_holds_the_bound(side, dtype):
    table = grundytab.tabulate("nim:1", box=side)
    assert table.dtype == dtype and table.shape == (side,)
    assert (table == np.arange(side)).all()


def test_numbers_of_numpy_are_numbers():
    table = grundytab.tabulate("nim:3", box=(np.int64(2), np.uint8(3), 4), threads=1)
    assert table.shape == (2, 3, 4)
    x, y, z = np.indices(table.shape)
    assert (table == x ^ y ^ z).all()


NIM = ["(x - k, y) for 1 <= k <= x", "(x, y - k) for 1 <= k <= y"]


def test_rules_are_written_in_the_place_of_a_game():
    wythoff = grundytab.tabulate(moves=[*NIM, "(x - k, y - k) for 1 <= k <= min(x, y)"], box=(17, 24))
    assert (wythoff == grundytab.tabulate("wythoff", box=(17, 24))).all()
    half = grundytab.tabulate(moves="(x - k) for 1 <= k <= x / 2", box=8)
    assert half.tolist() == [0, 0, 1, 0, 2, 1, 3, 0]
    welter = grundytab.tabulate(moves=NIM, positions="x != y", box=12)
    assert welter[3, 7] == (3 ^ 7) - 1 and welter[5, 5] is np.ma.masked
    ended = grundytab.tabulate(moves=NIM, terminal="x == 0 and y == 3 or x == 2 and y == 2", box=12)
    assert (ended == grundytab.tabulate("nim:2+terminal=0,3/2,2", box=12)).all()
    limits = grundytab.tabulate(moves="(x - k, min(2*k, x - k)) for 1 <= k <= min(x, y)", grade="x", box=20)
    assert (limits == grundytab.tabulate("fibonacci", box=20)).all()
    wander = ["(1 - x) if x < 2", "(x - 1) if x > 2"]
    assert grundytab.tabulate(moves=wander, loopy=True, box=5, quantity="outcome").tolist() == [2, 2, 1, 0, 1]
    assert grundytab.tabulate(moves=wander, loopy=True, box=5, quantity="remoteness").tolist() == [-1, -1, 0, 1, 2]
    sides = {"left": ["(x - 1) if x >= 1", "(x - 4) if x >= 4"], "right": "(x - k) for k in {2, 3} if k <= x"}
    classes = grundytab.tabulate(**sides, box=40, quantity="outcome-class")
    game = "partizan::+alter-left=1/4+alter-right=2/3"
    assert (classes == grundytab.tabulate(game, box=40, quantity="outcome-class")).all()
    blocked = grundytab.tabulate(moves=NIM, block=2, box=12, quantity="palaces")
    assert (blocked == grundytab.tabulate("nim:2+block=2", box=12, quantity="palaces")).all()


def test_rules_that_are_no_game_are_refused(tmp_path):
    for arguments, told in [
        ({"game": "wythoff", "moves": NIM}, "give one of the two"),
        ({"positions": "x > 0"}, "either moves"),
        ({"moves": NIM, "left": NIM}, "either moves"),
        ({"moves": ["(x - k) fr 1 <= k <= x"]}, "did you mean for"),
        ({"left": "(x - 1) if x > 0"}, "outcome-class"),
        ({"moves": "(x - 2)"}, "a heap is negative"),
    ]:
        with pytest.raises(ValueError, match=told):
            grundytab.tabulate(**arguments, box=9)
    with pytest.raises(TypeError, match="is no text"):
        grundytab.tabulate(moves=[(1, 0)], box=9)
    numbers = tmp_path / "set.txt"
    numbers.write_text("2 5 # a comment\n8..9\n")
    of_file = grundytab.tabulate(moves=f"(x - k) for k in @{numbers} if k <= x", box=60)
    assert (of_file == grundytab.tabulate("subtraction:2,5,8,9", box=60)).all()
