//! What is done with a move: it is taken in, or compared with another one.

use heap_rules::intervals::{Bounds, hull};
use heap_rules::rules::OfRules;
use heap_rules::tree::Number;

use super::expressions::{TooWide, Written, both};
use super::loops::Nest;
use super::writer::{ClauseWriter, Move, Use};

impl<'a> ClauseWriter<'a> {
    /// Writes what is done with the move of a clause to a single position, for values of its variables.
    pub(super) fn of_move(
        &mut self,
        nest: &mut Nest<'a>,
        option: &[Number<OfRules>],
        of_move: Move<'a>,
    ) -> Result<(), TooWide> {
        let Move { clause, number, variables: mut values, heaps } = of_move;
        let known = heaps.into_iter().next().unwrap_or_default();
        let option = self.position(nest, option, known)?;
        values.resize(4, "0i".into());
        let values = format!("vec4<i32>({})", values.join(", "));
        if nest.what == Use::Compare {
            nest.writer.lines([
                format!("if all({option} == option) {{"),
                format!("return clause == {number}u && all(variables == {values});"),
                "}".into(),
            ]);
            return Ok(());
        }
        if self.wanted.first_moves {
            nest.writer.lines([format!("clause = {number}u;"), format!("variables = {values};")]);
        }
        let option = nest.writer.named(option);
        let mut points = "0i".to_owned();
        if let Some(pays) = clause.pays.as_ref().filter(|_| self.wanted.points) {
            let written = nest.writer.number(pays, &nest.environment)?;
            points = written.text;
            if let Some(has_value) = written.has_value {
                // What a move pays matters only if there is the move.
                nest.give_up_if(&format!("!{has_value} && is_option({option})"));
            }
        }
        nest.writer.return_if(&format!("take_option({option}, {points})"));
        Ok(())
    }

    /// Writes a position that a move leads to. Some of its heaps are known, because they are written already.
    pub(super) fn position(
        &mut self,
        nest: &mut Nest<'a>,
        position: &[Number<OfRules>],
        known: Vec<Option<Written<Bounds>>>,
    ) -> Result<String, TooWide> {
        let mut heaps = vec!["0i".to_owned(); 3 - self.rules.heaps];
        let mut has_value = None;
        for ((heap, known), reached) in position.iter().zip(known).zip(&mut self.reached) {
            let written = match known {
                Some(written) => written,
                None => nest.writer.number(heap, &nest.environment)?,
            };
            *reached = hull(*reached, written.bounds);
            has_value = both(has_value, written.has_value);
            heaps.push(written.text);
        }
        nest.check(has_value);
        Ok(format!("vec3<i32>({})", heaps.join(", ")))
    }
}
