// Grundy values by rules that the user writes: the least number that no option has.
//
// An invocation marks the values of the options that lie in a window of 128 values or a few times as many, a bit each.
// Only if all of them are there, it goes through the options once more, for the next window. The host chooses WINDOW, 128,
// 256 or 512: a wider one takes more instructions for each option, and fewer rounds. If LANES is not 1, the invocations of the
// workgroup share a position, and mark all values in its memory at once, in SEEN_WORDS words, with a bit for each value up to
// the bound.
//
// The waves, the loops over options, the entry point and the hooks that are not here are in rules.wgsl.
// Counterpart: src/engine/cpu/clauses/quantities/grundy.rs; host half: src/engine/gpu/kernels/rules/.

import package::host::{LANES, PLACES, SEEN_WORDS, WINDOW, WORKGROUP_SIZE, list_options};
import package::rules::{is_cut, is_faulty, place};
import package::values::MISERE;

const FULL = 0xffffffffu;

// The first value of the window, and the bits of its values, 128 in each vector. Those beyond WINDOW are not used. They
// begin as 0, as private variables do.
var<private> first: u32;
var<private> seen_0: vec4<u32>;
var<private> seen_1: vec4<u32>;
var<private> seen_2: vec4<u32>;
var<private> seen_3: vec4<u32>;
var<private> has_option: bool;
// The bits of all values, and whether there is an option, for invocations that share a position: word by word, and in
// each word place by place.
var<workgroup> all_seen: array<atomic<u32>, SEEN_WORDS * PLACES>;
var<workgroup> any_option: array<atomic<u32>, PLACES>;

fn hook_begin(local: u32) {
    for (var index = local; index < SEEN_WORDS * PLACES; index += WORKGROUP_SIZE) {
        atomicStore(&all_seen[index], 0u);
    }
    if local < PLACES {
        atomicStore(&any_option[local], 0u);
    }
}

fn is_full() -> bool {
    var full = all(seen_0 == vec4<u32>(FULL));
    if WINDOW > 128u {
        full = full && all(seen_1 == vec4<u32>(FULL));
    }
    if WINDOW > 256u {
        full = full && all(seen_2 == vec4<u32>(FULL)) && all(seen_3 == vec4<u32>(FULL));
    }
    return full;
}

fn hook_search(at: vec3<u32>, lane: i32) {
    list_options(0u, at, lane);
    while LANES == 1u && !is_faulty && is_full() {
        first += WINDOW;
        seen_0 = vec4<u32>();
        seen_1 = vec4<u32>();
        seen_2 = vec4<u32>();
        seen_3 = vec4<u32>();
        list_options(0u, at, lane);
    }
    // The loop ends only if something is clear; if all is full still, the driver has cut it.
    is_cut = is_cut || (LANES == 1u && !is_faulty && is_full());
}

// Returns 128 bits with one more, in the word with this index, if it is from 0 to 3.
fn with_bit(bits: vec4<u32>, index: u32, bit: u32) -> vec4<u32> {
    return bits | select(vec4<u32>(), vec4<u32>(bit), vec4<u32>(index) == vec4<u32>(0u, 1u, 2u, 3u));
}

fn hook_take(option: vec3<i32>, value: u32, points: i32) -> bool {
    has_option = true;
    let bit = 1u << (value % 32u);
    if LANES > 1u {
        // A sum may have a value that is larger than those of positions, which excludes none.
        if value / 32u < SEEN_WORDS {
            atomicOr(&all_seen[value / 32u * PLACES + place], bit);
        }
        return false;
    }
    // Values below the window wrap to large numbers, and so does what is below 4, 8 or 12: then there is no such word.
    let index = (value - first) / 32u;
    seen_0 = with_bit(seen_0, index, bit);
    if WINDOW > 128u {
        seen_1 = with_bit(seen_1, index - 4u, bit);
    }
    if WINDOW > 256u {
        seen_2 = with_bit(seen_2, index - 8u, bit);
        seen_3 = with_bit(seen_3, index - 12u, bit);
    }
    return false;
}

fn hook_share() {
    if has_option {
        atomicOr(&any_option[place], 1u);
    }
}

// Returns the number of the first of 128 bits that is clear, or 128.
fn first_clear(bits: vec4<u32>) -> u32 {
    var word = bits.x;
    var before = 0u;
    if word == FULL {
        word = bits.y;
        before = 32u;
    }
    if before == 32u && word == FULL {
        word = bits.z;
        before = 64u;
    }
    if before == 64u && word == FULL {
        word = bits.w;
        before = 96u;
    }
    return before + countTrailingZeros(~word);
}

fn hook_value_found() -> u32 {
    if LANES > 1u {
        has_option = atomicLoad(&any_option[place]) == 1u;
        // Never are all words full, as they have a bit for each value up to the bound.
        while first / 32u < SEEN_WORDS && atomicLoad(&all_seen[first / 32u * PLACES + place]) == FULL {
            first += 32u;
        }
        seen_0.x = atomicLoad(&all_seen[min(first / 32u, SEEN_WORDS - 1u) * PLACES + place]);
    }
    var clear = first_clear(seen_0);
    if WINDOW > 128u && clear == 128u {
        clear += first_clear(seen_1);
    }
    if WINDOW > 256u && clear == 256u {
        clear += first_clear(seen_2);
    }
    if WINDOW > 256u && clear == 384u {
        clear += first_clear(seen_3);
    }
    return select(u32(MISERE), first + clear, has_option);
}
