"""Arrays as tables."""

import os
import tempfile
import weakref
from pathlib import Path

import numpy as np

from ._grundytab import store_array
from ._rules import Game
from ._table import AXES, Table

# What stands for a cell that is no position.
MISSING = np.iinfo(np.int64).min


def table(array, game=None, *, quantity=None, misere=False, axes=None, name=None, out=None, overwrite=False):
    """Makes a table of an array, so that it can be drawn, listed, analyzed, compared, exported and checked for claims as all
    others: of numpy, xarray or zarr, or whatever numpy takes for an array.

    game: The game whose values they are; without it the moves are not known, and what needs them is refused.
    quantity: What the values are: "outcome" of an array of truth values, where True is a P-position, otherwise "grundy", or
        another quantity of `tabulate`.
    misere: Whether they are values of misère play.
    axes: Which heap each axis is, as in "yx"; the names of the dimensions of an xarray tell it, else it is "xyzw".
    name: What the table says of the values.
    out: Where the table is stored; without it, it is temporary, and is gone when nobody uses it any more.

    Cells that are no positions are masked in a masked array, or NaN.

    >>> grundytab.table(np.array([[True, False], [False, True]]))
    <grundytab.Table values given as an array, box 2x2, outcomes, normal play>
    """
    values = given_values(array, axes)
    is_truth = values.dtype == bool
    numbers = numbers_of(values)
    if quantity is None:
        quantity = "outcome" if is_truth else "grundy"
    game = None if game is None else str(game if isinstance(game, (str, Game)) else Game(game))
    return store(numbers, out, game=game, quantity=quantity, misere=misere, comment=name, overwrite=overwrite)


def store(numbers, out, *, game, quantity, misere, comment, overwrite):
    """Stores numbers, of which MISSING are those of cells that are no positions."""
    numbers = np.ascontiguousarray(numbers, np.int64)
    options = dict(game=game, quantity=(quantity, bool(misere)), comment=comment, overwrite=bool(overwrite))
    if out is not None:
        store_array(numbers, os.fspath(out), **options)
        return Table(out)
    folder = tempfile.TemporaryDirectory(prefix="grundytab-")
    store_array(numbers, os.path.join(folder.name, "array.zarr"), **options)
    return temporary(Table(Path(folder.name) / "array.zarr"), folder)


def temporary(table, folder):
    """Makes the folder of a table go with it."""
    weakref.finalize(table, folder.cleanup)
    table.is_temporary = True
    return table


def given_values(array, axes):
    """Returns the values as an array of numpy whose axes are the heaps in their order."""
    names = axes
    if names is None and set(map(str, getattr(array, "dims", ()))) & set(AXES):
        names = [str(name) for name in array.dims]
    # Of masked arrays the mask is kept; zarr and xarray are read as a whole.
    values = array if isinstance(array, np.ma.MaskedArray) else np.asarray(array)
    if values.ndim == 0:
        raise TypeError(f"{array!r} is no array; a table has 1 to 4 axes")
    if names is not None:
        expected = AXES[: values.ndim]
        if sorted(names) != sorted(expected):
            raise ValueError(f"the axes are {', '.join(map(str, names))}: give {', '.join(expected)} in some order as axes=...")
        values = values.transpose([list(names).index(name) for name in expected])
    return values


def numbers_of(values):
    """Returns whole numbers, and MISSING for those that are not there."""
    if values.dtype.kind not in "biuf":
        raise TypeError(f"an array of {values.dtype}: the values of a table are whole numbers, or True and False")
    data, mask = np.ma.getdata(values), np.ma.getmaskarray(values)
    if data.dtype.kind == "f":
        mask = mask | np.isnan(data)
        whole = np.where(mask, 0, data)
        if not np.array_equal(whole, np.rint(whole)) or np.abs(whole).max(initial=0) > 2**53:
            at = np.argwhere(whole != np.rint(whole))
            where = f"{tuple(map(int, at[0]))} is {whole[tuple(at[0])]}" if len(at) else "some are beyond 2^53"
            raise ValueError(f"the values of a table are whole numbers, and {where}")
        data = whole
    if data.dtype == np.uint64 and data.max(initial=0) >= 2**63:
        raise ValueError("the values of a table are below 2^32")
    return np.where(mask, MISSING, data.astype(np.int64))
