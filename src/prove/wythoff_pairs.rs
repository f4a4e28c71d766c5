//! The P-positions of Wythoff Nim with added moves, listed column by column in memory and time that grow with their number
//! alone.
//!
//! Rows, columns and diagonals hold at most one P-position each. So the P-position in column x is the least y that no
//! P-position before it forbids: whose row and diagonal are free, and from which no added move leads to a P-position of the
//! last columns. Every row below the least free one is taken, and so are the diagonals around the main one: hence only the
//! rows between these are looked at.

use std::collections::VecDeque;

use crate::control::{Control, Interrupted};
use crate::domain::Coordinates;
use crate::quantity::Convention;
use crate::ruleset::Ruleset;

use super::definition::{Definition, SetName};

/// Added moves that lead further are not kept in mind.
const FURTHEST: u32 = 64;

/// After this many columns the control is asked.
const COLUMNS_BETWEEN_QUESTIONS: u64 = 1 << 16;

/// How many P-positions there are for each column, at most, if half of them are listed or all: as in Wythoff Nim they lie
/// near the beams of slope phi and 1 / phi (Larsson and Wästlund, Maharaja Nim, 2014).
const HALF: f64 = 0.385;
const ALL: f64 = 0.77;

/// Bytes for a P-position, and for what is known of the rows and diagonals of a column.
const BYTES_OF_PAIR: f64 = 8.0;
const BYTES_OF_COLUMN: f64 = 1.0;

/// A game whose P-positions are listed.
pub(super) struct WythoffPairs {
    added: Vec<[u32; 2]>,
    convention: Convention,
    /// Whether the mirror image of a P-position is one, too: then only those with x <= y are listed.
    pub(super) is_symmetric: bool,
}

impl WythoffPairs {
    /// Returns the game of a definition, if it is one of these and moves are added.
    pub(super) fn of(definition: &Definition) -> Option<Self> {
        let Ruleset::Vector(game) = definition.ruleset() else { return None };
        let at = |x, y| Coordinates([0, 0, x, y]);
        let is_wythoff = {
            let mut rays = game.rays().to_vec();
            rays.sort_unstable();
            rays == [at(0, 1), at(1, 0), at(1, 1)]
        };
        let added: Vec<[u32; 2]> = game.alterations().iter().map(|v| [v[2], v[3]]).collect();
        let is_added = |&[x, y]: &[u32; 2]| x != y && (1..FURTHEST).contains(&x) && y > 0;
        let fits = game.heaps() == 2
            && is_wythoff
            && game.is_invariant()
            && game.blocking_number() == 0
            && definition.sets() == [SetName::P]
            && !added.is_empty()
            && added.iter().all(is_added);
        let is_symmetric = added.iter().all(|&[x, y]| added.contains(&[y, x]));
        let convention = definition.convention();
        fits.then_some(WythoffPairs { added, convention, is_symmetric })
    }

    /// Returns how many P-positions are listed up to this side, at most, and the bytes of memory that this takes.
    pub(super) fn most(&self, side: u32) -> [u64; 2] {
        let columns = f64::from(side);
        let pairs = columns * if self.is_symmetric { HALF } else { ALL };
        [pairs as u64, (BYTES_OF_PAIR * pairs + BYTES_OF_COLUMN * columns) as u64]
    }

    /// Lists the P-positions (x, y) whose heaps are below `side`.
    pub(super) fn below(&self, side: u32, control: &Control) -> Result<Vec<[u32; 2]>, Interrupted> {
        let [mut rows, mut above, mut below] = [(); 3].map(|()| Taken::default());
        let mut last: VecDeque<u64> = VecDeque::new();
        let mut pairs = Vec::new();
        for x in 0..u64::from(side) {
            if x % COLUMNS_BETWEEN_QUESTIONS == 0 {
                control.proceed()?;
            }
            let behind = |&[dx, dy]: &[u32; 2]| Some(last.get(dx as usize - 1)? + u64::from(dy));
            let forbidden: Vec<u64> = self.added.iter().filter_map(behind).collect();
            let is_free = |y: u64| {
                let diagonal = if y >= x { above.holds(y - x) } else { below.holds(x - y - 1) };
                // In misère play a player at the end of the game wins.
                let is_end = self.convention == Convention::Misere && x == 0 && y == 0;
                !rows.holds(y) && !diagonal && !forbidden.contains(&y) && !is_end
            };
            let under = (rows.first..x.saturating_sub(below.first)).find(|&y| is_free(y));
            let over = || (rows.first.max(x + above.first)..).find(|&y| is_free(y));
            let Some(y) = under.or_else(over) else { break };
            rows.take(y);
            if y >= x {
                above.take(y - x)
            } else {
                below.take(x - y - 1)
            }
            last.push_front(y);
            last.truncate(FURTHEST as usize);
            if y < u64::from(side) && (x <= y || !self.is_symmetric) {
                pairs.push([x as u32, y as u32]);
            }
        }
        Ok(pairs)
    }
}

/// Numbers that are taken.
#[derive(Default)]
struct Taken {
    words: Vec<u64>,
    /// The first one that is not.
    first: u64,
}

impl Taken {
    fn holds(&self, number: u64) -> bool {
        let word = self.words.get(number as usize / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    fn take(&mut self, number: u64) {
        let index = number as usize / 64;
        if index >= self.words.len() {
            self.words.resize((index + 1).max(2 * self.words.len()), 0);
        }
        self.words[index] |= 1 << (number % 64);
        while self.holds(self.first) {
            self.first += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::engine::reference::ReferenceEngine;
    use crate::plan::Plan;
    use crate::tabulate::tabulate_array;

    /// Catches a P-position that is left out, or one too many, next to the definition.
    #[test]
    fn pairs_are_the_p_positions() {
        for (game, misere) in [
            ("maharaja", false),
            ("maharaja", true),
            ("wythoff+alter=2,1", false),
            ("wythoff+alter=2,1", true),
            ("wythoff+alter=3,2/2,3/1,7", false),
            ("wythoff+alter=5,1/1,40/40,3", false),
        ] {
            let ruleset = Ruleset::parse(game).expect(game);
            let convention = if misere { Convention::Misere } else { Convention::Normal };
            let definition = Definition::of_outcomes(&ruleset, convention).expect(game);
            let pairs = WythoffPairs::of(&definition).expect("such a game");
            let found = pairs.below(90, &Control::default()).expect("not interrupted");
            let quantity = if misere { "outcome misere" } else { "outcome" };
            let plan = Plan::parse(game, "90x90", quantity).expect(game);
            let prepared = ReferenceEngine.prepare(&plan).expect(game);
            let table = tabulate_array(prepared.as_ref(), &Control::default()).expect(game);
            let expected = (0..90u32).flat_map(|x| (0..90).map(move |y| [x, y]));
            let is_p = |&[x, y]: &[u32; 2]| {
                table.get((x * 90 + y) as usize) == 1 && (x <= y || !pairs.is_symmetric)
            };
            assert_eq!(found, expected.filter(is_p).collect::<Vec<_>>(), "{game}, misère {misere}");
        }
    }

    /// Catches games that are taken although other rules hold for them.
    #[test]
    fn other_games_are_left_alone() {
        for game in [
            "wythoff",
            "nim",
            "wythoff+alter=1,1",
            "wythoff+alter=2,1/0,3",
            "wythoff+alter=2,1+block=1",
            "wythoff+alter=2,1+terminal=5,5",
            "wythoff+alter=70,1",
        ] {
            let ruleset = Ruleset::parse(game).expect(game);
            let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
            assert!(WythoffPairs::of(&definition).is_none(), "{game}");
        }
    }
}
