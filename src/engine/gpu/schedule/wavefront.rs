//! A wavefront of blocks: a stage computes a front of them, a workgroup each. Host half of
//! `shaders/front.wgsl`; counterpart of `engine/cpu/vector/wavefront.rs`.
//!
//! Any order of the cells that respects the componentwise order is a valid one.
//!
//! 1. *Sheared blocks.* The cell (x, y, z) has the sheared coordinates (x, y, a), where a = x + y + z
//!    is its token sum, and the ray (dx, dy, dz) becomes (dx, dy, dx + dy + dz). The domain, in sheared
//!    coordinates, is cut into boxes: the *blocks*, independent of the tiles that are stored. A workgroup
//!    computes a block, an invocation for each pair of x and y in it, which is a *row*. The cells of a
//!    block with equal a are a *step*: the invocations compute them at once, all of them, and there is
//!    a barrier between steps. In the blocks of a box without shear, antidiagonals begin and end with a
//!    single cell.
//! 2. *Fronts.* Blocks whose indices have equal sums form a front; one dispatch computes it. With
//!    blocks of T rows and E steps a square of side S with y <= z takes (E / T + 2) S steps, one after another,
//!    in S / T + 2 S / E dispatches.
//! 3. *Lines.* A count is in workgroup memory while a block is computed. Which slot of it a line has
//!    follows from the cell (`shaders/counts.wgsl`). Bitsets stay in the memory of the device.
//! 4. *Packed values.* An invocation writes the values of its row, as many to a word as it holds.
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
//! > precedes p if and only if q is behind p. Of two comparable cells the larger one has
//! > the larger token sum, and no coordinate is smaller: its sheared coordinates dominate too, and hence
//! > so does the index of its block. If both are in one block, the larger one is in a later step. If not,
//! > the index of its block is different and dominates, so it has the larger sum, and the block is in a
//! > later front. In either case the larger cell is computed later, and two cells of a step, or of different
//! > blocks of a front, share no state.

use std::ops::Range;

use super::open_tiles::{self, OpenTiles};
use super::wrong_value::{ValueCheck, WrongValue};
use super::{Assembler, DispatchUniform, Schedule, Stage, Workgroups};
use crate::domain::Coordinates;
use crate::domain::tiling::TileRegion;
use crate::engine::gpu::blocks::Blocks;
use crate::engine::vector_games::mirror::mirror_image;
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::values::{Value, on_values};

/// `Front` of `shaders/front.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct FrontUniform {
    pub(in crate::engine::gpu) dispatch: DispatchUniform,
    pub(in crate::engine::gpu) index_sum: u32,
    pub(in crate::engine::gpu) first_row: u32,
    pub(in crate::engine::gpu) rows: u32,
    pub(in crate::engine::gpu) first_column: u32,
    pub(in crate::engine::gpu) columns: u32,
}

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

/// Returns the numbers of the fronts of the first and the last block that a tile is filled from. The
/// sheared coordinates of the computed one of a cell and its mirror image grow with the cell.
fn fronts_of(blocks: Blocks) -> impl Fn(&TileRegion) -> (u32, u32) {
    let front = move |cell: Coordinates| {
        let is_image = blocks.is_mirrored && cell[1] > cell[2];
        blocks.front_of(if is_image { mirror_image(cell) } else { cell })
    };
    move |region| (front(region.origin), front(region.last_cell()).min(blocks.fronts - 1))
}

