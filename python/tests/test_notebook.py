"""The notebook docs/notebook.ipynb is executed, and says what it said when it was stored.

`python python/tests/test_notebook.py` executes it and stores what it says now.
"""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebook.ipynb"


def executed(folder):
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=300,
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
        store_widget_state=False,
    )
    client.execute()
    for cell in notebook.cells:
        # When it was executed is nobody's business.
        cell.metadata.pop("execution", None)
    return notebook


def said(notebook):
    """What the cells say as text. Pictures may change, and have tests of their own."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "image/png" not in output.get("data", {}):
                yield output.get("text") or output["data"]["text/plain"]


def test_the_notebook(tmp_path):
    now = list(said(executed(tmp_path)))
    assert len(now) == 6
    assert now == list(said(nbformat.read(NOTEBOOK, as_version=4)))


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        nbformat.write(executed(folder), NOTEBOOK)
