"""Tables of combinatorial games as numpy arrays."""

from builtins import list as _List
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Literal, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

__version__: str
__all__: _List[str]

_Path = str | PathLike[str]
# A value as the program reads it; the sizes of heaps are separated by commas there.
_Text = str | int | float | PathLike[str] | Sequence[int] | NDArray[Any] | Game
_Region = str | slice | Sequence[slice | tuple[int, int]]
_Texts = _Text | Sequence[_Text] | Mapping[str, _Text]
_Progress = bool | Callable[[int, int], object] | None
_Function = Callable[..., Any]
_Part = _Texts | _Function
# The arguments of `Game`.
_Game = Mapping[str, Any]

class WrongTableError(ValueError):
    """A stored table is not true: a value, a total or a cell outside the domain is wrong."""

class Report(dict[str, Any]):
    """What a command has found: a dict, as docs/json.md describes it, whose keys are attributes too where a dict has no
    method of that name. Positions are tuples, so that they are indices of tables."""

    def __getattr__(self, name: str) -> Any: ...

class Game:
    """A game: by its name, by the parts of its rules, or by functions of Python.

    It stands wherever a function takes a game; a dict of the same arguments does, too. `options` lists the options of a
    position, whose heaps are its arguments: whole numbers where the game has one heap, else tuples; a tuple of positions is
    their sum. `positions` and `terminal` tell of a position whether it is one, and whether it has no moves.
    """

    def __init__(
        self, game: _Text | _Game | None = None, *, options: _Function | None = None, name: str | None = None, **parts: Any
    ) -> None: ...
    @property
    def text(self) -> str:
        """The game in the notation of the program; TypeError if it is given by functions."""

class Picture:
    """A picture of a table, which notebooks show."""

    data: bytes
    def __init__(self, data: bytes) -> None: ...
    @property
    def kind(self) -> str | None:
        """What the name of its file ends with, as in ".png"."""
    @property
    def png(self) -> bytes | None:
        """The picture as a PNG file, if it is one."""
    @property
    def width(self) -> int | None:
        """The pixels of a PNG picture from left to right."""
    @property
    def height(self) -> int | None:
        """The pixels of a PNG picture from top to bottom."""
    def save(self, path: _Path) -> None:
        """Writes the picture to a file. A picture that is there is replaced, and nothing else."""

class View:
    """A page on which a table is explored in a browser of this machine, until it is closed."""

    url: str
    def close(self) -> None:
        """Ends the page."""
    def __enter__(self) -> View: ...
    def __exit__(self, *_: object) -> None: ...

class Table(_Methods):
    """A stored table, as `open`, `tabulate` and `table` return it.

    It is indexed as a numpy array: `table[3, 5]`, `table[:100, 7]`, `table[..., ::-2]`, `table[[1, 2], [3, 5]]`,
    `table[mask]`. The tiles of what is requested are read, and no others, and it comes as a numpy array, a masked one where
    it has cells that are no positions. Calculations, comparisons, `max`, `sum`, `T` and the like read all of it, as
    `table[...]` does. `numpy.asarray(table)` has NaN where there is no position, of outcomes False. The tiles that were read
    are kept, up to 512 MiB of them, as long as the table is. Where a function takes a table it takes its path, too, and those
    functions are methods: `table.verify()`.
    """

    def __init__(self, path: _Path) -> None: ...
    def __fspath__(self) -> str: ...
    @property
    def path(self) -> Path: ...
    @property
    def shape(self) -> tuple[int, ...]:
        """The sides of the array, one for each heap."""
    @property
    def ndim(self) -> int:
        """The number of heaps."""
    @property
    def size(self) -> int:
        """The number of cells of the array, which has cells outside a simplex."""
    @property
    def dtype(self) -> np.dtype[Any]:
        """The numpy type of the values."""
    @property
    def nbytes(self) -> int:
        """The bytes of the array in memory."""
    @property
    def chunks(self) -> tuple[int, ...]:
        """The sides of a tile, which is a chunk of the stored array."""
    @property
    def dims(self) -> tuple[str, ...]:
        """The names of the heaps."""
    @property
    def attrs(self) -> dict[str, Any]:
        """What the table says of itself: game, domain, quantity, totals, engine."""
    @property
    def T(self) -> NDArray[Any]:
        """All values with the heaps in the opposite order."""
    def filled(self, value: Any) -> NDArray[Any]:
        """Returns all values as a numpy array that has this value where there is no position."""
    def all(self, *given: Any, **options: Any) -> Any: ...
    def any(self, *given: Any, **options: Any) -> Any: ...
    def argmax(self, *given: Any, **options: Any) -> Any: ...
    def argmin(self, *given: Any, **options: Any) -> Any: ...
    def astype(self, *given: Any, **options: Any) -> Any: ...
    def max(self, *given: Any, **options: Any) -> Any: ...
    def mean(self, *given: Any, **options: Any) -> Any: ...
    def min(self, *given: Any, **options: Any) -> Any: ...
    def sum(self, *given: Any, **options: Any) -> Any: ...
    def to_xarray(self) -> Any:
        """Returns the table as an xarray.DataArray with the names of the heaps as dimensions. Where dask is installed
        nothing is read before it is needed. Where there is no position it has NaN, in a table of outcomes False."""
    def __len__(self) -> int: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __eq__(self, other: Any, /) -> NDArray[np.bool_]:  # type: ignore[override]
        """Compares every value, as numpy does: `np.argwhere(table == 0)`. All of the table is read."""
    def __ne__(self, other: Any, /) -> NDArray[np.bool_]: ...  # type: ignore[override]
    def __add__(self, other: Any, /) -> NDArray[Any]: ...
    def __sub__(self, other: Any, /) -> NDArray[Any]: ...
    def __mul__(self, other: Any, /) -> NDArray[Any]: ...
    def __mod__(self, other: Any, /) -> NDArray[Any]: ...
    def __xor__(self, other: Any, /) -> NDArray[Any]: ...
    def __lt__(self, other: Any, /) -> NDArray[np.bool_]: ...
    def __le__(self, other: Any, /) -> NDArray[np.bool_]: ...
    def __gt__(self, other: Any, /) -> NDArray[np.bool_]: ...
    def __ge__(self, other: Any, /) -> NDArray[np.bool_]: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]: ...

def open(path: _Path) -> Table:
    """Opens a stored table. Its values are read when they are requested."""

def table(
    array: Any,
    game: _Text | _Game | None = None,
    *,
    quantity: _Quantity | None = None,
    misere: bool = False,
    axes: Sequence[str] | None = None,
    name: str | None = None,
    out: _Path | None = None,
    overwrite: bool = False,
) -> Table:
    """Makes a table of an array of numpy, xarray or zarr, so that it can be drawn, listed, analyzed, compared, exported and
    checked for claims as all others. Without the game its moves are not known, and what needs them is refused. Cells that are
    no positions are masked, or NaN. Without `out` the table is temporary."""

# The commands of the program, as python/stubs.py writes them.

_Engine = Literal["auto", "gpu", "cpu", "reference"]
_Only = Literal["integrity", "definition", "theorems", "claims"]
_Legend = Literal["beside", "below", "inside", "none"]
_Only2 = Literal["values", "layers", "periods", "beams", "distance"]
_Style = Literal["points", "lines", "bars"]
_Format = Literal["png", "svg", "pdf"]
_Origin = Literal["bottom-left", "top-left"]
_As = Literal["values", "outcome"]
_Format2 = Literal["npy", "csv", "parquet", "bfile", "p-positions"]
_Type = Literal["bool", "u8", "u16", "u32", "i8", "i16", "i32"]
_Quantity = Literal["grundy", "outcome", "palaces", "outcome-class", "score", "score-left", "score-right",
    "remoteness"]
_Codec = Literal["blosc", "zstd", "none"]
_Quantity2 = Literal["outcome", "grundy"]

