//! Tabulation into memory: the whole table as one array.

use std::sync::Mutex;

use crate::control::Control;
use crate::domain::tiling::Tile;
use crate::engine::{Prepared, Sink, Stop, check_complete};
use crate::error::Error;
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use crate::values::Values;

/// Computes every position of a plan that an engine has prepared, and returns the values of the cells of
/// the domain's bounding box in row-major order, in the type of the plan. Cells outside the domain hold the
/// fill value of the type ([`ValueType::fill`](crate::ValueType::fill)).
///
/// `control` can interrupt the run between layers and tiles; every finished tile is reported to it.
///
/// # Errors
/// If the run is interrupted or the engine fails.
///
/// # Panics
/// If there is no memory for the array.
///
/// ```
/// use grundytab::engine::{Engine, Wanted, cpu::CpuEngine};
/// use grundytab::{Control, Plan, tabulate_array};
/// let plan = Plan::parse("triangle", "tokens 1", "grundy")?;
/// let values = tabulate_array(CpuEngine.prepare(&plan, Wanted::Values)?.as_ref(), &Control::default())?;
/// // The positions are (0,0,0), (0,0,1), (0,1,0) and (1,0,0).
/// assert_eq!(values.bytes(), [0, 1, 1, 255, 1, 255, 255, 255]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tabulate_array(prepared: &dyn Prepared, control: &Control) -> Result<Values, Error> {
    let plan = prepared.plan();
    let values = Values::filled(plan.value_type(), plan.job().domain().sides().cells());
    let array = Array { plan, control, filled: Mutex::new((values, 0)) };
    prepared.run(&array)?;
    array.proceed().map_err(|Stop| Error::Interrupted)?;
    let (values, positions) = into_inner(array.filled);
    check_complete(plan, positions)?;
    Ok(values)
}

/// Copies the values of tiles into the array.
struct Array<'a> {
    plan: &'a Plan,
    control: &'a Control<'a>,
    /// The values, and the number of positions that are filled in.
    filled: Mutex<(Values, u64)>,
}

impl Sink for Array<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.proceed()?;
        let sides = self.plan.job().domain().sides();
        let mut positions = 0;
        let mut filled = lock(&self.filled);
        for run in self.plan.tiling().region(tile.index).runs() {
            let source = run.offset..run.offset + run.length;
            filled.0.copy(run.at.row_major_index(sides), &tile.values, source);
            positions += run.length as u64;
        }
        filled.1 += positions;
        drop(filled);
        self.control.report(positions);
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        if self.control.is_interrupted() { Err(Stop) } else { Ok(()) }
    }
}
