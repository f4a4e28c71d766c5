//! The cells of the positions that have a move to an option, by a case of a clause.
//!
//! Along the innermost unknown they lie at equal distances: a run of them is told at once where no condition is left,
//! else those in whose lanes the conditions are true.

use heap_rules::column::{Column, Faults, Truths, Wanted};
use heap_rules::evaluation::Block;
use heap_rules::intervals::Bounds;
use heap_rules::inversion::{Inverse, LARGEST, LEAST, OPTION, PLACES, Unknown};
use heap_rules::rules::{Clause, NoTruth, OfRules, Range};
use heap_rules::tree::{Number, Truth};

use super::terms::{Known, Terms};
use crate::domain::MAX_HEAPS;
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::cpu::clauses::listed::{Listed, Numbers};

/// The lanes that are evaluated at once.
const LANES: usize = 256;

/// Takes cells.
pub(super) trait Cells {
    /// Takes `count` cells at equal distances, from the one with the least index on.
    fn run(&mut self, first: usize, step: usize, count: usize);

    /// Takes a cell.
    fn one(&mut self, cell: usize);
}

/// The sizes of heaps of the positions that are asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) least: [i64; MAX_HEAPS],
    pub(super) largest: [i64; MAX_HEAPS],
}

/// What the ways back have taken.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    /// How often numbers of an unknown were gone through, or were found to be none.
    pub(super) visits: u64,
    /// Cells that lie side by side, and others.
    pub(super) near: u64,
    pub(super) far: u64,
    /// Lanes, and what is evaluated in all of them.
    pub(super) lanes: u64,
    pub(super) operations: u64,
}

/// A case of a clause.
pub(super) struct WayBack {
    clause: Clause,
    given: Vec<Terms>,
    loops: Vec<Loop>,
    /// What is found out before the loops and inside of each: one more than there are loops.
    levels: Vec<Level>,
    /// The heaps of the position.
    heaps: Vec<Terms>,
    /// Whether options come before positions where cells are counted row by row.
    pub(super) goes_back: bool,
}

struct Loop {
    place: usize,
    /// Forms, without the number, and its coefficient in each.
    bounds: Vec<(Terms, i64)>,
    value: Option<Number<OfRules>>,
    listed: Option<Listed>,
}

/// What is found out as soon as some of the unknowns are known.
#[derive(Default)]
struct Level {
    /// Heaps and variables.
    solved: Vec<(usize, Terms)>,
    /// What is to be true of them.
    test: Option<Truth<OfRules>>,
    /// Variables that are to be among listed numbers.
    among: Vec<(usize, Listed)>,
}

impl Loop {
    fn new(unknown: &Unknown) -> Self {
        let place = unknown.place;
        let bound = |form| {
            let terms = Terms::new(form);
            let factor = terms.at(place);
            (terms.without(place), factor)
        };
        Loop {
            place,
            bounds: unknown.bounds.iter().map(bound).collect(),
            value: unknown.value.clone(),
            listed: None,
        }
    }

    /// Returns the numbers, if there are any.
    #[inline]
    fn numbers(&self, known: &Known) -> Option<Numbers<'_>> {
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        for (rest, factor) in &self.bounds {
            let rest = rest.value(known);
            // factor * number + rest >= 0
            match *factor {
                1 => low = low.max(-rest),
                -1 => high = high.min(rest),
                factor if factor > 0 => low = low.max(-rest.div_euclid(factor)),
                factor => high = high.min(rest.div_euclid(-factor)),
            }
        }
        if let Some(value) = &self.value {
            let value = value.at(&known[..OPTION])?;
            (low, high) = (low.max(value), high.min(value));
        }
        match &self.listed {
            _ if low > high => None,
            None => Some(Numbers::Between(low, high)),
            Some(listed) => listed.between(low, high).ok()?,
        }
    }
}

