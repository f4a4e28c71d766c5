"""Stored tables."""

import html
import json
import os
from pathlib import Path

import numpy as np

from . import _indices
from ._grundytab import Reader

AXES = "xyzw"

# The most columns and rows that notebooks show of a table.
SHOWN = 200


class Table:
    """A stored table, as `open` and `tabulate` return it.

    It is indexed as a numpy array: `table[3, 5]`, `table[:100, 7]`, `table[..., ::-2]`, `table[[1, 2], [3, 5]]`,
    `table[mask]`. The tiles of what is requested are read, and no others, and it comes as a numpy array;
    `numpy.asarray(table)` is all of it. The tiles that were read are kept, up to 512 MiB of them, as long as the table
    is. Where a function takes a table it takes its path, too. Functions of one table are methods: `table.verify()`; `table.info`
    is an attribute.
    """

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
        return f"<grundytab.Table {self.path}: {self._reader.title}>"

    def __getitem__(self, key):
        """Reads a part of the table, as numpy's indices choose it."""
        return _indices.read(self._reader, key)

    def __array__(self, dtype=None, copy=None):
        """Reads the whole table for numpy."""
        if copy is False:
            raise ValueError("a table is read into a new array, which is a copy; leave out copy=False")
        whole = self[...]
        # The array is new, and needs no second copy if it has this type.
        return whole if dtype is None else whole.astype(dtype, copy=False)

    def to_xarray(self):
        """Returns the table as an xarray.DataArray with the names of the heaps as dimensions. Where dask is installed
        nothing is read before it is needed. Cells outside a simplex hold the fill value, which is an attribute."""
        import xarray

        try:
            import dask.array
        except ImportError:
            data = self[...]
        else:
            data = dask.array.from_array(self, chunks="auto", asarray=True)
        attributes = {**self.attrs, "_FillValue": self._fill_value()}
        return xarray.DataArray(data, dims=self.dims, name=self.attrs["quantity"], attrs=attributes)

    def _fill_value(self):
        if self.dtype == bool:
            return False
        limits = np.iinfo(self.dtype)
        return limits.min if limits.min < 0 else limits.max

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


def comparison(name):
    def compare(self, other):
        return getattr(np.asarray(self), name)(np.asarray(other))

    compare.__name__ = name
    compare.__doc__ = "Compares every value, as numpy does; all of the table is read."
    return compare


for name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
    setattr(Table, name, comparison(name))
