"""Comma-separated values as a pandas.DataFrame or, where pandas is not installed, as an array of numpy."""

import csv
import io

import numpy as np


def frame(text, is_grid):
    """Returns a table with a row for each line. The grid of a plane has heap sizes at its head and at its side."""
    try:
        import pandas
    except ImportError:
        return grid(text) if is_grid else structured(text)
    if not is_grid:
        return pandas.read_csv(io.StringIO(text))
    found = pandas.read_csv(io.StringIO(text), index_col=0)
    rows, columns = found.index.name.split("\\")
    return found.rename(columns=int).rename_axis(index=rows, columns=columns)


def structured(text):
    head, *rows = csv.reader(io.StringIO(text))
    columns = [column(values) for values in (zip(*rows) if rows else ([] for _ in head))]
    found = np.empty(len(rows), [(name, values.dtype) for name, values in zip(head, columns)])
    for name, values in zip(head, columns):
        found[name] = values
    return found


def column(values):
    for dtype in (np.int64, np.float64):
        try:
            return np.array([value or "nan" for value in values], dtype)
        except ValueError:
            pass
    return np.array(values)


def grid(text):
    _, *rows = csv.reader(io.StringIO(text))
    values = [[int(value or 0) for value in row[1:]] for row in rows]
    return np.ma.array(values, mask=[[not value for value in row[1:]] for row in rows])
