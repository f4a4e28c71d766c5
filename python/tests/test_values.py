"""Arrays against a brute force by the definition, written here: list the options, take the mex."""

import itertools

import grundytab
import numpy as np
import pytest

WYTHOFF = [(1, 0), (0, 1), (1, 1)]


def mex(values):
    return next(n for n in itertools.count() if n not in values)


def vector_options(position, rays):
    for ray in rays:
        for times in itertools.count(1):
            option = tuple(heap - times * step for heap, step in zip(position, ray))
            if min(option) < 0:
                break
            yield option


def triangle_options(position):
    """Take from x, y or z, and return fewer tokens to y, z or x."""
    for source in range(3):
        target = (source + 1) % 3
        for taken in range(1, position[source] + 1):
            for returned in range(taken):
                option = list(position)
                option[source] -= taken
                option[target] += returned
                yield tuple(option)


def values(positions, options, of_options):
    """Values by the definition; every option of a position comes before it."""
    known = {}
    for position in sorted(positions, key=sum):
        known[position] = of_options([known[option] for option in set(options(position))])
    return known


def box(*sides):
    return list(itertools.product(*map(range, sides)))


def simplex(heaps, tokens):
    return [p for p in itertools.product(range(tokens + 1), repeat=heaps) if sum(p) <= tokens]


@pytest.mark.parametrize("engine", ["auto", "cpu", "reference"])
def test_grundy_values_of_wythoff_nim(engine):
    table = grundytab.tabulate("wythoff", box=(17, 24), engine=engine)
    expected = values(box(17, 24), lambda p: vector_options(p, WYTHOFF), mex)
    assert table.shape == (17, 24) and table.dtype == np.uint8
    assert {p: int(table[p]) for p in expected} == expected


def test_a_simplex_is_filled_up_with_the_fill_value():
    table = grundytab.tabulate("triangle", tokens=7)
    expected = values(simplex(3, 7), triangle_options, mex)
    assert table.shape == (8, 8, 8)
    for position in box(8, 8, 8):
        assert int(table[position]) == expected.get(position, 255)


def test_misere_play():
    table = grundytab.tabulate("wythoff", box=12, misere=True)
    # A terminal position has the value 1, as if it had one option of value 0.
    misere = lambda options: mex(options) if options else 1
    expected = values(box(12, 12), lambda p: vector_options(p, WYTHOFF), misere)
    assert {p: int(table[p]) for p in expected} == expected


def test_outcomes_are_truth_values():
    table = grundytab.tabulate("wythoff", box=12, quantity="outcome")
    expected = values(box(12, 12), lambda p: vector_options(p, WYTHOFF), lambda os: not any(os))
    assert table.dtype == np.bool_
    assert {p: bool(table[p]) for p in expected} == expected


def test_palace_numbers_with_blocking():
    table = grundytab.tabulate("wythoff+block=2", box=15, quantity="palaces")
    palaces = lambda options: sum(value <= 2 for value in options)
    expected = values(box(15, 15), lambda p: vector_options(p, WYTHOFF), palaces)
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
