"""The number of a release is the same wherever it stands (packaging/release-number)."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging/release-number"
PLACES = [
    "Cargo.toml", "CITATION.cff", "CHANGELOG.md", "packaging/container/Containerfile", "packaging/container/README.md",
    "packaging/container/grundytab.def",
]


@pytest.fixture
def tree(tmp_path):
    """A copy of the files that tell the number, which can be changed."""
    for name in [*PLACES, "packaging/release-number"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def run(tree, *arguments):
    command = [sys.executable, tree / "packaging/release-number", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_all_numbers_of_the_repository_are_equal():
    """Catches a number that was raised in one place alone."""
    assert subprocess.run([sys.executable, SCRIPT, "--check"]).returncode == 0


@pytest.mark.parametrize("name", [name for name in PLACES if name not in ("Cargo.toml", "CHANGELOG.md")])
def test_another_number_is_found(tree, name):
    """Catches a check that overlooks a place."""
    text = (tree / name).read_text()
    number = re.search(r'\n\[workspace.package\]\nversion = "(.+)"', (tree / "Cargo.toml").read_text())[1]
    assert number in text
    (tree / name).write_text(text.replace(number, "99.0.0"))
    ran = run(tree, "--check")
    assert ran.returncode == 1 and name in ran.stderr


def test_a_release_is_written_everywhere(tree):
    """Catches a place that keeps the former number or date."""
    assert run(tree, "99.1.2").returncode == 0
    assert run(tree, "--check").returncode == 0
    assert "\n## [99.1.2] - 20" in (tree / "CHANGELOG.md").read_text()
