//! The table from which automata are guessed: one that is filled for that, and grows, or a stored one.

use super::caps::Caps;
use super::definition::{Definition, SetName};
use super::end::{End, Halt, ProveError};
use crate::domain::{Coordinates, Domain, MAX_HEAPS};
use crate::engine::Engine;
use crate::engine::cpu::CpuEngine;
use crate::invalid_input::InvalidInput;
use crate::job::Job;
use crate::machine::available_memory_bytes;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::Ruleset;
use crate::tabulate::{TabulateError, tabulate_array};
use crate::values::Values;

/// The side of the first box, or the token sum of the first simplex.
const FIRST_SIZE: u32 = 50;

/// The values of all positions of a domain, in memory.
pub(super) struct Evidence {
    domain: Domain,
    quantity: Quantity,
    /// By the row-major index in the bounding box.
    values: Values,
}

impl Evidence {
    pub(super) fn new(domain: Domain, quantity: Quantity, values: Values) -> Self {
        Evidence { domain, quantity, values }
    }

    /// Fills the first table of a game.
    pub(super) fn first(
        definition: &Definition,
        caps: &Caps,
        tell: &mut dyn FnMut(&Domain),
    ) -> Result<Self, Halt> {
        Evidence::filled(definition, caps, FIRST_SIZE, tell)
    }

    /// Returns a larger table.
    pub(super) fn grown(
        &self,
        definition: &Definition,
        caps: &Caps,
        tell: &mut dyn FnMut(&Domain),
    ) -> Result<Self, Halt> {
        // Continuations of another digit need a table that is larger by the root of the numeration or more.
        let size = match self.domain.is_box() {
            true => self.domain.shape().iter().copied().max().unwrap_or(1),
            false => self.domain.largest_token_sum(),
        };
        let grown = size.saturating_add(size / 5 * 2);
        Evidence::filled(definition, caps, grown, tell)
    }

    /// Fills a table with the CPU engine, if the caps and the memory of this machine allow.
    fn filled(
        definition: &Definition,
        caps: &Caps,
        size: u32,
        tell: &mut dyn FnMut(&Domain),
    ) -> Result<Self, Halt> {
        let ruleset = definition.ruleset();
        let too_large = |_: InvalidInput| Halt::End(End::LargestTable);
        let domain = domain(ruleset, size).map_err(too_large)?;
        if domain.positions() > caps.positions {
            return Err(Halt::End(End::Positions(domain)));
        }
        let (quantity, convention) = (definition.quantity(), definition.convention());
        let job = Job::new(ruleset.clone(), domain.clone(), quantity, convention);
        let plan = job.and_then(|job| Plan::new(job, None)).map_err(ProveError::from)?;
        let bytes = bounding_cells(&domain).saturating_mul(plan.value_type().bytes() as u64);
        if bytes > memory_for_tables() {
            return Err(Halt::End(End::Memory(domain)));
        }
        tell(&domain);
        let control = &caps.limits.control;
        let prepared = CpuEngine.prepare(&plan).map_err(|e| ProveError::Tabulate(e.into()))?;
        let values = tabulate_array(prepared.as_ref(), control).map_err(|error| match error {
            TabulateError::Interrupted => Halt::of_interruption(control),
            error => ProveError::Tabulate(error).into(),
        })?;
        Ok(Evidence::new(domain, quantity, values))
    }

    /// Returns the domain.
    pub(super) fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Whether a position is in a set; `None` outside the domain.
    pub(super) fn is_member(
        &self,
        definition: &Definition,
        set: SetName,
        heaps: &[u64],
    ) -> Option<bool> {
        let mut at = Coordinates::ZERO;
        for (axis, &heap) in (MAX_HEAPS - heaps.len()..).zip(heaps) {
            at[axis] = u32::try_from(heap).unwrap_or(u32::MAX);
        }
        // A coordinate above a side is not added up, so that no sum overflows.
        let is_known = at.is_inside(self.domain.sides()) && self.domain.contains(at);
        let value = || self.values.get(at.row_major_index(self.domain.sides()));
        is_known.then(|| definition.is_member_by(self.quantity, set, value()))
    }
}

/// Returns the domain of this size that bounds the options of a game.
pub(super) fn domain(ruleset: &Ruleset, size: u32) -> Result<Domain, InvalidInput> {
    let heaps = ruleset.heaps();
    match ruleset {
        Ruleset::Digraph(_) => Domain::simplex(heaps, size),
        Ruleset::Vector(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci | Ruleset::Partizan(_) => {
            Domain::boxed(&vec![size; heaps])
        }
    }
}

/// Returns the number of cells of the bounding box of a domain.
pub(super) fn bounding_cells(domain: &Domain) -> u64 {
    domain.sides().iter().fold(1, |cells: u64, &side| cells.saturating_mul(side.into()))
}

/// Returns the bytes that a table may take: the automata need memory, too.
pub(super) fn memory_for_tables() -> u64 {
    available_memory_bytes() / 2
}
