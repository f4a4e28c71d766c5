//! Games whose rules the user writes, on the CPU.
//!
//! The options of a position are what its clauses list: a loop for each variable, and a look into the table for each
//! option. The whole table lies in memory. Positions are computed in layers of equal grades, since every move makes the
//! grade smaller, each layer by all threads.
//!
//! | file | idea |
//! |---|---|
//! | `prepared` | what does not change along a loop is taken out of it; conditions become bounds |
//! | `loops`, `listed` | the numbers that variables take |
//! | `walk` | the loops; along the innermost variable the options lie at equal distances in the table |
//! | `planes` | two variables at once, where neither bounds the other |
//! | `lanes` | the innermost variable in lanes, where they do not |
//! | `sums` | options that are sums of positions |
//! | `shape` | numbers that are linear in the innermost variable, piece by piece |
//! | `scalar` | the numbers that expressions name, and single numbers made of them |
//! | `quantities` | what a position takes from its options: marks, bits, the best of them |
//! | `runs`, `cells` | the numbers in the table, and where they lie |
//! | `layers`, `options`, `filling` | the order of the positions, the options of one, and the run |
//! | `shared_lines` | positions that share a line, on which each has a longer part |
//! | `mirror` | half of a table that is mirror symmetric |
//! | `along_lines` | rules all of whose moves go along lines, which are computed quicker |
//! | `marking` | outcomes and palace numbers by marks of P-positions, where that is quicker |
//! | `run_time` | the time of a run |
//!
//! **Faults.** Rules may lead out of the domain, to a position whose grade is not smaller, or to an expression without a
//! value, which the definition refuses with the position and the reason. The loops only notice that something may be
//! wrong. That costs little: of a run of options both ends are compared with the sides of the domain, and the values of
//! a layer are written when all of it is computed, so that an option whose grade is not smaller is found to be not
//! computed yet, which is a mark beside those of the values. Then the position is looked at again, by the definition,
//! which tells what is wrong, or that nothing is. The first faulty position of a layer is reported, in whatever order the
//! threads work.

mod along_lines;
mod cells;
mod filling;
mod lanes;
mod layers;
mod listed;
mod loops;
mod marking;
mod mirror;
mod options;
mod planes;
mod prepared;
mod quantities;
mod run_time;
mod runs;
mod scalar;
mod shape;
mod shared_lines;
mod sums;
mod tally;
#[cfg(test)]
mod tests;
mod walk;

use fearless_simd::Level;
use filling::Filling;
use options::prepared;
pub(super) use options::{ListedOptions, OptionCells};
use quantities::{Grundy, Outcomes, Palaces, Remoteness, Rule, Scores};
pub(super) use run_time::of_position;

use super::CpuMethod;
use crate::domain::Coordinates;
use crate::engine::clause_games::grades::MOST_SORTED_CELLS;
use crate::engine::clause_games::{computes_grundy_values, faultless, largest_grundy_value};
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::WrittenRuleset;

/// Returns the largest number in the tables of a plan, which stands for a position that is not computed yet.
fn largest_number(plan: &Plan) -> u64 {
    let bound = plan.bound().largest_value;
    match plan.job().quantity() {
        _ if computes_grundy_values(plan) => largest_grundy_value(plan).saturating_add(2),
        Quantity::Outcome | Quantity::OutcomeClass => 5,
        Quantity::Grundy | Quantity::Palaces => bound.saturating_add(2),
        Quantity::Remoteness => bound.saturating_add(3),
        Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => {
            bound.saturating_mul(2).saturating_add(2)
        }
    }
}

/// Checks that the numbers in the tables fit in 32 bits, and the indices of the positions where they are sorted.
pub(super) fn check(plan: &Plan, game: &WrittenRuleset) -> Result<(), EngineError> {
    let (largest, most) = (largest_number(plan), u32::MAX.into());
    EngineError::check_size("the values reach up to", largest, "numbers", most)?;
    if game.rules().grade.is_some() {
        let what = "a table whose positions are sorted by their grades has";
        EngineError::check_size(what, cells(plan), "cells", MOST_SORTED_CELLS)?;
    }
    Ok(())
}

/// Tabulates a quantity of a plan.
pub(super) fn run(plan: &Plan, game: &WrittenRuleset, sink: &dyn Sink) -> Result<(), EngineError> {
    if sink.share().is_divided() {
        return Err(EngineError::RulesOnRanks);
    }
    if let Some(marking) = run_time::marking(plan, game) {
        return marking.run(plan, game, sink);
    }
    let (job, largest) = (plan.job(), plan.bound().largest_value as u32);
    let (convention, blocking_number) = (job.convention(), game.blocking_number());
    match job.quantity() {
        quantity if computes_grundy_values(plan) => {
            let largest = largest_grundy_value(plan) as u32;
            let are_outcomes = quantity == Quantity::Outcome;
            fill(plan, game, sink, Grundy { largest, convention, are_outcomes })
        }
        Quantity::Outcome if blocking_number > 0 => {
            fill(plan, game, sink, Palaces { blocking_number, largest: 1, are_outcomes: true })
        }
        // Grundy values are those above.
        quantity @ (Quantity::Grundy | Quantity::Outcome | Quantity::OutcomeClass) => {
            let are_faultless = faultless::is_faultless(game, job.domain());
            let are_classes = quantity == Quantity::OutcomeClass;
            fill(plan, game, sink, Outcomes { convention, are_faultless, are_classes })
        }
        Quantity::Palaces => {
            fill(plan, game, sink, Palaces { blocking_number, largest, are_outcomes: false })
        }
        Quantity::Remoteness => fill(plan, game, sink, Remoteness { largest }),
        Quantity::Score => fill(plan, game, sink, Scores::<1> { bound: largest, of_right: false }),
        Quantity::ScoreLeft | Quantity::ScoreRight => {
            let of_right = job.quantity() == Quantity::ScoreRight;
            fill(plan, game, sink, Scores::<2> { bound: largest, of_right })
        }
    }
}

