//! Layers of which the least positions alone are computed, their values packed in halves of words,
//! and how the host tells all others from them. See `engine/symmetry/mod.rs`.

use fearless_simd::Level;

use super::limits::largest_buffer_bytes;
use crate::domain::layer::Layer;
use crate::domain::{Coordinates, Grading};
use crate::engine::assemble::canonical::{self, CanonicalValues};
use crate::engine::assemble::window::{self, LayerWindow};
use crate::engine::symmetry::Symmetry;
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;

/// Values, at most so large, then fit in 16 bits with 1 added, and so does one beyond the bound.
const MOST_TOKENS: u32 = u16::MAX as u32 - 2;

/// Where the rows of the least positions are in the output of their layers.
pub(super) struct LeastLayers {
    symmetry: Symmetry,
    /// Of all layers: the first word, and the first column with the number of columns in its upper
    /// half.
    rows: Vec<[u32; 2]>,
    layers: Vec<LeastLayer>,
}

struct LeastLayer {
    first_row: u32,
    rows: u32,
    /// Columns of the widest row.
    columns: u32,
    words: u32,
}

impl LeastLayers {
    /// Refused where values, with 1 added, or columns do not fit in 16 bits, or where the rows are
    /// too many for a buffer.
    pub(super) fn new(
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
        let count = |rank: u32| {
            let (mut some, mut none) = (0, most_rows.min(rank + 1));
            while some < none {
                let middle = some.midpoint(none);
                match symmetry.columns(rank, middle).is_empty() {
                    true => none = middle,
                    false => some = middle + 1,
                }
            }
            some
        };
        let bytes = (0..=tokens).map(|rank| 8 * u64::from(count(rank))).sum::<u64>();
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
            for row in (0..count(rank)).map(|x| symmetry.columns(rank, x)) {
                let width = row.end - row.start;
                rows.push([words, row.start | width << 16]);
                words += width.div_ceil(2);
                columns = columns.max(width);
            }
            let (first_row, past_row) = (first_row as u32, rows.len() as u32);
            LeastLayer { first_row, rows: past_row - first_row, columns, words }
        });
        let layers = layers.collect();
        Ok(LeastLayers { symmetry, rows, layers })
    }

    /// The buffer `rows`.
    pub(super) fn rows(&self) -> &[[u32; 2]] {
        &self.rows
    }

    /// The layers, with the rows and columns of the least positions.
    pub(super) fn layers<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = Layer> + 'a {
        let sides = plan.job().domain().sides();
        (0..).zip(&self.layers).map(move |(rank, least)| {
            let mut layer = Layer::new(sides, Grading::TokenSum, rank);
            (layer.first_row, layer.rows, layer.columns) = (0, least.rows, least.columns);
            layer
        })
    }

    pub(super) fn words(&self, rank: u32) -> usize {
        self.layers.get(rank as usize).map_or(0, |layer| layer.words as usize)
    }

    pub(super) fn first_row(&self, rank: u32) -> u32 {
        self.layers.get(rank as usize).map_or(0, |layer| layer.first_row)
    }

    /// Bytes of the layers that are kept until their tiles are built, and of a tile.
    pub(super) fn host_bytes(&self, plan: &Plan) -> u64 {
        let one = canonical::length(&self.symmetry, plan.job().domain().sides()) as u64;
        let kept = window::entries(plan, &self.symmetry).saturating_add(one);
        kept.saturating_mul(size_of::<u16>() as u64).saturating_add(plan.tile_bytes())
    }
}

/// From the least positions to tiles.
pub(super) struct LeastAssembler<'a> {
    plan: &'a Plan,
    symmetry: &'a Symmetry,
    least: CanonicalValues<u16>,
    recent: LayerWindow<'a, u16>,
}

impl<'a> LeastAssembler<'a> {
    pub(super) fn new(plan: &'a Plan, layers: &'a LeastLayers, sink: &'a dyn Sink) -> Self {
        let symmetry = &layers.symmetry;
        let least = CanonicalValues::new(symmetry, plan.job().domain().sides());
        let recent = LayerWindow::new(plan, symmetry, sink, Level::new());
        LeastAssembler { plan, symmetry, least, recent }
    }

