//! The filling of cells, each different one once.

mod crossing;
mod members;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::strings::{NO_LETTERS, Strings};
use super::{Feed, Rule};
use crate::automaton::{NONE, letter_of};
use crate::interned::Interned;
use crate::limits::{AutomataError, Limits};
use crate::numeration::Numeration;

/// The members of a cell without any.
pub(super) const NO_MEMBERS: u32 = 0;

/// The states of the automata of pairs that are excluded where no pair is.
const NOTHING_EXCLUDED: u32 = 0;

/// Members whose first number is this are those of a single position, with the bits of its sets.
const POSITION: u32 = u32::MAX;

/// After this many cells the limits are looked at.
const CELLS_A_CHECK: usize = 1 << 10;

/// A cell: the pairs of words that begin with some digits.
#[derive(Debug, Clone, Copy)]
struct Cell {
    /// How many digits are left.
    left: usize,
    /// The states of the automaton of valid words after the digits of both numbers.
    valid: [u32; 2],
    /// The least numbers with these digits.
    least: [i128; 2],
    /// The states after the digits of both of the automata of pairs that are excluded, by their number.
    excluded: u32,
}

pub(super) struct Filling<'a> {
    rule: Rc<Rule<'a>>,
    numeration: Arc<Numeration>,
    most_bytes: usize,
    weights: Vec<i128>,
    /// For each state of the automaton of valid words: digits that may follow, and the next states.
    digits: Vec<Vec<(u32, u32)>>,
    /// The lines that cross the bottom and the top of cells, and those that cross their left and right sides.
    upward: Vec<usize>,
    rightward: Vec<usize>,
    /// For each line its place among these.
    places: Vec<[Option<usize>; 2]>,
    /// The lines that count for each set.
    of_set: Vec<Vec<usize>>,
    /// How far is counted on a line.
    cap: u8,
    strings: Strings,
    /// The strings of zeros: by the slots of their letters, how many digits are left, and the state of valid words.
    zeros: HashMap<(usize, usize, u32), u32>,
    members: Interned,
    /// States of the automata of pairs that are excluded, with none that accepts anything in the first place.
    excluded: Interned,
    /// What the cells take: how many digits are left, the states, where they lie if it matters, and the strings.
    cells: Interned,
    /// For each of them: the members, and the strings at the top and on the right.
    filled: Vec<u32>,
    /// The same for lines that cross cells without members.
    crossings: Interned,
    crossed: Vec<[u32; 2]>,
    checks: usize,
}

/// The members of a cell, and the strings of the lines that leave it.
struct Filled {
    members: u32,
    top: Vec<u32>,
    right: Vec<u32>,
}

impl<'a> Filling<'a> {
    pub(super) fn new(rule: Rule<'a>, numeration: &Arc<Numeration>, most_bytes: usize) -> Self {
        let after = |state: u32| {
            let next = |digit| numeration.valid_after(state, digit).map(|to| (digit, to));
            (0..numeration.digit_count()).filter_map(next).collect()
        };
        let crossing = |axis: usize| {
            let crosses = |&line: &usize| rule.lines[line].step[axis] > 0;
            (0..rule.lines.len()).filter(crosses).collect::<Vec<usize>>()
        };
        let removed = rule.lines.iter().filter(|line| line.is_removed).count();
        let (upward, rightward) = (crossing(1), crossing(0));
        let place = |lines: &[usize], line| lines.iter().position(|&other| other == line);
        let places = |line| [place(&upward, line), place(&rightward, line)];
        let places = (0..rule.lines.len()).map(places).collect();
        let sets = rule.groups.iter().map(|group| group.end).max().unwrap_or(0);
        let mut of_set = vec![Vec::new(); sets];
        rule.lines.iter().enumerate().for_each(|(index, line)| of_set[line.target].push(index));
        let cap = u8::try_from(rule.blocked as usize + 1 + removed).unwrap_or(u8::MAX);
        let mut members = Interned::default();
        members.number_of(&[]);
        let mut excluded = Interned::default();
        excluded.number_of(&vec![NONE; rule.excluded.len()]);
        Filling {
            rule: Rc::new(rule),
            numeration: Arc::clone(numeration),
            most_bytes,
            weights: numeration.weights().map(|weight| weight as i128).collect(),
            digits: (0..numeration.valid_states()).map(after).collect(),
            upward,
            rightward,
            places,
            of_set,
            cap,
            strings: Strings::new(),
            zeros: HashMap::new(),
            members,
            excluded,
            cells: Interned::default(),
            filled: Vec::new(),
            crossings: Interned::default(),
            crossed: Vec::new(),
            checks: 0,
        }
    }

