"""Indices of tables, which mean what they mean for a numpy array of all values; what is requested is read, and no
more than the tiles that hold it."""

import operator

import numpy as np

# Cells that are read at once although few of them were asked for.
CELLS = 1 << 20


def read(reader, key):
    """Reads what an index chooses from a table."""
    keys = key if isinstance(key, tuple) else (key,)
    if all(key is None or key is ... or isinstance(key, slice) or is_integer(key) for key in keys):
        return read_box(reader, keys)
    # What the index chooses from the coordinates of all cells are the coordinates of what it chooses.
    shape = reader.shape
    axes = [np.arange(side, dtype=np.int64) for side in shape]
    grids = np.meshgrid(*axes, indexing="ij", sparse=True)
    coordinates = [np.broadcast_to(grid, shape)[key] for grid in grids]
    return read_cells(reader, [np.asarray(one) for one in coordinates])


def is_integer(key):
    if isinstance(key, (bool, np.bool_, np.ndarray)):
        return False
    try:
        operator.index(key)
    except TypeError:
        return False
    return True


def read_box(reader, keys):
    """Reads an index of whole numbers, slices, None and an ellipsis: a box, of which a part may be left out."""
    ellipses = sum(key is ... for key in keys)
    given = sum(key is not None and key is not ... for key in keys)
    heaps = len(reader.shape)
    if ellipses > 1:
        raise IndexError("an index has one ellipsis at most")
    if given > heaps:
        raise IndexError(f"{given} indices are too many: the table has {heaps} heap{'s' * (heaps > 1)}")
    at = keys.index(...) if ellipses else len(keys)
    keys = [*keys[:at], *[slice(None)] * (heaps - given), *keys[at + 1 :]]
    ranges, within = [], []
    sides = iter(reader.shape)
    for key in keys:
        if key is None:
            within.append(None)
            continue
        side = next(sides)
        if isinstance(key, slice):
            sizes = range(side)[key]
            first, last = (min(sizes[0], sizes[-1]), max(sizes[0], sizes[-1])) if sizes else (0, -1)
            ranges.append((first, last + 1))
            within.append(slice(None, None, sizes.step))
        else:
            size = operator.index(key)
            if not -side <= size < side:
                raise IndexError(f"the heap size {size} is not in the table, whose side is {side}")
            ranges.append((size % side, size % side + 1))
            within.append(0)
    return reader.read(ranges)[tuple(within)]


def read_cells(reader, coordinates):
    """Reads single cells, tile by tile, or the box that holds them if it is not much larger."""
    shape = coordinates[0].shape
    cells = np.array([one.reshape(-1) for one in coordinates])
    dtype = np.dtype(reader.dtype)
    if cells.size == 0:
        return np.empty(shape, dtype)
    first, end = cells.min(axis=1), cells.max(axis=1) + 1
    if np.prod((end - first).astype(float)) <= max(CELLS, 4 * cells.shape[1]):
        box = reader.read([(int(a), int(b)) for a, b in zip(first, end)])
        return box[tuple(cells - first[:, None])].reshape(shape)
    edges = np.array(reader.chunks)[:, None]
    tiles = np.ravel_multi_index(tuple(cells // edges), tuple(-(-np.array(reader.shape) // edges[:, 0])))
    order = np.argsort(tiles, kind="stable")
    starts = np.flatnonzero(np.diff(tiles[order], prepend=-1))
    found = (np.empty if reader.is_whole else np.ma.empty)(cells.shape[1], dtype)
    for of_tile in np.split(order, starts[1:]):
        in_tile = cells[:, of_tile]
        first, end = in_tile.min(axis=1), in_tile.max(axis=1) + 1
        box = reader.read([(int(a), int(b)) for a, b in zip(first, end)])
        found[of_tile] = box[tuple(in_tile - first[:, None])]
    return found.reshape(shape)
