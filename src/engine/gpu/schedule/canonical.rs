//! Canonical positions: a stage computes the canonical positions of one token sum, an invocation
//! each; `engine/digraph_games/symmetry.rs` derives all others from them. Host half of `shaders/canonical.wgsl`.
//!
//! The values come back packed, two in a word. Each row, which has a fixed number of tokens on the
//! first axis, begins with a word of its own.

use fearless_simd::Level;

use super::wrong_value::{ValueCheck, WrongValue};
use super::{Assembler, Schedule, Stage, Workgroups};
use crate::domain::Coordinates;
use crate::engine::digraph_games::canonical::{self, CanonicalValues};
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::digraph_games::window::{self, LayerWindow};
use crate::engine::gpu::limits::{WORKGROUP_SIZE, largest_buffer_bytes};
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;

/// Values are at most the token sum. Up to this one they fit in 16 bits with 1 added, and so does
/// one beyond the bound.
const MOST_TOKENS: u32 = u16::MAX as u32 - 2;

/// `CanonicalLayer` of `shaders/canonical.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct CanonicalUniform {
    pub(in crate::engine::gpu) rank: u32,
    pub(in crate::engine::gpu) first_row: u32,
    pub(in crate::engine::gpu) first_word: u32,
}

/// The canonical positions of all layers of a table, by rows.
pub(in crate::engine::gpu) struct Canonical {
    symmetry: Symmetry,
    /// Rows of all layers, layer by layer: the first word among those of the layer; the first
    /// column, with the number of columns in the upper half.
    rows: Vec<[u32; 2]>,
    layers: Vec<CanonicalLayer>,
}

/// The canonical positions of one layer.
struct CanonicalLayer {
    /// Index of its first row among those of all layers.
    first_row: u32,
    /// Number of rows.
    rows: u32,
    /// Columns of the widest row.
    columns: u32,
    words: u32,
}

impl Canonical {
    /// Lists the rows of the canonical positions of all layers.
    ///
    /// # Errors
    /// When values, with 1 added, or columns do not fit in 16 bits, and when the rows are too many
    /// for a buffer.
    pub(in crate::engine::gpu) fn new(
        plan: &Plan,
        symmetry: Symmetry,
        limits: &wgpu::Limits,
    ) -> Result<Self, EngineError> {
        let domain = plan.job().domain();
        let tokens = domain.largest_token_sum();
        if tokens > MOST_TOKENS {
            return Err(EngineError::BeyondLimits {
                what: "a digraph game has".into(),
                needed: tokens.into(),
                unit: "tokens",
                limit: MOST_TOKENS.into(),
            });
        }
        let most_rows = domain.sides()[0];
        let bytes = (0..=tokens)
            .map(|rank| 8 * u64::from(row_count(&symmetry, rank, most_rows)))
            .sum::<u64>();
        let largest = largest_buffer_bytes(limits);
        if bytes > largest {
            return Err(EngineError::BeyondLimits {
                what: "the rows of all layers take".into(),
                needed: bytes,
                unit: "bytes",
                limit: largest,
            });
        }
        let mut rows = Vec::new();
        let layers = (0..=tokens).map(|rank| {
            let first_row = rows.len();
            let (mut words, mut columns) = (0, 0);
            let count = row_count(&symmetry, rank, most_rows);
            for row in (0..count).map(|x| symmetry.columns(rank, x)) {
                let width = row.end - row.start;
                rows.push([words, row.start | width << 16]);
                words += width.div_ceil(2);
                columns = columns.max(width);
            }
            let (first_row, past_row) = (first_row as u32, rows.len() as u32);
            CanonicalLayer { first_row, rows: past_row - first_row, columns, words }
        });
        let layers = layers.collect();
        Ok(Canonical { symmetry, rows, layers })
    }

    /// Returns the content of the buffer `rows`.
    pub(in crate::engine::gpu) fn rows(&self) -> &[[u32; 2]] {
        &self.rows
    }

