"""The notebooks of docs/ are executed, and say what they said when they were stored.

`python python/tests/test_notebook.py` executes them and stores what they say now.
"""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

DOCS = Path(__file__).resolve().parents[2] / "docs"
NOTEBOOKS = [DOCS / "notebook.ipynb", *sorted((DOCS / "notebooks").glob("*.ipynb"))]


def executed(path, folder):
    notebook = nbformat.read(path, as_version=4)
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


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks(path, tmp_path):
    now = list(said(executed(path, tmp_path)))
    assert len(now) >= 3
    assert now == list(said(nbformat.read(path, as_version=4)))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 5


if __name__ == "__main__":
    import tempfile

    for path in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            nbformat.write(executed(path, folder), path)
