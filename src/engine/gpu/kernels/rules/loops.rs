//! The loops of a clause: over the ranges of its variables, with the parts of its condition between them.

use heap_rules::intervals::{Bounds, narrowed};
use heap_rules::rules::{Clause, OfRules, Range, Summand};
use heap_rules::tree::{Number, Truth};

use super::expressions::{TooWide, Writer, Written, both, fits};
use super::writer::{ClauseWriter, Move, Use};

/// By how much a variable may pass its bound where invocations share its range.
const MOST_LANES: i64 = 1 << 10;

/// Loops and blocks within one another, as far as they have been begun.
pub(super) struct Nest<'a> {
    pub(super) writer: Writer<'a>,
    /// Bounds of the heaps and the variables.
    pub(super) environment: Vec<Bounds>,
    /// What ends each block, the innermost one last.
    ends: Vec<String>,
    /// What is done with the moves.
    pub(super) what: Use,
}

impl<'a> Nest<'a> {
    /// Begins with the heaps of positions.
    pub(super) fn new(clauses: &ClauseWriter<'a>, what: Use) -> Self {
        let writer = Writer::new(clauses.names(), clauses.sets.clone());
        let environment = clauses.heaps.to_vec();
        Nest { writer, environment, ends: Vec::new(), what }
    }

    /// Begins a block.
    pub(super) fn open(&mut self, line: impl Into<String>) {
        self.writer.line(line);
        self.ends.push("}".into());
    }

    /// Does something in blocks of its own, and ends them.
    pub(super) fn within<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.environment.clone(), std::mem::take(&mut self.ends));
        let result = act(self);
        for line in self.ends.iter().rev().flat_map(|end| end.lines()) {
            self.writer.line(line);
        }
        (self.environment, self.ends) = outer;
        result
    }

    /// Begins a loop from a first number to a last one: a driver may end a loop early, as Mesa's llvmpipe does after 65,535
    /// rounds of all loops of an invocation, and that is noticed.
    fn open_loop(&mut self, variable: &str, [first, last, step]: [&str; 3]) {
        self.writer.line(format!("var {variable} = {first};"));
        self.writer.line(format!("for (; {variable} <= {last}; {variable} += {step}) {{"));
        self.ends.push(format!("}}\nis_cut = is_cut || {variable} <= {last};"));
    }

    /// Writes statements for the case that something has no value: the position has a fault.
    pub(super) fn check(&mut self, has_value: Option<String>) {
        if let Some(has_value) = has_value {
            self.give_up_if(&format!("!{has_value}"));
        }
    }

    /// Writes statements for the case that the position has a fault.
    pub(super) fn give_up_if(&mut self, condition: &str) {
        self.writer.line(format!("if {condition} {{"));
        match self.what {
            Use::Take => self.writer.lines(["is_faulty = true;", "return;"].map(str::to_owned)),
            Use::Compare => self.writer.line("return false;"),
        }
        self.writer.line("}");
    }

    /// Writes those heaps of a position before the loops that do not depend on variables.
    fn heaps_before_loops(&mut self, position: &[Number<OfRules>]) -> Vec<Option<Written<Bounds>>> {
        let heaps = position.len();
        let before_loops = |heap: &Number<OfRules>| {
            let is_variable = |place: &usize| *place >= heaps;
            let is_plain = matches!(heap, Number::Leaf(_) | Number::Constant(_));
            if is_plain || heap.any_leaf(&is_variable, &|none| match *none {}) {
                return None;
            }
            let before = self.writer.take_lines();
            // What is too wide here may be narrower where the option is.
            let written = self.writer.number(heap, &self.environment).ok();
            let lines = self.writer.exchange_lines(before);
            let written = written?;
            self.writer.lines(lines);
            Some(Written { text: self.writer.named(written.text), ..written })
        };
        position.iter().map(before_loops).collect()
    }

    /// Writes the bounds of a variable: what they are, and between which numbers the variable lies; none if it takes none.
    fn between(
        &mut self,
        ends: &[Number<OfRules>; 2],
    ) -> Result<Option<(String, String, Bounds)>, TooWide> {
        let [low, high] = [
            self.writer.number(&ends[0], &self.environment)?,
            self.writer.number(&ends[1], &self.environment)?,
        ];
        let bounds = (low.bounds.0, high.bounds.1);
        if !fits((bounds.0, bounds.1 + MOST_LANES)) || !fits((0, low.bounds.1 + MOST_LANES)) {
            let widest = usize::from(low.bounds.1 <= high.bounds.1);
            return Err(self.writer.too_wide(&ends[widest], Some(bounds)));
        }
        self.check(both(low.has_value, high.has_value));
        if bounds.0 > bounds.1 {
            return Ok(None);
        }
        Ok(Some((low.text, self.writer.named(high.text), bounds)))
    }
}

impl<'a> ClauseWriter<'a> {
    /// Writes the loops of a clause.
    pub(super) fn clause(
        &mut self,
        clause: &'a Clause,
        number: usize,
        what: Use,
    ) -> Result<Vec<String>, TooWide> {
        let mut nest = Nest::new(self, what);
        nest.within(|nest| self.loops(nest, clause, number))?;
        Ok(nest.writer.take_lines())
    }

