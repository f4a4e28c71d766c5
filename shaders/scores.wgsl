// Scores of vector games and of partizan vector games.
// Twin of src/engine/cpu/scores/, which explains the idea; host half:
// src/engine/gpu/kernels/scores.rs, and src/engine/gpu/bias.rs for the values that stand for scores.
// Joined after: sizes, output, tiles, front, lines, blocks, alterations, counts.
//
// Every cell computes what each player gets beyond the other by beginning, and one of these scores is stored. The lines
// of each player record the scores of the other one. Where both have the same moves, a single player stands for
// both, whose lines record the player's own scores.
//
// Nothing is looked up: added vectors have lines of their own, along which the nearest option alone counts. Where
// multiples of a ray are removed, those before the largest of them, if they are moves, are such single vectors. The
// largest has lines that are no moves, but hold what its option would be worth, for the lines of the ray: those
// know of the options beyond.

// What the lines of a vector are for. Those of the first player come first: rays, then the others.
struct Line {
    // 1 if the vector is a move, 0 if it is the largest removed multiple of a ray.
    is_move: u32,
    // 1 for a ray, whose multiples are moves; else 0.
    repeats: u32,
    // The vector whose lines tell it what its nearest option is worth, before its own points are paid: the
    // largest removed multiple of a ray, or itself if it has the last cell's score.
    source: u32,
}

@group(0) @binding(6) var<storage, read> line_kinds: array<Line>;

// Number of players, and of the first one's vectors.
override PLAYERS: u32;
override FIRST_RAYS: u32;
// 1 when vectors other than rays have lines, else 0.
override SINGLES: u32;
// 1 when the score is stored that the second player gets by beginning, else 0.
override STORES_SECOND: u32;

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

// Returns what the best option on the line of a slot is worth.
fn best_on_line(slot: u32) -> i32 {
    return i32(u32(block_counts[slot]) ^ HIGHEST_BIT);
}

// Returns the score of a player at a cell whose lines have these slots.
fn score_of_player(is_first: bool, at: vec3<u32>, slots: array<u32, LINES_PER_CELL>) -> i32 {
    var slot = slots;
    var best = no_option();
    for (var ray = 0u; ray < RAYS; ray++) {
        let is_own = (ray < FIRST_RAYS) == is_first;
        if is_own && (SINGLES == 0u || line_kinds[ray].is_move == 1u) {
            best = max(best, best_on_line(slot[ray]));
        }
    }
    let is_terminal = best == no_option() || is_declared_terminal(at);
    return select(best, 0i, is_terminal);
}

// Returns the value of one cell, whose lines have these slots. Cells of an antidiagonal share no line.
fn value_of(at: vec3<u32>, slots: array<u32, LINES_PER_CELL>) -> u32 {
    first_score = score_of_player(true, at, slots);
    if PLAYERS == 2u {
        second_score = score_of_player(false, at, slots);
    }
    return u32(select(first_score, -second_score, STORES_SECOND == 1u)) + BIAS;
}

// Records the scores of the cell that `value_of` was called for last, or this value of one player. The cell's lines have
// these slots. On the diagonal the line of a mirrored vector is that of the earlier one, where they have been recorded.
fn remember(at: vec3<u32>, value: u32, slots: array<u32, LINES_PER_CELL>) {
    var slot = slots;
    if PLAYERS == 1u {
        first_score = i32(value - BIAS);
    }
    for (var ray = 0u; ray < RAYS; ray++) {
        if rays[ray].is_image == 0u || at.y != at.z {
            let score = select(first_score, second_score, PLAYERS == 2u && ray < FIRST_RAYS);
            var best = best_on_line(slot[ray]);
            var nearest = -score;
            if SINGLES == 1u {
                let line = line_kinds[ray];
                if line.source != ray {
                    // It follows this one, and is still at the cell before.
                    nearest = best_on_line(slot[line.source]);
                }
                if line.repeats == 0u {
                    best = no_option();
                }
            }
            best = max(best, nearest);
            // Without a cell so far behind, the line goes on holding no option.
            if best != no_option() {
                best += rays[ray].weight;
            }
            block_counts[slot[ray]] = i32(u32(best) ^ HIGHEST_BIT);
        }
    }
}
