//! The loops of a clause: over the ranges of its variables, with the parts of its condition between them.

use heap_rules::Connective;
use heap_rules::intervals::{Bounds, narrowed};
use heap_rules::rules::{Clause, OfRules, Range, Summand};
use heap_rules::tree::{Number, Truth};

use super::expressions::{TooWide, Writer, Written, both, fits};
use super::moves::{Clauses, Move, Use, check};

/// By how much a variable may pass its bound where invocations share its range.
const MOST_LANES: i64 = 1 << 10;

impl<'a> Clauses<'a> {
    /// Writes the loops of a clause.
    pub(super) fn clause(
        &mut self,
        clause: &'a Clause,
        number: usize,
        what: Use,
    ) -> Result<Vec<String>, TooWide> {
        let mut writer = Writer::new(self.names());
        let mut environment = self.heaps.to_vec();
        let mut variables = Vec::new();
        writer.line("{");
        // What ends each block, the innermost one last.
        let mut ends = vec![BLOCK.to_owned()];
        let mut parts = self.parts(clause);
        let mut most = 1u64;
        if !clause.ranges.is_empty()
            && !self.conditions(&mut writer, &mut parts, 0, &mut environment, what, &mut ends)?
        {
            return Ok(closed(writer.take_lines(), ends));
        }
        let of_summand =
            |summand: &'a Summand| heaps_before_loops(&mut writer, &summand.heaps, &environment);
        let heaps: Vec<_> = clause.option.iter().map(of_summand).collect();
        for (index, range) in clause.ranges.iter().enumerate() {
            let (name, is_shared) = (&clause.names[index], index == 0);
            let begun =
                self.range(&mut writer, range, name, is_shared, &mut environment, what, &mut ends)?;
            let Some((variable, numbers)) = begun else {
                // The variable takes no number, so that there is no move.
                return Ok(closed(writer.take_lines(), ends));
            };
            variables.push(variable);
            most = most.saturating_mul(numbers);
            let known = index + 1;
            if known < clause.ranges.len()
                && !self.conditions(
                    &mut writer,
                    &mut parts,
                    known,
                    &mut environment,
                    what,
                    &mut ends,
                )?
            {
                return Ok(closed(writer.take_lines(), ends));
            }
        }
        if clause.ranges.is_empty() && what == Use::Take {
            // One invocation makes the only move, another one for each clause.
            writer.line(format!("if lane == {number}i % lanes {{"));
            ends.push(BLOCK.into());
        }
        let all = usize::MAX;
        let mut looked_up = 1;
        if self.conditions(&mut writer, &mut parts, all, &mut environment, what, &mut ends)? {
            let of_move = Move { clause, number, variables, heaps };
            match clause.single() {
                Some(option) => self.of_move(&mut writer, option, of_move, &environment, what)?,
                None => looked_up = self.of_sum(&mut writer, of_move, &environment)?,
            }
        }
        if what == Use::Take {
            self.most_options = self.most_options.saturating_add(most.saturating_mul(looked_up));
        }
        Ok(closed(writer.take_lines(), ends))
    }

    /// Begins the loop of a variable, which all invocations that share a position share if `is_shared`. Returns what the
    /// variable is called and how many numbers it takes at most; none if it takes none.
    #[expect(clippy::too_many_arguments, reason = "a loop has as many parts")]
    pub(super) fn range(
        &mut self,
        writer: &mut Writer<'a>,
        range: &Range,
        name: &'a str,
        is_shared: bool,
        environment: &mut Vec<Bounds>,
        what: Use,
        ends: &mut Vec<String>,
    ) -> Result<Option<(String, u64)>, TooWide> {
        let (variable, numbers) = match range {
            Range::Set(set) => {
                let (variable, end) = self.set(writer, name, is_shared, set)?;
                ends.push(end);
                let (first, last) = (set.first().copied(), set.last().copied());
                environment.push((first.unwrap_or(0), last.unwrap_or(0)));
                (variable, set.len() as u64)
            }
            Range::Between(bounds) => {
                let Some((low, high, bounds)) = between(writer, bounds, environment, what)? else {
                    return Ok(None);
                };
                let variable = writer.add_variable(name);
                let (first, step) = match is_shared {
                    true => (format!("{low} + lane"), "lanes"),
                    false => (low, "1i"),
                };
                ends.push(begin_loop(writer, &variable, [&first, &high, step]));
                environment.push(bounds);
                (variable, (bounds.1 - bounds.0 + 1).max(0) as u64)
            }
        };
        for condition in range.conditions(environment.len() - 1) {
            match narrowed(&condition, true, environment) {
                Some(narrowed) => *environment = narrowed,
                None => return Ok(None),
            }
        }
        Ok(Some((variable, numbers)))
    }

