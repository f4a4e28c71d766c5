// Grundy values of vector games.
// Counterpart of src/engine/cpu/vector_grundy.rs, which explains the idea; host half:
// src/engine/gpu/kernels/vector_grundy.rs.
// Joined after: sizes, output, front, lines, blocks, alterations.
//
// Blocks of a front share no line, and neither do cells of an antidiagonal, so line states need no
// atomics. Several invocations search for the value of one cell: with C = CELLS_AT_ONCE, invocation
// i is number i / C of those that cooperate on cell i % C.

// Lines of all rays together.
override LINES: u32;
// Words of a bitset of values.
override WORDS: u32;
// The value of a terminal position: 1 in misere play, else 0.
override TERMINAL_VALUE: u32;
// How often the occurrences of a value on a line are counted: once, and once more for each removed
// vector.
override PLANES: u32;

// The state of a line: the values seen on it. The indices, the first of which varies slowest, so that
// neighbouring cells read neighbouring words:
//   PLANES                plane p holds the values seen more than p times
//   WORDS                 word w holds the values VALUES_PER_WORD * w and up, a bit each
//   LINES                 line
// No two invocations write a word at once, but other invocations of the workgroup read it after the
// next barrier. WGSL promises that they see what was written. The SPIR-V that naga makes of it does
// not: it keeps to a memory model in which a plain variable need not be coherent (gfx-rs/wgpu #9221),
// and an atomic one must be.
@group(0) @binding(7) var<storage, read_write> seen: array<atomic<u32>>;
// For each line, the first word of plane 0 that is not full.
@group(0) @binding(8) var<storage, read_write> first_open_word: array<u32>;
// The same of the block's lines, while it is computed.
var<workgroup> block_first_open_word: array<u32, BLOCK_LINES>;

// The least value found so far for each of the cells that are computed at once.
var<workgroup> least_found: array<atomic<u32>, CELLS_AT_ONCE>;

// Values whose bits share a word.
const VALUES_PER_WORD = 32u;
// A word of which all bits are set.
const FULL = 0xffffffffu;
// No value has been found yet.
const NOTHING = 0xffffffffu;
// Lengths of arrays, which are never empty.
const LINES_PER_CELL = max(RAYS, 1u);
const BEHIND_VALUES = max(ALTERATIONS, 1u);
const FREE_VALUES = max(RAYS * ALTERATIONS, 1u);

// Whether a value has been seen on a line more than `times` times.
fn is_seen(times: u32, value: u32, line: u32) -> bool {
    let word = atomicLoad(&seen[(times * WORDS + value / VALUES_PER_WORD) * LINES + line]);
    return ((word >> (value % VALUES_PER_WORD)) & 1u) == 1u;
}

// Returns the bit of a value in a word of a bitset, or 0 if it is in another word.
fn bit_in(word: u32, value: u32) -> u32 {
    return select(0u, 1u << (value % VALUES_PER_WORD), value / VALUES_PER_WORD == word);
}

// Whether alterations[index] removes a multiple of rays[ray].
fn is_removed_on(index: u32, ray: u32) -> bool {
    return alterations[index].removed == 1u && is_on_ray(alterations[index].step, ray);
}

