//! The cells of a tile, one after the other: what each adds to its lines, and the value that it takes from them.

use std::marker::PhantomData;

use fearless_simd::{Level, Simd, dispatch};

use super::asked::{Asked, AskedOfTrack, NEVER};
use super::kept::{GrundyOnLines, Line, LineValues, Options, OutcomesOnLines, Place};
use super::line_moves::{LineMoves, Track};
use super::listed::{Listed, ValuesOfOptions};
use crate::domain::Coordinates;
use crate::domain::tiling::{Run, TileRegion};
use crate::engine::cpu::CpuMethod;
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::cpu::clauses::run_time;
use crate::engine::cpu::time::{ProcessorTime, of_cells};
use crate::engine::cpu::vector::history::History;
use crate::engine::cpu::vector::values_behind::{NO_VALUE, ValuesBehind};
use crate::engine::cpu::vector::wavefront::{LineRule, TileWithLines, Wavefront};
use crate::engine::cpu::vector::work::Work;
use crate::engine::rates::thread;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::line_numbering::numberings;
use crate::engine::vector_games::mirror::mirror_image;
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::WrittenRuleset;

/// Edge of the patches in which the cells of a tile are filled.
const PATCH: u32 = 32;

/// Returns the method of a plan whose moves all go along lines.
pub(in crate::engine::cpu) fn method<'a>(
    plan: &'a Plan,
    game: &WrittenRuleset,
    level: Level,
) -> Option<Box<dyn CpuMethod + 'a>> {
    let moves = LineMoves::of(plan, game)?;
    let (convention, largest) = (plan.job().convention(), plan.bound().largest_value as u32);
    if plan.job().quantity() == Quantity::Outcome {
        return Some(wavefront(plan, game, moves, level, OutcomesOnLines { convention }));
    }
    // A place is at most the largest heap, and one more: counted from 1, and of the next position.
    let most = plan.job().domain().sides().largest().saturating_add(1);
    Some(if most < <u16 as Place>::MOST {
        let rule = GrundyOnLines::<u16> { largest, convention, places: PhantomData };
        wavefront(plan, game, moves, level, rule)
    } else {
        let rule = GrundyOnLines::<u32> { largest, convention, places: PhantomData };
        wavefront(plan, game, moves, level, rule)
    })
}

fn wavefront<'a, V: LineValues + 'a>(
    plan: &'a Plan,
    game: &WrittenRuleset,
    moves: LineMoves,
    level: Level,
    values: V,
) -> Box<dyn CpuMethod + 'a> {
    let steps: Vec<Coordinates> = moves.tracks.iter().map(|track| track.step).collect();
    let (looked_up, numberings) = (moves.looked_up(), numberings(plan, &steps));
    let geometry = Geometry::new(plan.job().domain());
    let listed = (!moves.listed.is_empty()).then(|| Listed::new(game, &moves, plan.job().domain()));
    let listing = run_time::of_clauses(plan, game, |number| moves.listed.contains(&number));
    let rule = AlongLines { plan, moves, level, values, geometry, listed, listing };
    Box::new(Wavefront::of_lines(plan, looked_up, numberings, rule))
}

/// The rule of games along lines.
struct AlongLines<'a, V> {
    plan: &'a Plan,
    moves: LineMoves,
    level: Level,
    values: V,
    geometry: Geometry,
    /// The clauses without lines, if there are any.
    listed: Option<Listed>,
    /// The nanoseconds that it takes to look up their options at a position.
    listing: f64,
}

/// What is used again from cell to cell.
#[derive(Default)]
struct Buffers {
    whole: Vec<u32>,
    since: Vec<(u32, u32)>,
    others: Vec<u32>,
    listed: ValuesOfOptions,
}

/// Cells that are filled one after the other.
struct RunOfCells<'a> {
    run: Run,
    /// Which of the cells are positions, where not all are.
    are_positions: Option<Vec<bool>>,
    asked: &'a Asked,
    /// Whether the values are known.
    is_replayed: bool,
}

