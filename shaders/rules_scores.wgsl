// Scores by rules that the user writes: what the best move pays less what the option is worth to the other player.
//
// Scores have the bias added (values.wgsl). In a partizan game each player has one: what the player who begins gets beyond
// the other one. `values` has that of Left, or the opposite of that of Right, as it is stored; `other_scores` the other
// player's.
//
// The waves, the loops over options, the entry point and the hooks that are not here are in rules.wgsl.
// Counterpart: src/engine/cpu/clauses/quantities/scores.rs; host half: src/engine/gpu/kernels/rules/.

import package::host::{LANES, PLACES, list_options};
import package::other_scores::{load_other_score, store_other_score};
import package::rules::{index_of, place};
import package::values::BIAS;

// 1 in impartial games, 2 in partizan ones.
override PLAYERS: u32;
// Whether the opposites of the scores with which Right begins are stored.
override STORES_RIGHT: bool;

// Numbers are compared as unsigned ones, with the highest bit changed, so that 0 stands for the least number.
const HIGHEST_BIT = 0x80000000u;

// The player whose moves are taken in, 0 for Left, and what the best of them is worth; 0 without a move.
var<private> player: u32;
var<private> best: u32;
// What the best moves of both players are worth.
var<private> bests: vec2<u32>;
// The same, for invocations that share a position.
var<workgroup> all_bests: array<atomic<u32>, 2 * PLACES>;
// The position.
var<private> position: vec3<u32>;

fn hook_begin(local: u32) {
    if local < PLACES {
        atomicStore(&all_bests[2u * local], 0u);
        atomicStore(&all_bests[2u * local + 1u], 0u);
    }
}

fn hook_search(at: vec3<u32>, lane: i32) {
    position = at;
    list_options(0u, at, lane);
    bests.x = best;
    if PLAYERS == 2u {
        player = 1u;
        best = 0u;
        list_options(1u, at, lane);
        bests.y = best;
    }
}

// Returns the score, with the bias, of the player who begins at an option of this stored value.
fn score_at(option: vec3<i32>, value: u32) -> i32 {
    if PLAYERS == 1u {
        return i32(value);
    }
    // After a move of Left, Right begins.
    if (player == 0u) != (STORES_RIGHT) {
        return i32(load_other_score(index_of(vec3<u32>(option))));
    }
    return i32(select(value, 2u * BIAS - value, STORES_RIGHT));
}

fn hook_take(option: vec3<i32>, value: u32, points: i32) -> bool {
    let worth = points - score_at(option, value);
    best = max(best, u32(worth) ^ HIGHEST_BIT);
    return false;
}

fn hook_share() {
    atomicMax(&all_bests[2u * place], bests.x);
    atomicMax(&all_bests[2u * place + 1u], bests.y);
}

// Returns the score, with the bias, of which the best move is worth so much.
fn score_of(best: u32) -> u32 {
    return select((best ^ HIGHEST_BIT) + 2u * BIAS, BIAS, best == 0u);
}

fn hook_value_found() -> u32 {
    if LANES > 1u {
        bests = vec2<u32>(atomicLoad(&all_bests[2u * place]), atomicLoad(&all_bests[2u * place + 1u]));
    }
    let scores = vec2<u32>(score_of(bests.x), score_of(bests.y));
    if PLAYERS == 1u {
        return scores.x;
    }
    store_other_score(index_of(position), select(scores.y, scores.x, STORES_RIGHT));
    return select(scores.x, 2u * BIAS - scores.y, STORES_RIGHT);
}