impl Schedule for Wavefront {
    fn stages(&self) -> Box<dyn Iterator<Item = Stage> + '_> {
        Box::new((0..self.blocks.fronts).filter_map(|front| {
            let slots = self.blocks.front(front).slots();
            let words = slots * self.blocks.words();
            let stage = Stage { index: front, words, workgroups: Workgroups::Numbered(slots) };
            // A narrow table may have no block of some index sum.
            (slots > 0).then_some(stage)
        }))
    }

    fn uniform_bytes(&self) -> usize {
        size_of::<FrontUniform>()
    }

    fn uniform(&self, stage: &Stage, dispatch: DispatchUniform) -> Vec<u8> {
        let slots = self.blocks.front(stage.index);
        let uniform = FrontUniform {
            dispatch,
            index_sum: stage.index,
            first_row: slots.rows().start,
            rows: slots.rows().len() as u32,
            first_column: slots.columns().start,
            columns: slots.columns().len() as u32,
        };
        bytemuck::bytes_of(&uniform).to_vec()
    }

    fn assembly_bytes(&self, plan: &Plan) -> u64 {
        open_tiles::most_bytes(plan, fronts_of(self.blocks))
    }

    fn assembler<'a>(&'a self, plan: &'a Plan, sink: &'a dyn Sink) -> Box<dyn Assembler + 'a> {
        Box::new(BlockAssembler {
            blocks: self.blocks,
            largest_token_sum: plan.job().domain().largest_token_sum(),
            check: ValueCheck::new(plan, plan.bound().largest_value),
            tiles: OpenTiles::new(plan, sink, fronts_of(self.blocks)),
        })
    }
}

/// Copies the blocks of each front to the tiles that they meet. Edges of blocks and of tiles are
/// unrelated.
struct BlockAssembler<'a> {
    blocks: Blocks,
    largest_token_sum: u32,
    check: ValueCheck<'a>,
    tiles: OpenTiles<'a>,
}

impl Assembler for BlockAssembler<'_> {
    fn take(&mut self, stage: &Stage, words: &[u32]) -> Result<(), WrongValue> {
        let (blocks, largest_token_sum, check) = (self.blocks, self.largest_token_sum, self.check);
        self.tiles.fill(stage.index, |region, values| {
            let copy = FrontCopy { blocks, largest_token_sum, check, front: stage.index, region };
            on_values!(values, cells => match blocks.value_bits {
                8 => copy.front::<u8, _>(bytemuck::cast_slice(words), cells),
                16 => copy.front::<u16, _>(bytemuck::cast_slice(words), cells),
                _ => copy.front::<u32, _>(words, cells),
            })
        })
    }

    fn hand_over(&mut self, stage: &Stage) -> Result<(), Stop> {
        self.tiles.hand_over(stage.index)
    }
}

/// The copy of a front to a tile. `written` are the values as the shader packs them, each with 1
/// added.
struct FrontCopy<'a> {
    blocks: Blocks,
    largest_token_sum: u32,
    check: ValueCheck<'a>,
    front: u32,
    region: &'a TileRegion,
}

