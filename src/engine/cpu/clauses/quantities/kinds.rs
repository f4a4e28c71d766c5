//! Outcomes and outcome classes: which kinds of options there are, as a set of few bits.

use super::{NoValues, Options, Rule, gather};
use crate::engine::cpu::clauses::runs::for_each_in_run;
use crate::engine::cpu::clauses::tally::{Noticed, Run, Tally};
use crate::quantity::{Convention, class_of_wins};
use crate::values::Value;

/// The numbers that stand for no value. Classes are from 0 to 3, outcomes from 0 to 1.
const NO_VALUES: NoValues = NoValues { empty: 4, pending: 5 };

/// The kinds of options that a player has: bit i for the number i.
struct Kinds<'a, T> {
    table: &'a [T],
    found: u32,
    /// The kinds that decide, if the others are known to be without a fault.
    deciding: u32,
}

/// The options that are looked up before it is asked whether they decide.
const AT_ONCE: usize = 64;

impl<T: Value> Tally for Kinds<'_, T> {
    fn run(&mut self, mut run: Run) {
        while run.count > 0 && !self.is_decided() {
            let count = if self.deciding == 0 { run.count } else { run.count.min(AT_ONCE) };
            let mut found = 0;
            for_each_in_run(self.table, Run { count, ..run }, |number| {
                found |= 1 << number.to_u32()
            });
            self.found |= found;
            run.first = run.first.wrapping_add_signed(run.step.wrapping_mul(count as isize));
            run.count -= count;
        }
    }

    fn each(&mut self, indices: &[usize], _: &[i64]) {
        indices.iter().for_each(|&index| self.found |= 1 << self.table[index].to_u32());
    }

    fn is_decided(&self) -> bool {
        self.found & self.deciding != 0
    }
}

/// Returns the kinds of options that a player has, those that are no value left out.
fn kinds_of<T: Value>(
    table: &[T],
    options: &mut dyn Options,
    player: usize,
    deciding: u32,
) -> Result<u32, Noticed> {
    let mut kinds = Kinds { table, found: 0, deciding };
    gather(options, player, &mut kinds)?;
    match kinds.found & 1 << NO_VALUES.pending {
        0 => Ok(kinds.found & !(1 << NO_VALUES.empty)),
        _ => Err(Noticed),
    }
}

/// The rule of outcomes, 1 at the positions of which no option is a P-position, and of the outcome classes of partizan games:
/// 0 P, 1 N, 2 L, 3 R.
pub(in crate::engine::cpu::clauses) struct Outcomes {
    pub(in crate::engine::cpu::clauses) convention: Convention,
    /// Whether it is known that no position has a fault, so that not all options need be looked up.
    pub(in crate::engine::cpu::clauses) are_faultless: bool,
    pub(in crate::engine::cpu::clauses) are_classes: bool,
}

impl Rule<1> for Outcomes {
    type Scratch = ();

    fn no_values(&self) -> NoValues {
        NO_VALUES
    }

    fn numbers<T: Value>(
        &self,
        [table]: &[Vec<T>; 1],
        (): &mut (),
        options: &mut dyn Options,
    ) -> Result<[u32; 1], Noticed> {
        // A player wins by a move to a position in which the other one, who moves next, loses.
        let mut wins = |player: usize, won: u32| -> Result<bool, Noticed> {
            let deciding = if self.are_faultless { won } else { 0 };
            Ok(match kinds_of(table, options, player, deciding)? {
                0 => self.convention == Convention::Misere,
                kinds => kinds & won != 0,
            })
        };
        Ok([match self.are_classes {
            false => u32::from(!wins(0, 1 << 1)?),
            // Positions of the class P, or of one's own.
            true => class_of_wins(wins(0, 1 | 1 << 2)?, wins(1, 1 | 1 << 3)?),
        }])
    }
}
