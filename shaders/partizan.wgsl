// Outcome classes of partizan vector games. Twin of src/engine/cpu/partizan.rs, which explains the
// idea; host half: src/engine/gpu/partizan.rs.
//
// Left's rays and alterations come first, then Right's. No two cells of a layer share a line, so
// lines need no atomics.

// How many of the rays, and of the alterations, are Left's.
override LEFT_RAYS: u32;
override LEFT_ALTERATIONS: u32;
// 1 in misere play, else 0.
override MISERE: u32;

// Per line, the number of positions on it that the player whose ray it is moves to.
@group(0) @binding(6) var<storage, read_write> counts: array<i32>;

// The classes, as they are stored.
const P = 0u;
const N = 1u;
const L = 2u;
const R = 3u;

const LEFT = 0u;
const RIGHT = 1u;

// Whether a class is one that a player moves to: the opponent, moving first, loses.
fn is_won(player: u32, outcome: u32) -> bool {
    return outcome == P || outcome == select(R, L, player == LEFT);
}

fn moves_of(player: u32) -> Moves {
    if player == LEFT {
        return Moves(0u, LEFT_RAYS, 0u, LEFT_ALTERATIONS);
    }
    return Moves(LEFT_RAYS, RAYS, LEFT_ALTERATIONS, ALTERATIONS);
}

// Whether a player, moving first, wins.
fn wins(player: u32, at: vec3<u32>) -> bool {
    let moves = moves_of(player);
    // Without moves that are altered or forbidden the count below is 0 by itself.
    if (MISERE == 1u || ALTERATIONS + TERMINALS > 0u) && (is_listed(at) || !has_move(moves, at)) {
        return MISERE == 1u;
    }
    var count = 0i;
    for (var ray = moves.first_ray; ray < moves.past_ray; ray++) {
        count += rays[ray].weight * counts[line_of(ray, at)];
    }
    for (var index = moves.first_alteration; index < moves.past_alteration; index++) {
        let outcome = value_behind(index, at);
        if outcome != NO_VALUE && is_won(player, outcome) {
            count += select(1i, -1i, alterations[index].removed == 1u);
        }
    }
    return count > 0i;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cell = cell_of(workgroup, grid, local);
    if !cell.exists {
        return;
    }
    let left = wins(LEFT, cell.at);
    let right = wins(RIGHT, cell.at);
    let outcome = select(select(P, R, right), select(L, N, right), left);
    values[cell.slot] = 1u + outcome;
    keep(cell.at, outcome);
    for (var ray = 0u; ray < RAYS; ray++) {
        let player = select(RIGHT, LEFT, ray < LEFT_RAYS);
        if is_won(player, outcome) {
            counts[line_of(ray, cell.at)] += 1i;
        }
    }
}
