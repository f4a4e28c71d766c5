//! What is done with a move: it is taken in, or compared with another one. And what all that is written depends on.

use heap_rules::intervals::{Bounds, hull};
use heap_rules::rules::{Clause, OfRules, Ruleset};
use heap_rules::tree::Number;

use super::expressions::{TooWide, Writer, Written, both};

/// What depends on the job, beside the rules.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Whether moves are given what they pay.
    pub(super) points: bool,
    /// Whether it is asked which of several moves to an option comes first.
    pub(super) first_moves: bool,
    /// Whether it is proved that no position has a fault. Then the parts of a condition are looked at as early as the
    /// variables are known, since no part hides a fault of another one.
    pub(super) is_faultless: bool,
}

/// Writes the functions of a game.
pub(super) struct Clauses<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) texts: &'a [String],
    pub(super) heaps: &'a [Bounds],
    pub(super) wanted: Wanted,
    /// The numbers of all sets so far.
    pub(super) sets: Vec<i32>,
    /// The values of variables at a position at most, of the clauses so far.
    pub(super) most_options: u64,
    /// Bounds of the heaps of all cells to which the clauses so far lead, and of positions.
    pub(super) reached: Vec<Bounds>,
}

/// What is done with each move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It is taken in.
    Take,
    /// It is compared with a move that leads to the same option.
    Compare,
}

/// The move of a clause, for values of its variables.
pub(super) struct Move<'a> {
    pub(super) clause: &'a Clause,
    /// The number of the clause.
    pub(super) number: usize,
    /// What the variables are called in the shader.
    pub(super) variables: Vec<String>,
    /// The heaps that are written already, of each position that the clause names.
    pub(super) heaps: Vec<Vec<Option<Written<Bounds>>>>,
}

impl<'a> Clauses<'a> {
    /// Writes what is done with the move of a clause to a single position, for values of its variables.
    pub(super) fn of_move(
        &mut self,
        writer: &mut Writer<'a>,
        option: &[Number<OfRules>],
        of_move: Move<'a>,
        environment: &[Bounds],
        what: Use,
    ) -> Result<(), TooWide> {
        let Move { clause, number, variables, heaps } = of_move;
        let known = heaps.into_iter().next().unwrap_or_default();
        let option = self.position(writer, option, known, environment, what)?;
        let mut values = variables;
        values.resize(4, "0i".into());
        let values = format!("vec4<i32>({})", values.join(", "));
        if what == Use::Compare {
            writer.line(format!("if all({option} == option) {{"));
            writer.line(format!("return clause == {number}u && all(variables == {values});"));
            writer.line("}");
            return Ok(());
        }
        if self.wanted.first_moves {
            writer.line(format!("clause = {number}u;"));
            writer.line(format!("variables = {values};"));
        }
        let option = writer.named(option);
        let mut points = "0i".to_owned();
        if let Some(pays) = clause.pays.as_ref().filter(|_| self.wanted.points) {
            let written = writer.number(pays, environment)?;
            points = written.text;
            if let Some(has_value) = written.has_value {
                // What a move pays matters only if there is the move.
                writer.line(format!("if !{has_value} && is_option({option}) {{"));
                give_up(writer, what);
            }
        }
        writer.line(format!("if take_option({option}, {points}) {{"));
        writer.line("return;");
        writer.line("}");
        Ok(())
    }

    /// Writes a position that a move leads to. Some of its heaps are known, because they are written already.
    pub(super) fn position(
        &mut self,
        writer: &mut Writer<'a>,
        position: &[Number<OfRules>],
        known: Vec<Option<Written<Bounds>>>,
        environment: &[Bounds],
        what: Use,
    ) -> Result<String, TooWide> {
        let mut heaps = vec!["0i".to_owned(); 3 - self.rules.heaps];
        let mut has_value = None;
        for ((heap, known), reached) in position.iter().zip(known).zip(&mut self.reached) {
            let written = match known {
                Some(written) => written,
                None => writer.number(heap, environment)?,
            };
            *reached = hull(*reached, written.bounds);
            has_value = both(has_value, written.has_value);
            heaps.push(written.text);
        }
        check(writer, has_value, what);
        Ok(format!("vec3<i32>({})", heaps.join(", ")))
    }
}

/// Writes statements for the case that something has no value: the position has a fault.
pub(super) fn check(writer: &mut Writer, has_value: Option<String>, what: Use) {
    if let Some(has_value) = has_value {
        writer.line(format!("if !{has_value} {{"));
        give_up(writer, what);
    }
}

fn give_up(writer: &mut Writer, what: Use) {
    match what {
        Use::Take => {
            writer.line("is_faulty = true;");
            writer.line("return;");
        }
        Use::Compare => writer.line("return false;"),
    }
    writer.line("}");
}