    /// Returns the first row of a layer among those of all layers.
    fn first_row(&self, rank: u32) -> u32 {
        self.layers.get(rank as usize).map_or(0, |layer| layer.first_row)
    }
}

/// Returns the number of rows that hold canonical positions of a layer, by binary search: rows with
/// few tokens on the first axis do, and all others do not.
fn row_count(symmetry: &Symmetry, rank: u32, most_rows: u32) -> u32 {
    let (mut some, mut none) = (0, most_rows.min(rank + 1));
    while some < none {
        let middle = some.midpoint(none);
        if symmetry.columns(rank, middle).is_empty() {
            none = middle;
        } else {
            some = middle + 1;
        }
    }
    some
}

impl Schedule for Canonical {
    fn stages(&self) -> Box<dyn Iterator<Item = Stage> + '_> {
        Box::new((0..).zip(&self.layers).map(|(rank, layer)| Stage {
            index: rank,
            words: layer.words as usize,
            // Rows do not share workgroups.
            workgroups: Workgroups::Grid(layer.columns.div_ceil(WORKGROUP_SIZE), layer.rows),
        }))
    }

    fn uniform_bytes(&self) -> usize {
        size_of::<CanonicalUniform>()
    }

    fn uniform(&self, stage: &Stage, first_word: u32) -> Vec<u8> {
        let rank = stage.index;
        let uniform = CanonicalUniform { rank, first_row: self.first_row(rank), first_word };
        bytemuck::bytes_of(&uniform).to_vec()
    }

    fn assembly_bytes(&self, plan: &Plan) -> u64 {
        let one = canonical::length(&self.symmetry, plan.job().domain().sides()) as u64;
        let kept = window::entries(plan, &self.symmetry).saturating_add(one);
        kept.saturating_mul(size_of::<u16>() as u64).saturating_add(plan.tile_bytes())
    }

    fn assembler<'a>(&'a self, plan: &'a Plan, sink: &'a dyn Sink) -> Box<dyn Assembler + 'a> {
        Box::new(CanonicalAssembler {
            symmetry: &self.symmetry,
            check: ValueCheck::new(plan, plan.bound().largest_value),
            layer: CanonicalValues::new(&self.symmetry, plan.job().domain().sides()),
            window: LayerWindow::new(plan, &self.symmetry, sink, Level::new()),
        })
    }
}

/// Builds tiles from the canonical positions of the layers that they cross.
struct CanonicalAssembler<'a> {
    symmetry: &'a Symmetry,
    check: ValueCheck<'a>,
    layer: CanonicalValues<u16>,
    window: LayerWindow<'a, u16>,
}

