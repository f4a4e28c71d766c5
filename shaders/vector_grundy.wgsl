// Grundy values of vector games.
// Counterpart of src/engine/cpu/vector_grundy.rs, which explains the idea; host half:
// src/engine/gpu/kernels/vector_grundy.rs.
// Joined after: sizes, output, tiles, lines, blocks, alterations.
//
// Blocks of a front share no line, and neither do cells of an antidiagonal: no two invocations write
// the state of a line at once.
//
// The state of a line is a tree. Its leaves are the words of a bitset of the values seen; a word of
// the middle level has a bit for each of 32 leaves, set when the leaf is full; and a word of the top
// level a bit for each of 32 words of the middle level that are full. The search for the
// least value that none of the cell's lines has seen goes down from the top through what is open on all of them
// together, and reads a word of each line at once, or two leaves. Most full leaves are full on one line
// alone, and the search does not come to them; where only the union of several lines is full, it turns
// to the next open bit. How many rounds that takes is counted in src/engine/gpu/tests/search_rounds.rs.

// Words of a bitset of values, which are the leaves; words of the middle level, and of the top level.
override WORDS: u32;
override MIDDLE_WORDS: u32;
override TOP_WORDS: u32;
// How often the occurrences of a value on a line are counted: once, and once more for each removed
// vector.
override PLANES: u32;

// The state of the lines. The indices, the first of which varies slowest, so that neighbouring cells read
// neighbouring words:
//   PLANES * WORDS        plane p holds the values seen more than p times; its word w the values
//                         VALUES_PER_WORD * w and up, a bit each
//   MIDDLE_WORDS          words of the middle level over plane 0
//   TOP_WORDS             words of the top level
//   line
// As many buffers as it takes hold them, `seen`, `seen_1` and so on, arrays of atomic words: one, or one for the lines
// of each ray, or several for some words each. The host declares them, with the functions
//   fn read_words(word: u32)                 sets `words` to this word of every line of the cell
//   fn read_word(ray: u32, word: u32, line: u32) -> u32
//   fn write_word(ray: u32, word: u32, line: u32, bits: u32)
// No two invocations write a word at once, but other invocations of the workgroup read it after the
// next barrier. WGSL promises that they see what was written. The SPIR-V that naga makes of it does
// not: it keeps to a memory model in which a plain variable need not be coherent (gfx-rs/wgpu #9221),
// and an atomic one must be.

// Values whose bits share a word.
const VALUES_PER_WORD = 32u;
// A word of which all bits are set.
const FULL = 0xffffffffu;
// No value has been found.
const NOTHING = 0xffffffffu;

// For each ray, a word of its line through the cell of the invocation.
var<private> words: array<u32, RAYS>;
// The values that the alterations lead to from the cell of the invocation, see `value_behind`.
var<private> behind: array<u32, ALTERATIONS>;

// Returns the first word of a level, of which 0 is that of the leaves.
fn first_word_of(level: u32) -> u32 {
    return select(0u, PLANES * WORDS, level > 0u) + select(0u, MIDDLE_WORDS, level > 1u);
}

// Returns how many words a level has.
fn words_of(level: u32) -> u32 {
    return select(select(TOP_WORDS, MIDDLE_WORDS, level == 1u), WORDS, level == 0u);
}

// Returns the bit of a value, or of the word that it is in, in a word of a level; 0 if it is in another
// word.
fn bit_in(level: u32, word: u32, value: u32) -> u32 {
    let index = value >> (5u * level);
    return select(0u, 1u << (index % 32u), index / 32u == word);
}

// Whether alterations[index] removes a multiple of a ray.
fn is_removed_on(index: u32, ray: Ray) -> bool {
    return alterations[index].removed == 1u && is_on_ray(alterations[index].step, ray);
}

// Returns the value that alterations[removed] leads to, if it removes that move along a ray and the value occurs
// nowhere else on the line: it is free. Else NO_VALUE.
fn free_value(removed: u32, value: u32, along: Ray, ray: u32, line: u32) -> u32 {
    if value == NO_VALUE || !is_removed_on(removed, along) {
        return NO_VALUE;
    }
    var times = 0u;
    for (var index = 0u; index < ALTERATIONS; index++) {
        times += u32(behind[index] == value && is_removed_on(index, along));
    }
    let word = read_word(ray, times * WORDS + value / VALUES_PER_WORD, line);
    let is_seen = ((word >> (value % VALUES_PER_WORD)) & 1u) == 1u;
    return select(value, NO_VALUE, is_seen);
}

// Finds the numbers of the lines of the cell of an invocation in a step.
fn find_lines(block: Block, local: u32, step: u32) {
    let cell = unsheared(sheared_cell(block, local, step));
    for (var ray = 0u; ray < RAYS; ray++) {
        lines[ray] = line_of(rays[ray], cell);
    }
}

// Records the value of the cell of the invocation, if it is known: in a stage that is replayed.
fn remember(at: vec3<u32>, value: u32) {
    let leaf = value / VALUES_PER_WORD;
    if leaf >= WORDS {
        return;
    }
    keep(at, value);
    for (var ray = 0u; ray < RAYS; ray++) {
        let middle = read_word(ray, first_word_of(1u) + leaf / 32u, lines[ray]);
        record(value, ray, lines[ray], read_word(ray, leaf, lines[ray]), middle);
    }
}

