//! Digraph games on four vertices on the CPU, by thresholds for each pair of spectator heaps.
//!
//! A move along an edge S -> T leaves two heaps alone, its spectators. Fix their tokens u and v: what
//! `digraph/mod.rs` says of three heaps holds of the positions that are left. A move leads from (s, t) to
//! any position of an earlier layer with at least as many tokens on T, so that the edge excludes the value
//! g at (s, t) iff
//!
//! ```text
//! t < threshold[u][v][g] = 1 + max { t' : g is the value of some (s', t', u, v) of an earlier layer }
//! ```
//!
//! and the value of a position is the least one that no edge excludes. Where three heaps need a table of
//! two indices for an edge, four need one of three: for N tokens (N + 1)(N + 2) / 2 pairs, as u + v <= N,
//! and as many thresholds for each as there are values, which are at most N + 1.
//!
//! | file | idea |
//! |---|---|
//! | `edges` | edges that an automorphism of the digraph maps to one another share a table |
//! | `layer` | the values of a layer, one after the other |
//! | `thresholds` | the tables, and the search for the least open value |
//! | `nim` | sets of the values seen on the lines of Nim heaps |
//! | `tiles` | tiles from the latest layers, and layers from the tiles of an earlier run |
//!
//! For outcomes a single value is tracked, 0. Each layer is computed from the tables, row by row on all
//! threads; then the tables are raised by its values, those of different spectator heaps on different
//! threads. All positions are computed: automorphisms make the tables smaller, not the layers.

mod edges;
mod layer;
mod nim;
mod thresholds;
mod tiles;

use edges::FourEdge;
use fearless_simd::{Level, Simd, dispatch};
use layer::{Layer, UNTRACKED};
use nim::NimLines;
use rayon::prelude::*;
use thresholds::PairThresholds;
use tiles::LayerWindow;

use super::digraph::replay::{StoredTiles, first_grade_to_search};
use crate::domain::Coordinates;
use crate::engine::cluster::layers::Layers;
use crate::engine::digraph_games::edges::{movable_axes, nim_axes};
use crate::engine::{EngineError, Sink, Stop, Traffic};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::DigraphGame;

/// The largest token sum: thresholds, which are at most one more, have 16 bits.
const MOST_TOKENS: u32 = u16::MAX as u32 - 1;

/// Rows of a layer that a thread takes at once.
const ROWS_PER_TASK: usize = 16;

/// Checks that thresholds fit in 16 bits.
pub(super) fn check(plan: &Plan) -> Result<(), EngineError> {
    let tokens = plan.job().domain().largest_token_sum();
    let what = "positions of four heaps that tokens move between have";
    EngineError::check_size(what, tokens.into(), "tokens", MOST_TOKENS.into())
}

/// Tabulates the Grundy values or the outcomes of a plan.
pub(super) fn run(
    plan: &Plan,
    game: &DigraphGame,
    sink: &dyn Sink,
) -> Result<Traffic, EngineError> {
    let mut rule = FourHeaps::new(plan, game);
    let first_grade = first_grade_to_search(plan, sink);
    let mut stored = StoredTiles::new(plan, sink, |_| true);
    let mut goes_on = (0..first_grade).try_for_each(|grade| {
        sink.proceed()?;
        stored.read(grade)?;
        rule.raise(&tiles::stored_layer(plan, &stored, grade)?);
        Ok(())
    });
    drop(stored);
    sink.computes();
    let mut window = LayerWindow::new(plan, sink);
    let mut layers = Layers::new(sink.share().network);
    for grade in first_grade..=plan.job().domain().largest_token_sum() {
        let mut layer = Layer::new(grade);
        goes_on = goes_on
            .and_then(|()| sink.proceed())
            .and_then(|()| rule.evaluate(&mut layer, sink, &layers));
        layers.gather(goes_on, layer.rows().map(|(_, row)| row), usual_value(plan, grade))?;
        rule.raise(&layer);
        goes_on = window.hand_over(layer);
    }
    goes_on?;
    Ok(layers.traffic)
}

/// Returns the value that most positions of a layer have: the token sum, or none that is tracked.
fn usual_value(plan: &Plan, grade: u32) -> u16 {
    if plan.job().quantity() == Quantity::Outcome { UNTRACKED } else { grade as u16 }
}

/// Returns the bytes of the tables, the bitsets and the layers in the window.
pub(super) fn memory_bytes(plan: &Plan, game: &DigraphGame) -> u64 {
    let tokens = plan.job().domain().largest_token_sum();
    let values = plan.tracked_values();
    let (_, tables) = edges::edges(game);
    let thresholds = PairThresholds::bytes(tokens, values).saturating_mul(tables.len() as u64);
    let nim = NimLines::bytes(tokens, values).saturating_mul(nim_axes(game).count() as u64);
    [thresholds, nim, tiles::window_bytes(plan)].into_iter().fold(0, u64::saturating_add)
}

/// What is known of the layers before the next one.
struct FourHeaps {
    level: Level,
    edges: Vec<FourEdge>,
    tables: Vec<PairThresholds>,
    nim: Vec<NimLines>,
    /// In misère play, the axes along which tokens can be taken. Where they hold none, the value is 1.
    movable: Option<Vec<usize>>,
}

impl FourHeaps {
    fn new(plan: &Plan, game: &DigraphGame) -> Self {
        let tokens = plan.job().domain().largest_token_sum();
        let values = plan.tracked_values();
        let (edges, tables) = edges::edges(game);
        let is_misere = plan.job().convention() == Convention::Misere;
        let table = |axes| PairThresholds::new(axes, tokens, values);
        FourHeaps {
            level: Level::new(),
            edges,
            tables: tables.into_iter().map(table).collect(),
            nim: nim_axes(game).map(|axis| NimLines::new(axis, tokens, values)).collect(),
            movable: is_misere.then(|| movable_axes(game)),
        }
    }

    /// Computes the values of a layer in the rows of this rank.
    fn evaluate(&self, layer: &mut Layer, sink: &dyn Sink, layers: &Layers) -> Result<(), Stop> {
        let rows = layer.rows().enumerate().filter(|&(number, _)| layers.has(number));
        let rows: Vec<(Coordinates, &mut [u16])> = rows.map(|(_, row)| row).collect();
        rows.into_par_iter().with_min_len(ROWS_PER_TASK).try_for_each(|(first, row)| {
            sink.proceed()?;
            dispatch!(self.level, simd => self.fill_row(simd, first, row));
            Ok(())
        })
    }

    /// Computes the values of a row of a layer, which begins with the position `first`.
    #[inline(always)]
    fn fill_row<S: Simd>(&self, simd: S, first: Coordinates, row: &mut [u16]) {
        let Coordinates([a, b, _, rest]) = first;
        for (value, tokens) in row.iter_mut().zip(0..) {
            let at = Coordinates([a, b, tokens, rest - tokens]);
            let is_terminal = |movable: &Vec<usize>| movable.iter().all(|&axis| at[axis] == 0);
            *value = match &self.movable {
                Some(movable) if is_terminal(movable) => 1,
                _ => thresholds::least_open(simd, at, &self.edges, &self.tables, &self.nim),
            };
        }
    }

    /// Raises the tables by the values of a layer.
    fn raise(&mut self, layer: &Layer) {
        self.tables.par_iter_mut().for_each(|table| table.raise(layer));
        self.nim.par_iter_mut().for_each(|lines| lines.record(layer));
    }
}
