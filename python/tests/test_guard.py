"""The selftest before the first use of a GPU. A software adapter stands for a hardware GPU, by a variable that builds
with debug assertions read, as those for these tests are."""

import json
import os
import sys
import warnings

import grundytab
import pytest

pytestmark = [
    pytest.mark.skipif(
        os.environ.get("GRUNDYTAB_NO_GPU_TESTS") == "1", reason="GRUNDYTAB_NO_GPU_TESTS"
    ),
    pytest.mark.skipif(os.name != "posix", reason="the stand-ins are scripts of the shell"),
]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A user with a hardware GPU who has tested nothing yet."""
    cache = tmp_path / "cache"
    monkeypatch.setenv("GRUNDYTAB_CACHE", str(cache))
    monkeypatch.setenv("GRUNDYTAB_INJECTED_HARDWARE", "1")
    return cache


def long_job():
    """Asks for what takes the CPU long, and is refused for want of memory once the engine is chosen."""
    with pytest.raises(MemoryError):
        grundytab.tabulate("wythoff+block=4", box=1_000_000, quantity="palaces")


def outcomes(cache):
    return [json.loads(path.read_text())["verdict"]["outcome"] for path in cache.glob("*")]


def test_python_starts_the_selftest(cache):
    """Catches a child that does not start from Python, or is another program than the module."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        long_job()
    assert outcomes(cache) == ["passed"]


def test_a_gpu_that_crashes_is_not_taken(cache, tmp_path, monkeypatch):
    """Catches a bad verdict that nobody is told, and one that is forgotten."""
    child = tmp_path / "child"
    started = tmp_path / "started"
    begun = json.dumps({"begun": grundytab.__version__})
    child.write_text(f"#!/bin/sh\necho x >> '{started}'\necho '{begun}'\nkill -SEGV $$\n")
    child.chmod(0o755)
    monkeypatch.setenv("GRUNDYTAB_INJECTED_SELFTEST", f"60:{child}")
    for _ in range(2):
        with pytest.warns(RuntimeWarning, match="its selftest crashed.*SIGSEGV.*the cpu engine"):
            long_job()
    assert started.read_text() == "x\n" and outcomes(cache) == ["crashed"]
    with pytest.warns(RuntimeWarning, match="is used as requested, but its selftest crashed"):
        assert grundytab.tabulate("wythoff", box=3, engine="gpu").sum() == 9


@pytest.mark.parametrize("executable", [None, "", "/usr/bin/blender"])
def test_other_programs_are_not_started(cache, monkeypatch, executable):
    """Catches a program that embeds Python being started over and over, and a GPU that is taken untested."""
    monkeypatch.setattr(sys, "executable", executable)
    with pytest.warns(RuntimeWarning, match="has not been tested.*grundytab selftest"):
        long_job()
    assert not cache.exists()
