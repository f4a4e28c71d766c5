//! A position as the page shows it: what `query` says of it, and its options on the board.

use std::collections::{BTreeSet, HashSet};

use crate::engine::options;
use crate::error::Error;
use crate::play::{self, Mover, WinningMoves, describe_move};
use crate::{Coordinates, Position, Sum};
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
    let table = subject.table;
    let found = play::query(table, heaps)?;
    let job = table.plan().job();
    let (ruleset, position) = (job.ruleset(), found.position);
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
        "value": job.quantity().number(found.value),
        // Scores do not tell it.
        "outcome": job.quantity().has_p_positions().then(|| {
            job.quantity().outcome_class(found.value, ruleset.blocking_number())
        }),
        "winning": found.winning.iter().map(winning).collect::<Vec<_>>(),
        "options": all.len(),
        "cells": marked(&mut all.iter().flat_map(Sum::parts).copied()),
    })))
}