impl WayBack {
    /// Prepares a case of a clause whose heaps and variables lie between these bounds. The numbers of a variable that a condition
    /// names alone are listed, if that is to be had for the operations that are left.
    pub(super) fn new(
        inverse: &Inverse,
        clause: &Clause,
        environment: &[Bounds],
        heaps: usize,
        operations: &mut u64,
    ) -> Self {
        let mut loops: Vec<Loop> = inverse.loops.iter().map(Loop::new).collect();
        let mut levels: Vec<Level> = Vec::new();
        levels.resize_with(loops.len() + 1, Level::default);
        let terms = |place: usize| match inverse.solved.iter().find(|of| of.0 == place) {
            Some((_, form)) => Terms::new(form),
            None => Terms::place(place),
        };
        // After how many loops a place is known.
        let depth = |place: usize| {
            let form = terms(place);
            let last = inverse.loops.iter().rposition(|of| form.at(of.place) != 0);
            last.map_or(0, |last| last + 1)
        };
        let of_set = |range: &Range| match range {
            Range::Set(numbers) => Some(Listed::of_set(numbers)),
            Range::Between(_) => None,
        };
        let mut listed: Vec<Option<Listed>> = clause.ranges.iter().map(of_set).collect();
        for test in &inverse.tests {
            let names =
                |place: usize| test.any_leaf(&|&leaf| leaf == place, &|none| match *none {});
            let leaves: Vec<usize> = (0..OPTION).filter(|&place| names(place)).collect();
            if let [place] = *leaves
                && let Some(variable) = place.checked_sub(heaps)
            {
                let before = listed[variable].clone();
                let all = || Listed::of_range(&clause.ranges[variable], environment[place]);
                let numbers = before.or_else(all);
                let numbers = numbers.and_then(|of| of.where_true(test, place, operations));
                if let Some(numbers) = numbers {
                    listed[variable] = Some(numbers.of_faultless());
                    continue;
                }
            }
            let level = &mut levels[leaves.into_iter().map(depth).max().unwrap_or(0)];
            level.test = Some(match level.test.take() {
                None => test.clone(),
                Some(before) => before.and(test.clone()),
            });
        }
        for (place, numbers) in (heaps..).zip(listed) {
            let Some(numbers) = numbers else { continue };
            match loops.iter_mut().find(|of| of.place == place) {
                Some(of_loop) => of_loop.listed = Some(numbers),
                None => levels[depth(place)].among.push((place, numbers)),
            }
        }
        for (place, form) in &inverse.solved {
            levels[depth(*place)].solved.push((*place, Terms::new(form)));
        }
        WayBack {
            clause: clause.clone(),
            given: inverse.given.iter().map(Terms::new).collect(),
            loops,
            levels,
            heaps: (0..heaps).map(terms).collect(),
            goes_back: inverse.goes_back,
        }
    }

    /// Returns the bytes of the numbers that are listed.
    pub(super) fn bytes(&self) -> u64 {
        let of_loops = self.loops.iter().filter_map(|of| of.listed.as_ref());
        let of_levels = self.levels.iter().flat_map(|level| level.among.iter().map(|of| &of.1));
        of_loops.chain(of_levels).map(Listed::bytes).sum()
    }

    /// Tells the cells of the positions in a window that have a move to an option.
    #[inline]
    pub(super) fn cells(
        &self,
        option: &[i64; MAX_HEAPS],
        window: &Window,
        geometry: &Geometry,
        cells: &mut impl Cells,
        work: &mut Work,
    ) {
        let mut known = [0; PLACES];
        let all = [(OPTION, option), (LEAST, &window.least), (LARGEST, &window.largest)];
        for (first, numbers) in all {
            known[first..first + MAX_HEAPS].copy_from_slice(numbers);
        }
        work.visits += 1;
        if self.given.iter().all(|form| form.value(&known) >= 0) {
            self.descend(0, &mut known, geometry, cells, work);
        }
    }

    /// Goes on where the numbers of the first loops are known.
    fn descend(
        &self,
        depth: usize,
        known: &mut Known,
        geometry: &Geometry,
        cells: &mut impl Cells,
        work: &mut Work,
    ) {
        let level = &self.levels[depth];
        for (place, form) in &level.solved {
            known[*place] = form.value(known);
        }
        if let Some(test) = &level.test {
            work.operations += test.operations();
            if test.at(&known[..OPTION]) != Some(true) {
                return;
            }
        }
        if !level.among.iter().all(|(place, numbers)| numbers.has(known[*place])) {
            return;
        }
        let Some(of_loop) = self.loops.get(depth) else {
            let (first, _) = self.line(known, None, geometry);
            work.far += 1;
            return cells.one(first as usize);
        };
        let Some(numbers) = of_loop.numbers(known) else { return };
        work.visits += 1;
        if depth + 1 == self.loops.len() {
            return self.innermost(numbers, known, geometry, cells, work);
        }
        // Nothing halts it.
        let _ = numbers.try_for_each(|number| {
            known[of_loop.place] = number;
            self.descend(depth + 1, known, geometry, cells, work);
            Ok(())
        });
    }

    /// Returns the index of the cell of a position, and by how much it grows with a place.
    #[inline]
    fn line(&self, known: &Known, along: Option<usize>, geometry: &Geometry) -> (i64, i64) {
        let (mut first, mut step) = (0, 0);
        for (heap, stride) in self.heaps.iter().zip(geometry.strides) {
            first += stride * heap.value(known);
            step += stride * along.map_or(0, |place| heap.at(place));
        }
        (first, step)
    }

