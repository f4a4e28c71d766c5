//! The local rule: a stored value is what the definition makes of the stored values of its options.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::along_lines::{AlongLines, Judge, Layers, Lines};
use super::answers::Answers;
use super::loops;
use super::{Extent, FullCheck, check_none_wrong};
use crate::control::Control;
use crate::domain::tiling::{Run, TileRegion};
use crate::domain::{Coordinates, Sum};
use crate::engine::{options, value_by_definition};
use crate::error::{Error, Fault, WrongValue, share_error};
use crate::memory::available_memory_bytes;
use crate::quantity::Quantity;
use crate::table::{
    FirstFindings, GrundyValues, Lookup, Pass, TableError, TableReader, TileInHand,
};
use crate::tabulate::grundy_values;

/// Side of the box at the origin that is checked with every sample.
const SMALLEST_SIDE: u32 = 4;
/// Positions of a sample that are drawn at a time.
const SAMPLE_PORTION: u64 = 1 << 16;
/// How long the definition is tried, and at how many positions, to tell how long it takes at all of them.
const TRIAL: Duration = Duration::from_millis(250);
const MOST_TRIED: u32 = 1000;

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
    table.require_moves().map_err(TableError::Refused)?;
    let threads = rayon::current_num_threads() as f64;
    if let Some(lines) = lines_of(table)? {
        let expected = lines.expected(table.plan()).div_f64(threads);
        return Ok(FullCheck { is_by_lines: true, expected });
    }
    let ranks = table.network().size() as f64;
    let seconds = ByDefinition::new(table, Way::Everywhere).try_definition()?;
    let expected = Duration::try_from_secs_f64(seconds / threads / ranks).unwrap_or(Duration::MAX);
    Ok(FullCheck { is_by_lines: false, expected })
}

/// The check of one table, and the first fault that it has found.
pub(super) struct ByDefinition<'a> {
    table: &'a TableReader,
    way: Way,
    /// Scores that are not stored, where every position is checked and they help.
    answers: Option<Answers>,
    /// Grundy values that are not stored, where the definition asks for them.
    grundy_values: Option<Arc<GrundyValues>>,
    /// The stored and the expected value.
    first_fault: FirstFindings<(u32, u32)>,
    /// The computed and the expected value, where a Grundy value is not what the definition makes of those of the options.
    first_wrong_grundy_value: FirstFindings<(u32, u32)>,
    /// A value of a loopy game that does not follow from the ends of play.
    unfounded: FirstFindings<u32>,
}

/// How it is checked.
enum Way {
    /// At this many random positions.
    Sample(u64),
    /// At every position, along lines.
    Lines(Box<Lines>),
    /// At every position, by its options.
    Everywhere,
}

impl<'a> ByDefinition<'a> {
    fn new(table: &'a TableReader, way: Way) -> Self {
        let first = || FirstFindings::new(table.plan().job().grading(), 1);
        ByDefinition {
            table,
            way,
            answers: None,
            grundy_values: None,
            first_fault: first(),
            first_wrong_grundy_value: first(),
            unfounded: FirstFindings::new(table.plan().job().grading(), 1),
        }
    }

    /// Computes the values that the definition asks for and the table does not store: Grundy values of games whose moves
    /// lead to sums, of which it holds outcomes. All ranks call it.
    pub(super) fn prepare(&mut self, control: &Control) -> Result<(), Error> {
        if self.table.plan().job().is_of_options() || self.grundy_values.is_some() {
            return Ok(());
        }
        let all = grundy_values(self.table, None, control);
        self.grundy_values = Some(share_error(self.table.network(), all)?);
        Ok(())
    }

    /// Finds out how the table is checked. All ranks that share it call it.
    pub(super) fn of(table: &'a TableReader, extent: Extent) -> Result<Self, TableError> {
        table.require_moves().map_err(TableError::Refused)?;
        let way = match extent {
            Extent::Sample(wanted) if wanted < table.plan().job().domain().positions() => {
                Way::Sample(wanted)
            }
            Extent::Full => {
                lines_of(table)?.map_or(Way::Everywhere, |lines| Way::Lines(Box::new(lines)))
            }
            Extent::Sample(_) => Way::Everywhere,
        };
        let answers = matches!(way, Way::Everywhere).then(|| Answers::of(table.plan())).flatten();
        Ok(ByDefinition { answers, ..ByDefinition::new(table, way) })
    }

