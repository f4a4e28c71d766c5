//! Vector games by waves of blocks. Host half of `shaders/blocks.wgsl`, twin of
//! `engine/cpu/wavefront.rs`.
//!
//! Any order of the cells that respects the componentwise order is a valid one. The bounding box is
//! cut into blocks, small enough for the memory of a workgroup and independent of the tiles that
//! are stored. Blocks whose indices have equal sums are incomparable, so no line crosses two of
//! them: one dispatch computes a whole wave of blocks, a workgroup each. A wave is a layer of the
//! grid of blocks, and numbered as such.
//!
//! 1. A workgroup walks the antidiagonals of its block with a barrier after each. That takes as
//!    many dispatches as there are waves, not as there are antidiagonals: a 64th for two heaps.
//! 2. What lines carry is taken into workgroup memory before the walk and put back after it. All
//!    blocks are of one shape and lines start anew at each, so one table, the walk, tells for all
//!    of them the cells of each antidiagonal and the lines of each cell: no division per cell.
//! 3. Values are packed in workgroup memory and written at the end, neighbours side by side.
//! 4. Where a cell's value is searched for, the invocations that the widest antidiagonal leaves of
//!    a workgroup share the search: a wave has too few cells at once to hide the time that memory
//!    takes to answer.
//! 5. Of a symmetric table half is computed, and half comes back. The mirror image of a line is the
//!    line of the mirrored ray, and the two share one place: a cell p with y <= z records its value
//!    in the place of the line through p and, for the mirrored ray, in that of the line through its
//!    image. So the place of a line through p holds what is behind p on it: those q behind p with
//!    y <= z by themselves, the others by their images, which are computed cells. It holds nothing
//!    else when p is visited, and nothing at the same time: if q is beyond p on the line, so is its
//!    image, for p has y <= z; hence blocks of a wave share no places, nor do cells of an
//!    antidiagonal. A cell on the diagonal has one place for a ray and its image, where it is
//!    recorded once. It is read for both rays: there are as many options along each.
//!
//! What this makes a GPU do is counted (`stream.rs`): for Wythoff Nim at side 2048 63 dispatches
//! instead of 4095, and a quarter of the bytes read back. What it gains in time is unmeasured on
//! hardware. Subgroup operations are left out: the cells of a subgroup have nothing to tell one
//! another, and those that share a search lie in different ones, so that neighbours in a subgroup
//! read neighbouring words.

use super::alterations::reach;
use super::traversal::Walks;
use crate::domain::layer::Layer;
use crate::domain::{Coordinates, Grading, MAX_HEAPS};
use crate::engine::EngineError;
use crate::engine::alterations::Alterations;
use crate::engine::gpu::layer::WORKGROUP_SIZE;
use crate::engine::gpu::limits::largest_buffer_bytes;
use crate::engine::lines::LineNumbering;
use crate::engine::mirror::mirror_rays;
use crate::plan::Plan;
use crate::values::ValueType;

/// Workgroup memory that WGSL guarantees. More would leave fewer workgroups at once.
const MOST_WORKGROUP_BYTES: u64 = 16_352;
/// Arrays of a word per line that a shader keeps in workgroup memory.
const WORDS_PER_LINE: u64 = 2;
/// Steps of a block, times the words that a cell may have to look at: no dispatch takes seconds.
const MOST_STEP_WORDS: u64 = 1 << 20;
/// Invocations of a workgroup at most.
const MOST_INVOCATIONS: u32 = 256;

/// A box cut into blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine::gpu) struct Blocks {
    pub(in crate::engine::gpu) edges: Coordinates,
    /// Blocks along each axis.
    pub(in crate::engine::gpu) grid: Coordinates,
    /// For each ray its image, where half of the table is computed.
    pub(in crate::engine::gpu) images: Option<Vec<usize>>,
    /// Bits of a value that comes back.
    pub(in crate::engine::gpu) value_bits: u32,
    /// Lines of all rays that cross a block.
    lines: u64,
    /// Cells that are walked at once: those of the widest antidiagonal, if not too many.
    pub(in crate::engine::gpu) lanes: u32,
    /// Invocations that search together for the value of a cell.
    team: u32,
    /// Waves that meet the domain.
    waves: u32,
}

