//! A wavefront of blocks: a wave computes a front of them, a workgroup each. Host half of
//! `shaders/blocks.wgsl`; counterpart of `engine/cpu/vector/wavefront.rs`.
//!
//! Any order of the cells that respects the componentwise order is a valid one.
//!
//! 1. *Sheared blocks.* The cell (x, y, z) has the sheared coordinates (x, y, a), where a = x + y + z
//!    is its token sum, and the ray (dx, dy, dz) becomes (dx, dy, dx + dy + dz). The domain, in sheared
//!    coordinates, is cut into boxes: the *blocks*, independent of the tiles that are stored. A workgroup
//!    computes a block, an invocation for each pair of x and y in it, a *strip*. The cells of a
//!    block with equal a are a *step*: the invocations compute them at once, all of them, and there is
//!    a barrier between steps. In the blocks of a box without shear, antidiagonals begin and end with a
//!    single cell.
//! 2. *Fronts.* Blocks whose indices have equal sums form a front; one dispatch computes it. With
//!    blocks of T strips and E steps a square of side S with y <= z takes (E / T + 2) S steps, one after another,
//!    in S / T + 2 S / E dispatches.
//! 3. *Lines.* A count is in workgroup memory while a block is computed. Which slot of it a line has
//!    follows from the cell (`shaders/counts.wgsl`). Bitsets stay in the memory of the device.
//! 4. *Packed values.* An invocation writes the values of its strip, as many to a word as it holds.
//! 5. *Mirror symmetry.* Of a table that swapping the last two heaps leaves as it is, only the cells
//!    with y <= z are computed and come back. Write q' for the mirror image of q. The line through q
//!    along a ray and the line through q' along the mirrored ray are images of each other; they share
//!    one state, in which a computed cell of either line records its value. A cell on the diagonal
//!    lies on both and is recorded once; it reads the state for both rays, along which it has
//!    equally many options.
//!
//! > **Claim.** When a computed cell p is visited, the state of each line through p holds exactly the
//! > values of the cells behind p on that line. Cells of a step share no state, and neither do blocks
//! > of a front.
//! >
//! > **Proof.** Let p = (y, z) with y <= z, leaving out the first heap, and let q = (b, c) be another
//! > cell of the line. If b <= c, the cell that records the value of q is r = q. Otherwise it is
//! > r = q' = (c, b), which has the value of q. If q is behind p, then p dominates r: for r = q' we
//! > have c < b <= y and b <= y <= z. If q is beyond p, then r dominates p: for r = q' we have
//! > c >= z >= y and b > c >= z. So any two computed cells that share a state are comparable, and r
//! > precedes p if and only if q is behind p. The larger one of two comparable cells has
//! > the larger token sum, and no coordinate is smaller: its sheared coordinates dominate too, and hence
//! > so does the index of its block. If both are in one block, the larger one is in a later step. If not,
//! > the index of its block is different and dominates, so it has the larger sum, and the block is in a
//! > later front. In either case the larger cell is computed later, and two cells of a step, or of different
//! > blocks of a front, share no state.

use super::{Schedule, Wave};
use crate::domain::Coordinates;
use crate::domain::tiling::TileRegion;
use crate::engine::gpu::blocks::Blocks;
use crate::engine::gpu::shader::Constant;
use crate::engine::vector_games::mirror::mirror_image;

/// The fronts of blocks of a table.
pub(in crate::engine::gpu) struct Wavefront {
    blocks: Blocks,
}

impl Wavefront {
    /// Lists the fronts of blocks.
    pub(in crate::engine::gpu) fn new(blocks: Blocks) -> Self {
        Wavefront { blocks }
    }
}

impl Schedule for Wavefront {
    fn constants(&self) -> Vec<Constant> {
        let Coordinates([_, edge_x, edge_y, edge_a]) = self.blocks.edges;
        vec![
            ("GRID_DEPTH", self.blocks.grid[3]),
            ("EDGE_X", edge_x),
            ("EDGE_Y", edge_y),
            ("EDGE_A", edge_a),
            ("MIRRORED", self.blocks.is_mirrored.into()),
            ("VALUE_BITS", self.blocks.value_bits),
        ]
    }

    fn waves(&self) -> Box<dyn Iterator<Item = Wave> + '_> {
        Box::new((0..self.blocks.fronts).map(|front| {
            // A narrow table may have no block of some index sum.
            let slots = self.blocks.front(front);
            let words = slots.slots() * self.blocks.words();
            Wave { index: front, slots, words, workgroups: slots.slots() }
        }))
    }

    fn steps(&self) -> u32 {
        self.blocks.steps()
    }

    /// The sheared coordinates of the computed one of a cell and its mirror image grow with the cell.
    fn waves_of(&self, region: &TileRegion) -> (u32, u32) {
        let front_of = |cell: Coordinates| {
            let is_image = self.blocks.is_mirrored && cell[2] > cell[3];
            self.blocks.front_of(if is_image { mirror_image(cell) } else { cell })
        };
        let last = front_of(region.last_cell());
        (front_of(region.origin), last.min(self.blocks.fronts - 1))
    }

    fn may_compute_in(&self, region: &TileRegion) -> bool {
        !self.blocks.is_mirrored || region.origin[2] <= region.last_cell()[3]
    }
}
