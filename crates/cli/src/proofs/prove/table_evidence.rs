//! Evidence from a stored table.

use super::caps::Caps;
use super::definition::Definition;
use super::end::{End, Halt};
use super::evidence::{Evidence, bounding_cells, memory_for_tables};
use grundytab::domain::Domain;
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::quantity::{Quantity, ValueKind};
use grundytab::table::{TableError, TableReader};

impl Definition {
    /// Returns the definition that a table shows: of the P-positions of its game, in its play convention.
    ///
    /// # Errors
    /// When no formula describes the moves of the game.
    pub fn of_table(table: &TableReader) -> Result<Self, InvalidInput> {
        let job = table.plan().job();
        Definition::of_outcomes(job.ruleset(), job.convention())
    }

    /// Checks that a table shows the sets.
    fn check_table(&self, job: &Job) -> Result<(), InvalidInput> {
        let refuse = |problem: String, hint: String| {
            Err(InvalidInput::new(InvalidInputKind::WrongTable, job.ruleset(), problem, hint))
        };
        if job.ruleset() != self.ruleset() {
            let problem = format!("the table is one of this game, and not of {}", self.ruleset());
            return refuse(problem, "give a table of the same game".into());
        }
        if job.convention() != self.convention() {
            let problem = format!("the table is one of {}", job.convention().play());
            return refuse(
                problem,
                format!("what is to be proved is {}", self.convention().play()),
            );
        }
        let needed = self.quantity();
        // Outcomes follow from Grundy values and palace numbers too.
        let tells = job.quantity() == needed
            || needed == Quantity::Outcome
                && matches!(job.quantity().kind(), ValueKind::Number | ValueKind::Outcome);
        if !tells {
            let held = job.quantity().values_name();
            let problem =
                format!("the table holds {held}, which do not determine what is to be proved");
            return refuse(problem, format!("give a table of {}", needed.values_name()));
        }
        Ok(())
    }
}

/// Reads a stored table; of one that does not fit into memory or has more positions than the caps allow the
/// largest part of its shape.
pub(super) fn read(
    definition: &Definition,
    table: &TableReader,
    caps: &Caps,
    tell: &mut dyn FnMut(&Domain),
) -> Result<Evidence, Halt> {
    let job = table.plan().job();
    definition.check_table(job).map_err(Error::from)?;
    table.require_complete().map_err(Error::from)?;
    let bytes = table.plan().value_type().bytes() as u64;
    let fits = |domain: &Domain| {
        domain.positions() <= caps.positions
            && bounding_cells(domain).saturating_mul(bytes) <= memory_for_tables()
    };
    let domain = largest_part(job.domain(), fits).ok_or(Halt::End(End::LargestTable))?;
    tell(&domain);
    let ranges: Vec<_> = domain.shape().iter().map(|&side| 0..side).collect();
    let control = &caps.control;
    let values = table.slice_values(&ranges, control).map_err(|error| match error {
        TableError::Interrupted => Halt::of_interruption(control),
        error => Error::from(error).into(),
    })?;
    Ok(Evidence::new(job.ruleset(), domain, job.quantity(), values))
}

/// Returns the largest domain of the same kind, no side of which is longer, that fits.
fn largest_part(whole: &Domain, fits: impl Fn(&Domain) -> bool) -> Option<Domain> {
    let part = |size: u32| match whole.is_box() {
        true => {
            let sides: Vec<u32> = whole.shape().iter().map(|&side| side.min(size)).collect();
            Domain::boxed(&sides).ok()
        }
        false => Domain::simplex(whole.heaps(), size).ok(),
    };
    let (mut least, mut most) = match whole.is_box() {
        true => (1, whole.shape().iter().copied().max().unwrap_or(1)),
        false => (0, whole.largest_token_sum()),
    };
    part(least).filter(&fits)?;
    while least < most {
        let middle = least + (most - least).div_ceil(2);
        match part(middle).is_some_and(|domain| fits(&domain)) {
            true => least = middle,
            false => most = middle - 1,
        }
    }
    part(least)
}
