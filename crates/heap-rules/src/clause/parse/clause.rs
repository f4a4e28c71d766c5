//! Reading a clause: the option, the variables, the condition, and what it pays.

use super::{A_CLAUSE, HEAP_NAMES, PLAYERS, Reader, STATEMENTS, SUM_OF_POSITIONS};
use crate::clause::{WrittenClause, WrittenVariable};
use crate::language::token::Token;
use crate::language::{Problem, Syntax, did_you_mean, function_names};

/// The most variables of a clause.
const MOST_VARIABLES: usize = 4;

/// Words of the language that are no names of variables.
const WORDS: [&str; 26] = [
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
            Token::Word("sum") => return Err(SUM_OF_POSITIONS.into()),
            Token::Word(word) if STATEMENTS.contains(&word) || PLAYERS.contains(&word) => {
                return Err(format!("a semicolon is missing before {word}"));
            }
            Token::Word(word) => {
                let meant = did_you_mean(word, STATEMENTS.into_iter().chain(PLAYERS));
                return Err(format!("{meant}{A_CLAUSE}"));
            }
            Token::Sign("(") => self.parser.next(),
            _ => return Err(A_CLAUSE.into()),
        };
        let option = self.option()?;
        let variables = if self.takes_word("for") { self.variables()? } else { Vec::new() };
        let condition = self.takes_word("if").then(|| self.expression()).transpose()?;
        let pays = self.takes_word("pays").then(|| self.expression()).transpose()?;
        if let word @ ("for" | "if" | "pays") = self.word() {
            return Err(format!(
                "{word} stands too late or twice; the order is `for`, `if`, `pays`, and conditions are joined with `and`"
            ));
        }
        Ok(WrittenClause { option, variables, condition, pays })
    }

    /// Reads the heap sizes of an option and the bracket behind them.
    fn option(&mut self) -> Result<Vec<Syntax>, Problem> {
        let start = self.place();
        let mut option = Vec::new();
        loop {
            option.push(self.expression()?);
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
        let heaps = option.len();
        if heaps > HEAP_NAMES.len() {
            let problem = format!("the option has {heaps} heap sizes; a game has 1 to 4 heaps");
            return self.wrong(start, problem);
        }
        Ok(option)
    }

    /// Reads the variables behind `for`.
    fn variables(&mut self) -> Result<Vec<WrittenVariable>, Problem> {
        let mut variables: Vec<WrittenVariable> = Vec::new();
        loop {
            let start = self.place();
            if variables.len() == MOST_VARIABLES {
                return Err(format!("a clause has at most {MOST_VARIABLES} variables"));
            }
            let variable = self.variable()?;
            if let Some(problem) = wrong_name(&variable.name, &variables) {
                return self.wrong(start, problem);
            }
            variables.push(variable);
            if !self.parser.takes(",") {
                break;
            }
        }
        match self.parser.peek() {
            Token::Number(_) => Err("a comma is missing before the next range".into()),
            _ => Ok(variables),
        }
    }
}

/// Returns what is wrong with the name of a variable, if it means something else.
fn wrong_name(name: &str, before: &[WrittenVariable]) -> Option<Problem> {
    if HEAP_NAMES.contains(&name) {
        Some(format!("{name} is the name of a heap; call the variable otherwise"))
    } else if WORDS.contains(&name) || function_names().any(|function| function == name) {
        Some(format!("{name} is a word of the language; call the variable otherwise"))
    } else if before.iter().any(|variable| variable.name == name) {
        Some(format!("there are two variables {name}; call one of them otherwise"))
    } else {
        None
    }
}
