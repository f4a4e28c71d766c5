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

// The values seen on each line, [word][line]: neighbouring cells read neighbouring words.
@group(0) @binding(3) var<storage, read_write> seen: array<u32>;
// Per line, the first word that is not full.
@group(0) @binding(4) var<storage, read_write> open_word: array<u32>;

const FULL = 0xffffffffu;

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
    var word = 0u;
    for (var ray = 0u; ray < RAYS; ray++) {
        lines[ray] = line_of(ray, cell.at);
        word = max(word, open_word[lines[ray]]);
    }
    // Beyond every value the host has reserved words for, unless a free one is found.
    var value = WORDS * 32u;
    if is_terminal(cell.at) {
        value = TERMINAL_VALUE;
    } else {
        for (; word < WORDS; word++) {
            var taken = 0u;
            for (var ray = 0u; ray < RAYS; ray++) {
                taken |= seen[word * LINES + lines[ray]];
            }
            if taken != FULL {
                value = word * 32u + firstTrailingBit(~taken);
                break;
            }
        }
    }
    values[cell.slot] = value + 1u;
    if value >= WORDS * 32u {
        return;
    }
    for (var ray = 0u; ray < RAYS; ray++) {
        let line = lines[ray];
        seen[value / 32u * LINES + line] |= 1u << (value % 32u);
        var open = open_word[line];
        while open < WORDS && seen[open * LINES + line] == FULL {
            open++;
        }
        open_word[line] = open;
    }
}
