"""The commands of the program as functions. Their arguments are those that the program itself declares, so that every
flag is a keyword here; the command runs in this process."""

import difflib
import inspect
import json
import os
import textwrap
import warnings

from ._arguments import texts
from ._grundytab import NOT_IN_PYTHON, Call, definitions
from ._progress import Progress
from ._results import Report, plain
from ._rules import with_game

DEFINITIONS = {
    definition["name"]: definition
    for definition in json.loads(definitions())
    if definition["name"] not in NOT_IN_PYTHON
}

# The flags of games that stand in the place of a table, which methods of tables do not have.
OF_GAMES = {"box", "tokens", "quantity", "values", "misere", "of"}

# Flags that are no keywords, and why.
NO_KEYWORDS = {
    "json": "results are data",
    "quiet": "nothing is printed",
}

PROGRESS = """\
Whether a bar of tqdm shows how far the work is, or a function that is called with the positions that are done and \
with their number. By default there is a bar in notebooks and in interactive sessions, if tqdm is installed and the \
work takes longer than a second, and none in scripts"""


def arguments_of(command):
    return [a for a in DEFINITIONS[command]["arguments"] if a["name"] not in NO_KEYWORDS]


def words(command, values):
    """Returns the arguments as they are typed, and what is printed then: "object" or "lines" of JSON, "bytes" or
    "text"."""
    flags, positionals = [], []
    printed = DEFINITIONS[command]["json"] or "text"
    for argument in DEFINITIONS[command]["arguments"]:
        name = argument["keyword"]
        value = values.get(name)
        if value is None and argument["required"]:
            raise TypeError(f"{name}=None: a value is expected")
        if value is None or value is False:
            continue
        if argument["excludes_json"]:
            printed = "text"
        if not argument["takes_value"]:
            if value is not True:
                raise TypeError(f"{name}={value!r}: it is True or False")
            flags.append(f"--{argument['name']}")
            continue
        if value is True:
            raise TypeError(f"{name}=True: a value is expected")
        given = texts(value, argument)
        if argument["is_flag"]:
            if "-" in given:
                printed = "bytes"
            flags += [f"--{argument['name']}={one}" for one in given]
        else:
            positionals += given
    takes = {argument["name"] for argument in DEFINITIONS[command]["arguments"]}
    if printed in ("object", "lines"):
        flags.append("--json")
    elif "quiet" in takes:
        flags.append("--quiet")
    return [*flags, "--", *positionals], printed


def run(command, values, progress=None, array=False):
    """Runs a command, and returns its results as data: reports, text, bytes or, with `array`, values."""
    typed, printed = words(command, values)
    call = Call(command, typed, array)
    with Progress(command, progress) as shown:

        def tell(doing, done, length, notes):
            for note in notes:
                warn(note)
            shown(doing, done, length)

        try:
            result = call.run(tell)
        except Exception as error:
            if printed == "lines" and hasattr(error, "printed"):
                error.report = lines(error.printed)
            raise
    if array:
        return result
    if printed == "object":
        return plain(json.loads(result, object_hook=Report))
    if printed == "lines":
        return lines(result)
    return result if printed == "bytes" else result.decode()


def lines(printed):
    return [plain(json.loads(line, object_hook=Report)) for line in printed.splitlines()]


def warn(note):
    """Warns whoever has called a function of this package."""
    level, frame = 1, inspect.currentframe()
    here = os.path.dirname(__file__)
    while frame.f_back and os.path.dirname(frame.f_code.co_filename) == here:
        level, frame = level + 1, frame.f_back
    warnings.warn(note, RuntimeWarning, stacklevel=level)


def signature(command, optional=(), without_first=False, added=()):
    """Returns the parameters of a command as a function, or as a method of a table; `added` are parameters that the
    function alone has."""
    parameters, is_optional = [], False
    for argument in arguments_of(command):
        if without_first and argument["keyword"] in OF_GAMES:
            continue
        # Behind an argument that may be left out, all may be.
        is_behind = is_optional and not argument["is_flag"]
        is_optional = not argument["required"] or argument["keyword"] in optional or is_behind
        default = None if argument["takes_value"] else False
        kind = "KEYWORD_ONLY" if argument["is_flag"] else "POSITIONAL_OR_KEYWORD"
        parameters.append(
            inspect.Parameter(
                argument["keyword"],
                getattr(inspect.Parameter, kind),
                default=default if is_optional else inspect.Parameter.empty,
            )
        )
    parameters += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in added]
    parameters.sort(key=lambda parameter: parameter.kind)
    if without_first:
        self = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
        parameters = [self, *parameters[1:]]
    progress = inspect.Parameter("progress", inspect.Parameter.KEYWORD_ONLY, default=None)
    return inspect.Signature([*parameters, progress])


