"""The rules of a game as arguments, in the place of its name."""

from ._arguments import text

# The parts of rules that are written, of which `tabulate` makes the game.
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


def with_rules(values):
    """Returns the arguments with the text of a game that is made of parts of rules, if they are given."""
    parts = {name: values[name] for name in RULES if values.get(name) is not None}
    if parts.get("loopy") is False:
        del parts["loopy"]
    values = {name: value for name, value in values.items() if name not in RULES}
    if not parts:
        return values
    if values.get("game") is not None:
        raise ValueError(f"{next(iter(parts))}: it is a part of rules, and a game is given besides; give one of the two")
    data = parts.get("let", [])
    stated = [f"let {text(one)}" for one in ([data] if isinstance(data, str) else data)]
    stated += [f"{name} {text(parts[name])}" for name in ("graph", "positions", "terminal", "grade") if name in parts]
    stated += ["loopy"] if "loopy" in parts else []
    moves = {name: clauses(name, parts[name]) for name in ("moves", "left", "right") if name in parts}
    if ("moves" in moves) == ("left" in moves or "right" in moves):
        raise ValueError("moves: rules have either moves, or those of left and right")
    if "moves" in moves:
        stated.append(moves["moves"])
    else:
        stated += [f"{name}: {moves.get(name, '')}" for name in ("left", "right")]
    block = f"+block={parts['block']}" if parts.get("block") else ""
    return {**values, "game": f"rules: {'; '.join(stated)}{block}"}


def clauses(name, given):
    """Returns the text of clauses, of which one or several are given."""
    given = [given] if isinstance(given, str) else list(given)
    for clause in given:
        if not isinstance(clause, str):
            raise TypeError(f"{name}: {clause!r} is no text; a move is written as in '(x - k, y) for 1 <= k <= x'")
    return "; ".join(given)
