//! Reading expressions: from tokens to numbers and truth values, by the levels on which operators bind.

use super::names::{Called, Names, Term};
use super::token::{Token, tokens};
use super::tree::{Fold, Number, Truth};
use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// The most characters of an expression.
const MOST_CHARACTERS: usize = 2000;
/// The greatest depth to which brackets and signs are nested.
const MOST_DEPTH: usize = 60;

/// How strongly operators bind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Implies,
    Or,
    And,
    Not,
    Comparison,
    Xor,
    Sum,
    Product,
    Sign,
}

/// A description of what is wrong with an expression.
type Problem = String;

/// A comparison of two numbers.
type Compare = fn(&i64, &i64) -> bool;

/// Reads an expression that is true or false.
pub(super) fn condition(text: &str, names: &Names) -> Result<Truth, InvalidInput> {
    read(text, names, truth)
}

/// Reads an expression that is a number.
pub(super) fn number_expression(text: &str, names: &Names) -> Result<Number, InvalidInput> {
    read(text, names, number)
}

fn read<T>(
    text: &str,
    names: &Names,
    kind: fn(Term) -> Result<T, Problem>,
) -> Result<T, InvalidInput> {
    let refuse = |problem: Problem| {
        let hint = "an expression is written with x, y, z and g, as in 'g == x ^ y' or \
                    'g == 0 implies y > 2*x'";
        InvalidInput::new(InvalidInputKind::UnsupportedExpression, text, problem, hint)
    };
    if text.chars().count() > MOST_CHARACTERS {
        return Err(refuse(format!("it has more than {MOST_CHARACTERS} characters")));
    }
    let tokens = tokens(text).map_err(refuse)?;
    if !names.partner && tokens.contains(&Token::Word("other")) {
        return Err(InvalidInput::new(
            InvalidInputKind::MissingPartner,
            text,
            "there is no second table, whose values `other` stands for",
            "an expression is about the tables that are given; add that of the other play \
             convention",
        ));
    }
    Parser { tokens: &tokens, names, depth: 0 }.whole().and_then(kind).map_err(refuse)
}

/// Returns a term that must be true or false.
fn truth(term: Term) -> Result<Truth, Problem> {
    match term {
        Term::Truth(truth) => Ok(truth),
        Term::Number(_) => Err("a number stands where true or false is expected".into()),
    }
}

/// Returns a term that must be a number.
fn number(term: Term) -> Result<Number, Problem> {
    match term {
        Term::Number(number) => Ok(number),
        Term::Truth(_) => Err("true or false stands where a number is expected".into()),
    }
}

struct Parser<'a> {
    /// What is still to be read; the last is the end.
    tokens: &'a [Token<'a>],
    names: &'a Names,
    /// How deep brackets and signs are nested here.
    depth: usize,
}

impl<'a> Parser<'a> {
    /// Reads all tokens.
    fn whole(mut self) -> Result<Term, Problem> {
        if self.peek() == Token::End {
            return Err("it is empty".into());
        }
        let term = self.expression(Level::Implies)?;
        match self.peek() {
            Token::End => Ok(term),
            Token::Sign(")") => Err("there is one ) too many".into()),
            Token::Sign(",") => Err("a comma stands outside the arguments of a function".into()),
            Token::Word("not") => Err("an operator is missing before not".into()),
            token => Err(format!("an operator is missing before {token}")),
        }
    }

