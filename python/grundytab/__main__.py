"""The program grundytab, which the wheel carries: `grundytab`, or `python -m grundytab`."""

import os
import signal
import sys

from ._grundytab import run_program


def main() -> int:
    # The program handles ctrl-C itself; Python's handler would wait until it has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Without this variable a layer of Mesa complains on stderr, and the program would begin anew with
    # it; but this process is Python, which begins in other ways.
    if not os.path.isabs(os.environ.get("XDG_RUNTIME_DIR", "")):
        os.environ["XDG_RUNTIME_DIR"] = "/nonexistent"
    return run_program(["grundytab", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
