// Outcome classes of partizan vector games. Twin of src/engine/cpu/partizan.rs, which explains the
// idea; host half: src/engine/gpu/partizan.rs.
//
// Left's rays and alterations come first, then Right's. No two blocks of a wave share a line, and no
// two cells of an antidiagonal, so lines need no atomics.

// How many of the rays, and of the alterations, are Left's.
override LEFT_RAYS: u32;
override LEFT_ALTERATIONS: u32;
// 1 in misere play, else 0.
override MISERE: u32;

// Per line, the number of positions on it that the player whose ray it is moves to.
@group(0) @binding(7) var<storage, read_write> counts: array<i32>;
// Those of the block's lines, while it is walked.
var<workgroup> counted: array<i32, BLOCK_LINES>;

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
fn wins(player: u32, block: Block, place: u32, at: vec3<u32>) -> bool {
    let moves = moves_of(player);
    // Without moves that are altered or forbidden the count below is 0 by itself.
    if (MISERE == 1u || ALTERATIONS + TERMINALS > 0u) && (is_listed(at) || !has_move(moves, at)) {
        return MISERE == 1u;
    }
    var count = 0i;
    for (var ray = moves.first_ray; ray < moves.past_ray; ray++) {
        count += rays[ray].weight * counted[marked_line_at(block, place, ray)];
    }
    for (var index = moves.first_alteration; index < moves.past_alteration; index++) {
        let outcome = value_behind(index, at);
        if outcome != NO_VALUE && is_won(player, outcome) {
            count += select(1i, -1i, alterations[index].removed == 1u);
        }
    }
    return count > 0i;
}

// The value of one cell. No two cells of a step share a line.
fn visit(block: Block, place: u32) {
    let within = within_at(block, place);
    let at = block.origin + within;
    if !is_inside(at) {
        return;
    }
    let left = wins(LEFT, block, place, at);
    let right = wins(RIGHT, block, place, at);
    let outcome = select(select(P, R, right), select(L, N, right), left);
    put(within, outcome);
    keep(at, outcome);
    for (var ray = 0u; ray < RAYS; ray++) {
        let player = select(RIGHT, LEFT, ray < LEFT_RAYS);
        if is_won(player, outcome) {
            counted[marked_line_at(block, place, ray)] += 1i;
        }
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let block = block_of(workgroup, grid);
    if !block.exists {
        return;
    }
    enter(block, local);
    for (var line = local; line < BLOCK_LINES; line += WORKGROUP_SIZE) {
        if names[line] != NO_LINE {
            counted[line] = counts[names[line]];
        }
    }
    workgroupBarrier();
    for (var step = 0u; step < STEPS; step++) {
        let past = first_of(block, step + 1u);
        for (var place = first_of(block, step) + local; place < past; place += WORKGROUP_SIZE) {
            visit(block, place);
        }
        if ALTERATIONS > 0u {
            storageBarrier();
        }
        workgroupBarrier();
    }
    for (var line = local; line < BLOCK_LINES; line += WORKGROUP_SIZE) {
        if names[line] != NO_LINE {
            counts[names[line]] = counted[line];
        }
    }
    leave(block, local);
}
