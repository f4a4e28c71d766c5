//! What the tests of the GPU engine share.

#[path = "../../../tests/common/gpu_switch.rs"]
mod gpu_switch;

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::blocks::sizes::{BlockInputs, BlockPlan, Kept};
use super::kernel::Kernel;
use super::schedule::WrongValue;
use super::{Adapter, Output, adapters};
use crate::domain::Coordinates;
use crate::domain::tiling::Tile;
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;

/// Returns the plan that three texts describe, with tiles of the edge that is chosen for its domain.
pub(super) fn plan(game: &str, domain: &str, quantity: &str) -> Plan {
    Plan::parse(game, domain, quantity).expect("a plan")
}

/// Returns the kernel of a plan for an adapter with the default limits of WebGPU.
///
/// # Errors
/// When these limits do not allow the plan.
pub(super) fn kernel(plan: &Plan) -> Result<Kernel, EngineError> {
    super::kernel(plan, Output::Values, &wgpu::Limits::default())
}

/// Lists the adapters that tests run on, which are all. Without any a test fails: only
/// `GRUNDYTAB_NO_GPU_TESTS=1` makes the list empty.
pub(super) fn adapters_of_tests() -> Vec<Adapter> {
    if gpu_switch::gpu_tests_are_off() {
        return Vec::new();
    }
    let adapters = adapters();
    assert!(!adapters.is_empty(), "GPU tests need an adapter");
    for adapter in &adapters {
        println!("on {adapter}");
    }
    adapters
}

/// Keeps the tiles that come.
#[derive(Default)]
pub(super) struct Collected(Mutex<Vec<Tile>>);

impl Sink for Collected {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.0.lock().expect("no panic").push(tile);
        Ok(())
    }
}

impl Collected {
    /// Asserts that every tile of a plan came once, and that each position has the value of
    /// `expected`.
    pub(super) fn assert_complete(self, plan: &Plan, expected: impl Fn(Coordinates) -> u32) {
        let tiles = self.0.into_inner().expect("no panic");
        let indices: BTreeSet<_> = tiles.iter().map(|tile| tile.index).collect();
        assert_eq!(tiles.len() as u64, plan.tiling().count());
        assert_eq!(indices.len(), tiles.len(), "a tile came twice");
        for tile in tiles {
            for run in plan.tiling().region(tile.index).runs() {
                for step in 0..run.length {
                    let at = run.at + Coordinates([0, 0, step as u32]);
                    assert_eq!(tile.values.get(run.offset + step), expected(at), "{at:?}");
                }
            }
        }
    }
}

/// A value that differs between neighbours and is within any bound on five values or more.
pub(super) fn value_of(Coordinates([x, y, z]): Coordinates) -> u32 {
    (x + 2 * y + 3 * z) % 5
}

/// Asserts that values that are missing or beyond the bound are reported, each at its position.
/// `assemble` takes what is written for each cell, the value with 1 added; `is_computed` chooses
/// the cells that a shader writes.
pub(super) fn planted_faults_are_reported(
    plan: &Plan,
    is_computed: impl Fn(Coordinates) -> bool,
    assemble: impl Fn(&dyn Fn(Coordinates) -> u32) -> Result<(), WrongValue>,
) {
    let domain = plan.job().domain();
    let largest = u32::try_from(plan.bound().largest_value).expect("a small plan");
    let cells: Vec<Coordinates> = Coordinates::cells_of_box(domain.sides())
        .filter(|&at| domain.contains(at) && is_computed(at))
        .collect();
    // The last cell, and some before it.
    for &planted in cells.iter().rev().step_by(cells.len() / 7 + 1) {
        let message = |written: u32| {
            let values = |at| if at == planted { written } else { 1 };
            assemble(&values).expect_err("reported").to_string()
        };
        let position = domain.position(planted);
        assert_eq!(message(0), format!("the shader wrote no possible value for {position}"));
        let value = largest + 1;
        let beyond = format!("the shader wrote {value} for {position}, beyond the bound {largest}");
        assert_eq!(message(value + 1), beyond);
    }
}

/// The rays of Wythoff Nim.
pub(super) const WYTHOFF: [Coordinates; 3] =
    [Coordinates([0, 0, 1]), Coordinates([0, 1, 0]), Coordinates([0, 1, 1])];

/// Returns the blocks for some rays whose lines carry counts, where a workgroup has this many bytes of
/// memory.
pub(super) fn block_plan(plan: &Plan, rays: &[Coordinates], bytes: u32) -> BlockPlan {
    let inputs = BlockInputs { games: &[], rays, may_mirror: true, kept: Kept::Count };
    let limits = wgpu::Limits { max_compute_workgroup_storage_size: bytes, ..Default::default() };
    BlockPlan::new(plan, &inputs, &limits).expect("blocks")
}
