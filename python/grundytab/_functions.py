"""The functions of the package: commands of the program, with the results that suit Python."""

import atexit
import json
import os
import threading
from pathlib import Path

from . import _grundytab, _options
from ._arguments import is_number, refuse_array, text
from ._commands import DEFINITIONS, function, words
from ._given import table
from ._frames import frame, frame_of_rows, frames, grid
from ._results import Picture, Report, View, plain
from ._rules import RULES, Game
from ._table import Table

# What says how a table is stored.
STORING = ("resume", "overwrite", "codec", "check", "shard", "sync")

OPTIONS = "A function that lists the options of a position, in the place of `game`; see `tabulate`"

FUNCTIONS = {}

# The argument of a command that is a game or, in the place of a table, may be one.
GAMES = {
    **{name: "game" for name in ("tabulate", "prove", "decide")},
    **{name: "path" for name in ("verify", "query", "analyze", "list", "render", "export", "view")},
}


def options_of(command):
    """Returns the options of `function` for a command that takes a game: the parts of a game that mean nothing else there."""
    if command not in GAMES:
        return {}
    own = {argument["keyword"] for argument in DEFINITIONS[command]["arguments"]}
    parts = RULES if command in ("prove", "decide") else {"options": OPTIONS, **RULES}
    is_described = command == "tabulate"
    return {
        "game": GAMES[command],
        "added": {part: is_described and text for part, text in parts.items() if part not in own},
    }


def special(command, optional=(), more=""):
    """Makes the function of a command whose result is not just what the command prints."""

    def make(finish):
        def on_table(values, run):
            return finish(with_table(values, run.progress), run)

        FUNCTIONS[command] = function(
            command, on_table if GAMES.get(command) == "path" else finish, [*optional, GAMES.get(command)], more, **options_of(command)
        )
        return FUNCTIONS[command]

    return make


@special(
    "tabulate",
    more="""\
Returns the values as a numpy array or, with `out`, stores them and returns the `Table`. The array has an axis for
each heap and the narrowest type that holds a proven bound on the values: uint8, uint16, uint32, bool for outcomes, or
int8, int16, int32 for scores. It is a masked array if some cells are no positions. With `dry_run` or `discard` a report is returned.

>>> grundytab.tabulate("wythoff", box=4)
array([[0, 1, 2, 3],
       [1, 2, 0, 4],
       [2, 0, 1, 5],
       [3, 4, 5, 6]], dtype=uint8)

The rules of a game may be written in the place of its name:

>>> grundytab.tabulate(moves="(x - k) for 1 <= k <= x / 2", box=8)
array([0, 0, 1, 0, 2, 1, 3, 0], dtype=uint8)

So may be functions that list the options of a position, whose heaps are their arguments: in Python, which takes a thousand
times as long, so that it is for small tables, for games that no rules describe, and to check rules. Options are
whole numbers in games with one heap, else tuples; a tuple of positions is their sum. Besides `options`, or `left` and
`right`, there may be `positions` and `terminal`, and `box`, `tokens`, `quantity`, `misere`, `out`, `overwrite` and `progress`.

>>> grundytab.tabulate(options=lambda x: [x - k for k in range(1, x // 2 + 1)], box=8)
array([0, 0, 1, 0, 2, 1, 3, 0], dtype=uint8)

Raises ValueError where the arguments make no sense, OSError where the table cannot be stored, MemoryError where the
array does not fit, KeyboardInterrupt on ctrl-C; `resume=True` goes on with what was stored until then. If a GPU
fails that was not requested, the CPU goes on, with a RuntimeWarning.""",
)
def tabulate(values, run):
    if is_of_functions(values.get("game")):
        return of_functions(values, run.progress)
    if values.get("dry_run") or values.get("discard"):
        return run(values)
    if values.get("out") is not None:
        try:
            run(values)
        except KeyboardInterrupt:
            goes_on = f"interrupted; tabulate(..., out={os.fspath(values['out'])!r}, resume=True) goes on with what is stored"
            raise KeyboardInterrupt(goes_on) from None
        return Table(values["out"])
    for name in STORING:
        if values.get(name) not in (None, False):
            raise ValueError(f"{name}: it says how a table is stored, but none is; give out=PATH too")
    return run({**values, "discard": True}, array=True)


def is_of_functions(game):
    return isinstance(game, Game) and bool(game.functions)


