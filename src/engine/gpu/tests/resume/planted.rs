//! Wrong values in finished tiles, and what follows from them by the definition.

use crate::domain::Coordinates;
use crate::domain::tiling::{TileIndex, Tiling};
use crate::engine::Wanted;
use crate::engine::gpu::{GpuEngine, kernel};
use crate::engine::value_by_definition;
use crate::plan::Plan;
use crate::quantity::Quantity;

/// A table with wrong values in waves that are replayed.
pub(super) struct Planted {
    /// What is stored: true values, and wrong ones in the waves that are replayed.
    pub(super) given: Vec<u32>,
    /// The same in these waves, and what follows from that in the others.
    pub(super) expected: Vec<u32>,
    /// Whether cells of later waves have other values than the true ones.
    pub(super) differs: bool,
}

/// Returns the table that follows from the values that `given` knows.
fn follow(plan: &Plan, given: impl Fn(Coordinates) -> Option<u32>) -> Vec<u32> {
    let job = plan.job();
    let sides = job.domain().sides();
    let mut positions: Vec<Coordinates> =
        Coordinates::cells_of_box(sides).filter(|&at| job.domain().contains(at)).collect();
    positions.sort_by_key(|&at| job.grading().grade(at));
    let mut table = vec![u32::MAX; sides.cells()];
    for at in positions {
        let stored = |option: Coordinates| table[option.row_major_index(sides)];
        let by_definition =
            || value_by_definition(job.ruleset(), job.quantity(), job.convention(), at, stored);
        table[at.row_major_index(sides)] = given(at).unwrap_or_else(by_definition);
    }
    table
}

/// Returns the true table.
pub(super) fn definition(plan: &Plan) -> Vec<u32> {
    follow(plan, |_| None)
}

/// Returns a number that depends on the heaps, in whatever order they are: images under symmetries keep
/// equal values.
fn scramble(at: Coordinates) -> u32 {
    let mut heaps = at.0;
    heaps.sort_unstable();
    let mixed = heaps.iter().fold(17u32, |mixed, &heap| (mixed ^ heap).wrapping_mul(0x9e37_79b1));
    mixed >> 16
}

/// Returns the value to plant at a cell whose true value is `value`.
fn wrong_value(plan: &Plan, at: Coordinates, value: u32) -> u32 {
    let largest = plan.bound().largest_value.min(u64::from(u32::MAX)) as u32;
    match plan.job().quantity() {
        // Scores of as many points or fewer, of either sign, keep what is proven of all that follows.
        Quantity::Score => {
            let most = (value as i32).unsigned_abs();
            (scramble(at) % (2 * most + 1)).wrapping_sub(most)
        }
        // What is proven of palace numbers holds where no position is wrongly a P-position.
        Quantity::Palaces => value + scramble(at) % (largest - value + 1),
        // Smaller values keep what is proven of all that follows from them.
        _ if scramble(at).is_multiple_of(3) => (scramble(at) / 3) % (value.max(1).min(largest) + 1),
        _ => value,
    }
}

impl Planted {
    /// Plants wrong values in the waves that a run with these finished tiles replays.
    pub(super) fn new(engine: &GpuEngine, plan: &Plan, finished: &[TileIndex]) -> Self {
        let kernel = kernel(plan, Wanted::Values, &engine.device.limits).expect("a kernel");
        let first_wave = |tiling: &Tiling, tile| kernel.schedule.waves_of(&tiling.region(tile)).0;
        let unfinished = plan.tiling().tiles().filter(|tile| !finished.contains(tile));
        let replayed = unfinished.map(|tile| first_wave(plan.tiling(), tile)).min();
        let cells = Tiling::new(plan.job().domain(), Some(1)).expect("tiles of a cell");
        let is_replayed = |at| replayed.is_none_or(|replayed| first_wave(&cells, at) < replayed);
        let (truth, sides) = (definition(plan), plan.job().domain().sides());
        let value = |at: Coordinates| truth[at.row_major_index(sides)];
        let planted = |at| is_replayed(at).then(|| wrong_value(plan, at, value(at)));
        let expected = follow(plan, planted);
        let given = follow(plan, |at| Some(planted(at).unwrap_or(value(at))));
        Planted { differs: given != expected, given, expected }
    }
}