    /// Takes the values of a layer as they come from the GPU: with 1 added, two to a word, each row
    /// from a word of its own. Layers come in order of rank, all of them. A position that has no
    /// value, or an impossible one, is told.
    pub(super) fn fill(&mut self, rank: u32, words: &[u32]) -> Result<(), String> {
        let plan = self.plan;
        let mut halves: &[u16] = bytemuck::cast_slice(words);
        for (x, columns, row) in self.least.rows(self.symmetry, rank) {
            let (found, rest) = halves.split_at(row.len().next_multiple_of(2));
            halves = rest;
            for ((y, &found), value) in columns.zip(found).zip(row) {
                *value = found.wrapping_sub(1);
                if found == 0 || u64::from(*value) > plan.bound().largest_value {
                    let position = plan.job().domain().position(Coordinates([x, y, rank - x - y]));
                    return Err(match found {
                        0 => format!("the shader wrote no value for {position}"),
                        _ => format!(
                            "the shader wrote {value} for {position}, beyond the bound {}",
                            plan.bound().largest_value,
                        ),
                    });
                }
            }
        }
        self.recent.keep(&self.least);
        Ok(())
    }

    /// Passes on the tiles that a layer completes.
    pub(super) fn hand_over(&mut self, rank: u32) -> Result<(), Stop> {
        self.recent.hand_over(rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::tiling::Tile;
    use crate::ruleset::DigraphGame;
    use crate::{Convention, Domain, Job, Quantity, Ruleset};

    struct Nowhere;

    impl Sink for Nowhere {
        fn tile(&self, _: Tile) -> Result<(), Stop> {
            Ok(())
        }
    }

    fn game(text: &str) -> DigraphGame {
        match Ruleset::parse(text).expect("a game") {
            Ruleset::Digraph(game) => game,
            other => panic!("{other}"),
        }
    }

    fn plan(text: &str, tokens: u32) -> Plan {
        let ruleset = Ruleset::parse(text).expect("a game");
        let domain = Domain::simplex(ruleset.heaps(), tokens).expect("a domain");
        let job = Job::new(ruleset, domain, Quantity::Grundy, Convention::Normal).expect("a job");
        Plan::new(job, None).expect("a plan")
    }

    /// Catches rows that overlap, miss a position that has to be computed, or name another.
    #[test]
    fn every_position_is_mapped_to_one_that_is_computed() {
        for text in ["triangle", "digraph:XY/YX", "digraph:XY/XZ", "digraph:XY/YX/ZX", "digraph:XY"]
        {
            let plan = plan(text, 13);
            let symmetry = Symmetry::of(&game(text));
            let least = LeastLayers::new(&plan, symmetry.clone(), &wgpu::Limits::default());
            let least = least.expect("it fits");
            let heaps = plan.job().domain().heaps();
            for layer in least.layers(&plan) {
                let first = least.first_row(layer.rank) as usize;
                let rows = &least.rows()[first..][..layer.rows as usize];
                let mut words = 0;
                let mut computed = Vec::new();
                for (x, &[first_word, columns]) in (0..).zip(rows) {
                    assert_eq!(first_word, words);
                    let (first, width) = (columns & 0xffff, columns >> 16);
                    assert!((1..=layer.columns).contains(&width));
                    words += width.div_ceil(2);
                    computed.extend(
                        (first..first + width).map(|y| Coordinates([x, y, layer.rank - x - y])),
                    );
                }
                assert_eq!(words as usize, least.words(layer.rank));
                for at in plan.job().layer(layer.rank).positions() {
                    assert!(heaps == 3 || at[0] == 0);
                    let image = symmetry.canonical_image(at);
                    assert!(computed.contains(&image), "{text}: {at:?} by {image:?}");
                }
            }
        }
    }

    /// Catches a shader that leaves out any cell, or writes what cannot be.
    #[test]
    fn unwritten_and_impossible_values_are_reported() {
        let plan = plan("triangle", 20);
        let symmetry = Symmetry::of(&game("triangle"));
        let least = LeastLayers::new(&plan, symmetry, &wgpu::Limits::default());
        let least = least.expect("it fits");
        let fill = |planted: Option<(u32, u32, u16)>| {
            let mut assembler = LeastAssembler::new(&plan, &least, &Nowhere);
            for layer in least.layers(&plan) {
                let mut halves = vec![1u16; 2 * least.words(layer.rank)];
                if let Some((x, column, value)) = planted.filter(|_| layer.rank == 17) {
                    let row = (least.first_row(17) + x) as usize;
                    halves[(2 * least.rows()[row][0] + column) as usize] = value;
                }
                assembler.fill(layer.rank, bytemuck::cast_slice(&halves))?;
                assembler.hand_over(layer.rank).expect("no stop");
            }
            Ok(())
        };
        assert_eq!(fill(None), Ok(()));
        // x <= y and x <= z: the row of 2 begins with the column 2.
        for column in 0..12 {
            let at = format!("(2, {}, {})", 2 + column, 13 - column);
            let told = fill(Some((2, column, 0))).expect_err("reported");
            assert_eq!(told, format!("the shader wrote no value for {at}"));
            let told: String = fill(Some((2, column, 22))).expect_err("reported");
            assert_eq!(told, format!("the shader wrote 21 for {at}, beyond the bound 20"));
        }
    }
}
