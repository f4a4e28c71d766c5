// What a cell's value depends on beside its lines: altered vectors and terminal positions.
// Twin of src/engine/alterations.rs; host half: src/engine/gpu/alterations.rs.
//
// An altered vector leads to a single cell, so the values of past layers are kept for as many
// layers as the longest vector spans.

struct Alteration {
    // Coordinates, padded on the left.
    step: vec3<u32>,
    // 1 for a multiple of a ray that is no move, 0 for a move that no ray makes.
    removed: u32,
}

// Positions without moves.
override TERMINALS: u32;
// Layers of the history, and slots of each: rows and columns of the whole domain.
override HISTORY_LAYERS: u32;
override HISTORY_ROWS: u32;
override HISTORY_COLUMNS: u32;

@group(0) @binding(3) var<storage, read> alterations: array<Alteration>;
// Coordinates, padded on the left; the last word is unused.
@group(0) @binding(4) var<storage, read> terminals: array<vec4<u32>>;
// Values, [rank modulo the number of layers][row][column].
@group(0) @binding(5) var<storage, read_write> history: array<u32>;

// No value and no count is as large.
const NO_VALUE = 0xffffffffu;

fn history_slot(at: vec3<u32>) -> u32 {
    let layer = (at.x + at.y + at.z) % HISTORY_LAYERS;
    return (layer * HISTORY_ROWS + at.x) * HISTORY_COLUMNS + at.y;
}

// Keeps the value of a cell for later layers.
fn keep(at: vec3<u32>, value: u32) {
    if ALTERATIONS > 0u {
        history[history_slot(at)] = value;
    }
}

// The value that alterations[index] leads to from a cell, if it fits.
fn value_behind(index: u32, at: vec3<u32>) -> u32 {
    let step = alterations[index].step;
    if any(step > at) {
        return NO_VALUE;
    }
    return history[history_slot(at - step)];
}

// Whether a vector is a multiple of rays[ray].
fn is_on_ray(vector: vec3<u32>, ray: u32) -> bool {
    let step = rays[ray].step;
    var times = 0u;
    if step.x > 0u {
        times = vector.x / step.x;
    } else if step.y > 0u {
        times = vector.y / step.y;
    } else {
        times = vector.z / step.z;
    }
    return all(times * step == vector);
}

// Moves of the game, or of one player: which rays and which alterations.
struct Moves {
    first_ray: u32,
    past_ray: u32,
    first_alteration: u32,
    past_alteration: u32,
}

// Whether a vector is one of those removed from the moves.
fn is_removed(moves: Moves, vector: vec3<u32>) -> bool {
    for (var index = moves.first_alteration; index < moves.past_alteration; index++) {
        if alterations[index].removed == 1u && all(alterations[index].step == vector) {
            return true;
        }
    }
    return false;
}

// Whether a cell is one of the terminal positions.
fn is_listed(at: vec3<u32>) -> bool {
    for (var index = 0u; index < TERMINALS; index++) {
        if all(terminals[index].xyz == at) {
            return true;
        }
    }
    return false;
}

// Whether these moves allow one from a cell, listed or not.
fn has_move(moves: Moves, at: vec3<u32>) -> bool {
    for (var index = moves.first_alteration; index < moves.past_alteration; index++) {
        if alterations[index].removed == 0u && all(alterations[index].step <= at) {
            return true;
        }
    }
    for (var ray = moves.first_ray; ray < moves.past_ray; ray++) {
        // Finitely many multiples are removed: the search is short.
        var vector = rays[ray].step;
        while all(vector <= at) {
            if !is_removed(moves, vector) {
                return true;
            }
            vector += rays[ray].step;
        }
    }
    return false;
}

// Whether a cell has no moves.
fn is_terminal(at: vec3<u32>) -> bool {
    return is_listed(at) || !has_move(Moves(0u, RAYS, 0u, ALTERATIONS), at);
}
