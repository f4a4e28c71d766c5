//! All options of a position, with their values.

use std::collections::HashMap;

use super::option_values::OptionValues;
use super::query::{Answer, distinct_options, scoring_moves};
use grundytab::control::Control;
use grundytab::domain::{Position, Sum};
use grundytab::error::Error;
use grundytab::quantity::Mover;
use grundytab::table::{Lookup, TableReader};

/// The options of a position for one player.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The player.
    pub mover: Mover,
    /// The options in the order of their positions, each once.
    pub options: Vec<OptionValue>,
}

/// An option and what a table knows of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionValue {
    /// The option.
    pub option: Sum<Position>,
    /// Its value: the stored one, or that of a sum of positions.
    pub value: u32,
    /// Whether the player wins by moving there; in a blocking game unless the opponent blocks it. In a scoring
    /// game whether the move is a best one.
    pub is_winning: bool,
    /// In a scoring game what the move comes to.
    pub scoring: Option<ScoringMove>,
}

/// What a move of a scoring game comes to. If several rays make it, along the best of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoringMove {
    /// The points that it pays the player who makes it.
    pub points: i64,
    /// The score of the position that it is made from, if it is made and both players go on as well as they
    /// can.
    pub score: i64,
}

/// Lists all options of a position that was looked up: of an impartial game once, of a partizan game for
/// Left and for Right. In an unfinished table, those that are computed.
///
/// # Errors
/// When the table is damaged; when Grundy values that it does not store cannot be computed.
pub fn options(table: &TableReader, answer: &Answer) -> Result<Vec<Options>, Error> {
    let values = OptionValues::of(table, &[answer.position], &Control::default())?;
    let scoring = scoring_by_option(table, answer, &values.stored);
    let of_mover = |winning: &super::WinningMoves| {
        let all =
            distinct_options(table, answer.position, winning.mover, |option| values.has(option));
        let known = |option: Sum<Position>| OptionValue {
            value: values.value(&option.map(|position| position.coordinates())),
            is_winning: winning.options.binary_search(&option).is_ok(),
            scoring: option.single().and_then(|position| scoring.get(&position).copied()),
            option,
        };
        Options { mover: winning.mover, options: all.into_iter().map(known).collect() }
    };
    let options = answer.winning.iter().map(of_mover).collect();
    values.finish()?;
    Ok(options)
}

/// Returns what the moves of the player who begins come to, by their options; nothing without scores.
fn scoring_by_option(
    table: &TableReader,
    answer: &Answer,
    lookup: &Lookup,
) -> HashMap<Position, ScoringMove> {
    let job = table.plan().job();
    let mut scoring: HashMap<Position, ScoringMove> = HashMap::new();
    if !job.quantity().is_score() || answer.not_computed > 0 {
        return scoring;
    }
    for one in scoring_moves(table, answer.position, lookup) {
        let found = ScoringMove { points: one.points, score: one.score };
        let known = scoring.entry(job.domain().position(one.option)).or_insert(found);
        // Moves to one option differ by what they pay.
        if found.points > known.points {
            *known = found;
        }
    }
    scoring
}