class _Methods:
    def verify(
        self,
        *,
        full: bool = False,
        sample: int | None = None,
        engine: _Engine | None = None,
        adapter: _Text | None = None,
        only: _Only | Sequence[_Only] | None = None,
        claim: _Texts | None = None,
        claim_file: _Texts | None = None,
        certificate: _Path | Sequence[_Path] | None = None,
        counterexamples: int | None = None,
        first: bool = False,
        range: _Texts | None = None,
        show: _Path | None = None,
        plane: _Text | None = None,
        marks: _Text | None = None,
        title: _Text | None = None,
        subtitle: _Text | None = None,
        x_label: _Text | None = None,
        y_label: _Text | None = None,
        legend: _Legend | None = None,
        width: _Text | None = None,
        font_size: _Text | None = None,
        dpi: int | None = None,
        where: _Text | None = None,
        with_: _Path | Sequence[_Path] | None = None,
        threads: int | None = None,
        progress: _Progress = None,
    ) -> Report: ...
    def query(
        self,
        positions: _Texts | None = None,
        *,
        options: bool = False,
        limit: int | None = None,
        progress: _Progress = None,
    ) -> Any: ...
    def analyze(
        self,
        *,
        only: _Only2 | Sequence[_Only2] | None = None,
        lines: int | None = None,
        rows: _Texts | None = None,
        against: _Texts | None = None,
        distance: _Path | None = None,
        limit: int | None = None,
        plot: _Path | None = None,
        title: _Text | None = None,
        subtitle: _Text | None = None,
        x_label: _Text | None = None,
        y_label: _Text | None = None,
        legend: _Legend | None = None,
        width: _Text | None = None,
        font_size: _Text | None = None,
        dpi: int | None = None,
        x: _Text | None = None,
        y: _Text | None = None,
        style: _Style | None = None,
        table: _Path | None = None,
        histogram: _Text | None = None,
        group_by: _Text | None = None,
        show: _Texts | None = None,
        where: _Text | None = None,
        with_: _Path | Sequence[_Path] | None = None,
        csv: bool = False,
        threads: int | None = None,
        progress: _Progress = None,
    ) -> Any: ...
    def list(
        self,
        condition: _Text | None = None,
        *,
        limit: int | None = None,
        all: bool = False,
        region: _Region | None = None,
        plane: _Text | None = None,
        show: _Texts | None = None,
        where: _Text | None = None,
        with_: _Path | Sequence[_Path] | None = None,
        csv: bool = False,
        threads: int | None = None,
        progress: _Progress = None,
    ) -> Any: ...
    def render(
        self,
        *,
        out: _Path | None = None,
        format: _Format | None = None,
        repeat: _Path | None = None,
        plane: _Text | None = None,
        region: _Region | None = None,
        palette: _Text | None = None,
        limits: _Text | None = None,
        log_scale: bool = False,
        invert: bool = False,
        scale: _Text | None = None,
        no_stretch: bool = False,
        dilate: int | None = None,
        origin: _Origin | None = None,
        highlight: _Texts | None = None,
        grid: bool = False,
        bare: bool = False,
        title: _Text | None = None,
        subtitle: _Text | None = None,
        x_label: _Text | None = None,
        y_label: _Text | None = None,
        legend: _Legend | None = None,
        width: _Text | None = None,
        font_size: _Text | None = None,
        dpi: int | None = None,
        x: _Text | None = None,
        y: _Text | None = None,
        style: _Style | None = None,
        marks: _Text | None = None,
        with_: _Path | Sequence[_Path] | None = None,
        claim: _Texts | None = None,
        list: _Texts | None = None,
        threads: int | None = None,
        progress: _Progress = None,
    ) -> Picture: ...
    def diff(
        self,
        second: _Path,
        *,
        as_: _As | None = None,
        out: _Path | None = None,
        overwrite: bool = False,
        threads: int | None = None,
        progress: _Progress = None,
    ) -> Report: ...
    def export(
        self,
        *,
        format: _Format2,
        out: _Path | None = None,
        plane: _Text | None = None,
        region: _Region | None = None,
        type: _Type | None = None,
        along: _Text | None = None,
        from_: int | None = None,
        offset: int | None = None,
        terms: int | None = None,
        no_comment: bool = False,
        up_to_symmetry: bool = False,
        where: _Text | None = None,
        with_: _Path | Sequence[_Path] | None = None,
        threads: int | None = None,
        progress: _Progress = None,
    ) -> Any: ...
    def info(
        self,
        *,
        progress: _Progress = None,
    ) -> Report: ...
    def view(
        self,
        *,
        port: _Text | None = None,
        with_: _Path | Sequence[_Path] | None = None,
        claim: _Texts | None = None,
        list: _Texts | None = None,
        threads: int | None = None,
        progress: _Progress = None,
    ) -> View: ...

