//! What is done with a move that leads to a sum: the values of its positions are put together.

use heap_rules::intervals::Bounds;
use heap_rules::rules::Summand;

use super::expressions::{TooWide, Written};
use super::loops::Nest;
use super::writer::{ClauseWriter, Move};

impl<'a> ClauseWriter<'a> {
    /// Writes the move of a clause to a sum, for values of its variables: the values of the positions are put together one
    /// after another. Returns how many positions there are at most.
    pub(super) fn of_sum(
        &mut self,
        nest: &mut Nest<'a>,
        of_move: Move<'a>,
    ) -> Result<u64, TooWide> {
        let Move { clause, heaps, .. } = of_move;
        let of_clause = nest.writer.variables();
        let mut positions = 0u64;
        nest.writer.line("begin_sum();");
        for (summand, known) in clause.option.iter().zip(heaps) {
            let most = nest.within(|nest| self.of_summand(nest, summand, known))?;
            positions = positions.saturating_add(most);
            nest.writer.forget_variables(of_clause);
        }
        nest.writer.return_if("take_sum()");
        Ok(positions)
    }

    /// Writes the loops over the positions that a part of a sum names. Returns how many there are at most.
    fn of_summand(
        &mut self,
        nest: &mut Nest<'a>,
        summand: &'a Summand,
        known: Vec<Option<Written<Bounds>>>,
    ) -> Result<u64, TooWide> {
        let mut most = 1u64;
        // Behind a cell that is no position nothing is looked at, and nothing can be wrong.
        nest.open("if is_sum {");
        for (range, name) in summand.ranges.iter().zip(&summand.names) {
            let begun = self.range(nest, range, name, false)?;
            most = most.saturating_mul(begun.map_or(0, |(_, numbers)| numbers));
            if most == 0 {
                return Ok(0);
            }
            nest.open("if is_sum {");
        }
        let position = self.position(nest, &summand.heaps, known)?;
        nest.writer.line(format!("add_to_sum({position});"));
        Ok(most)
    }
}
