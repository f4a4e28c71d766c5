//! What is done with a move that leads to a sum: the values of its positions are put together.

use heap_rules::intervals::Bounds;

use super::expressions::{TooWide, Writer};
use super::loops::{BLOCK, closed};
use super::moves::{Clauses, Move, Use};

impl<'a> Clauses<'a> {
    /// Writes the move of a clause to a sum, for values of its variables: the values of the positions are put together one
    /// after another. Returns how many positions there are at most.
    pub(super) fn of_sum(
        &mut self,
        writer: &mut Writer<'a>,
        of_move: Move<'a>,
        environment: &[Bounds],
    ) -> Result<u64, TooWide> {
        let Move { clause, heaps, .. } = of_move;
        let of_clause = writer.variables();
        let mut positions = 0u64;
        writer.line("begin_sum();");
        for (summand, known) in clause.option.iter().zip(heaps) {
            // Behind a cell that is no position nothing is looked at, and nothing can be wrong.
            writer.line("if is_sum {");
            let mut ends = vec![BLOCK.to_owned()];
            let (mut environment, mut most) = (environment.to_vec(), 1u64);
            for (range, name) in summand.ranges.iter().zip(&summand.names) {
                let begun =
                    self.range(writer, range, name, false, &mut environment, Use::Take, &mut ends)?;
                most = most.saturating_mul(begun.map_or(0, |(_, numbers)| numbers));
                if most == 0 {
                    break;
                }
                writer.line("if is_sum {");
                ends.push(BLOCK.into());
            }
            if most > 0 {
                let position =
                    self.position(writer, &summand.heaps, known, &environment, Use::Take)?;
                writer.line(format!("add_to_sum({position});"));
            }
            positions = positions.saturating_add(most);
            writer.forget_variables(of_clause);
            let lines = writer.take_lines();
            writer.lines(closed(lines, ends));
        }
        writer.line("if take_sum() {");
        writer.line("return;");
        writer.line("}");
        Ok(positions)
    }
}
