"""Values of positions by the definitions alone: the one brute force to which the tests hold all engines.

Knows nothing of the program but the rules of its games. A move is the option to which it leads, and the points that it
pays, which matter to scores alone. Positions are listed so that every option comes before its position (`in_order`).
"""

import itertools


def box(sides):
    return list(itertools.product(*map(range, sides)))


def simplex(heaps, tokens):
    return [at for at in box([tokens + 1] * heaps) if sum(at) <= tokens]


def in_order(positions):
    """By sum, and then by the first heap, of which in Fibonacci Nim an option of the same sum has less."""
    return sorted(positions, key=lambda at: (sum(at), at))


def mex(values):
    return next(value for value in itertools.count() if value not in values)


def vector_moves(rays, points=None, added=(), removed=(), terminals=(), to_zero=()):
    """Subtract a multiple of a ray that is not removed, or an added vector, given with its points.

    A step along a ray pays the points of the ray, or the tokens that it takes. From a terminal position there is no move.
    From those of `to_zero` all tokens may be taken, which pays them if no vector does the same.
    """
    points = [sum(ray) for ray in rays] if points is None else points
    removed = {tuple(vector) for vector in removed}
    terminals, to_zero = ({tuple(at) for at in listed} for listed in (terminals, to_zero))

    def vectors(at):
        for ray, of_step in zip(rays, points):
            steps = min(heap // step for heap, step in zip(at, ray) if step > 0)
            for m in range(1, steps + 1):
                vector = tuple(m * step for step in ray)
                if vector not in removed:
                    yield vector, m * of_step
        for vector, pays in added:
            if all(c <= heap for c, heap in zip(vector, at)):
                yield tuple(vector), pays

    def moves(at):
        if at in terminals:
            return []
        found = list(vectors(at))
        if at in to_zero and all(vector != at for vector, _ in found):
            found.append((at, sum(at)))
        return [(tuple(heap - c for heap, c in zip(at, vector)), pays) for vector, pays in found]

    return moves


def digraph_moves(edges):
    """Take tokens from the heap at the start of an edge, and return fewer to the heap at its end."""

    def moves(at):
        for start, end in edges:
            for taken in range(1, at[start] + 1):
                for returned in range(taken):
                    option = list(at)
                    option[start] -= taken
                    option[end] += returned
                    yield tuple(option), 0

    return moves


def euclid_moves(positive):
    """Take a multiple of the smaller heap from the larger one, of which something must stay if `positive`."""

    def moves(at):
        if min(at) == 0:
            return
        for larger, smaller in ((0, 1), (1, 0)):
            if at[larger] >= at[smaller]:
                for rest in range(at[larger] - at[smaller], 0 if positive else -1, -at[smaller]):
                    option = list(at)
                    option[larger] = rest
                    yield tuple(option), 0

    return moves


def fibonacci_moves(at):
    """Take up to the limit, and leave twice as many as the limit. One above the heap is no different from one equal to it."""
    heap, limit = at
    for taken in range(1, min(heap, limit) + 1):
        yield (heap - taken, min(2 * taken, heap - taken)), 0


def take_and_break_moves(digits, is_unequal=False):
    """Take k tokens from a heap, and leave some heaps that are not empty, as many as the digit of k allows: it has the bit
    of their number. Two heaps may have to differ."""

    def moves(heap):
        for taken, digit in enumerate(digits[: heap + 1]):
            for count in range(4):
                for left in itertools.combinations_with_replacement(range(1, heap + 1), count):
                    fits = sum(left) == heap - taken and not (is_unequal and count == 2 and left[0] == left[1])
                    if digit >> count & 1 and fits:
                        yield left

    return moves


def values_of_heaps(count, moves):
    """The Grundy values of the heaps 0, 1, ..., where a move leaves a sum of heaps."""
    return list(values_with_sums("grundy", range(count), lambda heap: [(left, 0) for left in moves(heap)]).values())


def impartial_values(quantity, positions, moves, misere=False, block=0):
    """The values, and whether each position is a P-position. A move may be blocked at `block` options of a position."""
    values, lost = {}, {}
    for at in positions:
        options = {option for option, _ in moves(at)}
        palaces = sum(lost[option] for option in options)
        lost[at] = palaces <= block and not (misere and not options)
        match quantity:
            case "palaces":
                values[at] = palaces
            case "outcome":
                values[at] = lost[at]
            case "grundy":
                # A position without options has the value 1 in misère play, as if it had one of value 0.
                of_options = {values[option] for option in options}
                values[at] = 1 if misere and not options else mex(of_options)
            case "remoteness":
                # The winner hurries, and the loser delays.
                winning = [values[option] for option in options if lost[option]]
                others = [values[option] for option in options]
                values[at] = 1 + (min(winning) if winning else max(others)) if options else 0
    return values, lost


def values_with_sums(quantity, positions, moves):
    """Grundy values or outcomes where a move leads to a list of positions, their sum, whose value is the xor of theirs."""
    grundy = {}
    for at in positions:
        of_options = set()
        for option, _ in moves(at):
            value = 0
            for position in option:
                value ^= grundy[position]
            of_options.add(value)
        grundy[at] = mex(of_options)
    return {at: value if quantity == "grundy" else value == 0 for at, value in grundy.items()}


def outcome_classes(positions, left, right, misere=False):
    """0 P, 1 N, 2 L, 3 R, from who wins when Left, or Right, moves first."""
    wins_first = {}, {}
    for at in positions:
        for player, moves in enumerate((left, right)):
            options = [option for option, _ in moves(at)]
            wins = any(not wins_first[1 - player][option] for option in options)
            wins_first[player][at] = wins or (misere and not options)
    classes = {(False, False): 0, (True, True): 1, (True, False): 2, (False, True): 3}
    values = {at: classes[wins_first[0][at], wins_first[1][at]] for at in positions}
    return values, {at: value == 0 for at, value in values.items()}


def ends_of_play(options, misere=False):
    """Whether who moves wins, and after how many moves, for each node of a graph that has other ones as its options; nodes
    from which play has no end are left out."""
    before = {at: [] for at in options}
    for at, of in options.items():
        for option in of:
            before[option].append(at)
    still = {at: len(of) for at, of in options.items()}
    ends = {at: (misere, 0) for at, of in options.items() if not of}
    wave = list(ends)
    for at in wave:
        wins, moves = ends[at]
        for earlier in before[at]:
            still[earlier] -= 1
            if earlier not in ends and (not wins or still[earlier] == 0):
                ends[earlier] = (not wins, moves + 1)
                wave.append(earlier)
    return ends


def loopy_values(quantity, moves, misere=False):
    """The values of positions, whose moves are those of all players or of Left and of Right, where play may have no end. An
    infinite Grundy value is -1 less 2^k for each number k in its set: it is found by playing beside nim heaps."""
    players = [{at: {option for option, _ in of} for at, of in of_player.items()} for of_player in moves]
    if quantity == "outcome-class":
        left, right = players
        options = {(at, 0): [(option, 1) for option in of] for at, of in left.items()}
        options |= {(at, 1): [(option, 0) for option in of] for at, of in right.items()}
        ends = ends_of_play(options, misere)
        names = {"LL": 0, "WW": 1, "WL": 2, "LW": 3, "DD": 4, "WD": 5, "DW": 6, "DL": 7, "LD": 8}

        def result(node):
            return "LW"[ends[node][0]] if node in ends else "D"

        return {at: names[result((at, 0)) + result((at, 1))] for at in left}
    [options] = players
    ends = ends_of_play(options, misere)
    if quantity == "remoteness":
        return {at: ends[at][1] if at in ends else -1 for at in options}
    if quantity == "outcome":
        return {at: 1 - ends[at][0] if at in ends else 2 for at in options}
    most = 1 + max(map(len, options.values()), default=0)
    sums = {
        (at, heap): [(option, heap) for option in of] + [(at, less) for less in range(heap)]
        for at, of in options.items()
        for heap in range(most + 1)
    }
    ends = ends_of_play(sums)

    def value(at):
        lost = [heap for heap in range(most + 1) if ends.get((at, heap), (True, 0))[0] is False]
        won = [heap for heap in range(most + 1) if (at, heap) in ends]
        return lost[0] if lost else -1 - sum(2**heap for heap in won)

    return {at: value(at) for at in options}


def scores(positions, players):
    """For each player who begins, the points of that player less those of the other one. Both may have the same moves."""
    gains = [{} for _ in players]
    for at in positions:
        for moves, own, of_other in zip(players, gains, reversed(gains)):
            own[at] = max((pays - of_other[option] for option, pays in moves(at)), default=0)
    return gains


def values(quantity, positions, players, misere=False, block=0):
    """The values of positions that are in order, and whether each is a P-position, which scores do not determine. The
    players are the moves of Left and Right, or of both. All scores are seen by Left, but those of an impartial game."""
    match quantity:
        case "score" | "score-left":
            return scores(positions, players)[0], None
        case "score-right":
            return {at: -gain for at, gain in scores(positions, players)[1].items()}, None
        case "outcome-class":
            return outcome_classes(positions, *players, misere)
        case _:
            return impartial_values(quantity, positions, *players, misere, block)
