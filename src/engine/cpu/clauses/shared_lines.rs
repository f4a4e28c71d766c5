//! Positions that share a line, on which each of them has a longer part: games with a memory, such as those in which a move
//! takes at most three times as many tokens as the move before.
//!
//! Let the options of a position p depend on some of its heaps alone, and on the number k that is taken, which is bounded by
//! what the other heaps say. Positions of one grade that agree in those heaps have their options on one line then, and
//! differ in how far they reach on it. They are taken in the order in which they reach further: each adds the values that
//! are new to one set, and the least value that is missing never falls. Where their parts of the line are not such a
//! sequence, the options of each are looked up by themselves.

use super::filling::{Filling, Scratch};
use super::layers::Layer;
use super::listed::Numbers;
use super::prepared::Clause;
use super::quantities::{Marking, Rule};
use super::scalar::{Environment, names};
use super::tally::{Halt, Tally as _};
use super::walk::Walk;
use crate::engine::EngineError;
use crate::quantity::Convention;
use crate::values::Value;

/// The heaps that say where the options of a position lie, by their axes among those of the game.
pub(super) struct SharedLines {
    axes: Vec<usize>,
}

/// A position of a layer: its number there, and the bounds of the number that is taken in each clause.
struct Member {
    number: usize,
    at: Environment,
    bounds: Vec<Option<[i64; 2]>>,
}

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

/// Returns the bounds of the number that is taken in each clause.
fn bounds(clauses: &[Clause], at: &mut Environment) -> Result<Vec<Option<[i64; 2]>>, Halt> {
    let of_clause = |clause: &Clause| {
        for test in clause.tests.iter().flatten() {
            if !test.at(at).ok_or(Halt::Noticed)? {
                return Ok(None);
            }
        }
        match clause.loops[0].numbers(at)? {
            Some(Numbers::Between(low, high)) => Ok(Some([low, high])),
            Some(Numbers::Set(_)) => Err(Halt::Noticed),
            None => Ok(None),
        }
    };
    clauses.iter().map(of_clause).collect()
}

impl<T: Value, R: Rule<TABLES>, const TABLES: usize> Filling<'_, T, R, TABLES> {
    /// Computes the Grundy values of a layer whose positions share lines.
    pub(super) fn layer_along_shared_lines(
        &self,
        shared: &SharedLines,
        convention: Convention,
        layer: &Layer,
        numbers: &mut [[T; TABLES]],
    ) -> Result<(), EngineError> {
        self.sink.proceed()?;
        let mut scratch = Scratch::default();
        let mut members = Vec::with_capacity(layer.len());
        for number in 0..layer.len() {
            let at = layer.at(number);
            let mut environment = self.geometry.environment(at);
            match self.bounds_of_member(&mut environment) {
                Ok(Some(bounds)) => members.push(Member { number, at: environment, bounds }),
                Ok(None) => {
                    numbers[number] = [T::from_u32(value_of_mex(0, false, convention)); TABLES]
                }
                Err(_) => numbers[number] = self.position(at, &mut scratch)?.map(T::from_u32),
            }
        }
        // What reaches further comes later.
        members.sort_by_cached_key(|member| {
            let ends = member.bounds.iter().map(|bounds| bounds.map(|[_, high]| high));
            (shared.key(&member.at), ends.collect::<Vec<_>>())
        });
        let is_same = |one: &Member, two: &Member| shared.key(&one.at) == shared.key(&two.at);
        let mut marks = Marks::default();
        for group in members.chunk_by(is_same) {
            if !self.share(group, convention, numbers, &mut marks) {
                for member in group {
                    let found = self.position(layer.at(member.number), &mut scratch)?;
                    numbers[member.number] = found.map(T::from_u32);
                }
            }
        }
        Ok(())
    }

    /// Returns the bounds of the numbers that are taken at a position, or `None` if it is terminal.
    fn bounds_of_member(
        &self,
        at: &mut Environment,
    ) -> Result<Option<Vec<Option<[i64; 2]>>>, Halt> {
        if let Some(terminal) = &self.game.rules().terminal
            && terminal.at(&*at).ok_or(Halt::Noticed)?
        {
            return Ok(None);
        }
        bounds(&self.clauses[0], at).map(Some)
    }

    /// Computes positions that share a line; returns whether that was possible.
    fn share(
        &self,
        group: &[Member],
        convention: Convention,
        numbers: &mut [[T; TABLES]],
        marks: &mut Marks,
    ) -> bool {
        let (clauses, no_values) = (&self.clauses[0], self.rule.no_values());
        let walk = Walk { geometry: &self.geometry, clauses };
        marks.begin(no_values.pending);
        let mark = marks.mark;
        // How far each clause has been taken in, and where it began.
        let mut taken: Vec<Option<[i64; 2]>> = vec![None; clauses.len()];
        let (mut mex, mut has_options) = (0, false);
        for member in group {
            let mut at = member.at;
            for ((clause, taken), bounds) in clauses.iter().zip(&mut taken).zip(&member.bounds) {
                let mut from = match (*taken, *bounds) {
                    (None, None) => continue,
                    (None, Some([low, _])) => low,
                    (Some([low, reached]), Some([first, last]))
                        if low == first && reached <= last =>
                    {
                        reached + 1
                    }
                    (Some(_), _) => return false,
                };
                let Some([low, high]) = *bounds else { continue };
                let table = &self.tables[0];
                let mut marking = Marking { table, marks: &mut marks.marks, mark, no_values };
                while from <= high {
                    let Ok((run, last)) = walk.run(clause, from, high, &mut at) else {
                        return false;
                    };
                    marking.run(run);
                    from = last + 1;
                }
                *taken = Some([low, high]);
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
            numbers[member.number] = [T::from_u32(value); TABLES];
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
