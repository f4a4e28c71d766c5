"""Opens tables with zarr-python and compares every cell with a brute force written here.

Reads a JSON list of cases from the file that is named, each {"path", "rays", "edges", "euclid", "fibonacci"
or "left" and "right", "points" for each ray with "added" pairs of a vector and its points and "removed" vectors, "tokens" or "box", "quantity", "misere", "block"}; for scores "left" and "right" have rays and points each; some also have the "codec" and the "type" to be
found, and "heap_sizes" stands for Nim with one heap, too large for brute force. Knows nothing of the program that wrote the tables but the
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


def euclid_options(positive, position):
    options = set()
    if min(position) == 0:
        return options
    for larger, smaller in ((0, 1), (1, 0)):
        if position[larger] >= position[smaller]:
            rest = position[larger] - position[smaller]
            while rest >= (1 if positive else 0):
                option = list(position)
                option[larger] = rest
                options.add(tuple(option))
                rest -= position[smaller]
    return options


def fibonacci_options(position):
    heap, limit = position
    # A limit above the heap is no different from one equal to it.
    return {(heap - m, min(2 * m, heap - m)) for m in range(1, min(heap, limit) + 1)}


def options_of(case, position):
    if "rays" in case:
        return vector_options(case["rays"], position)
    if "edges" in case:
        return digraph_options(case["edges"], position)
    if "euclid" in case:
        return euclid_options(case["euclid"] == "positive", position)
    return fibonacci_options(position)


def outcome_classes(case, positions):
    """0 P, 1 N, 2 L, 3 R, from who wins when Left, or Right, moves first."""
    first_wins = {"left": {}, "right": {}}
    for position in positions:
        for player, opponent in (("left", "right"), ("right", "left")):
            options = vector_options(case[player], position)
            wins = any(not first_wins[opponent][option] for option in options)
            first_wins[player][position] = wins or (case["misere"] and not options)
    pairs = zip(first_wins["left"].values(), first_wins["right"].values())
    classes = {(False, False): 0, (True, True): 1, (True, False): 2, (False, True): 3}
    values = dict(zip(positions, map(classes.get, pairs)))
    return values, {position: value == 0 for position, value in values.items()}


def paying_moves(rules, position):
    """The moves of a player: the option and the points of each."""
    removed = {tuple(vector) for vector in rules.get("removed", [])}
    moves = [(tuple(vector), points) for vector, points in rules.get("added", [])]
    for ray, points in zip(rules["rays"], rules["points"]):
        steps = min(p // r for p, r in zip(position, ray) if r > 0)
        vectors = [(tuple(m * r for r in ray), m * points) for m in range(1, steps + 1)]
        moves += [(vector, pays) for vector, pays in vectors if vector not in removed]
    options = [(tuple(p - v for p, v in zip(position, vector)), pays) for vector, pays in moves]
    return [(option, pays) for option, pays in options if min(option) >= 0]


def scores(case, positions):
    """What the player who begins gains on the other, by trying all moves; with Left and Right told from the side of
    Left. No position counts as lost."""
    players = [case["left"], case["right"]] if "left" in case else [case]
    gains = [{} for _ in players]
    for position in positions:
        for rules, own, of_other in zip(players, gains, reversed(gains)):
            moves = paying_moves(rules, position)
            own[position] = max((pays - of_other[option] for option, pays in moves), default=0)
    if case["quantity"] == "score-right":
        return {position: -gain for position, gain in gains[1].items()}, None
    return gains[0], None


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
        options = options_of(case, position)
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


def heap_sizes(case, positions):
    """In Nim a heap is its own value."""
    values = {position: position[0] for position in positions}
    return values, {position: value == 0 for position, value in values.items()}


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

    cells = list(itertools.product(*(range(side) for side in shape)))
    # By sum, and then by the first heap, which in Fibonacci Nim an option has less of.
    positions = sorted((p for p in cells if sum(p) <= largest), key=lambda p: (sum(p), p))
    compute = outcome_classes if "left" in case else brute_force
    if case["quantity"].startswith("score"):
        compute = scores
        # The least of the type stands for no position.
        bits = 8 * array.dtype.itemsize
        assert array.dtype.kind == "i" and array.fill_value == -(2 ** (bits - 1)), array.fill_value
    if "heap_sizes" in case:
        compute = heap_sizes
    values, lost = compute(case, positions)
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