impl<V: LineValues> LineRule for AlongLines<'_, V> {
    type State = Line<V::Kept>;

    fn may_be_mirrored(&self) -> bool {
        self.moves.are_mirrored
    }

    fn time(&self, work: &Work) -> ProcessorTime {
        let (lines, options) = self.moves.work();
        let of_cell = thread::CELL_OF_LINES
            + thread::LINE_OF_CELL * lines as f64
            + thread::NEWEST_OPTION * options as f64
            + thread::OPERATION * self.moves.operations() as f64
            + self.listing;
        of_cells(work, of_cell)
    }

    fn bytes_of_line(&self, track: usize) -> u64 {
        let track = &self.moves.tracks[track];
        // All values of a line may wait.
        let most = if track.is_delayed() { self.plan.job().domain().sides().largest() } else { 0 };
        let waiting = u64::from(most) * size_of::<(u32, u32)>() as u64;
        self.values.bytes(track.has_places()).saturating_add(waiting)
    }

    /// Counts what the cells of a tile ask.
    fn bytes_of_thread(&self) -> u64 {
        let of_cell = size_of::<[u32; 3]>() * self.moves.tracks.len() + self.moves.steps.len() + 1;
        self.plan.tiling().tile_cells().saturating_mul(of_cell as u64)
    }

    fn bytes_of_run(&self) -> u64 {
        self.listed.as_ref().map_or(0, Listed::bytes)
    }

    /// The tiles of written rulesets are dealt to ranks without regard to lines and mirror images (`cluster/partition.rs`).
    fn may_be_divided(&self) -> bool {
        false
    }

    fn is_plain(&self, _: &TileRegion, _: &[Alterations]) -> bool {
        true
    }

    /// Makes room for all values of the tile on its lines. As each move takes a token, no value exceeds the largest token
    /// sum, except for the 1 of positions without a move.
    fn make_room(&self, tile: &mut TileWithLines<'_, Self::State>) {
        let tokens = self.plan.job().domain().largest_token_sum();
        let tokens = tile.region.last_cell().sum().min(tokens);
        let largest = tokens.max(1).min(self.values.largest());
        for entry in &tile.map.entries {
            // Lines that enter where the domain cuts the tile off have no cell in it.
            if self.plan.job().domain().encloses(tile.region.origin + entry.cell) {
                let line = tile.map.lines_of(entry.offset)[entry.ray] as usize;
                let has_places = self.moves.tracks[entry.ray].has_places();
                self.values.reserve(&mut tile.states[line].kept, has_places, largest);
            }
        }
    }

    fn fill(
        &self,
        tile: &mut TileWithLines<'_, Self::State>,
        games: &[Alterations],
        history: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        debug_assert!(games.iter().all(|game| game.removed.is_empty()));
        self.go_through(tile, history, sink, false)
    }

    fn replay(
        &self,
        tile: &mut TileWithLines<'_, Self::State>,
        history: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        self.go_through(tile, history, sink, true)
    }
}

