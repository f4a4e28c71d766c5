//! The local rule: a stored value is what the definition makes of the stored values of its options.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::error::{Error, Fault};
use rayon::prelude::*;

use super::answers::Answers;
use super::lines::{Judge, Lines};
use super::{Extent, FullCheck};
use crate::control::Control;
use crate::domain::Coordinates;
use crate::engine::{options, value_by_definition};
use crate::memory::available_memory_bytes;
use crate::table::{FirstFindings, Lookup, TableError, TableReader};

/// Side of the box at the origin that is checked with every sample.
const SMALLEST_SIDE: u32 = 4;
/// Positions of a sample that are drawn at a time.
const SAMPLE_PORTION: u64 = 1 << 16;
/// How long the definition is tried, and at how many positions, to tell how long it takes at all of them.
const TRIAL: Duration = Duration::from_millis(250);
const MOST_TRIED: u32 = 1000;

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
    let lines = match extent {
        Extent::Full => lines_of(table)?,
        Extent::Sample(_) => None,
    };
    let (outcome, checked) = match (extent, lines) {
        (Extent::Sample(wanted), _) if wanted < positions => (rule.check_sample(wanted), wanted),
        (_, Some(lines)) => (rule.check_lines(&lines), positions),
        (_, None) => {
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

/// Returns the lines along which all positions are checked, the same on all ranks; `None` if values do not follow from
/// lines, or if these do not fit into half of the memory that is available to the first rank, which walks them.
fn lines_of(table: &TableReader) -> Result<Option<Lines>, TableError> {
    let plan = table.plan();
    let lines = Lines::of(plan);
    let fit = lines.as_ref().is_some_and(|of| of.bytes(plan) <= available_memory_bytes() / 2);
    let first_says = table.of_all_ranks(Ok(fit))?.first() == Some(&true);
    Ok(lines.filter(|_| first_says))
}

/// Returns how a table is checked at every position, and how long that is expected to take; all ranks call it.
pub(super) fn full_check(table: &TableReader) -> Result<FullCheck, TableError> {
    let threads = rayon::current_num_threads() as f64;
    if let Some(lines) = lines_of(table)? {
        let expected = lines.expected(table.plan()).div_f64(threads);
        return Ok(FullCheck { is_by_lines: true, expected });
    }
    let (grading, ranks) = (table.plan().job().grading(), table.network().size() as f64);
    let control = Control::default();
    let first_fault = FirstFindings::new(grading, 1);
    let seconds = Rule { table, control: &control, answers: None, first_fault }.try_definition()?;
    let expected = Duration::try_from_secs_f64(seconds / threads / ranks).unwrap_or(Duration::MAX);
    Ok(FullCheck { is_by_lines: false, expected })
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

    /// Checks all positions along lines, on the first rank: what is known of a line goes from tile to tile.
    fn check_lines(&self, lines: &Lines) -> Result<(), TableError> {
        if self.table.network().rank() > 0 {
            return Ok(());
        }
        let suspect = |at: Coordinates| {
            // Behind the first fault many values may look wrong.
            if self.first_fault.are_below(self.table.plan().job().grading().rank(at)) {
                return Ok(());
            }
            let lookup = self.table.lookup();
            self.check_position(at, &lookup);
            lookup.finish()
        };
        let is_settled = |rank| self.first_fault.are_below(rank);
        let judge = Judge { suspect: &suspect, is_settled: &is_settled };
        let checked = lines.check(self.table, self.control, &judge);
        // Some tiles may be those of what has taken the place of the table meanwhile.
        self.table.require_unchanged()?;
        checked
    }

    /// Checks random positions for a short time, and returns how many seconds one thread is expected to take for all.
    fn try_definition(&self) -> Result<f64, TableError> {
        let job = self.table.plan().job();
        let (began, mut tried, mut taken) = (Instant::now(), 0, Duration::ZERO);
        while tried < MOST_TRIED && began.elapsed() < TRIAL {
            let at = self.random_position();
            let lookup = self.table.lookup();
            // Scores that are remembered are found by one move each, whose options are looked up.
            let of_one_player = job.quantity().is_of_one_player();
            let check = || match of_one_player {
                true => options(job.ruleset(), at).into_iter().for_each(|option| {
                    black_box(lookup.value(option));
                }),
                false => self.check_position(at, &lookup),
            };
            // At the second time the tiles are in memory.
            check();
            let begun = Instant::now();
            check();
            taken += begun.elapsed();
            tried += 1;
            lookup.finish()?;
        }
        Ok(taken.as_secs_f64() / f64::from(tried) * job.domain().positions() as f64)
    }

    /// Draws a position.
    fn random_position(&self) -> Coordinates {
        let domain = self.table.plan().job().domain();
        loop {
            let at = Coordinates(domain.sides().map(|side| fastrand::u32(0..side)));
            if domain.contains(at) {
                return at;
            }
        }
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
        let mut sample: Vec<Coordinates> = (0..wanted).map(|_| self.random_position()).collect();
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
