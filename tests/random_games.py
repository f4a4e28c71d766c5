"""Random games and their values by the definitions (`oracle.py`).

    python random_games.py SEED COUNT KIND...

makes COUNT games, kind after kind, and prints a line for each: a JSON object with the game, its domain and an edge of
tiles as grundytab reads them, and for each quantity the list of all positions with their values. A kind is a quantity
and a number of heaps, as in score:2; score-left and score-right come together as scores:2. Before it stands symmetric if
exchanging the last two heaps changes nothing, or next to nothing, digraph for a game on a digraph, and breaking for a
take-and-break game.
"""

import itertools
import json
import random
import sys

import oracle


def written(vectors):
    return "/".join(",".join(map(str, vector)) for vector in vectors)


def vectors(heaps, count, largest):
    """Different vectors, none of them 0."""
    found = []
    while len(found) < count:
        choice = [0, 0, 1, 1, 1, 2, 3, random.randint(0, largest)]
        vector = tuple(random.choice(choice) for _ in range(heaps))
        if any(vector) and vector not in found:
            found.append(vector)
    return found


def sometimes(heaps, count, reach):
    return vectors(heaps, random.randrange(1, count), reach) if random.random() < 0.4 else []


def random_points():
    """Of a byte, of 16 bits and of more."""
    return random.randint(*random.choice([(-4, 7), (-9, 9), (-9, 9), (-300, 300), (-70_000, 70_000)]))


def swapped(vector):
    return (*vector[:-2], vector[-1], vector[-2])


def closed(listed):
    """With the vectors in which the last two heaps are exchanged."""
    return list(dict.fromkeys(image for vector in listed for image in (vector, swapped(vector))))


class Player:
    """The moves of a player, and what is written of them."""

    def __init__(self, heaps, reach, is_symmetric=False, suffix=""):
        # Rays that are multiples of one another share vectors.
        rays = vectors(heaps, random.randrange(0, 4), 5)
        factors = [random.choice([1, 1, 2, 3]) for _ in rays]
        rays = list(dict.fromkeys(tuple(m * c for c in ray) for m, ray in zip(factors, rays)))
        altered = vectors(heaps, random.randrange(0 if rays else 1, 4), reach)
        if rays and random.random() < 0.5:
            # Removed moves.
            ray, m = random.choice(rays), random.randrange(1, 4)
            altered = list(dict.fromkeys([*altered, tuple(m * c for c in ray)]))
        points = {ray: random_points() for ray in rays}
        own = {vector: random_points() if random.random() < 0.5 else None for vector in altered}
        if is_symmetric:
            rays, altered = closed(rays), closed(altered)
            points = {ray: points.get(ray, points.get(swapped(ray))) for ray in rays}
            own = {vector: own.get(vector, own.get(swapped(vector))) for vector in altered}
            paid = random.choice([points, own, {}, {}])
            vector = next(iter(paid), None)
            if random.random() < 0.5 and paid.get(vector) is not None:
                paid[vector] += 1
        self.rays = rays
        self.points = list(points.values()) if rays and random.random() < 0.8 else None
        self.removed = [vector for vector in altered if self.is_on_a_ray(vector)]
        # What is removed pays nothing that could be written.
        self.added = {vector: own[vector] for vector in altered if vector not in self.removed}
        self.altered, self.suffix = altered, suffix

    def is_on_a_ray(self, vector):
        steps = range(1, max(vector) + 1)
        return any(tuple(m * c for c in ray) == vector for ray in self.rays for m in steps)

    def modifiers(self, with_points):
        text = ""
        if with_points and self.points:
            text += f"+points{self.suffix}={'/'.join(map(str, self.points))}"
        if self.altered:
            own = [self.added.get(vector) if with_points else None for vector in self.altered]
            own = ["" if points is None else f":{points}" for points in own]
            parts = [written([vector]) + points for vector, points in zip(self.altered, own)]
            text += f"+alter{self.suffix}={'/'.join(parts)}"
        return text

    def moves(self, terminals, to_zero):
        added = [
            (vector, sum(vector) if points is None else points)
            for vector, points in self.added.items()
        ]
        return oracle.vector_moves(
            self.rays, self.points, added, self.removed, terminals, to_zero
        )


