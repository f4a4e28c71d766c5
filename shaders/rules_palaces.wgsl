// Palace numbers, and outcomes of blocking games, by rules that the user writes: how many options are P-positions.
//
// An option counts once, whatever the number of moves that lead to it: with the move that comes first in the order of
// the clauses and of the values of their variables. `is_first_move`, which the host writes, goes through the moves again
// until one leads to the option. That is done for P-positions alone, which are few.
//
// The waves, the loops over options, the entry point and the hooks that are not here are in rules.wgsl.
// Counterpart: src/engine/cpu/clauses/quantities/palaces.rs; host half: src/engine/gpu/kernels/rules/.

import package::host::{LANES, PLACES, is_first_move, list_options};
import package::rules::place;
import package::values::OUTCOMES;

// Options that the opponent may block.
override BLOCKED: u32;
// Whether more options than can be blocked end the search: only where that leaves out no fault of the rules.
override STOPS: bool;

// The position, and how many of its options are P-positions.
var<private> position: vec3<u32>;
var<private> palaces: u32;
// The same, for invocations that share a position.
var<workgroup> all_palaces: array<atomic<u32>, PLACES>;

fn hook_begin(local: u32) {
    if local < PLACES {
        atomicStore(&all_palaces[local], 0u);
    }
}

fn hook_search(at: vec3<u32>, lane: i32) {
    position = at;
    list_options(0u, at, lane);
}

fn hook_take(option: vec3<i32>, value: u32, points: i32) -> bool {
    let is_p = select(value <= BLOCKED, value == 1u, OUTCOMES);
    if is_p && is_first_move(position, option) {
        palaces += 1u;
    }
    return STOPS && palaces > BLOCKED;
}

fn hook_share() {
    atomicAdd(&all_palaces[place], palaces);
}

fn hook_value_found() -> u32 {
    if LANES > 1u {
        palaces = atomicLoad(&all_palaces[place]);
    }
    return select(palaces, u32(palaces <= BLOCKED), OUTCOMES);
}
