"""Pictures: what comes is a PNG of the size that was requested, written whole or not at all."""

import os
import struct
import threading
import zlib
from pathlib import Path

import grundytab
import numpy as np
import pytest


@pytest.fixture
def wythoff(tmp_path):
    return grundytab.tabulate("wythoff", box=(9, 13), out=tmp_path / "wythoff.zarr")


def bits(png):
    """Decodes a PNG of one bit for each pixel without a filter, in which the first colour is black."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += 12 + length
    width, height, depth = struct.unpack(">IIB", chunks[b"IHDR"][:9])
    assert depth == 1
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, -1)
    assert (rows[:, 0] == 0).all(), "a filter"
    indices = np.unpackbits(rows[:, 1:], axis=1)[:, :width]
    palette = np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)
    return palette[indices]


def test_p_positions_are_black(wythoff):
    picture = grundytab.render(
        wythoff, palette="p-positions", scale=1, bare=True, origin="top-left"
    )
    assert (picture.width, picture.height) == (9, 13)
    # Columns are x, rows are y.
    is_black = (bits(picture.png) == 0).all(axis=2)
    assert (is_black.T == (np.asarray(wythoff) == 0)).all()
    assert picture._repr_png_() == picture.png
    assert "9 x 13" in repr(picture)


def test_files(wythoff, tmp_path):
    path = tmp_path / "w.png"
    for scale in [1, 2]:
        picture = grundytab.render(wythoff, scale=scale, bare=True, out=path)
        assert path.read_bytes() == picture.png
    picture.save(tmp_path / "again.png")
    assert (tmp_path / "again.png").read_bytes() == picture.png
    note = tmp_path / "note.txt"
    note.write_text("no picture")
    for place in [note, tmp_path, wythoff.path]:
        with pytest.raises(ValueError, match="choose another path|give "):
            grundytab.render(wythoff, out=place)
        with pytest.raises(FileExistsError, match="choose another path"):
            picture.save(place)
    # The name of a picture promises no other format.
    for name in ["w.svg", "w.pdf", "w.txt"]:
        with pytest.raises(ValueError, match="give a name that ends with .png"):
            picture.save(tmp_path / name)
        assert not (tmp_path / name).exists()
    with pytest.raises(ValueError, match="give a name that ends with .png"):
        grundytab.render(wythoff, out=tmp_path / "w.txt")
    for name, start in [("w.svg", b"<svg"), ("w.pdf", b"%PDF-")]:
        figure = grundytab.render(wythoff, out=tmp_path / name)
        assert figure.kind == Path(name).suffix and (tmp_path / name).read_bytes().startswith(start)
        (tmp_path / name).unlink()
    picture.save(tmp_path / "without")
    assert (tmp_path / "without").read_bytes() == picture.png
    # An empty file is nobody's picture yet.
    (tmp_path / "again.png").write_bytes(b"")
    picture.save(tmp_path / "again.png")
    grundytab.render(wythoff, out=os.devnull)
    with pytest.raises(ValueError, match="not the name of a picture"):
        picture.save(tmp_path / "..")
    with pytest.raises(ValueError):
        # The file is open already when the palette is refused.
        grundytab.render(wythoff, palette="nope", out=tmp_path / "new.png")
    with pytest.raises(FileNotFoundError):
        picture.save(tmp_path / "none" / "w.png")
    assert note.read_text() == "no picture"
    left = ["again.png", "note.txt", "w.png", "without", "wythoff.zarr"]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == left


def test_threads_may_save_to_one_path(wythoff, tmp_path):
    """Catches two threads that write under the same temporary name."""
    picture = grundytab.render(wythoff, scale=20)
    path, failures = tmp_path / "w.png", []

    def save():
        try:
            for _ in range(10):
                picture.save(path)
        except OSError as error:
            failures.append(error)

    threads = [threading.Thread(target=save) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [] and path.read_bytes() == picture.png
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["w.png", "wythoff.zarr"]


def test_shares_are_stretched_or_not(tmp_path):
    """Of Nim's P-positions one cell in 8 of each pixel on the diagonal is black: a grey as light as that, if
    it is not stretched."""
    table = grundytab.tabulate("nim", box=64, quantity="outcome", out=tmp_path / "nim.zarr")
    arguments = dict(palette="p-positions", scale="1/8", bare=True)
    plain = grundytab.render(table, no_stretch=True, **arguments).png
    assert grundytab.render(table, no_stretch=False, **arguments).png != plain
    assert grundytab.render(table, **arguments).png != plain


def test_planes_of_three_heaps(tmp_path):
    table = grundytab.tabulate("triangle", tokens=12, out=tmp_path / "t.zarr")
    assert grundytab.render(table, plane="z=3", scale=1, bare=True).width == 10
    assert grundytab.render(table, plane="sum=12").width > 100
    with pytest.raises(ValueError, match='plane="z=5"'):
        grundytab.render(table)


@pytest.mark.parametrize(
    "arguments, text",
    [
        (dict(palette="nope"), "p-positions"),
        (dict(scale=0), "scale"),
        (dict(scale=1.5), "scale"),
        (dict(region="1:2"), "a range for each axis"),
        (dict(region="0:99,0:2"), "0:99"),
        (dict(origin="left"), "bottom-left, top-left"),
        (dict(highlight=(99, 1)), "the table holds box 9x13"),
        (dict(highlight=[(-1, 1)]), "-1"),
        (dict(plane="z=1"), "two heaps"),
    ],
)
def test_refusals(wythoff, arguments, text):
    with pytest.raises(ValueError) as error:
        grundytab.render(wythoff, **arguments)
    assert text in str(error.value)


def test_one_position_or_several_are_marked(wythoff):
    pictures = [
        grundytab.render(wythoff, highlight=marked).png
        for marked in [(4, 5), [(4, 5)], [(4, 5), (0, 1)], []]
    ]
    assert pictures[0] == pictures[1]
    assert len(set(pictures)) == 3


def test_a_picture_holds_the_command_that_made_it(wythoff, tmp_path):
    """Catches a figure from Python that cannot be made again."""
    grundytab.render(wythoff, palette="p-positions", out=tmp_path / "w.png")
    command = grundytab.render(repeat=tmp_path / "w.png").command
    assert command.startswith("grundytab render ") and "--palette=p-positions" in command
    assert command.endswith(str(wythoff.path))
