//! Whether the values of a loopy game follow from the ends of play.
//!
//! That each value is what those of the options demand does not prove it: of two positions with moves to one another, one might be
//! stored as lost and the other one as won, which are both drawn. Where it holds everywhere, this holds of the positions with
//! the values N, P and D: who is at D never loses by moving to D, and who has moved there never loses either, so that D is
//! drawn if the P-positions are lost. So it is to be shown that these are: that they have ranks, where each move of a
//! P-position leads to one that has a move to a P-position of smaller rank (in misère play perhaps to one without moves). Of
//! Grundy values the same is to be shown of each number m: a move to a value that is no smaller number is answered by a move to
//! m, of smaller rank. That is the counter function of Fraenkel and Yesha (The generalized Sprague-Grundy function and its
//! invariance under certain mappings, 1986), with which the rules about options define the values. Stored remotenesses are
//! ranks themselves, so that the rules about options suffice.
//!
//! Ranks are given from the ends of play on, in one sweep after the other over the positions that have none. The
//! engine goes backwards along lists of moves instead.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use crate::control::Control;
use crate::domain::{Coordinates, Sum};
use crate::quantity::{Convention, Mover, PlayResult, Quantity, results_of_class};
use crate::table::{FirstFindings, Lookup, TableError, TableReader};

/// Positions that a thread looks at with the same tiles at hand.
const AT_A_TIME: usize = 1 << 10;

/// Reports the first position whose value does not follow from the ends of play, in a table of a loopy game.
pub(super) fn check(
    table: &TableReader,
    unfounded: &FirstFindings<u32>,
    control: &Control,
) -> Result<(), TableError> {
    let job = table.plan().job();
    if !job.is_loopy() || job.quantity() == Quantity::Remoteness || table.network().rank() > 0 {
        return Ok(());
    }
    let mut open: Vec<(Coordinates, usize)> = Vec::new();
    let lookup = table.lookup();
    let founded = Founded::of(table);
    for at in Coordinates::cells_of_box(job.domain().sides()) {
        control.proceed()?;
        let players = (0..founded.movers.len()).filter(|_| job.domain().contains(at));
        open.extend(
            players
                .map(|player| (at, player))
                .filter(|&(at, player)| founded.number(&lookup, at, player).is_some()),
        );
    }
    lookup.finish()?;
    loop {
        let before = open.len();
        let part = |part: &[(Coordinates, usize)]| -> Result<Vec<_>, TableError> {
            control.proceed()?;
            let lookup = table.lookup();
            let left = part.iter().copied().filter(|&of| !founded.try_rank(&lookup, of)).collect();
            lookup.finish().map(|()| left)
        };
        let parts: Vec<_> = open.par_chunks(AT_A_TIME).map(part).collect::<Result<_, _>>()?;
        open = parts.concat();
        if open.len() == before {
            break;
        }
        // Ranks spread in both directions.
        open.reverse();
    }
    let lookup = table.lookup();
    for (at, _) in open {
        unfounded.report(at, || lookup.value(at));
    }
    lookup.finish()
}

/// Which positions have ranks so far.
struct Founded<'a> {
    table: &'a TableReader,
    movers: &'static [Mover],
    ranked: Vec<AtomicBool>,
}

impl<'a> Founded<'a> {
    fn of(table: &'a TableReader) -> Self {
        let job = table.plan().job();
        let movers = job.ruleset().movers();
        let nodes = job.domain().sides().cells() * movers.len();
        let ranked = std::iter::repeat_with(|| AtomicBool::new(false)).take(nodes).collect();
        Founded { table, movers, ranked }
    }

    fn rank(&self, at: Coordinates, player: usize) -> &AtomicBool {
        let cell = at.row_major_index(self.table.plan().job().domain().sides());
        &self.ranked[cell * self.movers.len() + player]
    }

    fn options(&self, at: Coordinates, player: usize) -> impl Iterator<Item = Coordinates> {
        let definition = self.table.plan().job().ruleset().definition();
        let options = definition.options_of(self.movers[player], at);
        options.into_iter().filter_map(|option: Sum<_>| option.single())
    }

    /// Returns the number that a position has for the player to move: 0 if it is lost, in a table of Grundy values the value
    /// if it is a number.
    fn number(&self, lookup: &Lookup, at: Coordinates, player: usize) -> Option<u32> {
        let (job, value) = (self.table.plan().job(), lookup.value(at));
        match job.quantity() {
            Quantity::Grundy => {
                job.first_infinite().is_some_and(|first| value < first).then_some(value)
            }
            Quantity::OutcomeClass => {
                (results_of_class(value)[player] == PlayResult::Lost).then_some(0)
            }
            _ => job.is_p_position(value).then_some(0),
        }
    }

    /// Gives a position a rank, if each move that does not lead to a smaller number has an answer that has one. Returns whether it
    /// has been given.
    fn try_rank(&self, lookup: &Lookup, (at, player): (Coordinates, usize)) -> bool {
        let number = self.number(lookup, at, player);
        let next = self.movers.len() - 1 - player;
        let is_misere = self.table.plan().job().convention() == Convention::Misere;
        let has_answer = |option: Coordinates| {
            let after = self.number(lookup, option, next);
            if after.is_some() && after < number {
                return true;
            }
            let mut answers = self.options(option, next).peekable();
            is_misere && answers.peek().is_none()
                || answers.any(|answer| {
                    self.rank(answer, player).load(Relaxed)
                        && self.number(lookup, answer, player) == number
                })
        };
        let is_founded = self.options(at, player).all(has_answer);
        if is_founded {
            self.rank(at, player).store(true, Relaxed);
        }
        is_founded
    }
}