impl Assembler for CanonicalAssembler<'_> {
    fn take(&mut self, stage: &Stage, words: &[u32]) -> Result<(), WrongValue> {
        let rank = stage.index;
        let mut halves: &[u16] = bytemuck::cast_slice(words);
        for (x, columns, row) in self.layer.rows(self.symmetry, rank) {
            let (written, rest) = halves.split_at(row.len().next_multiple_of(2));
            halves = rest;
            for ((y, &written), value) in columns.zip(written).zip(row) {
                let at = Coordinates([x, y, rank - x - y]);
                // No value exceeds `MOST_TOKENS`.
                *value = self.check.value(written.into(), at)? as u16;
            }
        }
        self.window.keep(&self.layer);
        Ok(())
    }

    fn hand_over(&mut self, stage: &Stage) -> Result<(), Stop> {
        self.window.hand_over(stage.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::{Collected, plan, planted_faults_are_reported, value_of};
    use crate::ruleset::{DigraphGame, Ruleset};

    const GAMES: [&str; 5] =
        ["triangle", "digraph:XY/YX", "digraph:XY/XZ", "digraph:XY/YX/ZX", "digraph:XY"];

    fn game(text: &str) -> DigraphGame {
        match Ruleset::parse(text).expect("a game") {
            Ruleset::Digraph(game) => game,
            other => panic!("{other}"),
        }
    }

    fn canonical(text: &str, plan: &Plan) -> Canonical {
        let symmetry = Symmetry::of(&game(text));
        Canonical::new(plan, symmetry, &wgpu::Limits::default()).expect("it fits")
    }

    /// Lists the positions that are computed in a layer, each with its half word of the output.
    fn computed(canonical: &Canonical, rank: u32) -> Vec<(Coordinates, usize)> {
        let layer = &canonical.layers[rank as usize];
        let rows = &canonical.rows()[layer.first_row as usize..][..layer.rows as usize];
        let row = |(x, &[first_word, columns]): (u32, &[u32; 2])| {
            let (first, width) = (columns & 0xffff, columns >> 16);
            let half = 2 * first_word as usize;
            (0..width).map(move |i| {
                (Coordinates([x, first + i, rank - x - first - i]), half + i as usize)
            })
        };
        (0..).zip(rows).flat_map(row).collect()
    }

    /// Catches rows that overlap, miss a position that has to be computed, or name another.
    #[test]
    fn every_orbit_has_a_computed_position() {
        for text in GAMES {
            let plan = plan(text, "tokens 13", "grundy");
            let canonical = canonical(text, &plan);
            for (rank, layer) in (0..).zip(&canonical.layers) {
                let first = layer.first_row as usize;
                let rows = &canonical.rows()[first..][..layer.rows as usize];
                let mut words = 0;
                for &[first_word, columns] in rows {
                    assert_eq!(first_word, words);
                    assert!((1..=layer.columns).contains(&(columns >> 16)));
                    words += (columns >> 16).div_ceil(2);
                }
                assert_eq!(words, layer.words);
                let computed: Vec<_> =
                    computed(&canonical, rank).into_iter().map(|(at, _)| at).collect();
                let domain = plan.job().domain();
                let positions = Coordinates::cells_of_box(domain.sides());
                for at in positions.filter(|at| at.sum() == rank) {
                    let image = canonical.symmetry.canonical_image(at);
                    assert!(computed.contains(&image), "{text}: {at:?} by {image:?}");
                }
            }
        }
    }

    /// Hands the words of all layers to an assembler, in which each canonical position holds
    /// `written(position)`.
    fn assemble(
        plan: &Plan,
        canonical: &Canonical,
        written: &dyn Fn(Coordinates) -> u32,
    ) -> Result<Collected, WrongValue> {
        let sink = Collected::default();
        let mut assembler = canonical.assembler(plan, &sink);
        for stage in canonical.stages() {
            let mut halves = vec![0u16; 2 * stage.words];
            for (at, half) in computed(canonical, stage.index) {
                halves[half] = written(at) as u16;
            }
            assembler.take(&stage, bytemuck::cast_slice(&halves))?;
            assembler.hand_over(&stage).expect("no stop");
        }
        drop(assembler);
        Ok(sink)
    }

    /// Catches values that are unpacked from a wrong half word, and tiles handed over too early,
    /// twice or not at all.
    #[test]
    fn every_cell_comes_to_its_tile() {
        for text in GAMES {
            let plan = plan(text, "tokens 20", "grundy");
            let canonical = canonical(text, &plan);
            // Positions of an orbit have one value.
            let expected = |at| value_of(canonical.symmetry.canonical_image(at));
            let tiles = assemble(&plan, &canonical, &|at| expected(at) + 1).expect("sound");
            tiles.assert_complete(&plan, expected);
        }
    }

    #[test]
    fn faults_are_reported_at_their_positions() {
        for text in GAMES {
            let plan = plan(text, "tokens 20", "grundy");
            let canonical = canonical(text, &plan);
            let is_computed = |at: Coordinates| {
                computed(&canonical, at.sum()).iter().any(|&(computed, _)| computed == at)
            };
            planted_faults_are_reported(&plan, is_computed, |written| {
                assemble(&plan, &canonical, written).map(|_| ())
            });
        }
    }
}
