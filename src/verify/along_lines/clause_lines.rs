//! Grundy values and outcomes of written rules whose moves go along lines, in windows or not.
//!
//! A line knows for each value the last of its positions from which the newest option has this value; that position is as
//! many steps from the beginning of the line as its number, from 1 on. So a value is one of an option of p exactly if that
//! number is not below the one at which the window of p ends. Where the window begins behind the newest options, a number is
//! only noted when p admits it; its value is looked up then.
//!
//! That options lie so is what the analysis of the rules says. Before a table is checked, what it says is compared with the
//! options of the definition at some hundred positions.

use heap_rules::option_lines::Line;
use heap_rules::rules::OfRules;
use heap_rules::tree::{Number, Truth};

use super::walk::{LineRule, Through};
use crate::domain::{Coordinates, Domain};
use crate::engine::options;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{ClauseMoves, WrittenRuleset};

/// Values that are compared at a time: a compiler makes a few instructions of it.
const LANES: usize = 16;
/// The side of the box at whose positions options are compared with those of the definition, and at how many at most.
const SIDE: u32 = 24;
const MOST_COMPARED: usize = 600;

pub(super) struct ClauseLines {
    heaps: usize,
    lines: Vec<OptionsOnLine>,
    /// Single options: what they have less than the position, and when they are there.
    single: Vec<(Coordinates, Vec<Truth<OfRules>>)>,
    terminal: Option<Truth<OfRules>>,
    /// The steps of the lines.
    rays: Vec<Coordinates>,
    is_outcome: bool,
    is_misere: bool,
    /// No value of a true table is larger.
    largest: u32,
    operations: u64,
}

struct OptionsOnLine {
    base: Coordinates,
    guard: Vec<Truth<OfRules>>,
    from: Vec<Number<OfRules>>,
    to: Vec<Number<OfRules>>,
}

/// What is known of a line.
#[derive(Default)]
pub(super) struct Known {
    /// For each value, the number of the last position whose newest option has it; 0 for none.
    last: Vec<[u32; LANES]>,
    /// The number up to which options are noted.
    noted: u32,
    /// How many blocks of values have all been seen.
    full: usize,
}

impl Known {
    fn note(&mut self, value: u32, number: u32) {
        let block = value as usize / LANES;
        if block >= self.last.len() {
            self.last.resize(block + 1, [0; LANES]);
        }
        self.last[block][value as usize % LANES] = number;
        while self.last.get(self.full).is_some_and(|block| block.iter().all(|&last| last > 0)) {
            self.full += 1;
        }
    }
}

/// Returns entries as coordinates, if no heap grows.
fn coordinates(entries: impl Iterator<Item = i64>) -> Option<Coordinates> {
    let entries = entries.map(|entry| u32::try_from(entry).ok()).collect::<Option<Vec<_>>>()?;
    Some(Coordinates::padded(&entries, 0))
}

/// Returns the largest or the least of some numbers and another one; `None` where one has no value.
fn chosen(
    numbers: &[Number<OfRules>],
    heaps: &[i64],
    other: i64,
    choose: fn(i64, i64) -> i64,
) -> Option<i64> {
    numbers.iter().try_fold(other, |chosen, number| Some(choose(chosen, number.at(heaps)?)))
}

impl ClauseLines {
    /// Returns the lines of a game; `None` if some clause has none, or if they are not what the definition says.
    pub(super) fn of(game: &WrittenRuleset, plan: &Plan) -> Option<Self> {
        let job = plan.job();
        let is_known = match job.quantity() {
            Quantity::Grundy => true,
            Quantity::Outcome => game.blocking_number() == 0,
            _ => false,
        };
        if !is_known || game.is_partizan() {
            return None;
        }
        let mut clauses = ClauseLines {
            heaps: game.heaps(),
            lines: Vec::new(),
            single: Vec::new(),
            terminal: game.rules().terminal.clone(),
            rays: Vec::new(),
            is_outcome: job.quantity() == Quantity::Outcome,
            is_misere: job.convention() == Convention::Misere,
            largest: u32::try_from(plan.bound().largest_value).unwrap_or(u32::MAX),
            operations: 0,
        };
        for moves in game.clause_moves() {
            let ClauseMoves::Lines(parts) = moves else { return None };
            for Line { base, step, guard, from, to } in &parts.lines {
                let base = coordinates(base.iter().copied())?;
                clauses.rays.push(coordinates(step.iter().map(|&step| step.into()))?);
                let ends = from.iter().chain(to).map(Number::operations).sum::<u64>();
                clauses.operations += ends + guard.iter().map(Truth::operations).sum::<u64>();
                let (guard, from, to) = (guard.clone(), from.clone(), to.clone());
                clauses.lines.push(OptionsOnLine { base, guard, from, to });
            }
            for step in &parts.steps {
                let vector = coordinates(step.vector.iter().copied())?;
                clauses.single.push((vector, step.guard.clone()));
            }
        }
        clauses.are_those_of_the_definition(plan).then_some(clauses)
    }

