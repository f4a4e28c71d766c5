"""Long work: ctrl-C ends it soon and leaves what can be resumed, other threads go on meanwhile, and a
process can be forked afterwards."""

import os
import signal
import subprocess
import sys
import threading
import time

import grundytab
import numpy as np
import pytest

# The reference engine takes minutes for this table, and is asked to stop between layers.
INTERRUPTED = """
import sys, time, grundytab
print("begins", flush=True)
try:
    grundytab.tabulate("wythoff", box=1500, engine="reference", **eval(sys.argv[1]))
except KeyboardInterrupt as told:
    print("interrupted", time.monotonic(), told, flush=True)
    # Python goes on as ever.
    assert grundytab.tabulate("wythoff", box=3).sum() == 9
"""


@pytest.mark.parametrize("stored", [False, True])
def test_ctrl_c(stored, tmp_path):
    path = tmp_path / "t.zarr"
    arguments = dict(out=str(path), tile=64) if stored else {}
    program = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, repr(arguments)], stdout=subprocess.PIPE, text=True
    )
    assert program.stdout.readline() == "begins\n"
    time.sleep(1.0)
    sent = time.monotonic()
    program.send_signal(signal.SIGINT)
    words = program.stdout.readline().split()
    assert words[0] == "interrupted" and ("resume=True)" in words) == stored
    # Half a second, and a machine that does other things too.
    assert float(words[1]) - sent < 2.0
    assert program.wait(10) == 0
    left = sorted(entry.name for entry in tmp_path.iterdir())
    assert left == (["t.zarr.partial"] if stored else [])
    if stored:
        with pytest.raises(FileExistsError, match="resume=True"):
            grundytab.tabulate("wythoff", box=1500, tile=64, out=path)
        table = grundytab.tabulate("wythoff", box=1500, tile=64, out=path, resume=True)
        assert table.info()["interruptions"][0]["ended"] == "interrupted"
        assert grundytab.verify(table, sample=100)["all_hold"]
        assert [entry.name for entry in tmp_path.iterdir()] == ["t.zarr"]


def test_other_threads_go_on():
    """Catches a function that holds Python's global lock while it computes."""
    done = threading.Event()
    counts = []

    def count():
        while not done.wait(0.01):
            counts.append(time.monotonic())

    thread = threading.Thread(target=count)
    thread.start()
    # Until one call takes long enough to tell.
    for side in [50, 100, 200, 400, 800]:
        begin = time.monotonic()
        grundytab.tabulate("wythoff", box=side, engine="reference", threads=1)
        end = time.monotonic()
        if end - begin > 0.5:
            break
    done.set()
    thread.join()
    meanwhile = [at for at in counts if begin <= at <= end]
    assert len(meanwhile) > (end - begin) / 0.1, f"{len(meanwhile)} in {end - begin} s"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_process_can_be_forked_afterwards():
    """Catches threads that outlive the work: a child that has lost them would wait for ever."""
    program = """
import os, signal, grundytab
grundytab.tabulate("wythoff", box=100)
child = os.fork()
if child == 0:
    signal.alarm(20)
    os._exit(0 if grundytab.tabulate("wythoff", box=100).sum() > 0 else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True, timeout=60)


@pytest.mark.skipif(sys.platform != "linux", reason="the size of the process is read from /proc")
def test_small_reads_start_no_threads(tmp_path):
    """Catches a thread for each core, which lives for one index: there is no room for the stack of one."""
    path = str(tmp_path / "t.zarr")
    grundytab.tabulate("wythoff", box=600, quantity="outcome", tile=100, out=path)
    program = """
import resource, sys, grundytab
table = grundytab.open(sys.argv[1])
grundytab.open, table.shape, table[0:0]
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (3 << 19)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    grundytab.tabulate("wythoff", box=2, threads=1)
except RuntimeError as error:
    assert "threads cannot be started" in str(error), error
else:
    raise AssertionError("a thread was started")