// Searches for the value of a cell together with the other invocations that cooperate on it: each
// looks at words that lie as far apart as there are such invocations, until one of them has found a
// lesser value.
fn search(block: Block, cell_index: u32, local: u32) {
    let slot = local % CELLS_AT_ONCE;
    let first_word = local / CELLS_AT_ONCE;
    let at = block.origin + within_block(block, cell_index);
    var lines: array<u32, LINES_PER_CELL>;
    for (var ray = 0u; ray < RAYS; ray++) {
        lines[ray] = line_numbers[marked_line(block, cell_index, ray) & ~IS_REPEATED];
    }
    // Values that a removed vector leads to along a ray, and that occur nowhere else on its line:
    // they are free, and the search begins no later than there.
    var free: array<u32, FREE_VALUES>;
    var behind: array<u32, BEHIND_VALUES>;
    for (var index = 0u; index < ALTERATIONS; index++) {
        behind[index] = value_behind(index, at);
    }
    var word = 0u;
    for (var ray = 0u; ray < RAYS; ray++) {
        var first = block_first_open_word[marked_line(block, cell_index, ray) & ~IS_REPEATED];
        for (var index = 0u; index < ALTERATIONS; index++) {
            let value = behind[index];
            var is_free = is_removed_on(index, ray) && value != NO_VALUE;
            if is_free {
                var times = 0u;
                for (var other = 0u; other < ALTERATIONS; other++) {
                    times += u32(behind[other] == value && is_removed_on(other, ray));
                }
                is_free = !is_seen(times, value, lines[ray]);
            }
            free[ray * ALTERATIONS + index] = select(NO_VALUE, value, is_free);
            first = select(first, min(first, value / VALUES_PER_WORD), is_free);
        }
        word = max(word, first);
    }
    if is_terminal(at) {
        atomicMin(&least_found[slot], TERMINAL_VALUE);
        return;
    }
    for (word += first_word; word < WORDS; word += WORKGROUP_SIZE / CELLS_AT_ONCE) {
        if VALUES_PER_WORD * word > atomicLoad(&least_found[slot]) {
            return;
        }
        var taken = 0u;
        for (var index = 0u; index < ALTERATIONS; index++) {
            taken |= select(bit_in(word, behind[index]), 0u, alterations[index].removed == 1u);
        }
        for (var ray = 0u; ray < RAYS; ray++) {
            var on_line = atomicLoad(&seen[word * LINES + lines[ray]]);
            for (var index = 0u; index < ALTERATIONS; index++) {
                on_line &= ~bit_in(word, free[ray * ALTERATIONS + index]);
            }
            taken |= on_line;
        }
        if taken != FULL {
            atomicMin(&least_found[slot], word * VALUES_PER_WORD + firstTrailingBit(~taken));
            return;
        }
    }
}

// Writes the value of a cell and records it on its lines. Cells of an antidiagonal share no line.
fn record(block: Block, cell_index: u32, slot: u32) {
    let within = within_block(block, cell_index);
    let at = block.origin + within;
    // If no value was found, one beyond all for which the host has reserved words.
    let value = min(atomicLoad(&least_found[slot]), WORDS * VALUES_PER_WORD);
    atomicStore(&least_found[slot], NOTHING);
    finish(block, within, value);
    keep(at, value);
    if value >= WORDS * VALUES_PER_WORD {
        return;
    }
    for (var ray = 0u; ray < RAYS; ray++) {
        let here = marked_line(block, cell_index, ray) & ~IS_REPEATED;
        let line = line_numbers[here];
        for (var plane = 0u; plane < PLANES; plane++) {
            if !is_seen(plane, value, line) {
                let word = (plane * WORDS + value / VALUES_PER_WORD) * LINES + line;
                atomicOr(&seen[word], 1u << (value % VALUES_PER_WORD));
                break;
            }
        }
        var open = block_first_open_word[here];
        while open < WORDS && atomicLoad(&seen[open * LINES + line]) == FULL {
            open++;
        }
        block_first_open_word[here] = open;
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let block = block_of(workgroup);
    if !block.exists {
        return;
    }
    enter(block, local);
    for (var line = local; line < BLOCK_LINES; line += WORKGROUP_SIZE) {
        if line_numbers[line] != NO_LINE {
            block_first_open_word[line] = first_open_word[line_numbers[line]];
        }
    }
    let slot = local % CELLS_AT_ONCE;
    if local < CELLS_AT_ONCE {
        atomicStore(&least_found[slot], NOTHING);
    }
    workgroupBarrier();
    for (var step = 0u; step < STEPS; step++) {
        let past = first_of_step(block, step + 1u);
        for (var first = first_of_step(block, step); first < past; first += CELLS_AT_ONCE) {
            let cell_index = first + slot;
            let exists =
                cell_index < past && is_inside(block.origin + within_block(block, cell_index));
            if exists {
                search(block, cell_index, local);
            }
            // All have read the bitsets of the cell's lines before one writes them.
            storageBarrier();
            workgroupBarrier();
            if exists && local < CELLS_AT_ONCE {
                record(block, cell_index, slot);
            }
            // The bitsets and the history are read by other invocations in the next step.
            storageBarrier();
            workgroupBarrier();
        }
    }
    for (var line = local; line < BLOCK_LINES; line += WORKGROUP_SIZE) {
        if line_numbers[line] != NO_LINE {
            first_open_word[line_numbers[line]] = block_first_open_word[line];
        }
    }
    leave(block, workgroup, local);
}