    pub(super) fn bytes_of_line(&self) -> u64 {
        let values = if self.is_outcome { 2 } else { u64::from(self.largest) + 1 };
        values.div_ceil(LANES as u64) * size_of::<[u32; LANES]>() as u64 + size_of::<Known>() as u64
    }

    /// Was measured on Wythoff Nim with a window; the more values there are, the longer it takes to pass them.
    pub(super) fn nanoseconds_of_position(&self) -> f64 {
        let values = if self.is_outcome { 0.0 } else { 0.1 * f64::from(self.largest) };
        let options = (self.lines.len() + self.single.len()) as f64;
        20.0 + (30.0 + values) * options + 8.0 * self.operations as f64
    }

    /// Returns the heaps of a position as numbers.
    fn heaps_of(&self, at: Coordinates) -> Vec<i64> {
        at.unpadded(self.heaps).iter().map(|&heap| heap.into()).collect()
    }

    fn holds(&self, conditions: &[Truth<OfRules>], heaps: &[i64]) -> Option<bool> {
        conditions.iter().try_fold(true, |all, truth| Some(all && truth.at(heaps)?))
    }

    fn is_terminal(&self, heaps: &[i64]) -> Option<bool> {
        self.terminal.as_ref().map_or(Some(false), |terminal| terminal.at(heaps))
    }

    /// Returns the least and the largest number of steps back of the options on a line; `None` where that has no value.
    fn window(&self, line: &OptionsOnLine, heaps: &[i64]) -> Option<Option<(i64, i64)>> {
        if !self.holds(&line.guard, heaps)? {
            return Some(None);
        }
        let from = chosen(&line.from, heaps, 0, i64::max)?;
        Some(Some((from, chosen(&line.to, heaps, i64::MAX, i64::min)?)))
    }

    /// Compares the options on lines with those of the definition.
    fn are_those_of_the_definition(&self, plan: &Plan) -> bool {
        let domain = plan.job().domain();
        let sides = Coordinates(domain.sides().map(|side| side.min(SIDE)));
        let small: Vec<Coordinates> =
            Coordinates::cells_of_box(sides).filter(|&at| domain.contains(at)).collect();
        let every = small.len().div_ceil(MOST_COMPARED).max(1);
        small.into_iter().step_by(every).all(|at| {
            let mut expected: Vec<Coordinates> = Vec::new();
            for option in options(plan.job().ruleset(), at) {
                expected.extend(option.into_parts());
            }
            expected.sort_unstable();
            expected.dedup();
            self.options(at, domain) == Some(expected)
        })
    }

