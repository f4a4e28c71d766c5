#!/usr/bin/env python3
"""Compiles the SPIR-V files of a folder for AMD's GPUs, by Mesa's driver RADV, which needs no GPU for this, and
judges the machine code: usual games spill no registers to memory, and what invocations hand on to one another is
loaded from the cache that all share, not from one of their own. Looks whether two faults that are planted are found.

usage: compile_for_amd.py FOLDER, with RADV as the only driver of Vulkan and the Python package `vulkan`
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from module import Module

# From 2016 to 2022; GCN 4 and 5, RDNA 1 to 3.
GENERATIONS = ["polaris10", "vega10", "navi10", "navi21", "gfx1100"]
MARK = "== pipeline "
# Bindings of each group; the first one of all is the uniform.
BINDINGS = (32, 1, 4, 8)
DESCRIPTOR_BYTES = 16


def compile_all(files):
    """Compiles files for the generation that the environment says. RADV prints the machine code to stderr."""
    import vulkan as vk

    application = vk.VkApplicationInfo(apiVersion=vk.VK_MAKE_VERSION(1, 3, 0))
    instance = vk.vkCreateInstance(vk.VkInstanceCreateInfo(pApplicationInfo=application), None)
    adapter = vk.vkEnumeratePhysicalDevices(instance)[0]
    print(vk.vkGetPhysicalDeviceProperties(adapter).deviceName)
    queue = vk.VkDeviceQueueCreateInfo(queueFamilyIndex=0, queueCount=1, pQueuePriorities=[1.0])
    features = vk.VkPhysicalDeviceFeatures(robustBufferAccess=vk.VK_TRUE)
    device = vk.vkCreateDevice(
        adapter, vk.VkDeviceCreateInfo(pQueueCreateInfos=[queue], pEnabledFeatures=features), None)

    def group_layout(group):
        uniform, storage = vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
        bindings = [
            vk.VkDescriptorSetLayoutBinding(
                binding=binding, descriptorType=uniform if group == binding == 0 else storage, descriptorCount=1,
                stageFlags=vk.VK_SHADER_STAGE_COMPUTE_BIT)
            for binding in range(BINDINGS[group])]
        return vk.vkCreateDescriptorSetLayout(device, vk.VkDescriptorSetLayoutCreateInfo(pBindings=bindings), None)

    groups = [group_layout(group) for group in range(len(BINDINGS))]
    layout = vk.vkCreatePipelineLayout(device, vk.VkPipelineLayoutCreateInfo(pSetLayouts=groups), None)
    for path in files:
        code = Path(path).read_bytes()
        info = vk.VkShaderModuleCreateInfo(codeSize=len(code), pCode=code)
        stage = vk.VkPipelineShaderStageCreateInfo(
            stage=vk.VK_SHADER_STAGE_COMPUTE_BIT, module=vk.vkCreateShaderModule(device, info, None),
            pName=entry_point(path))
        os.write(2, f"\n{MARK}{path}\n".encode())
        pipeline = vk.VkComputePipelineCreateInfo(stage=stage, layout=layout)
        vk.vkCreateComputePipelines(device, None, 1, [pipeline], None)


def entry_point(path):
    return Path(path).name.split(".")[-3]


def incoherent_loads(code, shared):
    """Returns the loads of buffers that are not coherent, and the names of those that are loaded coherently.

    `shared` are the names of the buffers that are to be, by the offsets of their descriptors: these lie in memory, from
    where they come into registers, four each, and from there for some time into lanes of vectors.
    """
    offsets, lanes, faults, coherent = {}, {}, [], set()
    for line in code.splitlines():
        line = line.split(";")[0].strip()
        descriptors = [int(first) for first in re.findall(r"\bs\[(\d+):\d+\]", line)]
        if loaded := re.match(r"s_load_(?:dwordx|b)(\d+) .*, (\S+)$", line):
            bits = int(loaded[1]) * (32 if "dword" in line else 1)
            first = int(loaded[2], 0) if loaded[2][0].isdigit() else 0
            offsets |= {descriptors[0] + word: first + 4 * word for word in range(bits // 32)}
        elif kept := re.match(r"v_writelane_b32 (v\d+), s(\d+), (\d+)", line):
            lanes[kept[1], kept[3]] = offsets.get(int(kept[2]))
        elif taken := re.match(r"v_readlane_b32 s(\d+), (v\d+), (\d+)", line):
            offsets[int(taken[1])] = lanes.get((taken[2], taken[3]))
        elif re.match(r"(s_)?buffer_load_", line):
            offset = offsets.get(descriptors[-1])
            if offset is None:
                faults.append(f"of an unknown buffer: {line}")
            elif offset in shared and " glc" in line:
                coherent.add(shared[offset])
            elif offset in shared:
                faults.append(f"of {shared[offset]}: {line}")
    return faults, coherent


def judge(path, text):
    """Returns how much of its registers a pipeline spills to memory, what `incoherent_loads` finds, and the names of
    all buffers that are to be loaded coherently."""
    def statistic(name):
        return int(re.search(rf"^{name}: (\d+)", text, re.M)[1])

    loaded = {} if entry_point(path) in ("gather", "scatter") else Module(original(path)).atomically_loaded()
    # The uniform is not among the descriptors in memory.
    shared = {DESCRIPTOR_BYTES * (binding - 1): name for binding, name in loaded.items()}
    code = text.split("disasm:")[1].split("s_endpgm")[0]
    faults, coherent = incoherent_loads(code, shared) if shared else ([], set())
    return statistic("Scratch size") + statistic("Spilled VGPRs"), faults, coherent, set(shared.values())


def original(path):
    """Returns the file that a file with a planted fault was made from, or the file itself."""
    return Path(path).with_suffix(".spv")


def judge_all(generation, files):
    """Compiles files for a generation; returns the name of the GPU, and what is found for each file."""
    environment = {
        **os.environ, "RADV_FORCE_FAMILY": generation, "RADV_DEBUG": "shaders,asm,shaderstats,nocache",
        "MESA_SHADER_CACHE_DISABLE": "true"}
    ran = subprocess.run(
        [sys.executable, __file__, "--compile", *map(str, files)], env=environment, capture_output=True, text=True)
    parts = ran.stderr.split(f"\n{MARK}")[1:]
    is_named = generation.upper() in ran.stdout
    if ran.returncode or len(parts) != len(files) or "disasm:" not in ran.stderr or not is_named:
        sys.exit(f"RADV has not compiled all kernels for {generation}:\n{ran.stderr[-2000:]}")
    return ran.stdout.strip(), {path: judge(path, text) for path, text in zip(files, parts)}


def main(folder):
    files = sorted(folder.glob("vulkan1.3.*.spv"))
    if not files:
        sys.exit(f"no SPIR-V in {folder}")
    grundy = next(path for path in files if ".vector_grundy.tabulate.search" in path.name)
    plain = Module(grundy).with_plain_loads().write(grundy.with_suffix(".plain"))
    spilling = folder / "spilling.tabulate.search.spv"
    with ThreadPoolExecutor(2) as pool:
        judged = list(pool.map(lambda generation: judge_all(generation, [*files, plain, spilling]), GENERATIONS))
    faults, buffers = [], set()
    for name, found in judged:
        if not found.pop(spilling)[0]:
            faults.append(f"{name}: a large array in registers was planted, and not found")
        if not found.pop(plain)[1]:
            faults.append(f"{name}: plain loads were planted, and not found")
        coherent, shared = set(), set()
        for path, (spilled, incoherent, loaded, wanted) in found.items():
            if spilled and ".usual" in path.name:
                faults.append(f"{name}: {path.name} spills registers: {spilled}")
            faults += [f"{name}: {path.name} has a load that is not coherent, {load}" for load in incoherent]
            kernel = path.name.split(".")[4]
            coherent |= {f"{buffer} in {kernel}" for buffer in loaded}
            shared |= {f"{buffer} in {kernel}" for buffer in wanted}
        faults += [f"{name}: no load was seen of {buffer}" for buffer in sorted(shared - coherent)]
        buffers |= shared
        others = sum(1 for spilled, *_ in found.values() if spilled)
        print(f"{name}: {len(found)} pipelines; no usual game spills registers to memory, {others} of others do")
    if faults:
        sys.exit("\n".join(faults))
    print(f"Loads are coherent of {', '.join(sorted(buffers))}. Plain loads and a large array, planted, were found.")


if sys.argv[1] == "--compile":
    compile_all(sys.argv[2:])
else:
    main(Path(sys.argv[1]))
