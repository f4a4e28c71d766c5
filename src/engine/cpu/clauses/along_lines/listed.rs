//! Clauses that have no lines, in a game some of whose clauses have: their options are looked up one by one, in a table of all
//! values that are known.
//!
//! No heap grows by their moves, which is proved, so that their options are dominated by the position as those on lines are.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::line_moves::LineMoves;
use crate::domain::{Coordinates, Domain};
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::cpu::clauses::options::prepared;
use crate::engine::cpu::clauses::prepared::Clause;
use crate::engine::cpu::clauses::tally::{Halt, LaneValues, Run, Tally};
use crate::engine::cpu::clauses::walk::Walk;
use crate::quantity::Mover;
use crate::ruleset::{WantedOfMoves, WrittenRuleset};

/// Stands for a cell that is no position.
const EMPTY: u32 = u32::MAX;
/// The values of a word.
const WORD: usize = 64;

/// The clauses whose options are listed, and the values of all cells that are known. Tiles that are filled at the same time
/// write different cells and read none that another one writes, which atomic numbers tell the compiler.
pub(super) struct Listed {
    game: WrittenRuleset,
    clauses: Vec<Clause>,
    /// It is made when the first value is there, not when a run is planned.
    table: OnceLock<Vec<AtomicU32>>,
    cells: usize,
}

/// The values of listed options: a bit for each.
#[derive(Default)]
pub(super) struct ValuesOfOptions {
    pub(super) words: Vec<u64>,
    lanes: LaneValues,
}

impl Listed {
    /// Takes the clauses of a game that the moves name.
    pub(super) fn new(game: &WrittenRuleset, moves: &LineMoves, domain: &Domain) -> Self {
        let clauses = prepared(game, domain, false).into_iter().flatten().enumerate();
        let clauses = clauses.filter(|(number, _)| moves.listed.contains(number));
        Listed {
            game: game.clone(),
            clauses: clauses.map(|(_, clause)| clause).collect(),
            table: OnceLock::new(),
            cells: domain.sides().cells(),
        }
    }

    /// Returns the table, in which no cell is known in the beginning.
    fn table(&self) -> &[AtomicU32] {
        self.table.get_or_init(|| (0..self.cells).map(|_| AtomicU32::new(EMPTY)).collect())
    }

    /// Returns the bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        (self.cells as u64).saturating_mul(size_of::<AtomicU32>() as u64)
    }

    /// Takes the value of a cell.
    #[inline]
    pub(super) fn set(&self, index: usize, value: u32) {
        self.table()[index].store(value, Ordering::Relaxed);
    }

    /// Finds the values of the listed options of a position.
    pub(super) fn find(
        &self,
        at: Coordinates,
        domain: &Domain,
        geometry: &Geometry,
        found: &mut ValuesOfOptions,
    ) {
        found.words.clear();
        let ValuesOfOptions { words, lanes } = found;
        let mut environment = geometry.environment(at);
        let walk = Walk { geometry, clauses: &self.clauses };
        let mut bits = Bits { table: self.table(), words };
        if walk.options(&mut environment, lanes, &mut bits) == Err(Halt::Noticed) {
            // A number that is too large for the loops: the definition lists the options of all clauses. No position has a
            // fault, which is proved.
            let moves = self.game.moves(Mover::Next, at, Some(domain), WantedOfMoves::Options);
            for (option, _) in moves.into_iter().flatten() {
                let indices = option.parts().iter().map(|at| at.row_major_index(domain.sides()));
                bits.each(&indices.collect::<Vec<_>>(), &[]);
            }
        }
    }
}

/// Sets a bit for the value of each option.
struct Bits<'a> {
    table: &'a [AtomicU32],
    words: &'a mut Vec<u64>,
}

impl Bits<'_> {
    #[inline(always)]
    fn add(&mut self, index: usize) {
        let value = self.table[index].load(Ordering::Relaxed);
        if value == EMPTY {
            return;
        }
        let word = value as usize / WORD;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value as usize % WORD);
    }
}

impl Tally for Bits<'_> {
    fn run(&mut self, run: Run) {
        let Run { first, step, count, .. } = run;
        let mut index = first;
        for _ in 0..count {
            self.add(index);
            index = index.wrapping_add_signed(step);
        }
    }

    fn each(&mut self, indices: &[usize], _: &[i64]) {
        indices.iter().for_each(|&index| self.add(index));
    }
}
