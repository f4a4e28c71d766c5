//! Reading: from a syntax tree to numbers and truth values at the positions of a job.

use heap_rules::{Meaning as _, Problem, Syntax, Token, TreeNames, parse, tokens};

use super::leaves::{Number, OfTable, Place, Term};
use super::names::{AskedOfPosition, Names};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::table::PARTNER;

/// Reads an expression of a kind: [`Meaning::truth`] or [`Meaning::number`].
pub(super) fn read<'a, T>(
    text: &str,
    mut names: Names<'a>,
    kind: fn(&mut Names<'a>, &Syntax) -> Result<T, Problem>,
) -> Result<T, InvalidInput> {
    let refuse = |problem: Problem| {
        let hint = "an expression is written with x, y, z and g, as in 'g == x ^ y' or \
                    'g == 0 implies y > 2*x'";
        InvalidInput::new(InvalidInputKind::UnsupportedExpression, text, problem, hint)
    };
    let syntax = parse(text).map_err(refuse)?;
    let tokens = tokens(text).unwrap_or_default();
    if names.table(PARTNER).is_none() && tokens.contains(&Token::Word(PARTNER)) {
        return Err(InvalidInput::new(
            InvalidInputKind::MissingPartner,
            text,
            "there is no second table, whose values `other` stands for",
            "an expression is about the tables that are given; add that of the other play \
             convention",
        ));
    }
    for pair in tokens.windows(2) {
        if let [Token::Word("p" | "g"), Token::Index(name)] = pair
            && names.table(name).is_none()
        {
            return Err(names.unknown_table(text, name));
        }
    }
    kind(&mut names, &syntax).map_err(refuse)
}

impl TreeNames for Names<'_> {
    type Leaves = OfTable;

    const OTHER_FUNCTIONS: &'static str = ", and g, p and other of a position";
    const NO_QUANTIFIERS: &'static str = "forall and exists are about all numbers, and a condition is about the positions of the \
                                          table; `decide` takes sentences with them";

    fn named(&mut self, name: &str) -> Result<Term, Problem> {
        self.meaning_of(name)
    }

    fn asked(
        &mut self,
        name: &str,
        index: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<Option<Term>, Problem> {
        let table = match index {
            Some(index) => self.table(index),
            None => None,
        };
        let (asked, table) = match (name, index) {
            (_, Some(_)) | ("g" | "p", None) => (self.asked_of(name, table)?, table),
            (PARTNER, None) => (AskedOfPosition::Value, self.table(PARTNER)),
            (_, None) => return Ok(None),
        };
        let numbers = arguments.iter().map(|argument| self.number(argument));
        let numbers: Vec<Number> = numbers.collect::<Result<_, _>>()?;
        let (count, heaps) = (numbers.len(), self.job(table)?.domain().heaps());
        if count != heaps {
            let index = index.map_or_else(String::new, |index| format!("[{index}]"));
            return Err(format!(
                "{name}{index} takes as many heap sizes as the game has heaps, {heaps}, and {count} are given"
            ));
        }
        Ok(Some(asked.of(Place { table, heaps: Some(numbers.into()) })))
    }

    fn elsewhere(&mut self, name: &str, index: &str) -> Result<Term, Problem> {
        self.here(name, self.table(index))
    }
}
