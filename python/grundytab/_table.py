"""Stored tables."""

import html
import json
import os
from pathlib import Path

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from . import _indices
from ._grundytab import Reader

AXES = "xyzw"

# The most columns and rows that notebooks show of a table.
SHOWN = 200


class Table(NDArrayOperatorsMixin):
    """A stored table, as `open`, `tabulate` and `table` return it.

    It is indexed as a numpy array: `table[3, 5]`, `table[:100, 7]`, `table[..., ::-2]`, `table[[1, 2], [3, 5]]`,
    `table[mask]`. The tiles of what is requested are read, and no others, and it comes as a numpy array, a masked one where
    it has cells that are no positions. Calculations, comparisons, `max`, `sum`, `T` and the like read all of it, as
    `table[...]` does. `numpy.asarray(table)` has NaN where there is no position, of outcomes False; `filled` puts
    something else there. The tiles that were read are kept, up to 512 MiB of them, as long as the table is. Where a function
    takes a table it takes its path, too. Functions of one table are methods: `table.verify()`.
    """

    # Whether the files of the table go with it.
    is_temporary = False

    __hash__ = None

    def __init__(self, path):
        self._reader = Reader(os.fspath(path))

    def __fspath__(self):
        return str(self._reader.path)

    def __reduce__(self):
        return Table, (str(self._reader.path),)

    @property
    def path(self):
        """The path of the table."""
        return Path(self._reader.path)

    @property
    def shape(self):
        """The sides of the array, one for each heap."""
        return self._reader.shape

    @property
    def ndim(self):
        """The number of heaps."""
        return len(self.shape)

    @property
    def size(self):
        """The number of cells of the array, which has cells outside a simplex."""
        return int(np.prod(self.shape, dtype=object))

    @property
    def dtype(self):
        """The numpy type of the values."""
        return np.dtype(self._reader.dtype)

    @property
    def nbytes(self):
        """The bytes of the array in memory."""
        return self.size * self.dtype.itemsize

    @property
    def chunks(self):
        """The sides of a tile, which is a chunk of the stored array."""
        return self._reader.chunks

    @property
    def dims(self):
        """The names of the heaps."""
        return tuple(AXES[: self.ndim])

    @property
    def attrs(self):
        """What the table says of itself: game, domain, quantity, totals, engine."""
        return json.loads(self._reader.attributes)

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        path = "" if self.is_temporary else f"{self.path}: "
        unfinished = "" if self.attrs["complete"] else ", unfinished"
        return f"<grundytab.Table {path}{self._reader.title}{unfinished}>"

    def __getitem__(self, key):
        """Reads a part of the table, as numpy's indices choose it."""
        return _indices.read(self._reader, key)

    def __array__(self, dtype=None, copy=None):
        """Reads the whole table for numpy."""
        if copy is False:
            raise ValueError("a table is read into a new array, which is a copy; leave out copy=False")
        whole = self[...]
        if np.ma.isMaskedArray(whole):
            if whole.dtype == bool:
                whole = whole.filled(False)
            elif dtype is None or np.dtype(dtype).kind == "f":
                whole = whole.astype(dtype or float).filled(np.nan)
            else:
                raise ValueError(
                    f"{self!r} has cells that are no positions, for which {np.dtype(dtype)} has no number; "
                    "table[...] masks them, and table.filled(-1) puts a number there"
                )
        # The array is new, and needs no second copy if it has this type.
        return whole if dtype is None else whole.astype(dtype, copy=False)

    def __array_ufunc__(self, ufunc, way, *inputs, **options):
        """Calculates with all values, as numpy does."""
        if any(isinstance(one, Table) for one in options.get("out", ())):
            raise TypeError("a stored table is not changed; table + 1 is a new array, and so is table[...]")
        inputs = [one[...] if isinstance(one, Table) else one for one in inputs]
        found = getattr(ufunc, way)(*inputs, **options)
        if isinstance(found, np.ma.MaskedArray) and found.dtype == bool:
            # Functions that do not look at masks find no position where there is none.
            return np.ma.masked_array(found.filled(False), np.ma.getmaskarray(found))
        return found

    def __contains__(self, value):
        return bool((self == value).any())

    def filled(self, value):
        """Returns all values as a numpy array that has this value where there is no position."""
        whole = self[...]
        if not np.ma.isMaskedArray(whole):
            return whole
        dtype = np.result_type(whole.dtype, np.min_scalar_type(value))
        return whole.astype(dtype).filled(value)

    @property
    def T(self):
        """All values with the heaps in the opposite order."""
        return self[...].T

    def to_xarray(self):
        """Returns the table as an xarray.DataArray with the names of the heaps as dimensions. Where dask is installed
        nothing is read before it is needed. Where there is no position it has NaN, in a table of outcomes False."""
        import xarray

        try:
            import dask.array
        except ImportError:
            data = np.asarray(self)
        else:
            data = dask.array.from_array(Unmasked(self), chunks="auto", asarray=True)
        return xarray.DataArray(data, dims=self.dims, name=self.attrs["quantity"], attrs=self.attrs)

    def _repr_html_(self):
        attributes = self.attrs
        totals = {
            name: attributes[name]
            for name in ("positions", "p_positions", "sum", "minimum", "maximum")
            if attributes.get(name) is not None
        }
        totals = ", ".join(f"{name.replace('_', '-')} {value:,}" for name, value in totals.items())
        stored = f"{self.dtype}, tiles of {' x '.join(map(str, self.chunks))} cells"
        title = html.escape(self._reader.title)
        lines = [f"<b>{title}</b>", totals, f"<code>{html.escape(str(self.path))}</code>, {stored}"]
        if self.ndim > 1 and attributes["complete"]:
            fixed = ",".join(f"{name}=0" for name in self.dims[2:])
            sides = [min(side, SHOWN) for side in self.shape[:2]]
            picture = self.render(
                plane=fixed or None,
                region=",".join(f"0:{side}" for side in sides),
                scale=max(1, SHOWN // max(sides)),
                bare=True,
                progress=False,
            )
            lines.append(embedded(picture))
        return "<br>".join(lines)


def embedded(picture):
    import base64

    data = base64.b64encode(picture.png).decode()
    return f'<img alt="the values as colours" src="data:image/png;base64,{data}">'


class Unmasked:
    """A table with NaN where there is no position, in a table of outcomes False."""

    def __init__(self, table):
        self.table, self.shape, self.ndim = table, table.shape, table.ndim
        is_whole = table._reader.is_whole or table.dtype == bool
        self.dtype, self.fill = (table.dtype, False) if is_whole else (np.dtype(float), np.nan)

    def __getitem__(self, key):
        return np.ma.filled(np.ma.asanyarray(self.table[key]).astype(self.dtype), self.fill)


def of_array(name):
    def called(self, *given, **options):
        return getattr(self[...], name)(*given, **options)

    called.__name__ = name
    called.__doc__ = f"As `{name}` of a numpy array of all values."
    return called


for name in ("all", "any", "argmax", "argmin", "astype", "copy", "cumsum", "diagonal", "flatten", "max", "mean", "min", "nonzero"):
    setattr(Table, name, of_array(name))
for name in ("ravel", "reshape", "round", "std", "sum", "transpose", "var"):
    setattr(Table, name, of_array(name))