def of_functions(values, progress):
    """Tabulates a game that functions give."""
    taken = ("box", "tokens", "quantity", "misere", "out", "overwrite")
    for name in values:
        if name not in (*taken, "game") and values[name] not in (None, False):
            raise ValueError(f"{name}: games of functions take {', '.join(taken)} and progress alone")
    try:
        return _options.tabulate(values["game"], progress=progress, **{name: values.get(name) for name in taken})
    except KeyboardInterrupt:
        raise KeyboardInterrupt("interrupted; nothing is stored of a game of functions before it is complete") from None


def as_table(values, progress):
    """Returns the table of arguments, which may give a game in its place."""
    given = values["path"]
    if isinstance(given, Table):
        return given
    try:
        return Table(given)
    except (OSError, TypeError):
        if isinstance(given, os.PathLike) or str(given).endswith(".zarr"):
            raise
        domain = {name: values.pop(name) for name in ("box", "tokens", "quantity", "misere") if name in values}
        game = given if isinstance(given, Game) else Game(given)
        values["path"] = table(FUNCTIONS["tabulate"](game, **domain, progress=progress), game, **kinds(domain))
        return values["path"]


def kinds(domain):
    return {name: domain[name] for name in ("quantity", "misere") if domain.get(name) is not None}


def with_table(values, progress):
    """Returns the arguments with a table in the place of a game that functions give."""
    if not is_of_functions(values.get("path")):
        return values
    domain = {name: values.pop(name, None) for name in ("box", "tokens", "quantity", "misere")}
    table = _options.tabulate(values["path"], **domain, out=None, overwrite=False, progress=progress, is_table=True)
    return {**values, "path": table}


@special(
    "verify",
    more="""\
Returns a report, also where a claim is false: `all_hold` says whether all claims, theorems and certificates hold. Its key `true`
is about the values of the table, and not about claims. With `options`, or `left` and `right`, which may be functions or a
`Game` of them as `options`, every value is compared with what follows from the options that they list; WrongTableError is
raised where they differ.

>>> grundytab.verify("wythoff.zarr", options=lambda x, y: [(i, y) for i in range(x)] + [(x, j) for j in range(y)])""",
)
def verify(values, run):
    by = values.pop("by", None)
    if by is None:
        return run(values)
    table = as_table(values, run.progress)
    checked = _options.verify(table, by, run.progress)
    if not table.attrs["ruleset"].startswith("array:"):
        found = run({**values, "path": table})
    else:
        # Every value was checked by the functions.
        found = run({name: value for name, value in values.items() if name not in ("full", "sample")})
        found["true"] = True
    found["checked"] = [*found["checked"], "options"]
    found["positions_checked"] = checked
    return found


@special(
    "query",
    more="""\
Returns the answer to a position: its value, outcome and winning moves; of several positions the list of the
answers. They are a list of tuples, or an array with a row for each. Values alone are read faster by an index.

>>> grundytab.query("wythoff.zarr", (4, 5)).winning_moves
[(1, 2), (3, 5)]""",
)
def query(values, run):
    positions = values["positions"]
    if hasattr(positions, "tolist"):
        positions = values["positions"] = positions.tolist()
    is_single = isinstance(positions, str) or is_number(positions) or all(map(is_number, positions))
    # Heap sizes in a list are one position.
    report = run({**values, "positions": [text(positions)]} if is_single else values)
    if not isinstance(report, Report):
        return report
    return report["answers"][0] if is_single else report["answers"]


@special(
    "list",
    more="""\
Returns a pandas.DataFrame with a row for each position, or a structured array of numpy where pandas is not
installed: all positions, unless `limit` is given. Without a condition it is the grid of a plane, or an array with
masked cells.""",
)
def list_(values, run):
    if values.get("csv"):
        return run(values)
    if values.get("condition") is None:
        if values.get("region") is not None:
            return grid(run(values))
        try:
            return grid(run({**values, "region": "0:,0:"}))
        except ValueError as error:
            # One heap has no grid, but all of its positions.
            if getattr(error, "kind", None) != "wrong_heap_count":
                raise
            values["condition"] = "true"
    if values.get("limit") is None:
        values["all"] = True
    return frame(run({**values, "csv": True}))


@special(
    "analyze",
    more="""\
Returns a report. Of several tables, of a group of them, and with `table`, it is a pandas.DataFrame with a row for each
table, or for each line of `rows` or `lines`. What there are several of in a report, as beams and values, is such a
DataFrame, too; a list of dicts where pandas is not installed. The columns are the name, the
placeholders of the batch that made the tables, what each table is, and what was found.

>>> grundytab.analyze("sweep.zarr", only="periods")[["a", "b", "period"]]""",
)
def analyze(values, run):
    found = run(values)
    is_of_rows = isinstance(found, Report) and "rows" in found and "columns" in found
    return frame_of_rows(found["rows"], found["columns"]) if is_of_rows else frames(found)


