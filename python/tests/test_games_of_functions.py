"""Games that functions of Python give are tabulated by the definition, stored, and verified by it."""

import sys
from pathlib import Path

import grundytab
import numpy as np
import pytest


def wythoff(x, y):
    yield from ((i, y) for i in range(x))
    yield from ((x, j) for j in range(y))
    yield from ((x - k, y - k) for k in range(1, min(x, y) + 1))


def kayles(x):
    """Take one or two pins, and leave one row or two."""
    return [(a, x - taken - a) for taken in (1, 2) if taken <= x for a in range((x - taken) // 2 + 1)]


@pytest.mark.parametrize("quantity, misere", [("grundy", False), ("grundy", True), ("outcome", False), ("outcome", True), ("remoteness", False), ("palaces", False)])
def test_functions_give_the_tables_of_the_games_that_they_are(quantity, misere):
    found = grundytab.tabulate(options=wythoff, box=(14, 11), quantity=quantity, misere=misere)
    assert (found == grundytab.tabulate("wythoff", box=(14, 11), quantity=quantity, misere=misere)).all()
    assert found.dtype == bool or found.dtype == np.uint8


def test_sums_players_positions_and_ends():
    assert (grundytab.tabulate(options=kayles, box=60) == grundytab.tabulate("kayles", box=60)).all()
    outcomes = grundytab.tabulate(options=kayles, box=60, quantity="outcome")
    assert (outcomes == grundytab.tabulate("kayles", box=60, quantity="outcome")).all()
    left, right = lambda x: [x - 1] * (x >= 1) + [x - 4] * (x >= 4), lambda x: [x - k for k in (2, 3) if k <= x]
    found = grundytab.tabulate(left=left, right=right, box=40)
    assert (found == grundytab.tabulate("partizan::+alter-left=1/4+alter-right=2/3", box=40, quantity="outcome-class")).all()
    nim = lambda x, y: [(i, y) for i in range(x)] + [(x, j) for j in range(y)]
    welter = grundytab.tabulate(
        options=lambda x, y: [at for at in nim(x, y) if at[0] != at[1]], positions=lambda x, y: x != y, box=12
    )
    rules = ["(x - k, y) for 1 <= k <= x", "(x, y - k) for 1 <= k <= y"]
    expected = grundytab.tabulate(moves=rules, positions="x != y", box=12)
    assert (welter.mask == expected.mask).all() and (welter == expected).all() and welter[3, 3] is np.ma.masked
    ended = grundytab.tabulate(options=nim, terminal=lambda x, y: (x, y) in {(0, 3), (2, 2)}, box=12)
    assert (ended == grundytab.tabulate("nim:2+terminal=0,3/2,2", box=12)).all()
    triangle = grundytab.tabulate(options=nim, tokens=9)
    assert triangle.count() == 55 and triangle[4, 5] == 1


def test_a_table_of_functions_is_a_table(tmp_path):
    game = grundytab.Game(options=wythoff, name="Wythoff Nim in Python")
    table = grundytab.tabulate(game, box=30, out=tmp_path / "w.zarr")
    assert "Wythoff Nim in Python, box 30x30, grundy" in repr(table) and table.info().comment == "Wythoff Nim in Python"
    report = table.verify(options=wythoff, claim="g <= x + y")
    assert report.all_hold and "options" in report["checked"] and report.positions_checked == 900
    assert table.render().png and table.analyze()["values"].positions.sum() <= 900
    assert table.diff(grundytab.tabulate("wythoff", box=30, out=tmp_path / "rules.zarr")).differing == 0
    # A table of rules is verified by functions, too, by its path, and a game by its name.
    for given in [tmp_path / "rules.zarr", str(tmp_path / "rules.zarr"), grundytab.open(tmp_path / "rules.zarr")]:
        assert grundytab.verify(given, options=wythoff).true
    assert grundytab.verify("wythoff", box=12, options=wythoff).positions_checked == 144
    assert grundytab.verify(table, options=game, full=True).true is True
    assert grundytab.verify(grundytab.table(np.zeros(5, int)), options=lambda x: []).true is True
    assert "Wythoff" in str(game)
    with pytest.raises(ValueError, match="no moves are known"):
        table.query((3, 5))
    with pytest.raises(FileNotFoundError):
        grundytab.verify(tmp_path / "nowhere.zarr", options=wythoff)
    # In the place of a table it is tabulated.
    assert grundytab.list(game, "p and x < y", box=8).x.tolist() == [1, 3, 4]
    assert grundytab.render(game, box=20).png


def test_a_wrong_value_is_found(tmp_path):
    table = grundytab.tabulate("wythoff", box=12, out=tmp_path / "w.zarr")
    with pytest.raises(grundytab.WrongTableError, match=r"the value at \(1, 1\) is 2, and 0 follows"):
        table.verify(options=lambda x, y: [(i, y) for i in range(x)] + [(x, j) for j in range(y)])
    outcomes = grundytab.tabulate("kayles", box=30, quantity="outcome", out=tmp_path / "k.zarr")
    assert outcomes.verify(options=kayles).true
    with pytest.raises(grundytab.WrongTableError, match=r"the value at \(2,\)"):
        outcomes.verify(options=lambda x: [x - 1] * (x > 0))


@pytest.mark.parametrize(
    "arguments, error, told",
    [
        (dict(options=lambda x: [x - 1], box=5), ValueError, r"options\(0\) has the option -1, which is no position"),
        (dict(options=lambda x: [(x + 1) % 3], box=3), ValueError, "play comes back to"),
        (dict(options=lambda x: [x - 1] * (x > 0)), ValueError, "box: give the sides"),
        (dict(options=lambda x: [], box=(5, 5)), ValueError, "takes 1 heap, and the box has 2 sides"),
        (dict(options=wythoff, box=5, quantity="score"), ValueError, "grundy, outcome, remoteness, palaces"),
        (dict(options=wythoff, box=5, engine="gpu"), ValueError, "engine: games of functions take box"),
        (dict(options=wythoff, moves="(x - 1)", box=5), TypeError, "moves: it is a part of rules"),
        (dict(options=wythoff, positions="x < y", box=5), TypeError, "positions: the game is given by functions"),
        (dict(options="x", box=5), TypeError, "is no function"),
        (dict(options=wythoff, left=wythoff, box=5), TypeError, "either options, or those of left and right"),
        (dict(options=kayles, box=9, misere=True), ValueError, "is a sum of positions"),
        (dict(options=lambda x: 1 / 0, box=5), ZeroDivisionError, "division"),
        (dict(options=lambda x: [x / 2] if x else [], box=5), TypeError, r"options\(1\) has the option 0.5; heaps are whole"),
        (dict(options=lambda x, y: [(x - 1, "a")] * x, box=5), TypeError, r"options\(1, 0\) has the option \(0, 'a'\)"),
        (dict(options=lambda x: None, box=5), TypeError, r"options\(0\) is None, and no list of options"),
        (dict(options=lambda x: ["ab"], box=5), TypeError, "has the option 'ab'"),
    ],
)
def test_functions_that_are_no_game_are_refused(arguments, error, told):
    with pytest.raises(error, match=told):
        grundytab.tabulate(**arguments)


def test_a_game_is_one_thing(tmp_path):
    """Catches a function that takes a part of a game otherwise than the others."""
    parts = dict(moves="(x - k) for k in {1, 2, 3} if k <= x")
    game = grundytab.Game(**parts)
    assert "rules: (x - k)" in repr(game)
    values = [0, 1, 2, 3, 0, 1]
    for given in [dict(game=game), dict(game=parts), parts]:
        assert grundytab.tabulate(**given, box=6).tolist() == values
        assert grundytab.prove(**given).proved
        assert grundytab.decide("g == x % 4", **given).true
    for given in [dict(path=game), dict(path=parts), parts]:
        assert grundytab.query(**given, positions=7).value == 3
        assert grundytab.verify(**given, box=40, claim="g == x % 4").all_hold
        assert grundytab.list(**given, box=5, condition="p").x.tolist() == [0, 4]
        assert grundytab.render(**given, box=30).data
        assert grundytab.list(**given, box=5).value.tolist() == [0, 1, 2, 3, 0]
    assert grundytab.prove("wythoff", block=1).proved
    assert (grundytab.tabulate("wythoff", block=1, box=9, quantity="palaces") == grundytab.tabulate("wythoff+block=1", box=9, quantity="palaces")).all()
    table = grundytab.tabulate("wythoff", box=9, out=tmp_path / "w.zarr")
    for attempt, told in [
        (lambda: grundytab.query(table, (1, 2), block=1), "it is a part of a game"),
        (lambda: grundytab.prove(grundytab.Game(options=kayles)), "nothing is proved or known but its table"),
        (lambda: grundytab.Game(moves="(x - 1) if x > 0", colour="red"), "no part colour"),
        (lambda: grundytab.prove(), "required"),
    ]:
        with pytest.raises((TypeError, ValueError), match=told):
            attempt()


def test_long_work_says_what_rules_would_take(monkeypatch):
    monkeypatch.setattr(sys.modules["grundytab._options"], "LONG", 0.0)
    monkeypatch.setattr(sys.modules["grundytab._options"], "TRIAL", 0.0)
    done = []
    with pytest.warns(RuntimeWarning, match=r"functions of Python list the options: about \d+ s in all; rules .* about 0.1 s") as told:
        grundytab.tabulate(options=wythoff, box=20, progress=lambda *at: done.append(at))
    assert Path(told[0].filename) == Path(__file__)
    assert done and done[-1][1] == 400