@overload
def tabulate(
    game: _Text | _Game | None = None,
    *,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    out: None = None,
    engine: _Engine | None = None,
    adapter: _Text | None = None,
    tile: int | None = None,
    shard: int | None = None,
    codec: _Codec | None = None,
    overwrite: bool = False,
    resume: bool = False,
    check: float | None = None,
    sync: float | None = None,
    dry_run: Literal[False] = False,
    ranks: int | None = None,
    discard: Literal[False] = False,
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> NDArray[Any]:
    """Fill a table and store it as a Zarr v3 array.

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
    fails that was not requested, the CPU goes on, with a RuntimeWarning.

    Arguments:
        game: The game, as in wythoff+block=4 (see grundytab.games()), or a path ending in .toml
        box: Every heap below its side: one side for all heaps, or one for each
        tokens: At most this many tokens in all
        quantity: What to tabulate, by default Grundy values. One of grundy, outcome, palaces, outcome-class,
            score, score-left, score-right, remoteness
        misere: Misère play: the player who cannot move wins
        out: Path of the table, as in wythoff.zarr
        engine: The engine: auto takes a hardware GPU if it is expected to be faster and passes its selftest, else
            the CPU. One of auto, gpu, cpu, reference
        adapter: A part of the adapter's name, for the GPU engine (see grundytab.devices())
        tile: Edge of a tile, which is a chunk of the stored array. The default suits the domain and the engine; a
            resumed table keeps its own
        shard: Edge of a shard, a file of many chunks, in cells; 0 stores each chunk in a file of its own. The
            default suits the size of the table and the number of ranks; a resumed table keeps its own
        codec: Compression of the chunks; by default blosc for numbers of vector games, and zstd for others. A
            resumed table keeps its own. One of blosc, zstd, none
        overwrite: Replace a table that exists at the path
        resume: Continue an interrupted run from its stored chunks, or begin a new one
        check: Fraction of tiles to spot-check during the run, as in 0.01 or 1/256. By default 1/256 on a GPU, 0
            on other engines. Outcomes of games whose moves lead to sums are not checked: they follow from Grundy
            values, which are not stored
        sync: Flush finished tiles to disk every SECONDS (0: only at the end)
        dry_run: Print the plan and stop
        ranks: Print the memory of each of this many ranks, the processes of MPI that fill a table together
        discard: Compute everything, store nothing
        threads: Threads; all cores by default
        options: A function that lists the options of a position, in the place of `game`; see `tabulate`
        moves: The moves of a game whose rules are written, in the place of `game`: a text, as in "(x - k, y) for
            1 <= k <= x", or a list of them
        left: The moves of Left in a partizan game, and
        right: those of Right
        let: Numbers and lists under names: a text, as in "N = [3, 7, 14]", or a list of them
        graph: The graph on whose vertices the game is played, as in "path(7)" or "{0-1, 1-2}"
        positions: Which cells are positions, as in "x >= y"; all without it
        terminal: Which positions have no moves, whatever the rules say
        grade: A number that every move makes smaller; the token sum without it
        loopy: Whether play may go on for ever, so that positions may be drawn; in the place of `grade`
        block: How many options the opponent may block before each move
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """
@overload
def tabulate(
    game: _Text | _Game | None = None,
    *,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    out: _Path,
    engine: _Engine | None = None,
    adapter: _Text | None = None,
    tile: int | None = None,
    shard: int | None = None,
    codec: _Codec | None = None,
    overwrite: bool = False,
    resume: bool = False,
    check: float | None = None,
    sync: float | None = None,
    dry_run: Literal[False] = False,
    ranks: int | None = None,
    discard: Literal[False] = False,
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Table: ...
@overload
def tabulate(
    game: _Text | _Game | None = None,
    *,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    out: _Path | None = None,
    engine: _Engine | None = None,
    adapter: _Text | None = None,
    tile: int | None = None,
    shard: int | None = None,
    codec: _Codec | None = None,
    overwrite: bool = False,
    resume: bool = False,
    check: float | None = None,
    sync: float | None = None,
    dry_run: Literal[True],
    ranks: int | None = None,
    discard: bool = False,
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Report: ...
@overload
def tabulate(
    game: _Text | _Game | None = None,
    *,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    out: None = None,
    engine: _Engine | None = None,
    adapter: _Text | None = None,
    tile: int | None = None,
    shard: int | None = None,
    codec: _Codec | None = None,
    overwrite: bool = False,
    resume: bool = False,
    check: float | None = None,
    sync: float | None = None,
    dry_run: Literal[False] = False,
    ranks: int | None = None,
    discard: Literal[True],
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Report: ...

@overload
def batch(
    jobs: _Path,
    *,
    part: _Text | None = None,
    status: bool = False,
    dry_run: Literal[False] = False,
    table: _Path | None = None,
    overwrite: bool = False,
    threads: int | None = None,
    progress: _Progress = None,
) -> _List[Report]:
    """Fill the tables of a file of jobs, repair damaged ones, and skip those that are complete.

    Returns a list with a report of each job: its name, path, state, engine, time. With `status` these say how far each job is,
    and with `dry_run` one report says what all of them would take.

    Raises ValueError or OSError where the file of jobs makes no sense or cannot be read, and then nothing was run. Raises
    RuntimeError if jobs failed, with the reason of the first; the others have run, and the `report` of the exception is the list
    that would have been returned, in which jobs that failed have a `reason`. KeyboardInterrupt on ctrl-C; the same call goes on.

    >>> try:
    ...     jobs = grundytab.batch("jobs.toml")
    ... except RuntimeError as failed:
    ...     jobs = failed.report
    >>> [job.reason for job in jobs if job.state == "failed"]

    Arguments:
        jobs: The TOML file of the jobs
        part: Run one of several parts of the jobs, as in 2/8. The parts take about equal work, and each part has
            the same jobs in every run
        status: Print the progress of the jobs, from the files in the folder, and stop
        dry_run: Print for each job what it would take, and the time, the memory and the disk space of all, and
            stop. Nothing is computed, and nothing made
        table: Write a table with a row for each job into this file when all have ended, with what
            grundytab.analyze() finds of tables in a group
        overwrite: Compute all tables anew, and replace those that exist, unfinished ones too
        threads: Threads; all cores by default
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """
@overload
def batch(
    jobs: _Path,
    *,
    part: _Text | None = None,
    status: bool = False,
    dry_run: Literal[True],
    table: _Path | None = None,
    overwrite: bool = False,
    threads: int | None = None,
    progress: _Progress = None,
) -> Report: ...

def verify(
    path: _Text | _Game | None = None,
    *,
    full: bool = False,
    sample: int | None = None,
    engine: _Engine | None = None,
    adapter: _Text | None = None,
    only: _Only | Sequence[_Only] | None = None,
    claim: _Texts | None = None,
    claim_file: _Texts | None = None,
    certificate: _Path | Sequence[_Path] | None = None,
    counterexamples: int | None = None,
    first: bool = False,
    range: _Texts | None = None,
    show: _Path | None = None,
    plane: _Text | None = None,
    marks: _Text | None = None,
    title: _Text | None = None,
    subtitle: _Text | None = None,
    x_label: _Text | None = None,
    y_label: _Text | None = None,
    legend: _Legend | None = None,
    width: _Text | None = None,
    font_size: _Text | None = None,
    dpi: int | None = None,
    where: _Text | None = None,
    with_: _Path | Sequence[_Path] | None = None,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    values: bool = False,
    of: _Text | None = None,
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Report:
    """Check a stored table: its files, values, theorems and claims.

    Returns a report, also where a claim is false: `all_hold` says whether all claims, theorems and certificates hold. Its key `true`
    is about the values of the table, and not about claims. With `options`, or `left` and `right`, which may be functions or a
    `Game` of them as `options`, every value is compared with what follows from the options that they list; WrongTableError is
    raised where they differ.

    >>> grundytab.verify("wythoff.zarr", options=lambda x, y: [(i, y) for i in range(x)] + [(x, j) for j in range(y)])

    Arguments:
        path: The table, or a game, as in wythoff, which is tabulated in memory and has no files to check
        full: Check the definition at every position, which proves the table; a check that will take long says so
            first
        sample: Check the definition at this many random positions; by default 1000, or fewer where positions have
            very many options
        engine: Recompute the table with this engine instead, and compare every cell. One of auto, gpu, cpu,
            reference
        adapter: A part of the adapter's name, for the GPU engine
        only: Check only these parts, as in only claims; the output names the parts that are left out. One of
            integrity, definition, theorems, claims
        claim: A conjecture about every position, as in 'g == x ^ y' or 'p implies y < 2*x + 1'; may be given
            several times. The language is described below
        claim_file: A file of claims, one in each line; what follows a # is a comment
        certificate: Compare every position with the automata of this certificate, which `prove` has written; may
            be given several times
        counterexamples: List this many counterexamples to each claim, the first ones by grade; all are counted
        first: Stop soon after the first counterexample to each claim, and count no others
        range: Find the least and the largest value of an expression, as in 'g - (x ^ y)', the first positions
            that have them, its mean and its sum; may be given several times
        show: Draw the counterexamples to the claim, in black, as a picture, as in claim.png, .svg or .pdf. Where
            the premise of the claim is false, and where the claim has no value, has a colour of its own
        plane: Plane to draw: fix one heap (z=5) or the token sum (sum=60); of four heaps fix two (z=5,w=1), or
            one and the token sum
        marks: Mark the counterexamples by dots of this diameter, as in 1.5pt, so that a single one is seen in a
            large plane
        title: The title above the figure, '' for none; by default it says what the figure shows
        subtitle: The line below the title, '' for none; by default it says what the values are, and where
        x_label: The name of the level axis, '' for none; by default x, or what a plot shows
        y_label: The name of the upright axis, '' for none
        legend: Where the legend is. By default it is below a figure whose width is given as up to 12cm; on others
            it is beside a picture and inside a plot. One of beside, below, inside, none
        width: Width of the whole figure, as in 8.5cm, 85mm, 3.3in or 900px, of which dpi says how many are an
            inch. By default the width follows from what is shown
        font_size: Size of the letters, as in 9pt. By default 8pt with width; otherwise the size follows from that
            of the figure
        dpi: Pixels per inch. By default 300 with width, or 96 if the width is in px
        where: Restrict the ranges to the positions that satisfy this condition, as in 'x <= y' or 'g > 0';
            theorems and claims are about all positions, and a claim about some is written 'CONDITION implies
            CLAIM'
        with_: Another table, with a name of your choice: expressions read it as p[NAME] and g[NAME] at the same
            position, and as p[NAME](x + 1, y) elsewhere. Its game, domain and quantity may differ; it is only
            read. Without NAME= the table must have the same game and domain in the other play convention, and its
            name is `other`; `verify` then verifies this table too, and checks theorems about both. May be given
            several times
        box: Every heap below its side: one side for all heaps, or one for each
        tokens: At most this many tokens in all
        quantity: What to tabulate, by default Grundy values. One of grundy, outcome, palaces, outcome-class,
            score, score-left, score-right, remoteness
        misere: Misère play: the player who cannot move wins
        values: The same as quantity grundy
        of: The game whose values an array is, which stands in the place of the table, as in values.npy
        threads: Threads; all cores by default
        options, moves, left, right, let, graph, positions, terminal, grade, loopy, block: Parts of a game, as for
            `tabulate`
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts

    Expressions:
      x, y, z, w       the heap sizes; a game of two heaps has x and y (Fibonacci Nim: heap and limit)
      tokens           the token sum
      g                the value in the table; of an outcome 1 at P-positions and 0 at others, of an
                       outcome class 0 to 3, for which P, N, L and R can be written; a score has a sign. Of loopy
                       games a drawn outcome is 2, a drawn remoteness -1, and there are the classes D, NHat,
                       NCheck, PHat and PCheck, 4 to 8; an infinite Grundy value is the number that is stored
      p                true at P-positions; a table of scores does not determine them
      g(a, b)          the value of another position, as in g(x - 1, y); likewise p(a, b). Outside the
                       table it has no value, and a claim says nothing about the position
      g[NAME], p[NAME] the same in another table, which is given by this name and may be of another game;
                       g[NAME](a, b) and p[NAME](a, b) of another position
      other            g[other], of the table of the other play convention; other(a, b)
      12, true, false  numbers are integers of 64 bits and may be negative. A condition that stands where
                       a number is expected is 1 where it is true, else 0: p + (x < y)
      - a, ! A         the negative number; true where A is false
      a * b, a / b     product and quotient, rounded so that the remainder a % b is never negative
      a + b, a - b     sum and difference
      a << b, a >> b   a times 2^b, and a / 2^b, for b >= 0
      a & b            the binary digits that both have, of negative numbers in two's complement
      a ^ b            xor of the binary digits (a power is written as a product)
      a | b            the binary digits that one of both has
      a == b, a != b   equal or not, numbers as well as truth values
      a < b, a <= b    less, and so on; a > b, a >= b; in chains, too, as in x <= y < 2*x
      not A            true where A is false
      A and B          both are true; A && B is the same
      A or B           at least one is true; A || B is the same
      A implies B      if A is true, so is B; implies(A, B) is the same
      A iff B          both are true or both false
      if(A, a, b)      a where A is true, else b; a and b are numbers or truth values
      min(a, b, ...)   the least of two numbers or more; likewise max, sum, xor, and gcd of numbers that
                       are not negative
      abs(a)           the absolute value
      floor_sqrt(n)    the square root of n >= 0, rounded down
      floor(r)         r rounded down, exactly, where r has + - * / of real numbers, phi, which is
                       (1 + sqrt 5) / 2, and the root of one constant: floor((1 + sqrt 13) / 2 * x),
                       floor(x / phi), floor((x + sqrt(2) * y) / 3). It divides by constants alone
      is_square(a), is_prime(a), divides(a, b)
                       true of 0, 1, 4, 9, ...; of prime numbers; where a divides b, and 0 divides 0
                       alone
      floor_phi(n)     floor(n phi), exactly, for n >= 0, where phi = (1 + sqrt 5) / 2; floor_phi2(n) is
                       floor(n phi^2)
      fibonacci_word(n)
                       the letter of index n >= 1, 0 or 1, of the Fibonacci word 0100101001001...
      zeckendorf_part(n), zeckendorf_zeros(n)
                       the smallest Fibonacci number in the Zeckendorf representation of n >= 1, and how
                       many digits 0 are at the end of it
      zeckendorf_shift(n)
                       each Fibonacci number of the representation replaced by the next one, n >= 0
      ~a, bit(a, v), popcount(a), first_one(a), last_one(a)
                       the other binary digits; whether the one at place v is 1; how many are 1, and
                       the lowest and the highest place of one
      power(b, v), digit(a, v, b)
                       a power of a written number b >= 2; the digit of a at place v in base b

      Operators bind in the order of this list, signs the strongest and iff the weakest. What follows
      and, or, implies is not evaluated if the first part decides: x > 0 implies y / x > 1 never
      divides by 0. Of if(A, a, b) only what is chosen is evaluated.
    """

def query(
    path: _Text | _Game | None = None,
    positions: _Texts | None = None,
    *,
    options: bool = False,
    limit: int | None = None,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    values: bool = False,
    of: _Text | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Any:
    """Look up positions: value, outcome, winning moves, options.

    Returns the answer to a position: its value, outcome and winning moves; of several positions the list of the
    answers. They are a list of tuples, or an array with a row for each. Values alone are read faster by an index.

    >>> grundytab.query("wythoff.zarr", (4, 5)).winning_moves
    [(1, 2), (3, 5)]

    Arguments:
        path: The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
            wythoff.zarr.partial, the part that is stored is read
        positions: Positions: heap sizes separated by commas, as in 3,5 or "(3, 5)", a single one also by a space,
            as in 3 5; z100,z1000 is the same position in Zeckendorf representations
        options: Print all options, with their values
        limit: Print at most this many options of each position
        box: Every heap below its side: one side for all heaps, or one for each
        tokens: At most this many tokens in all
        quantity: What to tabulate, by default Grundy values. One of grundy, outcome, palaces, outcome-class,
            score, score-left, score-right, remoteness
        misere: Misère play: the player who cannot move wins
        values: The same as quantity grundy
        of: The game whose values an array is, which stands in the place of the table, as in values.npy
        moves, left, right, let, graph, terminal, grade, loopy, block: Parts of a game, as for `tabulate`
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def analyze(
    path: _Texts | _Game | None = None,
    *,
    only: _Only2 | Sequence[_Only2] | None = None,
    lines: int | None = None,
    rows: _Texts | None = None,
    against: _Texts | None = None,
    distance: _Path | None = None,
    limit: int | None = None,
    plot: _Path | None = None,
    title: _Text | None = None,
    subtitle: _Text | None = None,
    x_label: _Text | None = None,
    y_label: _Text | None = None,
    legend: _Legend | None = None,
    width: _Text | None = None,
    font_size: _Text | None = None,
    dpi: int | None = None,
    x: _Text | None = None,
    y: _Text | None = None,
    style: _Style | None = None,
    table: _Path | None = None,
    histogram: _Text | None = None,
    group_by: _Text | None = None,
    show: _Texts | None = None,
    where: _Text | None = None,
    with_: _Path | Sequence[_Path] | None = None,
    csv: bool = False,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    values: bool = False,
    of: _Text | None = None,
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Any:
    """Describe a table: counts of its values, its layers, periods and beams; or several, by a row for each.

    Returns a report. Of several tables, of a group of them, and with `table`, it is a pandas.DataFrame with a row for each
    table, or for each line of `rows` or `lines`. What there are several of in a report, as beams and values, is such a
    DataFrame, too; a list of dicts where pandas is not installed. The columns are the name, the
    placeholders of the batch that made the tables, what each table is, and what was found.

    >>> grundytab.analyze("sweep.zarr", only="periods")[["a", "b", "period"]]

    Arguments:
        path: The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
            wythoff.zarr.partial, the part that is stored is read. Of a group of tables, as grundytab.batch()
            makes it, and of several tables there is one table with a row for each
        only: Analyze only these parts, as in only values,layers. One of values, layers, periods, beams, distance
        lines: Look for periods of the lines on which one heap grows and the others have fewer than N tokens; by
            default 16, or 4 on three or four heaps
        rows: Look for periods of these lines instead, and print how they begin: the heaps that stay, with ranges
            whose ends are left out, as in y=0:6, or on three heaps y=0:6,z=0; the other heap grows. May be given
            several times
        against: Compare the beam whose slope is nearest with this slope, as in phi, 1/phi, 3/2 or 1+sqrt(2): the
            difference of the slopes, and the bounds of y - slope x. May be given several times
        distance: How far the P-positions are from the nearest ones of this table, and the other way round; it may
            be one of another game with as many heaps
        limit: Print this many entries of each list, by default 16, or this many rows of csv=True and of several
            tables, by default all; json=True prints all
        plot: Plot values, layers and beams, the histogram or groups, or the points of x, into this file, as in
            layers.svg, .pdf or .png; `-` is stdout, which gets SVG. Of tables of one heap it shows the value of
            each heap size and the period; several are drawn over one another
        title: The title above the figure, '' for none; by default it says what the figure shows
        subtitle: The line below the title, '' for none; by default it says what the values are, and where
        x_label: The name of the level axis, '' for none; by default x, or what a plot shows
        y_label: The name of the upright axis, '' for none
        legend: Where the legend is. By default it is below a figure whose width is given as up to 12cm; on others
            it is beside a picture and inside a plot. One of beside, below, inside, none
        width: Width of the whole figure, as in 8.5cm, 85mm, 3.3in or 900px, of which dpi says how many are an
            inch. By default the width follows from what is shown
        font_size: Size of the letters, as in 9pt. By default 8pt with width; otherwise the size follows from that
            of the figure
        dpi: Pixels per inch. By default 300 with width, or 96 if the width is in px
        x: Draw positions as points: this expression is their level coordinate, as in 'x - y', and y the upright
            one. These are the P-positions, unless a condition chooses others. Where several fall on one point,
            shades count them
        y: The upright coordinate of the points of x, as in 'y - z'
        style: How the values of a table of one heap are drawn; by default as points. One of points, lines, bars
        table: Write the table with a row for each table, or for each line of rows or lines, into this file
        histogram: Count instead how often this expression has each of its values, as in 'g - (x ^ y)', in the
            language of `verify claim`
        group_by: Group the positions by the value of this expression instead, as in 'x % 3', and tell of each
            group how many positions it has, which is the first, and what the expressions of show are on it
        show: Show the least and largest value, the mean and the sum of this expression in each group, by default
            of 'g'; may be given several times
        where: Look only at the positions that satisfy this condition, as in 'x <= y' or 'g > 0'
        with_: Another table, with a name of your choice: expressions read it as p[NAME] and g[NAME] at the same
            position, and as p[NAME](x + 1, y) elsewhere. Its game, domain and quantity may differ; it is only
            read. Without NAME= the table must have the same game and domain in the other play convention, and its
            name is `other`; `verify` then verifies this table too, and checks theorems about both. May be given
            several times
        csv: Print comma-separated values with a header line: of all values or groups or, without these, a row for
            each table, or for each line of rows or lines
        box: Every heap below its side: one side for all heaps, or one for each
        tokens: At most this many tokens in all
        quantity: What to tabulate, by default Grundy values. One of grundy, outcome, palaces, outcome-class,
            score, score-left, score-right, remoteness
        misere: Misère play: the player who cannot move wins
        values: The same as quantity grundy
        of: The game whose values an array is, which stands in the place of the table, as in values.npy
        threads: Threads; all cores by default
        options, moves, left, right, let, graph, positions, terminal, grade, loopy, block: Parts of a game, as for
            `tabulate`
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def list(
    path: _Text | _Game | None = None,
    condition: _Text | None = None,
    *,
    limit: int | None = None,
    all: bool = False,
    region: _Region | None = None,
    plane: _Text | None = None,
    show: _Texts | None = None,
    where: _Text | None = None,
    with_: _Path | Sequence[_Path] | None = None,
    csv: bool = False,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    values: bool = False,
    of: _Text | None = None,
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Any:
    """List positions that satisfy a condition, or print values as a grid.

    Returns a pandas.DataFrame with a row for each position, or a structured array of numpy where pandas is not
    installed: all positions, unless `limit` is given. Without a condition it is the grid of a plane, or an array with
    masked cells.

    Arguments:
        path: The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
            wythoff.zarr.partial, the part that is stored is read
        condition: List the positions that satisfy this condition, as in 'p and x <= y'; the language is described
            below. Without a condition the values are printed as a grid, or all positions of one heap are listed
        limit: List at most this many positions, by default 50, the first ones by grade. All positions that
            satisfy the condition are counted
        all: List all positions, however many there are
        region: A range for each heap, as in 100:600,200:700, or for the columns and the rows of a plane; as in
            Python the ends are left out, and may be missing, as in 200:
        plane: Plane to list: fix one heap (z=5) or the token sum (sum=60); of four heaps fix two (z=5,w=1), or
            one and the token sum
        show: Also print the value of this expression at each position, as in 'y - x'; may be given several times
        where: Look only at the positions that satisfy this condition, as in 'x <= y' or 'g > 0'
        with_: Another table, with a name of your choice: expressions read it as p[NAME] and g[NAME] at the same
            position, and as p[NAME](x + 1, y) elsewhere. Its game, domain and quantity may differ; it is only
            read. Without NAME= the table must have the same game and domain in the other play convention, and its
            name is `other`; `verify` then verifies this table too, and checks theorems about both. May be given
            several times
        csv: Print comma-separated values with a header line
        box: Every heap below its side: one side for all heaps, or one for each
        tokens: At most this many tokens in all
        quantity: What to tabulate, by default Grundy values. One of grundy, outcome, palaces, outcome-class,
            score, score-left, score-right, remoteness
        misere: Misère play: the player who cannot move wins
        values: The same as quantity grundy
        of: The game whose values an array is, which stands in the place of the table, as in values.npy
        threads: Threads; all cores by default
        options, moves, left, right, let, graph, positions, terminal, grade, loopy, block: Parts of a game, as for
            `tabulate`
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts

    Expressions:
      x, y, z, w       the heap sizes; a game of two heaps has x and y (Fibonacci Nim: heap and limit)
      tokens           the token sum
      g                the value in the table; of an outcome 1 at P-positions and 0 at others, of an
                       outcome class 0 to 3, for which P, N, L and R can be written; a score has a sign. Of loopy
                       games a drawn outcome is 2, a drawn remoteness -1, and there are the classes D, NHat,
                       NCheck, PHat and PCheck, 4 to 8; an infinite Grundy value is the number that is stored
      p                true at P-positions; a table of scores does not determine them
      g(a, b)          the value of another position, as in g(x - 1, y); likewise p(a, b). Outside the
                       table it has no value, and a claim says nothing about the position
      g[NAME], p[NAME] the same in another table, which is given by this name and may be of another game;
                       g[NAME](a, b) and p[NAME](a, b) of another position
      other            g[other], of the table of the other play convention; other(a, b)
      12, true, false  numbers are integers of 64 bits and may be negative. A condition that stands where
                       a number is expected is 1 where it is true, else 0: p + (x < y)
      - a, ! A         the negative number; true where A is false
      a * b, a / b     product and quotient, rounded so that the remainder a % b is never negative
      a + b, a - b     sum and difference
      a << b, a >> b   a times 2^b, and a / 2^b, for b >= 0
      a & b            the binary digits that both have, of negative numbers in two's complement
      a ^ b            xor of the binary digits (a power is written as a product)
      a | b            the binary digits that one of both has
      a == b, a != b   equal or not, numbers as well as truth values
      a < b, a <= b    less, and so on; a > b, a >= b; in chains, too, as in x <= y < 2*x
      not A            true where A is false
      A and B          both are true; A && B is the same
      A or B           at least one is true; A || B is the same
      A implies B      if A is true, so is B; implies(A, B) is the same
      A iff B          both are true or both false
      if(A, a, b)      a where A is true, else b; a and b are numbers or truth values
      min(a, b, ...)   the least of two numbers or more; likewise max, sum, xor, and gcd of numbers that
                       are not negative
      abs(a)           the absolute value
      floor_sqrt(n)    the square root of n >= 0, rounded down
      floor(r)         r rounded down, exactly, where r has + - * / of real numbers, phi, which is
                       (1 + sqrt 5) / 2, and the root of one constant: floor((1 + sqrt 13) / 2 * x),
                       floor(x / phi), floor((x + sqrt(2) * y) / 3). It divides by constants alone
      is_square(a), is_prime(a), divides(a, b)
                       true of 0, 1, 4, 9, ...; of prime numbers; where a divides b, and 0 divides 0
                       alone
      floor_phi(n)     floor(n phi), exactly, for n >= 0, where phi = (1 + sqrt 5) / 2; floor_phi2(n) is
                       floor(n phi^2)
      fibonacci_word(n)
                       the letter of index n >= 1, 0 or 1, of the Fibonacci word 0100101001001...
      zeckendorf_part(n), zeckendorf_zeros(n)
                       the smallest Fibonacci number in the Zeckendorf representation of n >= 1, and how
                       many digits 0 are at the end of it
      zeckendorf_shift(n)
                       each Fibonacci number of the representation replaced by the next one, n >= 0
      ~a, bit(a, v), popcount(a), first_one(a), last_one(a)
                       the other binary digits; whether the one at place v is 1; how many are 1, and
                       the lowest and the highest place of one
      power(b, v), digit(a, v, b)
                       a power of a written number b >= 2; the digit of a at place v in base b

      Operators bind in the order of this list, signs the strongest and iff the weakest. What follows
      and, or, implies is not evaluated if the first part decides: x > 0 implies y / x > 1 never
      divides by 0. Of if(A, a, b) only what is chosen is evaluated.
    """

def sum(
    components: _Texts,
    *,
    with_: _Path | Sequence[_Path] | None = None,
    progress: _Progress = None,
) -> Report:
    """Play a disjunctive sum of positions from several tables.

    A component is a text, as in "wythoff.zarr@3,5", or a pair of a table and a position, as in (table, (3, 5)).

    Arguments:
        components: Components, each a table and a position in it, as in wythoff.zarr@3,5
        with_: For components in misère play, which must be tame: the table of the same game and domain in normal
            play; may be given several times
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def render(
    path: _Text | _Game | None = None,
    *,
    out: _Path | None = None,
    format: _Format | None = None,
    repeat: _Path | None = None,
    plane: _Text | None = None,
    region: _Region | None = None,
    palette: _Text | None = None,
    limits: _Text | None = None,
    log_scale: bool = False,
    invert: bool = False,
    scale: _Text | None = None,
    no_stretch: bool = False,
    dilate: int | None = None,
    origin: _Origin | None = None,
    highlight: _Texts | None = None,
    grid: bool = False,
    bare: bool = False,
    title: _Text | None = None,
    subtitle: _Text | None = None,
    x_label: _Text | None = None,
    y_label: _Text | None = None,
    legend: _Legend | None = None,
    width: _Text | None = None,
    font_size: _Text | None = None,
    dpi: int | None = None,
    x: _Text | None = None,
    y: _Text | None = None,
    style: _Style | None = None,
    marks: _Text | None = None,
    with_: _Path | Sequence[_Path] | None = None,
    claim: _Texts | None = None,
    list: _Texts | None = None,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    values: bool = False,
    of: _Text | None = None,
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Picture:
    """Draw a table, or a plane of one, as a figure: PNG, SVG or PDF. A table of one heap is drawn as a plot.

    Returns the picture, which notebooks show, and writes it to `out` too.

    Arguments:
        path: The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
            wythoff.zarr.partial, the part that is stored is read
        out: Path of the figure, which ends with .png, .svg or .pdf, as in wythoff.pdf, or - for stdout. An
            existing figure is replaced
        format: Format of the figure, for stdout and for names without an ending. The default is PNG. One of png,
            svg, pdf
        repeat: Print the command that made a figure, which every figure holds, and draw nothing
        plane: Plane to draw: fix one heap (z=5) or the token sum (sum=60, a triangle); of four heaps fix two
            (z=5,w=1), or one and the token sum
        region: Ranges of columns and rows to draw, as in 100:600,200:700, of one heap as in 100:600; as in Python
            the ends are left out, and may be missing, as in 200:
        palette: How values become colours. By default the palette suits the quantity:
            - p-positions: P-positions black on white
            - classes: P, N, L and R in a colour each
            - hue: zeros black, other values by hue; hue:64 repeats the hues every 64 values
            - residue:M: zeros black, other values by their residue modulo M
            - bit:K: values whose bit K is set black on white; bit 0 is the lowest
            - ones: the number of ones in the binary representation of the value
            - palaces: palace numbers up to the blocking number, or up to 9 with palaces:9, warm
            - diverging: scores: 0 light, positive ones blue, negative ones red
            - viridis: from 0 to the largest value, or to 200 with viridis:200; also magma, inferno, plasma,
            cividis, turbo, cubehelix, greys, blues, spectral
            - colors:#000000,#ff8800,...: a colour map of your own: 2 to 32 colours from the least value to the
            largest, mixed in between
        limits: Spread the colours of a graded palette over the values from A to B, as in 0..200; other values
            have the colours of the ends
        log_scale: Spread the colours of a graded palette over the logarithms of the values
        invert: Exchange black and white, and run colour maps backwards
        scale: Pixels for each cell, as in 4, or cells for each pixel, as in 1/16, where a pixel shows the mean of
            its cells. By default a picture is about 1000 pixels wide
        no_stretch: In a reduced picture in black and white, show the share of black cells unchanged. By default
            shares are stretched, so that thin lines stay dark
        dilate: In black and white, widen the marked cells, such as the P-positions, by K pixels, or by K cells
            where cells are larger than pixels, so that thin beams are seen in a reduced picture. With invert=True
            the white cells are widened
        origin: Corner of the cell with the least column and row. One of bottom-left, top-left
        highlight: Mark a position, its options and its winning moves, as in 3,5; may be given several times
        grid: Draw lines at the ticks of the axes
        bare: Draw only the cells and their marks, without title, axes and legend
        title: The title above the figure, '' for none; by default it says what the figure shows
        subtitle: The line below the title, '' for none; by default it says what the values are, and where
        x_label: The name of the level axis, '' for none; by default x, or what a plot shows
        y_label: The name of the upright axis, '' for none
        legend: Where the legend is. By default it is below a figure whose width is given as up to 12cm; on others
            it is beside a picture and inside a plot. One of beside, below, inside, none
        width: Width of the whole figure, as in 8.5cm, 85mm, 3.3in or 900px, of which dpi says how many are an
            inch. By default the width follows from what is shown
        font_size: Size of the letters, as in 9pt. By default 8pt with width; otherwise the size follows from that
            of the figure
        dpi: Pixels per inch. By default 300 with width, or 96 if the width is in px
        x: Draw positions as points: this expression is their level coordinate, as in 'x - y', and y the upright
            one. These are the P-positions, unless a condition chooses others. Where several fall on one point,
            shades count them
        y: The upright coordinate of the points of x, as in 'y - z'
        style: How the values of a table of one heap are drawn; by default as points. One of points, lines, bars
        marks: Mark the P-positions by dots of this diameter, as in 1.5pt, over cells of any colours; in black and
            white the dots are all that is drawn. Where other sets are marked, this is the size of their marks,
            without the rim, and list p adds the P-positions
        with_: Mark the P-positions of this table over those of the first. Both tables have the same number of
            heaps; their games may differ. With NAME= the legend calls it by this name, and expressions read it as
            p[NAME] and g[NAME]. May be given several times
        claim: Mark the counterexamples to this claim, as in 'g <= x + y'; may be given several times. The
            language is described below
        list: Mark the positions that satisfy this condition, as in 'g == 1'; may be given several times
        box: Every heap below its side: one side for all heaps, or one for each
        tokens: At most this many tokens in all
        quantity: What to tabulate, by default Grundy values. One of grundy, outcome, palaces, outcome-class,
            score, score-left, score-right, remoteness
        misere: Misère play: the player who cannot move wins
        values: The same as quantity grundy
        of: The game whose values an array is, which stands in the place of the table, as in values.npy
        threads: Threads; all cores by default
        options, moves, left, right, let, graph, positions, terminal, grade, loopy, block: Parts of a game, as for
            `tabulate`
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts

    Expressions:
      x, y, z, w       the heap sizes; a game of two heaps has x and y (Fibonacci Nim: heap and limit)
      tokens           the token sum
      g                the value in the table; of an outcome 1 at P-positions and 0 at others, of an
                       outcome class 0 to 3, for which P, N, L and R can be written; a score has a sign. Of loopy
                       games a drawn outcome is 2, a drawn remoteness -1, and there are the classes D, NHat,
                       NCheck, PHat and PCheck, 4 to 8; an infinite Grundy value is the number that is stored
      p                true at P-positions; a table of scores does not determine them
      g(a, b)          the value of another position, as in g(x - 1, y); likewise p(a, b). Outside the
                       table it has no value, and a claim says nothing about the position
      g[NAME], p[NAME] the same in another table, which is given by this name and may be of another game;
                       g[NAME](a, b) and p[NAME](a, b) of another position
      other            g[other], of the table of the other play convention; other(a, b)
      12, true, false  numbers are integers of 64 bits and may be negative. A condition that stands where
                       a number is expected is 1 where it is true, else 0: p + (x < y)
      - a, ! A         the negative number; true where A is false
      a * b, a / b     product and quotient, rounded so that the remainder a % b is never negative
      a + b, a - b     sum and difference
      a << b, a >> b   a times 2^b, and a / 2^b, for b >= 0
      a & b            the binary digits that both have, of negative numbers in two's complement
      a ^ b            xor of the binary digits (a power is written as a product)
      a | b            the binary digits that one of both has
      a == b, a != b   equal or not, numbers as well as truth values
      a < b, a <= b    less, and so on; a > b, a >= b; in chains, too, as in x <= y < 2*x
      not A            true where A is false
      A and B          both are true; A && B is the same
      A or B           at least one is true; A || B is the same
      A implies B      if A is true, so is B; implies(A, B) is the same
      A iff B          both are true or both false
      if(A, a, b)      a where A is true, else b; a and b are numbers or truth values
      min(a, b, ...)   the least of two numbers or more; likewise max, sum, xor, and gcd of numbers that
                       are not negative
      abs(a)           the absolute value
      floor_sqrt(n)    the square root of n >= 0, rounded down
      floor(r)         r rounded down, exactly, where r has + - * / of real numbers, phi, which is
                       (1 + sqrt 5) / 2, and the root of one constant: floor((1 + sqrt 13) / 2 * x),
                       floor(x / phi), floor((x + sqrt(2) * y) / 3). It divides by constants alone
      is_square(a), is_prime(a), divides(a, b)
                       true of 0, 1, 4, 9, ...; of prime numbers; where a divides b, and 0 divides 0
                       alone
      floor_phi(n)     floor(n phi), exactly, for n >= 0, where phi = (1 + sqrt 5) / 2; floor_phi2(n) is
                       floor(n phi^2)
      fibonacci_word(n)
                       the letter of index n >= 1, 0 or 1, of the Fibonacci word 0100101001001...
      zeckendorf_part(n), zeckendorf_zeros(n)
                       the smallest Fibonacci number in the Zeckendorf representation of n >= 1, and how
                       many digits 0 are at the end of it
      zeckendorf_shift(n)
                       each Fibonacci number of the representation replaced by the next one, n >= 0
      ~a, bit(a, v), popcount(a), first_one(a), last_one(a)
                       the other binary digits; whether the one at place v is 1; how many are 1, and
                       the lowest and the highest place of one
      power(b, v), digit(a, v, b)
                       a power of a written number b >= 2; the digit of a at place v in base b

      Operators bind in the order of this list, signs the strongest and iff the weakest. What follows
      and, or, implies is not evaluated if the first part decides: x > 0 implies y / x > 1 never
      divides by 0. Of if(A, a, b) only what is chosen is evaluated.
    """

def diff(
    first: _Path,
    second: _Path,
    *,
    as_: _As | None = None,
    out: _Path | None = None,
    overwrite: bool = False,
    threads: int | None = None,
    progress: _Progress = None,
) -> Report:
    """Compare two tables, also of different games.

    Arguments:
        first: A table
        second: Another table, of the same number of heaps
        as_: Compare the stored values, or whether positions are P-positions, which also works for tables of
            different quantities. One of values, outcome
        out: Store the difference as a table of true and false, true where the tables differ, for pictures and
            exports
        overwrite: Replace a table that exists at the path
        threads: Threads; all cores by default
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def star(
    path: _Text | _Game,
    *,
    times: int | None = None,
    out: _Path | None = None,
    overwrite: bool = False,
    threads: int | None = None,
    progress: _Progress = None,
) -> Report:
    """Take the P-positions of a table as the moves of another game, again and again.

    Arguments:
        path: A table of an impartial game
        times: Apply the operator at most N times; by default until the sequence of games repeats
        out: Store the outcomes of the last game as a table
        overwrite: Replace a table that exists at the path
        threads: Threads; all cores by default
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def export(
    path: _Text | _Game | None = None,
    *,
    format: _Format2,
    out: _Path | None = None,
    plane: _Text | None = None,
    region: _Region | None = None,
    type: _Type | None = None,
    along: _Text | None = None,
    from_: int | None = None,
    offset: int | None = None,
    terms: int | None = None,
    no_comment: bool = False,
    up_to_symmetry: bool = False,
    where: _Text | None = None,
    with_: _Path | Sequence[_Path] | None = None,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    values: bool = False,
    of: _Text | None = None,
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Any:
    """Write a table in the formats of other programs: NumPy, CSV, Parquet, the OEIS, a list of P-positions.

    Without `out` what would be written is returned, as bytes.

    Arguments:
        path: The table, or a game, as in wythoff, which is tabulated in memory
        format: What is written. One of npy, csv, parquet, bfile, p-positions
        out: Path of the file, or - for stdout. An existing file is replaced
        plane: Plane to export: fix one heap (z=5) or the token sum (sum=60); of four heaps fix two (z=5,w=1), or
            one and the token sum
        region: A part of the table or of the plane: a range for each axis, as in 100:600,200:; as in Python the
            ends are left out
        type: The type of the values (npy), which must be able to hold all of them; u8 stores outcomes as 0 and 1.
            One of bool, u8, u16, u32, i8, i16, i32
        along: The order of the terms (bfile): antidiagonals for T(d,0), T(d-1,1), ..., T(0,d), which is usual;
            antidiagonals-reversed; diagonal; or a row, with all heaps fixed but one, as in x=3
        from_: The heap size, or the number n of a row or a diagonal, that the terms begin with (bfile); by
            default the first that gives a position
        offset: The index of the first term (bfile); by default the N of from_, of antidiagonals 0
        terms: At most this many terms (bfile)
        no_comment: Write no lines that begin with # (bfile)
        up_to_symmetry: Write only the first of the positions that symmetries of the game map to one another
            (p-positions). With where or a part of the table, write the first one that is not left out
        where: Look only at the positions that satisfy this condition, as in 'x <= y' or 'g > 0'
        with_: Another table, with a name of your choice: expressions read it as p[NAME] and g[NAME] at the same
            position, and as p[NAME](x + 1, y) elsewhere. Its game, domain and quantity may differ; it is only
            read. Without NAME= the table must have the same game and domain in the other play convention, and its
            name is `other`; `verify` then verifies this table too, and checks theorems about both. May be given
            several times
        box: Every heap below its side: one side for all heaps, or one for each
        tokens: At most this many tokens in all
        quantity: What to tabulate, by default Grundy values. One of grundy, outcome, palaces, outcome-class,
            score, score-left, score-right, remoteness
        misere: Misère play: the player who cannot move wins
        values: The same as quantity grundy
        of: The game whose values an array is, which stands in the place of the table, as in values.npy
        threads: Threads; all cores by default
        options, moves, left, right, let, graph, positions, terminal, grade, loopy, block: Parts of a game, as for
            `tabulate`
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def info(
    path: _Text | _Game,
    *,
    progress: _Progress = None,
) -> Report:
    """Print what a table holds.

    Arguments:
        path: The table
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def view(
    path: _Text | _Game | None = None,
    *,
    port: _Text | None = None,
    with_: _Path | Sequence[_Path] | None = None,
    claim: _Texts | None = None,
    list: _Texts | None = None,
    box: _Text | None = None,
    tokens: int | None = None,
    quantity: _Quantity | None = None,
    misere: bool = False,
    values: bool = False,
    of: _Text | None = None,
    threads: int | None = None,
    options: _Function | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    positions: _Part | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> View:
    """Serve a page to explore a table in a browser of this machine.

    Returns an object with the address, `url`, which notebooks show as a link, and `close()`.

    Arguments:
        path: The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
            wythoff.zarr.partial, the part that is stored is read
        port: The port; by default any free one
        with_: Mark the P-positions of this table over those of the first. Both tables have the same number of
            heaps; their games may differ. With NAME= the legend calls it by this name, and expressions read it as
            p[NAME] and g[NAME]. May be given several times
        claim: Mark the counterexamples to this claim, as in 'g <= x + y'; may be given several times. The
            language is described below
        list: Mark the positions that satisfy this condition, as in 'g == 1'; may be given several times
        box: Every heap below its side: one side for all heaps, or one for each
        tokens: At most this many tokens in all
        quantity: What to tabulate, by default Grundy values. One of grundy, outcome, palaces, outcome-class,
            score, score-left, score-right, remoteness
        misere: Misère play: the player who cannot move wins
        values: The same as quantity grundy
        of: The game whose values an array is, which stands in the place of the table, as in values.npy
        threads: Threads; all cores by default
        options, moves, left, right, let, graph, positions, terminal, grade, loopy, block: Parts of a game, as for
            `tabulate`
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts

    Expressions:
      x, y, z, w       the heap sizes; a game of two heaps has x and y (Fibonacci Nim: heap and limit)
      tokens           the token sum
      g                the value in the table; of an outcome 1 at P-positions and 0 at others, of an
                       outcome class 0 to 3, for which P, N, L and R can be written; a score has a sign. Of loopy
                       games a drawn outcome is 2, a drawn remoteness -1, and there are the classes D, NHat,
                       NCheck, PHat and PCheck, 4 to 8; an infinite Grundy value is the number that is stored
      p                true at P-positions; a table of scores does not determine them
      g(a, b)          the value of another position, as in g(x - 1, y); likewise p(a, b). Outside the
                       table it has no value, and a claim says nothing about the position
      g[NAME], p[NAME] the same in another table, which is given by this name and may be of another game;
                       g[NAME](a, b) and p[NAME](a, b) of another position
      other            g[other], of the table of the other play convention; other(a, b)
      12, true, false  numbers are integers of 64 bits and may be negative. A condition that stands where
                       a number is expected is 1 where it is true, else 0: p + (x < y)
      - a, ! A         the negative number; true where A is false
      a * b, a / b     product and quotient, rounded so that the remainder a % b is never negative
      a + b, a - b     sum and difference
      a << b, a >> b   a times 2^b, and a / 2^b, for b >= 0
      a & b            the binary digits that both have, of negative numbers in two's complement
      a ^ b            xor of the binary digits (a power is written as a product)
      a | b            the binary digits that one of both has
      a == b, a != b   equal or not, numbers as well as truth values
      a < b, a <= b    less, and so on; a > b, a >= b; in chains, too, as in x <= y < 2*x
      not A            true where A is false
      A and B          both are true; A && B is the same
      A or B           at least one is true; A || B is the same
      A implies B      if A is true, so is B; implies(A, B) is the same
      A iff B          both are true or both false
      if(A, a, b)      a where A is true, else b; a and b are numbers or truth values
      min(a, b, ...)   the least of two numbers or more; likewise max, sum, xor, and gcd of numbers that
                       are not negative
      abs(a)           the absolute value
      floor_sqrt(n)    the square root of n >= 0, rounded down
      floor(r)         r rounded down, exactly, where r has + - * / of real numbers, phi, which is
                       (1 + sqrt 5) / 2, and the root of one constant: floor((1 + sqrt 13) / 2 * x),
                       floor(x / phi), floor((x + sqrt(2) * y) / 3). It divides by constants alone
      is_square(a), is_prime(a), divides(a, b)
                       true of 0, 1, 4, 9, ...; of prime numbers; where a divides b, and 0 divides 0
                       alone
      floor_phi(n)     floor(n phi), exactly, for n >= 0, where phi = (1 + sqrt 5) / 2; floor_phi2(n) is
                       floor(n phi^2)
      fibonacci_word(n)
                       the letter of index n >= 1, 0 or 1, of the Fibonacci word 0100101001001...
      zeckendorf_part(n), zeckendorf_zeros(n)
                       the smallest Fibonacci number in the Zeckendorf representation of n >= 1, and how
                       many digits 0 are at the end of it
      zeckendorf_shift(n)
                       each Fibonacci number of the representation replaced by the next one, n >= 0
      ~a, bit(a, v), popcount(a), first_one(a), last_one(a)
                       the other binary digits; whether the one at place v is 1; how many are 1, and
                       the lowest and the highest place of one
      power(b, v), digit(a, v, b)
                       a power of a written number b >= 2; the digit of a at place v in base b

      Operators bind in the order of this list, signs the strongest and iff the weakest. What follows
      and, or, implies is not evaluated if the first part decides: x > 0 implies y / x > 1 never
      divides by 0. Of if(A, a, b) only what is chosen is evaluated.
    """

def prove(
    game: _Text | _Game | None = None,
    *,
    numeration: _Texts | None = None,
    misere: bool = False,
    quantity: _Quantity2 | None = None,
    values: int | None = None,
    from_: _Path | None = None,
    positions: int | None = None,
    states: _Text | None = None,
    seconds: float | None = None,
    search: bool = False,
    describe: bool = False,
    formula: bool = False,
    graph: _Path | None = None,
    walnut: _Path | None = None,
    mona: _Path | None = None,
    certificate: _Path | None = None,
    guess: _Path | None = None,
    check: _Path | None = None,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Any:
    """Guess an automaton from a table, and prove that it is right for all heap sizes.

    Returns a report, or with `certificate="-"` the certificate as bytes, which has the automata, and with `graph="-"` the graph.
    That not all was proved, and that a certificate is false, are reports too: `proved` says so, and `message` why. Without a
    certificate to return, RuntimeError is raised, with this report.

    >>> grundytab.prove("wythoff").sets
    [{'set': 'P-positions', 'states': 7}]
    >>> json.loads(grundytab.prove("wythoff", certificate="-"))["sets"][0]["automaton"]["states"]
    7

    Arguments:
        game: The game, as in wythoff+block=1 (see grundytab.games()), or a path ending in .toml. With from_ it
            defaults to the game of the table
        numeration: How heaps are written: fibonacci, pell, tribonacci, base:K, ostrowski:K, quadratic:A,B,
            recurrence:A,B or fraenkel:S,T. May be given several times; by default fibonacci, base:2, base:3 and
            pell are tried in turn, and then those of the slopes of the P-positions
        misere: Misère play: the player who cannot move wins
        quantity: What to prove: outcome for the P-positions (in a partizan game the positions that each player
            wins moving first), or grundy for the positions of each Grundy value up to the one given by values.
            One of outcome, grundy
        values: Prove the positions of each Grundy value from 0 to V, one after the other, instead of the
            P-positions
        from_: Guess from this stored table instead of filling tables that grow
        positions: The most positions of a table from which automata are guessed
        states: The most states of an intermediate automaton: by default 4000000, with check by default 524288
        seconds: Give up after this time. Several searches share the remaining time equally
        search: Search for a proof even if the program holds one, which took long to find
        describe: Say what the automata are like: states, strongly connected components, the number of positions
            by digits, the first positions
        formula: Look for formulas of the sets, such as floor(n * phi), and decide them for all heap sizes, until
            the time is over. Without it, they are sought for a second
        graph: Write the automata as a Graphviz graph; - writes it to stdout, and nothing else there
        walnut: Write the automata, and commands that repeat the proof with Walnut, into Walnut's folders below
            this folder
        mona: Write the automata, and programs that repeat the proof with MONA, into this folder
        certificate: Write the theorem as a certificate, a JSON document with the automata in full; - writes it to
            stdout, and nothing else there
        guess: Decide whether the automata of this certificate are right, instead of guessing automata. The
            certificate may come from another program
        check: Check a certificate, by a method that is independent of the search for proofs
        moves, left, right, let, terminal, grade, loopy, block: Parts of a game, as for `tabulate`
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def decide(
    sentence: _Text | None = None,
    *,
    game: _Text | _Game | None = None,
    misere: bool = False,
    theorem: _Text | None = None,
    certificate: _Path | Sequence[_Path] | None = None,
    numeration: _Texts | None = None,
    positions: int | None = None,
    states: _Text | None = None,
    seconds: float | None = None,
    search: bool = False,
    moves: _Texts | None = None,
    left: _Part | None = None,
    right: _Part | None = None,
    let: _Text | None = None,
    graph: _Text | None = None,
    terminal: _Part | None = None,
    grade: _Text | None = None,
    loopy: bool | None = None,
    block: int | None = None,
    progress: _Progress = None,
) -> Report:
    """Decide a statement about numbers and P-positions of games, for all heap sizes.

    Arguments:
        sentence: A statement about numbers and games, as in 'forall x: exists y: p[wythoff](x, y)'. The language
            is described below
        game: Read the statement as a claim about all positions of this game, as `verify` reads claims: x, y and z
            are the heaps, and p is true at the P-positions
        misere: Misère play of the game given by game: the player who cannot move wins
        theorem: Decide this published theorem (see grundytab.theorems())
        certificate: Use the automata of this certificate, which `prove` has written, as the sets of its game. The
            automata are decided first, and no other proof is searched for. May be given several times
        numeration: How numbers are written: fibonacci, pell, base:K, ostrowski:K, quadratic:A,B, recurrence:A,B,
            fraenkel:S,T or tribonacci. May be given several times; by default it follows from the functions in
            the sentence, or fibonacci, base:2, base:3 and pell are tried in turn, and then those of the slopes of
            the P-positions
        positions: The most positions of a table from which automata of games are guessed
        states: The most states of an intermediate automaton
        seconds: Give up after this time. Several searches share the remaining time equally
        search: Search for proofs about games even if the program holds some, which took long to find
        moves, left, right, let, graph, terminal, grade, loopy, block: Parts of a game, as for `tabulate`
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts

    Sentences:
      x, n, left, ...  variables: natural numbers of any size. With game the heaps of the game are x,
                       y, z
      forall x, y: A   A is true for all numbers x and y. A goes on to the end of the brackets around it
      exists x, y: A   there are numbers x and y for which A is true
      p[GAME](a, b)    true if the heaps a, b are a P-position of the game, as in p[wythoff](x, 2*x)
      p[GAME, misere](a, b)
                       the same in misère play
      g[GAME](a, b)    its Grundy value, compared with a constant: g[nim](x, y) == 3; in a game of finitely
                       many moves with any number, as in g[subtraction:1,2](x + 3) == g[subtraction:1,2](x)
      move[GAME](a, b; c, d)
                       true if a move leads from the heaps a, b to the heaps c, d, as in
                       move[wythoff](x, y; x - 1, y - 1); in a partizan game a move of the player who is
                       named: move[GAME, left](a, b; c, d). None leads from a cell that is no position
                       by the rules, or to one. In Fibonacci Nim the limit d that follows m tokens is
                       2*m, or the heap c that is left if that is smaller: no more can be taken
      p, g, tokens, p(a, b), g(a, b), move(a, b; c, d)
                       with game: of the position, and of other positions of the game
      2*x + y - 3      linear terms; a / 3 and a % 3 by constants; min, max, abs, sum. Differences may
                       be negative. A product of two variables cannot be decided
      if(A, a, b)      a where A is true, else b; divides(3, a) by constants
      a == b, a < b    comparisons, in chains, too; and, or, not, implies, iff, as in claims
      floor_phi(n), floor_phi2(n), fibonacci_word(n), zeckendorf_part(n), zeckendorf_shift(n)
                       as in claims; zeckendorf_zeros(n) only by its remainder, as in
                       zeckendorf_zeros(n) % 2 == 0. These are decided in Fibonacci numeration
      a ^ b, xor(a, b), a & b, a | b
                       of numbers that are not negative, decided in base 2; a << 3, a >> 3 by constants
      floor(r)         as in claims, of linear terms: floor(x / phi) is decided in Fibonacci numeration,
                       floor(sqrt(2) * x) in Pell numeration, and others in one of their own, with the
                       roots of 2, 3, 5, 6, 10, 13, 15, 17, 21, 29, 53, 77, 85, and of these times squares

      Where a value does not exist - p, g, move or a function of a negative number, fibonacci_word(0), p and g of a
      cell that is no position by the rules - the sentence says nothing: forall looks for numbers at which the rest is false, exists for numbers at
      which it is true. A sentence that says nothing at any number is neither true nor false.

    The exit code is 0 if the sentence is true, 1 if it is false or not true for all numbers, and 5 if it is neither: not decided within the limits, or it says nothing at any number.
    """

def games(
    name: _Text | None = None,
    *,
    progress: _Progress = None,
) -> Any:
    """Print the games and their notation.

    Returns a list of dicts: notation, example, rules, moves and source.

    Arguments:
        name: Print the notation of this game alone, and the modifiers that apply to it
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def theorems(
    about: _Text | None = None,
    *,
    progress: _Progress = None,
) -> Report:
    """Print the published theorems that `verify` checks.

    Arguments:
        about: Print this theorem alone, as in wythoff-floors, or those about this game, as in wythoff+block=1
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """

def devices(
    *,
    progress: _Progress = None,
) -> Report:
    """Print the adapters that the GPU engine can run on, and the ranks of MPI.

    Arguments:
        progress: Whether a bar of tqdm shows how far the work is, or a function that is called with the positions
            that are done and with their number. By default there is a bar in notebooks and in interactive
            sessions, if tqdm is installed and the work takes longer than a second, and none in scripts
    """