@special(
    "batch",
    more="""\
Returns a list with a report of each job: its name, path, state, engine, time. With `status` these say how far each job is,
and with `dry_run` one report says what all of them would take.

Raises ValueError or OSError where the file of jobs makes no sense or cannot be read, and then nothing was run. Raises
RuntimeError if jobs failed, with the reason of the first; the others have run, and the `report` of the exception is the list
that would have been returned, in which jobs that failed have a `reason`. KeyboardInterrupt on ctrl-C; the same call goes on.

>>> try:
...     jobs = grundytab.batch("jobs.toml")
... except RuntimeError as failed:
...     jobs = failed.report
>>> [job.reason for job in jobs if job.state == "failed"]""",
)
def batch(values, run):
    only_looks = values.get("status") or values.get("dry_run")
    try:
        found = run(values)
    except RuntimeError as error:
        # That jobs are not complete, or cannot run, is what was asked.
        if not only_looks or getattr(error, "kind", None) != "check_failed":
            raise
        found = error.report
    return found[0] if values.get("dry_run") else found


@special(
    "prove",
    more="""\
Returns a report, or with `certificate="-"` the certificate as bytes, which has the automata, and with `graph="-"` the graph.
That not all was proved, and that a certificate is false, are reports too: `proved` says so, and `message` why. Without a
certificate to return, RuntimeError is raised, with this report.

>>> grundytab.prove("wythoff").sets
[{'set': 'P-positions', 'states': 7}]
>>> json.loads(grundytab.prove("wythoff", certificate="-"))["sets"][0]["automaton"]["states"]
7""",
)
def prove(values, run):
    found = run(values)
    if isinstance(found, bytes) and found.startswith(b"{"):
        report = plain(json.loads(found, object_hook=Report))
        if report.get("proved") is False:
            error = RuntimeError(report["message"])
            error.report = report
            raise error
    return found


@special("render", optional=["out"], more="Returns the picture, which notebooks show, and writes it to `out` too.")
def render(values, run):
    if values.get("repeat") is not None:
        return run(values)
    out = values.get("out")
    if out is None or os.fspath(out) == "-":
        return Picture(run({**values, "out": "-"}))
    run(values)
    return Picture(Path(out).read_bytes())


@special("export", optional=["out"], more="Without `out` what would be written is returned, as bytes.")
def export(values, run):
    return run(values if values.get("out") is not None else {**values, "out": "-"})


@special(
    "sum",
    more="""\
A component is a text, as in "wythoff.zarr@3,5", or a pair of a table and a position, as in (table, (3, 5)).""",
)
def sum_(values, run):
    def component(given):
        if isinstance(given, str):
            return given
        refuse_array(given[0])
        return f"{text(given[0])}@{text(given[1])}"

    components = values["components"]
    is_single = isinstance(components, str) or (
        len(components) == 2 and not isinstance(components[1], str) and is_position(components[1])
    )
    components = [components] if is_single else components
    return run({**values, "components": [component(one) for one in components]})


def is_position(given):
    return is_number(given) or all(map(is_number, given))


@special("games", more="Returns a list of dicts: notation, example, rules, moves and source.")
def games(values, run):
    return run(values)["games"]


@special("view", more="Returns an object with the address, `url`, which notebooks show as a link, and `close()`.")
def view(values, run):
    typed, _ = words("view", values)
    call = _grundytab.Call("view", typed)
    is_closed, ended, failures = threading.Event(), threading.Event(), []
    printed = []

    def tell(*_):
        printed.append(call.printed())
        if is_closed.is_set():
            call.interrupt()

    def serve():
        try:
            call.run(tell)
        except BaseException as error:
            failures.append(error)
        ended.set()

    thread = threading.Thread(target=serve, name="grundytab view", daemon=True)
    thread.start()
    while b"\n" not in b"".join(printed) and not ended.wait(0.02):
        pass
    if failures:
        raise failures[0]

    def close():
        is_closed.set()
        call.interrupt()
        thread.join()

    page = View(b"".join(printed).decode().split()[0], close)
    atexit.register(close)
    return page


for name in DEFINITIONS:
    if name not in FUNCTIONS:
        FUNCTIONS[name] = function(name, **options_of(name))