def help_of(argument):
    text = argument["help"]
    if argument["choices"] and "\n" not in text:
        text += f". One of {', '.join(argument['choices'])}"
    return text


def wrapped(line, indent):
    return textwrap.fill(line, 110, initial_indent=" " * indent, subsequent_indent=" " * 8)


def documentation(command, more="", added=()):
    """Returns the help of a command as a docstring."""
    definition = DEFINITIONS[command]
    blocks = [definition["about"] + ".", more, "Arguments:"]
    described = [(argument["keyword"], help_of(argument)) for argument in arguments_of(command)]
    described += [(part, text) for part, text in dict(added).items() if text]
    as_elsewhere = [part for part, text in dict(added).items() if not text]
    if as_elsewhere:
        described.append((", ".join(as_elsewhere), "Parts of a game, as for `tabulate`"))
    for keyword, text in [*described, ("progress", PROGRESS)]:
        lines = f"{keyword}: {text}".splitlines()
        lines = [wrapped(line, 4 if at == 0 else 8) for at, line in enumerate(lines) if line]
        blocks[-1] += "\n" + "\n".join(lines)
    blocks.append(definition["notes"])
    return "\n\n".join(block for block in blocks if block)


# What is probably meant by an argument without its name.
MEANT = {"tabulate": "box"}


def in_words(error, command, parameters, given):
    """Says what is wrong with arguments that do not fit."""
    unnamed = [one.name for one in parameters.parameters.values() if one.kind == one.POSITIONAL_OR_KEYWORD]
    if len(given) <= len(unnamed):
        return str(error)
    takes = f"only {' and '.join(unnamed)} may stand" if unnamed else "nothing may stand"
    example = f", as in {MEANT[command]}={given[len(unnamed)]!r}" if command in MEANT else ""
    return f"{takes} without a name; what else is given has a name{example}"


def function(command, finish=None, optional=(), more="", added=(), game=None):
    """Makes the function of a command. `finish(values, run)` makes its result, where that is not what the command
    prints; `optional` are arguments that it can do without, `more` is added to its documentation, and `added` are
    arguments that it takes besides, with what they are. `game` is the argument that is a game, or may be one: the parts of
    rules stand in its place."""
    parameters = signature(command, optional, added=added)

    def called(*given, **keywords):
        for name in keywords:
            if name not in parameters.parameters:
                meant = difflib.get_close_matches(name, parameters.parameters, 1)
                meant = f"; did you mean {meant[0]}?" if meant else ""
                raise TypeError(f"{command}() has no argument {name}{meant}")
        try:
            values = parameters.bind(*given, **keywords).arguments
        except TypeError as error:
            raise TypeError(f"{command}(): {in_words(error, command, parameters, given)}") from None
        if game is not None:
            values = with_game(values, game, added)
            if "by" in values and command != "verify":
                raise TypeError("options: a table is given besides, which functions verify, and nothing else")
            is_required = any(one["keyword"] == game and one["required"] for one in arguments_of(command))
            if is_required and values.get(game) is None:
                raise TypeError(f"{command}(): missing a required argument: {game!r}, or parts of rules in its place")
        progress = values.pop("progress", None)

        def go(values, **options):
            return run(command, values, progress, **options)

        go.progress = progress

        return finish(values, go) if finish else go(values)

    called.__name__ = called.__qualname__ = command
    called.__module__ = "grundytab"
    called.__signature__ = parameters
    called.__doc__ = documentation(command, more, added)
    called.optional = optional
    called.added = added
    return called


def method(function):
    """Makes a method of a table of a function whose first argument is the table."""

    def called(self, *given, **keywords):
        return function(self, *given, **keywords)

    called.__name__ = function.__name__
    called.__qualname__ = f"Table.{function.__name__}"
    called.__signature__ = signature(function.__name__, function.optional, without_first=True)
    called.__doc__ = function.__doc__
    return called
