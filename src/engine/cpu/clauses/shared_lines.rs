//! Positions that share a line, on which each of them has a longer part: games with a memory, such as those in which a move
//! takes at most three times as many tokens as the move before.
//!
//! Let the options of a position p depend on some of its heaps alone, and on the number k that is taken, which is bounded by
//! what the other heaps say. Positions of one grade that agree in those heaps have their options on one line then, and
//! differ in how far they reach on it. They are taken in the order in which they reach further: each adds the values that
//! are new to one set, and the least value that is missing never falls. Where their parts of the line are not such a
//! sequence, the options of each are looked up by themselves.

use heap_rules::rules::OfRules;
use heap_rules::tree::Truth;

use super::cells::Geometry;
use super::layers::Layer;
use super::listed::{Numbers, Places};
use super::prepared::Clause;
use super::quantities::{Marking, NoValues};
use super::scalar::{Environment, names};
use super::tally::{Halt, Tally as _};
use super::walk::Walk;
use crate::domain::Coordinates;
use crate::engine::EngineError;
use crate::quantity::Convention;
use crate::values::Value;

/// The heaps that say where the options of a position lie, by their axes among those of the game.
pub(super) struct SharedLines {
    axes: Vec<usize>,
}

/// The positions of a layer whose options are bounded: their numbers there, and for each clause the bounds of the number that
/// is taken, the first above the second where there is no option.
#[derive(Default)]
struct Members {
    numbers: Vec<u32>,
    positions: Vec<Environment>,
    bounds: Vec<[i64; 2]>,
}

/// Stands for the bounds of a number that takes no value.
const NOTHING: [i64; 2] = [0, i64::MIN];

impl SharedLines {
    /// Returns the heaps of which options depend; `None` if they depend on all of them, or if a clause is no line.
    pub(super) fn of(clauses: &[Vec<Clause>], heaps: usize) -> Option<Self> {
        let [clauses] = clauses else { return None };
        let is_line = |clause: &Clause| {
            let [of_loop] = &clause.loops[..] else { return false };
            clause.sum.is_none()
                && clause.lane_test.is_none()
                && clause.is_piecewise_linear()
                && of_loop.bounds.is_some()
                && of_loop.listed.is_none()
                && of_loop.ones.is_none()
                && of_loop.holes.is_empty()
        };
        let is_named = |&axis: &usize| {
            clauses.iter().any(|of| of.option.written.iter().any(|n| names(n, axis)))
        };
        let axes: Vec<usize> = (0..heaps).filter(is_named).collect();
        let are_lines = !clauses.is_empty() && clauses.iter().all(is_line);
        (are_lines && axes.len() < heaps).then_some(SharedLines { axes })
    }

    /// Returns the heaps of a position of which its options depend.
    fn key(&self, at: &Environment) -> [i64; 4] {
        let mut key = [0; 4];
        key.iter_mut().zip(&self.axes).for_each(|(key, &axis)| *key = at[axis]);
        key
    }
}

/// Appends the bounds of the number that is taken in each clause.
fn append_bounds(
    clauses: &[Clause],
    at: &mut Environment,
    bounds: &mut Vec<[i64; 2]>,
) -> Result<(), Halt> {
    for clause in clauses {
        let mut has_options = true;
        for test in clause.tests.iter().flatten() {
            has_options &= test.at(at).ok_or(Halt::Noticed)?;
        }
        let mut places = Places::default();
        bounds.push(
            match has_options
                .then(|| clause.loops[0].numbers(at, &mut places))
                .transpose()?
                .flatten()
            {
                Some(Numbers::Between(low, high)) => [low, high],
                Some(Numbers::Set(_)) => return Err(Halt::Noticed),
                None => NOTHING,
            },
        );
    }
    Ok(())
}

/// A table whose positions share lines.
pub(super) struct TableOfLines<'a, T> {
    pub(super) shared: &'a SharedLines,
    pub(super) geometry: &'a Geometry,
    pub(super) clauses: &'a [Clause],
    /// Which positions have no moves.
    pub(super) terminal: Option<&'a Truth<OfRules>>,
    pub(super) table: &'a [T],
    pub(super) no_values: NoValues,
    pub(super) convention: Convention,
}

