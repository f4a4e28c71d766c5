//! A wavefront of blocks: a stage computes a front of them, a workgroup each. Host half of
//! `shaders/front.wgsl`; counterpart of `engine/cpu/vector/wavefront.rs`.
//!
//! Any order of the cells that respects the componentwise order is a valid one. The bounding box is
//! cut into blocks, small enough for the memory of a workgroup and independent of the tiles that
//! are stored. Blocks whose indices have equal sums form a *front*. They are incomparable, so no
//! line crosses two of them, and one dispatch computes them all.
//!
//! 1. *Antidiagonals.* A workgroup computes the antidiagonals of its block one after another, with a
//!    barrier after each. That takes as many dispatches as there are fronts, not as there are
//!    antidiagonals of the table: a 64th for two heaps.
//! 2. *Lines.* The states of the lines that cross a block are read into workgroup memory at the
//!    beginning and written back at the end. All blocks have one shape and lines are numbered anew
//!    within each, so one traversal table (`kernels/traversal.rs`) holds the cells of each
//!    antidiagonal and the lines of each cell for all of them: no division per cell.
//! 3. *Packed values.* Values are packed in workgroup memory and written at the end, neighbours side
//!    by side.
//! 4. *Cooperating invocations.* Where the value of a cell is searched for, the invocations of a
//!    workgroup that the widest antidiagonal leaves idle share the search: a front has too few cells
//!    at once to hide the latency of memory. Invocations that share a search lie in different
//!    subgroups, so that neighbours in a subgroup read neighbouring words.
//! 5. *Mirror symmetry.* Of a table that swapping the last two heaps leaves as it is, only the cells
//!    with y <= z are computed and come back. Write q' for the mirror image of q. The line through q
//!    along a ray and the line through q' along the mirrored ray are images of each other; they share
//!    one state, in which a computed cell of either line records its value. A cell on the diagonal
//!    lies on both and is recorded once; it reads the state for both rays, along which it has
//!    equally many options.
//!
//! > **Claim.** When a computed cell p is visited, the state of each line through p holds exactly the
//! > values of the cells behind p on that line. Cells of an antidiagonal share no state, and neither
//! > do blocks of a front.
//! >
//! > **Proof.** Let p = (y, z) with y <= z, leaving out the first heap, and let q = (a, b) be another
//! > cell of the line. If a <= b, the cell that records the value of q is r = q. Otherwise it is
//! > r = q' = (b, a), which has the value of q. If q is behind p, then p dominates r: for r = q' we
//! > have b < a <= y and a <= y <= z. If q is beyond p, then r dominates p: for r = q' we have
//! > b >= z >= y and a > b >= z. Hence r is computed before p in the first case, and after p in the
//! > second. Cells that share a state are comparable, as this shows, and so are their blocks. Two
//! > comparable cells of equal token sum are equal, and so are two comparable blocks of equal index
//! > sum.
//!
//! What this makes a GPU do is counted (`stream.rs`): for Wythoff Nim at side 2048 63 dispatches
//! instead of 4095, and a quarter of the bytes read back. What it gains in time has not been
//! measured on hardware.

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

/// Returns the numbers of the fronts of the first and the last block that a tile meets.
fn fronts_of(blocks: Blocks) -> impl Fn(&TileRegion) -> (u32, u32) {
    move |region| {
        let last = blocks.front_of(region.last_cell());
        (blocks.front_of(region.origin), last.min(blocks.fronts - 1))
    }
}

impl Schedule for Wavefront {
    fn stages(&self) -> Box<dyn Iterator<Item = Stage> + '_> {
        Box::new((0..self.blocks.fronts).map(|front| {
            let slots = self.blocks.front(front).slots();
            let words = slots * self.blocks.words();
            Stage { index: front, words, workgroups: Workgroups::Numbered(slots) }
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
    /// Copies the blocks of the front that meet the tile.
    fn front<W: Value, V: Value>(&self, written: &[W], cells: &mut [V]) -> Result<(), WrongValue> {
        let first = self.region.origin / self.blocks.edges;
        let last = self.region.last_cell() / self.blocks.edges;
        for i in first[0]..=last[0] {
            for j in first[1]..=last[1] {
                let Some(k) = self.front.checked_sub(i + j) else { continue };
                if (first[2]..=last[2]).contains(&k) {
                    self.block(Coordinates([i, j, k]), written, cells)?;
                }
            }
        }
        Ok(())
    }

    /// Copies the cells that a block and the tile have in common, row by row. In a mirrored table
    /// those with y > z are read from their mirror images: from the image of the block, along a
    /// column instead of a row.
    fn block<W: Value, V: Value>(
        &self,
        index: Coordinates,
        written: &[W],
        cells: &mut [V],
    ) -> Result<(), WrongValue> {
        let Blocks { edges, is_mirrored, .. } = self.blocks;
        let computed = if is_mirrored && index[1] > index[2] { mirror_image(index) } else { index };
        let per_word = self.blocks.values_per_word() as usize;
        let length = self.blocks.words() * per_word;
        let slot = self.blocks.front(self.front).slot(computed[0], computed[1]);
        let written = &written[slot * length..][..length];
        // Rows of a block begin with a word.
        let shape = Coordinates([edges[0], edges[1], self.blocks.row_words() * per_word as u32]);
        let offset = |at: Coordinates| (at - computed * edges).row_major_index(shape);
        let common = |axis: usize| {
            let first = index[axis] * edges[axis];
            let past = self.region.origin[axis] + self.region.extent[axis];
            first.max(self.region.origin[axis])..past.min(first + edges[axis])
        };
        let (rows, columns) = (common(1), common(2));
        for x in common(0) {
            for y in rows.clone() {
                let Some(room) = self.largest_token_sum.checked_sub(x + y) else { break };
                let (first, past) = (columns.start, columns.end.min(room + 1));
                if first >= past {
                    continue;
                }
                let split = if is_mirrored { y.clamp(first, past) } else { first };
                let start = self.region.offset(Coordinates([x, y, first]));
                let row = &mut cells[start..][..(past - first) as usize];
                let (below, above) = row.split_at_mut((split - first) as usize);
                for (z, cell) in (first..).zip(below) {
                    let image = Coordinates([x, z, y]);
                    let value = self.check.value(written[offset(image)].to_u32(), image)?;
                    *cell = V::from_u32(value);
                }
                if above.is_empty() {
                    continue;
                }
                let source = &written[offset(Coordinates([x, y, split]))..];
                for ((z, cell), word) in (split..).zip(above).zip(source) {
                    let value = self.check.value(word.to_u32(), Coordinates([x, y, z]))?;
                    *cell = V::from_u32(value);
                }
            }
        }
        Ok(())
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
                let (index, within) = (at / blocks.edges, at % blocks.edges);
                let per_word = blocks.values_per_word();
                let row = within[0] * blocks.edges[1] + within[1];
                let word = row * blocks.row_words() + within[2] / per_word;
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
