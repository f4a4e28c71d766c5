"""The recipes of docs/readers.md, as they stand on the page: makes the stores that it names, and runs its recipes.

    python tests/readers.py PROGRAM

runs all of them in a folder of its own, each in its language; scripts/readers has installed what they need. Of
Julia there is no package to install.
"""

import os
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

TEXT = (Path(__file__).resolve().parents[1] / "docs" / "readers.md").read_text()


def sections():
    """The text of each section, by its heading; what stands before the first by an empty one."""
    headings = re.split(r"^## (.*)$", TEXT, flags=re.M)
    return {"": headings[0], **dict(zip(headings[1::2], headings[2::2]))}


def recipes(section, language):
    return re.findall(rf"```{language}\n(.*?)```", sections()[section], re.S)


def make(program, section, folder):
    """Runs the commands of a section."""
    if "```toml" in sections()[section]:
        [jobs] = recipes(section, "toml")
        (folder / "jobs.toml").write_text(jobs)
    commands = re.findall(r"^    grundytab (.*)$", sections()[section], re.M)
    for command in commands:
        subprocess.run([program, *command.split()], check=True, capture_output=True, cwd=folder)
    return len(commands)


def run_python(recipe, names, strictly=True):
    with warnings.catch_warnings():
        warnings.simplefilter("error" if strictly else "default")
        exec(compile(recipe, "docs/readers.md", "exec"), names)


def main(program):
    names = {}
    others = {"js": ["node", "recipe.mjs"], "r": ["Rscript", "recipe.R"]}
    with tempfile.TemporaryDirectory() as folder:
        # Node looks for its packages above the file.
        modules = Path.cwd() / "node_modules"
        folder = Path(folder)
        (folder / "node_modules").symlink_to(modules)
        os.chdir(folder)
        for section in sections():
            make(program, section, folder)
            ran = []
            for recipe in recipes(section, "python"):
                run_python(recipe, names, strictly=False)
                ran.append("python")
            for language, command in others.items():
                for recipe in recipes(section, language):
                    (folder / command[1]).write_text(recipe)
                    subprocess.run(command, check=True, cwd=folder)
                    ran.append(language)
            print(f"{section or 'the stores'}: {', '.join(ran) or 'nothing to run'}", flush=True)


if __name__ == "__main__":
    main(str(Path(sys.argv[1]).resolve()))
