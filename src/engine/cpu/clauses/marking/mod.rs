//! Outcomes and palace numbers by marks: a P-position marks the positions that have a move to it.
//!
//! A position that has no mark when its turn comes, after all its options, is a P-position. Of those there are few in most
//! games: what is found of a table is P-positions times moves to them, in the place of all positions times their options. Where the
//! opponent may block B options, or palaces are tabulated, marks are counted, one for each option, and a position with at
//! most B of them is a P-position.
//!
//! | file | idea |
//! |---|---|
//! | `way_back`, `terms` | the positions that have a move to an option: loops between linear bounds, runs of cells |
//! | `marks` | the cells that are marked, or whose marks are counted |
//! | `table` | the order of the positions, threads, tiles |
//! | `work` | whether marks take less time than looking at all options |
//!
//! Marks say nothing of faults. They are set where rules are proved to have none.

mod marks;
mod table;
mod terms;
mod way_back;
mod work;

use heap_rules::budget::Budget;
use heap_rules::clause::Players;
use heap_rules::extents::{ClauseBounds, clause_bounds};
use heap_rules::inversion::inverses;

pub(super) use self::table::Blocks;
use self::table::Table;
use self::way_back::WayBack;
use super::listed::MOST_OPERATIONS;
use super::{largest_number, listed_bytes};
use crate::engine::clause_games::computes_grundy_values;
use crate::engine::clause_games::faultless::is_faultless;
use crate::engine::rates::thread;
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{WrittenRuleset, heap_bounds};

/// A table that is filled by marks.
pub(super) struct Marking {
    ways: Vec<WayBack>,
    rule: Rule,
    /// The nanoseconds of a position on one thread.
    pub(super) nanoseconds: f64,
    /// The share of P-positions that is expected.
    share: f64,
}

/// What marks say of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rule {
    /// The most marks of a P-position.
    most: u32,
    /// Whether marks are counted.
    is_counted: bool,
    /// Whether the counts are the values, and not the outcomes.
    are_palaces: bool,
    /// Whether positions without moves are N-positions.
    is_misere: bool,
}

impl Rule {
    /// Returns the rule of a plan, if marks say all of its values.
    fn of(plan: &Plan, game: &WrittenRuleset) -> Option<Rule> {
        let (quantity, most) = (plan.job().quantity(), game.blocking_number());
        let is_known = matches!(quantity, Quantity::Outcome | Quantity::Palaces);
        let are_palaces = quantity == Quantity::Palaces;
        let are_marked = is_known && !computes_grundy_values(plan) && !game.is_partizan();
        are_marked.then_some(Rule {
            most: if are_palaces { most.min(plan.bound().largest_value as u32) } else { most },
            is_counted: are_palaces || most > 0,
            are_palaces,
            is_misere: plan.job().convention() == Convention::Misere,
        })
    }
}

impl Marking {
    /// Returns how a table is filled by marks, if that is known and takes less time than `of_options` nanoseconds for a position,
    /// if all its options are looked at.
    pub(super) fn of(
        plan: &Plan,
        game: &WrittenRuleset,
        of_options: impl FnOnce() -> f64,
    ) -> Option<Self> {
        let marking = Marking::possible(plan, game)?;
        let estimate = work::estimate(plan, game, &marking.ways, marking.rule)?;
        // All options of a P-position are looked at. Those of another one are until a P-position is found among them, as if
        // these lay everywhere.
        let part = estimate.share + (1.0 - estimate.share) / (1.0 + estimate.marks);
        let of_one = thread::WALKED_POSITION + thread::WALKED_CLAUSE;
        let most = (of_options() * part).max(of_one);
        let work::Estimate { nanoseconds, share, .. } = estimate;
        (nanoseconds < most).then_some(Marking { nanoseconds, share, ..marking })
    }

