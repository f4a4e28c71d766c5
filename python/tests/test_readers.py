"""The Python of the documents is run as it stands: the recipes of docs/readers.md one after the other, those of
docs/batch.md, and what the two README.md show."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import readers


# Dask leaves this warning out while it computes, by filters that its threads share: now and then one of them is heard.
@pytest.mark.filterwarnings("ignore:All-NaN slice encountered:RuntimeWarning")
def test_recipes(tmp_path, monkeypatch):
    """Other recipes need programs that scripts/readers installs."""
    monkeypatch.chdir(tmp_path)
    program = os.path.join(os.path.dirname(sys.executable), "grundytab")
    assert readers.make(program, "", tmp_path) == 3
    names = {}
    for section in ["zarr-python", "dask", "xarray", "numpy alone"]:
        recipes = readers.recipes(section, "python")
        assert recipes, section
        for recipe in recipes:
            readers.run_python(recipe, names)


def test_the_recipe_of_batches(tmp_path, monkeypatch):
    """The tables are smaller than those of the page."""
    monkeypatch.chdir(tmp_path)
    program = os.path.join(os.path.dirname(sys.executable), "grundytab")
    batch = (ROOT / "docs/batch.md").read_text()
    jobs = re.findall(r"```toml\n(.*?)```", batch, re.S)[0]
    Path("jobs.toml").write_text(jobs.replace("2000", "200"))
    subprocess.run([program, "batch", "jobs.toml", "--quiet"], check=True, stdout=subprocess.DEVNULL)
    [recipe] = re.findall(r"```python\n(.*?)```", batch, re.S)
    names = {}
    readers.run_python(recipe, names)
    assert len(names["found"]) == 9


@pytest.mark.parametrize("document", ["README.md", "python/README.md"])
def test_what_the_readmes_show(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(), re.S)
    shown = [text for text in shown if "import grundytab" in text]
    assert len(shown) == 1
    for text in shown:
        body = ast.parse(text).body
        names = {}
        exec(compile(ast.Module(body[:-1], []), document, "exec"), names)
        last = eval(compile(ast.Expression(body[-1].value), document, "eval"), names)
        # The comment in the last line says what comes.
        if (comment := text.rstrip().splitlines()[-1]).startswith("# "):
            assert repr(last) == comment[2:]