def random_domain(heaps, cells, is_symmetric):
    """Its text, and the list of its positions."""
    largest = max(2, round(cells ** (1 / heaps)))
    if random.random() < 0.3:
        tokens = random.randrange(0, 2 * largest)
        return f"tokens {tokens}", oracle.simplex(heaps, tokens)
    sides = [random.randrange(1, 2 * largest) for _ in range(heaps)]
    if is_symmetric:
        sides[-1] = sides[-2]
    return "x".join(map(str, sides)), oracle.box(sides)


def vector_game(heaps, quantity, is_symmetric):
    """A game of Left and Right for what partizan games have, else of two players with the same moves."""
    is_partizan = quantity in ["scores", "outcome-class"]
    reach = [30, 10, 6, 4][heaps - 1]
    suffixes = ["-left", "-right"] if is_partizan else [""]
    players = [Player(heaps, reach, is_symmetric, suffix) for suffix in suffixes]
    terminals = sometimes(heaps, 4, reach)
    to_zero = [] if is_partizan else sometimes(heaps, 4, reach)
    if is_symmetric:
        terminals, to_zero = closed(terminals), closed(to_zero)
    to_zero = [at for at in to_zero if at not in terminals]
    text = ":".join(["partizan" if is_partizan else "vector"] + [written(p.rays) for p in players])
    text += "".join(player.modifiers(quantity.startswith("score")) for player in players)
    if terminals:
        text += f"+terminal={written(terminals)}"
    if to_zero:
        text += f"+to-zero={written(to_zero)}"
    # The definition looks two moves ahead where partizan games have scores.
    domain, positions = random_domain(heaps, 120 if quantity == "scores" else 250, is_symmetric)
    return text, domain, positions, [player.moves(terminals, to_zero) for player in players]


def digraph_game(heaps):
    ends = list(itertools.product(range(heaps), repeat=2))
    edges = random.sample(ends, random.randrange(1, min(9, len(ends) + 1)))
    text = "digraph:" + "/".join("XYZW"[start] + "XYZW"[end] for start, end in edges)
    tokens = random.randrange(2, 9)
    positions = oracle.simplex(heaps, tokens)
    return f"{text}+heaps={heaps}", f"tokens {tokens}", positions, [oracle.digraph_moves(edges)]


def take_and_break_game(quantity):
    """Codes of few digits, most of them octal, and sometimes Grundy's game."""
    first, largest = random.choice([(0, 7), (0, 7), (4, 7), (0, 15), (8, 15), (12, 15)])
    others = [random.choice([0, random.randint(0, largest)]) for _ in range(random.randint(1, 6))]
    digits, is_unequal = [first, *others], random.random() < 0.1
    if is_unequal or not any(digits):
        text, digits, is_unequal = "grundys-game", [4], True
    else:
        code = "".join(f"{digit:X}" for digit in others)
        text = f"{'octal' if max(digits) < 8 else 'hexadecimal'}:{first:X}.{code}"
    heaps = random.randint(1, 40 if max(digits) > 7 else 90)
    values = oracle.values_of_heaps(heaps, oracle.take_and_break_moves(digits, is_unequal))
    shown = [value == 0 for value in values] if quantity == "outcome" else values
    tables = {quantity: [[[heap], int(value)] for heap, value in enumerate(shown)]}
    tile = random.choice([None, random.randrange(1, 40)])
    return {"game": text, "domain": str(heaps), "tile": tile, "tables": tables}


def random_game(kind):
    *family, quantity, heaps = kind.split(":")
    if family == ["breaking"]:
        return take_and_break_game(quantity)
    if family == ["digraph"]:
        text, domain, positions, players = digraph_game(int(heaps))
    else:
        text, domain, positions, players = vector_game(int(heaps), quantity, bool(family))
    block = misere = 0
    if quantity in ["outcome", "palaces"]:
        block = random.choice([0, 0, 1, 3]) if not family else 0
    if quantity in ["outcome", "grundy", "outcome-class"] and not block:
        misere = random.random() < 0.3
    tables = {}
    for each in ["score-left", "score-right"] if quantity == "scores" else [quantity]:
        found, _ = oracle.values(each, oracle.in_order(positions), players, misere, block)
        name = f"{each} misere" if misere else each
        tables[name] = [[at, int(found[at])] for at in positions]
    text += f"+block={block}" if block else ""
    tile = random.choice([None, random.randrange(1, 9)])
    return {"game": text, "domain": domain, "tile": tile, "tables": tables}


seed, count, *kinds = sys.argv[1:]
random.seed(int(seed))
for kind in itertools.islice(itertools.cycle(kinds), int(count)):
    print(json.dumps(random_game(kind)))
