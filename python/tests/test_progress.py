"""The bar of a call."""

import pytest

pytest.importorskip("tqdm")

from grundytab._progress import Progress


def test_a_bar_says_100_percent_at_the_end_alone(capsys):
    """Catches a share that is rounded to 100 while there is something left to do."""
    for done, length, words in [(0, 7, "  0%|"), (1999, 2000, " 99%|"), (2000, 2000, "100%|")]:
        with Progress("tabulate", True) as progress:
            progress("", done, length)
            progress.bar.refresh()
        assert f"tabulate: {words}" in capsys.readouterr().err
