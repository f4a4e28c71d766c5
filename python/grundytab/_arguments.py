"""Arguments as they are typed behind a command."""

import numbers
import os
from collections.abc import Iterable, Mapping

from ._rules import Game


def is_number(value):
    return isinstance(value, numbers.Number) and not isinstance(value, bool)


def is_one(value):
    """Whether something is one value for the program: a number, a text, a path, a table, or the sizes of heaps."""
    if isinstance(value, (str, os.PathLike, Game)) or not isinstance(value, Iterable):
        return True
    value = list(value)
    return value != [] and all(isinstance(one, numbers.Integral) for one in value)


def text(value):
    """Writes a value as it is typed."""
    if isinstance(value, str):
        return value
    if isinstance(value, Game):
        return value.text
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Iterable):
        return ",".join(map(text, value))
    if is_number(value):
        return str(value)
    raise TypeError(f"{value!r} is a {type(value).__name__}, and no value that the program takes")


def is_array(value):
    """Whether something is an array of numbers, of numpy or of another library."""
    return hasattr(value, "tolist") and getattr(getattr(value, "dtype", None), "kind", "O") not in "OUS"


def refuse_array(value):
    """Refuses an array where a table is expected."""
    if is_array(value):
        kind = f"{type(value).__module__.split('.')[0]} array"
        raise TypeError(f"a {kind}, where a table is expected: grundytab.table(array) makes one of it")


def ranges(value):
    """Writes the ranges of a region that are slices or pairs of numbers, as in slice(0, 30) or [(0, 30), (5, 9)]."""

    def written(one):
        if isinstance(one, slice):
            if one.stop is None or one.step not in (None, 1):
                raise TypeError(f"region={value!r}: a range has an end and no step, as in slice(0, 30)")
            one = (one.start or 0, one.stop)
        return ":".join(map(text, one))

    return ",".join(map(written, [value] if isinstance(value, slice) else value))


def is_range(value):
    is_pair = isinstance(value, (tuple, list)) and len(value) == 2 and all(map(is_number, value))
    return is_pair or isinstance(value, slice)


def texts(value, argument):
    """Writes the values of an argument, each as it is typed. A sequence of numbers is one value, as in (3, 5), and
    another sequence is several; a dict is several pairs, as in {"other": "other.zarr"}."""
    if argument["keyword"] == "region":
        is_several = isinstance(value, (tuple, list)) and value and all(map(is_range, value))
        if is_several or isinstance(value, slice):
            return [ranges(value)]
    if argument["kind"] == "path":
        refuse_array(value)
        several = value.values() if isinstance(value, Mapping) else value
        for one in several if isinstance(several, Iterable) and not isinstance(value, (str, os.PathLike)) else []:
            refuse_array(one)
    if isinstance(value, Mapping):
        return [f"{key}={text(one)}" for key, one in value.items()]
    if hasattr(value, "tolist"):
        value = value.tolist()
    if is_one(value) and not (argument["kind"] == "int" and isinstance(value, (list, tuple))):
        return [text(value)]
    return [text(one.tolist() if hasattr(one, "tolist") else one) for one in value]
