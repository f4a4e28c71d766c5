"""The functions of the package: commands of the program, with the results that suit Python."""

import atexit
import json
import os
import threading
from pathlib import Path

from . import _grundytab
from ._arguments import is_number, refuse_array, text
from ._commands import DEFINITIONS, function, words
from ._frames import frame, frame_of_rows, grid
from ._results import Picture, Report, View, plain
from ._rules import RULES, with_rules
from ._table import Table

# What says how a table is stored.
STORING = ("resume", "overwrite", "codec", "check", "shard", "sync")

FUNCTIONS = {}


def special(command, optional=(), more="", added=()):
    """Makes the function of a command whose result is not just what the command prints."""

    def make(finish):
        FUNCTIONS[command] = function(command, finish, optional, more, added)
        return FUNCTIONS[command]

    return make


@special(
    "tabulate",
    optional=["game"],
    added=RULES,
    more="""\
Returns the values as a numpy array or, with `out`, stores them and returns the `Table`. The array has an axis for
each heap and the narrowest type that holds a proven bound on the values: uint8, uint16, uint32, bool for outcomes, or
int8, int16, int32 for scores. Cells outside the domain hold the largest value of the type; of outcomes False, of
scores the least value. With `dry_run` or `discard` a report is returned.

>>> grundytab.tabulate("wythoff", box=4)
array([[0, 1, 2, 3],
       [1, 2, 0, 4],
       [2, 0, 1, 5],
       [3, 4, 5, 6]], dtype=uint8)

The rules of a game may be written in the place of its name:

>>> grundytab.tabulate(moves="(x - k) for 1 <= k <= x / 2", box=8)
array([0, 0, 1, 0, 2, 1, 3, 0], dtype=uint8)

Raises ValueError where the arguments make no sense, OSError where the table cannot be stored, MemoryError where the
array does not fit, KeyboardInterrupt on ctrl-C; `resume=True` goes on with what was stored until then. If a GPU
fails that was not requested, the CPU goes on, with a RuntimeWarning.""",
)
def tabulate(values, run):
    values = with_rules(values)
    if values.get("dry_run") or values.get("discard"):
        return run(values)
    if values.get("out") is not None:
        run(values)
        return Table(values["out"])
    for name in STORING:
        if values.get(name) not in (None, False):
            raise ValueError(f"{name}: it says how a table is stored, but none is; give out=PATH too")
    return run({**values, "discard": True}, array=True)


@special(
    "verify",
    more="""\
Returns a report, also where a claim is false: `all_hold` says whether all claims, theorems and certificates hold. Its key `true`
is about the values of the table, and not about claims.""",
)
def verify(values, run):
    return run(values)


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
        if values.get("region") is None:
            values["region"] = "0:,0:"
        return grid(run(values))
    if values.get("limit") is None:
        values["all"] = True
    return frame(run({**values, "csv": True}))


@special(
    "analyze",
    more="""\
Returns a report. Of several tables, of a group of them, and with `table`, it is a pandas.DataFrame with a row for each
table, or for each line of `rows` or `lines`; a list of dicts where pandas is not installed. The columns are the name, the
placeholders of the batch that made the tables, what each table is, and what was found.

>>> grundytab.analyze("sweep.zarr", only="periods")[["a", "b", "period"]]""",
)
def analyze(values, run):
    found = run(values)
    is_of_rows = isinstance(found, Report) and "rows" in found and "columns" in found
    return frame_of_rows(found["rows"], found["columns"]) if is_of_rows else found


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
        FUNCTIONS[name] = function(name)
