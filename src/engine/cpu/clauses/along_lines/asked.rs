//! What the cells of a tile ask of their lines, evaluated row by row before the tile is filled.

use heap_rules::column::Column;
use heap_rules::rules::{Neighbours, OfRules};
use heap_rules::tree::{Number, Truth};

use super::line_moves::{LineMoves, Track, Window};
use crate::domain::tiling::TileRegion;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::cpu::clauses::scalar::Environment;

/// An oldest place that no place reaches: the line is not asked.
pub(super) const NEVER: u32 = u32::MAX;

/// What the cells of a tile ask, by their offsets in it.
pub(super) struct Asked {
    /// What they ask of each track.
    pub(super) tracks: Vec<AskedOfTrack>,
    /// Which of them have each single option; `None` where all have.
    pub(super) steps: Vec<Option<Vec<bool>>>,
    /// Which of them have no moves.
    pub(super) terminal: Option<Vec<bool>>,
}

/// What the cells of a tile ask of a track. Places are counted from 1, so that 0 is before all of them.
#[derive(Default)]
pub(super) struct AskedOfTrack {
    /// The place of each cell on its line, where places matter.
    pub(super) places: Option<Vec<u32>>,
    /// The oldest place that counts, or [`NEVER`]; `None` if the whole line does everywhere.
    pub(super) oldest: Option<Vec<u32>>,
    /// The newest place that counts, where values wait for it.
    pub(super) newest: Option<Vec<u32>>,
}

/// Rows of a tile, on which expressions are evaluated.
struct Rows<'a> {
    geometry: &'a Geometry,
    region: &'a TileRegion,
}

impl Asked {
    /// Evaluates what is asked. Places are looked at for all tracks where the quantity has some for each.
    pub(super) fn new(
        moves: &LineMoves,
        geometry: &Geometry,
        region: &TileRegion,
        always_places: bool,
    ) -> Self {
        let rows = Rows { geometry, region };
        let of_step = |guard: &[Truth<OfRules>]| (!guard.is_empty()).then(|| rows.truths(guard));
        Asked {
            tracks: moves.tracks.iter().map(|track| rows.track(track, always_places)).collect(),
            steps: moves.steps.iter().map(|step| of_step(&step.guard)).collect(),
            terminal: moves.terminal.as_ref().map(|of| rows.truths(std::slice::from_ref(of))),
        }
    }
}

impl Rows<'_> {
    /// Returns what is asked of a track.
    fn track(&self, track: &Track, always_places: bool) -> AskedOfTrack {
        let has_places = always_places || track.has_places() || track.is_delayed();
        let mut asked = AskedOfTrack::default();
        if has_places {
            let mut places = vec![0; self.region.cells()];
            self.each(|at, _, offset, length| {
                let places = &mut places[offset..offset + length];
                for (place, cell) in places.iter_mut().zip(0..) {
                    *place = place_of(track.step, at.along_row(cell)) + 1;
                }
            });
            asked.places = Some(places);
        }
        let is_whole = |window: &Window| window.guard.is_empty() && window.to.is_empty();
        if !track.windows.iter().any(is_whole) {
            let mut oldest = vec![NEVER; self.region.cells()];
            for window in &track.windows {
                self.add_oldest(window, asked.places.as_deref(), &mut oldest);
            }
            asked.oldest = Some(oldest);
        }
        if let Some(window) = track.windows.iter().find(|window| !window.from.is_empty())
            && let Some(places) = &asked.places
        {
            let mut newest = places.clone();
            self.numbers(&window.from, i64::max, &mut newest, |place, from| {
                place.saturating_sub(from.max(0).try_into().unwrap_or(u32::MAX))
            });
            asked.newest = Some(newest);
        }
        asked
    }

    /// Takes the oldest places of a window where they are older than those that are known.
    fn add_oldest(&self, window: &Window, places: Option<&[u32]>, oldest: &mut [u32]) {
        let guards = (!window.guard.is_empty()).then(|| self.truths(&window.guard));
        let mut own: Vec<u32> = match places {
            Some(places) if !window.to.is_empty() => places.to_vec(),
            _ => vec![1; oldest.len()],
        };
        self.numbers(&window.to, i64::min, &mut own, |place, to| {
            // A window without an option is beyond all places.
            u32::try_from((i64::from(place) - to).max(1)).unwrap_or(NEVER)
        });
        for (cell, oldest) in oldest.iter_mut().enumerate() {
            if guards.as_ref().is_none_or(|guards| guards[cell]) {
                *oldest = own[cell].min(*oldest);
            }
        }
    }

    /// Changes what stands for each cell by the largest or the least of some numbers, if there are any.
    fn numbers(
        &self,
        numbers: &[Number<OfRules>],
        choose: fn(i64, i64) -> i64,
        cells: &mut [u32],
        change: impl Fn(u32, i64) -> u32,
    ) {
        let Some((first, rest)) = numbers.split_first() else { return };
        self.each(|_, row, offset, length| {
            let column = |of: &Number<OfRules>| {
                let Column { lanes, .. } = of.on(row, None);
                lanes
            };
            let mut chosen = column(first).into_vec(length);
            for other in rest.iter().map(column) {
                let lanes = chosen.iter_mut().enumerate();
                lanes.for_each(|(lane, chosen)| *chosen = choose(*chosen, other.at(lane)));
            }
            let cells = cells[offset..offset + length].iter_mut();
            cells.zip(chosen).for_each(|(cell, number)| *cell = change(*cell, number));
        });
    }

    /// Returns at which cells all conditions are true.
    fn truths(&self, conditions: &[Truth<OfRules>]) -> Vec<bool> {
        let mut all = vec![true; self.region.cells()];
        self.each(|_, row, offset, length| {
            for condition in conditions {
                let cells = all[offset..offset + length].iter_mut();
                cells.zip(condition.on(row, None).lanes).for_each(|(all, truth)| *all &= truth);
            }
        });
        all
    }

    /// Visits the rows of the tile within the bounding box: the first cell, the row, the offset of the cell and the length.
    fn each(&self, mut visit: impl FnMut(Coordinates, &Neighbours<Environment>, usize, usize)) {
        let TileRegion { origin, edges, extent, .. } = *self.region;
        let Coordinates([.., rows, columns]) = extent;
        let mut growth = Environment::default();
        growth[self.geometry.heaps - 1] = 1;
        for ([w, x], y) in self.region.planes().flat_map(|plane| (0..rows).map(move |y| (plane, y)))
        {
            let within = Coordinates([w, x, y, 0]);
            let at = origin + within;
            let length = columns as usize;
            let row = Neighbours { first: self.geometry.environment(at), growth, length };
            visit(at, &row, within.row_major_index(edges), length);
        }
    }
}

/// Returns how many times a step can be taken from a cell: its place on the line, counted from 0.
fn place_of(step: Coordinates, at: Coordinates) -> u32 {
    let along = (0..MAX_HEAPS).filter_map(|axis| at[axis].checked_div(step[axis]));
    along.min().unwrap_or(0)
}