    /// Forgets all cells.
    pub(super) fn clear(&mut self) {
        (self.cells, self.filled) = (Interned::default(), Vec::new());
        (self.crossings, self.crossed) = (Interned::default(), Vec::new());
    }

    pub(super) fn count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the members with at most this many digits.
    pub(super) fn below(&mut self, digits: usize, limits: &Limits) -> Result<u32, AutomataError> {
        let excluded = self.excluded.number_of(&vec![0; self.rule.excluded.len()]);
        let cell = Cell { left: digits, valid: [0, 0], least: [0, 0], excluded };
        // As from cells without positions, nothing comes from below and from the left.
        let Filled { top: bottom, right: left, .. } = self.outside(cell);
        Ok(self.fill(cell, &bottom, &left, limits)?.members)
    }

    /// Returns the string of letters of zeros along a side.
    fn zeros(&mut self, slots: usize, left: usize, valid: u32) -> u32 {
        if let Some(&string) = self.zeros.get(&(slots, left, valid)) {
            return string;
        }
        let string = match left.checked_sub(1) {
            None if self.numeration.valid_end(valid) => self.strings.letter(&vec![0; slots]),
            None => NO_LETTERS,
            Some(left) => {
                let next = self.digits[valid as usize].clone();
                let parts: Vec<u32> =
                    next.into_iter().map(|(_, to)| self.zeros(slots, left, to)).collect();
                self.strings.joined(&parts)
            }
        };
        self.zeros.insert((slots, left, valid), string);
        string
    }

    fn check(&mut self, limits: &Limits) -> Result<(), AutomataError> {
        self.checks += 1;
        if !self.checks.is_multiple_of(CELLS_A_CHECK) {
            return Ok(());
        }
        let interned = [&self.cells, &self.members, &self.crossings];
        let bytes = interned.iter().map(|interned| interned.bytes()).sum::<usize>()
            + self.strings.bytes()
            + self.filled.capacity() * size_of::<u32>();
        match bytes > self.most_bytes {
            true => Err(AutomataError::TooMuchMemory),
            false => limits.check(self.cells.len()),
        }
    }

    fn fill(
        &mut self,
        cell: Cell,
        bottom: &[u32],
        left: &[u32],
        limits: &Limits,
    ) -> Result<Filled, AutomataError> {
        let size = cell.valid.map(|valid| self.size(cell.left, valid));
        if size.contains(&0) {
            return Ok(Filled { members: NO_MEMBERS, top: bottom.to_vec(), right: left.to_vec() });
        }
        let shear = i128::from(self.rule.shear);
        // The least and the largest y, and how far the corner is above the line of y = 0.
        let least = cell.least[1] - shear * (cell.least[0] + size[0] - 1);
        let above = cell.least[1] - shear * cell.least[0];
        if above + size[1] - 1 < 0 {
            return Ok(self.outside(cell));
        }
        let exact = i128::from(self.rule.exact_below);
        let is_special = cell.least[0] < exact && least < exact;
        let is_crossed = cell.excluded == NOTHING_EXCLUDED && !is_special;
        if least >= 0 && is_crossed && self.is_empty(bottom, left) {
            return self.crossed(cell, bottom, left, limits);
        }
        // Where it lies matters only where something else may count, or not all is inside.
        let above = if least >= exact { i64::MAX } else { above as i64 };
        let key: Vec<u32> = [cell.left as u32, cell.valid[0], cell.valid[1], cell.excluded]
            .into_iter()
            .chain([cell.least[0].min(exact) as u32, above as u32, (above >> 32) as u32])
            .chain(bottom.iter().copied())
            .chain(left.iter().copied())
            .collect();
        let width = 1 + bottom.len() + left.len();
        let known = self.cells.len();
        let number = self.cells.number_of(&key) as usize;
        if number < known {
            let record = &self.filled[number * width..(number + 1) * width];
            let (top, right) = record[1..].split_at(bottom.len());
            return Ok(Filled { members: record[0], top: top.to_vec(), right: right.to_vec() });
        }
        // Its parts get larger numbers, and are written after it.
        self.filled.resize((number + 1) * width, NO_MEMBERS);
        self.check(limits)?;
        let filled = match cell.left {
            0 => self.position(cell, bottom, left),
            _ => self.parts(cell, bottom, left, limits)?,
        };
        let all = std::iter::once(&filled.members).chain(&filled.top).chain(&filled.right);
        let record = &mut self.filled[number * width..(number + 1) * width];
        record.iter_mut().zip(all).for_each(|(to, &from)| *to = from);
        Ok(filled)
    }