/// What a kernel says of itself before it is cut into blocks.
pub(in crate::engine::gpu) struct Uncut<'a> {
    pub(in crate::engine::gpu) games: &'a [Alterations],
    /// The rays whose lines are kept, of all games.
    pub(in crate::engine::gpu) numberings: &'a [LineNumbering],
    /// Whether lines may be shared with those of their images.
    pub(in crate::engine::gpu) folds: bool,
    /// Words that a cell may have to look at on a line.
    pub(in crate::engine::gpu) words: u64,
}

impl Blocks {
    /// The largest blocks that fit into a workgroup's memory, and whose waves fit into a buffer.
    pub(in crate::engine::gpu) fn new(
        plan: &Plan,
        uncut: &Uncut,
        limits: &wgpu::Limits,
    ) -> Result<Self, EngineError> {
        let rays: Vec<Coordinates> = uncut.numberings.iter().map(|lines| lines.ray).collect();
        let images = if uncut.folds { mirror_rays(plan, uncut.games, &rays) } else { None };
        let invocations = MOST_INVOCATIONS.min(limits.max_compute_invocations_per_workgroup);
        let cut = |halved: u32| {
            let blocks = Blocks::of_edge(plan, &rays, images.clone(), halved);
            // A single word is nothing to share.
            let lanes = blocks.widest_antidiagonal().next_multiple_of(WORKGROUP_SIZE);
            let lanes = lanes.min(invocations);
            let team = if uncut.words > 1 { invocations / lanes } else { 1 };
            Blocks { lanes, team, ..blocks }
        };
        let workgroup_bytes =
            MOST_WORKGROUP_BYTES.min(limits.max_compute_workgroup_storage_size.into());
        let largest = largest_buffer_bytes(limits);
        let fits = |blocks: &Blocks| {
            let in_workgroup = blocks.workgroup_bytes() <= workgroup_bytes
                && u64::from(blocks.steps()).saturating_mul(uncut.words) <= MOST_STEP_WORDS;
            // Blocks of one cell do with little memory and time.
            (in_workgroup || blocks.cells() == 1) && blocks.largest_wave_bytes() <= largest
        };
        (0..=LOG_CELLS).map(cut).find(fits).ok_or_else(|| EngineError::BeyondLimits {
            what: "a front of blocks takes at least".into(),
            needed: cut(LOG_CELLS).largest_wave_bytes(),
            unit: "bytes",
            limit: largest,
        })
    }

    /// Blocks of 2^12 cells at most, their edges halved so many times.
    fn of_edge(plan: &Plan, rays: &[Coordinates], images: Option<Vec<usize>>, halved: u32) -> Self {
        let domain = plan.job().domain();
        let sides = domain.sides();
        let edge = (1 << (LOG_CELLS / domain.heaps() as u32)) >> halved;
        let edges = Coordinates(sides.map(|side| side.min(edge.max(1))));
        let grid = sides.div_ceil(edges);
        let lines = rays.iter().map(|&ray| LineNumbering::new(ray, edges).count);
        // A simplex has equal edges along all axes but those of padding.
        let of_box = grid.iter().map(|&blocks| blocks - 1).sum::<u32>();
        let last = match domain.is_box() {
            true => of_box,
            false => of_box.min(domain.largest_token_sum() / edges[MAX_HEAPS - 1]),
        };
        Blocks {
            edges,
            grid,
            images,
            value_bits: value_bits(plan.bound().largest_value),
            lines: lines.fold(0, u64::saturating_add),
            lanes: WORKGROUP_SIZE,
            team: 1,
            waves: last + 1,
        }
    }

