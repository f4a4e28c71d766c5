// Scores of vector games and of partizan vector games, where each move pays points; and remoteness, which is a score.
//
// The score of a position is what the player who begins gets beyond the other one, if both play as well as they can:
// the largest, over the moves, of what the move pays less the score of the option; 0 without a move. A move pays as many
// points as it takes tokens, unless the game says otherwise. A line carries what the best option on it is worth to its
// player; each further subtraction of the ray adds what the ray pays.
//
//        0   1   2  [ ]      Nim with one heap, the ray (1), which pays 1. Behind the cells scored 0, 1 and 2 the line carries
//          1   2   3         -0 + 1 = 1, max(1, -1) + 1 = 2 and max(2, -2) + 1 = 3. The best of the lines through a
//                            cell is its score: here [ ] is 3.
//
// Where a multiple of a ray is removed, its line is not an option, and the options along it are looked up in the history. That
// has windows instead of values, as many for each cell as are needed. With w for what the ray l pays and v for the score, the
// window of n cells is what the best of p and the n - 1 cells behind it is worth, at p:
//   W(n, p) = max over 0 <= m < n of m w - v(p - m l),
//   W(1, p) = -v(p),  W(2n, p) = max(W(n, p), W(n, p - n l) + n w),  W(inf, p) = max(-v(p), W(inf, p - l) + w).
// A vector a l that pays a w hands W(n, p) on to p + a l: what the options a l, ..., (a + n - 1) l are worth there. So the
// multiples between two removed ones take one or two windows, of a power of two, and those beyond the last one take W(inf),
// which the ray's own line carries. For instance one heap, the ray (1), which pays 1, and its multiple 3 removed. The windows
// are 0: W(1), 1: W(inf), 2: W(2), and `handings` has
//   of the ray        (1)   pays 1, hands on window 0, makes window 1    not an option
//   of alterations    (4)   pays 4, hands on window 1                    the multiples 4, 5, ...
//                     (1)   pays 1, hands on window 2                    the multiples 1, 2
//                     (1)   pays 1, hands on window 0, makes window 2    not an option
// The scores of 0, ..., 4 are 0 1 2 1 4. At 4 the vector (4) hands on W(inf) of 0, 4 + 0, and (1) hands on W(2) of 3, which
// is max(-1, -2 + 1) = -1, and 1 + -1 = 0. Added vectors hand on window 0. Where both players have the same moves, a
// single player, Left, stands for both. With two players there are two windows of the cell alone, 0 for Left beginning there,
// 1 for Right: a move of Left hands on window 1.
//
// An invocation does this for one cell of each step of its block, with what lines carry in workgroup memory: see
// counts.wgsl. One dispatch computes a front of blocks, which is the wave: see blocks.wgsl, which has the entry
// point. The host gives `rays` (lines.wgsl), Left's before Right's, the buffer `counts` (counts.wgsl), the buffer `handings`,
// and the three buffers of alterations.wgsl. blocks.wgsl and counts.wgsl have all hooks that are not here.
// Twin of src/engine/cpu/scores/ and src/engine/vector_games/steps.rs; host half: src/engine/gpu/kernels/scores.rs, and
// src/engine/gpu/bias.rs for the values that stand for scores.

import package::alterations::{alterations, has_move_to_zero, history, history_index, is_declared_terminal};
import package::counts::block_counts;
import package::host::{ALTERATIONS, RAYS, rays};
import package::lines::lines;
import package::values::BIAS;

// How a vector hands windows on.
struct Handing {
    // What it pays.
    points: i32,
    // The window that it hands on.
    window: u32,
    // The window that it makes: the maximum of this one at the cell and of what the vector has handed on to it. Or NO_WINDOW:
    // then what is handed on are options.
    wider: u32,
}

// Those of the rays, then those of the ALTERATIONS vectors of alterations.wgsl: Left's options, Right's options, and those that
// make windows, narrower ones first.
@group(0) @binding(6) var<storage, read> handings: array<Handing>;

// Number of players, of Left's rays, of Left's options among the alterations, and of both players' options there. With one
// player LEFT_RAYS is RAYS, and LEFT_OPTIONS is OPTIONS.
override PLAYERS: u32;
override LEFT_RAYS: u32;
override LEFT_OPTIONS: u32;
override OPTIONS: u32;
// Number of windows of a cell. The first are those of the cell alone, one for each player who begins there.
override WINDOWS: u32;
// Whether values are the opposites of the scores that Right gets by beginning: what Left gets then. Else Left begins.
override STORES_RIGHT: bool;
// Whether the scores stand for remoteness r, the number of moves of a game in which the winner hurries and the loser delays. It
// is even exactly if the player to move loses, in normal play, which alone has it. With M for LARGEST_REMOTENESS:
//                      stands for the score    to who has moved there, it is worth
//   r even, lost       r - M                   M - (r + 1): won in a move more
//   r odd, won         M - r                   (r + 1) - M: lost in a move more
// For instance r = 0, -M, is worth M - 1, so that a position with a move to it has r = 1. Values are r, and BIAS is 0.
override ARE_REMOTE: bool;
const LARGEST_REMOTENESS = 0x40000000u;

