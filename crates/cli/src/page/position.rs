//! A position as the page shows it: what `query` says of it, and its options on the board.

use std::collections::{BTreeSet, HashSet};

use crate::analyses::play::{self, Mover, WinningMoves, describe_move};
use grundytab::engine::options;
use grundytab::error::Error;
use grundytab::{Coordinates, Position, Sum};
use serde_json::{Value, json};

use super::answer::Answer;
use super::board::Board;
use super::subject::Subject;

/// The most winning moves that are described in words.
const MOST_IN_WORDS: usize = 100;
/// The most cells that are marked: no screen shows more of them apart.
const MOST_MARKED: usize = 20_000;

/// Describes a position; the options that are marked are those on the board.
pub fn describe(subject: &Subject, heaps: &[u32], board: &Board) -> Result<Answer, Error> {
    let (table, heap) = (subject.table, subject.heap);
    // The stored value; the winning moves are those of the sum, where a nim heap is beside.
    let (position, value, winning_moves, smaller_heap) = if heap == 0 {
        let play::Answer { position, value, winning, .. } = play::query(table, heaps)?;
        (position, value, winning, None)
    } else {
        let found = play::beside_nim_heap(table, heaps, heap)?;
        let winning = vec![WinningMoves { mover: Mover::Next, options: found.options }];
        (found.position, found.value, winning, found.smaller_heap)
    };
    let job = table.plan().job();
    let ruleset = job.ruleset();
    let at: Coordinates = position.coordinates();
    let all: BTreeSet<Sum<Coordinates>> = options(ruleset, at).into_iter().collect();
    // All positions of a sum are marked.
    let marked = |positions: &mut dyn Iterator<Item = Coordinates>| -> Vec<[u32; 2]> {
        let mut known = HashSet::new();
        let on_board =
            positions.filter(|&at| known.insert(at)).filter_map(|at| board.cell_shown(at));
        let on_board = on_board.map(|(column, row)| [column, row]);
        on_board.take(MOST_MARKED).collect()
    };
    let winning = |moves: &WinningMoves| -> Value {
        let first = moves.options.iter().take(MOST_IN_WORDS);
        let in_words = first.map(|option| {
            json!({
                "words": describe_move(ruleset, position, option),
                "to": option,
            })
        });
        json!({
            "mover": match moves.mover {
                Mover::Next => "next",
                Mover::Left => "left",
                Mover::Right => "right",
            },
            "count": moves.options.len(),
            "moves": in_words.collect::<Vec<_>>(),
            "cells": marked(&mut moves.options.iter().flat_map(Sum::parts).map(Position::coordinates)),
        })
    };
    Ok(Answer::json(&json!({
        "position": position.heaps(),
        "cell": board.cell(at).map(|(column, row)| [column, row]),
        // With a nim heap, that of the sum.
        "value": match job.is_loopy() {
            true => json!(table.value_text(value)),
            false => json!(job.quantity().number(subject.shown(value))),
        },
        "own_value": (heap > 0).then_some(value),
        // The size to which the nim heap is reduced by a winning move.
        "smaller_heap": smaller_heap,
        // Scores do not tell it.
        "outcome": job.quantity().has_p_positions().then(|| {
            job.outcome_class(subject.shown(value))
        }),
        "winning": winning_moves.iter().map(winning).collect::<Vec<_>>(),
        "options": all.len(),
        // How many of them have a cell in the plane, seen or not.
        "in_plane": all.iter().filter(|sum| sum.parts().iter().any(|&at| board.cell(at).is_some())).count(),
        "cells": marked(&mut all.iter().flat_map(Sum::parts).copied()),
    })))
}