    /// The waves, as layers of the grid.
    pub(in crate::engine::gpu) fn waves(&self) -> impl Iterator<Item = Layer> + '_ {
        (0..self.waves).map(|wave| self.wave(wave))
    }

    pub(in crate::engine::gpu) fn last_wave(&self) -> u32 {
        self.waves - 1
    }

    fn wave(&self, wave: u32) -> Layer {
        let mut layer = Layer::new(self.grid, Grading::TokenSum, wave);
        if self.is_folded() {
            // In the first row, the column of a block is at most half of what is left.
            let last = (wave - layer.first_row) / 2;
            layer.columns = layer.columns.min(last + 1 - layer.first_column);
        }
        layer
    }

    pub(in crate::engine::gpu) fn is_folded(&self) -> bool {
        self.images.is_some()
    }

    /// Antidiagonals of a block.
    pub(in crate::engine::gpu) fn steps(&self) -> u32 {
        self.edges.iter().map(|edge| edge - 1).sum::<u32>() + 1
    }

    pub(in crate::engine::gpu) fn cells(&self) -> u64 {
        self.edges.iter().map(|&edge| u64::from(edge)).product()
    }

    /// Words of a row of a block's values: no two rows share one.
    pub(in crate::engine::gpu) fn row_words(&self) -> u32 {
        self.edges[2].div_ceil(32 / self.value_bits)
    }

    /// Words of a block's values.
    pub(in crate::engine::gpu) fn words(&self) -> usize {
        (self.edges[0] * self.edges[1] * self.row_words()) as usize
    }

    fn workgroup_bytes(&self) -> u64 {
        let of_cells = self.words() as u64 + u64::from(self.lanes);
        4 * of_cells.saturating_add(self.lines.max(1).saturating_mul(WORDS_PER_LINE))
    }

    fn largest_wave_bytes(&self) -> u64 {
        let bytes = |wave: Layer| 4 * wave.slots() as u64 * self.words() as u64;
        self.waves().map(bytes).max().unwrap_or(0)
    }

    /// A bound on the cells of an antidiagonal: those of the smallest face.
    fn widest_antidiagonal(&self) -> u32 {
        let Coordinates([a, b, c]) = self.edges;
        (a * b).min(b * c).min(a * c)
    }

    /// Lines that cross a block, for an array that is never empty.
    pub(in crate::engine::gpu) fn line_slots(&self) -> usize {
        self.lines.max(1) as usize
    }

    /// The rays whose lines are kept under their own names.
    pub(in crate::engine::gpu) fn is_kept(&self, ray: usize) -> bool {
        self.images.as_ref().is_none_or(|images| ray <= images[ray])
    }

    /// The constants of `shaders/blocks.wgsl`, and those that it shares with layers of cells.
    pub(in crate::engine::gpu) fn constants(
        &self,
        plan: &Plan,
        walks: &Walks,
    ) -> Vec<(&'static str, u32)> {
        let domain = plan.job().domain();
        let (Coordinates([edge_x, edge_y, edge_z]), Coordinates([side_x, side_y, side_z])) =
            (self.edges, domain.sides());
        vec![
            ("WORKGROUP_SIZE", self.lanes * self.team),
            ("DEPTH", self.grid[2]),
            ("RANK_IS_HEAP", 0),
            ("EDGE_X", edge_x),
            ("EDGE_Y", edge_y),
            ("EDGE_Z", edge_z),
            ("SIDE_X", side_x),
            ("SIDE_Y", side_y),
            ("SIDE_Z", side_z),
            ("LARGEST_TOKEN_SUM", domain.largest_token_sum()),
            ("FOLDED", u32::from(self.is_folded())),
            ("STEPS", self.steps()),
            ("VALUE_BITS", self.value_bits),
            ("ROW_WORDS", self.row_words()),
            ("DIAGONAL_WALK", walks.diagonal),
            ("ENTRIES", walks.entries),
        ]
    }

    /// How many waves the values of past blocks must be kept for, the current one included.
    pub(in crate::engine::gpu) fn history_waves(
        &self,
        vectors: impl Iterator<Item = Coordinates>,
    ) -> u32 {
        reach(self.edges, vectors).saturating_add(1).min(self.waves)
    }
}

/// 2^12 cells: 64 x 64 or 16 x 16 x 16.
const LOG_CELLS: u32 = 12;

