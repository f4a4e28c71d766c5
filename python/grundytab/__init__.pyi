"""Tables of combinatorial games as numpy arrays."""

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any, ClassVar, Literal, TypedDict, final, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

__version__: str
__all__: list[str]

_Path = str | PathLike[str]
_Quantity = Literal["grundy", "outcome", "palaces", "outcome-class", "score", "score-left", "score-right", "remoteness"]
_Engine = Literal["auto", "gpu", "cpu", "reference"]

class WrongTableError(ValueError):
    """A stored table is not true: a value, a total or a cell outside the domain is wrong."""

@final
class Answer:
    """What a table says of a position."""

    @property
    def position(self) -> tuple[int, ...]:
        """The heap sizes."""
    @property
    def value(self) -> int:
        """The value in the table."""
    @property
    def outcome(self) -> str | None:
        """P or N; in a partizan game P, N, L or R; None in a table of scores."""
    @property
    def winning_moves(self) -> list[tuple[int, ...]] | None:
        """The positions to which the next player wins by moving; None in a partizan game and a table of scores."""
    @property
    def best_moves(self) -> list[tuple[int, ...]] | None:
        """In a table of scores the positions to which the best moves of the player who begins lead, else None."""
    @property
    def winning_moves_of_left(self) -> list[tuple[int, ...]] | None:
        """The positions to which Left wins by moving, in a table of outcome classes, else None."""
    @property
    def winning_moves_of_right(self) -> list[tuple[int, ...]] | None:
        """The same for Right."""

@final
class Picture:
    """A picture of a table, which notebooks show."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def png(self) -> bytes:
        """The picture as a PNG file."""
    def save(self, path: _Path) -> None:
        """Writes the picture to a PNG file. A picture that is there is replaced, and nothing else."""

@final
class Table:
    """A stored table, as `open` and `tabulate` return it.

    It is indexed as a numpy array: `table[3, 5]`, `table[:100, 7]`, `table[..., ::2]`. What is requested
    is read, and no more, and comes as a numpy array; `numpy.asarray(table)` is all of it. The tiles that
    were read are kept, up to 512 MiB of them, as long as the table is.
    """

    @property
    def path(self) -> PathLike[str]: ...
    @property
    def shape(self) -> tuple[int, ...]:
        """The sides of the array, one for each heap."""
    @property
    def ndim(self) -> int:
        """The number of heaps."""
    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the values."""
    @property
    def info(self) -> dict[str, Any]:
        """What the table says of itself: game, domain, quantity, convention, totals, engine."""
    def __len__(self) -> int: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __eq__(self, other: Any, /) -> NDArray[np.bool_]:  # type: ignore[override]
        """Compares every value, as numpy does: `np.argwhere(table == 0)`. All of the table is read."""
    def __ne__(self, other: Any, /) -> NDArray[np.bool_]: ...  # type: ignore[override]
    def __lt__(self, other: Any, /) -> NDArray[np.bool_]: ...
    def __le__(self, other: Any, /) -> NDArray[np.bool_]: ...
    def __gt__(self, other: Any, /) -> NDArray[np.bool_]: ...
    def __ge__(self, other: Any, /) -> NDArray[np.bool_]: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __array__(self, dtype: DTypeLike = None, copy: bool | None = None) -> NDArray[Any]: ...

class Finding(TypedDict, total=False):
    """What was found of a theorem or a claim."""

    theorem: str
    claim: str
    statement: str
    source: str
    holds: bool | None
    holds_on: int
    fails_on: int
    silent_on: int
    outside_on: int
    undefined_on: int
    counterexample: tuple[int, ...] | None
    counterexamples: list[tuple[int, ...]]
    value: int | None
    other_value: int | None

class Report(TypedDict):
    """What was found of a table."""

    all_hold: bool
    positions: int
    positions_checked: int
    sum: int
    p_positions: int
    maximum: int
    theorems: list[Finding]
    claims: list[Finding]

class Game(TypedDict):
    """A game of the catalogue."""

    notation: str
    example: str
    moves: str
    source: str

@overload
def tabulate(
    game: str,
    *,
    box: int | Sequence[int] | None = None,
    tokens: int | None = None,
    quantity: _Quantity = "grundy",
    misere: bool = False,
    engine: _Engine = "auto",
    adapter: str | None = None,
    threads: int | None = None,
    out: None = None,
    resume: bool = False,
    overwrite: bool = False,
    codec: Literal["blosc", "zstd", "none"] | None = None,
    tile: int | None = None,
    check: float | None = None,
) -> NDArray[Any]: ...
@overload
def tabulate(
    game: str,
    *,
    box: int | Sequence[int] | None = None,
    tokens: int | None = None,
    quantity: _Quantity = "grundy",
    misere: bool = False,
    engine: _Engine = "auto",
    adapter: str | None = None,
    threads: int | None = None,
    out: _Path,
    resume: bool = False,
    overwrite: bool = False,
    codec: Literal["blosc", "zstd", "none"] | None = None,
    tile: int | None = None,
    check: float | None = None,
) -> Table: ...
def open(path: _Path) -> Table:
    """Opens a stored table."""

def query(table: Table | _Path, position: int | Sequence[int]) -> Answer:
    """Looks up a position: its value, its outcome and its winning moves; in a table of scores the best moves."""

def verify(
    table: Table | _Path,
    *,
    full: bool = False,
    sample: int | None = None,
    claims: str | Sequence[str] | None = None,
    theorems: bool = True,
    partner: Table | _Path | None = None,
    threads: int | None = None,
) -> Report:
    """Checks that a stored table is whole and true, and whether theorems and claims hold on it."""

def render(
    table: Table | _Path,
    *,
    out: _Path | None = None,
    plane: str | None = None,
    region: str | None = None,
    palette: str | None = None,
    invert: bool = False,
    scale: int | str | None = None,
    stretched: bool = True,
    origin: Literal["bottom-left", "top-left"] = "bottom-left",
    highlight: Sequence[int] | Sequence[Sequence[int]] | None = None,
    grid: bool = False,
    title: str | None = None,
    bare: bool = False,
    threads: int | None = None,
) -> Picture:
    """Draws a stored table, or a plane of it."""

def games() -> list[Game]:
    """Returns the games that can be tabulated."""
