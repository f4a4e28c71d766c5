//! The strips of a run, with what lies before each.

use super::marking;
use super::passes::{self, Counts, Digits};
use super::period::Repeating;
use super::set::{Set, Way, absent};
use crate::domain::tiling::{Tile, TileIndex};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::{Sink, Stop, is_wanted};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::VectorGame;
use crate::values::{Value, on_values};

/// A strip has at least this many heap sizes, so that its passes are long.
const SHORTEST_STRIP: usize = 1 << 16;
/// If a set reaches further, the heap sizes before a strip are visited more often.
const LONGEST_STRIP: usize = 1 << 24;

/// Returns the number of heap sizes of a strip, which are those of whole tiles.
pub(super) fn strip_sizes(plan: &Plan, set: &Set) -> usize {
    let edge = plan.tiling().edges()[MAX_HEAPS - 1] as usize;
    let tiles = plan.tiling().grid()[MAX_HEAPS - 1] as usize;
    set.reach().clamp(SHORTEST_STRIP, LONGEST_STRIP).div_ceil(edge).min(tiles) * edge
}

/// A run.
pub(super) struct Strips<'a, V> {
    plan: &'a Plan,
    game: &'a VectorGame,
    set: Set,
    /// The heap sizes within reach before the strip, then those of the strip.
    window: Vec<V>,
    /// The values from here on were computed from those before them, and no heap is terminal.
    first_computed: usize,
    repeating: Option<Repeating<V>>,
}

impl<'a, V: Value> Strips<'a, V> {
    /// Begins a run with strips of this number of heap sizes, which are those of whole tiles.
    pub(super) fn new(plan: &'a Plan, game: &'a VectorGame, set: Set, strip: usize) -> Self {
        let window = vec![absent(); set.reach() + strip];
        let terminals = game.terminals().iter().map(|at| at[MAX_HEAPS - 1] as usize + 1);
        let first_computed = terminals.max().unwrap_or(0);
        Strips { plan, game, set, window, first_computed, repeating: None }
    }

    /// Computes all strips in order, and hands over their tiles.
    pub(super) fn run(mut self, sink: &dyn Sink) -> Result<(), Stop> {
        let strip = self.window.len() - self.set.reach();
        let heaps = self.plan.job().domain().sides()[MAX_HEAPS - 1] as usize;
        let mut next_search = 1;
        for (number, start) in (self.first_strip(strip, sink)..heaps).step_by(strip).enumerate() {
            sink.proceed()?;
            let length = strip.min(heaps - start);
            self.window.truncate(self.set.reach() + length);
            self.fill(start, sink)?;
            self.hand_over(start, sink)?;
            // A search takes as long as some strips do, so that it is repeated ever more seldom.
            if self.repeating.is_none() && number + 1 == next_search {
                self.repeating = self.search_period(start + length);
                next_search *= 2;
            }
            if length == strip {
                self.window.copy_within(strip.., 0);
            }
        }
        Ok(())
    }

    /// Returns where the strip begins that is computed first: what lies so far before the first tile
    /// that is not finished that no number of the set leads there is not needed.
    fn first_strip(&self, strip: usize, sink: &dyn Sink) -> usize {
        let edge = self.plan.tiling().edges()[MAX_HEAPS - 1] as usize;
        let tiles = self.plan.tiling().count() as usize;
        let finished = (0..tiles).take_while(|&tile| sink.is_finished(index(tile))).count();
        (finished * edge).saturating_sub(self.set.reach()) / strip * strip
    }

    /// Finds the values of the strip that begins with the heap of `start`.
    fn fill(&mut self, start: usize, sink: &dyn Sink) -> Result<(), Stop> {
        let reach = self.set.reach();
        self.window[reach..].fill(absent());
        if self.read_finished(start, sink)? {
            self.first_computed = self.first_computed.max(start + self.window.len() - reach);
            self.repeating = None;
        }
        if let Some(repeating) = &self.repeating {
            repeating.write(start, &mut self.window[reach..]);
            return Ok(());
        }
        self.give_known_values(start);
        if self.window[reach..].contains(&absent()) {
            sink.computes();
            self.compute(sink)?;
        }
        Ok(())
    }