    /// Returns how a table is filled by marks, if that is known.
    pub(super) fn possible(plan: &Plan, game: &WrittenRuleset) -> Option<Self> {
        let rule = Rule::of(plan, game)?;
        let (rules, domain) = (game.rules(), plan.job().domain());
        let Players::Both(clauses) = &rules.moves else { return None };
        if clauses.iter().any(|clause| clause.single().is_none()) || !is_faultless(game, domain) {
            return None;
        }
        let (heaps, budget, mut operations) =
            (heap_bounds(domain), Budget::default(), MOST_OPERATIONS);
        let tokens = domain.largest_token_sum().into();
        let mut ways = Vec::new();
        for clause in clauses {
            let inverses = inverses(rules, clause, &heaps, tokens, &budget)?;
            let ClauseBounds::Within(bounds) = clause_bounds(clause, &heaps)? else { continue };
            ways.extend(inverses.iter().map(|inverse| {
                WayBack::new(inverse, clause, &bounds, heaps.len(), &mut operations)
            }));
        }
        Some(Marking { ways, rule, nanoseconds: 0.0, share: 0.0 })
    }

    /// Returns whether the positions may be taken row by row.
    pub(super) fn goes_back(&self) -> bool {
        self.ways.iter().all(|way| way.goes_back)
    }

    /// Tabulates a quantity of a plan.
    pub(super) fn run(
        &self,
        plan: &Plan,
        game: &WrittenRuleset,
        sink: &dyn Sink,
    ) -> Result<(), EngineError> {
        self.run_in(self.blocks(plan), plan, game, sink)
    }

    /// Tabulates a quantity in blocks of rows.
    pub(super) fn run_in(
        &self,
        blocks: Blocks,
        plan: &Plan,
        game: &WrittenRuleset,
        sink: &dyn Sink,
    ) -> Result<(), EngineError> {
        match self.bytes_of_cell(plan) {
            _ if !self.rule.is_counted => {
                Table::<u8, false>::new(plan, game, self, sink).run(blocks)
            }
            1 => Table::<u8, true>::new(plan, game, self, sink).run(blocks),
            2 => Table::<u16, true>::new(plan, game, self, sink).run(blocks),
            _ => Table::<u32, true>::new(plan, game, self, sink).run(blocks),
        }
    }

    /// Returns the bytes in which the marks of a cell are counted, and a number that is larger.
    fn bytes_of_cell(&self, plan: &Plan) -> u64 {
        match largest_number(plan).max(u64::from(self.rule.most) + 2) {
            _ if !self.rule.is_counted => 1,
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        }
    }

    fn blocks(&self, plan: &Plan) -> Blocks {
        let of_all = self.nanoseconds * plan.job().domain().positions() as f64;
        Blocks::of(plan, of_all, self.nanoseconds / self.share.max(f64::MIN_POSITIVE))
    }

    /// Returns whether threads share the work.
    pub(super) fn is_shared(&self, plan: &Plan) -> bool {
        self.blocks(plan).are_shared
    }

    /// Returns the bytes of a run beside those of the unfinished tiles, and of the order of the positions where that is not
    /// the order of the rows.
    pub(super) fn memory_bytes(&self, plan: &Plan, game: &WrittenRuleset, cells: u64) -> u64 {
        let threads = rayon::current_num_threads() as u64;
        let of_thread = if self.rule.is_counted { cells / 8 } else { 0 };
        let of_clauses = match self.rule.is_misere {
            true => listed_bytes(plan, game),
            false => 0,
        };
        let listed = self.ways.iter().map(WayBack::bytes).fold(of_clauses, u64::saturating_add);
        let found = if self.goes_back() { self.blocks(plan).memory_bytes(plan) } else { 0 };
        let of_cells = cells.saturating_mul(self.bytes_of_cell(plan));
        let terms = [threads.saturating_mul(of_thread), listed, found, of_cells];
        terms.into_iter().fold(0, u64::saturating_add)
    }
}
