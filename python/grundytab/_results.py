"""What the functions return."""

import html
import os
import struct
import tempfile
from pathlib import Path


class Report(dict):
    """What a command has found: a dict, as docs/json.md describes it, whose keys are attributes too where a dict has no
    method of that name. Positions are tuples, so that they are indices of tables."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self):
        return [*super().__dir__(), *self]


def plain(found):
    """Makes tuples of the lists of whole numbers in a report."""
    if isinstance(found, dict):
        for key, value in found.items():
            found[key] = plain(value)
        return found
    if isinstance(found, list):
        if found and all(type(value) is int for value in found):
            return tuple(found)
        return [plain(value) for value in found]
    return found


# How files of pictures begin, and what their names end with.
KINDS = {".png": b"\x89PNG\r\n\x1a\n", ".pdf": b"%PDF", ".svg": b"<"}


class Picture:
    """A picture of a table, which notebooks show."""

    def __init__(self, data):
        self.data = data

    @property
    def kind(self):
        """What the name of its file ends with, as in ".png"."""
        return next((kind for kind, start in KINDS.items() if self.data.startswith(start)), None)

    @property
    def png(self):
        """The picture as a PNG file, if it is one."""
        return self.data if self.kind == ".png" else None

    @property
    def width(self):
        """The pixels of a PNG picture from left to right."""
        return self._size()[0]

    @property
    def height(self):
        """The pixels of a PNG picture from top to bottom."""
        return self._size()[1]

    def _size(self):
        return struct.unpack(">II", self.data[16:24]) if self.kind == ".png" else (None, None)

    def _repr_png_(self):
        return self.png

    def _repr_svg_(self):
        return self.data.decode() if self.kind == ".svg" else None

    def save(self, path):
        """Writes the picture to a file. A picture that is there is replaced, and nothing else."""
        path = Path(path)
        if path.name in ("", ".."):
            raise ValueError(f"{path}: not the name of a picture; give one, as in wythoff.png")
        if path.is_dir() or (path.is_file() and not is_picture(path)):
            raise FileExistsError(f"{path}: something that is no picture is there; choose another path")
        if path.suffix in {*KINDS, ".txt", ".jpg", ".jpeg"} - {self.kind}:
            raise ValueError(f"{path}: the picture is another; give a name that ends with {self.kind}")
        file = tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False)
        try:
            with file:
                file.write(self.data)
            # As the system makes files for this user.
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(file.name, 0o666 & ~mask)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise

    def __repr__(self):
        size = f" of {self.width} x {self.height} pixels" if self.png else f", {self.kind}"
        return f"<grundytab.Picture{size}>"


def is_picture(path):
    start = path.open("rb").read(8)
    return not start or any(start.startswith(kind) for kind in KINDS.values())


class View:
    """A page on which a table is explored in a browser of this machine, until it is closed."""

    def __init__(self, url, close):
        self.url = url
        self._close = close

    def close(self):
        """Ends the page."""
        self._close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _repr_html_(self):
        # The page is shown in no frame of another page, which could guide what is clicked there.
        url = html.escape(self.url)
        return f'<a href="{url}" target="_blank">{url}</a>'

    def __repr__(self):
        return f"<grundytab.View {self.url}>"
