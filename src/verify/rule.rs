//! The local rule: a stored value is what the definition makes of its options' stored values.

use rayon::prelude::*;

use super::first::First;
use super::sweep::Sweep;
use super::{Extent, Fault, VerifyError};
use crate::domain::Coordinates;
use crate::engine::value_by_definition;
use crate::table::Lookup;

/// Side of the box at the origin that is checked with every sample.
const SMALLEST_SIDE: u32 = 4;
/// Positions that are drawn at a time.
const SAMPLE_PORTION: u64 = 1 << 16;

/// Checks the rule; returns the number of positions it was checked on.
pub(super) fn check(sweep: &Sweep, extent: Extent) -> Result<u64, VerifyError> {
    let job = sweep.stored.table.plan().job();
    let positions = job.domain().positions();
    let rule = Rule { sweep, first_fault: First::new(job.grading()) };
    let checked = match extent {
        Extent::Sample(wanted) if wanted < positions => {
            rule.smallest_positions()?;
            rule.sample(wanted)?;
            wanted
        }
        Extent::Sample(_) | Extent::Full => {
            rule.everywhere()?;
            positions
        }
    };
    Fault::wrong_value(job.domain(), rule.first_fault)?;
    Ok(checked)
}

struct Rule<'a> {
    sweep: &'a Sweep<'a>,
    /// The stored and the expected value.
    first_fault: First<(u32, u32)>,
}

impl Rule<'_> {
    fn everywhere(&self) -> Result<(), VerifyError> {
        self.sweep.run(
            |first_rank| (!self.first_fault.is_below(first_rank)).then_some(()),
            |(), at, _, lookup| self.check_position(at, lookup),
            |()| Ok(()),
        )
    }

    /// The positions near the origin, which a random sample never meets: some are terminal, and
    /// only there do the play conventions differ.
    fn smallest_positions(&self) -> Result<(), VerifyError> {
        let domain = self.sweep.stored.table.plan().job().domain();
        let sides = Coordinates(domain.sides().map(|side| side.min(SMALLEST_SIDE)));
        let lookup = self.sweep.stored.lookup();
        for at in Coordinates::cells_of_box(sides) {
            if domain.contains(at) {
                self.check_position(at, &lookup);
            }
        }
        Ok(lookup.finish()?)
    }

    fn sample(&self, wanted: u64) -> Result<(), VerifyError> {
        let mut left = wanted;
        while left > 0 {
            let portion = left.min(SAMPLE_PORTION);
            self.sample_portion(portion)?;
            left -= portion;
        }
        Ok(())
    }

    fn sample_portion(&self, wanted: u64) -> Result<(), VerifyError> {
        let domain = self.sweep.stored.table.plan().job().domain();
        let mut sample: Vec<Coordinates> = Vec::new();
        while (sample.len() as u64) < wanted {
            let at = domain.sides().map(|side| fastrand::u32(0..side));
            if domain.contains(Coordinates(at)) {
                sample.push(Coordinates(at));
            }
        }
        // Neighbours look at the same tiles.
        sample.sort_unstable();
        sample.par_iter().with_max_len(16).try_for_each(|&at| {
            self.sweep.check_interrupt()?;
            let lookup = self.sweep.stored.lookup();
            self.check_position(at, &lookup);
            self.sweep.control.report(1);
            Ok(lookup.finish()?)
        })
    }

    fn check_position(&self, at: Coordinates, lookup: &Lookup) {
        let job = self.sweep.stored.table.plan().job();
        let expected =
            value_by_definition(job.ruleset(), job.quantity(), job.convention(), at, |option| {
                lookup.value(option)
            });
        let stored = lookup.value(at);
        if stored != expected {
            self.first_fault.report(at, (stored, expected));
        }
    }
}
