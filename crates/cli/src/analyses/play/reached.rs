//! Positions that moves lead to, of either player: between two moves of a player in one component of a sum the other player
//! may have moved in another one.
//!
//! What is asked of the positions of a component, that their scores are not negative, say, is asked of these and of no
//! others. A scan of all positions that could be among them by their heaps is quick, and where it finds nothing, nothing
//! is reached. Where it finds something, the moves are followed.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use grundytab::control::{Control, Interrupted};
use grundytab::domain::{Coordinates, Sum};
use grundytab::engine::options;
use grundytab::ruleset::Ruleset;
use grundytab::table::TableReader;

/// How many moves are followed.
const MOST_MOVES: usize = 1 << 27;

/// How many positions are kept in mind.
const MOST_POSITIONS: usize = 1 << 24;

/// What is found of the positions that moves lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reached {
    /// None of those that are looked for.
    Nothing,
    /// This one. It is the first of them in grade order, unless more moves would have to be followed to tell.
    At(Coordinates),
    /// None so far, and no more moves are followed.
    Undecided,
}

impl Reached {
    /// Looks for positions that moves lead to from a position, itself among them, and that `is_sought`. None has a lower
    /// grade than `first`, where the search ends.
    pub(super) fn from(
        table: &TableReader,
        at: Coordinates,
        first: Coordinates,
        is_sought: impl Fn(Coordinates) -> bool,
        control: &Control,
    ) -> Result<Self, Interrupted> {
        let job = table.plan().job();
        let grade = |at| job.grading().grade(at);
        Reached::by_moves(MOST_MOVES, job.ruleset(), grade, [at, first], is_sought, control)
    }

    /// Does it by following this number of moves, or a few more.
    fn by_moves(
        most: usize,
        game: &Ruleset,
        grade: impl Fn(Coordinates) -> u32,
        [at, first]: [Coordinates; 2],
        is_sought: impl Fn(Coordinates) -> bool,
        control: &Control,
    ) -> Result<Self, Interrupted> {
        let key = |at: Coordinates| (grade(at), at);
        let mut found = is_sought(at).then(|| key(at));
        let mut seen = HashSet::from([at]);
        // The lowest grades first, at which `first` is soon reached if it is.
        let mut open = BinaryHeap::from([Reverse(key(at))]);
        let mut moves = 0;
        let met = |found: Option<(u32, Coordinates)>| found.map(|(_, at)| Reached::At(at));
        while let Some(Reverse((_, from))) = open.pop() {
            control.proceed()?;
            let all = options(game, from);
            moves += all.len();
            for to in all.into_iter().flat_map(Sum::into_parts) {
                if seen.insert(to) {
                    open.push(Reverse(key(to)));
                    if is_sought(to) {
                        found = found.into_iter().chain([key(to)]).min();
                    }
                }
            }
            if found.is_some_and(|(_, at)| at == first) {
                break;
            }
            if moves > most || seen.len() > MOST_POSITIONS {
                return Ok(met(found).unwrap_or(Reached::Undecided));
            }
        }
        Ok(met(found).unwrap_or(Reached::Nothing))
    }

    /// Returns what is to be said of a position that was found otherwise, where it is not known to be reached.
    pub(super) fn doubt(self) -> &'static str {
        match self {
            Reached::Undecided => {
                "; whether moves lead there was not found out, because they are too many"
            }
            Reached::Nothing | Reached::At(_) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a position that is passed over or found without a move to it, and a search that does not end.
    #[test]
    fn what_is_found_is_reached() {
        let game = Ruleset::parse("vector:+alter=2/5+terminal=8").expect("a game");
        let at = |heap| Coordinates([0, 0, 0, heap]);
        let find = |most: usize, from, sought: &[u32]| {
            let ends = [at(from), at(sought[0])];
            let is_sought = |at: Coordinates| sought.contains(&at[3]);
            let grade = |at: Coordinates| at.sum();
            Reached::by_moves(most, &game, grade, ends, is_sought, &Control::default())
        };
        // 10, 5 and 0, and no more from 8.
        assert_eq!(find(99, 10, &[6]), Ok(Reached::Nothing));
        assert_eq!(find(99, 10, &[4, 5, 8]), Ok(Reached::At(at(5))));
        assert_eq!(find(99, 8, &[3, 8]), Ok(Reached::At(at(8))));
        // From 29, 27 and 24 the last is followed first: 22 and 19 are the next ones.
        assert_eq!(find(2, 29, &[3]), Ok(Reached::Undecided));
        assert_eq!(find(2, 29, &[3, 19]), Ok(Reached::At(at(19))));
        assert_eq!(find(99, 29, &[3, 19]), Ok(Reached::At(at(3))));
    }
}
