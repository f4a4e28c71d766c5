"""SPIR-V as a list of instructions, as far as the witnesses look at it. The numbers are those of its specification."""

import struct
from pathlib import Path

HEADER_WORDS = 5
# Opcodes.
NAME, VOID_TYPE, ARRAY_TYPE, STRUCT_TYPE, POINTER_TYPE, LOAD, ACCESS_CHAIN, DECORATE, MEMBER_DECORATE, ATOMIC_LOAD = (
    5, 19, 28, 30, 32, 61, 65, 71, 72, 227)
# Decorations.
ARRAY_STRIDE, BINDING, DESCRIPTOR_SET, OFFSET = 6, 33, 34, 35
# Storage classes that no other program shares.
WORKGROUP, PRIVATE, FUNCTION = 4, 6, 7


class Module:
    """The header, and for each instruction its opcode and its operands."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        words = struct.unpack(f"<{len(data) // 4}I", data)
        self.header = words[:HEADER_WORDS]
        self.instructions = []
        at = HEADER_WORDS
        while at < len(words):
            length = words[at] >> 16
            self.instructions.append((words[at] & 0xFFFF, list(words[at + 1:at + length])))
            at += length

    def write(self, path):
        """Writes the module to a file, and returns its path."""
        words = list(self.header)
        for opcode, operands in self.instructions:
            words += [(len(operands) + 1) << 16 | opcode, *operands]
        Path(path).write_bytes(struct.pack(f"<{len(words)}I", *words))
        return path

    def all(self, opcode):
        """Lists the operands of all instructions with an opcode."""
        return [operands for found, operands in self.instructions if found == opcode]

    def decorations(self, decoration):
        """Returns the number that a decoration gives to each id that has it."""
        return {operands[0]: operands[2] for operands in self.all(DECORATE) if operands[1] == decoration}

    def without_layouts_in_own_memory(self):
        """Leaves out what naga decorates against the rules: where the elements of arrays and the members of structs
        lie in memory that no other program shares."""
        parts = {operands[0]: operands[1:2] for operands in self.all(ARRAY_TYPE)}
        parts |= {operands[0]: operands[1:] for operands in self.all(STRUCT_TYPE)}
        own = {pointee for _, storage, pointee in self.all(POINTER_TYPE) if storage in (WORKGROUP, PRIVATE, FUNCTION)}
        while not own.issuperset(inner := {part for ty in own for part in parts.get(ty, [])}):
            own |= inner

        def is_layout(opcode, operands):
            decoration = {DECORATE: operands[1:2], MEMBER_DECORATE: operands[2:3]}.get(opcode)
            return decoration in ([ARRAY_STRIDE], [OFFSET]) and operands[0] in own

        self.instructions = [instruction for instruction in self.instructions if not is_layout(*instruction)]
        return self

    def atomically_loaded(self):
        """Returns the names of the buffers of group 0 that are loaded atomically, by their bindings."""
        groups, bindings = self.decorations(DESCRIPTOR_SET), self.decorations(BINDING)
        bases = {operands[1]: operands[2] for operands in self.all(ACCESS_CHAIN)}
        loaded = {operands[2] for operands in self.all(ATOMIC_LOAD)}
        while chains := loaded & bases.keys():
            loaded = loaded - chains | {bases[chain] for chain in chains}
        names = {operands[0]: struct.pack(f"<{len(operands) - 1}I", *operands[1:]).split(b"\0")[0].decode()
                 for operands in self.all(NAME)}
        return {bindings[variable]: names[variable] for variable in loaded if groups.get(variable) == 0}

    def with_plain_loads(self):
        """Makes every atomic load a plain one."""
        self.instructions = [
            (LOAD, operands[:3]) if opcode == ATOMIC_LOAD else (opcode, operands)
            for opcode, operands in self.instructions]
        return self
