//! The cells of a block, diagonal by diagonal.
//!
//! In a plane of the last two heaps, the cells of equal sums have no options on one another. So the newest options of all
//! of them are added first, and then their values are computed, which a processor does for several cells at a time. The
//! cells of one heap follow one another.

use std::ops::Range;
use std::sync::Mutex;

use fearless_simd::{Level, Simd, dispatch};

use super::conditions::Conditions;
use super::line_moves::LineMoves;
use super::planes::{Newest, Plane, Stretch};
use super::sets::LineRule;
use super::table::SharedCell;
use crate::domain::tiling::{TileIndex, TileRegion, Tiling};
use crate::domain::{Coordinates, Domain};
use crate::engine::EngineError;
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::cpu::clauses::quantities::NoValues;
use crate::engine::vector_games::line_map::{LineEntry, LineMap};
use crate::engine::vector_games::line_numbering::{LineNumbering, check_line_count};
use crate::sync::lock;

/// What all blocks share.
pub(super) struct Blocks<'a, R: LineRule, C> {
    pub(super) rule: R,
    pub(super) moves: &'a LineMoves,
    pub(super) level: Level,
    /// The blocks, as tiles of the domain.
    pub(super) tiling: Tiling,
    pub(super) geometry: Geometry,
    /// The lines of a block.
    map: LineMap,
    numberings: Vec<LineNumbering>,
    /// What is kept for the lines of each group.
    lines: Vec<Vec<Mutex<R::State>>>,
    pub(super) table: Vec<C>,
    /// Whether values of an earlier run are among those that lines take: they may be any.
    has_stored: bool,
}

impl<'a, R: LineRule, C: SharedCell> Blocks<'a, R, C> {
    pub(super) fn new(rule: R, moves: &'a LineMoves, tiling: Tiling, has_stored: bool) -> Self {
        let domain = tiling.domain();
        let steps: Vec<Coordinates> = moves.groups.iter().map(|group| group.step).collect();
        let numbering = |&step: &Coordinates| LineNumbering::new(step, domain.sides());
        let numberings: Vec<LineNumbering> = steps.iter().map(numbering).collect();
        let lines = |numbering: &LineNumbering| {
            (0..numbering.count).map(|_| Mutex::default()).collect::<Vec<_>>()
        };
        let empty = rule.no_values().empty;
        Blocks {
            level: Level::new(),
            geometry: Geometry::new(domain),
            map: LineMap::new(&steps, tiling.edges()),
            lines: numberings.iter().map(lines).collect(),
            numberings,
            table: (0..domain.sides().cells()).map(|_| C::new(empty)).collect(),
            has_stored,
            moves,
            tiling,
            rule,
        }
    }

    /// Fills a block. Those whose options its cells have must be filled before.
    pub(super) fn fill(&self, region: &TileRegion) {
        let largest = self.largest_value(region);
        // The lines that enter the block where it has no cell are not needed.
        let line = |entry: &LineEntry| {
            let at = region.origin + entry.cell;
            let is_needed = self.tiling.domain().encloses(at);
            is_needed
                .then(|| &self.lines[entry.ray][self.numberings[entry.ray].line_of(at) as usize])
        };
        let lines: Vec<Option<&Mutex<R::State>>> = self.map.entries.iter().map(line).collect();
        let mut states: Vec<R::State> = Vec::with_capacity(lines.len() + 1);
        states.resize_with(lines.len() + 1, Default::default);
        for (line, state) in lines.iter().zip(&mut states) {
            if let Some(line) = line {
                *state = std::mem::take(&mut *lock(line));
                self.rule.reserve(state, largest);
            }
        }
        if let Some(none) = states.last_mut() {
            self.rule.reserve(none, largest);
        }
        dispatch!(self.level, simd => self.fill_cells(simd, region, &mut states));
        for (line, state) in lines.iter().zip(states) {
            if let Some(line) = line {
                *lock(line) = state;
            }
        }
    }

    /// Returns the largest value that a line may take in a block. Each move takes a token, and a position without a move
    /// may have the value 1.
    fn largest_value(&self, region: &TileRegion) -> usize {
        let largest = self.rule.no_values().empty - 1;
        let tokens = region.last_cell().sum().min(self.tiling.domain().largest_token_sum());
        if self.has_stored { largest as usize } else { tokens.max(1).min(largest) as usize }
    }

    #[inline(always)]
    fn fill_cells<S: Simd>(&self, simd: S, region: &TileRegion, states: &mut [R::State]) {
        let mut buffers = Buffers::default();
        for plane in region.planes() {
            let plane = Plane::new(&self.tiling, self.moves, region, plane);
            for mut stretch in plane.stretches() {
                if self.moves.are_mirrored {
                    stretch.keep_upper_half();
                }
                self.fill_stretch(simd, &plane, &stretch, states, &mut buffers);
            }
        }
    }

    #[inline(always)]
    fn fill_stretch<S: Simd>(
        &self,
        simd: S,
        plane: &Plane,
        stretch: &Stretch,
        states: &mut [R::State],
        buffers: &mut Buffers,
    ) {
        let conditions = Conditions::new(self.moves, &self.geometry, plane, stretch);
        if stretch.is_diagonal {
            // No cell of a diagonal has an option on it, and each lies on lines of its own.
            for newest in &plane.newest {
                let lanes = stretch.lanes_of(newest);
                self.add(stretch, lanes.clone(), newest, states);
                if self.moves.are_mirrored {
                    self.add_of_lower_half(stretch, lanes, newest, states);
                }
            }
            for lane in 0..stretch.length {
                self.fill_cell(simd, stretch, lane, conditions.as_ref(), states, buffers);
            }
            return;
        }
        for lane in 0..stretch.length {
            for newest in &plane.newest {
                if stretch.lanes_of(newest).contains(&lane) {
                    self.add(stretch, lane..lane + 1, newest, states);
                }
            }
            self.fill_cell(simd, stretch, lane, conditions.as_ref(), states, buffers);
        }
    }

