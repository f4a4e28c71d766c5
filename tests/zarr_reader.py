"""Opens tables with zarr-python and compares every cell with the definitions (`oracle.py`).

Reads a JSON list of cases from the file that is named, each {"path", "quantity", "misere", "block", "tokens" and "heaps" or
"box"} and the rules: "rays", for each of which "points" may be given, with "added" pairs of a vector and its points and
"removed" vectors; "left" and "right", each a list of rays or an object with these keys; "edges"; "euclid"; or "fibonacci".
Some also have the "codec", the "type" and whether there are shards to be found, and "heap_sizes" stands for Nim with one
heap, too large for brute force. Knows nothing of the program that wrote the tables but the rules of the games.
"""

import json
import sys

import oracle
import zarr


def vector_moves(rules):
    rules = rules if isinstance(rules, dict) else {"rays": rules}
    return oracle.vector_moves(
        rules["rays"],
        rules.get("points"),
        rules.get("added", []),
        rules.get("removed", []),
    )


def players_of(case):
    """The moves of Left and Right, or of both."""
    if "left" in case:
        return [vector_moves(case["left"]), vector_moves(case["right"])]
    if "rays" in case:
        return [vector_moves(case)]
    if "edges" in case:
        return [oracle.digraph_moves(case["edges"])]
    if "euclid" in case:
        return [oracle.euclid_moves(case["euclid"] == "positive")]
    return [oracle.fibonacci_moves]


def values_of(case, positions):
    if "heap_sizes" in case:
        # In Nim a heap is its own value.
        return {at: at[0] for at in positions}, {at: at == (0,) for at in positions}
    return oracle.values(
        case["quantity"], positions, players_of(case), case["misere"], case["block"]
    )


def folder_of(case):
    """The array lies in the folder of the table, under the name of its quantity."""
    return case["path"] + "/" + case["quantity"].replace("-", "_")


def check_storage(case, array):
    if "type" in case:
        assert str(array.dtype) == case["type"], (case, array.dtype)
    if "codec" in case:
        with open(folder_of(case) + "/zarr.json") as file:
            codecs = json.load(file)["codecs"]
        if codecs[0]["name"] == "sharding_indexed":
            codecs = codecs[0]["configuration"]["codecs"]
        assert case["codec"] in [codec["name"] for codec in codecs], (case, codecs)
    if "sharded" in case:
        assert (array.shards is not None) == case["sharded"], (case, array.shards)


def check(case):
    array = zarr.open_array(folder_of(case), mode="r")
    # What the group says of its array is a copy.
    [(_, shown)] = zarr.open_group(case["path"], mode="r", use_consolidated=True).arrays()
    assert shown.metadata == array.metadata, (shown.metadata, array.metadata)
    check_storage(case, array)
    if "box" in case:
        shape = tuple(case["box"])
        largest = sum(shape)
    else:
        heaps = case["heaps"]
        shape = (case["tokens"] + 1,) * heaps
        largest = case["tokens"]
    assert array.shape == shape, (array.shape, shape)
    assert array.metadata.dimension_names == ("x", "y", "z", "w")[: len(shape)]
    assert array.metadata.zarr_format == 3

    cells = oracle.box(shape)
    positions = oracle.in_order(at for at in cells if sum(at) <= largest)
    if case["quantity"].startswith("score"):
        # The least of the type stands for no position.
        bits = 8 * array.dtype.itemsize
        assert array.dtype.kind == "i" and array.fill_value == -(2 ** (bits - 1)), array.fill_value
    values, lost = values_of(case, positions)
    stored = array[:]
    for cell in cells:
        expected = values.get(cell, array.fill_value)
        assert stored[cell] == expected, (case, cell, stored[cell], expected)

    attributes = array.attrs["grundytab"]
    assert attributes["complete"] is True
    names = ["P", "N", "L", "R"] if case["quantity"] == "outcome-class" else None
    assert attributes.get("value_names") == names
    assert attributes["quantity"] == case["quantity"]
    assert attributes["convention"] == ("misere" if case["misere"] else "normal")
    assert attributes["positions"] == len(positions)
    assert attributes["sum"] == sum(values.values())
    if lost is None:
        assert "p_positions" not in attributes
        extremes = min(values.values()), max(values.values())
        assert (attributes.get("minimum", 0), attributes["maximum"]) == extremes
    else:
        assert attributes["p_positions"] == sum(lost.values())
    return len(cells)


with open(sys.argv[1]) as file:
    cases = json.load(file)
print(sum(check(case) for case in cases), "cells of", len(cases), "tables are right")
