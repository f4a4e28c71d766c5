// Remoteness by rules that the user writes: one more than the least even one of an option, or else than the largest odd
// one.
//
// The waves, the loops over options, the entry point and the hooks that are not here are in rules.wgsl.
// Counterpart: src/engine/cpu/clauses/quantities/remoteness.rs; host half: src/engine/gpu/kernels/rules/.

import package::host::{LANES, PLACES, list_options};
import package::rules::place;

// The complement of the least even remoteness, and the largest odd one; 0 where there is none.
var<private> even_complement: u32;
var<private> largest_odd: u32;
// The same, for invocations that share a position.
var<workgroup> all_even: array<atomic<u32>, PLACES>;
var<workgroup> all_odd: array<atomic<u32>, PLACES>;

fn hook_begin(local: u32) {
    if local < PLACES {
        atomicStore(&all_even[local], 0u);
        atomicStore(&all_odd[local], 0u);
    }
}

fn hook_search(at: vec3<u32>, lane: i32) {
    list_options(0u, at, lane);
}

fn hook_take(option: vec3<i32>, value: u32, points: i32) -> bool {
    if value % 2u == 0u {
        even_complement = max(even_complement, ~value);
    } else {
        largest_odd = max(largest_odd, value);
    }
    return false;
}

fn hook_share() {
    atomicMax(&all_even[place], even_complement);
    atomicMax(&all_odd[place], largest_odd);
}

fn hook_value_found() -> u32 {
    if LANES > 1u {
        even_complement = atomicLoad(&all_even[place]);
        largest_odd = atomicLoad(&all_odd[place]);
    }
    if even_complement > 0u {
        return 1u + ~even_complement;
    }
    return select(0u, 1u + largest_odd, largest_odd > 0u);
}