impl FrontCopy<'_> {
    /// Copies the cells of the front that are in the tile. In a mirrored table those with y > z are
    /// read from their mirror images.
    fn front<W: Value, V: Value>(&self, written: &[W], cells: &mut [V]) -> Result<(), WrongValue> {
        let slots = self.blocks.front(self.front);
        let [xs, ys, zs] = std::array::from_fn(|axis| {
            let first = self.region.origin[axis];
            first..first + self.region.extent[axis]
        });
        let mut copy = |computed: Coordinates, cell: Coordinates| {
            let value = written[self.blocks.place(&slots, computed)].to_u32();
            cells[self.region.offset(cell)] = V::from_u32(self.check.value(value, computed)?);
            Ok(())
        };
        let is_mirrored = self.blocks.is_mirrored;
        for x in xs {
            for y in ys.clone() {
                let first = if is_mirrored { zs.start.max(y) } else { zs.start };
                for z in self.row(x, y, first..zs.end) {
                    let cell = Coordinates([x, y, z]);
                    copy(cell, cell)?;
                }
            }
            for z in zs.clone().filter(|_| is_mirrored) {
                for y in self.row(x, z, ys.start.max(z + 1)..ys.end) {
                    let cell = Coordinates([x, y, z]);
                    copy(mirror_image(cell), cell)?;
                }
            }
        }
        Ok(())
    }

    /// Returns those of a range of last coordinates whose cells, with these first ones, the front
    /// computes.
    fn row(&self, x: u32, y: u32, range: Range<u32>) -> Range<u32> {
        let edges = self.blocks.edges;
        let empty = range.start..range.start;
        let Some(index) = self.front.checked_sub(x / edges[0] + y / edges[1]) else { return empty };
        let Some(first_sum) = index.checked_mul(edges[2]) else { return empty };
        let past_sum = first_sum.saturating_add(edges[2]).min(self.largest_token_sum + 1);
        let first = first_sum.saturating_sub(x + y).max(range.start);
        first..past_sum.saturating_sub(x + y).min(range.end).max(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::{
        Collected, WYTHOFF, block_plan, plan, planted_faults_are_reported, value_of,
    };

    fn cases() -> Vec<(Plan, Blocks)> {
        let nim3 = [[0, 0, 1], [0, 1, 0], [1, 0, 0]].map(Coordinates);
        let mut cases = Vec::new();
        for tile in [None, Some(7), Some(1), Some(16)] {
            for (game, domain, rays) in [
                ("wythoff", "21x13", &WYTHOFF[..]),
                ("wythoff", "22x22", &WYTHOFF),
                ("wythoff", "1x40", &WYTHOFF[..1]),
                ("wythoff", "tokens 29", &WYTHOFF),
                ("wythoff", "40x1", &WYTHOFF[..1]),
                ("wythoff", "300x11", &WYTHOFF),
                ("nim:3", "3x9x9", &nim3),
                ("nim:3", "7x1x9", &nim3),
                ("nim:3", "tokens 12", &nim3),
                ("nim:1", "100", &WYTHOFF[..1]),
            ] {
                let plan = plan(game, domain, "grundy");
                let plan = match tile {
                    Some(edge) => plan.with_tile(edge).expect("a plan"),
                    None => plan,
                };
                for bytes in [100, 400, 800, 16_384] {
                    let blocks = block_plan(&plan, rays, bytes).blocks;
                    cases.push((plan.clone(), blocks));
                }
            }
        }
        cases
    }

    fn is_computed(blocks: &Blocks, at: Coordinates) -> bool {
        !blocks.is_mirrored || at[1] <= at[2]
    }

    /// Hands the words of all fronts to an assembler, in which each computed cell holds
    /// `written(cell)`.
    fn assemble(
        plan: &Plan,
        blocks: Blocks,
        written: &dyn Fn(Coordinates) -> u32,
    ) -> Result<Collected, WrongValue> {
        let sink = Collected::default();
        let wavefront = Wavefront::new(blocks);
        let mut assembler = wavefront.assembler(plan, &sink);
        let domain = plan.job().domain();
        let cells: Vec<Coordinates> = Coordinates::cells_of_box(domain.sides())
            .filter(|&at| domain.contains(at) && is_computed(&blocks, at))
            .collect();
        for stage in wavefront.stages() {
            let slots = blocks.front(stage.index);
            let mut words = vec![0u32; stage.words];
            for &at in cells.iter().filter(|&&at| blocks.front_of(at) == stage.index) {
                let sheared = Coordinates([at[0], at[1], at.sum()]);
                let (index, within) = (sheared / blocks.edges, sheared % blocks.edges);
                let per_word = blocks.values_per_word();
                let row = within[0] * blocks.edges[1] + within[1];
                let word = within[2] / per_word * blocks.rows() + row;
                let first_word = slots.slot(index[0], index[1]) * blocks.words();
                words[first_word + word as usize] |=
                    written(at) << (within[2] % per_word * blocks.value_bits);
            }
            assembler.take(&stage, &words)?;
            assembler.hand_over(&stage).expect("no stop");
        }
        drop(assembler);
        Ok(sink)
    }

    /// Catches cells that are copied from a wrong slot, and tiles handed over too early, twice or
    /// not at all.
    #[test]
    fn every_cell_comes_to_its_tile() {
        for (plan, blocks) in cases() {
            let tiles = assemble(&plan, blocks, &|at| value_of(at) + 1).expect("sound");
            tiles.assert_complete(&plan, |at| {
                value_of(if is_computed(&blocks, at) { at } else { mirror_image(at) })
            });
        }
    }

    #[test]
    fn faults_are_reported_at_their_positions() {
        for (plan, blocks) in cases().into_iter().step_by(5) {
            planted_faults_are_reported(
                &plan,
                |at| is_computed(&blocks, at),
                |written| assemble(&plan, blocks, written).map(|_| ()),
            );
        }
    }
}
