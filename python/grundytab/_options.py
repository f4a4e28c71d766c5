"""Games that functions of Python give, evaluated by the definition, option by option."""

import inspect
import itertools
import numbers
import time
from collections.abc import Iterable

import numpy as np

from ._commands import warn
from ._given import MISSING, store
from ._grundytab import WrongTableError
from ._progress import Progress

# How long the options are listed before it is told how long that takes in all, and from what time on it is told.
TRIAL = 0.5
LONG = 10.0
# Seconds in which the program lists an option, on one thread.
OF_WRITTEN_OPTION = 5e-9
# The values of outcome classes, by whether Left and Right win if they begin.
CLASSES = {(False, False): 0, (True, True): 1, (True, False): 2, (False, True): 3}


class Options:
    """The positions of a domain, and the options of each, as functions say."""

    def __init__(self, game, box, tokens):
        self.functions = game.functions
        self.players = ["options"] if "options" in self.functions else ["left", "right"]
        given = [player for player in self.players if player in self.functions]
        count = arity(self.functions[given[0]])
        if (box is None) == (tokens is None):
            raise ValueError("box: give the sides of a box, as in box=(200, 200), or the most tokens")
        if tokens is not None:
            box = [tokens + 1] * (count or 1)
        elif isinstance(box, numbers.Integral):
            box = [box] * (count or 1)
        self.shape = tuple(map(int, box))
        if count is not None and count != len(self.shape):
            raise ValueError(f"{given[0]} takes {heaps(count)}, and the box has {len(self.shape)} sides")
        self.tokens = tokens
        self.cells = int(np.prod(self.shape, dtype=object))
        self.is_position = np.zeros(self.shape, bool)
        for at in itertools.product(*map(range, self.shape)):
            self.is_position[at] = self.encloses(at) and self.says("positions", at, True)

    def encloses(self, at):
        return self.tokens is None or sum(at) <= self.tokens

    def says(self, part, at, without):
        return bool(self.functions[part](*at)) if part in self.functions else without

    def positions(self):
        """All positions; those with fewer tokens first, since most moves take some."""
        cells = np.argwhere(self.is_position)
        return [tuple(map(int, at)) for at in cells[np.argsort(cells.sum(axis=1), kind="stable")]]

    def of(self, at):
        """The options of a position for each player, each as the tuple of the positions of a sum."""
        if self.says("terminal", at, False):
            return [[] for _ in self.players]
        return [self.listed(player, at) for player in self.players]

    def listed(self, player, at):
        if player not in self.functions:
            return []
        options = self.functions[player](*at)
        if not isinstance(options, Iterable):
            raise TypeError(f"{player}{shown(at)} is {options!r}, and no list of options")
        return [self.sum_of(player, at, option) for option in options]

    def sum_of(self, player, at, option):
        parts = ((option,),) if isinstance(option, numbers.Number) else option
        if not isinstance(option, str) and isinstance(parts, Iterable):
            parts = tuple(parts)
            if len(self.shape) > 1 and parts and all(isinstance(part, numbers.Number) for part in parts):
                parts = (parts,)
            parts = tuple(tuple(p) if isinstance(p, Iterable) else (p,) for p in parts)
        if isinstance(option, str) or not all(isinstance(heap, numbers.Integral) for part in parts for heap in part):
            raise TypeError(f"{player}{shown(at)} has the option {option!r}; heaps are whole numbers, as x // 2 is one and x / 2 none")
        parts = tuple(tuple(map(int, part)) for part in parts)
        for part in parts:
            is_inside = len(part) == len(self.shape) and all(0 <= heap < side for heap, side in zip(part, self.shape))
            if not is_inside or not self.is_position[part]:
                raise ValueError(
                    f"{player}{shown(at)} has the option {option!r}, which is no position of the table; "
                    f"every option is one, of {len(self.shape)} heaps within the box"
                )
        return parts


def shown(at):
    return f"({', '.join(map(str, at))})"


def heaps(count):
    return f"{count} heap{'s' * (count != 1)}"


