"""Opens tables with zarr-python and compares every cell with a brute force written here.

Reads a JSON list of cases from standard input, each {"path", "rays" or "edges", "tokens" or
"box", "quantity", "misere", "block"}. Knows nothing of the program that wrote the tables but the
rules of the games.
"""

import itertools
import json
import sys

import zarr


def vector_options(rays, position):
    options = set()
    for ray in rays:
        option = tuple(p - r for p, r in zip(position, ray))
        while min(option) >= 0:
            options.add(option)
            option = tuple(p - r for p, r in zip(option, ray))
    return options


def digraph_options(edges, position):
    options = set()
    for source, target in edges:
        for taken in range(1, position[source] + 1):
            for returned in range(taken):
                option = list(position)
                option[source] -= taken
                option[target] += returned
                options.add(tuple(option))
    return options


def mex(values):
    value = 0
    while value in values:
        value += 1
    return value


def brute_force(case, positions):
    """Values of all positions, which come with every option before the position."""
    block, misere, quantity = case["block"], case["misere"], case["quantity"]
    values, lost = {}, {}
    for position in positions:
        if "rays" in case:
            options = vector_options(case["rays"], position)
        else:
            options = digraph_options(case["edges"], position)
        palaces = sum(lost[option] for option in options)
        lost[position] = palaces <= block and not (misere and not options)
        if quantity == "palaces":
            values[position] = palaces
        elif quantity == "outcome":
            values[position] = lost[position]
        elif misere and not options:
            values[position] = 1
        else:
            values[position] = mex({values[option] for option in options})
    return values, lost


def check(case):
    array = zarr.open_array(case["path"], mode="r")
    if "box" in case:
        shape = tuple(case["box"])
        largest = sum(shape)
    else:
        heaps = len(case["rays"][0]) if "rays" in case else case["heaps"]
        shape = (case["tokens"] + 1,) * heaps
        largest = case["tokens"]
    assert array.shape == shape, (array.shape, shape)
    assert array.metadata.dimension_names == ("x", "y", "z")[: len(shape)]
    assert array.metadata.zarr_format == 3

    cells = list(itertools.product(*(range(side) for side in shape)))
    positions = sorted((p for p in cells if sum(p) <= largest), key=sum)
    values, lost = brute_force(case, positions)
    stored = array[:]
    for cell in cells:
        expected = values.get(cell, array.fill_value)
        assert stored[cell] == expected, (case, cell, stored[cell], expected)

    attributes = array.attrs["grundytab"]
    assert attributes["complete"] is True
    assert attributes["quantity"] == case["quantity"]
    assert attributes["convention"] == ("misere" if case["misere"] else "normal")
    assert attributes["positions"] == len(positions)
    assert attributes["sum"] == sum(values.values())
    assert attributes["p_positions"] == sum(lost.values())
    return len(cells)


cases = json.load(sys.stdin)
print(sum(check(case) for case in cases), "cells of", len(cases), "tables are right")
