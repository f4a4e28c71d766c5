// Rules that the user writes: every position looks at all its options.
//
// Every move makes the grade of a position smaller. So the positions of one grade do not depend on one another: they
// are a wave, which one dispatch computes. Without a grade in the rules the grade is the token sum:
//
//     z                              the wave of token sum 4 on two heaps, and the options of one of its
//     | 4                            positions, *, by the rules (y - k, z) and (y, z - k): they lie in the
//     | 3 4                          waves before
//     | o o *
//     | 1 2 o 4
//     | 0 1 o 3 4
//     +----------- y
//
// An invocation computes a position: it goes through the loops of the clauses, which the host writes, and looks up the
// value of each option in the table. Where waves have few positions, which have many options, all invocations of a
// workgroup share the loops of one position, and put together what they have found.
//
// The host writes `is_position`, `is_left_out`, `grade_of` and `list_options`, which calls `take_option` for each move. If a
// move leads to a sum, it calls `begin_sum`, `add_to_sum` for each position of it, and `take_sum`. The kernel's file says
// what is gathered of the options.
//
// The table stays in `values` as a whole, with a word for each cell. By token sums, what invocations beside one another
// read is side by side: cells of equal token sums follow one another, those of token sum s + DOMAIN_Z among those of s.
// Where the rules state a grade, the cells are in row-major order. words.wgsl finds a word, in one buffer or several.
//
// If something is wrong with the rules at a position, or with the loops, the totals of the wave get a maximum that no
// table has: the complement of the row-major index of its first such position, which the host then looks at.
// Counterpart: src/engine/cpu/clauses/; host half: src/engine/gpu/kernels/rules/.

import package::dispatch::{wave, workgroup_number};
import package::host::{LANES, WORKGROUP_SIZE, grade_of, is_left_out, is_position};
import package::kernel::{hook_begin, hook_search, hook_share, hook_take, hook_value_found};
import package::tiles::{DOMAIN_X, DOMAIN_Y, DOMAIN_Z, Place, is_in_domain};
import package::totals::{MAXIMUM, add_totals, count_position, totals};
import package::values::REPLAYS;
import package::words::{set_value_word, value_word};

// Whether the rules state a grade, by which the host has sorted the positions.
override IS_SORTED: bool;
// Whether it is not proved that all options are inside and have a smaller grade.
override IS_CHECKED: bool;
// Whether outcomes are stored that are made of Grundy values, as those of sums of positions must be.
override STORES_OUTCOMES: bool;

// The row-major indices of all positions in the order of their grades, where they are sorted. The slots of a wave are
// the columns, from the first one on.
@group(0) @binding(2) var<storage, read> order: array<u32>;
// The numbers of the sets in the rules, one set after another.
@group(0) @binding(3) var<storage, read> sets: array<i32>;

// Whether something is wrong with the rules at the position: an expression has no value, or an option is outside or has
// no smaller grade. The host then looks at the position by the definition.
var<private> is_faulty: bool;
// Whether the driver has ended a loop before its end.
var<private> is_cut: bool;
// The grade of the position.
var<private> grade: u32;
// The xor of the values of the positions that a move leads to so far, and whether the move exists.
var<private> sum: u32;
var<private> is_sum: bool;
// The move that is taken in: its clause and the values of its variables. Set where it is asked which move comes first.
var<private> clause: u32;
var<private> variables: vec4<i32>;

struct Cell {
    // False for invocations beyond the wave and for slots that belong to no position.
    exists: bool,
    at: vec3<u32>,
}

fn row_major_index(at: vec3<u32>) -> u32 {
    return (at.x * DOMAIN_Y + at.y) * DOMAIN_Z + at.z;
}

// Returns the word of a cell in `values`.
fn word_of(at: vec3<u32>) -> u32 {
    if IS_SORTED {
        return row_major_index(at);
    }
    return ((at.x + at.y + at.z) % DOMAIN_Z * DOMAIN_X + at.x) * DOMAIN_Y + at.y;
}

