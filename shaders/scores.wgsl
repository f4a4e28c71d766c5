// Scores of vector games and of partizan vector games, where each move pays points; and remoteness, which is a score.
//
// The score of a position is what the player who begins gets beyond the other one, if both play as well as they can:
// the largest, over the moves, of what the move pays less the score of the option. A line carries what the best
// option on it is worth to its player; a step along the ray adds what the ray pays for a step.
//
//        - - b -> [ ]      the best of the lines through [ ] is its score. Then each line is handed on with the larger
//              ^           one of what it carries and what a move to [ ] is worth, and a step more.
//              | b
//
// Vectors that are not repeated lead to single cells. What they hand on is looked up in the history, which has windows
// instead of values: for each cell the maximum of what it and cells behind it along a ray are worth, see
// src/engine/vector_games/steps.rs. Where both players have the same moves, a single player stands for both.
//
// An invocation does this for one cell of each step of its block, with what lines carry in workgroup memory: see
// counts.wgsl. One dispatch computes a front of blocks, which is the wave: see blocks.wgsl, which has the entry
// point. The host gives `rays` (lines.wgsl), the first player's before the second one's, the buffer `counts`
// (counts.wgsl), the buffer `steps`, and the three buffers of alterations.wgsl.
// Twin of src/engine/cpu/scores/; host half: src/engine/gpu/kernels/scores.rs, and src/engine/gpu/bias.rs for the
// values that stand for scores.

import package::alterations::{alterations, has_move_to_zero, history, history_index, is_declared_terminal};
import package::blocks::{Block, image_in_computed_half, is_in_computed_half, place_in_block};
import package::counts::{block_counts, find_slots, load_counts, store_counts, wait_for_counts};
import package::host::{ALTERATIONS, RAYS, rays};
import package::lines::lines;
import package::tiles::Place;
import package::values::BIAS;

// A vector by which windows are handed on.
struct Step {
    // What it pays.
    points: i32,
    // The window that it hands on.
    window: u32,
    // The window that is the maximum of this one and of what the vector has handed on to the cell, or NO_WINDOW:
    // then what is handed on are options.
    wider: u32,
}

// Those of the rays, then those of the alterations: the first player's options, the second one's, and those by which
// windows are widened, before these are handed on.
@group(0) @binding(6) var<storage, read> steps: array<Step>;

// Number of players, of the first one's rays and options among the alterations, and of both players' options there.
override PLAYERS: u32;
override FIRST_RAYS: u32;
override FIRST_OPTIONS: u32;
override OPTIONS: u32;
// Number of windows of a cell. The first are those of the cell alone, one for each player who begins there.
override WINDOWS: u32;
// Whether the score is stored that the second player gets by beginning.
override STORES_SECOND: bool;
// Whether the scores stand for remoteness: r - LARGEST_REMOTENESS if the player to move loses in r moves,
// LARGEST_REMOTENESS - r if the player wins.
override ARE_REMOTE: bool;
const LARGEST_REMOTENESS = 0x40000000u;

const NO_WINDOW = 0xffffffffu;

// The scores of the cell of the invocation: what each player gets beyond the other by beginning.
var<private> first_score: i32;
var<private> second_score: i32;

// In place of a count, a line carries what the best option behind its next cell is worth. The highest bit of
// that is inverted: what a line holds before its first cell, 0, is then less than whatever an option is worth.
const HIGHEST_BIT = 0x80000000u;

// Returns what a player without a move is said to get from the best one: the least integer. No score and no
// option is worth as little.
fn no_option() -> i32 {
    return i32(HIGHEST_BIT);
}

// Returns the score that a stored value stands for, of one player.
fn score_of(value: u32) -> i32 {
    let number = i32(value - BIAS);
    let remote = i32(LARGEST_REMOTENESS) - number;
    return select(number, select(remote, -remote, (value & 1u) == 0u), ARE_REMOTE);
}

// Returns the value that is stored for a score.
fn stored(score: i32) -> u32 {
    return select(u32(score) + BIAS, LARGEST_REMOTENESS - u32(abs(score)), ARE_REMOTE);
}

// Returns what a position of this score is worth to the other player, who has moved there.
fn worth(score: i32) -> i32 {
    return select(-score, sign(score) - score, ARE_REMOTE);
}