    /// Returns how many numbers have some first digits.
    fn size(&self, left: usize, valid: u32) -> i128 {
        // The largest word that may follow has the largest digit each time, unless it may not end so.
        let Some(rest) = left.checked_sub(1) else {
            return i128::from(self.numeration.valid_end(valid));
        };
        let last = self.digits[valid as usize].last();
        last.map_or(0, |&(digit, to)| i128::from(digit) * self.weights[rest] + self.size(rest, to))
    }

    /// Returns what leaves a cell without positions.
    fn outside(&mut self, cell: Cell) -> Filled {
        let slots = |lines: &[usize], axis: usize| -> Vec<usize> {
            lines.iter().map(|&line| self.rule.lines[line].step[axis] as usize).collect()
        };
        let (upward, rightward) = (slots(&self.upward, 1), slots(&self.rightward, 0));
        let [x, y] = cell.valid;
        let top = upward.into_iter().map(|slots| self.zeros(slots, cell.left, x)).collect();
        let right = rightward.into_iter().map(|slots| self.zeros(slots, cell.left, y)).collect();
        Filled { members: NO_MEMBERS, top, right }
    }

    /// Fills the parts of a cell, those of smaller numbers first.
    fn parts(
        &mut self,
        cell: Cell,
        bottom: &[u32],
        left: &[u32],
        limits: &Limits,
    ) -> Result<Filled, AutomataError> {
        let base = self.numeration.digit_count() as usize;
        let [of_x, of_y] = cell.valid.map(|valid| self.digits[valid as usize].clone());
        let mut members = vec![NO_MEMBERS; base * base];
        let part = |strings: &Strings, sides: &[u32], index: usize| -> Vec<u32> {
            sides.iter().map(|&side| strings.part(side, index)).collect()
        };
        let mut before: Vec<Vec<u32>> =
            (0..of_y.len()).map(|index| part(&self.strings, left, index)).collect();
        let mut tops: Vec<Vec<u32>> = Vec::new();
        for (index, &(x, to_x)) in of_x.iter().enumerate() {
            let mut below = part(&self.strings, bottom, index);
            for (before, &(y, to_y)) in before.iter_mut().zip(&of_y) {
                let inner = self.inner(cell, [(x, to_x), (y, to_y)]);
                let filled = self.fill(inner, &below, before, limits)?;
                members[x as usize + base * y as usize] = filled.members;
                (below, *before) = (filled.top, filled.right);
            }
            tops.push(below);
        }
        let members = match members.iter().all(|&members| members == NO_MEMBERS) {
            true => NO_MEMBERS,
            false => self.members.number_of(&members),
        };
        let (top, right) = (self.joined(&tops), self.joined(&before));
        Ok(Filled { members, top, right })
    }

    /// Returns the strings of several lines, of which the parts are given, one after the other.
    fn joined(&mut self, parts: &[Vec<u32>]) -> Vec<u32> {
        let lines = parts.first().map_or(0, Vec::len);
        let of_line = |line: usize| parts.iter().map(|part| part[line]).collect::<Vec<u32>>();
        (0..lines).map(|line| self.strings.joined(&of_line(line))).collect()
    }

