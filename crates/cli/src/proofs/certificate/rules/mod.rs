//! Rules that a user writes, read from their text as it was parsed: positions, moves and faults as choices of hidden
//! numbers. Nothing is taken from the trees and the analysis with which tables are filled and theorems are found.
//!
//! A file reads numbers, `expression`, with `digits` for what is read off their digits, another one conditions, `condition`, and a
//! third one clauses, `clause`, as methods of what `reader` has. Where rules distinguish cases, as `min(x, y)` does, reading goes on with a `draft` for each of them,
//! whose conditions are signs of `linear` combinations. Parts are read in the order of the definition
//! (`crates/heap-rules/src/rules/walk.rs`), since that decides where a number without a value is a fault.

mod clause;
mod condition;
mod digits;
mod draft;
mod expression;
mod linear;
mod reader;

use heap_rules::Syntax;

use self::clause::ReadClause;
use self::draft::Draft;
use self::reader::Reader;
use super::choice::{Choice, Move};
use super::limits::CheckError;
use grundytab::ruleset::WrittenRuleset;

/// Rules as choices.
pub(super) struct ReadRules {
    /// Where a cell is a position; `None` if all are.
    pub(super) positions: Option<Vec<Choice>>,
    /// Where a position is terminal.
    pub(super) terminal: Vec<Choice>,
    /// The moves of each player, of one in an impartial game.
    pub(super) moves: Vec<Vec<Move>>,
    /// Where the condition on positions has no value, at any cell.
    pub(super) cells_without_value: Vec<Choice>,
    /// Where something else has no value at a position, or the grade is negative.
    pub(super) positions_without_value: Vec<Choice>,
    /// Where a clause has no value at a position that has moves. The option's positions are positions of the game.
    pub(super) moves_without_value: Vec<Move>,
    /// Where a move leads to a negative heap, or does not make the grade smaller. The option's positions are positions of
    /// the game.
    pub(super) missteps: Vec<Move>,
}

impl ReadRules {
    /// Reads the rules of a game. Of words it is known whether they are Zeckendorf representations, or binary numbers.
    ///
    /// # Errors
    /// When a part of the rules is not covered.
    pub(super) fn of(
        game: &WrittenRuleset,
        is_zeckendorf: bool,
        is_binary: bool,
    ) -> Result<Self, CheckError> {
        if game.is_loopy() {
            return Err(CheckError::NotCovered(
                "the rules are loopy: induction over a grade proves nothing of games without an end".into(),
            ));
        }
        if game.blocking_number() > 0 {
            return Err(CheckError::NotCovered(
                "options may be blocked, and those of written rules are not counted".into(),
            ));
        }
        let written = game.written();
        let mut reader = Reader { is_zeckendorf, is_binary, without_value: Vec::new() };
        let position = || Draft::at_position(written.heaps);
        let truths = |reader: &mut Reader, of: &Syntax| -> Result<Vec<Choice>, CheckError> {
            let [yes, _] = reader.truths(of, position())?;
            choices(yes)
        };
        let positions = written.positions.as_ref().map(|of| truths(&mut reader, of)).transpose()?;
        let cells_without_value = choices(std::mem::take(&mut reader.without_value))?;
        let mut terminal = Vec::new();
        if let Some(of) = &written.terminal {
            terminal = truths(&mut reader, of)?;
        }
        if let Some(grade) = &written.grade {
            for (draft, number) in reader.numbers(grade, position())? {
                reader.without_value.extend(draft.where_not_negative(number.negation()));
            }
        }
        let positions_without_value = choices(std::mem::take(&mut reader.without_value))?;
        let (mut moves, mut missteps) = (Vec::new(), Vec::new());
        for clauses in written.moves.each() {
            let mut of_player = Vec::new();
            for clause in clauses {
                let read = reader.clause(clause, written)?;
                let ReadClause { moves, missteps: more } = read;
                of_player.extend(finished(moves)?);
                missteps.extend(more);
            }
            moves.push(of_player);
        }
        // If all cells are positions, nothing is asked of those of an option.
        let faults = |mut drafts: Vec<Draft>| {
            if written.positions.is_none() {
                drafts.iter_mut().for_each(|draft| draft.option.clear());
            }
            finished(drafts)
        };
        Ok(ReadRules {
            positions,
            terminal,
            moves,
            cells_without_value,
            positions_without_value,
            moves_without_value: faults(reader.without_value)?,
            missteps: faults(missteps)?,
        })
    }
}

/// Returns the choices of drafts that can be satisfied.
fn finished(drafts: Vec<Draft>) -> Result<Vec<Move>, CheckError> {
    drafts.into_iter().filter_map(|draft| draft.finish().transpose()).collect()
}

fn choices(drafts: Vec<Draft>) -> Result<Vec<Choice>, CheckError> {
    Ok(finished(drafts)?.into_iter().map(|of| of.choice).collect())
}
