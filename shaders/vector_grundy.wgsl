// Grundy values of vector games, by searches for the least value that no line has seen.
//
// The Grundy value of a cell is the least one that is not among those of its options, which are the cells behind it
// on its lines. A line carries the set of values seen on it, so the value is the lowest bit that is clear in the sets
// of all lines through the cell; then it is set in each of them: src/engine/cpu/vector_grundy.rs.
//
//        0 1 2 3        of Nim with two heaps, bits from right to left:
//        1 0 [ ]            row      0011      the values 1 and 0
//                           column   0100      the value 2, so the lowest bit that is clear in both is 3
//
// A set is a tree of words, of which a word tells what is full below: see bitsets.wgsl. The search goes down from the
// top through what is open on all lines together, and reads a word of each line at once: a round. A leaf that is full on
// any one line is skipped. A leaf that is full only in the union of the lines is read in vain, and the search goes on to
// the next open bit. A step takes as long as the longest search in it; src/engine/gpu/tests/search_rounds.rs counts the
// rounds.
//
// An invocation does this for one cell of each step of its block, and one dispatch computes a front of blocks, which
// is the wave: see blocks.wgsl, which has the entry point. Blocks of a front share no line, and neither do cells of a
// step: no two invocations write the state of a line at once. The host gives `rays` (lines.wgsl), the buffers `seen` with
// the functions that read and write them (bitsets.wgsl), and the three buffers of alterations.wgsl.
// Host half: src/engine/gpu/kernels/vector_grundy.rs.

import package::alterations::{
    LISTED, NO_VALUE, alterations, has_move_to_zero, is_on_ray, is_terminal, record_in_history, value_behind,
};
import package::bitsets::{
    FULL, MIDDLE_WORDS, VALUES_PER_WORD, WORDS, bit_in, first_word_of, record_on_line, words_of,
};
import package::blocks::{
    Block, image_in_computed_half, is_in_computed_half, place_in_block, sheared_cell, unsheared,
};
import package::host::{ALTERATIONS, RAYS, rays, read_word, read_words, words};
import package::lines::{Ray, line_of, lines};
import package::tiles::Place;
import package::values::MISERE;

// No value has been found.
const NOTHING = 0xffffffffu;

// The values that the alterations lead to from the cell of the invocation, see `value_behind`.
var<private> behind: array<u32, ALTERATIONS>;

// Whether alterations[index] removes a multiple of a ray.
fn is_removed_on(index: u32, ray: Ray) -> bool {
    return alterations[index].removed == 1u && is_on_ray(alterations[index].step, ray);
}

// Returns `value`, which alterations[removed] leads to, if that removes a multiple of the ray and no move along the line
// leads to the value: then the line does not exclude it. Else NO_VALUE.
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

// Returns the value of the cell of the invocation, and records it on its lines. NOTHING is a value beyond all for
// which the host has reserved words; it is not recorded.
fn hook_visit(at: vec3<u32>) -> u32 {
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
    var value = NOTHING;
    // The zero position is terminal.
    let to_zero = select(NO_VALUE, u32(MISERE), has_move_to_zero(at));
    // In normal play a position without moves has the least value on lines without any.
    if (MISERE || ALTERATIONS + LISTED > 0u) && is_terminal(at) {
        value = u32(MISERE);
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
        // A round. To read two leaves in one takes 0.75 to 0.79 times as many rounds on the critical path of Wythoff
        // Nim, and 1.5 times as many instructions for each by AMD's compiler: more in all.
        while word < words_of(level) {
            read_words(first_word_of(level) + word);
            var taken = select(0u, bit_in(0u, word, to_zero), level == 0u);
            for (var index = 0u; index < ALTERATIONS; index++) {
                let is_option = level == 0u && alterations[index].removed == 0u;
                taken |= select(0u, bit_in(0u, word, behind[index]), is_option);
            }
            for (var ray = 0u; ray < RAYS; ray++) {
                var on_line = words[ray];
                for (var index = 0u; index < ALTERATIONS; index++) {
                    on_line &= ~bit_in(level, word, free[ray][index]);
                }
                taken |= on_line;
            }
            if level == 0u && taken != FULL {
                for (var ray = 0u; ray < RAYS; ray++) {
                    leaves[ray] = words[ray];
                }
                value = word * VALUES_PER_WORD + firstTrailingBit(~taken);
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
    record_in_history(at, value);
    for (var ray = 0u; ray < RAYS; ray++) {
        record_on_line(value, ray, lines[ray], leaves[ray], middles[ray]);
    }
    return value;
}

fn hook_find_lines(block: Block, local: u32, step: u32) {
    let cell = unsheared(sheared_cell(block, local, step));
    for (var ray = 0u; ray < RAYS; ray++) {
        lines[ray] = line_of(rays[ray], cell);
    }
}

// Records the value of the cell of the invocation, if it is known: in a wave that is replayed.
fn hook_record(at: vec3<u32>, value: u32) {
    let leaf = value / VALUES_PER_WORD;
    if leaf >= WORDS {
        return;
    }
    record_in_history(at, value);
    for (var ray = 0u; ray < RAYS; ray++) {
        let middle = read_word(ray, first_word_of(1u) + leaf / 32u, lines[ray]);
        record_on_line(value, ray, lines[ray], read_word(ray, leaf, lines[ray]), middle);
    }
}

// The state of lines stays in the memory of the device.
fn hook_enter(block: Block, local: u32) {}

fn hook_leave(block: Block, local: u32) {}

fn hook_end_step() {
    // Other invocations read the bitsets and the history in the next step.
    storageBarrier();
}

fn hook_place(at: vec3<u32>) -> Place {
    return place_in_block(at);
}

fn hook_computed_image(at: vec3<u32>) -> vec3<u32> {
    return image_in_computed_half(at);
}

fn hook_is_computed(at: vec3<u32>) -> bool {
    return is_in_computed_half(at);
}