// Returns the value of the cell of the invocation, and records it on its lines. NOTHING is a value beyond all for
// which the host has reserved words; it is not recorded.
fn visit(at: vec3<u32>) -> u32 {
    for (var index = 0u; index < ALTERATIONS; index++) {
        behind[index] = value_behind(index, at);
    }
    var free: array<array<u32, ALTERATIONS>, RAYS>;
    for (var ray = 0u; ray < RAYS; ray++) {
        for (var index = 0u; index < ALTERATIONS; index++) {
            free[ray][index] = free_value(index, behind[index], rays[ray], ray, lines[ray]);
        }
    }
    // For each line the leaf and the word of the middle level that were read last.
    var leaves: array<u32, RAYS>;
    var middles: array<u32, RAYS>;
    // Another leaf that a round reads.
    var second_leaves: array<u32, RAYS>;
    var value = NOTHING;
    // The zero position is terminal.
    let to_zero = select(NO_VALUE, MISERE, has_move_to_zero(at));
    // In normal play a position without moves has the least value on lines without any.
    if (MISERE == 1u || ALTERATIONS + LISTED > 0u) && is_terminal(at) {
        value = MISERE;
        for (var ray = 0u; ray < RAYS; ray++) {
            leaves[ray] = read_word(ray, 0u, lines[ray]);
            middles[ray] = read_word(ray, first_word_of(1u), lines[ray]);
        }
    } else {
        // Words of the top and of the middle level on the way down, and their open bits that have not been
        // followed.
        var top = 0u;
        var middle = 0u;
        var open_in_top = 0u;
        var open_in_middle = 0u;
        var level = 2u;
        if MIDDLE_WORDS == 1u {
            // Nothing is above a single word.
            level = 1u;
        }
        var word = 0u;
        while word < words_of(level) {
            // The next open leaf is read in the same round: every second search would turn to it.
            let second = 32u * middle + firstTrailingBit(open_in_middle);
            let has_second = level == 0u && open_in_middle != 0u && second < WORDS;
            if has_second {
                read_words(second);
                for (var ray = 0u; ray < RAYS; ray++) {
                    second_leaves[ray] = words[ray];
                }
                open_in_middle &= open_in_middle - 1u;
            }
            read_words(first_word_of(level) + word);
            var taken = select(0u, bit_in(0u, word, to_zero), level == 0u);
            var taken_in_second = bit_in(0u, second, to_zero);
            for (var index = 0u; index < ALTERATIONS; index++) {
                let is_option = level == 0u && alterations[index].removed == 0u;
                taken |= select(0u, bit_in(0u, word, behind[index]), is_option);
                taken_in_second |= select(0u, bit_in(0u, second, behind[index]), is_option);
            }
            for (var ray = 0u; ray < RAYS; ray++) {
                var on_line = words[ray];
                var on_line_in_second = second_leaves[ray];
                for (var index = 0u; index < ALTERATIONS; index++) {
                    let freed = free[ray][index];
                    on_line &= ~bit_in(level, word, freed);
                    on_line_in_second &= ~bit_in(0u, second, freed);
                }
                taken |= on_line;
                taken_in_second |= on_line_in_second;
            }
            if level == 0u && taken != FULL {
                for (var ray = 0u; ray < RAYS; ray++) {
                    leaves[ray] = words[ray];
                }
                value = word * VALUES_PER_WORD + firstTrailingBit(~taken);
                break;
            } else if has_second && taken_in_second != FULL {
                for (var ray = 0u; ray < RAYS; ray++) {
                    leaves[ray] = second_leaves[ray];
                }
                value = second * VALUES_PER_WORD + firstTrailingBit(~taken_in_second);
                break;
            } else if level == 1u {
                for (var ray = 0u; ray < RAYS; ray++) {
                    middles[ray] = words[ray];
                }
                middle = word;
                open_in_middle = ~taken;
            } else if level == 2u {
                top = word;
                open_in_top = ~taken;
            }
            if open_in_middle != 0u {
                level = 0u;
                word = 32u * middle + firstTrailingBit(open_in_middle);
                open_in_middle &= open_in_middle - 1u;
            } else if open_in_top != 0u {
                level = 1u;
                word = 32u * top + firstTrailingBit(open_in_top);
                open_in_top &= open_in_top - 1u;
            } else {
                level = 2u;
                top += 1u;
                word = top;
            }
        }
    }
    if value == NOTHING {
        return NOTHING;
    }
    keep(at, value);
    for (var ray = 0u; ray < RAYS; ray++) {
        record(value, ray, lines[ray], leaves[ray], middles[ray]);
    }
    return value;
}

// Records a value on a line of a ray, of which `leaf` is the word of plane 0 that the value is in, and `middle` the
// word of the middle level above it.
fn record(value: u32, ray: u32, line: u32, leaf: u32, middle: u32) {
    let word = value / VALUES_PER_WORD;
    let bit = 1u << (value % VALUES_PER_WORD);
    if (leaf & bit) != 0u {
        // Seen before, which happens where a removed vector leads to it.
        for (var plane = 1u; plane < PLANES; plane++) {
            let bits = read_word(ray, plane * WORDS + word, line);
            if (bits & bit) == 0u {
                write_word(ray, plane * WORDS + word, line, bits | bit);
                break;
            }
        }
        return;
    }
    write_word(ray, word, line, leaf | bit);
    if (leaf | bit) != FULL {
        return;
    }
    let bits = middle | (1u << (word % 32u));
    write_word(ray, first_word_of(1u) + word / 32u, line, bits);
    if bits == FULL {
        let above = first_word_of(2u) + word / 1024u;
        write_word(ray, above, line, read_word(ray, above, line) | (1u << (word / 32u % 32u)));
    }
}

// The state of lines stays in the memory of the device.
fn enter(block: Block, local: u32) {}

fn leave(block: Block, local: u32) {}

fn end_step() {
    // Other invocations read the bitsets and the history in the next step.
    storageBarrier();
}
