// Scores of partizan vector games.
// Twin of src/engine/cpu/partizan_score/, which explains the idea; host half:
// src/engine/gpu/kernels/partizan_score.rs.
// Joined after: sizes, output, tiles, front, lines, blocks, alterations, counts, scores.
//
// Every cell computes what each player gets beyond the other who begins, and one of these scores is stored. Left's lines
// record Right's scores, and Right's lines Left's.
//
// Stored values alone do not tell what lines hold. Hence nothing is looked up: every single vector has lines of its
// own, along which the nearest option alone counts. Where multiples of a ray are removed, those before the largest
// of them, if they are moves, are single vectors. The largest has lines that are no moves, but hold what its
// option would be worth, for the lines of the ray: those know of the options beyond.

// What the lines of a vector are for. Left's vectors come first, then Right's: rays, then the others.
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

// Number of Left's vectors.
override LEFT_RAYS: u32;
// 1 when vectors other than rays have lines, else 0.
override SINGLES: u32;
// 1 when the score is stored that Right gets by beginning, else 0.
override STORES_RIGHT: u32;

// The scores of the cell of the invocation: what Left and Right get beyond the other by beginning.
var<private> left_score: i32;
var<private> right_score: i32;

// Returns the score of a player at a cell whose lines have these slots.
fn score_of_player(is_left: bool, at: vec3<u32>, slots: array<u32, LINES_PER_CELL>) -> i32 {
    var slot = slots;
    var best = no_option();
    for (var ray = 0u; ray < RAYS; ray++) {
        let is_own = (ray < LEFT_RAYS) == is_left;
        if is_own && (SINGLES == 0u || line_kinds[ray].is_move == 1u) {
            best = max(best, best_on_line(slot[ray]));
        }
    }
    let is_terminal = best == no_option() || is_declared_terminal(at);
    return select(best, 0i, is_terminal);
}

// Returns the value of one cell, whose lines have these slots. Cells of an antidiagonal share no line.
fn value_of(at: vec3<u32>, slots: array<u32, LINES_PER_CELL>) -> u32 {
    left_score = score_of_player(true, at, slots);
    right_score = score_of_player(false, at, slots);
    return value_of_score(select(left_score, -right_score, STORES_RIGHT == 1u));
}

// Records the scores of the cell that `value_of` was called for last, whose lines have these slots.
fn remember(at: vec3<u32>, value: u32, slots: array<u32, LINES_PER_CELL>) {
    var slot = slots;
    for (var ray = 0u; ray < RAYS; ray++) {
        let score = select(left_score, right_score, ray < LEFT_RAYS);
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
        // Without a cell so far behind, the line goes on holding no option.
        best = max(best, nearest);
        if best != no_option() {
            best += rays[ray].weight;
        }
        keep_best(slot[ray], best);
    }
}
