"""In a kernel of Jupyter: the stop button ends the work, a bar shows long work, and tables and pictures are shown."""

import time

import pytest
from jupyter_client.manager import start_new_kernel


@pytest.fixture(scope="module")
def kernel():
    manager, client = start_new_kernel(kernel_name="python3")
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def executed(kernel, code, interrupt_after=None):
    """What a cell shows: its data, what it prints, and how it ends."""
    manager, client = kernel
    data, printed, status = [], [], None
    client.execute(code)
    begin = time.monotonic()
    while status is None:
        if interrupt_after and time.monotonic() - begin > interrupt_after:
            manager.interrupt_kernel()
            interrupt_after = None
        try:
            message = client.get_iopub_msg(timeout=0.2)
        except Exception as error:
            assert type(error).__name__ == "Empty" and time.monotonic() - begin < 60, error
            continue
        content = message["content"]
        if message["msg_type"] in ("execute_result", "display_data"):
            data.append(content["data"])
        elif message["msg_type"] == "stream":
            printed.append(content["text"])
        elif message["msg_type"] == "error":
            data.append(content["ename"])
        elif message["msg_type"] == "status" and content["execution_state"] == "idle":
            status = "idle"
    client.get_shell_msg(timeout=10)
    return data, "".join(printed), time.monotonic() - begin


def test_a_session(kernel, tmp_path):
    """Catches a stop button that does nothing, and a kernel that is of no use afterwards; bars and notes that go to
    the terminal of the server; and tables that are shown as objects."""
    code = f"import grundytab; t = grundytab.tabulate('wythoff', box=50, out={str(tmp_path / 't.zarr')!r}); t"
    (shown,), printed, _ = executed(kernel, code)
    assert "data:image/png" in shown["text/html"] and "wythoff" in shown["text/plain"] and printed == ""
    (shown,), _, _ = executed(kernel, "t.render()")
    assert "image/png" in shown
    slow = "grundytab.tabulate('wythoff', box=1500, engine='reference')"
    data, printed, seconds = executed(kernel, slow, interrupt_after=2.5)
    assert data == ["KeyboardInterrupt"] and seconds < 8
    assert "tabulate" in printed and "positions" in printed
    data, printed, _ = executed(kernel, slow.replace(")", ", progress=False)"), interrupt_after=0.7)
    assert data == ["KeyboardInterrupt"] and printed == ""
    (shown,), _, _ = executed(kernel, "page = t.view(); page")
    assert shown["text/html"].startswith('<a href="http://127.0.0.1:')
    (shown,), _, _ = executed(kernel, "page.close(); int(t[3, 5]), len(t.list('p'))")
    # (0, 0), and the 19 pairs floor(n phi), floor(n phi^2) below 50, in both orders.
    assert shown["text/plain"] == "(0, 39)"
