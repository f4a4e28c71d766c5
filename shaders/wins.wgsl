// Lines that count the positions to which a player would move to win: in impartial games the P-positions.
// Host half: src/engine/gpu/kernels/vector_palaces.rs.
//
// The rays and alterations of Left come first, then those of Right. Where both have the same moves, in impartial games, there
// is one player, Left, who has all of them.

import package::alterations::{
    LISTED, Moves, NO_VALUE, alterations, has_move, has_move_to_zero, is_declared_terminal, record_in_history,
    value_behind,
};
import package::counts::block_counts;
import package::host::{ALTERATIONS, RAYS, rays};
import package::kernel::hook_is_won;
import package::lines::lines;
import package::values::MISERE;

// Number of rays, and of altered vectors, that are Left's.
override LEFT_RAYS: u32;
override LEFT_ALTERATIONS: u32;

// The players.
const LEFT = 0u;
const RIGHT = 1u;

fn moves_of(player: u32) -> Moves {
    if player == LEFT {
        return Moves(0u, LEFT_RAYS, 0u, LEFT_ALTERATIONS);
    }
    return Moves(LEFT_RAYS, RAYS, LEFT_ALTERATIONS, ALTERATIONS);
}

// Whether a player has no move from a cell, and that has to be known. In normal play without exceptions it is false at once,
// also without moves: then there is no line with a count, `wins_behind` is 0, and the player loses as is right.
fn must_treat_as_stuck(player: u32, at: vec3<u32>) -> bool {
    return (MISERE || ALTERATIONS + LISTED > 0u)
        && (is_declared_terminal(at) || !has_move(moves_of(player), at));
}

// Returns how many options of a player, at the cell of the invocation, win for that player.
fn wins_behind(player: u32, at: vec3<u32>) -> i32 {
    let moves = moves_of(player);
    var wins = 0i;
    // Over all rays, so that the loop is unrolled: see README.md.
    for (var ray = 0u; ray < RAYS; ray++) {
        if ray >= moves.first_ray && ray < moves.past_ray {
            wins += rays[ray].weight * block_counts[lines[ray]];
        }
    }
    for (var altered = moves.first_alteration; altered < moves.past_alteration; altered++) {
        let value = value_behind(altered, at);
        if value != NO_VALUE && hook_is_won(player, value) {
            wins += select(1i, -1i, alterations[altered].removed == 1u);
        }
    }
    // The zero position is P in normal play, and a move to it is a move of both players.
    return wins + select(0i, 1i, !MISERE && has_move_to_zero(at));
}

// Records the value of the cell of the invocation. On the diagonal the line of an image ray shares its count with that of
// the base ray, where the cell is counted.
fn record_wins(at: vec3<u32>, value: u32) {
    record_in_history(at, value);
    for (var ray = 0u; ray < RAYS; ray++) {
        let is_own_line = rays[ray].is_image == 0u || at.y != at.z;
        if is_own_line && hook_is_won(select(RIGHT, LEFT, ray < LEFT_RAYS), value) {
            block_counts[lines[ray]] += 1i;
        }
    }
}
