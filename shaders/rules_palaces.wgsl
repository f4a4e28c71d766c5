// Palace numbers, and outcomes of blocking games, by rules that the user writes: how many options are P-positions.
// Counterpart of src/engine/cpu/clauses/rules/palaces.rs; host half: src/engine/gpu/kernels/rules/.
// Joined after: sizes, output, tiles, numbers, rules.
//
// An option counts once, whatever the number of moves that lead to it: with the move that comes first in the order of
// the clauses and of the values of their variables. `is_first_move`, which the host writes, goes through the moves again
// until one leads to the option. That is done for P-positions alone, which are few.

// Options that the opponent may block.
override BLOCKED: u32;
// 1 if more options than can be blocked end the search, which must not leave out a fault of the rules, else 0.
override STOPS: u32;

// The move that is taken in: its clause and the values of its variables.
var<private> clause: u32;
var<private> variables: vec4<i32>;
// The position, and how many of its options are P-positions.
var<private> position: vec3<u32>;
var<private> palaces: u32;
// The same, for invocations that share a position.
var<workgroup> all_palaces: atomic<u32>;

fn begin(local: u32) {
    if local == 0u {
        atomicStore(&all_palaces, 0u);
    }
}

fn search(at: vec3<u32>, lane: i32) {
    position = at;
    list_options(0u, at, lane);
}

fn take(option: vec3<i32>, value: u32, points: i32) -> bool {
    let is_p = select(value <= BLOCKED, value == 1u, OUTCOMES == 1u);
    if is_p && is_first_move(position, option) {
        palaces += 1u;
    }
    return STOPS == 1u && palaces > BLOCKED;
}

fn share() {
    atomicAdd(&all_palaces, palaces);
}

fn value_found() -> u32 {
    if LANES > 1u {
        palaces = atomicLoad(&all_palaces);
    }
    return select(palaces, u32(palaces <= BLOCKED), OUTCOMES == 1u);
}