    /// Writes the loops of a clause as far as there may be a move.
    fn loops(
        &mut self,
        nest: &mut Nest<'a>,
        clause: &'a Clause,
        number: usize,
    ) -> Result<(), TooWide> {
        nest.open("{");
        let mut parts = self.parts(clause);
        if !clause.ranges.is_empty() && !self.conditions(nest, &mut parts, 0)? {
            return Ok(());
        }
        let mut variables = Vec::new();
        let mut most = 1u64;
        let of_summand = |summand: &'a Summand| nest.heaps_before_loops(&summand.heaps);
        let heaps: Vec<_> = clause.option.iter().map(of_summand).collect();
        for (index, range) in clause.ranges.iter().enumerate() {
            // Invocations that share a position share the range of the first variable.
            let begun = self.range(nest, range, &clause.names[index], index == 0)?;
            let Some((variable, numbers)) = begun else {
                return Ok(());
            };
            variables.push(variable);
            most = most.saturating_mul(numbers);
            let known = index + 1;
            if known < clause.ranges.len() && !self.conditions(nest, &mut parts, known)? {
                return Ok(());
            }
        }
        if clause.ranges.is_empty() && nest.what == Use::Take {
            // One invocation makes the only move, another one for each clause.
            nest.open(format!("if lane == {number}i % lanes {{"));
        }
        let mut looked_up = 1;
        if self.conditions(nest, &mut parts, usize::MAX)? {
            let of_move = Move { clause, number, variables, heaps };
            match clause.single() {
                Some(option) => self.of_move(nest, option, of_move)?,
                None => looked_up = self.of_sum(nest, of_move)?,
            }
        }
        if nest.what == Use::Take {
            self.most_options = self.most_options.saturating_add(most.saturating_mul(looked_up));
        }
        Ok(())
    }

    /// Begins the loop of a variable, which all invocations that share a position share if `is_shared`. Returns what the
    /// variable is called and how many numbers it takes at most; none if it takes none.
    pub(super) fn range(
        &mut self,
        nest: &mut Nest<'a>,
        range: &Range,
        name: &'a str,
        is_shared: bool,
    ) -> Result<Option<(String, u64)>, TooWide> {
        let begin = |low: String| match is_shared {
            true => (format!("{low} + lane"), "lanes"),
            false => (low, "1i"),
        };
        let (variable, numbers, bounds) = match range {
            Range::Set(set) => {
                let (place, past) = self.place_of_set(&nest.writer, set)?;
                let (first, step) = begin(format!("{place}i"));
                let index = nest.writer.made("i");
                nest.open_loop(&index, [&first, &format!("{}i", past as i64 - 1), step]);
                let variable = nest.writer.add_variable(name);
                nest.writer.line(format!("let {variable} = sets[{index}];"));
                let end = |number: Option<&i64>| number.copied().unwrap_or(0);
                (variable, set.len() as u64, (end(set.first()), end(set.last())))
            }
            Range::Between(ends) => {
                let Some((low, high, bounds)) = nest.between(ends)? else {
                    return Ok(None);
                };
                let variable = nest.writer.add_variable(name);
                let (first, step) = begin(low);
                nest.open_loop(&variable, [&first, &high, step]);
                (variable, (bounds.1 - bounds.0 + 1).max(0) as u64, bounds)
            }
        };
        nest.environment.push(bounds);
        for condition in range.conditions(nest.environment.len() - 1) {
            match narrowed(&condition, true, &nest.environment) {
                Some(narrowed) => nest.environment = narrowed,
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
        let with_depth = |part: &'a Truth<OfRules>| {
            let is_known_with = |known: &usize| {
                !part.any_leaf(&|&place| place >= self.rules.heaps + known, &|none| match *none {})
            };
            ((0..all).find(is_known_with).unwrap_or(all), part)
        };
        condition.conjoined().into_iter().map(with_depth).collect()
    }

    /// Writes those parts of a condition that need at most this many variables, and takes them from the list. Returns
    /// whether there are places where all of them may hold.
    fn conditions(
        &self,
        nest: &mut Nest<'a>,
        parts: &mut Vec<(usize, &'a Truth<OfRules>)>,
        known: usize,
    ) -> Result<bool, TooWide> {
        for (_, part) in parts.extract_if(.., |(depth, _)| *depth <= known) {
            let written = nest.writer.truth(part, &nest.environment)?;
            // Rules without a fault have no moves where a part has no value.
            if !self.wanted.is_faultless {
                nest.check(written.has_value);
            }
            nest.open(format!("if {} {{", written.text));
            match narrowed(part, true, &nest.environment) {
                Some(narrowed) => nest.environment = narrowed,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Returns where the numbers of a set begin in the list of all sets, and where they end.
    fn place_of_set(&self, writer: &Writer<'a>, set: &[i64]) -> Result<(usize, usize), TooWide> {
        let wide = set.iter().find(|&&number| !fits((number, number)));
        if let Some(&number) = wide {
            return Err(writer.too_wide(&Number::Constant(number), Some((number, number))));
        }
        let numbers: Vec<i32> = set.iter().map(|&number| number as i32).collect();
        let begin = self.sets.place_of(&numbers);
        Ok((begin, begin + numbers.len()))
    }
}