impl<T: Value> TableOfLines<'_, T> {
    /// Computes the Grundy values of a layer. `alone` computes the value of a position by itself.
    pub(super) fn layer<const TABLES: usize>(
        &self,
        layer: &Layer,
        numbers: &mut [[T; TABLES]],
        mut alone: impl FnMut(Coordinates) -> Result<[T; TABLES], EngineError>,
    ) -> Result<(), EngineError> {
        let (clauses, shared) = (self.clauses, self.shared);
        let mut members = Members::default();
        for (number, of_number) in numbers.iter_mut().enumerate() {
            let at = layer.at(number);
            let mut environment = self.geometry.environment(at);
            let length = members.bounds.len();
            let is_terminal = self.terminal.map(|of| of.at(&environment));
            let found = match is_terminal {
                None | Some(Some(false)) => {
                    append_bounds(clauses, &mut environment, &mut members.bounds)
                }
                Some(_) => Err(Halt::Noticed),
            };
            if found.is_err() {
                members.bounds.truncate(length);
                *of_number = alone(at)?;
                continue;
            }
            members.numbers.push(number as u32);
            members.positions.push(environment);
        }
        // What reaches further comes later. Most layers are in this order already.
        let key = |&member: &usize| shared.key(&members.positions[member]);
        let ends = |&member: &usize| {
            members.bounds[member * clauses.len()..][..clauses.len()].iter().map(|[_, high]| *high)
        };
        let compare = |one: &usize, two: &usize| {
            key(one).cmp(&key(two)).then_with(|| ends(one).cmp(ends(two)))
        };
        let mut order: Vec<usize> = (0..members.numbers.len()).collect();
        if !order.is_sorted_by(|one, two| compare(one, two).is_le()) {
            order.sort_by(compare);
        }
        let mut marks = Marks::default();
        for group in order.chunk_by(|one, two| key(one) == key(two)) {
            if !self.share(group, &members, numbers, &mut marks) {
                for &member in group {
                    let number = members.numbers[member] as usize;
                    numbers[number] = alone(layer.at(number))?;
                }
            }
        }
        Ok(())
    }

    /// Computes positions that share a line; returns whether that was possible.
    fn share<const TABLES: usize>(
        &self,
        group: &[usize],
        members: &Members,
        numbers: &mut [[T; TABLES]],
        marks: &mut Marks,
    ) -> bool {
        let TableOfLines { clauses, no_values, convention, .. } = *self;
        let walk = Walk { geometry: self.geometry, clauses };
        marks.begin(no_values.pending);
        let mark = marks.mark;
        // How far each clause has been taken in, and where it began.
        let mut taken = vec![NOTHING; clauses.len()];
        let (mut mex, mut has_options) = (0, false);
        for &member in group {
            let mut at = members.positions[member];
            let bounds = &members.bounds[member * clauses.len()..][..clauses.len()];
            for ((clause, taken), &[low, high]) in clauses.iter().zip(&mut taken).zip(bounds) {
                let mut from = match *taken {
                    NOTHING => low,
                    [first, reached] if first == low && reached <= high => reached + 1,
                    _ => return false,
                };
                let table = self.table;
                let mut marking = Marking { table, marks: &mut marks.marks, mark, no_values };
                while from <= high {
                    let Ok((run, last)) = walk.run(clause, from, high, &mut at) else {
                        return false;
                    };
                    marking.run(run);
                    from = last + 1;
                }
                *taken = [low, high];
            }
            let is_marked = |value: u32| marks.marks[value as usize] == mark;
            if is_marked(no_values.pending) {
                return false;
            }
            while mex < no_values.empty && is_marked(mex) {
                mex += 1;
            }
            has_options |=
                mex > 0 || convention == Convention::Misere && (0..no_values.empty).any(is_marked);
            if mex == no_values.empty {
                return false;
            }
            let value = value_of_mex(mex, has_options, convention);
            numbers[members.numbers[member] as usize] = [T::from_u32(value); TABLES];
        }
        true
    }
}

/// Returns the Grundy value of a position of whose options this is the least value that is missing.
fn value_of_mex(mex: u32, has_options: bool, convention: Convention) -> u32 {
    match convention {
        Convention::Misere if !has_options => 1,
        _ => mex,
    }
}

/// Marks of values, which those of an earlier group need not be taken away from.
#[derive(Default)]
struct Marks {
    marks: Vec<u32>,
    mark: u32,
}

impl Marks {
    /// Begins anew, with marks for numbers up to one.
    fn begin(&mut self, largest: u32) {
        if self.mark == u32::MAX {
            self.marks.fill(0);
            self.mark = 0;
        }
        self.mark += 1;
        self.marks.resize(largest as usize + 1, 0);
    }
}