    /// Takes the condition of a clause apart where `and` connects its parts, if the rules have no fault. Each part has the
    /// number of variables that have values where it is looked at.
    fn parts(&self, clause: &'a Clause) -> Vec<(usize, &'a Truth<OfRules>)> {
        let Some(condition) = &clause.condition else { return Vec::new() };
        let all = clause.ranges.len();
        if !self.wanted.is_faultless {
            return vec![(all, condition)];
        }
        let mut parts = Vec::new();
        take_apart(condition, &mut parts);
        let with_depth = |part: &'a Truth<OfRules>| {
            let is_known_with = |known: &usize| {
                !part.any_leaf(&|&place| place >= self.rules.heaps + known, &|none| match *none {})
            };
            ((0..all).find(is_known_with).unwrap_or(all), part)
        };
        parts.into_iter().map(with_depth).collect()
    }

    /// Writes those parts of a condition that need at most this many variables, and takes them from the list. Returns
    /// whether there are places where all of them may hold.
    fn conditions(
        &self,
        writer: &mut Writer<'a>,
        parts: &mut Vec<(usize, &'a Truth<OfRules>)>,
        known: usize,
        environment: &mut Vec<Bounds>,
        what: Use,
        ends: &mut Vec<String>,
    ) -> Result<bool, TooWide> {
        for (_, part) in parts.extract_if(.., |(depth, _)| *depth <= known) {
            let written = writer.truth(part, environment)?;
            // Rules without a fault have no moves where a part has no value.
            if !self.wanted.is_faultless {
                check(writer, written.has_value, what);
            }
            writer.line(format!("if {} {{", written.text));
            ends.push(BLOCK.into());
            match narrowed(part, true, environment) {
                Some(narrowed) => *environment = narrowed,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Begins the loop over a set, and returns the name of the variable, and what ends the loop.
    fn set(
        &mut self,
        writer: &mut Writer<'a>,
        name: &'a str,
        is_shared: bool,
        set: &[i64],
    ) -> Result<(String, String), TooWide> {
        let wide = set.iter().find(|&&number| !fits((number, number)));
        if let Some(&number) = wide {
            return Err(writer.too_wide(&Number::Constant(number), Some((number, number))));
        }
        // Both functions of a game go through the same sets.
        let numbers: Vec<i32> = set.iter().map(|&number| number as i32).collect();
        let place = self.sets.windows(numbers.len().max(1)).position(|known| known == numbers);
        let begin = place.unwrap_or_else(|| {
            self.sets.extend(&numbers);
            self.sets.len() - numbers.len()
        });
        let end = begin + numbers.len();
        let place = writer.made("i");
        let (first, step) = match is_shared {
            true => (format!("{begin}i + lane"), "lanes"),
            false => (format!("{begin}i"), "1i"),
        };
        let last = format!("{}i", end as i64 - 1);
        let end = begin_loop(writer, &place, [&first, &last, step]);
        let variable = writer.add_variable(name);
        writer.line(format!("let {variable} = sets[{place}];"));
        Ok((variable, end))
    }
}

/// Writes those heaps of a position before the loops that do not depend on variables.
fn heaps_before_loops<'a>(
    writer: &mut Writer<'a>,
    position: &[Number<OfRules>],
    environment: &[Bounds],
) -> Vec<Option<Written<Bounds>>> {
    let heaps = position.len();
    let before_loops = |heap: &Number<OfRules>| {
        let is_variable = |place: &usize| *place >= heaps;
        let is_plain = matches!(heap, Number::Leaf(_) | Number::Constant(_));
        if is_plain || heap.any_leaf(&is_variable, &|none| match *none {}) {
            return None;
        }
        let before = writer.take_lines();
        // What is too wide here may be narrower where the option is.
        let written = writer.number(heap, environment).ok();
        let lines = writer.take_lines();
        writer.lines(before);
        let written = written?;
        writer.lines(lines);
        Some(Written { text: writer.named(written.text), ..written })
    };
    position.iter().map(before_loops).collect()
}

/// Takes a condition apart where `and` connects its parts.
fn take_apart<'a>(truth: &'a Truth<OfRules>, parts: &mut Vec<&'a Truth<OfRules>>) {
    match truth {
        Truth::Connected(Connective::And, of) => of.iter().for_each(|of| take_apart(of, parts)),
        truth => parts.push(truth),
    }
}

/// Writes the bounds of a variable: what they are, and between which numbers the variable lies; none if it takes none.
fn between(
    writer: &mut Writer,
    ends: &[Number<OfRules>; 2],
    environment: &[Bounds],
    what: Use,
) -> Result<Option<(String, String, Bounds)>, TooWide> {
    let [low, high] =
        [writer.number(&ends[0], environment)?, writer.number(&ends[1], environment)?];
    if !fits((low.bounds.0, high.bounds.1 + MOST_LANES)) || !fits((0, low.bounds.1 + MOST_LANES)) {
        let widest = usize::from(low.bounds.1 <= high.bounds.1);
        return Err(writer.too_wide(&ends[widest], Some((low.bounds.0, high.bounds.1))));
    }
    check(writer, both(low.has_value, high.has_value), what);
    let bounds = (low.bounds.0, high.bounds.1);
    if bounds.0 > bounds.1 {
        return Ok(None);
    }
    Ok(Some((low.text, writer.named(high.text), bounds)))
}

/// What ends a block.
pub(super) const BLOCK: &str = "}";

/// Begins a loop from a first number to a last one, and returns what ends it: a driver may end a loop early, as Mesa's
/// llvmpipe does after 65,535 rounds of all loops of an invocation, and that is noticed.
fn begin_loop(writer: &mut Writer, variable: &str, [first, last, step]: [&str; 3]) -> String {
    writer.line(format!("var {variable} = {first};"));
    writer.line(format!("for (; {variable} <= {last}; {variable} += {step}) {{"));
    format!("}}\nis_cut = is_cut || {variable} <= {last};")
}

/// Ends blocks, the innermost one first.
pub(super) fn closed(mut lines: Vec<String>, ends: Vec<String>) -> Vec<String> {
    lines.extend(ends.iter().rev().flat_map(|end| end.lines()).map(str::to_owned));
    lines
}
