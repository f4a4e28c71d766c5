//! Options that are sums of positions.
//!
//! Where the positions are linear in the innermost variable, as both are in `(a) + (x - k - a)`, each of them goes along a line of
//! the table. Otherwise the values of the variables are tried one by one.

use super::listed::{Numbers, Places};
use super::prepared::{Clause, Summand, Target};
use super::scalar::Environment;
use super::tally::{Halt, Line, Tally};
use super::walk::Walk;

impl Walk<'_> {
    /// Lists the options for some numbers of the innermost variable.
    pub(super) fn sums(
        &self,
        clause: &Clause,
        summands: &[Summand],
        numbers: Numbers,
        at: &mut Environment,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        match numbers {
            Numbers::Between(low, high)
                if clause.lane_test.is_none() && clause.is_piecewise_linear() =>
            {
                self.along_lines(clause, summands, [low, high], at, tally)
            }
            numbers => numbers.try_for_each(|number| self.one(clause, summands, number, at, tally)),
        }
    }

    /// Lists the options where all positions go along lines.
    fn along_lines(
        &self,
        clause: &Clause,
        summands: &[Summand],
        [mut low, high]: [i64; 2],
        at: &mut Environment,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        let mut lines = Vec::with_capacity(summands.len());
        while low <= high {
            let hole = clause.loops.last().map(|of| of.next_hole([low, high], at));
            let mut last = hole.unwrap_or(high + 1) - 1;
            if last < low {
                low += 1;
                continue;
            }
            at[clause.innermost] = low;
            lines.clear();
            for summand in summands {
                let (ends, of_piece) =
                    self.piece(&summand.target, clause.innermost, [low, last], at)?;
                lines.push(Line { first: ends.index as usize, step: ends.step as isize });
                last = of_piece;
            }
            tally.sums(&lines, (last - low) as usize + 1);
            low = last + 1;
        }
        Ok(())
    }

    /// Lists the option for one number of the innermost variable, if there is one.
    fn one(
        &self,
        clause: &Clause,
        summands: &[Summand],
        number: i64,
        at: &mut Environment,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        if let Some(of_loop) = clause.loops.last()
            && of_loop.next_hole([number, number], at) == number
        {
            return Ok(());
        }
        at[clause.innermost] = number;
        if let Some(test) = &clause.lane_test
            && !test.at(at).ok_or(Halt::Noticed)?
        {
            return Ok(());
        }
        let mut positions = Vec::with_capacity(summands.len());
        for summand in summands {
            self.positions(summand, 0, at, &mut positions)?;
        }
        tally.sums(&positions, 1);
        Ok(())
    }

    /// Lists the positions of a summand where its first `depth` variables are known.
    fn positions(
        &self,
        summand: &Summand,
        depth: usize,
        at: &mut Environment,
        positions: &mut Vec<Line>,
    ) -> Result<(), Halt> {
        let Some(of_loop) = summand.loops.get(depth) else {
            let first = self.index(&summand.target, at).ok_or(Halt::Noticed)?;
            positions.push(Line { first, step: 0 });
            return Ok(());
        };
        let mut places = Places::default();
        let Some(numbers) = of_loop.numbers(at, &mut places)? else { return Ok(()) };
        numbers.try_for_each(|number| {
            at[of_loop.place] = number;
            self.positions(summand, depth + 1, at, positions)
        })
    }

    /// Returns the index of a position, if it is inside.
    fn index(&self, target: &Target, at: &Environment) -> Option<usize> {
        let (mut index, mut sum) = (0, 0);
        let axes = self.geometry.sides.iter().zip(&self.geometry.strides);
        for (number, (&side, &stride)) in target.written.iter().zip(axes) {
            let heap = number.at(at).filter(|heap| (0..side).contains(heap))?;
            (index, sum) = (index + heap * stride, sum + heap);
        }
        (sum <= self.geometry.tokens).then_some(index as usize)
    }
}