    fn innermost(
        &self,
        numbers: Numbers,
        known: &mut Known,
        geometry: &Geometry,
        cells: &mut impl Cells,
        work: &mut Work,
    ) {
        let (Some(of_loop), Some(level)) = (self.loops.last(), self.levels.last()) else { return };
        known[of_loop.place] = numbers.at(0);
        let (first, step) = self.line(known, Some(of_loop.place), geometry);
        debug_assert!(self.are_moves(numbers, known, of_loop.place, level));
        if level.test.is_some() || !level.among.is_empty() {
            return self.lanes(numbers, [first, step], known, cells, work);
        }
        match numbers {
            Numbers::Between(low, high) => {
                let steps = high - low;
                let count = if step == 0 { 1 } else { steps as usize + 1 };
                let least = first.min(first + step * steps);
                match step.abs() {
                    1 => work.near += count as u64,
                    _ => work.far += count as u64,
                }
                cells.run(least as usize, step.unsigned_abs() as usize, count);
            }
            Numbers::Set(numbers) => {
                work.far += numbers.len() as u64;
                for number in numbers {
                    cells.one((first + step * (number - numbers[0])) as usize);
                }
            }
        }
    }

    /// Tells the cells of those numbers of the innermost unknown at which its conditions are true.
    fn lanes(
        &self,
        numbers: Numbers,
        [first, step]: [i64; 2],
        known: &Known,
        cells: &mut impl Cells,
        work: &mut Work,
    ) {
        let (Some(of_loop), Some(level)) = (self.loops.last(), self.levels.last()) else { return };
        let mut lanes = InLanes { first: *known, growth: [0; PLACES], offsets: Vec::new() };
        lanes.growth[of_loop.place] = 1;
        for (place, form) in &level.solved {
            (lanes.first[*place], lanes.growth[*place]) =
                (form.value(known), form.at(of_loop.place));
        }
        let operations = level.test.as_ref().map_or(0, Truth::operations);
        for from in (0..numbers.count()).step_by(LANES) {
            let until = numbers.count().min(from + LANES);
            lanes.offsets.clear();
            lanes.offsets.extend((from..until).map(|place| numbers.at(place) - numbers.at(0)));
            work.visits += 1;
            work.lanes += lanes.offsets.len() as u64;
            work.operations += operations * lanes.offsets.len() as u64;
            let truths = level.test.as_ref().map(|test| test.on(&lanes, None));
            for (lane, &offset) in lanes.offsets.iter().enumerate() {
                // What has no value here is no move, since rules without a fault have one at each.
                let holds = truths.as_ref().is_none_or(|truths| truths.at(lane) == Ok(true));
                let is_among = |(place, numbers): &(usize, Listed)| {
                    numbers.has(lanes.first[*place] + lanes.growth[*place] * offset)
                };
                if holds && level.among.iter().all(is_among) {
                    work.far += 1;
                    cells.one((first + step * offset) as usize);
                }
            }
        }
    }

    /// Returns whether the first and the last number lead from a position to the option by a move, if the conditions that are
    /// evaluated are left out.
    fn are_moves(&self, numbers: Numbers, known: &Known, along: usize, level: &Level) -> bool {
        [0, numbers.count() - 1].into_iter().all(|place| {
            let mut known = *known;
            known[along] = numbers.at(place);
            for (place, form) in &level.solved {
                known[*place] = form.value(&known);
            }
            let at = &known[..OPTION];
            let heaps = self.heaps.len();
            let option = self.clause.single().into_iter().flatten();
            let mut option = option.zip(&known[OPTION..]);
            let test = |test: &Truth<OfRules>| test.at(at) == Some(true);
            if level.test.as_ref().is_some_and(|of| !test(of))
                || !level.among.iter().all(|(place, numbers)| numbers.has(known[*place]))
            {
                return true;
            }
            let are_within = (heaps..).zip(&self.clause.ranges).all(|(place, range)| {
                let is_in_set = match range {
                    Range::Set(numbers) => numbers.contains(&known[place]),
                    Range::Between(_) => true,
                };
                is_in_set && range.conditions(place).iter().all(test)
            });
            let is_within =
                |heap: usize| (known[LEAST + heap]..=known[LARGEST + heap]).contains(&known[heap]);
            are_within
                && (0..heaps).all(is_within)
                && self.clause.condition.as_ref().is_none_or(test)
                && option.all(|(heap, &of_option)| heap.at(at) == Some(of_option))
        })
    }
}

/// The innermost unknown in lanes, by how much it is larger than the first number.
struct InLanes {
    first: Known,
    growth: Known,
    offsets: Vec<i64>,
}

impl Block<OfRules> for InLanes {
    fn length(&self) -> usize {
        self.offsets.len()
    }

    fn number(&self, &place: &usize, _: Wanted) -> Column {
        let (first, growth) = (self.first[place], self.growth[place]);
        match *self.offsets {
            _ if growth == 0 => Column::constant(first),
            [from, .., last] if last - from == self.offsets.len() as i64 - 1 => {
                Column::linear(first + growth * from, growth)
            }
            _ => {
                let numbers = self.offsets.iter().map(|offset| first + growth * offset);
                Column::of_numbers(numbers.collect(), Faults::default())
            }
        }
    }

    fn truth(&self, none: &NoTruth, _: Wanted) -> Truths {
        match *none {}
    }
}
