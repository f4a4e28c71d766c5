//! Grundy values in memory, beside a table of outcomes: who wins a sum of positions does not follow from their outcomes, so
//! that the definition of a game whose moves lead to sums asks for what such a table does not store.

use std::sync::Arc;

use super::array::tabulate_array;
use crate::control::Control;
use crate::domain::{Coordinates, Domain};
use crate::engine::cpu::CpuEngine;
use crate::engine::{Engine as _, Wanted};
use crate::error::Error;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::job::Job;
use crate::memory::available_memory_bytes;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::table::{GrundyValues, TableReader};
use crate::wording::needed_bytes_text;

/// Returns the Grundy values of the positions that moves lead to from some positions, or of all positions of a table: those
/// that are known beside the table, or else they are computed by the CPU engine. `control` can interrupt it.
///
/// # Errors
/// If there is too little memory for the values, the engine fails, or it is interrupted.
pub fn grundy_values(
    table: &TableReader,
    from: Option<&[Coordinates]>,
    control: &Control,
) -> Result<Arc<GrundyValues>, Error> {
    let domain = from.map_or_else(|| Ok(whole(table)), |from| domain_below(table, from))?;
    if let Some(known) = table.beside.grundy_values(domain.sides()) {
        return Ok(known);
    }
    let job = table.plan().job();
    let (ruleset, convention) = (job.ruleset().clone(), job.convention());
    let plan = Plan::new(Job::new(ruleset, domain, Quantity::Grundy, convention)?, None)?;
    let prepared = CpuEngine.prepare(&plan, Wanted::Values)?;
    let sides = plan.job().domain().sides();
    let array = sides
        .iter()
        .fold(plan.value_type().bytes() as u64, |bytes, &side| bytes.saturating_mul(side.into()));
    check_memory(table, &plan, prepared.memory().host_bytes.saturating_add(array))?;
    // Others count the positions that they are asked about.
    let values = tabulate_array(prepared.as_ref(), &control.silently())?;
    let values = Arc::new(GrundyValues::new(sides, values));
    table.beside.keep(Arc::clone(&values));
    Ok(values)
}

/// Returns the domain of a table, of which not all cells need be positions.
fn whole(table: &TableReader) -> Domain {
    table.plan().job().domain().clone().unrestricted()
}

/// Returns the smallest domain of the shape of the table that holds some positions and all that moves lead to from there:
/// where a heap may grow, that of the table.
fn domain_below(table: &TableReader, from: &[Coordinates]) -> Result<Domain, InvalidInput> {
    let job = table.plan().job();
    let heaps = job.domain().heaps();
    if job.ruleset().heaps_may_grow() {
        Ok(whole(table))
    } else if job.domain().is_box() {
        let corner = from.iter().copied().fold(Coordinates::ZERO, Coordinates::componentwise_max);
        Domain::boxed(Coordinates(corner.map(|heap| heap + 1)).unpadded(heaps))
    } else {
        Domain::simplex(heaps, from.iter().map(|at| at.sum()).max().unwrap_or(0))
    }
}

/// Checks that there is memory for the values and the engine.
fn check_memory(table: &TableReader, plan: &Plan, needed: u64) -> Result<(), InvalidInput> {
    let available = available_memory_bytes();
    if needed <= available {
        return Ok(());
    }
    let problem = format!(
        "its moves lead to sums of positions, for which the Grundy values on {} are computed in memory, since it holds \
         outcomes: {}",
        plan.job().domain(),
        needed_bytes_text("memory", needed, available)
    );
    let path = table.path().display();
    let hint = "give a table of its Grundy values, which need not be computed again";
    Err(InvalidInput::new(InvalidInputKind::TooLarge, path, problem, hint))
}
