// The canonical positions of one token sum, one for each invocation: the position that an invocation computes, and
// where its value lies.
// Host half: src/engine/gpu/schedule/canonical.rs.

import package::canonical_rows::{
    COLUMNS_LOST, COLUMN_SHIFT, DIVISOR, layer_words, pair_words, row_count, row_words,
};
import package::dispatch::{wave, workgroup_number};
import package::host::{WORKGROUP_SIZE, first_of_orbit};
import package::tiles::{Place, wave_place};
import package::values::values;

// The lower half of a word; as a number, the most that a half holds.
const HALF_MASK = 0xffffu;

struct CanonicalCell {
    exists: bool,
    // Coordinates, padded on the left.
    at: vec3<u32>,
    // Index of the word in `values`, and which half of it: 0 is the lower one.
    index: u32,
    half: u32,
}

// Returns how many invocations a layer has, idle ones in the last workgroup included.
fn layer_invocations(grade: u32) -> u32 {
    let cells = 2u * layer_words(grade);
    return (cells + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE * WORKGROUP_SIZE;
}

// Returns the number of an invocation in its layer.
fn invocation_of(workgroup: vec3<u32>, local: u32) -> u32 {
    return workgroup_number(workgroup) * WORKGROUP_SIZE + local;
}

// Returns the cell of an invocation, of which two share a word.
fn canonical_cell(invocation: u32) -> CanonicalCell {
    let word = invocation / 2u;
    let half = invocation % 2u;
    let pair = word / pair_words(wave.index);
    let rows = row_count(wave.index);
    if 2u * pair >= rows {
        return CanonicalCell(false, vec3<u32>(), 0u, 0u);
    }
    var x = pair;
    var word_of_row = word % pair_words(wave.index);
    let words = row_words(wave.index, pair);
    let is_partner = word_of_row >= words;
    if is_partner {
        x = rows - 1u - pair;
        word_of_row -= words;
    }
    let column = 2u * word_of_row + half;
    // No row is so far down that the difference is below 0. The row in the middle is its own partner.
    let exists =
        column <= (wave.index - COLUMNS_LOST * x) / DIVISOR && !(is_partner && x == pair);
    let y = COLUMN_SHIFT * x + column;
    let at = vec3<u32>(x, y, wave.index - x - y);
    return CanonicalCell(exists, at, wave.first_word + word, half);
}

// Returns a number that tells positions of a layer apart, and orders them as their coordinates do. Called by the text that
// the host writes.
fn order_of(at: vec3<u32>) -> u32 {
    return (at.x << 16u) | at.y;
}

// Returns the value that lies in `values` for a cell; 0xffffffff where none does.
fn stored_value(cell: CanonicalCell) -> u32 {
    return ((values[cell.index] >> (16u * cell.half)) & HALF_MASK) - 1u;
}

// The defaults of the hooks of tiles.wgsl, in digraph games. If an orbit has several canonical positions, each is computed.
fn hook_is_computed(at: vec3<u32>) -> bool {
    let grade = at.x + at.y + at.z;
    let first_column = COLUMN_SHIFT * at.x;
    return at.x < row_count(grade) && at.y >= first_column
        && at.y - first_column <= (grade - COLUMNS_LOST * at.x) / DIVISOR;
}

fn hook_computed_image(at: vec3<u32>) -> vec3<u32> {
    return first_of_orbit(at);
}

fn hook_place(at: vec3<u32>) -> Place {
    let grade = at.x + at.y + at.z;
    let partner = row_count(grade) - 1u - at.x;
    let column = at.y - COLUMN_SHIFT * at.x;
    var word = min(at.x, partner) * pair_words(grade) + column / 2u;
    if at.x > partner {
        word += row_words(grade, partner);
    }
    return Place(grade, wave_place(grade).first_word + word, 16u * (column % 2u), HALF_MASK);
}
