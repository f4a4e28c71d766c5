"""Writes the values of tables once more, by zarr-python.

rewrite FOLDER: writes the values of each NUMBER.zarr in the folder into it once more, and prints whether the bytes of its
chunks have changed.

store FOLDER: stores the array of each NUMBER.zarr in the folder anew, by the same codecs at another level.
"""

import shutil
import sys
from pathlib import Path

import zarr
from zarr.codecs import BloscCodec, Crc32cCodec, ZstdCodec


def chunks_of(path):
    return {file: file.read_bytes() for file in path.rglob("c/**/*") if file.is_file()}


def rewrite(folder):
    for path in sorted(folder.glob("*.zarr")):
        before = chunks_of(path)
        [(_, array)] = zarr.open_group(path, mode="r+").arrays()
        values = array[...]
        array[...] = values
        after = chunks_of(path)
        assert before.keys() == after.keys(), path
        print(path.name, "is changed" if before != after else "is as it was")


def store(folder):
    for path in sorted(folder.glob("*.zarr")):
        [(name, old)] = zarr.open_group(path, mode="r").arrays()
        values, attributes = old[...], dict(old.attrs)
        compressor = {
            "BloscCodec": BloscCodec(typesize=old.dtype.itemsize, cname="lz4", clevel=9, shuffle="bitshuffle", blocksize=0),
            "ZstdCodec": ZstdCodec(level=9, checksum=True),
            "Crc32cCodec": None,
        }[type(old.compressors[0]).__name__]
        settings = {
            "shape": old.shape,
            "chunks": old.chunks,
            "shards": old.shards,
            "dtype": old.dtype,
            "fill_value": old.fill_value,
            "compressors": [codec for codec in [compressor, Crc32cCodec()] if codec],
            "attributes": attributes,
            "dimension_names": old.metadata.dimension_names,
            # Chunks that hold nothing but the fill value belong to the domain in tables of outcomes alone.
            "config": {"write_empty_chunks": old.dtype.kind == "b"},
        }
        shutil.rmtree(path / name)
        zarr.create_array(path / name, **settings)[...] = values


{"rewrite": rewrite, "store": store}[sys.argv[1]](Path(sys.argv[2]))