impl<V: LineValues> AlongLines<'_, V> {
    /// Goes through the cells of a tile, and fills in their values unless they are known.
    fn go_through(
        &self,
        tile: &mut TileWithLines<'_, Line<V::Kept>>,
        history: &History,
        sink: &dyn Sink,
        is_replayed: bool,
    ) -> Result<(), Stop> {
        let asked = Asked::new(&self.moves, &self.geometry, &tile.region, V::ALWAYS_PLACES);
        let looked_up = self.moves.looked_up();
        let mut behind = ValuesBehind::new(&looked_up, &[], PATCH);
        let mut buffers = Buffers::default();
        // A cell that is no position adds what it looks up, too.
        let visits_all = !looked_up.is_empty() && self.plan.job().domain().mask().is_some();
        let runs: Vec<Run> =
            if visits_all { tile.runs_of_all(PATCH).collect() } else { tile.runs(PATCH).collect() };
        let mut values = [0; PATCH as usize];
        for run in runs {
            sink.proceed()?;
            behind.look_up(run, tile, history);
            let values = &mut values[..run.length];
            let are_positions = visits_all.then(|| {
                behind.leave_out(run, |at| self.plan.job().domain().contains(at));
                run.cells().map(|(at, _)| self.plan.job().domain().contains(at)).collect()
            });
            if is_replayed || visits_all {
                let stored = values.iter_mut().zip(run.offset..);
                stored.for_each(|(value, offset)| *value = tile.values.get(offset));
            }
            let cells = RunOfCells { run, are_positions, asked: &asked, is_replayed };
            let behind = &mut behind;
            dispatch!(self.level, simd => self.fill_run(simd, tile, &cells, behind, &mut buffers, values));
            tile.values.write(run.offset, values);
        }
        Ok(())
    }

    #[inline(always)]
    fn fill_run<S: Simd>(
        &self,
        simd: S,
        tile: &mut TileWithLines<'_, Line<V::Kept>>,
        cells: &RunOfCells,
        behind: &mut ValuesBehind,
        buffers: &mut Buffers,
        values: &mut [u32],
    ) {
        let RunOfCells { run, are_positions, asked, is_replayed } = cells;
        for (cell, value) in values.iter_mut().enumerate() {
            let offset = run.offset + cell;
            let lines = tile.map.lines_of(offset);
            let (looked_up, _) = behind.of_cell(cell);
            let mut next = looked_up.iter();
            for ((track, of_track), &line) in self.moves.tracks.iter().zip(&asked.tracks).zip(lines)
            {
                for &value in next.by_ref().take(track.bases.len()) {
                    if value != NO_VALUE {
                        let place = of_track.place(offset);
                        self.add(track, &mut tile.states[line as usize], place, value);
                    }
                }
            }
            if are_positions.as_ref().is_some_and(|are_positions| !are_positions[cell]) {
                continue;
            }
            if !is_replayed {
                let singles = next.as_slice();
                if let Some(listed) = &self.listed {
                    let (at, domain) = (run.at.along_row(cell as u32), self.plan.job().domain());
                    listed.find(at, domain, &self.geometry, &mut buffers.listed);
                }
                *value = self.value(simd, &mut tile.states, lines, asked, offset, singles, buffers);
            }
            if let Some(listed) = &self.listed {
                self.keep(listed, run.at.along_row(cell as u32), *value);
            }
            for ((track, of_track), &line) in self.moves.tracks.iter().zip(&asked.tracks).zip(lines)
            {
                if track.hands_on {
                    let place = of_track.place(offset) + 1;
                    self.add(track, &mut tile.states[line as usize], place, *value);
                }
            }
            behind.set(cell, *value);
        }
    }

    /// Adds a value to a line, or lets it wait.
    #[inline(always)]
    fn add(&self, track: &Track, line: &mut Line<V::Kept>, place: u32, value: u32) {
        match track.is_delayed() {
            true => line.waiting.push_back((place, value)),
            false => self.values.add(&mut line.kept, track.has_places(), place, value),
        }
    }

    /// Returns the value of the cell with this offset, which has these values behind its single options.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the parts of a tile are borrowed one by one")]
    fn value<S: Simd>(
        &self,
        simd: S,
        states: &mut [Line<V::Kept>],
        lines: &[u32],
        asked: &Asked,
        offset: usize,
        singles: &[u32],
        Buffers { whole, since, others, listed }: &mut Buffers,
    ) -> u32 {
        if asked.terminal.as_ref().is_some_and(|terminal| terminal[offset]) {
            return self.values.terminal_value();
        }
        whole.clear();
        since.clear();
        others.clear();
        for ((track, of_track), &line) in self.moves.tracks.iter().zip(&asked.tracks).zip(lines) {
            if let Some(newest) = &of_track.newest {
                self.enter(&mut states[line as usize], track, newest[offset]);
            }
            let oldest = of_track.oldest.as_ref().map_or(1, |oldest| oldest[offset]);
            match V::ALWAYS_PLACES || track.has_places() {
                _ if oldest == NEVER => {}
                true => since.push((line, oldest)),
                false => whole.push(line),
            }
        }
        for (&value, guard) in singles.iter().zip(&asked.steps) {
            if value != NO_VALUE && guard.as_ref().is_none_or(|guard| guard[offset]) {
                others.push(value);
            }
        }
        self.values.value(simd, states, &Options { whole, since, others, listed: &listed.words })
    }

    /// Keeps the value of a cell where listed options are looked up, and that of its mirror image.
    #[inline]
    fn keep(&self, listed: &Listed, at: Coordinates, value: u32) {
        let sides = self.plan.job().domain().sides();
        listed.set(at.row_major_index(sides), value);
        if self.moves.are_mirrored {
            listed.set(mirror_image(at).row_major_index(sides), value);
        }
    }

    /// Adds the values that have waited for a place or for one before it.
    #[inline]
    fn enter(&self, line: &mut Line<V::Kept>, track: &Track, newest: u32) {
        while let Some((place, value)) = line.waiting.pop_front_if(|(place, _)| *place <= newest) {
            self.values.add(&mut line.kept, track.has_places(), place, value);
        }
    }
}

impl AskedOfTrack {
    /// Returns the place of a cell, where places matter.
    #[inline(always)]
    fn place(&self, offset: usize) -> u32 {
        self.places.as_ref().map_or(0, |places| places[offset])
    }
}
