"""Tables of combinatorial games as numpy arrays.

>>> import grundytab
>>> grundytab.tabulate("wythoff", box=4)
array([[0, 1, 2, 3],
       [1, 2, 0, 4],
       [2, 0, 1, 5],
       [3, 4, 5, 6]], dtype=uint8)

`tabulate` fills a table, in memory or on disk; `open` opens a stored one; `query` looks up positions;
`verify` checks a table, theorems and conjectures; `render` draws one; `games` lists what can be tabulated. Errors in what
is passed are ValueError, those of files OSError, with texts that say what would be right.
"""

from ._grundytab import (
    Answer,
    Picture,
    Table,
    WrongTableError,
    __version__,
    games,
    open,
    query,
    render,
    tabulate,
    verify,
)

__all__ = [
    "Answer",
    "Picture",
    "Table",
    "WrongTableError",
    "__version__",
    "games",
    "open",
    "query",
    "render",
    "tabulate",
    "verify",
]
