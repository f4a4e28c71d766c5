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
// A set is a tree of words, in which a word tells what is full below: see bitsets.wgsl. A search goes down it by
// the bits that are clear on all lines together: by a word of the top level to words of the middle level, and by these to
// leaves. What is full only in the union of the lines is looked at in vain. Each level would cost the time of a load from
// the memory of the device, which is nearly all the time that a step takes. So
//
//  - four words of a line are read at once, which takes as long as one: the lowest four that may be open;
//  - the upper levels are read ahead. Full words stay full, so words that are a step or two old lead to all open leaves,
//    and seldom to a full one. An invocation reads for three cells of its strip at once; before step 0 it does so
//    in `hook_enter`:
//
//        step           -2   -1    0    1    2
//        top words      a0   a1   a2   a3   a4    of the cell two steps ahead
//        middle words    -   a0   a1   a2   a3    of the next cell, chosen by the top words that have come
//        leaves          -    -   a0   a1   a2    of the cell of the step, chosen by the middle words that have come
//
// A round of loads is then enough for nearly every cell. A step takes as long as the longest search in it;
// src/engine/gpu/tests/search_rounds.rs counts the rounds.
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
    FULL, MIDDLE_WORDS, TOP_WORDS, VALUES_PER_WORD, WORDS, read_leaves, read_middle_words, read_top_word,
    record_on_line,
};
import package::blocks::{Block, is_computed_cell, sheared_cell, unsheared};
import package::host::{ALTERATIONS, RAYS, rays, read_word};
import package::lines::{Ray, line_of, lines};
import package::values::{MISERE, REPLAYS};

// No value, and the number of no word.
const NOTHING = 0xffffffffu;

// ---- The search ----

// Where the search for the value of the cell has still to look: at the leaves whose bits are set in `open_leaves`, of which
// each component is for the 32 leaves below one of the words `middles`; then below the words of the middle level
// whose bits are set in `open_middles`, for the 32 words below the word `top` of the top level; then below the next
// words of the top level.
var<private> middles: vec4<u32>;
var<private> open_leaves: vec4<u32>;
var<private> top: u32;
var<private> open_middles: u32;
// The same for the next cell, whose leaves are not known before its middle words have come.
var<private> next_middles: vec4<u32>;
var<private> next_top: u32;
var<private> next_open_middles: u32;
// Whether the block computes the next cell of the strip and the one after it, and the lines of these, see lines.wgsl.
var<private> has_next: bool;
var<private> has_later: bool;
var<private> next_lines: array<u32, RAYS>;
var<private> later_lines: array<u32, RAYS>;
// What has been read ahead of each line: words of the middle level of the next cell, and the first four words of the
// top level of the cell after it.
var<private> middle_words: array<vec4<u32>, RAYS>;
var<private> top_words: array<vec4<u32>, RAYS>;
// For each line through the cell of the step the leaf that its value is in.
var<private> leaves: array<u32, RAYS>;

// Returns the first place of four that has something, or 3.
fn first_of(has: vec4<bool>) -> u32 {
    return select(select(select(3u, 2u, has.z), 1u, has.y), 0u, has.x);
}

// Returns the component in a place, without an index at run time, which is slow.
fn component(words: vec4<u32>, place: u32) -> u32 {
    return select(select(select(words.w, words.z, place == 2u), words.y, place == 1u), words.x, place == 0u);
}

// Takes the lowest of the leaves that are open, and returns its number, or NOTHING.
fn take_leaf() -> u32 {
    let place = first_of(open_leaves != vec4<u32>(0u));
    let open = component(open_leaves, place);
    let is_here = vec4<u32>(0u, 1u, 2u, 3u) == vec4<u32>(place);
    open_leaves &= ~select(vec4<u32>(0u), vec4<u32>(open & (0u - open)), is_here);
    let leaf = 32u * component(middles, place) + firstTrailingBit(open);
    return select(leaf, NOTHING, open == 0u);
}

// Clears the lowest bit, if there is one.
fn without_lowest(bits: u32) -> u32 {
    return bits & (bits - 1u);
}

// Returns the numbers of the lowest four words of the middle level that are open below a word of the top level, as bits;
// NOTHING in place of those that there are not.
fn lowest_four(above: u32, open: u32) -> vec4<u32> {
    let second = without_lowest(open);
    let third = without_lowest(second);
    let bits = vec4<u32>(open, second, third, without_lowest(third));
    return select(32u * above + firstTrailingBit(bits), vec4<u32>(NOTHING), bits == vec4<u32>(0u));
}