// Returns what the best option on the line of a slot is worth.
fn best_on_line(slot: u32) -> i32 {
    return i32(u32(block_counts[slot]) ^ HIGHEST_BIT);
}

fn record_window(at: vec3<u32>, window: u32, best: i32) {
    atomicStore(&history[history_index(at) * WINDOWS + window], u32(best));
}

// Returns what an alteration has handed on to a cell.
fn handed_on(altered: u32, at: vec3<u32>) -> i32 {
    let vector = alterations[altered].step;
    if any(vector > at) {
        return no_option();
    }
    let step = steps[RAYS + altered];
    let best = atomicLoad(&history[history_index(at - vector) * WINDOWS + step.window]);
    return i32(best) + step.points;
}

// Returns the score of a player at the cell of the invocation.
fn score_of_player(is_first: bool, at: vec3<u32>) -> i32 {
    var best = no_option();
    for (var ray = 0u; ray < RAYS; ray++) {
        let is_own = (ray < FIRST_RAYS) == is_first;
        if is_own && (WINDOWS == PLAYERS || steps[ray].wider == NO_WINDOW) {
            best = max(best, best_on_line(lines[ray]));
        }
    }
    let past = select(OPTIONS, FIRST_OPTIONS, is_first);
    for (var altered = select(FIRST_OPTIONS, 0u, is_first); altered < past; altered++) {
        best = max(best, handed_on(altered, at));
    }
    let terminal_score = select(0i, -i32(LARGEST_REMOTENESS), ARE_REMOTE);
    if has_move_to_zero(at) {
        let points = select(i32(at.x + at.y + at.z), 0i, ARE_REMOTE);
        best = max(best, points + worth(terminal_score));
    }
    let is_terminal = best == no_option() || is_declared_terminal(at);
    return select(best, terminal_score, is_terminal);
}

// Returns the value of the cell of the invocation.
fn value_of(at: vec3<u32>) -> u32 {
    first_score = score_of_player(true, at);
    if PLAYERS == 2u {
        second_score = score_of_player(false, at);
    }
    return stored(select(first_score, -second_score, STORES_SECOND));
}

// Records the scores of the cell of the invocation, which `value_of` was called for last, or this value of one player.
// On the diagonal the line of a mirrored vector is that of the earlier one, where they have been recorded.
fn record_scores(at: vec3<u32>, value: u32) {
    if PLAYERS == 1u {
        first_score = score_of(value);
    }
    if ALTERATIONS > 0u {
        record_window(at, 0u, worth(first_score));
        if PLAYERS == 2u {
            record_window(at, 1u, worth(second_score));
        }
    }
    for (var ray = 0u; ray < RAYS; ray++) {
        if rays[ray].is_image == 0u || at.y != at.z {
            let score = select(first_score, second_score, PLAYERS == 2u && ray < FIRST_RAYS);
            let best = max(best_on_line(lines[ray]), worth(score));
            block_counts[lines[ray]] = i32(u32(best + rays[ray].weight) ^ HIGHEST_BIT);
            if WINDOWS > PLAYERS && steps[ray].wider != NO_WINDOW {
                record_window(at, steps[ray].wider, best);
            }
        }
    }
    for (var altered = OPTIONS; altered < ALTERATIONS; altered++) {
        let step = steps[RAYS + altered];
        let window = i32(atomicLoad(&history[history_index(at) * WINDOWS + step.window]));
        record_window(at, step.wider, max(window, handed_on(altered, at)));
    }
}

fn hook_enter(block: Block, local: u32) {
    load_counts(block, local);
}

fn hook_find_lines(block: Block, local: u32, step: u32) {
    find_slots(block, local, step);
}

fn hook_visit(at: vec3<u32>) -> u32 {
    let value = value_of(at);
    hook_record(at, value);
    return value;
}

fn hook_record(at: vec3<u32>, value: u32) {
    record_scores(at, value);
}

fn hook_begin_step() {}

fn hook_end_step() {
    wait_for_counts();
}

fn hook_leave(block: Block, local: u32) {
    store_counts(local);
}

fn hook_place(at: vec3<u32>) -> Place {
    return place_in_block(at);
}

fn hook_computed_image(at: vec3<u32>) -> vec3<u32> {
    return image_in_computed_half(at);
}

fn hook_is_computed(at: vec3<u32>) -> bool {
    return is_in_computed_half(at);
}