/// Fills a table by a rule, with cells that hold the numbers.
fn fill<const TABLES: usize>(
    plan: &Plan,
    game: &WrittenRuleset,
    sink: &dyn Sink,
    rule: impl Rule<TABLES>,
) -> Result<(), EngineError> {
    match largest_number(plan) {
        0..=0xff => Filling::<u8, _, _>::new(plan, game, sink, rule).run(),
        0x100..=0xffff => Filling::<u16, _, _>::new(plan, game, sink, rule).run(),
        _ => Filling::<u32, _, _>::new(plan, game, sink, rule).run(),
    }
}

/// Returns the method of a plan along lines, unless its moves have none or P-positions are quicker marked.
pub(super) fn along_lines<'a>(
    plan: &'a Plan,
    game: &WrittenRuleset,
    level: Level,
) -> Option<Box<dyn CpuMethod + 'a>> {
    let lines = along_lines::method(plan, game, level)?;
    let of_position = lines.time().nanoseconds / plan.job().domain().positions().max(1) as f64;
    let marking = run_time::marking(plan, game);
    let is_quicker = marking.is_some_and(|marking| marking.nanoseconds < of_position);
    (!is_quicker).then_some(lines)
}

/// How a table of written rules is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesFilling {
    /// Along the lines of their moves.
    AlongLines,
    /// By the marks of P-positions.
    ByMarks,
    /// By the options of each position.
    OptionByOption,
}

/// Returns how the CPU engine fills a table of these rules.
pub fn filling_of_rules(plan: &Plan, game: &WrittenRuleset) -> RulesFilling {
    if along_lines(plan, game, Level::new()).is_some() {
        return RulesFilling::AlongLines;
    }
    match run_time::marking(plan, game) {
        Some(_) => RulesFilling::ByMarks,
        None => RulesFilling::OptionByOption,
    }
}

/// Returns the number of cells of the bounding box.
fn cells(plan: &Plan) -> u64 {
    plan.job().domain().sides().map(u64::from).into_iter().fold(1, u64::saturating_mul)
}

/// Returns the bytes of the tables, of the order of the positions, of the numbers of a layer, of what each thread uses
/// and of the unfinished tiles.
pub(super) fn memory_bytes(plan: &Plan, game: &WrittenRuleset) -> u64 {
    let (cells, positions) = (cells(plan), plan.job().domain().positions());
    let largest = largest_number(plan);
    let of_number = match largest {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    };
    let threads = rayon::current_num_threads() as u64;
    let tiles = plan.tile_bytes().saturating_mul(threads);
    let table = cells.saturating_mul(of_number);
    // A layer has one position at most for all coordinates but one.
    let sides = plan.job().domain().sides();
    let of_layer = (cells / u64::from(sides.largest())).min(positions);
    let (layer, order) = match game.rules().grade {
        Some(_) => (positions, positions.saturating_mul(8)),
        None => (of_layer, of_layer.saturating_mul(size_of::<Coordinates>() as u64)),
    };
    if let Some(marking) = run_time::marking(plan, game) {
        let order = if marking.goes_back() { 0 } else { order.saturating_add(8 * layer) };
        let terms = [marking.memory_bytes(plan, game, cells), order, tiles];
        return terms.into_iter().fold(0, u64::saturating_add);
    }
    let tables = match plan.job().quantity() {
        Quantity::ScoreLeft | Quantity::ScoreRight => 2,
        _ => 1,
    };
    let marks = match computes_grundy_values(plan) {
        true => (largest + 1).saturating_mul(size_of::<u32>() as u64),
        false => 0,
    };
    let layers = layer.saturating_mul(of_number).saturating_add(table).saturating_mul(tables);
    let of_threads = threads.saturating_mul(marks.saturating_add(OF_THREAD));
    let listed = listed_bytes(plan, game);
    [layers, order, of_threads, tiles, listed].into_iter().fold(0, u64::saturating_add)
}

/// Returns the bytes of the numbers of variables that are listed.
fn listed_bytes(plan: &Plan, game: &WrittenRuleset) -> u64 {
    let clauses = prepared(game, plan.job().domain(), false).into_iter().flatten();
    let listed = clauses.flat_map(|clause| clause.loops).filter_map(|of| of.listed);
    listed.map(|listed| listed.bytes()).fold(0, u64::saturating_add)
}

/// Bytes of the lanes and of the listed options that a thread uses.
const OF_THREAD: u64 = 1 << 16;
