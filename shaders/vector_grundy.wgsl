// Grundy values of vector games. Twin of src/engine/cpu/vector_grundy.rs, which explains the idea;
// host half: src/engine/gpu/vector_grundy.rs.
//
// No two blocks of a wave share a line, and no two cells of an antidiagonal, so lines need no atomics.

// Lines of all rays together.
override LINES: u32;
// Words of 32 values per line.
override WORDS: u32;
// The value of a terminal position: 1 in misere play, else 0.
override TERMINAL_VALUE: u32;

// Cells that a workgroup searches at once. Its other invocations share the search.
override LANES: u32;

// How often a value is counted on a line: once, and once more per removed vector.
override PLANES: u32;

// The values seen on each line at least once, twice, ...: [plane][word][line], so that
// neighbouring cells read neighbouring words.
@group(0) @binding(7) var<storage, read_write> seen: array<u32>;
// Per line, the first word that is not full.
@group(0) @binding(8) var<storage, read_write> open_word: array<u32>;
// That of the block's lines, while it is walked.
var<workgroup> first_open: array<u32, BLOCK_LINES>;

// The least value found so far at the cell of each lane.
var<workgroup> least: array<atomic<u32>, BLOCK_LANES>;

const FULL = 0xffffffffu;
const NOTHING = 0xffffffffu;
// An array is never empty.
const LINES_PER_CELL = max(RAYS, 1u);
const BEHIND_VALUES = max(ALTERATIONS, 1u);
const FREE_VALUES = max(RAYS * ALTERATIONS, 1u);

// Whether a value has been seen on a line more than `times` times.
fn is_seen(times: u32, value: u32, line: u32) -> bool {
    return ((seen[(times * WORDS + value / 32u) * LINES + line] >> (value % 32u)) & 1u) == 1u;
}

// The bit of a value in a word of a bitset, if it is in that word.
fn bit_in(word: u32, value: u32) -> u32 {
    return select(0u, 1u << (value % 32u), value / 32u == word);
}

// Whether alterations[index] removes a multiple of rays[ray].
fn is_removed_on(index: u32, ray: u32) -> bool {
    return alterations[index].removed == 1u && is_on_ray(alterations[index].step, ray);
}

// Searches for the value of a cell, with the other invocations of its lane: each looks at every so
// many words, as long as none has found a lesser value.
fn search(block: Block, place: u32, local: u32) {
    let lane = local % LANES;
    let member = local / LANES;
    let at = block.origin + within_at(block, place);
    var lines: array<u32, LINES_PER_CELL>;
    for (var ray = 0u; ray < RAYS; ray++) {
        lines[ray] = names[marked_line_at(block, place, ray) & ~IS_REPEATED];
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
        var first = first_open[marked_line_at(block, place, ray) & ~IS_REPEATED];
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
            first = select(first, min(first, value / 32u), is_free);
        }
        word = max(word, first);
    }
    if is_terminal(at) {
        atomicMin(&least[lane], TERMINAL_VALUE);
        return;
    }
    for (word += member; word < WORDS; word += WORKGROUP_SIZE / LANES) {
        if 32u * word > atomicLoad(&least[lane]) {
            return;
        }
        var taken = 0u;
        for (var index = 0u; index < ALTERATIONS; index++) {
            taken |= select(bit_in(word, behind[index]), 0u, alterations[index].removed == 1u);
        }
        for (var ray = 0u; ray < RAYS; ray++) {
            var on_line = seen[word * LINES + lines[ray]];
            for (var index = 0u; index < ALTERATIONS; index++) {
                on_line &= ~bit_in(word, free[ray * ALTERATIONS + index]);
            }
            taken |= on_line;
        }
        if taken != FULL {
            atomicMin(&least[lane], word * 32u + firstTrailingBit(~taken));
            return;
        }
    }
}

// Writes the value of a cell, and records it on its lines. No two cells of a step share a line.
fn record(block: Block, place: u32, lane: u32) {
    let within = within_at(block, place);
    let at = block.origin + within;
    // Beyond every value the host has reserved words for, unless a free one was found.
    let value = min(atomicLoad(&least[lane]), WORDS * 32u);
    atomicStore(&least[lane], NOTHING);
    put(within, value);
    keep(at, value);
    if value >= WORDS * 32u {
        return;
    }
    for (var ray = 0u; ray < RAYS; ray++) {
        let here = marked_line_at(block, place, ray) & ~IS_REPEATED;
        let line = names[here];
        for (var plane = 0u; plane < PLANES; plane++) {
            if !is_seen(plane, value, line) {
                seen[(plane * WORDS + value / 32u) * LINES + line] |= 1u << (value % 32u);
                break;
            }
        }
        var open = first_open[here];
        while open < WORDS && seen[open * LINES + line] == FULL {
            open++;
        }
        first_open[here] = open;
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let block = block_of(workgroup, grid);
    if !block.exists {
        return;
    }
    enter(block, local);
    for (var line = local; line < BLOCK_LINES; line += WORKGROUP_SIZE) {
        if names[line] != NO_LINE {
            first_open[line] = open_word[names[line]];
        }
    }
    let lane = local % LANES;
    if local < LANES {
        atomicStore(&least[lane], NOTHING);
    }
    workgroupBarrier();
    for (var step = 0u; step < STEPS; step++) {
        let past = first_of(block, step + 1u);
        for (var first = first_of(block, step); first < past; first += LANES) {
            let place = first + lane;
            let exists =
                place < past && is_inside(block.origin + within_at(block, place));
            if exists {
                search(block, place, local);
            }
            workgroupBarrier();
            if exists && local < LANES {
                record(block, place, lane);
            }
            // The bitsets, and the history, are read by other invocations in the next step.
            storageBarrier();
            workgroupBarrier();
        }
    }
    for (var line = local; line < BLOCK_LINES; line += WORKGROUP_SIZE) {
        if names[line] != NO_LINE {
            open_word[names[line]] = first_open[line];
        }
    }
    leave(block, local);
}