    /// Returns the pass that walks along lines, if the table is checked so.
    pub(super) fn along_lines(&self) -> Option<AlongLines<'_>> {
        match &self.way {
            Way::Lines(lines) => lines.walk(self.table.plan(), self),
            Way::Sample(_) | Way::Everywhere => None,
        }
    }

    /// Returns the pass that looks up the options of every position, if the table is checked so.
    pub(super) fn everywhere(&self) -> Option<Everywhere<'_>> {
        matches!(self.way, Way::Everywhere).then_some(Everywhere(self))
    }

    /// Returns how many positions are left to be checked after the passes; `None` if none is.
    pub(super) fn left(&self) -> Option<u64> {
        match &self.way {
            Way::Sample(wanted) => Some(*wanted),
            Way::Lines(lines) => lines.layers().map(|_| self.positions()),
            Way::Everywhere => None,
        }
    }

    /// Checks the rule where no pass has, on all the ranks that share the table; returns the number of positions it was
    /// checked on. `beyond_bound` is the first position whose value is known to be wrong, since it is larger than the
    /// definition admits.
    pub(super) fn conclude(
        self,
        beyond_bound: Option<Coordinates>,
        control: &Control,
    ) -> Result<u64, Error> {
        let outcome = match &self.way {
            Way::Sample(wanted) => self.check_sample(*wanted, control),
            Way::Lines(lines) => {
                lines.layers().map_or(Ok(()), |layers| self.check_layers(layers, control))
            }
            Way::Everywhere => Ok(()),
        };
        let outcome = outcome.and_then(|()| match self.way {
            Way::Everywhere => loops::check(self.table, &self.unfounded, control),
            Way::Sample(_) | Way::Lines(_) => Ok(()),
        });
        let outcome = outcome.and_then(|()| beyond_bound.map_or(Ok(()), |at| self.suspect(at)));
        self.table.of_all_ranks(outcome)?;
        self.check_grundy_values()?;
        check_none_wrong(self.table, &self.first_fault)?;
        if let Some((at, stored)) = self.unfounded.take().into_iter().next() {
            let plan = self.table.plan();
            let position = plan.job().domain().position(at);
            let stored = plan.value_type().number(stored);
            return Err(Error::False(Fault::Unfounded { position, stored }));
        }
        Ok(match self.way {
            Way::Sample(wanted) => wanted,
            Way::Lines(_) | Way::Everywhere => self.positions(),
        })
    }

    fn positions(&self) -> u64 {
        self.table.plan().job().domain().positions()
    }

    /// Makes an error of the first Grundy value that contradicts the definition. All ranks call it.
    fn check_grundy_values(&self) -> Result<(), Error> {
        let domain = self.table.plan().job().domain();
        let first = self.first_wrong_grundy_value.take().into_iter().next();
        let wrong = first.map_or(Ok(()), |(at, (computed, expected))| {
            let position = domain.position(at);
            Err(WrongValue { position, computed: computed.into(), expected: expected.into() })
        });
        share_error(self.table.network(), wrong.map_err(Error::from))
    }

    /// Checks all positions layer by layer, on the first rank: what is known of a layer goes to the next one.
    fn check_layers(&self, layers: &Layers, control: &Control) -> Result<(), TableError> {
        if self.table.network().rank() > 0 {
            return Ok(());
        }
        let checked = layers.check(self.table, control, self);
        // Some tiles may be those of what has taken the place of the table meanwhile.
        self.table.require_unchanged()?;
        checked
    }

    /// Checks random positions for a short time, and returns how many seconds one thread is expected to take for all.
    fn try_definition(&self) -> Result<f64, TableError> {
        let job = self.table.plan().job();
        let (began, mut tried, mut taken) = (Instant::now(), 0, Duration::ZERO);
        if self.positions() == 0 {
            return Ok(0.0);
        }
        while tried < MOST_TRIED && began.elapsed() < TRIAL {
            let at = self.random_position();
            let lookup = self.table.lookup();
            // Scores that are remembered are found by one move each, whose options are looked up. Grundy values that are not
            // stored are looked up in memory, when they are there.
            let finds_others = job.quantity().is_of_one_player() || !job.is_of_options();
            let check = || match finds_others {
                true => {
                    let options = options(job.ruleset(), at).into_iter();
                    options.flat_map(Sum::into_parts).for_each(|option| {
                        black_box(lookup.value(option));
                    });
                }
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

    /// Draws a position of the domain, which has one.
    fn random_position(&self) -> Coordinates {
        let domain = self.table.plan().job().domain();
        // Few cells may be positions.
        let of_mask = domain.mask().and_then(|mask| mask.nth(fastrand::u64(0..mask.positions())));
        if let Some(at) = of_mask {
            return at;
        }
        loop {
            let at = Coordinates(domain.sides().map(|side| fastrand::u32(0..side)));
            if domain.contains(at) {
                return at;
            }
        }
    }

    /// Checks the positions near the origin, which a random sample hardly ever meets: some are
    /// terminal, and only through those do the play conventions differ.
    fn check_smallest_positions(&self, control: &Control) -> Result<(), TableError> {
        let domain = self.table.plan().job().domain();
        let sides = Coordinates(domain.sides().map(|side| side.min(SMALLEST_SIDE)));
        let lookup = self.table.lookup();
        for at in Coordinates::cells_of_box(sides) {
            control.proceed()?;
            if domain.contains(at) {
                self.check_position(at, &lookup);
            }
        }
        lookup.finish()
    }

    /// Checks this many random positions by all ranks together, and those near the origin.
    fn check_sample(&self, wanted: u64, control: &Control) -> Result<(), TableError> {
        self.check_smallest_positions(control)?;
        let (rank, ranks) =
            (self.table.network().rank() as u64, self.table.network().size() as u64);
        let mut left = wanted / ranks + u64::from(rank < wanted % ranks);
        while left > 0 {
            let portion = left.min(SAMPLE_PORTION);
            self.check_portion(portion, control)?;
            left -= portion;
        }
        Ok(())
    }

    /// Checks this many random positions, which are drawn before the first one is checked.
    fn check_portion(&self, wanted: u64, control: &Control) -> Result<(), TableError> {
        let mut sample: Vec<Coordinates> = (0..wanted).map(|_| self.random_position()).collect();
        // Positions that are near to one another need the same tiles.
        sample.sort_unstable();
        sample.par_iter().with_max_len(16).try_for_each(|&at| {
            control.proceed()?;
            let lookup = self.table.lookup();
            self.check_position(at, &lookup);
            control.report(self.table.network().size() as u64);
            lookup.finish()
        })
    }

    /// Compares the value of a position with that of the definition, and reports a fault.
    fn check_position(&self, at: Coordinates, lookup: &Lookup) {
        let job = self.table.plan().job();
        let (ruleset, quantity, convention) = (job.ruleset(), job.quantity(), job.convention());
        let stored_value = |option| lookup.value(option);
        let stored = lookup.value(at);
        if let Some(first) = job.first_infinite() {
            let options: Vec<u32> =
                options(ruleset, at).iter().map(|option| option.value(stored_value)).collect();
            let sets = self.table.attributes().infinite_sets.as_ref();
            let expected = sets.and_then(|sets| sets.value_by_definition(first, &options));
            match expected {
                None => self.unfounded.report(at, || stored),
                Some(expected) if stored != expected => {
                    self.first_fault.report(at, || (stored, expected));
                }
                Some(_) => {}
            }
            return;
        }
        let expected = match (&self.answers, &self.grundy_values) {
            (Some(answers), _) => answers.value_by_definition(self.table.plan(), at, stored_value),
            (None, None) => value_by_definition(ruleset, quantity, convention, at, stored_value),
            (None, Some(values)) => {
                let computed = |option| values.value(option);
                let by_definition =
                    |quantity| value_by_definition(ruleset, quantity, convention, at, computed);
                // That the Grundy values satisfy the definition proves them, by induction over the grade.
                let grundy = by_definition(Quantity::Grundy);
                if values.value(at) != grundy {
                    self.first_wrong_grundy_value.report(at, || (values.value(at), grundy));
                }
                by_definition(quantity)
            }
        };
        if stored != expected {
            self.first_fault.report(at, || (stored, expected));
        }
    }
}

impl Judge for ByDefinition<'_> {
    fn suspect(&self, at: Coordinates) -> Result<(), TableError> {
        // Behind the first fault many values may look wrong.
        if self.is_settled(self.table.plan().job().grading().grade(at)) {
            return Ok(());
        }
        let lookup = self.table.lookup();
        self.check_position(at, &lookup);
        lookup.finish()
    }

    fn is_settled(&self, grade: u32) -> bool {
        self.first_fault.are_below(grade)
    }
}

/// The pass that looks up the options of every position, except those of tiles that lie wholly behind a fault in grade
/// order.
pub(super) struct Everywhere<'a>(&'a ByDefinition<'a>);

impl Pass for Everywhere<'_> {
    type State = ();

    const VISITS_TILES: bool = true;

    fn begin(&self) {}

    fn visit_tile(&self, (): &mut (), tile: &TileInHand) -> Result<(), TableError> {
        let lookup = tile.table.lookup();
        for (at, _) in tile.region.runs().flat_map(Run::cells) {
            tile.control.proceed()?;
            self.0.check_position(at, &lookup);
        }
        lookup.finish()
    }

    fn merge(&self, (): &mut (), (): ()) {}

    fn wants(&self, tile: &TileRegion) -> bool {
        !self.0.is_settled(tile.first_grade(&self.0.table.plan().job().grading()))
    }

    fn keeps_tiles(&self) -> bool {
        true
    }
}
