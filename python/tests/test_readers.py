"""The Python of the documents is run as it stands: the recipes of docs/readers.md one after the other, and
what the two README.md show."""

import ast
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "readers.md").read_text()


@pytest.fixture
def stores(tmp_path, monkeypatch):
    """The three stores that the page begins with, made by the commands that it shows."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jobs.toml").write_text(re.search(r"```toml\n(.*?)```", TEXT, re.S)[1])
    program = os.path.join(os.path.dirname(sys.executable), "grundytab")
    commands = re.findall(r"^    grundytab (.*)$", TEXT, re.M)
    assert len(commands) == 3
    for command in commands:
        subprocess.run([program, *command.split()], check=True, capture_output=True)
    return tmp_path


def test_recipes(stores):
    recipes = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    assert len(recipes) >= 5
    names = {}
    for recipe in recipes:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            exec(compile(recipe, "docs/readers.md", "exec"), names)


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