const NO_WINDOW = 0xffffffffu;

// The scores of the cell of the invocation: what each player gets beyond the other by beginning.
var<private> left_score: i32;
var<private> right_score: i32;

// In place of a count, a line carries what the best option behind its next cell is worth. The highest bit of
// that is inverted: what a line holds before its first cell, 0, then stands for `no_option`.
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

// Returns what the best option on the line with a slot is worth.
fn best_on_line(slot: u32) -> i32 {
    return i32(u32(block_counts[slot]) ^ HIGHEST_BIT);
}

fn record_window(at: vec3<u32>, window: u32, best: i32) {
    atomicStore(&history[history_index(at) * WINDOWS + window], u32(best));
}

// Returns what an alteration has handed on to a cell.
fn handed_on(altered: u32, at: vec3<u32>) -> i32 {
    let vector = alterations[altered].vector;
    if any(vector > at) {
        return no_option();
    }
    let handing = handings[RAYS + altered];
    let best = atomicLoad(&history[history_index(at - vector) * WINDOWS + handing.window]);
    return i32(best) + handing.points;
}

// Returns the score of a player at the cell of the invocation.
fn score_of_player(is_left: bool, at: vec3<u32>) -> i32 {
    var best = no_option();
    for (var ray = 0u; ray < RAYS; ray++) {
        let is_own = (ray < LEFT_RAYS) == is_left;
        // Where there are no other windows, all rays are options, and nothing has to be read.
        if is_own && (WINDOWS == PLAYERS || handings[ray].wider == NO_WINDOW) {
            best = max(best, best_on_line(lines[ray]));
        }
    }
    let past = select(OPTIONS, LEFT_OPTIONS, is_left);
    for (var altered = select(LEFT_OPTIONS, 0u, is_left); altered < past; altered++) {
        best = max(best, handed_on(altered, at));
    }
    let terminal_score = select(0i, -i32(LARGEST_REMOTENESS), ARE_REMOTE);
    if has_move_to_zero(at) {
        // It takes all tokens.
        let points = select(i32(at.x + at.y + at.z), 0i, ARE_REMOTE);
        best = max(best, points + worth(terminal_score));
    }
    let is_terminal = best == no_option() || is_declared_terminal(at);
    return select(best, terminal_score, is_terminal);
}

// Records the scores of the cell of the invocation. On the diagonal the line of an image ray is that of the base ray, where
// they have been recorded.
fn record_scores(at: vec3<u32>) {
    if ALTERATIONS > 0u {
        record_window(at, 0u, worth(left_score));
        if PLAYERS == 2u {
            record_window(at, 1u, worth(right_score));
        }
    }
    for (var ray = 0u; ray < RAYS; ray++) {
        if rays[ray].is_image == 0u || at.y != at.z {
            // After a move along a ray of Left, Right begins.
            let score = select(left_score, right_score, PLAYERS == 2u && ray < LEFT_RAYS);
            let best = max(best_on_line(lines[ray]), worth(score));
            block_counts[lines[ray]] = i32(u32(best + rays[ray].weight) ^ HIGHEST_BIT);
            if WINDOWS > PLAYERS && handings[ray].wider != NO_WINDOW {
                record_window(at, handings[ray].wider, best);
            }
        }
    }
    // In this order, since a wider window is made of a narrower one that has been recorded just before.
    for (var altered = OPTIONS; altered < ALTERATIONS; altered++) {
        let handing = handings[RAYS + altered];
        let window = i32(atomicLoad(&history[history_index(at) * WINDOWS + handing.window]));
        record_window(at, handing.wider, max(window, handed_on(altered, at)));
    }
}

fn hook_visit(at: vec3<u32>) -> u32 {
    left_score = score_of_player(true, at);
    if PLAYERS == 2u {
        right_score = score_of_player(false, at);
    }
    record_scores(at);
    return stored(select(left_score, -right_score, STORES_RIGHT));
}

// Only waves of one player are replayed: of two, a value tells one score alone.
fn hook_record(at: vec3<u32>, value: u32) {
    left_score = score_of(value);
    record_scores(at);
}
