//! Reading a clause: the option, the variables, the condition, and what it pays.

use super::{A_CLAUSE, HEAP_NAMES, PLAYERS, Reader, STATEMENTS, is_given};
use crate::clause::{WrittenClause, WrittenSummand, WrittenVariable};
use crate::language::token::Token;
use crate::language::{Problem, Syntax, did_you_mean, function_names};

/// The most variables of a clause, those of `sum` among them.
const MOST_VARIABLES: usize = 4;
/// The most positions of a sum that are written one by one.
const MOST_PARTS: usize = 8;

/// Words of the language that are no names of variables.
const WORDS: [&str; 30] = [
    "let",
    "graph",
    "vertices",
    "neighbours",
    "for",
    "if",
    "in",
    "pays",
    "positions",
    "terminal",
    "grade",
    "left",
    "right",
    "rules",
    "and",
    "or",
    "not",
    "implies",
    "iff",
    "true",
    "false",
    "tokens",
    "forall",
    "exists",
    "move",
    "p",
    "g",
    "other",
    "block",
    "misere",
];

impl Reader<'_> {
    /// Reads a clause.
    pub(super) fn clause(&mut self) -> Result<WrittenClause, Problem> {
        match self.parser.peek() {
            Token::Sign(";") => {
                return Err(format!("nothing stands before the semicolon; {A_CLAUSE}"));
            }
            Token::Word("sum") | Token::Sign("(") => {}
            Token::Word(word) if STATEMENTS.contains(&word) || PLAYERS.contains(&word) => {
                return Err(format!("a semicolon is missing before {word}"));
            }
            Token::Word(word) => {
                let meant = did_you_mean(word, STATEMENTS.into_iter().chain(PLAYERS));
                return Err(format!("{meant}{A_CLAUSE}"));
            }
            _ => return Err(A_CLAUSE.into()),
        }
        let option = self.option()?;
        let of_sum: Vec<WrittenVariable> =
            option.iter().flat_map(|summand| &summand.variables).cloned().collect();
        let variables = if self.takes_word("for") { self.variables(&of_sum)? } else { Vec::new() };
        let condition = self.takes_word("if").then(|| self.expression()).transpose()?;
        let pays = self.takes_word("pays").then(|| self.expression()).transpose()?;
        if let word @ ("for" | "if" | "pays") = self.word() {
            return Err(format!(
                "{word} stands too late or twice; the order is `for`, `if`, `pays`, and conditions are joined with `and`"
            ));
        }
        Ok(WrittenClause { option, variables, condition, pays })
    }

    /// Reads an option: positions with plus signs between them, of which the last one may be `sum` with variables.
    fn option(&mut self) -> Result<Vec<WrittenSummand>, Problem> {
        if let [Token::Sign("("), Token::Sign(")"), ..] = self.parser.tokens {
            self.parser.next();
            self.parser.next();
            return match self.parser.peek() {
                Token::Sign("+") => {
                    Err("() is the sum of no positions, and stands alone; leave it out".into())
                }
                _ => Ok(Vec::new()),
            };
        }
        let mut option = Vec::new();
        loop {
            if option.len() == MOST_PARTS {
                return Err(format!(
                    "a sum has at most {MOST_PARTS} positions that are written one by one; more are written as in sum (i) \
                     for 1 <= i < k"
                ));
            }
            option.push(self.summand()?);
            if !self.parser.takes("+") {
                return Ok(option);
            }
        }
    }

    /// Reads a position of an option, or `sum` with the variables of its positions.
    fn summand(&mut self) -> Result<WrittenSummand, Problem> {
        let is_sum = self.takes_word("sum");
        if !self.parser.takes("(") {
            return Err(match is_sum {
                true => {
                    "behind sum a position in brackets is expected, as in sum (i) for 1 <= i < k"
                        .into()
                }
                false => {
                    "behind + another position in brackets is expected, as in (a) + (x - a)".into()
                }
            });
        }
        let heaps = self.heaps()?;
        let variables = match is_sum {
            false => Vec::new(),
            true if self.takes_word("for") => self.variables(&[])?,
            true if self.parser.peek() == Token::Sign("+") => {
                return Err(
                    "sum with its range stands last, as in (x - a) + sum (i) for 1 <= i < a".into(),
                );
            }
            true => {
                return Err("behind sum (...) stands `for` with the range of its positions, as in sum (i) for 1 <= i < k; \
                            `for` with the variables of the move follows"
                    .into());
            }
        };
        Ok(WrittenSummand { heaps, variables })
    }

    /// Reads the heap sizes of a position and the bracket behind them.
    fn heaps(&mut self) -> Result<Vec<Syntax>, Problem> {
        let start = self.place();
        if self.parser.peek() == Token::Sign(")") {
            return Err(
                "a position has heap sizes; () is the sum of no positions, and stands alone".into(),
            );
        }
        let mut heaps = Vec::new();
        loop {
            heaps.push(self.expression()?);
            if self.parser.takes(")") {
                break;
            }
            if !self.parser.takes(",") {
                return Err(match self.parser.peek() {
                    Token::End => "a ) is missing behind the option".into(),
                    token => format!("a comma, an operator or a ) is expected, and not {token}"),
                });
            }
        }
        if heaps.len() > HEAP_NAMES.len() {
            let problem =
                format!("the option has {} heap sizes; a game has 1 to 4 heaps", heaps.len());
            return self.wrong(start, problem);
        }
        Ok(heaps)
    }

    /// Reads the variables behind `for`. The clause has others, which stand before.
    fn variables(&mut self, others: &[WrittenVariable]) -> Result<Vec<WrittenVariable>, Problem> {
        let mut variables = others.to_vec();
        loop {
            let start = self.place();
            if variables.len() == MOST_VARIABLES {
                return Err(format!("a clause has at most {MOST_VARIABLES} variables"));
            }
            let variable = self.variable()?;
            if let Some(problem) = wrong_name(&variable.name, &variables) {
                return self.wrong(start, problem);
            }
            if self.has_data(&variable.name) {
                return self.wrong(start, is_given(&variable.name));
            }
            variables.push(variable);
            if !self.parser.takes(",") {
                break;
            }
        }
        match self.parser.peek() {
            Token::Number(_) => Err("a comma is missing before the next range".into()),
            _ => Ok(variables.split_off(others.len())),
        }
    }
}

/// Returns what is wrong with the name of a variable, if it means something else.
pub(super) fn wrong_name(name: &str, before: &[WrittenVariable]) -> Option<Problem> {
    if HEAP_NAMES.contains(&name) {
        Some(format!(
            "{name} is the name of a heap, in games on fewer heaps too; call the variable otherwise"
        ))
    } else if WORDS.contains(&name) || function_names().any(|function| function == name) {
        Some(format!("{name} is a word of the language; call the variable otherwise"))
    } else if before.iter().any(|variable| variable.name == name) {
        Some(format!("there are two variables {name}; call one of them otherwise"))
    } else {
        None
    }
}
