// Scores of vector games.
// Twin of src/engine/cpu/vector_score/, which explains the idea; host half:
// src/engine/gpu/kernels/vector_score.rs.
// Joined after: sizes, output, tiles, front, lines, blocks, alterations, counts, scores.
//
// Where multiples of a ray are removed, a cell looks the options up to the largest of them up one by one, as it
// does for added vectors, and the line knows of the options beyond.

// Numbers of the game. The indices:
//   ALTERATIONS           the points that an alteration pays; 0 if it is no move
//   RAYS                  how many multiples of a ray are no business of its lines: the largest that is removed
@group(0) @binding(6) var<storage, read> numbers: array<i32>;

// 1 when multiples of some ray are removed, else 0.
override REMOVES: u32;

// Returns the value of one cell, whose lines have these slots. Cells of an antidiagonal share no line.
fn value_of(at: vec3<u32>, slots: array<u32, LINES_PER_CELL>) -> u32 {
    var slot = slots;
    var best = no_option();
    for (var ray = 0u; ray < RAYS; ray++) {
        best = max(best, best_on_line(slot[ray]));
    }
    for (var altered = 0u; altered < ALTERATIONS; altered++) {
        let value = value_behind(altered, at);
        if value != NO_VALUE && alterations[altered].removed == 0u {
            best = max(best, numbers[altered] - score_of(value));
        }
    }
    let is_terminal = best == no_option() || is_declared_terminal(at);
    return value_of_score(select(best, 0i, is_terminal));
}

// Records the value of a cell, whose lines have these slots.
fn remember(at: vec3<u32>, value: u32, slots: array<u32, LINES_PER_CELL>) {
    var slot = slots;
    keep(at, value);
    for (var ray = 0u; ray < RAYS; ray++) {
        if REMOVES == 1u {
            let multiples = numbers[ALTERATIONS + ray];
            let behind = value_by_move(u32(multiples) * rays[ray].step, at);
            if behind != NO_VALUE {
                advance(rays[ray], at, slot[ray], multiples, behind);
            }
        } else {
            advance(rays[ray], at, slot[ray], 0i, value);
        }
    }
}

// Records, on the line of a ray through a cell, which has this slot, the value `steps` steps behind. What the best
// option is worth grows by the points of a step from cell to cell. On the diagonal the line of a mirrored
// ray is that of the earlier ray, where it has been recorded.
fn advance(ray: Ray, at: vec3<u32>, slot: u32, steps: i32, value: u32) {
    if ray.is_image == 0u || at.y != at.z {
        let worth = steps * ray.weight - score_of(value);
        keep_best(slot, max(best_on_line(slot), worth) + ray.weight);
    }
}
