// Outcomes and outcome classes by rules that the user writes: which kinds of options there are.
//
// The waves, the loops over options, the entry point and the hooks that are not here are in rules.wgsl.
// Counterpart: src/engine/cpu/clauses/quantities/kinds.rs; host half: src/engine/gpu/kernels/rules/.

import package::host::{LANES, PLACES, list_options};
import package::rules::place;
import package::values::{MISERE, OUTCOMES};

// 1 in impartial games; 2 in partizan ones, for each of whose players the options are gathered.
override PLAYERS: u32;
// Whether a kind that decides ends the search: only where that leaves out no fault of the rules.
override STOPS: bool;

// The outcome classes. Of outcomes, P-positions are 1.
const CLASS_P = 0u;
const CLASS_N = 1u;
const CLASS_L = 2u;
const CLASS_R = 3u;

// The kinds of options of the player whose options are gathered, bit i for the value i, and those that decide.
var<private> kinds: u32;
var<private> deciding: u32;
// Those of Left, who is player 0, and of Right, who is player 1.
var<private> found: vec2<u32>;
// The same, for invocations that share a position.
var<workgroup> all_found: array<atomic<u32>, 2 * PLACES>;

// Returns the kinds of options with which a player wins: an outcome that is P, a class that is P or the player's own.
fn winning(player: u32) -> u32 {
    return select((1u << CLASS_P) | (1u << (CLASS_L + player)), 2u, OUTCOMES);
}

fn hook_begin(local: u32) {
    if local < PLACES {
        atomicStore(&all_found[2u * local], 0u);
        atomicStore(&all_found[2u * local + 1u], 0u);
    }
}

fn hook_search(at: vec3<u32>, lane: i32) {
    deciding = select(0u, winning(0u), STOPS);
    list_options(0u, at, lane);
    found.x = kinds;
    if PLAYERS == 2u {
        kinds = 0u;
        deciding = select(0u, winning(1u), STOPS);
        list_options(1u, at, lane);
        found.y = kinds;
    }
}

fn hook_take(option: vec3<i32>, value: u32, points: i32) -> bool {
    kinds |= 1u << value;
    return (kinds & deciding) != 0u;
}

fn hook_share() {
    atomicOr(&all_found[2u * place], found.x);
    atomicOr(&all_found[2u * place + 1u], found.y);
}

// Returns whether a player wins who begins, with these kinds of options.
fn wins(player: u32, kinds: u32) -> bool {
    return select((kinds & winning(player)) != 0u, MISERE, kinds == 0u);
}

fn hook_value_found() -> u32 {
    if LANES > 1u {
        found = vec2<u32>(atomicLoad(&all_found[2u * place]), atomicLoad(&all_found[2u * place + 1u]));
    }
    let left_wins = wins(0u, found.x);
    if OUTCOMES {
        return u32(!left_wins);
    }
    let right_wins = wins(1u, found.y);
    if left_wins {
        return select(CLASS_L, CLASS_N, right_wins);
    }
    return select(CLASS_P, CLASS_R, right_wins);
}