// Returns the bits without those four.
fn without_lowest_four(open: u32) -> u32 {
    return without_lowest(without_lowest(without_lowest(without_lowest(open))));
}

// Goes on to the next words of the middle level with open leaves, if there are any.
fn look_further() {
    while all(open_leaves == vec4<u32>(0u)) && top < TOP_WORDS {
        if open_middles == 0u {
            var taken = 0u;
            for (var ray = 0u; ray < RAYS; ray++) {
                taken |= read_top_word(top + 1u, lines[ray]);
            }
            top += 1u;
            open_middles = ~taken;
        } else {
            middles = lowest_four(top, open_middles);
            open_middles = without_lowest_four(open_middles);
            var taken = vec4<u32>(0u);
            for (var ray = 0u; ray < RAYS; ray++) {
                taken |= read_middle_words(middles, lines[ray]);
            }
            open_leaves = ~taken;
        }
    }
}

// Returns the bit of a value in each of four words, by their numbers; 0 where it is in another word.
fn bits_in(words: vec4<u32>, value: u32) -> vec4<u32> {
    let bit = vec4<u32>(1u << (value % VALUES_PER_WORD));
    return select(vec4<u32>(0u), bit, words == vec4<u32>(value / VALUES_PER_WORD));
}

// Returns the least value that no line has seen, and to which neither an added vector leads nor the move to the zero
// position, whose value is `to_zero`; NOTHING if all are taken for which the host has reserved words. Sets `leaves`.
fn least_unseen(to_zero: u32) -> u32 {
    var value = NOTHING;
    look_further();
    // A round.
    while value == NOTHING && any(open_leaves != vec4<u32>(0u)) {
        let first = take_leaf();
        let second = take_leaf();
        let third = take_leaf();
        let words = vec4<u32>(first, second, third, take_leaf());
        var on_lines: array<vec4<u32>, RAYS>;
        for (var ray = 0u; ray < RAYS; ray++) {
            on_lines[ray] = read_leaves(ray, words, lines[ray]);
        }
        var taken = bits_in(words, to_zero);
        for (var index = 0u; index < ALTERATIONS; index++) {
            let is_option = alterations[index].removed == 0u;
            taken |= select(vec4<u32>(0u), bits_in(words, behind[index]), is_option);
        }
        for (var ray = 0u; ray < RAYS; ray++) {
            taken |= on_lines[ray];
        }
        let place = first_of(taken != vec4<u32>(FULL));
        let open = ~component(taken, place);
        if open != 0u {
            value = VALUES_PER_WORD * component(words, place) + firstTrailingBit(open);
            for (var ray = 0u; ray < RAYS; ray++) {
                leaves[ray] = component(on_lines[ray], place);
            }
        } else {
            look_further();
        }
    }
    return value;
}

// ---- Altered vectors ----

// The values that the alterations lead to from the cell of the step, see `value_behind`.
var<private> behind: array<u32, ALTERATIONS>;

// Whether a move along a line, which is of this ray, leads to a value: if the line has seen it more often than removed
// multiples of the ray lead to it.
fn is_seen_beyond_removed(value: u32, along: Ray, ray: u32, line: u32) -> bool {
    var removed = 0u;
    for (var index = 0u; index < ALTERATIONS; index++) {
        let is_removed = alterations[index].removed == 1u && is_on_ray(alterations[index].vector, along);
        removed += u32(behind[index] == value && is_removed);
    }
    let word = read_word(ray, removed * WORDS + value / VALUES_PER_WORD, line);
    return ((word >> (value % VALUES_PER_WORD)) & 1u) == 1u;
}

// Whether no move leads to a value that lines may have seen.
fn is_free(value: u32, to_zero: u32) -> bool {
    var is_taken = value == to_zero;
    for (var index = 0u; index < ALTERATIONS; index++) {
        is_taken = is_taken || (alterations[index].removed == 0u && behind[index] == value);
    }
    for (var ray = 0u; ray < RAYS; ray++) {
        is_taken = is_taken || is_seen_beyond_removed(value, rays[ray], ray, lines[ray]);
    }
    return !is_taken;
}

// Returns the least value that is free, of `value` and those that removed vectors lead to. A line has seen these, so that
// the search has passed them over.
fn least_free(value: u32, to_zero: u32) -> u32 {
    var least = value;
    for (var index = 0u; index < ALTERATIONS; index++) {
        if alterations[index].removed == 1u && behind[index] < least && is_free(behind[index], to_zero) {
            least = behind[index];
        }
    }
    return least;
}

