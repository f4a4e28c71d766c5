//! The cells of a block, row by row.

use std::sync::Mutex;

use fearless_simd::{Level, Simd, dispatch};
use heap_rules::rules::OfRules;
use heap_rules::tree::Truth;

use super::moves::LineMoves;
use super::sets::LineRule;
use super::table::SharedCell;
use crate::domain::tiling::{TileRegion, Tiling};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::cpu::clauses::layers::InRow;
use crate::engine::vector_games::line_map::LineMap;
use crate::engine::vector_games::lines::LineNumbering;
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
}

/// Where the newest options of a row lie.
struct Newest {
    /// The group to whose lines they belong.
    group: usize,
    /// How far back they lie in the table.
    back: usize,
    /// The first cell of the row that has one.
    from: usize,
}

/// A row of a block.
struct Row {
    first: Coordinates,
    /// The index of the first cell in the table, and in the block.
    index: usize,
    offset: usize,
    length: usize,
}

impl<'a, R: LineRule, C: SharedCell> Blocks<'a, R, C> {
    pub(super) fn new(rule: R, moves: &'a LineMoves, tiling: Tiling) -> Self {
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
            moves,
            tiling,
            rule,
        }
    }

    /// Fills a block. Those whose options its cells have must be filled before.
    pub(super) fn fill(&self, region: &TileRegion) {
        let largest = self.largest_value(region);
        // The lines that enter the block where it has no cell are not needed, and have no number.
        let number = |cell: Coordinates, ray: usize| {
            let is_needed = self.tiling.domain().encloses(region.origin + cell);
            is_needed.then(|| self.numberings[ray].line_of(region.origin + cell) as usize)
        };
        let line = |ray: usize, number: usize| &self.lines[ray][number];
        let mut states: Vec<R::State> = Vec::with_capacity(self.map.entries.len() + 1);
        states.resize_with(self.map.entries.len() + 1, Default::default);
        for (entry, state) in self.map.entries.iter().zip(&mut states) {
            if let Some(number) = number(entry.cell, entry.ray) {
                *state = std::mem::take(&mut *lock(line(entry.ray, number)));
                self.rule.reserve(state, largest);
            }
        }
        if let Some(none) = states.last_mut() {
            self.rule.reserve(none, largest);
        }
        dispatch!(self.level, simd => self.fill_rows(simd, region, &mut states));
        for (entry, state) in self.map.entries.iter().zip(states) {
            if let Some(number) = number(entry.cell, entry.ray) {
                *lock(line(entry.ray, number)) = state;
            }
        }
    }

    /// Returns the largest value that a cell of a block may have. Each move takes a token, and a position without a move
    /// may have the value 1.
    fn largest_value(&self, region: &TileRegion) -> usize {
        let tokens = region.last_cell().sum().min(self.tiling.domain().largest_token_sum());
        tokens.max(1).min(self.rule.no_values().empty - 1) as usize
    }

    #[inline(always)]
    fn fill_rows<S: Simd>(&self, simd: S, region: &TileRegion, states: &mut [R::State]) {
        let domain = self.tiling.domain();
        let rows = Coordinates(region.extent.0).with_last(1);
        for within in Coordinates::cells_of_box(rows) {
            let first = region.origin + within;
            let length = domain.cells_from(first).min(region.extent[MAX_HEAPS - 1]) as usize;
            let row = Row {
                first,
                index: first.row_major_index(domain.sides()),
                offset: within.row_major_index(region.edges),
                length,
            };
            if length > 0 {
                self.fill_row(simd, &row, states);
            }
        }
    }

    #[inline(always)]
    fn fill_row<S: Simd>(&self, simd: S, row: &Row, states: &mut [R::State]) {
        let none = states.len() as u32 - 1;
        let (empty, pending) = (self.rule.no_values().empty, self.rule.no_values().pending);
        let newest = self.newest(row);
        let is_true = |guard: &[Truth<OfRules>]| self.is_true(row, guard);
        let guards: Vec<Option<Vec<bool>>> =
            self.moves.groups.iter().map(|group| is_true(&group.guard)).collect();
        let has_guards = guards.iter().any(Option::is_some);
        let terminal =
            self.moves.terminal.as_ref().and_then(|of| is_true(std::slice::from_ref(of)));
        let steps = self.steps(row);
        let (mut active, mut others) = (vec![none; guards.len()], Vec::new());
        for lane in 0..row.length {
            let lines = self.map.lines_of(row.offset + lane);
            let index = row.index + lane;
            for Newest { group, back, from } in &newest {
                let value = if lane >= *from { self.table[index - back].get() } else { empty };
                if value < empty {
                    self.rule.add(&mut states[lines[*group] as usize], value);
                }
            }
            if self.table[index].get() != pending {
                continue;
            }
            if terminal.as_ref().is_some_and(|terminal| terminal[lane]) {
                self.table[index].set(self.rule.terminal_value());
                continue;
            }
            let mut lines = lines;
            if has_guards {
                for ((active, guard), &line) in active.iter_mut().zip(&guards).zip(lines) {
                    let is_active = guard.as_ref().is_none_or(|guard| guard[lane]);
                    *active = if is_active { line } else { none };
                }
                lines = &active;
            }
            if !steps.is_empty() {
                others.clear();
                let of_steps = steps.iter().filter(|(step, guard)| {
                    lane >= step.from && guard.as_ref().is_none_or(|guard| guard[lane])
                });
                let values = of_steps.map(|(step, _)| self.table[index - step.back].get());
                others.extend(values.filter(|&value| value < empty));
            }
            self.table[index].set(self.rule.value(simd, states, lines, &others));
        }
    }

    /// Returns where an option lies that is so far back from the cells of a row, if one of them has it.
    fn back(&self, row: &Row, by: Coordinates, group: usize) -> Option<Newest> {
        let last = row.first.along_row(row.length as u32 - 1);
        let from = by[MAX_HEAPS - 1].saturating_sub(row.first[MAX_HEAPS - 1]) as usize;
        let back = by.row_major_index(self.tiling.domain().sides());
        last.dominates(by).then_some(Newest { group, back, from })
    }

    /// Returns where the newest options of a row lie.
    fn newest(&self, row: &Row) -> Vec<Newest> {
        let groups = self.moves.groups.iter().enumerate();
        let bases = groups.flat_map(|(group, of)| of.bases.iter().map(move |&base| (group, base)));
        bases.filter_map(|(group, base)| self.back(row, base, group)).collect()
    }

    /// Returns where single options of a row lie, and in which cells they are there.
    fn steps(&self, row: &Row) -> Vec<(Newest, Option<Vec<bool>>)> {
        let step = |step: &super::moves::SingleStep| {
            Some((self.back(row, step.vector, 0)?, self.is_true(row, &step.guard)))
        };
        self.moves.steps.iter().filter_map(step).collect()
    }

    /// Returns in which cells of a row all conditions are true; `None` for all.
    fn is_true(&self, row: &Row, conditions: &[Truth<OfRules>]) -> Option<Vec<bool>> {
        let block = InRow {
            first: self.geometry.environment(row.first),
            length: row.length,
            last_heap: self.geometry.heaps - 1,
        };
        let of_all = conditions.iter().map(|condition| condition.on(&block, None).lanes);
        of_all.reduce(|mut one, other| {
            one.iter_mut().zip(other).for_each(|(one, other)| *one &= other);
            one
        })
    }
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
