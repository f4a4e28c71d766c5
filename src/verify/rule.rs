//! The local rule: a stored value is what the definition makes of the stored values of its options.

use crate::error::{Error, Fault};
use rayon::prelude::*;

use super::Extent;
use super::answers::Answers;
use crate::control::Control;
use crate::domain::Coordinates;
use crate::engine::value_by_definition;
use crate::table::{FirstFindings, Lookup, TableError, TableReader};

/// Side of the box at the origin that is checked with every sample.
const SMALLEST_SIDE: u32 = 4;
/// Positions of a sample that are drawn at a time.
const SAMPLE_PORTION: u64 = 1 << 16;

/// Checks the rule, on all the ranks that share the table; returns the number of positions it was checked on. `beyond_bound` is the first
/// position whose value is known to be wrong, since it is larger than the definition admits.
pub(super) fn check(
    table: &TableReader,
    extent: Extent,
    beyond_bound: Option<(Coordinates, u32)>,
    control: &Control,
) -> Result<u64, Error> {
    let job = table.plan().job();
    let positions = job.domain().positions();
    let mut rule =
        Rule { table, control, answers: None, first_fault: FirstFindings::new(job.grading(), 1) };
    let (outcome, checked) = match extent {
        Extent::Sample(wanted) if wanted < positions => (rule.check_sample(wanted), wanted),
        Extent::Sample(_) | Extent::Full => {
            rule.answers = Answers::of(table.plan());
            (rule.check_everywhere(), positions)
        }
    };
    let outcome = outcome.and_then(|()| match beyond_bound {
        None => Ok(()),
        Some((at, _)) => {
            let lookup = table.lookup();
            rule.check_position(at, &lookup);
            lookup.finish()
        }
    });
    table.of_all_ranks(outcome)?;
    Fault::wrong_value(table.plan(), rule.first_fault.of_all_ranks(table)?)?;
    match beyond_bound {
        None => Ok(checked),
        // The value is what the options make of it, so that one of these is wrong too, which a sample
        // may miss.
        Some(beyond_bound) => Err(Fault::beyond_bound(table.plan(), beyond_bound)),
    }
}

/// The check of one table, and the first fault that it has found.
struct Rule<'a> {
    table: &'a TableReader,
    control: &'a Control<'a>,
    /// Scores that are not stored, where every position is checked and they help.
    answers: Option<Answers>,
    /// The stored and the expected value.
    first_fault: FirstFindings<(u32, u32)>,
}

impl Rule<'_> {
    /// Checks all positions of this rank's tiles, except those of tiles that lie wholly behind a fault in rank order.
    fn check_everywhere(&self) -> Result<(), TableError> {
        self.table.scan_own_tiles(self.control, |tile| {
            if self.first_fault.are_below(tile.first_rank()) {
                return Ok(());
            }
            let lookup = self.table.lookup();
            // A position may have so many options that the tile's own questions come too seldom.
            tile.visit(|at, _| {
                if !self.control.is_interrupted() {
                    self.check_position(at, &lookup);
                }
            })?;
            self.control.proceed()?;
            lookup.finish()
        })
    }

    /// Checks the positions near the origin, which a random sample hardly ever meets: some are
    /// terminal, and only through those do the play conventions differ.
    fn check_smallest_positions(&self) -> Result<(), TableError> {
        let domain = self.table.plan().job().domain();
        let sides = Coordinates(domain.sides().map(|side| side.min(SMALLEST_SIDE)));
        let lookup = self.table.lookup();
        for at in Coordinates::cells_of_box(sides) {
            self.control.proceed()?;
            if domain.contains(at) {
                self.check_position(at, &lookup);
            }
        }
        lookup.finish()
    }

    /// Checks this many random positions by all ranks together, and those near the origin.
    fn check_sample(&self, wanted: u64) -> Result<(), TableError> {
        self.check_smallest_positions()?;
        let (rank, ranks) =
            (self.table.network().rank() as u64, self.table.network().size() as u64);
        let mut left = wanted / ranks + u64::from(rank < wanted % ranks);
        while left > 0 {
            let portion = left.min(SAMPLE_PORTION);
            self.check_portion(portion)?;
            left -= portion;
        }
        Ok(())
    }

    /// Checks this many random positions, which are drawn before the first one is checked.
    fn check_portion(&self, wanted: u64) -> Result<(), TableError> {
        let domain = self.table.plan().job().domain();
        let mut sample: Vec<Coordinates> = Vec::new();
        while (sample.len() as u64) < wanted {
            let at = Coordinates(domain.sides().map(|side| fastrand::u32(0..side)));
            if domain.contains(at) {
                sample.push(at);
            }
        }
        // Positions that are near to one another need the same tiles.
        sample.sort_unstable();
        sample.par_iter().with_max_len(16).try_for_each(|&at| {
            self.control.proceed()?;
            let lookup = self.table.lookup();
            self.check_position(at, &lookup);
            self.control.report(self.table.network().size() as u64);
            lookup.finish()
        })
    }

    /// Compares the value of a position with that of the definition, and reports a fault.
    fn check_position(&self, at: Coordinates, lookup: &Lookup) {
        let job = self.table.plan().job();
        let (ruleset, quantity, convention) = (job.ruleset(), job.quantity(), job.convention());
        let stored_value = |option| lookup.value(option);
        let expected = match &self.answers {
            None => value_by_definition(ruleset, quantity, convention, at, stored_value),
            Some(answers) => answers.value_by_definition(self.table.plan(), at, stored_value),
        };
        let stored = lookup.value(at);
        if stored != expected {
            self.first_fault.report(at, || (stored, expected));
        }
    }
}
