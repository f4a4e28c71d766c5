//! Choices between two parts of an expression, of which one matters: `if`, and what `and`, `or` and `implies` leave out.

use heap_rules::intervals::{Bounds, narrowed};
use heap_rules::rules::OfRules;
use heap_rules::tree::Truth;

use super::expressions::{TooWide, Writer, Written, both};

impl Writer<'_> {
    /// Writes the choice between two parts, each for the places that the condition leaves it. `empty` stands for a choice
    /// that is made nowhere.
    pub(super) fn choice<B: Copy>(
        &mut self,
        condition: &Truth<OfRules>,
        environment: &[Bounds],
        empty: (&str, B),
        branch: impl Fn(&mut Self, bool, &[Bounds]) -> Result<Written<B>, TooWide>,
        hull: fn(B, B) -> B,
    ) -> Result<Written<B>, TooWide> {
        let condition_written = self.truth(condition, environment)?;
        let mut parts = Vec::new();
        for is_first in [true, false] {
            let before = self.take_lines();
            let part = match narrowed(condition, is_first, environment) {
                Some(environment) => Some(branch(self, is_first, &environment)?),
                None => None,
            };
            let lines = self.exchange_lines(before);
            parts.push(part.map(|part| (part, lines)));
        }
        let has_value = condition_written.has_value.clone();
        let [one, two] = match [parts.pop().flatten(), parts.pop().flatten()] {
            [Some(two), Some(one)] => [one, two],
            [None, Some((only, lines))] | [Some((only, lines)), None] => {
                self.lines(lines);
                let has_value = both(has_value, only.has_value.clone());
                return Ok(Written { has_value, ..only });
            }
            [None, None] => {
                let (text, bounds) = (empty.0.to_owned(), empty.1);
                return Ok(Written { text, has_value, bounds, is_costly: false });
            }
        };
        let bounds = hull(one.0.bounds, two.0.bounds);
        let is_plain = |(part, lines): &(Written<B>, Vec<String>)| {
            lines.is_empty() && !part.is_costly && part.has_value.is_none()
        };
        if is_plain(&one) && is_plain(&two) {
            let text = selected(&condition_written.text, &one.0.text, &two.0.text);
            return Ok(Written { text, has_value, bounds, is_costly: condition_written.is_costly });
        }
        Ok(self.branches(condition_written, [one, two], empty.0, bounds))
    }

    /// Writes a choice as statements.
    fn branches<B: Copy>(
        &mut self,
        condition: Written<()>,
        parts: [(Written<B>, Vec<String>); 2],
        empty: &str,
        bounds: B,
    ) -> Written<B> {
        let name = self.made("t");
        self.line(format!("var {name} = {empty};"));
        let may_miss = parts.iter().any(|(part, _)| part.has_value.is_some());
        let has_value = may_miss.then(|| format!("{name}_is_there"));
        if let Some(has_value) = &has_value {
            self.line(format!("var {has_value} = true;"));
        }
        for ((part, lines), begin) in
            parts.into_iter().zip([format!("if {} {{", condition.text), "} else {".to_owned()])
        {
            self.line(begin);
            self.lines(lines);
            self.line(format!("{name} = {};", part.text));
            if let (Some(has_value), Some(of_part)) = (&has_value, part.has_value) {
                self.line(format!("{has_value} = {of_part};"));
            }
        }
        self.line("}");
        Written {
            text: name,
            has_value: both(condition.has_value, has_value),
            bounds,
            is_costly: false,
        }
    }
}

/// Writes a choice as an expression.
fn selected(condition: &str, one: &str, two: &str) -> String {
    match (one, two) {
        (one, "false") => format!("({condition} && {one})"),
        ("true", two) => format!("({condition} || {two})"),
        ("false", two) => format!("(!{condition} && {two})"),
        (one, "true") => format!("(!{condition} || {one})"),
        (one, two) => format!("select({two}, {one}, {condition})"),
    }
}
