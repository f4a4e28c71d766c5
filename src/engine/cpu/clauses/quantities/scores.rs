//! Scores: what the best move pays less what the option is worth to the other player.
//!
//! A table holds scores that are raised by the bound on them, so that no number is negative.

use super::{NoValues, Options, Rule, Stored, gather};
use crate::engine::cpu::clauses::runs::for_each_in_run;
use crate::engine::cpu::clauses::tally::{Noticed, Run, Tally};
use crate::values::Value;

/// The best move of a player.
struct Best<'a, T> {
    /// What the options are worth to the other player.
    table: &'a [T],
    no_values: NoValues,
    has_pending: bool,
    /// The points of the best move less the number of its option; none without a move.
    best: i64,
}

/// What the best move is worth if there is none.
const NO_MOVE: i64 = i64::MIN;

impl<'a, T: Value> Best<'a, T> {
    fn new(table: &'a [T], no_values: NoValues) -> Self {
        Best { table, no_values, has_pending: false, best: NO_MOVE }
    }

    #[inline(always)]
    fn take(&mut self, number: u32, points: i64) {
        self.has_pending |= number == self.no_values.pending;
        if number != self.no_values.empty {
            self.best = self.best.max(points.saturating_sub(number.into()));
        }
    }
}

impl<T: Value> Tally for Best<'_, T> {
    fn run(&mut self, run: Run) {
        let Run { mut points, more_points, .. } = run.upwards();
        for_each_in_run(self.table, run, |number| {
            self.take(number.to_u32(), points);
            points += more_points;
        });
    }

    fn each(&mut self, indices: &[usize], points: &[i64]) {
        for (&index, &points) in indices.iter().zip(points) {
            self.take(self.table[index].to_u32(), points);
        }
    }
}

/// Returns the number of a position for a player, whose options have numbers for the other player. Both numbers are
/// scores that are raised by the bound.
fn number<T: Value>(
    table: &[T],
    bound: u32,
    options: &mut dyn Options,
    player: usize,
) -> Result<u32, Noticed> {
    let mut tally = Best::new(table, no_values(bound));
    gather(options, player, &mut tally)?;
    if tally.has_pending {
        return Err(Noticed);
    }
    let score = match tally.best {
        NO_MOVE => 0,
        best => best.saturating_add(bound.into()),
    };
    let number = u32::try_from(score.saturating_add(bound.into())).map_err(|_| Noticed)?;
    // The bound is proven.
    if number <= 2 * bound { Ok(number) } else { Err(Noticed) }
}

fn no_values(bound: u32) -> NoValues {
    NoValues { empty: 2 * bound + 1, pending: 2 * bound + 2 }
}

/// The rule of scores, which are at most so large. Partizan games have two tables, of SL and of -SR: what each player gets
/// beyond the other one who begins. Impartial games have one.
pub(in crate::engine::cpu::clauses) struct Scores<const PLAYERS: usize> {
    pub(in crate::engine::cpu::clauses) bound: u32,
    /// Whether the scores are stored with which Right begins.
    pub(in crate::engine::cpu::clauses) of_right: bool,
}

impl<const PLAYERS: usize> Rule<PLAYERS> for Scores<PLAYERS> {
    type Scratch = ();

    fn no_values(&self) -> NoValues {
        no_values(self.bound)
    }

    fn numbers<T: Value>(
        &self,
        tables: &[Vec<T>; PLAYERS],
        (): &mut (),
        options: &mut dyn Options,
    ) -> Result<[u32; PLAYERS], Noticed> {
        let mut numbers = [0; PLAYERS];
        for (player, score) in numbers.iter_mut().enumerate() {
            let of_other = &tables[PLAYERS - 1 - player];
            *score = number(of_other, self.bound, options, player)?;
        }
        Ok(numbers)
    }

    fn stored(&self) -> Stored {
        Stored {
            table: usize::from(self.of_right),
            bias: self.bound,
            is_opposite: self.of_right,
            is_outcome: false,
        }
    }
}
