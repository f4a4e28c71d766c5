// Rules that the user writes: every position looks at all its options.
//
// Every move makes the grade of a position smaller. So the positions of one grade do not depend on one another: they
// are a wave, which one dispatch computes. Without a grade in the rules the grade is the token sum:
//
//     z                              the wave of token sum 4 on two heaps, and the options, o, of one of its
//     | 4                            positions, *, by the rules (y - k, z) and (y, z - k): they lie in the
//     | 3 4                          waves before. The digits are token sums
//     | o o *
//     | 1 2 o 4
//     | 0 1 o 3 4
//     +----------- y
//
// An invocation computes a position: it goes through the loops of the clauses, which the host writes, and looks up the
// value of each option in the table. Where waves have few positions, which have many options, LANES invocations of a
// workgroup share the loops of a position, and put together what they have found. The workgroup computes PLACES positions
// that follow one another in the wave: invocations beside one another have these, and the same round of the loops, so
// that their options lie side by side in memory, too. The kernel's file says what is gathered
// of the options. The host writes, for the rules of the game:
//   LANES, PLACES                                                    invocations of a position, and positions of a workgroup:
//                                                                    their product is WORKGROUP_SIZE. The invocation
//                                                                    called `lane` takes every LANES-th round of outer loops
//   fn is_position(at: vec3<u32>) -> bool                            whether a cell of the domain is a position
//   fn is_left_out(at: vec3<u32>) -> bool                            whether a cell outside the domain is no position: a move
//                                                                    there does not exist, else it is a fault of the rules
//   fn grade_of(at: vec3<u32>) -> u32
//   fn list_options(player: u32, at: vec3<u32>, lane: i32)           calls `take_option` for each move of a player, 0 or 1
//   fn is_first_move(at: vec3<u32>, option: vec3<i32>) -> bool       for rules_palaces.wgsl alone
// For instance, of the rules (x - k, y) for 1 <= k <= x (shaders/expanded/rules_grundy.wgsl has more):
//   fn list_options(player: u32, at: vec3<u32>, lane: i32) {
//       let lanes = i32(LANES);
//       let x = i32(at.y);                                           two heaps are padded on the left, see README.md
//       let y = i32(at.z);
//       var v1 = 1i + lane;
//       for (; v1 <= x; v1 += lanes) {
//           let t2 = vec3<i32>(0i, (x - v1), y);
//           if take_option(t2, 0i) {                                 what the move pays is 0
//               return;
//           }
//       }
//       is_cut = is_cut || v1 <= x;
//   }
// For a move to a sum of positions it calls `begin_sum`, `add_to_sum` for each of them, and `take_sum`.
//
// The table stays in `values` as a whole, with a word for each cell. By token sums, what invocations beside one another
// read is side by side: cells whose token sums are equal modulo DOMAIN_Z are a group, and in a group x and y vary, y faster.
// They tell one cell from the other, as z is less than DOMAIN_Z. So the sums lie on 1 x 5 x 4:
//   0 4 4 4 4 | 1 1 5 5 5 | 2 2 2 6 6 | 3 3 3 3 7
// Where the rules state a grade, the cells are in row-major order. words.wgsl finds a word, in one buffer or several.
//
// If something is wrong with the rules at a position, or with the loops, the totals of the wave get a maximum that no
// table has: the complement of the row-major index of its first such position, which the host then looks at.
// Counterpart: src/engine/cpu/clauses/; host half: src/engine/gpu/kernels/rules/.

import package::dispatch::{wave, workgroup_number};
import package::domain::{DOMAIN_X, DOMAIN_Y, DOMAIN_Z, is_in_domain};
import package::host::{LANES, PLACES, WORKGROUP_SIZE, grade_of, is_left_out, is_position};
import package::kernel::{hook_begin, hook_search, hook_share, hook_take, hook_value_found};
import package::tiles::Place;
import package::totals::{MAXIMUM, add_totals, count_position, totals};
import package::values::REPLAYS;
import package::words::{load_value, store_value};

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
// Whether the driver has ended a loop before its end, which shows as a condition that still holds behind the loop.
var<private> is_cut: bool;
// The place of the position among those of the workgroup.
var<private> place: u32;
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

