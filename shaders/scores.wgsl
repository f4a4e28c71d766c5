// Scores of vector games and of partizan vector games.
// Twin of src/engine/cpu/scores/, which explains the idea; host half:
// src/engine/gpu/kernels/scores.rs, and src/engine/gpu/bias.rs for the values that stand for scores.
// Joined after: sizes, output, tiles, lines, blocks, alterations, counts.
//
// Every cell computes what each player gets beyond the other by beginning, and one of these scores is stored. The lines
// of each player record the scores of the other one. Where both have the same moves, a single player stands for
// both, whose lines record the player's own scores.
//
// Rays have lines. What other vectors hand on is looked up in the history, which holds windows instead of values, see
// src/engine/vector_games/steps.rs: for each cell the maximum of what it and cells behind it along a ray are worth.

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
// 1 when the score is stored that the second player gets by beginning, else 0.
override STORES_SECOND: u32;
// 1 when the scores stand for remoteness: r - LARGEST_REMOTENESS if the player to move loses in r moves,
// LARGEST_REMOTENESS - r if the player wins; else 0.
override ARE_REMOTE: u32;
const LARGEST_REMOTENESS = 0x40000000u;

const NO_WINDOW = 0xffffffffu;

// The scores of the cell of the invocation: what each player gets beyond the other by beginning.
var<private> first_score: i32;
var<private> second_score: i32;

// In place of a count, a line keeps what the best option behind its next cell is worth. The highest bit of
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
    return select(number, select(remote, -remote, (value & 1u) == 0u), ARE_REMOTE == 1u);
}

// Returns the value that is stored for a score.
fn stored(score: i32) -> u32 {
    return select(u32(score) + BIAS, LARGEST_REMOTENESS - u32(abs(score)), ARE_REMOTE == 1u);
}

// Returns what a position of this score is worth to the other player, who has moved there.
fn worth(score: i32) -> i32 {
    return select(-score, sign(score) - score, ARE_REMOTE == 1u);
}

// Returns what the best option on the line of a slot is worth.
fn best_on_line(slot: u32) -> i32 {
    return i32(u32(block_counts[slot]) ^ HIGHEST_BIT);
}

fn keep_window(at: vec3<u32>, window: u32, best: i32) {
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
    let terminal_score = select(0i, -i32(LARGEST_REMOTENESS), ARE_REMOTE == 1u);
    if has_move_to_zero(at) {
        let points = select(i32(at.x + at.y + at.z), 0i, ARE_REMOTE == 1u);
        best = max(best, points + worth(terminal_score));
    }
    let is_terminal = best == no_option() || is_declared_terminal(at);
    return select(best, terminal_score, is_terminal);
}

// Returns the value of the cell of the invocation. Cells of an antidiagonal share no line.
fn value_of(at: vec3<u32>) -> u32 {
    first_score = score_of_player(true, at);
    if PLAYERS == 2u {
        second_score = score_of_player(false, at);
    }
    return stored(select(first_score, -second_score, STORES_SECOND == 1u));
}

// Records the scores of the cell of the invocation, which `value_of` was called for last, or this value of one player.
// On the diagonal the line of a mirrored vector is that of the earlier one, where they have been recorded.
fn remember(at: vec3<u32>, value: u32) {
    if PLAYERS == 1u {
        first_score = score_of(value);
    }
    if ALTERATIONS > 0u {
        keep_window(at, 0u, worth(first_score));
        if PLAYERS == 2u {
            keep_window(at, 1u, worth(second_score));
        }
    }
    for (var ray = 0u; ray < RAYS; ray++) {
        if rays[ray].is_image == 0u || at.y != at.z {
            let score = select(first_score, second_score, PLAYERS == 2u && ray < FIRST_RAYS);
            let best = max(best_on_line(lines[ray]), worth(score));
            block_counts[lines[ray]] = i32(u32(best + rays[ray].weight) ^ HIGHEST_BIT);
            if WINDOWS > PLAYERS && steps[ray].wider != NO_WINDOW {
                keep_window(at, steps[ray].wider, best);
            }
        }
    }
    for (var altered = OPTIONS; altered < ALTERATIONS; altered++) {
        let step = steps[RAYS + altered];
        let window = i32(atomicLoad(&history[history_index(at) * WINDOWS + step.window]));
        keep_window(at, step.wider, max(window, handed_on(altered, at)));
    }
}
