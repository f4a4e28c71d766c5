//! The reference engine: the definition, position by position in grade order.
//!
//! The engine keeps the whole table in memory and lists every option of every position: it is meant for small tables
//! and as the judge of the other engines. With them it shares only the tiling of a domain and the code that
//! `definition.rs` names.

use std::time::Duration;

use super::loopy_games::reference as loopy_reference;
use super::{
    Engine, EngineError, EngineKind, Memory, Prepared, RunReport, Sink, Wanted, is_wanted,
    recomputed, unknown_moves, value_by_definition,
};
use crate::domain::Coordinates;
use crate::domain::tiling::{Run, TileIndex};
use crate::job::Job;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::Method;

/// The definition as an engine.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReferenceEngine;

impl Engine for ReferenceEngine {
    fn kind(&self) -> EngineKind {
        EngineKind::Reference
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        _: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        if plan.job().method() == &Method::Array {
            return Err(unknown_moves(plan));
        }
        Ok(Box::new(PreparedReference { plan }))
    }
}

/// Nanoseconds for a position and for each option, fitted in the same way as the rates in `rates.rs`.
const POSITION: f64 = 50.0;
const OPTION: f64 = 5.0;

/// Returns the expected time of a run on one thread in nanoseconds. In a simplex, few positions have the largest number
/// of options.
pub(super) fn nanoseconds(plan: &Plan) -> f64 {
    let domain = plan.job().domain();
    let share = if domain.is_box() { 1.0 } else { 0.25 };
    let options = share * plan.job().most_lookups() as f64;
    (POSITION + OPTION * options) * domain.positions() as f64
}

struct PreparedReference<'a> {
    plan: &'a Plan,
}

impl Prepared for PreparedReference<'_> {
    fn plan(&self) -> &Plan {
        self.plan
    }

    fn memory(&self) -> Memory {
        let plan = self.plan;
        // A value for every cell of the bounding box, coordinates for every position, and the number of
        // positions of each grade.
        let sides = plan.job().domain().sides().map(u64::from);
        let values = sides.into_iter().fold(4, u64::saturating_mul);
        let positions = plan.job().domain().positions().saturating_mul(12);
        let grades = plan.job().layer_count().saturating_mul(8);
        // All options of a loopy game are listed.
        let options = if plan.job().is_loopy() { plan.job().most_lookups() } else { 0 };
        let options = plan.job().domain().positions().saturating_mul(options.saturating_mul(16));
        let terms = [values, positions, grades, options, plan.tile_bytes()];
        let host_bytes = terms.into_iter().fold(0, u64::saturating_add);
        Memory { host_bytes, ..Memory::default() }
    }

    fn expected(&self) -> Duration {
        Duration::try_from_secs_f64(1e-9 * nanoseconds(self.plan)).unwrap_or(Duration::MAX)
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let plan = self.plan;
        let (job, tiling) = (plan.job(), plan.tiling());
        if job.is_loopy() {
            return loopy_reference::run(plan, sink).map(|()| RunReport::default());
        }
        let sides = job.domain().sides();
        let mut table = vec![0; sides.cells()];
        // Outcomes of sums follow from Grundy values, which are not stored: those of finished tiles are computed again.
        let has_all = job.is_of_options();
        for tile in tiling.tiles().filter(|&tile| has_all && sink.is_finished(tile)) {
            sink.proceed()?;
            let values = sink.finished_tile(tile)?;
            for (at, cell) in tiling.region(tile).runs().flat_map(Run::cells) {
                table[at.row_major_index(sides)] = values.get(cell);
            }
        }
        sink.computes();
        for at in positions_by_grade(job, sink)? {
            sink.proceed()?;
            if has_all && sink.is_finished(tiling.locate(at).0) {
                continue;
            }
            let ruleset = job.ruleset();
            let quantity = ruleset.quantity_of_options(job.quantity());
            if let Some(game) = ruleset.written_ruleset() {
                game.check(at, job.domain(), quantity)?;
            }
            let stored = |option: Coordinates| table[option.row_major_index(sides)];
            table[at.row_major_index(sides)] =
                value_by_definition(ruleset, quantity, job.convention(), at, stored);
        }
        let tabulated = |value| match has_all {
            true => value,
            false => u32::from(Quantity::Grundy.is_p_position(value, 0)),
        };
        let is_handed_over = |&tile: &TileIndex| !has_all || is_wanted(sink, tile);
        for tile in tiling.tiles().filter(is_handed_over) {
            sink.proceed()?;
            let values = plan.tile_of_runs(tile, |run| {
                let first = run.at.row_major_index(sides);
                table[first..first + run.length].iter().map(|&value| tabulated(value))
            });
            recomputed::hand_over_or_compare(plan, sink, tile, values)?;
        }
        Ok(RunReport::default())
    }
}

/// Lists the positions of a job in the order of their grades, by a counting sort: unlike a library sort, the sink can
/// stop it.
fn positions_by_grade(job: &Job, sink: &dyn Sink) -> Result<Vec<Coordinates>, EngineError> {
    let cells = || Coordinates::cells_of_box(job.domain().sides());
    let mut next = vec![0; job.layer_count() as usize + 1];
    for at in cells() {
        sink.proceed()?;
        if job.domain().contains(at) {
            if let Some(game) = job.ruleset().written_ruleset() {
                game.check_grade(at, job.domain())?;
            }
            next[job.grading().grade(at) as usize + 1] += 1;
        }
    }
    for grade in 1..next.len() {
        next[grade] += next[grade - 1];
    }
    let mut positions = vec![Coordinates::ZERO; job.domain().positions() as usize];
    for at in cells() {
        sink.proceed()?;
        if job.domain().contains(at) {
            let place = &mut next[job.grading().grade(at) as usize];
            positions[*place] = at;
            *place += 1;
        }
    }
    Ok(positions)
}