// Sets `leaves` for a value that was not found by a search.
fn read_leaves_of(value: u32) {
    for (var ray = 0u; ray < RAYS; ray++) {
        leaves[ray] = read_word(ray, value / VALUES_PER_WORD, lines[ray]);
    }
}

// ---- The hooks of blocks.wgsl ----

// Reads ahead, and takes what was read before: the middle words for the cell of this step, by which its leaves are
// chosen, and the top words for the next one, by which its middle words are.
fn hook_begin_step() {
    if REPLAYS {
        return;
    }
    middles = next_middles;
    top = next_top;
    open_middles = next_open_middles;
    var taken = vec4<u32>(0u);
    for (var ray = 0u; ray < RAYS; ray++) {
        taken |= middle_words[ray];
    }
    open_leaves = ~taken;
    var taken_above = vec4<u32>(0u);
    for (var ray = 0u; ray < RAYS; ray++) {
        taken_above |= top_words[ray];
    }
    next_top = first_of(taken_above != vec4<u32>(FULL));
    let open = ~component(taken_above, next_top);
    next_middles = lowest_four(next_top, open);
    next_open_middles = without_lowest_four(open);
    if has_next {
        for (var ray = 0u; ray < RAYS; ray++) {
            middle_words[ray] = read_middle_words(next_middles, next_lines[ray]);
        }
    }
    // Where there are no more than four words of the middle level, `top_words` stay 0: all of them are open.
    if has_later && MIDDLE_WORDS > 4u {
        for (var ray = 0u; ray < RAYS; ray++) {
            let line = later_lines[ray];
            let first = read_top_word(0u, line);
            let second = read_top_word(1u, line);
            let third = read_top_word(2u, line);
            top_words[ray] = vec4<u32>(first, second, third, read_top_word(3u, line));
        }
    }
}

// Moves on by a step, to the lines of the cell two steps after this one.
fn hook_find_lines(block: Block, local: u32, step: u32) {
    for (var ray = 0u; ray < RAYS; ray++) {
        lines[ray] = next_lines[ray];
        next_lines[ray] = later_lines[ray];
    }
    has_next = has_later;
    find_later_lines(block, local, step + 2u);
}

fn find_later_lines(block: Block, local: u32, step: u32) {
    let sheared = sheared_cell(block, local, step);
    has_later = step < block.steps && is_computed_cell(sheared);
    if has_later {
        for (var ray = 0u; ray < RAYS; ray++) {
            later_lines[ray] = line_of(rays[ray], unsheared(sheared));
        }
    }
}

// Begins two steps before the first one, so that its words have been read when it comes.
fn hook_enter(block: Block, local: u32) {
    find_later_lines(block, local, 0u);
    hook_begin_step();
    // Step -1: `step + 2u` is 1.
    hook_find_lines(block, local, 0xffffffffu);
    hook_begin_step();
}

// Returns the value of the cell of the invocation, and records it on its lines. NOTHING is a value beyond all for
// which the host has reserved words; it is not recorded.
fn hook_visit(at: vec3<u32>) -> u32 {
    for (var index = 0u; index < ALTERATIONS; index++) {
        behind[index] = value_behind(index, at);
    }
    let to_zero = select(NO_VALUE, u32(MISERE), has_move_to_zero(at));
    // The zero position is terminal. In normal play a position without moves is the first on each of its lines, if there
    // are no alterations: the sets are empty, and the search finds 0.
    var value = 0u;
    if (MISERE || ALTERATIONS + LISTED > 0u) && is_terminal(at) {
        value = u32(MISERE);
        read_leaves_of(value);
    } else {
        let unseen = least_unseen(to_zero);
        value = least_free(unseen, to_zero);
        if value < unseen {
            read_leaves_of(value);
        }
    }
    if value != NOTHING {
        record_in_history(at, value);
        // On the diagonal a ray and its mirror image have one line, of which the second record writes the same.
        for (var ray = 0u; ray < RAYS; ray++) {
            record_on_line(value, ray, lines[ray], leaves[ray]);
        }
    }
    return value;
}

// Records the value of the cell of the invocation, if it is known: in a wave that is replayed.
fn hook_record(at: vec3<u32>, value: u32) {
    if value / VALUES_PER_WORD >= WORDS {
        return;
    }
    record_in_history(at, value);
    read_leaves_of(value);
    for (var ray = 0u; ray < RAYS; ray++) {
        record_on_line(value, ray, lines[ray], leaves[ray]);
    }
}

// The state of lines stays in the memory of the device.
fn hook_leave(block: Block, local: u32) {
}

fn hook_end_step() {
    // Other invocations read the bitsets and the history in the next step: it waits for all of the workgroup.
    storageBarrier();
}
