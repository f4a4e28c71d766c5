"""Indices of tables are those of numpy: of every form, on tables of one to three heaps, in tiles that do not divide the
sides."""

import random

import grundytab
import numpy as np
import pytest


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    jobs = [
        ("nim:1", dict(box=70, tile=9)),
        ("wythoff", dict(box=(40, 53), tile=7)),
        ("nim:3", dict(box=(9, 14, 11), tile=4)),
        ("triangle", dict(tokens=9, tile=4)),
    ]
    tables = [grundytab.tabulate(game, out=folder / f"{at}.zarr", **job) for at, (game, job) in enumerate(jobs)]
    return [(table, table[...]) for table in tables]


def is_same(found, expected):
    """Whether arrays have the same values, and the same cells that are no positions."""
    masks = [np.ma.getmaskarray(one) for one in (found, expected)]
    values = [np.ma.filled(np.ma.asanyarray(one), 0) for one in (found, expected)]
    return np.array_equal(*masks) and np.array_equal(*values)


def drawn(rng, shape):
    """An index of an array of this shape."""
    kinds = ["integer", "slice", "slice", "none", "ellipsis", "list", "array", "column", "mask"]
    whole = rng.random()
    if whole < 0.1:
        return np.array([rng.random() < 0.2 for _ in range(int(np.prod(shape)))]).reshape(shape)
    keys, axis = [], 0
    heaps = rng.randint(0, len(shape))
    while axis < heaps:
        side, kind = shape[axis], rng.choice(kinds)
        size = lambda: rng.randint(-side, side - 1)
        if kind == "none":
            keys.append(None)
            continue
        if kind == "ellipsis":
            if not any(key is ... for key in keys):
                keys.append(...)
            continue
        axis += 1
        if kind == "integer":
            keys.append(rng.choice([int, np.int64, np.int8])(size()))
        elif kind == "slice":
            bound = lambda: rng.choice([None, rng.randint(-side - 3, side + 3)])
            keys.append(slice(bound(), bound(), rng.choice([None, 1, 2, 3, -1, -2])))
        elif kind == "list":
            keys.append([size() for _ in range(3)])
        elif kind == "array":
            keys.append(np.array([[size() for _ in range(3)] for _ in range(2)]))
        elif kind == "column":
            keys.append(np.array([[size()], [size()]], np.int16))
        else:
            keys.append(np.array([rng.random() < 0.3 for _ in range(side)]))
    return keys[0] if len(keys) == 1 and rng.random() < 0.5 else tuple(keys)


def test_random_indices(tables, monkeypatch):
    """Catches an axis that is exchanged, a bound that is off by one and a tile that is read for another. One half
    reads tile by tile, which only large tables need."""
    seen = {"IndexError": 0, "fancy": 0, "empty": 0, "cells": 0}
    for seed in range(600):
        monkeypatch.setattr(grundytab._indices, "CELLS", 1 << 20 if seed % 2 else 0)
        rng = random.Random(seed)
        table, whole = rng.choice(tables)
        key = drawn(rng, whole.shape)
        try:
            expected = whole[key]
        except IndexError:
            seen["IndexError"] += 1
            with pytest.raises(IndexError):
                table[key]
            continue
        found = table[key]
        assert np.shape(found) == np.shape(expected), (seed, key)
        assert found.dtype == expected.dtype and is_same(found, expected), (seed, key)
        seen["fancy"] += isinstance(key, np.ndarray) or "array" in repr(key) or "[" in repr(key)
        seen["empty"] += expected.size == 0
        seen["cells"] += expected.ndim == 0
    assert min(seen.values()) >= 5, seen


def test_the_other_forms(tables):
    for table, whole in tables:
        for key in [(), True, np.bool_(False), [], np.array([], int), None, (None, ...), whole == 0, table == 0]:
            assert is_same(table[key], whole[key]), key
        for key in ["x", 1.5, [1.5], {}, (..., ...)]:
            with pytest.raises((IndexError, TypeError)) as expected:
                whole[key]
            with pytest.raises(expected.type):
                table[key]


def test_only_the_tiles_that_are_needed_are_read(tables):
    """Catches a whole table that is read for two cells that are far apart."""

    class Counting:
        def __init__(self, reader):
            self.reader, self.cells = reader, 0
            self.shape, self.chunks, self.dtype = reader.shape, reader.chunks, reader.dtype
            self.is_whole = reader.is_whole

        def read(self, ranges):
            self.cells += int(np.prod([end - start for start, end in ranges]))
            return self.reader.read(ranges)

    table, whole = tables[1]
    reader = Counting(table._reader)
    cells = grundytab._indices.CELLS
    grundytab._indices.CELLS = 0
    try:
        found = grundytab._indices.read(reader, ([0, 39, 1], [0, 52, 2]))
    finally:
        grundytab._indices.CELLS = cells
    assert found.tolist() == whole[[0, 39, 1], [0, 52, 2]].tolist()
    assert reader.cells <= 2 * 3 + 1
