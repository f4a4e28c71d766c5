"""Rows, and comma-separated values, as a pandas.DataFrame or, where pandas is not installed, as dicts and as an array of
numpy."""

import csv
import io

import numpy as np


def frame(text):
    """Returns a table with a row for each line."""
    try:
        import pandas
    except ImportError:
        return structured(text)
    return with_whole_numbers(pandas.read_csv(io.StringIO(text)), text)


def grid(report):
    """Returns the grid of a plane, which has heap sizes at its head and at its side; without pandas an array with masked
    cells."""
    values = [[0 if value is None else value for value in row] for row in report["values"]]
    missing = [[value is None for value in row] for row in report["values"]]
    try:
        import pandas
    except ImportError:
        return np.ma.array(values, mask=missing)
    rows, columns = (
        pandas.Index(range(axis["start"], axis["end"]), name=axis["heap"]) for axis in (report["rows"], report["columns"])
    )
    found = pandas.DataFrame(values, index=rows, columns=columns)
    return found.mask(np.array(missing)) if np.any(missing) else found


def with_whole_numbers(found, text):
    """Returns a table in which columns of whole numbers are such where some are missing: pandas makes floats of them, which
    are not exact."""
    import pandas

    incomplete = [name for name in found if found[name].dtype == float and found[name].isna().any()]
    if not incomplete:
        return found
    texts = pandas.read_csv(io.StringIO(text), usecols=incomplete, dtype=str)
    for name in incomplete:
        values = [None if pandas.isna(value) else value for value in texts[name]]
        try:
            numbers = [value if value is None else int(value) for value in values]
            found[name] = pandas.array(numbers, dtype="Int64")
        except ValueError:
            pass
        except OverflowError:
            found[name] = pandas.Series(numbers, dtype=object)
    return found


def frame_of_rows(rows, columns):
    """Returns a table with the rows and the columns in their order. A column of whole numbers stays one where some are
    missing."""
    rows = [{column: row[column] for column in columns} for row in rows]
    try:
        import pandas
    except ImportError:
        return rows
    found = {column: [row[column] for row in rows] for column in columns}
    for column, values in found.items():
        kinds = {type(value) for value in values}
        if kinds == {int, type(None)}:
            found[column] = pandas.array(values, dtype="Int64")
    return pandas.DataFrame(found, columns=columns)


def structured(text):
    head, *rows = csv.reader(io.StringIO(text))
    columns = [column(values) for values in (zip(*rows) if rows else ([] for _ in head))]
    found = np.empty(len(rows), [(name, values.dtype) for name, values in zip(head, columns)])
    for name, values in zip(head, columns):
        found[name] = values
    return found


def column(values):
    """Returns the values of a column: whole numbers, which are objects where some are missing, since floats are not exact;
    floats; or texts."""
    try:
        numbers = [int(value) if value else None for value in values]
        is_whole = None not in numbers and all(-(2**63) <= number < 2**63 for number in numbers)
        return np.array(numbers, np.int64 if is_whole else object)
    except ValueError:
        pass
    try:
        return np.array([value or "nan" for value in values], np.float64)
    except ValueError:
        return np.array(values)


def frames(found):
    """Makes a DataFrame of each list of dicts in a report, in which the parts of dicts have columns of their own, and of lists
    of numbers that are as long as each other, whose `attrs` are what stands beside them."""
    if isinstance(found, dict):
        columns = {key: value for key, value in found.items() if isinstance(value, tuple) and len(value) == found.get("count")}
        if len(columns) > 1:
            rows = [dict(zip(columns, values)) for values in zip(*columns.values())]
            made = frame_of_rows(rows, list(columns))
            if not isinstance(made, list):
                made.attrs = {key: value for key, value in found.items() if key not in columns}
                return made
        for key, value in list(found.items()):
            made = frames(value)
            if isinstance(made, dict) and hasattr(made.get(key), "attrs"):
                # What stands beside a list of the same name.
                beside = {name: one for name, one in made.items() if name != key}
                made = made[key]
                made.attrs = {name: one for name, one in beside.items() if not hasattr(one, "attrs")}
                found.update({name: one for name, one in beside.items() if hasattr(one, "attrs")})
            found[key] = made
    elif isinstance(found, list) and found and all(isinstance(one, dict) for one in found):
        rows = [flat(one) for one in found]
        columns = list(dict.fromkeys(column for row in rows for column in row))
        return frame_of_rows([{column: row.get(column) for column in columns} for row in rows], columns)
    return found


def flat(row, prefix=""):
    """Returns a dict without dicts in it: `low` within `slope` becomes `slope_low`, and what is shown of an expression the
    columns `minimum g`, `maximum g`."""
    found = {}
    for key, value in row.items():
        if key == "shown" and value and isinstance(value, list):
            found.update({f"{name} {one['expression']}": part for one in value for name, part in one.items() if name != "expression"})
        else:
            found.update(flat(value, f"{prefix}{key}_") if isinstance(value, dict) else {prefix + key: value})
    return found
