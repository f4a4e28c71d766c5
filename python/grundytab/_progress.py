"""How far a call is, shown by tqdm."""

import sys
import time

# Work that takes less is not worth a bar that nobody has asked for.
DELAY = 1.0


def is_interactive():
    ipython = sys.modules.get("IPython")
    return hasattr(sys, "ps1") or (ipython is not None and ipython.get_ipython() is not None)


class Progress:
    """Shows how far a call is: by a bar, by a function, or not at all."""

    def __init__(self, command, asked):
        self.command, self.bar, self.function, self.doing = command, None, None, ""
        self.delay = None
        if asked is None:
            if is_interactive():
                self.delay = DELAY
        elif callable(asked):
            self.function = asked
        elif asked:
            self.delay = 0.0
            load(True)
        self.began = time.monotonic()

    def __call__(self, doing, done, length):
        if self.function and length:
            self.function(done, length)
        if self.delay is None or not (length or doing) or time.monotonic() - self.began < self.delay:
            return
        # A phase of the work has a rate of its own.
        is_other_phase = length and doing != self.doing
        if self.bar is not None and (is_other_phase or (self.bar.total or 0) != length):
            self.bar.close()
            self.bar = None
        if self.bar is None:
            tqdm = load(False)
            if tqdm is None:
                self.delay = None
                return
            # The rate is that of the rest, if an earlier run has done a part.
            options = dict(total=length or None, initial=done, unit=" positions", unit_scale=True)
            if length:
                options["bar_format"] = "{desc}: {whole_percent:3d}%|{bar}{r_bar}"
            self.bar = tqdm(desc=self.command, leave=False, **options)
            self.doing = doing
        if doing:
            self.bar.set_postfix_str(doing, refresh=False)
        # A further part of the work, which is as long, begins anew.
        self.bar.update(done - self.bar.n) if done >= self.bar.n else self.bar.reset(length)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.close()


def load(is_requested):
    """Returns tqdm's bar. In notebooks tqdm says itself what is missing for a bar there."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if is_requested:
            raise ImportError("progress=True shows a bar of tqdm: pip install tqdm") from None
        return None

    class Bar(tqdm):
        """A bar that says 100 % at the end alone, since it rounds down."""

        @property
        def format_dict(self):
            shown = super().format_dict
            shown["whole_percent"] = min(int(100 * shown["n"] // (shown["total"] or 1)), 100)
            return shown

    return Bar
