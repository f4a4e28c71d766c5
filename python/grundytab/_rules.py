"""Games as one thing: a name or rules with their parts, or functions of Python that list options."""

import os
from collections.abc import Mapping

# The parts of rules, which stand in the place of a game's name; `block` may stand beside a name.
RULES = {
    "moves": "The moves of a game whose rules are written, in the place of `game`: a text, as in "
    '"(x - k, y) for 1 <= k <= x", or a list of them',
    "left": "The moves of Left in a partizan game, and",
    "right": "those of Right",
    "let": 'Numbers and lists under names: a text, as in "N = [3, 7, 14]", or a list of them',
    "graph": 'The graph on whose vertices the game is played, as in "path(7)" or "{0-1, 1-2}"',
    "positions": 'Which cells are positions, as in "x >= y"; all without it',
    "terminal": "Which positions have no moves, whatever the rules say",
    "grade": "A number that every move makes smaller; the token sum without it",
    "loopy": "Whether play may go on for ever, so that positions may be drawn; in the place of `grade`",
    "block": "How many options the opponent may block before each move",
}

# What functions say of a game, besides `options`; `left` and `right` stand in its place in a partizan game.
OF_FUNCTIONS = ("options", "left", "right", "positions", "terminal")


class Game:
    """A game: by its name, by the parts of its rules, or by functions of Python.

    It stands wherever a function takes a game; a dict of the same arguments does, too.

    >>> grundytab.Game("wythoff", block=1)
    <grundytab.Game wythoff+block=1>
    >>> game = grundytab.Game(moves="(x - k, y) for 1 <= k <= x", positions="x >= y")
    >>> grundytab.Game(options=lambda x: [x - 1, x - 3] if x >= 3 else range(x))

    `options` lists the options of a position, whose heaps are its arguments: whole numbers where the game has one heap, else
    tuples; a tuple of positions is their sum. `positions` and `terminal` tell of a position whether it is one, and whether it
    has no moves. Functions are called for each position, and nothing is proved of them: see `tabulate`.
    """

    def __init__(self, game=None, *, options=None, name=None, **parts):
        for part in parts:
            if part not in RULES:
                raise TypeError(f"a game has no part {part}; its parts are {', '.join(('options', *RULES))}")
        parts = {part: value for part, value in parts.items() if value is not None and value is not False}
        if isinstance(game, Mapping):
            game = Game(**game)
        functions = {part: value for part, value in {"options": options, **parts}.items() if callable(value)}
        self.functions, self.name = functions, name
        if functions:
            self._text = None
            self._check_functions(game, parts)
        elif options is not None:
            raise TypeError(f"options: {options!r} is no function; it lists the options of a position, as lambda x: [x - 1]")
        else:
            self._text = written(game, parts)

    def _check_functions(self, game, parts):
        for part in parts:
            if part in OF_FUNCTIONS and part not in self.functions:
                raise TypeError(f"{part}: the game is given by functions, and this is none")
        others = [part for part in parts if part not in OF_FUNCTIONS]
        if game is not None or others:
            raise TypeError(f"{others[0] if others else 'game'}: it is a part of rules, and the game is given by functions")
        if ("options" in self.functions) == ("left" in self.functions or "right" in self.functions):
            raise TypeError("options: a game has either options, or those of left and right")

    @property
    def text(self):
        """The game in the notation of the program; TypeError if it is given by functions."""
        if self._text is None:
            raise TypeError(
                f"{self!r} is given by functions of Python, of which nothing is proved or known but its table; "
                "tabulate it, and give the table, or write it as rules"
            )
        return self._text

    def title(self):
        """What a table says of the game."""
        return self._text or self.name or " ".join(" ".join(map(source, self.functions.values())).split())

    def __str__(self):
        return self.title()

    def __repr__(self):
        return f"<grundytab.Game {self.title()}>"


def source(function):
    """The name of a function, or its text."""
    import inspect

    name = getattr(function, "__name__", repr(function))
    if name != "<lambda>":
        return name
    try:
        return inspect.getsource(function).strip()
    except (OSError, TypeError):
        return name


def with_game(values, keyword, added):
    """Returns arguments in which the parts of a game, as far as they are among those that a function has `added`, are one
    thing with what is given as the argument `keyword`."""
    parts = {part: values[part] for part in added if values.get(part) not in (None, False)}
    values = {name: value for name, value in values.items() if name not in added}
    given = values.get(keyword)
    is_of_parts = isinstance(given, Mapping) and given and set(given) <= {"game", "options", "name", *RULES}
    if hasattr(given, "tolist") and keyword == "game":
        raise TypeError("an array, where a game is expected: grundytab.table(array) makes a table of it")
    if isinstance(given, (str, Game, Mapping)) or hasattr(given, "__fspath__") or given is None:
        functions = {part: value for part, value in parts.items() if isinstance(value, Game) or callable(value)}
        if functions and given is not None:
            # Functions beside a table, or another game, say what it is verified by.
            options = parts.get("options")
            values["by"] = options if isinstance(options, Game) else Game(**functions)
            parts = {part: value for part, value in parts.items() if part not in functions}
    if parts or is_of_parts:
        values[keyword] = Game(given, **parts)
    return values


def written(game, parts):
    """Writes a game in the notation of the program."""
    text = lambda value: value if isinstance(value, str) else str(value)
    block = f"+block={parts['block']}" if parts.get("block") else ""
    rules = {part: value for part, value in parts.items() if part != "block"}
    if game is not None:
        if rules:
            raise ValueError(f"{next(iter(rules))}: it is a part of rules, and a game is given besides; give one of the two")
        if isinstance(game, os.PathLike) and parts:
            raise ValueError(f"{next(iter(parts))}: it is a part of a game, and {game!r} is given besides")
        return (game.text if isinstance(game, Game) else str(game)) + block
    data = rules.get("let", [])
    stated = [f"let {text(one)}" for one in ([data] if isinstance(data, str) else data)]
    stated += [f"{name} {text(rules[name])}" for name in ("graph", "positions", "terminal", "grade") if name in rules]
    stated += ["loopy"] if "loopy" in rules else []
    moves = {name: clauses(name, rules[name]) for name in ("moves", "left", "right") if name in rules}
    if ("moves" in moves) == ("left" in moves or "right" in moves):
        raise ValueError("moves: rules have either moves, or those of left and right")
    if "moves" in moves:
        stated.append(moves["moves"])
    else:
        stated += [f"{name}: {moves.get(name, '')}" for name in ("left", "right")]
    return f"rules: {'; '.join(stated)}{block}"


def clauses(name, given):
    """Returns the text of clauses, of which one or several are given."""
    given = [given] if isinstance(given, str) else list(given)
    for clause in given:
        if not isinstance(clause, str):
            raise TypeError(f"{name}: {clause!r} is no text; a move is written as in '(x - k, y) for 1 <= k <= x'")
    return "; ".join(given)