assert table[3, 5] == 1 and table[4, 5] == 0
# A row crosses tiles.
assert table[3].shape == (600,) and table[3, :9].tolist() == [0, 0, 0, 0, 0, 1, 0, 0, 0]
assert grundytab.query(table, (4, 5)).winning_moves == [(1, 2), (3, 5)]
"""
    subprocess.run([sys.executable, "-c", program, path], check=True, timeout=60)


def test_the_program_is_there(tmp_path):
    program = os.path.join(os.path.dirname(sys.executable), "grundytab")
    run = lambda *words: subprocess.run([program, *words], capture_output=True, text=True)
    said = run("--version")
    assert (said.returncode, said.stdout) == (0, f"grundytab {grundytab.__version__}\n")
    path = str(tmp_path / "t.zarr")
    assert run("tabulate", "wythoff", "--box", "9", "--out", path).returncode == 0
    answer = run("query", path, "3,5")
    assert (answer.returncode, answer.stdout) == (0, "(3, 5): Grundy value 0, P-position\n  winning moves: 0\n")
    refused = run("tabulate", "chess", "--box", "9", "--out", path)
    assert refused.returncode == 2 and "there is no game named" in refused.stderr
    as_module = subprocess.run([sys.executable, "-m", "grundytab", "info", "none"], capture_output=True)
    assert as_module.returncode == 4


@pytest.mark.skipif(os.name != "posix", reason="signals are those of Unix")
def test_ctrl_c_ends_the_program(tmp_path):
    program = os.path.join(os.path.dirname(sys.executable), "grundytab")
    words = ["tabulate", "wythoff", "--box", "1500", "--engine", "reference"]
    run = subprocess.Popen([program, *words, "--out", str(tmp_path / "t.zarr")], stderr=subprocess.PIPE)
    time.sleep(1.5)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=10)
    assert run.returncode == 130 and b"interrupted" in said, said


needs_gpu = pytest.mark.skipif(
    os.environ.get("GRUNDYTAB_NO_GPU_TESTS") == "1", reason="GRUNDYTAB_NO_GPU_TESTS"
)


@needs_gpu
@pytest.mark.parametrize("how", ["memory", "stored", "overwritten"])
def test_the_cpu_goes_on_where_a_gpu_fails(how, tmp_path, monkeypatch):
    """Catches a run that gives up, begins anew or says nothing. The fault is one that builds with debug
    assertions inject, as those for these tests are."""
    monkeypatch.setenv("GRUNDYTAB_INJECTED_FAULT", "lost:20")
    path = tmp_path / "t.zarr"
    arguments = {} if how == "memory" else {"out": path, "overwrite": how == "overwritten"}
    with pytest.warns(RuntimeWarning, match="the device was lost.*the cpu engine goes on"):
        found = grundytab.tabulate("wythoff", box=100, tile=16, adapter="", **arguments)
    assert (np.asarray(found) == grundytab.tabulate("wythoff", box=100, engine="cpu")).all()
    if how != "memory":
        assert found.info()["engine"] == "cpu"
        assert found.info()["interruptions"][0]["positions"] > 0
        assert grundytab.verify(found, full=True)["positions_checked"] == 10_000


@needs_gpu
def test_a_gpu_that_was_asked_for_is_not_replaced(tmp_path, monkeypatch):
    monkeypatch.setenv("GRUNDYTAB_INJECTED_FAULT", "lost:20")
    path = tmp_path / "t.zarr"
    with pytest.raises(RuntimeError, match="the device was lost"):
        grundytab.tabulate("wythoff", box=100, tile=16, engine="gpu", out=path)
    assert not path.exists()
    monkeypatch.delenv("GRUNDYTAB_INJECTED_FAULT")
    table = grundytab.tabulate("wythoff", box=100, tile=16, engine="cpu", out=path, resume=True)
    assert table.info()["interruptions"][0]["positions"] > 0


def test_nothing_is_printed():
    """Catches notes and complaints on the streams of the process that has imported the module."""
    program = """
import os, grundytab
assert grundytab.tabulate("wythoff", box=400).shape == (400, 400)
try:
    grundytab.tabulate("wythoff", box=9, engine="gpu", adapter="no such adapter")
except RuntimeError as error:
    assert "adapter" in str(error), error
assert "XDG_RUNTIME_DIR" not in os.environ
"""
    environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_threads_that_list_adapters_take_turns():
    """Catches a variable of the process that one thread removes while another lists adapters: the second
    removal fails, or its complaint is printed, or the variable stays."""
    program = """
import os, threading, grundytab
said = []
def ask():
    for _ in range(5):
        try:
            grundytab.tabulate("wythoff", box=9, engine="gpu", adapter="no such adapter")
        except Exception as error:
            said.append((type(error), str(error)))
threads = [threading.Thread(target=ask) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(said) == 20 and len(set(said)) == 1 and said[0][0] is RuntimeError, set(said)
assert "adapter" in said[0][1], said[0]
assert "XDG_RUNTIME_DIR" not in os.environ
"""
    environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=120
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