    /// Lists the options of a position, in their order.
    fn options(&self, at: Coordinates, domain: &Domain) -> Option<Vec<Coordinates>> {
        let heaps = self.heaps_of(at);
        let mut all = Vec::new();
        if !self.is_terminal(&heaps)? {
            for (line, &ray) in self.lines.iter().zip(&self.rays) {
                let Some((from, to)) = self.window(line, &heaps)? else { continue };
                let newest = at.checked_sub(line.base);
                let behind = std::iter::successors(newest, |option| option.checked_sub(ray));
                let inside = (0..).zip(behind).filter(|&(k, _)| from <= k && k <= to);
                all.extend(inside.map(|(_, option): (i64, _)| option));
            }
            for (vector, guard) in &self.single {
                if self.holds(guard, &heaps)? {
                    all.extend(at.checked_sub(*vector));
                }
            }
        }
        all.retain(|&option| domain.contains(option));
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// Notes the options of a line that a position admits and no position before it has noted.
    fn note(
        &self,
        line: &OptionsOnLine,
        ray: Coordinates,
        at: Coordinates,
        heaps: &[i64],
        known: &mut Known,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> Option<u32> {
        let steps = (0..ray.0.len()).filter_map(|axis| at[axis].checked_div(ray[axis]));
        let number = steps.min().unwrap_or(0) + 1;
        let from = chosen(&line.from, heaps, 0, i64::max)?;
        let admitted = u32::try_from(i64::from(number) - from).unwrap_or(0);
        while known.noted < admitted {
            known.noted += 1;
            let of_number = at - ray.saturating_multiple(number - known.noted);
            if let Some(option) = of_number.checked_sub(line.base) {
                let value = value(option);
                if value <= self.largest {
                    known.note(value, known.noted);
                }
            }
        }
        Some(number)
    }

    /// Whether a stored value is what the definition makes of the options; `None` where an expression has no value.
    fn is_right(
        &self,
        at: Coordinates,
        stored: u32,
        through: &mut Through<Known>,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> Option<bool> {
        let heaps = self.heaps_of(at);
        let is_terminal = self.is_terminal(&heaps)?;
        // The number at which the window of each line ends, if it has one, and whether it is the whole line.
        let mut asked: Vec<Option<(u32, bool)>> = Vec::with_capacity(self.lines.len());
        for (index, (line, &ray)) in self.lines.iter().zip(&self.rays).enumerate() {
            let number = self.note(line, ray, at, &heaps, through.line(index), value)?;
            let to = chosen(&line.to, &heaps, i64::from(number) - 1, i64::min)?;
            let oldest = u32::try_from((i64::from(number) - to).max(1)).unwrap_or(u32::MAX);
            let is_there = self.holds(&line.guard, &heaps)?;
            asked.push(is_there.then_some((oldest, oldest == 1)));
        }
        if is_terminal {
            return Some(stored == u32::from(self.is_misere != self.is_outcome));
        }
        let mut single = Vec::new();
        for (vector, guard) in &self.single {
            if self.holds(guard, &heaps)?
                && let Some(option) = at.checked_sub(*vector)
            {
                single.push(value(option));
            }
        }
        let lines = through.iter().zip(&asked);
        let lines: Vec<(&Known, u32, bool)> = lines
            .filter_map(|(known, asked)| asked.map(|(oldest, is_whole)| (known, oldest, is_whole)))
            .collect();
        Some(self.agrees_with(stored, &lines, &single))
    }

    /// Whether a stored value is that of a position with the values of these lines, each from a number on, and these others.
    fn agrees_with(&self, stored: u32, lines: &[(&Known, u32, bool)], single: &[u32]) -> bool {
        let has = |value: u32| {
            let of_line = |(known, oldest, _): &(&Known, u32, bool)| {
                let block = known.last.get(value as usize / LANES);
                block.is_some_and(|block| block[value as usize % LANES] >= *oldest)
            };
            single.contains(&value) || lines.iter().any(of_line)
        };
        if self.is_outcome {
            let has_p = has(1);
            let is_p = if has_p || has(0) { !has_p } else { !self.is_misere };
            return stored == u32::from(is_p);
        }
        let has_any = |(known, oldest, _): &(&Known, u32, bool)| {
            known.last.iter().flatten().any(|last| last >= oldest)
        };
        let has_options = || !single.is_empty() || lines.iter().any(has_any);
        if self.is_misere && stored <= 1 && !has(0) && !has_options() {
            return stored == 1;
        }
        if stored > self.largest || has(stored) {
            return false;
        }
        let whole = lines.iter().filter(|(.., is_whole)| *is_whole);
        let first = whole.map(|(known, ..)| known.full).max().unwrap_or(0);
        let (last, rest) = (stored as usize / LANES, stored as usize % LANES);
        (first..=last).all(|block| {
            let mut found = [0u32; LANES];
            for (known, oldest, _) in lines {
                if let Some(places) = known.last.get(block) {
                    let found = found.iter_mut().zip(places);
                    found.for_each(|(found, place)| *found |= u32::from(place >= oldest));
                }
            }
            for &value in single.iter().filter(|&&value| value as usize / LANES == block) {
                found[value as usize % LANES] = 1;
            }
            let wanted = if block == last { rest } else { LANES };
            found[..wanted].iter().all(|&found| found == 1)
        })
    }
}

impl LineRule for ClauseLines {
    type Line = Known;

    fn rays(&self) -> &[Coordinates] {
        &self.rays
    }

    fn agrees(
        &self,
        at: Coordinates,
        stored: u32,
        through: &mut Through<Known>,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> bool {
        self.is_right(at, stored, through, value) == Some(true)
    }
}