def arity(function):
    """The number of heaps that a function takes; None if it takes any number."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(one.kind == one.VAR_POSITIONAL for one in parameters):
        return None
    return sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) and one.default is one.empty for one in parameters)


def mex(values):
    values = set(values)
    return next(number for number in itertools.count() if number not in values)


class Definition:
    """What the options of a position make of its value."""

    def __init__(self, quantity, misere, is_partizan):
        self.quantity, self.misere = quantity, misere
        offered = ["outcome-class"] if is_partizan else ["grundy", "outcome", "remoteness", "palaces"]
        if misere and quantity in ("remoteness", "palaces"):
            raise ValueError(f"misere: {quantity} is tabulated for normal play")
        if quantity not in offered:
            raise ValueError(f"quantity={quantity!r}: of functions {', '.join(offered)} can be tabulated")

    def value(self, value_of, options):
        """The value of a position, by those of its options."""
        if self.quantity == "outcome-class":
            left, right = ([value_of(self.single(option)) for option in of_player] for of_player in options)
            won = {number: wins for wins, number in CLASSES.items()}
            without = self.misere
            wins_left = any(not won[value][1] for value in left) if left else without
            wins_right = any(not won[value][0] for value in right) if right else without
            return CLASSES[wins_left, wins_right]
        (options,) = options
        if self.quantity == "grundy":
            if self.misere:
                return mex(value_of(self.single(option)) for option in options) if options else 1
            return mex(self.of_sum(value_of, option) for option in options)
        values = [value_of(self.single(option)) for option in dict.fromkeys(options)]
        if self.quantity == "outcome":
            return int(not any(values) and (bool(options) or not self.misere))
        if self.quantity == "palaces":
            return sum(value == 0 for value in values)
        lost = [value for value in values if value % 2 == 0]
        return 1 + (min(lost) if lost else max(values, default=-1))

    def single(self, option):
        if len(option) != 1:
            raise ValueError(f"the option {option!r} is a sum of positions, of which Grundy values in normal play alone tell that of the sum")
        return option[0]

    def of_sum(self, value_of, option):
        total = 0
        for part in option:
            total ^= value_of(part)
        return total


def tabulate(game, *, box, tokens, quantity, misere, out, overwrite, progress, is_table=False):
    """Tabulates a game of functions: an array, or a table, which is stored at `out`."""
    options = Options(game, box, tokens)
    is_partizan = len(options.players) > 1
    quantity = quantity or ("outcome-class" if is_partizan else "grundy")
    definition = Definition(quantity, bool(misere), is_partizan)
    # Outcomes are found by Grundy values, because options may be sums.
    is_by_values = definition.quantity == "outcome" and not misere
    found = evaluated(options, Definition("grundy", False, False) if is_by_values else definition, progress)
    values = np.full(options.shape, MISSING, np.int64)
    for at, value in found.items():
        values[at] = value == 0 if is_by_values else value
    if out is not None or is_table:
        return store(values, out, game=None, quantity=definition.quantity, misere=misere, comment=game.title(), overwrite=overwrite)
    missing = values == MISSING
    values[missing] = 0
    dtype = bool if definition.quantity == "outcome" else np.min_scalar_type(int(values.max(initial=0)) + 1)
    values = values.astype(dtype)
    return np.ma.masked_array(values, missing) if missing.any() else values


def evaluated(options, definition, progress):
    """The values of all positions, each after those of its options."""
    values, listed = {}, {}
    positions = options.positions()
    began, count, is_told = time.monotonic(), 0, False
    with Progress("tabulate", progress) as shown:
        for done, start in enumerate(positions):
            stack = [start]
            while stack:
                at = stack[-1]
                if at in values:
                    stack.pop()
                    continue
                if at not in listed:
                    listed[at] = options.of(at)
                    count += sum(map(len, listed[at]))
                parts = (part for player in listed[at] for option in player for part in option)
                unknown = next((part for part in parts if part not in values), None)
                if unknown is None:
                    values[at] = definition.value(values.__getitem__, listed.pop(at))
                    stack.pop()
                elif unknown in listed:
                    raise ValueError(f"play comes back to {unknown}; functions give games that end, rules may be loopy")
                else:
                    stack.append(unknown)
            if done % 256 == 0:
                shown("", done, len(positions))
                is_told = is_told or tell(time.monotonic() - began, len(values) / len(positions), count)
    return values


def tell(seconds, share, options):
    """Tells how long it will take, once that is known. Returns whether that is so."""
    if seconds < TRIAL:
        return False
    left = seconds / share
    if left >= LONG:
        written = options / share * OF_WRITTEN_OPTION
        warn(
            f"functions of Python list the options: about {left:.0f} s in all; rules that are written as texts "
            f"would take about {max(written, 0.1):.1f} s"
        )
    return True


def verify(table, game, progress):
    """Checks every value of a table by the options that functions list, and returns the number of positions."""
    attributes = table.attrs
    domain = attributes["domain"]
    box = None if "tokens" in domain else table.shape
    options = Options(game, box, domain.get("tokens"))
    if options.shape != table.shape:
        raise ValueError(f"the functions take {heaps(len(options.shape))}, and the table has {table.ndim}")
    # Cells that are no positions of the table are none of the game.
    stored = table[...]
    if not np.array_equal(options.is_position, ~np.ma.getmaskarray(stored)):
        at = tuple(map(int, np.argwhere(options.is_position == np.ma.getmaskarray(stored))[0]))
        raise ValueError(f"{at} is a position of either the table or the game, and not of both; give positions")
    values = np.ma.getdata(stored)
    misere = attributes["convention"] == "misere"
    if attributes["quantity"] == "outcome" and not misere:
        # The outcome of a sum does not follow from those of its positions.
        grundy = evaluated(options, Definition("grundy", False, False), progress)
        for at, value in grundy.items():
            check(table, at, int(values[at]), int(value == 0))
        return len(grundy)
    definition = Definition(attributes["quantity"], misere, len(options.players) > 1)
    positions = options.positions()
    value_of = lambda at: int(values[at])
    with Progress("verify", progress) as shown:
        for done, at in enumerate(positions):
            check(table, at, value_of(at), definition.value(value_of, options.of(at)))
            if done % 256 == 0:
                shown("", done, len(positions))
    return len(positions)


def check(table, at, stored, expected):
    if stored != expected:
        raise WrongTableError(f"{table.path}: the value at {at} is {stored}, and {expected} follows from its options")
