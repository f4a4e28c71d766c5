// Grundy values of vector games. Twin of src/engine/cpu/vector_grundy.rs, which explains the idea;
// host half: src/engine/gpu/vector_grundy.rs.
//
// No two cells of a layer share a line, so lines need no atomics.

// Lines of all rays together.
override LINES: u32;
// Words of 32 values per line.
override WORDS: u32;
// The value of a terminal position: 1 in misere play, else 0.
override TERMINAL_VALUE: u32;

// How often a value is counted on a line: once, and once more per removed vector.
override PLANES: u32;

// The values seen on each line at least once, twice, ...: [plane][word][line], so that
// neighbouring cells read neighbouring words.
@group(0) @binding(6) var<storage, read_write> seen: array<u32>;
// Per line, the first word that is not full.
@group(0) @binding(7) var<storage, read_write> open_word: array<u32>;

const FULL = 0xffffffffu;
// An array is never empty.
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

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cell = cell_of(workgroup, grid, local);
    if !cell.exists {
        return;
    }
    var lines: array<u32, LINES_PER_CELL>;
    for (var ray = 0u; ray < RAYS; ray++) {
        lines[ray] = line_of(ray, cell.at);
    }
    // Values that a removed vector leads to along a ray, and that occur nowhere else on its line:
    // they are free, and the search begins no later than there.
    var free: array<u32, FREE_VALUES>;
    var behind: array<u32, BEHIND_VALUES>;
    for (var index = 0u; index < ALTERATIONS; index++) {
        behind[index] = value_behind(index, cell.at);
    }
    var word = 0u;
    for (var ray = 0u; ray < RAYS; ray++) {
        var first = open_word[lines[ray]];
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
    // Beyond every value the host has reserved words for, unless a free one is found.
    var value = WORDS * 32u;
    if is_terminal(cell.at) {
        value = TERMINAL_VALUE;
    } else {
        for (; word < WORDS; word++) {
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
                value = word * 32u + firstTrailingBit(~taken);
                break;
            }
        }
    }
    values[cell.slot] = value + 1u;
    keep(cell.at, value);
    if value >= WORDS * 32u {
        return;
    }
    for (var ray = 0u; ray < RAYS; ray++) {
        let line = lines[ray];
        for (var plane = 0u; plane < PLANES; plane++) {
            if !is_seen(plane, value, line) {
                seen[(plane * WORDS + value / 32u) * LINES + line] |= 1u << (value % 32u);
                break;
            }
        }
        var open = open_word[line];
        while open < WORDS && seen[open * LINES + line] == FULL {
            open++;
        }
        open_word[line] = open;
    }
}