// Returns the index of a cell's word in `values`.
fn index_of(at: vec3<u32>) -> u32 {
    if IS_SORTED {
        return row_major_index(at);
    }
    return ((at.x + at.y + at.z) % DOMAIN_Z * DOMAIN_X + at.x) * DOMAIN_Y + at.y;
}

// Returns the cell of an invocation.
fn cell_of(workgroup: vec3<u32>) -> Cell {
    let slot = workgroup_number(workgroup) * PLACES + place;
    if slot >= wave.slots.rows * wave.slots.columns {
        return Cell(false, vec3<u32>());
    }
    let column = wave.slots.first_column + slot % wave.slots.columns;
    if IS_SORTED {
        let index = order[column];
        let xy = index / DOMAIN_Z;
        return Cell(true, vec3<u32>(xy / DOMAIN_Y, xy % DOMAIN_Y, index % DOMAIN_Z));
    }
    let x = wave.slots.first_row + slot / wave.slots.columns;
    // Where x + y is more than the token sum, z wraps: then there is no cell.
    let at = vec3<u32>(x, column, wave.index - x - column);
    return Cell(x + column <= wave.index && at.z < DOMAIN_Z && is_position(at), at);
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
    let word = load_value(index_of(at));
    if word == 0u {
        is_faulty = is_faulty || is_position(at);
        is_sum = false;
        return;
    }
    sum ^= decoded(word);
}

// Takes in a sum, if the move exists. Returns whether no other option matters.
fn take_sum() -> bool {
    if !is_sum {
        return is_faulty;
    }
    // There is no single option to be named; kernels whose moves lead to sums do not look at it.
    return hook_take(vec3<i32>(), sum, 0i);
}

// Takes in the option of a move, and what the move pays. Returns whether no other one matters.
fn take_option(option: vec3<i32>, points: i32) -> bool {
    if IS_CHECKED && !is_option(option) {
        return is_faulty;
    }
    let at = vec3<u32>(option);
    let word = load_value(index_of(at));
    if word == 0u {
        // A cell without a value is no position, and the move does not exist. A position has a value by now.
        is_faulty = is_faulty || is_position(at);
        return is_faulty;
    }
    return hook_take(option, decoded(word), points);
}

// The defaults of the hooks of tiles.wgsl, in all kernels of rules. No wave takes the place of another one, so that tiles may
// be scattered as a whole: as if all cells were of wave 0, which is before any wave that is not replayed.
fn hook_place(at: vec3<u32>) -> Place {
    let mask = select(0xffffffffu, 3u, STORES_OUTCOMES);
    return Place(0u, index_of(at), 0u, select(0u, mask, is_position(at)));
}

fn hook_computed_image(at: vec3<u32>) -> vec3<u32> {
    return at;
}

fn hook_is_computed(at: vec3<u32>) -> bool {
    return is_position(at);
}

// Returns the word of a value: the value + 1. If outcomes of Grundy values are stored, the two lowest bits are the
// outcome + 1, and the value lies above them: of the value 0, P, 0b10, of the value 3 0b1101.
fn encoded(value: u32) -> u32 {
    if STORES_OUTCOMES {
        return (value << 2u) | (1u + u32(value == 0u));
    }
    return 1u + value;
}

// Returns the value of a word that is not 0; of 0 any number.
fn decoded(word: u32) -> u32 {
    return select(word - 1u, word >> 2u, STORES_OUTCOMES);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    place = local % PLACES;
    let cell = cell_of(workgroup);
    if LANES > 1u {
        hook_begin(local);
        workgroupBarrier();
    }
    if cell.exists && !REPLAYS {
        grade = grade_of(cell.at);
        hook_search(cell.at, i32(local / PLACES));
    }
    if LANES > 1u {
        hook_share();
        workgroupBarrier();
    }
    if cell.exists && local < PLACES {
        // What is read here is used in a replay alone, which kernels that store outcomes do not have.
        var value = decoded(load_value(index_of(cell.at)));
        if !REPLAYS {
            value = hook_value_found();
        }
        count_position(cell.at, select(value, u32(value == 0u), STORES_OUTCOMES));
        store_value(index_of(cell.at), encoded(value));
    }
    if is_faulty || is_cut {
        atomicMax(&totals[wave.first_total + MAXIMUM], ~row_major_index(cell.at));
    }
    add_totals(local);
}