// Returns the cell of an invocation.
fn cell_of(workgroup: vec3<u32>, local: u32) -> Cell {
    let slot = workgroup_number(workgroup) * (WORKGROUP_SIZE / LANES) + local / LANES;
    if slot >= wave.slots.rows * wave.slots.columns {
        return Cell(false, vec3<u32>());
    }
    let column = wave.slots.first_column + slot % wave.slots.columns;
    if IS_SORTED {
        let index = order[column];
        let row = index / DOMAIN_Z;
        return Cell(true, vec3<u32>(row / DOMAIN_Y, row % DOMAIN_Y, index % DOMAIN_Z));
    }
    let row = wave.slots.first_row + slot / wave.slots.columns;
    let at = vec3<u32>(row, column, wave.index - row - column);
    return Cell(row + column <= wave.index && at.z < DOMAIN_Z && is_position(at), at);
}

// Returns whether a move leads to a position. If not, the move does not exist, or the rules have a fault.
fn is_option(option: vec3<i32>) -> bool {
    let at = vec3<u32>(option);
    if any(option < vec3<i32>()) || !is_in_domain(at) {
        is_faulty = is_faulty || any(option < vec3<i32>()) || !is_left_out(at);
        return false;
    }
    if !is_position(at) {
        return false;
    }
    is_faulty = is_faulty || grade_of(at) >= grade;
    return !is_faulty;
}

// Begins an option that is a sum of positions.
fn begin_sum() {
    is_sum = true;
    sum = 0u;
}

// Adds a position to a sum.
fn add_to_sum(option: vec3<i32>) {
    if IS_CHECKED && !is_option(option) {
        is_sum = false;
        return;
    }
    let at = vec3<u32>(option);
    let written = value_word(word_of(at));
    if written == 0u {
        is_faulty = is_faulty || is_position(at);
        is_sum = false;
        return;
    }
    sum ^= value_of(written);
}

// Takes in a sum, if the move exists. Returns whether no other option matters.
fn take_sum() -> bool {
    if !is_sum {
        return is_faulty;
    }
    return hook_take(vec3<i32>(), sum, 0i);
}

// Takes in the option of a move, and what the move pays. Returns whether no other one matters.
fn take_option(option: vec3<i32>, points: i32) -> bool {
    if IS_CHECKED && !is_option(option) {
        return is_faulty;
    }
    let at = vec3<u32>(option);
    let written = value_word(word_of(at));
    if written == 0u {
        // A cell without a value is no position, and the move does not exist. A position has a value by now.
        is_faulty = is_faulty || is_position(at);
        return is_faulty;
    }
    return hook_take(option, value_of(written), points);
}

// Returns where the value of a position lies. No wave takes the place of another one, so that tiles may be scattered as
// a whole.
fn place_in_table(at: vec3<u32>) -> Place {
    let bits = select(0xffffffffu, 3u, STORES_OUTCOMES);
    return Place(0u, word_of(at), 0u, select(0u, bits, is_position(at)));
}

// Returns the word of a value: the value and 1. If outcomes of Grundy values are stored, the two lowest bits are the
// outcome and 1, and the value lies above them.
fn word_of_value(value: u32) -> u32 {
    if STORES_OUTCOMES {
        return (value << 2u) | (1u + u32(value == 0u));
    }
    return 1u + value;
}

// Returns the value of a word that is not 0.
fn value_of(word: u32) -> u32 {
    return select(word - 1u, word >> 2u, STORES_OUTCOMES);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cell = cell_of(workgroup, local);
    if LANES > 1u {
        hook_begin(local);
        workgroupBarrier();
    }
    if cell.exists && !REPLAYS {
        grade = grade_of(cell.at);
        hook_search(cell.at, i32(local % LANES));
    }
    if LANES > 1u {
        hook_share();
        workgroupBarrier();
    }
    if cell.exists && local % LANES == 0u {
        var value = value_of(value_word(word_of(cell.at)));
        if !REPLAYS {
            value = hook_value_found();
        }
        count_position(cell.at, select(value, u32(value == 0u), STORES_OUTCOMES));
        set_value_word(word_of(cell.at), word_of_value(value));
    }
    if is_faulty || is_cut {
        atomicMax(&totals[wave.first_total + MAXIMUM], ~row_major_index(cell.at));
    }
    add_totals(local);
}