    fn peek(&self) -> Token<'a> {
        self.tokens.first().copied().unwrap_or(Token::End)
    }

    fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.tokens = self.tokens.get(1..).unwrap_or_default();
        token
    }

    /// Takes a sign if it is the next token.
    fn takes(&mut self, sign: &'static str) -> bool {
        let is_next = self.peek() == Token::Sign(sign);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Reads operands and the operators between them that bind at least as strongly as `least`.
    fn expression(&mut self, least: Level) -> Result<Term, Problem> {
        let mut left = self.operand(least)?;
        while let Some(level) = level(self.peek()).filter(|level| *level >= least) {
            left = match level {
                Level::Comparison => self.comparisons(left)?,
                _ => self.operation(left, level)?,
            };
        }
        Ok(left)
    }

    /// Reads an operator between two operands that is no comparison, and the second operand.
    fn operation(&mut self, left: Term, level: Level) -> Result<Term, Problem> {
        let operator = self.next();
        if let Some(fold) = arithmetic(operator) {
            let left = number(left)?;
            let right = number(self.expression(stronger(level))?)?;
            return Ok(Term::Number(Number::Fold(fold, Box::new([left, right]))));
        }
        let left = truth(left)?;
        // Implication associates to the right: A implies (B implies C).
        let next = if level == Level::Implies { level } else { stronger(level) };
        let of = Box::new([left, truth(self.expression(next)?)?]);
        Ok(Term::Truth(match level {
            Level::Implies => Truth::Implies(of),
            Level::Or => Truth::Or(of),
            _ => Truth::And(of),
        }))
    }

    /// Reads a comparison, or a chain of them that all go the same way, as in x <= y < 2*x.
    fn comparisons(&mut self, first: Term) -> Result<Term, Problem> {
        let mut signs: Vec<&str> = Vec::new();
        let (mut left, mut all) = (first, None);
        while let (Token::Sign(sign), Some(Level::Comparison)) = (self.peek(), level(self.peek())) {
            self.next();
            signs.push(sign);
            let right = self.expression(Level::Xor)?;
            let compared = compare(sign, left, right.clone())?;
            all = Some(match all {
                None => compared,
                Some(before) => Truth::And(Box::new([before, compared])),
            });
            left = right;
        }
        let goes = |way: [&str; 3]| signs.iter().all(|sign| way.contains(sign));
        let is_chain = goes(["<", "<=", "=="]) || goes([">", ">=", "=="]);
        if signs.len() > 1 && (!is_chain || matches!(left, Term::Truth(_))) {
            let signs = signs.join(" and ");
            return Err(format!("{signs} cannot follow one another; put brackets"));
        }
        all.map(Term::Truth).ok_or_else(|| "a comparison is missing".into())
    }

    /// Reads an operand with its signs.
    fn operand(&mut self, least: Level) -> Result<Term, Problem> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(format!("it is nested more than {MOST_DEPTH} deep"));
        }
        let term = match self.next() {
            Token::Number(number) => Term::Number(Number::Constant(number)),
            Token::Sign("(") => {
                let term = self.expression(Level::Implies)?;
                self.closes()?;
                term
            }
            Token::Sign("!") => {
                let of = truth(self.expression(Level::Sign)?).map_err(|_| {
                    "! stands before a number; the word not takes in a whole comparison".to_owned()
                })?;
                Term::Truth(Truth::Not(Box::new(of)))
            }
            Token::Sign("-") => {
                let of = number(self.expression(Level::Sign)?)?;
                Term::Number(Number::Function(i64::checked_neg, Box::new(of)))
            }
            Token::Word("not") if least <= Level::Not => {
                Term::Truth(Truth::Not(Box::new(truth(self.expression(Level::Not)?)?)))
            }
            Token::Word("not") => {
                return Err("brackets are missing around not and what follows".into());
            }
            Token::Word(word @ ("and" | "or")) => {
                return Err(format!("something is missing before {word}"));
            }
            Token::Word(word) if self.takes("(") => self.call(word)?,
            Token::Word("implies") => return Err("something is missing before implies".into()),
            Token::Word(word) => self.names.named(word)?,
            Token::End => return Err("it ends where a number or a name is expected".into()),
            token => return Err(format!("{token} stands where a number or a name is expected")),
        };
        self.depth -= 1;
        Ok(term)
    }

    /// Reads the arguments of a function, whose opening bracket has been read.
    fn call(&mut self, name: &str) -> Result<Term, Problem> {
        let called = self.names.called(name)?;
        let mut arguments = Vec::new();
        if !self.takes(")") {
            loop {
                arguments.push(self.expression(Level::Implies)?);
                if !self.takes(",") {
                    break;
                }
            }
            self.closes()?;
        }
        let (count, heaps) = (arguments.len(), self.names.heaps);
        let wrong = |takes: String| Err(format!("{name} takes {takes}, and {count} are given"));
        let numbers = |arguments: Vec<Term>| {
            let numbers = arguments.into_iter().map(number).collect::<Result<Vec<_>, _>>();
            numbers.map(Vec::into_boxed_slice)
        };
        Ok(match (called, count) {
            (Called::Function(function), 1) => {
                let of = arguments.into_iter().map(number).next();
                let of = of.ok_or_else(|| format!("{name} takes a number"))??;
                Term::Number(Number::Function(function, Box::new(of)))
            }
            (Called::Function(_), _) => return wrong("one number".into()),
            (Called::Fold(fold), 2..) => Term::Number(Number::Fold(fold, numbers(arguments)?)),
            (Called::Fold(_), _) => return wrong("two numbers or more".into()),
            (Called::ValueAt, count) if count == heaps => {
                Term::Number(Number::ValueAt(numbers(arguments)?))
            }
            (Called::OtherAt, count) if count == heaps => {
                Term::Number(Number::OtherAt(numbers(arguments)?))
            }
            (Called::IsPAt, count) if count == heaps => {
                Term::Truth(Truth::IsPAt(numbers(arguments)?))
            }
            (Called::ValueAt | Called::OtherAt | Called::IsPAt, _) => {
                return wrong(format!("as many heap sizes as the game has heaps, {heaps}"));
            }
            (Called::Implies, _) => {
                let of: Result<Vec<Truth>, Problem> = arguments.into_iter().map(truth).collect();
                match <[Truth; 2]>::try_from(of?) {
                    Ok(of) => Term::Truth(Truth::Implies(Box::new(of))),
                    Err(_) => return wrong("two truth values".into()),
                }
            }
        })
    }

    /// Reads a closing bracket.
    fn closes(&mut self) -> Result<(), Problem> {
        match self.peek() {
            _ if self.takes(")") => Ok(()),
            Token::End => Err("a ) is missing at the end".into()),
            Token::Sign(",") => Err("a comma stands outside the arguments of a function".into()),
            token => Err(format!("an operator or a ) is missing before {token}")),
        }
    }
}

