"""Tables of combinatorial games as numpy arrays.

>>> import grundytab
>>> grundytab.tabulate("wythoff", box=4)
array([[0, 1, 2, 3],
       [1, 2, 0, 4],
       [2, 0, 1, 5],
       [3, 4, 5, 6]], dtype=uint8)

`tabulate` fills a table, in memory or on disk; `open` opens a stored one. Each command of the program is a function
with its name, and each flag a keyword: `--dry-run` is `dry_run=True`, a list gives a flag several times, and names
that Python keeps to itself end with an underscore, as in `with_`. Results are dicts, as docs/json.md describes them.
Errors in what is passed are ValueError, those of files OSError, with texts that say what would be right.
"""

from ._commands import method
from ._functions import FUNCTIONS
from ._given import table
from ._grundytab import WrongTableError, __version__
from ._results import Picture, Report, View
from ._rules import Game
from ._table import Table

globals().update(FUNCTIONS)

# The functions whose first argument is a table.
for _name in ("info", "verify", "query", "analyze", "list", "render", "diff", "export", "view"):
    setattr(Table, _name, method(FUNCTIONS[_name]))


def open(path):
    """Opens a stored table. Its values are read when they are requested.

    >>> table = grundytab.open("wythoff.zarr")
    >>> table[3, 5]
    >>> table[:10, :10]
    """
    return Table(path)


for _public in (Game, Picture, Report, Table, View, open, table):
    _public.__module__ = "grundytab"

__all__ = ["Game", "Picture", "Report", "Table", "View", "WrongTableError", "__version__", "open", "table", *FUNCTIONS]
