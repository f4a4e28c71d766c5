//! The canonical text of rules.

use std::fmt;

use super::{
    LOOPY, Players, WrittenBound, WrittenClause, WrittenClauses, WrittenRange, WrittenSummand,
    WrittenVariable,
};

/// The least number of neighbours in a set that are written as a range.
const SHORTEST_RANGE: usize = 3;

impl fmt::Display for WrittenClauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut items: Vec<String> = self.data.iter().map(ToString::to_string).collect();
        items.extend(self.graph.iter().map(ToString::to_string));
        let stated =
            [("positions", &self.positions), ("terminal", &self.terminal), ("grade", &self.grade)];
        let stated = stated
            .into_iter()
            .filter_map(|(word, syntax)| syntax.as_ref().map(|syntax| format!("{word} {syntax}")));
        items.extend(stated);
        items.extend(self.is_loopy.then(|| LOOPY.to_owned()));
        match &self.moves {
            Players::Both(clauses) => items.extend(clauses.iter().map(ToString::to_string)),
            Players::Each(players) => {
                for (player, clauses) in ["left", "right"].into_iter().zip(players) {
                    let mut texts = clauses.iter().map(ToString::to_string);
                    let first = texts.next().map_or(String::new(), |first| format!(" {first}"));
                    items.push(format!("{player}:{first}"));
                    items.extend(texts);
                }
            }
        }
        f.write_str(&items.join("; "))
    }
}

impl fmt::Display for WrittenClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let option: Vec<String> = self.option.iter().map(ToString::to_string).collect();
        match &option[..] {
            [] => f.write_str("()")?,
            summands => f.write_str(&summands.join(" + "))?,
        }
        write_variables(f, &self.variables)?;
        let stated = [("if", &self.condition), ("pays", &self.pays)];
        stated.into_iter().try_for_each(|(word, syntax)| match syntax {
            Some(syntax) => write!(f, " {word} {syntax}"),
            None => Ok(()),
        })
    }
}

impl fmt::Display for WrittenSummand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.heaps.iter().map(ToString::to_string).collect();
        let sum = if self.variables.is_empty() { "" } else { "sum " };
        write!(f, "{sum}({})", heaps.join(", "))?;
        write_variables(f, &self.variables)
    }
}

fn write_variables(f: &mut fmt::Formatter<'_>, variables: &[WrittenVariable]) -> fmt::Result {
    let variables: Vec<String> = variables.iter().map(ToString::to_string).collect();
    if variables.is_empty() { Ok(()) } else { write!(f, " for {}", variables.join(", ")) }
}

impl fmt::Display for WrittenVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |bound: &WrittenBound| if bound.is_included { "<=" } else { "<" };
        match &self.range {
            WrittenRange::Between([low, high]) => write!(
                f,
                "{} {} {} {} {}",
                low.bound.operand(),
                sign(low),
                self.name,
                sign(high),
                high.bound.operand()
            ),
            WrittenRange::Ones(number) => write!(f, "{} in {number}", self.name),
            WrittenRange::Set(numbers) => write!(f, "{} in {{{}}}", self.name, set_text(numbers)),
        }
    }
}

/// Writes numbers in rising order as a set, neighbours as a range: `2, 5, 8..12`.
pub fn set_text(numbers: &[i64]) -> String {
    let runs = numbers.chunk_by(|one, next| one.checked_add(1) == Some(*next));
    let run = |run: &[i64]| match run {
        [first, .., last] if run.len() >= SHORTEST_RANGE => format!("{first}..{last}"),
        run => run.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}