/// Returns how strongly an operator between two operands binds; `None` for what is none.
fn level(token: Token) -> Option<Level> {
    Some(match token {
        Token::Word("implies") => Level::Implies,
        Token::Word("or") | Token::Sign("||") => Level::Or,
        Token::Word("and") | Token::Sign("&&") => Level::And,
        Token::Sign("==" | "!=" | "<" | "<=" | ">" | ">=") => Level::Comparison,
        Token::Sign("^") => Level::Xor,
        Token::Sign("+" | "-") => Level::Sum,
        Token::Sign("*" | "/" | "%") => Level::Product,
        _ => return None,
    })
}

/// Returns the next stronger level.
fn stronger(level: Level) -> Level {
    match level {
        Level::Implies => Level::Or,
        Level::Or => Level::And,
        Level::And => Level::Not,
        Level::Not => Level::Comparison,
        Level::Comparison => Level::Xor,
        Level::Xor => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product | Level::Sign => Level::Sign,
    }
}

/// Returns the operation of an arithmetic operator.
fn arithmetic(token: Token) -> Option<Fold> {
    Some(match token {
        Token::Sign("+") => i64::checked_add,
        Token::Sign("-") => i64::checked_sub,
        Token::Sign("*") => i64::checked_mul,
        Token::Sign("/") => i64::checked_div_euclid,
        Token::Sign("%") => i64::checked_rem_euclid,
        Token::Sign("^") => |a, b| Some(a ^ b),
        _ => return None,
    })
}

/// Returns the comparison of two terms; truth values can be equal or not, but not less.
fn compare(sign: &str, left: Term, right: Term) -> Result<Truth, Problem> {
    let compare: Compare = match sign {
        "==" => i64::eq,
        "!=" => i64::ne,
        "<" => i64::lt,
        "<=" => i64::le,
        ">" => i64::gt,
        _ => i64::ge,
    };
    match (left, right) {
        (Term::Number(a), Term::Number(b)) => Ok(Truth::Comparison(compare, Box::new([a, b]))),
        (Term::Truth(a), Term::Truth(b)) => match sign {
            "==" => Ok(Truth::Same(Box::new([a, b]))),
            "!=" => Ok(Truth::Not(Box::new(Truth::Same(Box::new([a, b]))))),
            _ => Err("true or false stands where a number is expected".into()),
        },
        _ => match sign {
            "==" | "!=" => Err("a number is compared with a truth value".into()),
            _ => Err("true or false stands where a number is expected".into()),
        },
    }
}
