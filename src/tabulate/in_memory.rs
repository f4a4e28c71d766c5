//! Tabulation into memory: a table that is read as a stored one, and of which nothing is left when it is dropped.

use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::control::Control;
use crate::domain::tiling::Tile;
use crate::engine::{Engine, InfiniteSets, Prepared, Sink, Stop, check_complete};
use crate::error::Error;
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use crate::table::{TableReader, Tiles};
use crate::totals::Statistics;

/// Computes every position of a plan that an engine has prepared, and returns the table, whose tiles stay in memory.
/// The name stands in the place of a path where texts name the table.
///
/// `control` can interrupt the run between layers and tiles; every finished tile is reported to it.
///
/// # Errors
/// If the run is interrupted or the engine fails.
///
/// ```
/// use std::path::Path;
/// use grundytab::engine::{Engine, Wanted, cpu::CpuEngine};
/// use grundytab::{Control, Plan, tabulate::tabulate_in_memory};
/// let plan = Plan::parse("wythoff", "8x8", "grundy")?;
/// let prepared = CpuEngine.prepare(&plan, Wanted::Values)?;
/// let engine = (&CpuEngine as &dyn Engine, prepared.as_ref());
/// let table = tabulate_in_memory(engine, Path::new("wythoff"), &Control::default())?;
/// assert_eq!(table.value(&[3, 5])?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tabulate_in_memory(
    (engine, prepared): (&dyn Engine, &dyn Prepared),
    name: &Path,
    control: &Control,
) -> Result<TableReader, Error> {
    let plan = prepared.plan();
    let kept = Kept { plan, control, filled: Mutex::default(), infinite_sets: Mutex::default() };
    prepared.run(&kept)?;
    kept.proceed().map_err(|Stop| Error::Interrupted)?;
    let (tiles, totals) = into_inner(kept.filled);
    check_complete(plan, totals.positions)?;
    let sets = into_inner(kept.infinite_sets);
    let engine = (engine.kind().to_string(), engine.adapter());
    Ok(TableReader::in_memory((name, plan, engine), tiles, totals, sets))
}

/// Keeps the tiles, and adds up their values.
struct Kept<'a> {
    plan: &'a Plan,
    control: &'a Control<'a>,
    filled: Mutex<(Tiles, Statistics)>,
    infinite_sets: Mutex<Option<InfiniteSets>>,
}

impl Sink for Kept<'_> {
    fn tile(&self, Tile { index, values }: Tile) -> Result<(), Stop> {
        self.proceed()?;
        let region = self.plan.tiling().region(index);
        let totals = Statistics::of_tile(self.plan.job(), &region, &values);
        let mut filled = lock(&self.filled);
        filled.1 = filled.1.merge(totals);
        filled.0.insert(index, Arc::new(values));
        drop(filled);
        self.control.report(totals.positions);
        Ok(())
    }

    fn infinite_sets(&self, sets: &InfiniteSets) {
        *lock(&self.infinite_sets) = Some(sets.clone());
    }

    fn proceed(&self) -> Result<(), Stop> {
        if self.control.is_interrupted() { Err(Stop) } else { Ok(()) }
    }
}