/// The narrowest that holds every value with 1 added, and one more for a value beyond the bound.
fn value_bits(largest_value: u64) -> u32 {
    let fits = |value_type: &ValueType| largest_value + 1 < u64::from(value_type.fill());
    let narrow = [ValueType::U8, ValueType::U16].into_iter().find(fits);
    8 * narrow.unwrap_or(ValueType::U32).bytes() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::tiling::Tile;
    use crate::engine::gpu::block_assembler::{BlockAssembler, most_open_tiles};
    use crate::engine::lines::numberings;
    use crate::engine::{Sink, Stop};
    use crate::{Convention, Domain, Job, Quantity, Ruleset};
    use std::sync::Mutex;

    fn plan(game: &str, domain: Domain, tile: Option<u32>) -> Plan {
        let game = Ruleset::parse(game).expect("a game");
        let job = Job::new(game, domain, Quantity::Grundy, Convention::Normal).expect("a job");
        Plan::new(job, tile).expect("a plan")
    }

    fn boxed(sides: &[u32]) -> Domain {
        Domain::boxed(sides).expect("a domain")
    }

    /// Blocks for rays, with so much workgroup memory.
    fn blocks(plan: &Plan, rays: &[Coordinates], bytes: u32) -> Blocks {
        let numberings = numberings(plan, rays);
        let uncut = Uncut { games: &[], numberings: &numberings, folds: true, words: 1 };
        let limits =
            wgpu::Limits { max_compute_workgroup_storage_size: bytes, ..Default::default() };
        Blocks::new(plan, &uncut, &limits).expect("blocks")
    }

    const WYTHOFF: [Coordinates; 3] =
        [Coordinates([0, 0, 1]), Coordinates([0, 1, 0]), Coordinates([0, 1, 1])];

    struct Tiles(Mutex<Vec<Tile>>);

    impl Sink for Tiles {
        fn tile(&self, tile: Tile) -> Result<(), Stop> {
            self.0.lock().expect("no panic").push(tile);
            Ok(())
        }
    }

    /// Hands waves to an assembler in which a cell holds 1 + x + 2y + 3z, or with 2y and 3z swapped
    /// below the diagonal of a folded table; except for one, which holds `planted`.
    fn assemble(
        plan: &Plan,
        blocks: &Blocks,
        planted: Option<(Coordinates, u32)>,
    ) -> Result<Vec<Tile>, String> {
        let tiles = Tiles(Mutex::new(Vec::new()));
        let mut assembler = BlockAssembler::new(plan, blocks, &tiles);
        for wave in blocks.waves() {
            let mut words = vec![0u32; wave.slots() * blocks.words()];
            for index in wave.positions() {
                let Some(slot) = (index[1] < wave.first_column + wave.columns)
                    .then(|| wave.slot(index[0], index[1]))
                else {
                    continue;
                };
                for place in 0..blocks.cells() as usize {
                    let cell = Coordinates::from_row_major_index(place, blocks.edges);
                    let at: Coordinates = index * blocks.edges + cell;
                    if !plan.job().domain().contains(at) || (blocks.is_folded() && at[1] > at[2]) {
                        continue;
                    }
                    let value = planted.filter(|&(planted, _)| planted == at);
                    let value = value.map_or(value_of(at) + 1, |(_, value)| value);
                    let row = cell[0] * blocks.edges[1] + cell[1];
                    let per_word = 32 / blocks.value_bits;
                    let word = row * blocks.row_words() + cell[2] / per_word;
                    words[slot * blocks.words() + word as usize] |=
                        value << (cell[2] % per_word * blocks.value_bits);
                }
            }
            assembler.copy(&wave, &words)?;
            assembler.hand_over(&wave).expect("no stop");
        }
        Ok(tiles.0.into_inner().expect("no panic"))
    }

    /// Small enough for any bound.
    fn value_of(Coordinates([x, y, z]): Coordinates) -> u32 {
        (x + 2 * y + 3 * z) % 5
    }

    fn cases() -> Vec<(Plan, Blocks)> {
        let nim3 = [[0, 0, 1], [0, 1, 0], [1, 0, 0]].map(Coordinates);
        let mut cases = Vec::new();
        for tile in [None, Some(7), Some(1), Some(16)] {
            for (game, domain, rays) in [
                ("wythoff", boxed(&[21, 13]), &WYTHOFF[..]),
                ("wythoff", boxed(&[22, 22]), &WYTHOFF),
                ("wythoff", boxed(&[1, 40]), &WYTHOFF[..1]),
                ("wythoff", Domain::simplex(2, 29).expect("a domain"), &WYTHOFF),
                ("wythoff", boxed(&[300, 11]), &WYTHOFF),
                ("nim:3", boxed(&[3, 9, 9]), &nim3),
                ("nim:3", boxed(&[7, 1, 9]), &nim3),
                ("nim:3", Domain::simplex(3, 12).expect("a domain"), &nim3),
                ("nim:1", boxed(&[100]), &WYTHOFF[..1]),
            ] {
                let plan = plan(game, domain, tile);
                for bytes in [100, 400, 800, 16_384] {
                    let blocks = blocks(&plan, rays, bytes);
                    cases.push((plan.clone(), blocks));
                }
            }
        }
        cases
    }

    /// Catches cells that are copied from a wrong place, and tiles handed over too early, twice or
    /// not at all.
    #[test]
    fn every_cell_comes_to_its_tile() {
        for (plan, blocks) in cases() {
            let tiles = assemble(&plan, &blocks, None).expect("sound");
            assert_eq!(tiles.len() as u64, plan.tiling().count());
            assert!(most_open_tiles(&plan, &blocks) <= plan.tiling().count());
            for tile in tiles {
                for run in plan.tiling().region(tile.index).runs() {
                    for step in 0..run.length {
                        let [x, y, z] = [run.at[0], run.at[1], run.at[2] + step as u32];
                        let computed =
                            if blocks.is_folded() && y > z { [x, z, y] } else { [x, y, z] };
                        let found = tile.values.get(run.offset + step);
                        assert_eq!(found, value_of(Coordinates(computed)), "{:?}", [x, y, z]);
                    }
                }
            }
        }
    }

    /// Catches a shader that leaves out any cell, or writes what cannot be.
    #[test]
    fn unwritten_and_impossible_values_are_reported() {
        for (plan, blocks) in cases().into_iter().step_by(5) {
            let is_computed = |at: &Coordinates| !blocks.is_folded() || at[1] <= at[2];
            let layers: Vec<Layer> = plan.job().layers().collect();
            let cells = layers.iter().flat_map(Layer::positions);
            let cells: Vec<Coordinates> =
                cells.filter(|at| plan.job().domain().contains(*at)).filter(is_computed).collect();
            // The last cell, and some before it.
            for &at in cells.iter().rev().step_by(cells.len() / 7 + 1) {
                let position = plan.job().domain().position(at);
                let told =
                    |value| assemble(&plan, &blocks, Some((at, value))).expect_err("reported");
                assert_eq!(told(0), format!("the shader wrote no value for {position}"));
                let beyond = plan.bound().largest_value as u32 + 1;
                let words = format!("the shader wrote {beyond} for {position}, beyond");
                assert!(told(beyond + 1).starts_with(&words));
            }
        }
    }

    #[test]
    fn values_leave_room_for_what_is_wrong() {
        for (largest, bits) in
            [(1, 8), (253, 8), (254, 16), (65_533, 16), (65_534, 32), (1 << 31, 32)]
        {
            assert_eq!(value_bits(largest), bits);
        }
    }

    /// Blocks take what the baseline gives to a workgroup, and shrink where lines are many.
    #[test]
    fn blocks_fit_into_a_workgroup() {
        let plan = plan("wythoff", boxed(&[5000, 5000]), None);
        assert_eq!(blocks(&plan, &WYTHOFF, 16_384).edges, Coordinates([1, 64, 64]));
        assert_eq!(blocks(&plan, &WYTHOFF, 16_384).steps(), 127);
        let long: Vec<Coordinates> = (100..140).map(|step| Coordinates([0, step, 0])).collect();
        let small = blocks(&plan, &long, 16_384);
        assert_eq!(small.edges, Coordinates([1, 4, 4]));
        assert!(small.workgroup_bytes() <= 16_384);
        let one = blocks(&plan, &WYTHOFF, 1);
        assert_eq!(one.edges, Coordinates([1, 1, 1]));
        assert_eq!(one.waves().count() as u64, plan.job().layer_count());
    }
}
