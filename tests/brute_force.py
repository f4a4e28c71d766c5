"""Random games and their values, by a brute force that shares nothing with the program but the notation.

    python brute_force.py SEED COUNT KIND...

prints COUNT lines, each a JSON object: the game, its domain and the quantity as grundytab reads them, and the
list of all positions with their values. The kinds are taken in turn.
"""

import itertools
import json
import random
import sys
from functools import cache

sys.setrecursionlimit(100_000)


def written(vectors):
    return "/".join(",".join(map(str, vector)) for vector in vectors)


def vectors(heaps, count, largest, taken=()):
    """Different vectors, none of them 0."""
    found = []
    while len(found) < count:
        vector = tuple(random.choice([0, 0, 1, 1, 1, 2, 3, largest]) for _ in range(heaps))
        if any(vector) and vector not in found and vector not in taken:
            found.append(vector)
    return found


def random_domain(heaps, cells):
    """Its text, and the list of its positions."""
    largest = max(2, round(cells ** (1 / heaps)))
    if random.random() < 0.3:
        tokens = random.randrange(1, 2 * largest)
        box = itertools.product(range(tokens + 1), repeat=heaps)
        return f"tokens {tokens}", [at for at in box if sum(at) <= tokens]
    sides = [random.randrange(1, 2 * largest) for _ in range(heaps)]
    return "x".join(map(str, sides)), list(itertools.product(*map(range, sides)))


class Player:
    """The moves of a player, and what they pay."""

    def __init__(self, heaps, suffix=""):
        self.rays = vectors(heaps, random.randrange(0, 4), 5)
        self.altered = vectors(heaps, random.randrange(0 if self.rays else 1, 4), 7)
        if self.rays and random.random() < 0.5:
            # Removed moves.
            ray = random.choice(self.rays)
            multiple = tuple(random.randrange(1, 4) * c for c in ray)
            if multiple not in self.altered:
                self.altered.append(multiple)
        self.points = None
        if self.rays and random.random() < 0.7:
            self.points = [random.randrange(-9, 10) for _ in self.rays]
        own = [random.randrange(-9, 10) if random.random() < 0.5 else None for _ in self.altered]
        on_rays = [self.on_a_ray(vector) for vector in self.altered]
        # What is removed pays nothing that could be written.
        self.altered_points = [None if on_ray else points for on_ray, points in zip(on_rays, own)]
        self.suffix = suffix

    def on_a_ray(self, vector):
        return any(
            any(tuple(m * c for c in ray) == vector for m in range(1, 100)) for ray in self.rays
        )

    def modifiers(self, with_points):
        text = ""
        if with_points and self.points:
            text += f"+points{self.suffix}={'/'.join(map(str, self.points))}"
        if self.altered:
            parts = []
            for vector, points in zip(self.altered, self.altered_points):
                own = f":{points}" if with_points and points is not None else ""
                parts.append(",".join(map(str, vector)) + own)
            text += f"+alter{self.suffix}={'/'.join(parts)}"
        return text

    def moves(self, at):
        """The option and the points of each move."""
        for index, ray in enumerate(self.rays):
            of_step = self.points[index] if self.points else sum(ray)
            for m in itertools.count(1):
                vector = tuple(m * c for c in ray)
                if any(c > heap for c, heap in zip(vector, at)):
                    break
                if vector not in self.altered:
                    yield tuple(heap - c for heap, c in zip(at, vector)), m * of_step
        for vector, points in zip(self.altered, self.altered_points):
            if not self.on_a_ray(vector) and all(c <= heap for c, heap in zip(vector, at)):
                pays = sum(vector) if points is None else points
                yield tuple(heap - c for heap, c in zip(at, vector)), pays


def mex(values):
    values = set(values)
    return next(value for value in itertools.count() if value not in values)


def random_terminals(heaps):
    return vectors(heaps, random.randrange(1, 4), 6) if random.random() < 0.3 else []


def vector_game(heaps, quantity):
    """A game of Left and Right for the scores of one of them, else of two players with the same moves."""
    is_partizan = quantity in ["score-left", "score-right"]
    players = [Player(heaps, suffix) for suffix in (["-left", "-right"] if is_partizan else [""])]
    terminals = random_terminals(heaps)
    to_zero = [] if is_partizan else [at for at in random_terminals(heaps) if at not in terminals]
    text = ":".join(["partizan" if is_partizan else "vector"] + [written(p.rays) for p in players])
    text += "".join(player.modifiers(quantity.startswith("score")) for player in players)
    if terminals:
        text += f"+terminal={written(terminals)}"
    if to_zero:
        text += f"+to-zero={written(to_zero)}"

    def moves(at, player=players[0]):
        if at in terminals:
            return []
        moves = list(player.moves(at))
        if at in to_zero and all(any(option) for option, _ in moves):
            moves.append((tuple(0 for _ in at), sum(at)))
        return moves

    @cache
    def score(begins, at):
        """Points of the player who begins, less those of the other one."""
        other = len(players) - 1 - begins
        options = moves(at, players[begins])
        return max((points - score(other, option) for option, points in options), default=0)

    @cache
    def value(at):
        match quantity:
            case "score" | "score-left":
                return score(0, at)
            case "score-right":
                return -score(1, at)
            case "grundy":
                return mex(value(option) for option, _ in moves(at))
            case "outcome":
                return not any(value(option) for option, _ in moves(at))
            case "remoteness":
                of_options = [value(option) for option, _ in moves(at)]
                lost = [left for left in of_options if left % 2 == 0]
                return 1 + (min(lost) if lost else max(of_options)) if of_options else 0
            case "palaces":
                return sum(value(option) == 0 for option in {option for option, _ in moves(at)})

    return text, value


def digraph_game(heaps, quantity):
    """Take i >= 1 tokens from one end of an edge, return fewer to the other."""
    ends = list(itertools.product(range(heaps), repeat=2))
    edges = random.sample(ends, random.randrange(1, 9))
    names = "XYZW"
    text = "digraph:" + "/".join(names[start] + names[end] for start, end in edges)
    text += f"+heaps={heaps}"

    def options(at):
        for start, end in edges:
            for taken in range(1, at[start] + 1):
                for returned in range(taken):
                    option = list(at)
                    option[start] -= taken
                    option[end] += returned
                    yield tuple(option)

    @cache
    def value(at):
        match quantity:
            case "grundy":
                return mex(value(option) for option in options(at))
            case "outcome":
                return not any(value(option) for option in options(at))

    return text, value


def random_game(kind):
    """A kind is a quantity and a number of heaps, as in score:2; digraph:grundy:4 is of a digraph."""
    *family, quantity, heaps = kind.split(":")
    heaps = int(heaps)
    if family:
        text, value = digraph_game(heaps, quantity)
        tokens = random.randrange(2, 9)
        domain = f"tokens {tokens}"
        box = itertools.product(range(tokens + 1), repeat=heaps)
        positions = [at for at in box if sum(at) <= tokens]
    else:
        text, value = vector_game(heaps, quantity)
        # The definition looks two moves ahead in partizan games.
        domain, positions = random_domain(heaps, 80 if text.startswith("partizan") else 250)
    values = [[at, int(value(at))] for at in positions]
    return {"game": text, "domain": domain, "quantity": quantity, "values": values}


seed, count, *kinds = sys.argv[1:]
random.seed(int(seed))
for kind in itertools.islice(itertools.cycle(kinds), int(count)):
    print(json.dumps(random_game(kind)))