    /// Takes over the values of finished tiles; returns whether there are any.
    fn read_finished(&mut self, start: usize, sink: &dyn Sink) -> Result<bool, Stop> {
        let edge = self.plan.tiling().edges()[MAX_HEAPS - 1] as usize;
        let mut any = false;
        let tiles = self.window[self.set.reach()..].chunks_mut(edge);
        for (tile, cells) in (start / edge..).zip(tiles) {
            if sink.is_finished(index(tile)) {
                sink.proceed()?;
                let values = sink.finished_tile(index(tile))?;
                on_values!(&values, values => {
                    let values = values.iter().map(|value| V::from_u32(value.to_u32()));
                    cells.iter_mut().zip(values).for_each(|(cell, value)| *cell = value);
                });
                any = true;
            }
        }
        Ok(any)
    }

    /// Gives terminal positions their values and, in misère play, positions without moves.
    fn give_known_values(&mut self, start: usize) {
        let job = self.plan.job();
        let misere = job.convention() == Convention::Misere;
        let value = V::from_u32(match job.quantity() {
            Quantity::Grundy => u32::from(misere),
            Quantity::Outcome => u32::from(!misere),
            _ => 0,
        });
        let end = start + self.window.len() - self.set.reach();
        let without_moves = match self.set.numbers.first() {
            _ if !misere => 0,
            Some(&least) => least,
            None => end,
        };
        let terminals = self.game.terminals().iter().map(|at| at[MAX_HEAPS - 1] as usize);
        let terminals = terminals.filter(|heap| (start..end).contains(heap));
        for heap in (start..end.min(without_moves)).chain(terminals) {
            let cell = &mut self.window[self.set.reach() + heap - start];
            if *cell == absent() {
                *cell = value;
            }
        }
    }

    /// Computes the values of the strip that are absent.
    fn compute(&mut self, sink: &dyn Sink) -> Result<(), Stop> {
        let (window, set) = (&mut self.window[..], &self.set);
        let blocking_number = self.game.blocking_number();
        let is_outcome = self.plan.job().quantity() == Quantity::Outcome;
        match set.way {
            Way::Marking => marking::fill(window, set, sink),
            Way::Passes(8) => Digits::<u8>::fill(window, set, sink),
            Way::Passes(16) => Digits::<u16>::fill(window, set, sink),
            Way::Passes(32) => Digits::<u32>::fill(window, set, sink),
            Way::Passes(_) => Digits::<u64>::fill(window, set, sink),
            Way::Counting(8) => {
                passes::run(&Counts::<u8>::new(blocking_number, is_outcome), window, set, sink)
            }
            Way::Counting(16) => {
                passes::run(&Counts::<u16>::new(blocking_number, is_outcome), window, set, sink)
            }
            Way::Counting(_) => {
                passes::run(&Counts::<u32>::new(blocking_number, is_outcome), window, set, sink)
            }
        }
    }

    /// Hands over the tiles of a strip that are wanted.
    fn hand_over(&self, start: usize, sink: &dyn Sink) -> Result<(), Stop> {
        let edge = self.plan.tiling().edges()[MAX_HEAPS - 1] as usize;
        let fill = V::from_u32(self.plan.value_type().fill());
        let tiles = self.window[self.set.reach()..].chunks(edge);
        for (tile, cells) in (start / edge..).zip(tiles) {
            if is_wanted(sink, index(tile)) {
                let mut values = cells.to_vec();
                values.resize(edge, fill);
                sink.tile(Tile { index: index(tile), values: V::wrap(values) })?;
            }
        }
        Ok(())
    }

    /// Looks for a period of the values before the heap of `end`.
    fn search_period(&self, end: usize) -> Option<Repeating<V>> {
        let known = self.window.len().min(end);
        let values = &self.window[self.window.len() - known..];
        Repeating::find(values, self.set.reach(), end, self.first_computed)
    }
}

/// Returns the index of the tile with this number.
fn index(tile: usize) -> TileIndex {
    Coordinates::ZERO.with_last(tile as u32)
}