    fn inner(&mut self, cell: Cell, digits: [(u32, u32); 2]) -> Cell {
        let weight = self.weights[cell.left - 1];
        let least = [0, 1].map(|axis| cell.least[axis] + i128::from(digits[axis].0) * weight);
        let letter = letter_of(&self.numeration, &digits.map(|(digit, _)| digit));
        let excluded = match cell.excluded {
            NOTHING_EXCLUDED => NOTHING_EXCLUDED,
            before => {
                let before = self.excluded.get(before as usize).iter();
                let pairs = self.rule.excluded.iter().zip(before);
                let after: Vec<u32> = pairs.map(|(of, &state)| of.after(state, letter)).collect();
                self.excluded.number_of(&after)
            }
        };
        Cell { left: cell.left - 1, valid: digits.map(|(_, to)| to), least, excluded }
    }

    /// Finds of which sets a position is a member.
    fn position(&mut self, cell: Cell, bottom: &[u32], left: &[u32]) -> Filled {
        let rule = Rc::clone(&self.rule);
        let mut arriving = vec![0; rule.lines.len()];
        for (&line, &string) in self.upward.iter().zip(bottom) {
            arriving[line] = self.strings.slots(string).next().unwrap_or(0);
        }
        let turning = arriving.clone();
        for (&line, &string) in self.rightward.iter().zip(left) {
            arriving[line] = self.strings.slots(string).next().unwrap_or(0);
        }
        let [x, y] = cell.least;
        let at = [x, y - i128::from(rule.shear) * x];
        let at = at.map(|number| number.min(rule.exact_below.into()) as u32);
        let states = self.excluded.get(cell.excluded as usize).iter();
        let is_excluded: Vec<bool> =
            rule.excluded.iter().zip(states).map(|(of, &state)| of.accepts_in(state)).collect();
        let excluded = match is_excluded.contains(&true) {
            true => i64::from(rule.blocked) + 1,
            false => 0,
        };
        let mut sets: u64 = 0;
        for group in &rule.groups {
            for set in group.clone() {
                for &index in &self.of_set[set] {
                    let line = rule.lines[index];
                    if let (Feed::Set(feeding), [0, 0]) = (line.feed, line.step) {
                        arriving[index] = (sets >> feeding & 1) as u8;
                    }
                }
                let signed = |&index: &usize| {
                    let count = i64::from(arriving[index]);
                    if rule.lines[index].is_removed { -count } else { count }
                };
                let count = self.of_set[set].iter().map(signed).sum::<i64>();
                let count = count + excluded + (rule.more)(at, set);
                if count <= i64::from(rule.blocked) {
                    sets |= 1 << set;
                    break;
                }
            }
        }
        let leaving = |index: usize| {
            let line = rule.lines[index];
            let feed = match line.feed {
                Feed::Set(set) => (sets >> set & 1) as u8,
                Feed::Excluded(index) => u8::from(is_excluded[index]),
                Feed::Line(feeding) => arriving[feeding],
            };
            let carried = if line.carries { arriving[index] } else { 0 };
            carried.saturating_add(feed).min(self.cap)
        };
        let leaving: Vec<u8> = (0..rule.lines.len()).map(leaving).collect();
        let members = match sets {
            0 => NO_MEMBERS,
            sets => self.members.number_of(&[POSITION, sets as u32, (sets >> 32) as u32]),
        };
        let (upward, rightward) = (self.upward.clone(), self.rightward.clone());
        let top =
            upward.iter().zip(bottom).map(|(&line, &string)| self.shifted(string, leaving[line]));
        let top = top.collect();
        let right = rightward.iter().zip(left).map(|(&line, &string)| {
            let last = if rule.lines[line].step[1] > 0 { turning[line] } else { leaving[line] };
            self.shifted(string, last)
        });
        let right = right.collect();
        Filled { members, top, right }
    }

    /// Returns the letter without its first slot, and with another one at the end.
    fn shifted(&mut self, letter: u32, last: u8) -> u32 {
        let slots: Vec<u8> = self.strings.slots(letter).skip(1).chain([last]).collect();
        self.strings.letter(&slots)
    }
}