    /// Adds the values of the newest options of some cells to lines of these cells.
    #[inline(always)]
    fn add(
        &self,
        stretch: &Stretch,
        lanes: Range<usize>,
        newest: &Newest,
        states: &mut [R::State],
    ) {
        if lanes.is_empty() {
            return;
        }
        let empty = self.rule.no_values().empty;
        let first = stretch.index_of(lanes.start) - newest.back;
        let options = self.table[first..].iter().step_by(stretch.index_step);
        let offset = stretch.offset_of(lanes.start);
        let lines = self.map.lines_along(newest.group, offset, stretch.offset_step);
        for (option, &line) in options.zip(lines).take(lanes.len()) {
            let value = option.get();
            if value < empty {
                self.rule.add(&mut states[line as usize], value);
            }
        }
    }

    /// Adds the values of older options to lines of the cells at which these leave the lower half of a table that is
    /// mirrored: no cell before has added them. Values of the lower half are known as soon as those of their mirror images
    /// are, which are dominated by these cells as well.
    #[cold]
    fn add_of_lower_half(
        &self,
        stretch: &Stretch,
        lanes: Range<usize>,
        newest: &Newest,
        states: &mut [R::State],
    ) {
        let (sides, empty) = (self.tiling.domain().sides(), self.rule.no_values().empty);
        let step = self.moves.groups[newest.group].step;
        for lane in lanes.start.max(stretch.first_behind_lower_half(step))..lanes.end {
            let line = self.map.lines_of(stretch.offset_of(lane))[newest.group] as usize;
            let index = stretch.index_of(lane) - newest.back;
            let mut at = Coordinates::from_row_major_index(index, sides);
            while let Some(behind) = at.checked_sub(step) {
                at = behind;
                let value = self.table[at.row_major_index(sides)].get();
                if value < empty {
                    self.rule.add(&mut states[line], value);
                }
            }
        }
    }

    /// Computes the value of a cell, if that is to be done, when its lines hold all its options.
    #[inline(always)]
    fn fill_cell<S: Simd>(
        &self,
        simd: S,
        stretch: &Stretch,
        lane: usize,
        conditions: Option<&Conditions>,
        states: &[R::State],
        buffers: &mut Buffers,
    ) {
        let cell = &self.table[stretch.index_of(lane)];
        let NoValues { empty, pending } = self.rule.no_values();
        if cell.get() != pending {
            return self.mirror(stretch, lane, cell.get());
        }
        let lines = self.map.lines_of(stretch.offset_of(lane));
        let value = match conditions {
            None => self.rule.value(simd, states, lines, &[]),
            Some(conditions) if conditions.is_terminal(lane) => self.rule.terminal_value(),
            Some(conditions) => {
                conditions.active(lane, lines, states.len() as u32 - 1, &mut buffers.active);
                let steps = conditions.steps(lane);
                let others = steps.map(|back| self.table[stretch.index_of(lane) - back].get());
                buffers.others.clear();
                buffers.others.extend(others.filter(|&value| value < empty));
                self.rule.value(simd, states, &buffers.active, &buffers.others)
            }
        };
        cell.set(value);
        self.mirror(stretch, lane, value);
    }

    /// Sets the value of the mirror image of a cell.
    #[inline(always)]
    fn mirror(&self, stretch: &Stretch, lane: usize, value: u32) {
        if self.moves.are_mirrored {
            let sides = self.tiling.domain().sides();
            self.table[stretch.mirror_image_of(lane, sides)].set(value);
        }
    }

    /// Returns whether a block is filled with its mirror image.
    pub(super) fn is_mirror_image(&self, Coordinates([.., row, column]): TileIndex) -> bool {
        self.moves.are_mirrored && row > column
    }
}

/// The lines of a cell that count, and the values of its single options: vectors that are used again.
#[derive(Default)]
struct Buffers {
    active: Vec<u32>,
    others: Vec<u32>,
}

/// Checks that the numbers of all lines of a group fit in 32 bits.
pub(in crate::engine::cpu::clauses) fn check(
    moves: &LineMoves,
    domain: &Domain,
) -> Result<(), EngineError> {
    moves
        .groups
        .iter()
        .try_for_each(|group| check_line_count(&[LineNumbering::new(group.step, domain.sides())]))
}

/// Returns the bytes of what is shared, of lines where values are at most so large.
pub(super) fn memory_bytes<R: LineRule>(
    rule: &R,
    moves: &LineMoves,
    tiling: &Tiling,
    largest: usize,
) -> u64 {
    let sides = tiling.domain().sides();
    let of_line = rule.bytes(largest).saturating_add(size_of::<Mutex<R::State>>() as u64);
    let lines = moves.groups.iter().map(|group| LineNumbering::new(group.step, sides).count);
    let lines = lines.fold(0, u64::saturating_add).saturating_mul(of_line);
    let (cells, groups) = (tiling.tile_cells(), moves.groups.len());
    let entries = cells.saturating_mul(groups as u64);
    lines.saturating_add(LineMap::bytes(groups, entries, cells))
}
