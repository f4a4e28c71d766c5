"""Writes chunks of tables as other programs than the one that made the tables may write them.

encode FOLDER: for each NUMBER.values in the folder writes chunks of Blosc, in many modes of numcodecs, each with
these values, random bytes or a constant, and prints a line of JSON about each. The program that reads them adds the
checksum.

rewrite FOLDER: writes the values of each NUMBER.zarr in the folder into it once more, by zarr-python, and prints
whether the bytes of its chunks have changed.

store FOLDER: stores the values of each NUMBER.zarr in the folder anew, by zarr-python: in the type that NUMBER.type
names, by the same codecs, which are set in another way.
"""

import itertools
import json
import os
import random
import shutil
import sys
from pathlib import Path

import numcodecs.blosc as blosc
import numpy as np
import zarr
from zarr.codecs import BloscCodec, Crc32cCodec, ZstdCodec


def modes(length):
    """cname, clevel, shuffle, blocksize, typesize and how blocks are split."""
    compressors = ["blosclz", "lz4", "lz4hc", "zlib", "zstd"]
    automatic = "FORWARD_COMPAT"
    if length < 128:
        # So few bytes are not compressed.
        return itertools.product(compressors, [0, 5], [0, 1, 2], [0], [1, 2], [automatic])
    if length < 12_000:
        return itertools.product(
            compressors, [0, 5], [0, 1, 2], [0, 1, 1000, 4096], [1, 2, 3, 4, 8, 255],
            [automatic, "ALWAYS"],
        )
    return itertools.product(compressors, [5, 9], [0, 1, 2], [0, 40_000], [1, 2, 4], [automatic])


def encode(folder):
    source = random.Random(5)
    # zarr-python sets it to False, and then the environment is not looked at.
    blosc.use_threads = True
    count = 0
    for file in sorted(folder.glob("*.values")):
        values = file.read_bytes()
        contents = {
            "values": values,
            "random": source.randbytes(len(values)),
            "constant": bytes([7]) * len(values),
        }
        for kind, content in contents.items():
            name = f"{file.stem}.{kind}"
            (folder / name).write_bytes(content)
            seen = set()
            for mode in modes(len(content)):
                cname, clevel, shuffle, blocksize, typesize, split = mode
                os.environ["BLOSC_SPLITMODE"] = split
                chunk = blosc.compress(content, cname.encode(), clevel, shuffle, blocksize, typesize)
                # Another level is often the same chunk.
                if chunk in seen:
                    continue
                seen.add(chunk)
                try:
                    assert blosc.decompress(chunk) == content
                except (AssertionError, RuntimeError):
                    # What is split into too many pieces numcodecs does not read either.
                    assert split == "ALWAYS", mode
                    continue
                flags = chunk[2]
                described = {
                    "chunk": f"{count}.chunk",
                    "content": name,
                    "mode": f"{name} {mode}",
                    "compressor": blosc.cbuffer_complib(chunk),
                    "is_copied": flags & 0x02 != 0,
                    "is_split": flags & 0x12 == 0,
                }
                (folder / described["chunk"]).write_bytes(chunk)
                print(json.dumps(described))
                count += 1


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
        data_type = np.dtype((folder / f"{path.stem}.type").read_text())
        if data_type.kind == "b":
            fill = False
        else:
            limits = np.iinfo(data_type)
            fill = limits.max if data_type.kind == "u" else limits.min
            outside = values == old.fill_value
            inside = values[~outside]
            assert limits.min <= inside.min() and inside.max() <= limits.max, path
            values = values.astype(data_type)
            values[outside] = fill
        if "_FillValue" in attributes:
            attributes["_FillValue"] = int(fill)
        compressor = {
            "BloscCodec": BloscCodec(typesize=1, cname="zstd", clevel=9, shuffle="shuffle", blocksize=4096),
            "ZstdCodec": ZstdCodec(level=9, checksum=True),
            "Crc32cCodec": None,
        }[type(old.compressors[0]).__name__]
        settings = {
            "shape": old.shape,
            "chunks": old.chunks,
            "shards": old.shards,
            "dtype": data_type,
            "fill_value": fill,
            "compressors": [codec for codec in [compressor, Crc32cCodec()] if codec],
            "attributes": attributes,
            "dimension_names": old.metadata.dimension_names,
            # Chunks that hold nothing but the fill value belong to the domain in tables of outcomes alone.
            "config": {"write_empty_chunks": data_type.kind == "b"},
        }
        shutil.rmtree(path / name)
        zarr.create_array(path / name, **settings)[...] = values


{"encode": encode, "rewrite": rewrite, "store": store}[sys.argv[1]](Path(sys.argv[2]))
