//! Small positions and whether they are in a set that is proved, by its automaton: what candidates are made from, and tested on.

use std::sync::Arc;

use super::surd::field;
use crate::automata::{AutomataError, Automaton, Limits};
use crate::proofs::certificate::SetName;
use crate::proofs::decide::Values;
use grundytab::domain::{Coordinates, HEAP_NAMES, MAX_HEAPS};
use grundytab::ruleset::{Ruleset, WrittenRuleset};
use heap_rules::parse;

/// The sides of the boxes of small positions, by the number of heaps.
const SIDES: [u64; MAX_HEAPS] = [400, 40, 14, 8];

/// How many members are listed.
const LISTED: usize = 1500;

/// How many members with one heap are listed.
const LISTED_NUMBERS: usize = 40;

/// A set of positions that is proved.
pub(super) struct Members<'a> {
    pub(super) set: SetName,
    pub(super) automaton: &'a Arc<Automaton>,
    pub(super) heaps: usize,
    /// The positions of a box, and whether they are in the set; cells that are no positions are left out.
    pub(super) cells: Vec<(Vec<u64>, bool)>,
    /// The members with two heaps that have no more digits than some number, sorted; none of other numbers of heaps.
    pub(super) pairs: Vec<[i64; 2]>,
    /// The first members with one heap; none of other numbers of heaps.
    pub(super) numbers: Vec<i64>,
    /// Whether the two heaps may be exchanged.
    pub(super) is_symmetric: bool,
    /// The number whose root is in the field of the base of the numeration, or 1.
    pub(super) field: u32,
}

impl<'a> Members<'a> {
    pub(super) fn of(
        set: SetName,
        automaton: &'a Arc<Automaton>,
        ruleset: &Ruleset,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let heaps = ruleset.heaps();
        let is_member = |position: Vec<u64>| {
            let is_member = automaton.accepts(&position);
            (position, is_member)
        };
        let cells = box_of(heaps).into_iter().filter(|cell| is_position(ruleset, cell));
        let mut pairs = Vec::new();
        if heaps == 2 {
            let found = automaton.first_tuples(LISTED, limits)?;
            let pair = |tuple: &Vec<Option<u128>>| match tuple[..] {
                [Some(x), Some(y)] => Some([i64::try_from(x).ok()?, i64::try_from(y).ok()?]),
                _ => None,
            };
            pairs = found.tuples.iter().filter_map(pair).collect();
            // Those with the most digits may not all be listed.
            let digits = |pair: &[i64; 2]| {
                automaton.numeration().digits_of(pair[0].max(pair[1]).unsigned_abs()).len()
            };
            if let Some(most) = pairs.last().map(digits).filter(|_| !found.is_all) {
                pairs.retain(|pair| digits(pair) < most);
            }
            pairs.sort_unstable();
        }
        let numbers = match heaps {
            1 => automaton.first_tuples(LISTED_NUMBERS, limits)?.tuples,
            _ => Vec::new(),
        };
        let number = |tuple: &Vec<Option<u128>>| i64::try_from((*tuple.first()?)?).ok();
        Ok(Members {
            numbers: numbers.iter().map_while(number).collect(),
            set,
            automaton,
            heaps,
            cells: cells.map(is_member).collect(),
            pairs,
            is_symmetric: heaps == 2 && automaton.is_symmetric(0, 1, limits)?,
            field: field(automaton.numeration().recurrence()),
        })
    }

    /// Returns the words of a sentence that say that the position of a claim is in the set, or that the one with the heaps in
    /// brackets is.
    pub(super) fn says(&self, at: &str) -> String {
        match self.set {
            SetName::Value(value) => format!("g{at} == {value}"),
            _ => format!("p{at}"),
        }
    }

    /// Returns the number that an expression about the heaps is at all members, if it is the same at all of them.
    pub(super) fn constant(&self, text: &str, values: &Values) -> Option<i64> {
        let syntax = parse(text).ok()?;
        let mut members = self.cells.iter().filter(|(_, is_member)| *is_member);
        let mut value = members.by_ref().map(|(cell, _)| values.at(&syntax, &named(cell)));
        let first = value.next()??;
        value.all(|other| other == Some(first)).then_some(first)
    }

    /// Whether an expression about the heaps is this number at all members, and at no other position.
    pub(super) fn are_where(&self, text: &str, number: i64, values: &Values) -> bool {
        let Ok(syntax) = parse(text) else { return false };
        let agrees = |(cell, is_member): &(Vec<u64>, bool)| {
            values.at(&syntax, &named(cell)).is_some_and(|of| (of == number) == *is_member)
        };
        self.cells.iter().all(agrees)
    }

    /// Returns which numbers of one heap are in the set, from 0 on.
    pub(super) fn of_one_heap(&self) -> Option<Vec<bool>> {
        let side = SIDES[0] as usize;
        let are_all = self.heaps == 1 && self.cells.len() == side;
        are_all.then(|| self.cells.iter().map(|(_, is_member)| *is_member).collect())
    }
}

/// Returns the cells of the box of small positions.
fn box_of(heaps: usize) -> Vec<Vec<u64>> {
    let longer = |cells: Vec<Vec<u64>>, _| {
        let side = SIDES[heaps - 1];
        cells.iter().flat_map(|cell| (0..side).map(|heap| [&cell[..], &[heap]].concat())).collect()
    };
    (0..heaps).fold(vec![Vec::new()], longer)
}

/// Whether the rules of a game call a cell a position.
fn is_position(ruleset: &Ruleset, cell: &[u64]) -> bool {
    let Some(game) = ruleset.written_ruleset().filter(|game| WrittenRuleset::has_positions(game))
    else {
        return true;
    };
    let mut at = Coordinates::ZERO;
    for (axis, heap) in (MAX_HEAPS - cell.len()..).zip(cell) {
        at[axis] = *heap as u32;
    }
    game.rules().is_position(at.unpadded(game.heaps())).unwrap_or(false)
}

/// Returns the heaps of a position under their names.
fn named(cell: &[u64]) -> Vec<(String, i64)> {
    let names = HEAP_NAMES.iter().map(ToString::to_string);
    names.zip(cell.iter().map(|&heap| heap as i64)).collect()
}
