// Grundy values by rules that the user writes: the least number that no option has.
//
// An invocation marks the values of the options that lie in a window of 128 values, a bit each. Only if all of them are
// there, it goes through the options once more, for the next window. Invocations that share a position mark all values
// in the memory of their workgroup at once.
//
// The waves, the loops over options and the entry point are in rules.wgsl.
// Counterpart: src/engine/cpu/clauses/rules/grundy.rs; host half: src/engine/gpu/kernels/rules/.

import package::host::{LANES, SEEN_WORDS, WORKGROUP_SIZE, is_position, list_options};
import package::rules::{is_cut, is_faulty, place_in_table};
import package::tiles::Place;
import package::values::MISERE;

const WINDOW = 128u;
const FULL = 0xffffffffu;

// The first value of the window, and the bits of its values.
var<private> first: u32;
var<private> seen: vec4<u32>;
var<private> has_option: bool;
// The bits of all values, and whether there is an option, for invocations that share a position.
var<workgroup> all_seen: array<atomic<u32>, SEEN_WORDS>;
var<workgroup> any_option: atomic<u32>;

fn hook_begin(local: u32) {
    for (var word = local; word < SEEN_WORDS; word += WORKGROUP_SIZE) {
        atomicStore(&all_seen[word], 0u);
    }
    if local == 0u {
        atomicStore(&any_option, 0u);
    }
}

fn hook_search(at: vec3<u32>, lane: i32) {
    list_options(0u, at, lane);
    while LANES == 1u && !is_faulty && all(seen == vec4<u32>(FULL)) {
        first += WINDOW;
        seen = vec4<u32>();
        list_options(0u, at, lane);
    }
    is_cut = is_cut || (LANES == 1u && !is_faulty && all(seen == vec4<u32>(FULL)));
}

fn hook_take(option: vec3<i32>, value: u32, points: i32) -> bool {
    has_option = true;
    if LANES > 1u {
        atomicOr(&all_seen[value / 32u], 1u << (value % 32u));
        return false;
    }
    // Values below the window become large numbers.
    let word = vec4<u32>((value - first) / 32u);
    seen |= select(vec4<u32>(), vec4<u32>(1u << (value % 32u)), word == vec4<u32>(0u, 1u, 2u, 3u));
    return false;
}

fn hook_share() {
    if has_option {
        atomicOr(&any_option, 1u);
    }
}

fn hook_value_found() -> u32 {
    if LANES > 1u {
        has_option = atomicLoad(&any_option) == 1u;
        while first / 32u < SEEN_WORDS && atomicLoad(&all_seen[first / 32u]) == FULL {
            first += 32u;
        }
        seen.x = atomicLoad(&all_seen[min(first / 32u, SEEN_WORDS - 1u)]);
    }
    var mex = first;
    var word = seen.x;
    if word == FULL {
        mex += 32u;
        word = seen.y;
    }
    if word == FULL {
        mex += 32u;
        word = seen.z;
    }
    if word == FULL {
        mex += 32u;
        word = seen.w;
    }
    mex += countTrailingZeros(~word);
    return select(u32(MISERE), mex, has_option);
}

fn hook_place(at: vec3<u32>) -> Place {
    return place_in_table(at);
}

fn hook_computed_image(at: vec3<u32>) -> vec3<u32> {
    return at;
}

fn hook_is_computed(at: vec3<u32>) -> bool {
    return is_position(at);
}
