//! Reading: from a syntax tree to numbers and truth values at the positions of a job.

use super::meaning::{Meaning, Problem};
use super::names::{FunctionWord, Names};
use super::parse::parse;
use super::syntax::{Connective, Operation, Quantifier, Sign, Syntax};
use super::token::{Token, tokens};
use super::tree::{Fold, Number, Term, Truth};
use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// Reads an expression of a kind: [`Term::truth`] or [`Term::number`].
pub(super) fn read<T>(
    text: &str,
    mut names: Names,
    kind: fn(Term) -> Result<T, Problem>,
) -> Result<T, InvalidInput> {
    let refuse = |problem: Problem| {
        let hint = "an expression is written with x, y, z and g, as in 'g == x ^ y' or \
                    'g == 0 implies y > 2*x'";
        InvalidInput::new(InvalidInputKind::UnsupportedExpression, text, problem, hint)
    };
    let syntax = parse(text).map_err(refuse)?;
    if !names.partner && tokens(text).is_ok_and(|tokens| tokens.contains(&Token::Word("other"))) {
        return Err(InvalidInput::new(
            InvalidInputKind::MissingPartner,
            text,
            "there is no second table, whose values `other` stands for",
            "an expression is about the tables that are given; add that of the other play \
             convention",
        ));
    }
    names.term(&syntax).and_then(kind).map_err(refuse)
}

impl Meaning for Names {
    type Number = Number;
    type Truth = Truth;

    fn constant(&self, number: i64) -> Number {
        Number::Constant(number)
    }

    fn name(&mut self, name: &str) -> Result<Term, Problem> {
        self.named(name)
    }

    fn call(
        &mut self,
        name: &str,
        game: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<Term, Problem> {
        if let Some(game) = game {
            return Err(format!(
                "{name}[{game}] names a game, and a condition is about the table; {name} is that of the \
                 table, and `decide` takes sentences about games"
            ));
        }
        let function = self.called(name)?;
        let arguments: Vec<Term> =
            arguments.iter().map(|argument| self.term(argument)).collect::<Result<_, _>>()?;
        let (count, heaps) = (arguments.len(), self.heaps);
        let (is_right, takes) = match function {
            FunctionWord::Function(_) | FunctionWord::OfNatural(_) => {
                (count == 1, "one number".to_owned())
            }
            FunctionWord::Fold(_) => (count >= 2, "two numbers or more".to_owned()),
            FunctionWord::At(_) => {
                (count == heaps, format!("as many heap sizes as the game has heaps, {heaps}"))
            }
        };
        if !is_right {
            return Err(format!("{name} takes {takes}, and {count} are given"));
        }
        let mut numbers: Vec<Number> =
            arguments.into_iter().map(Term::number).collect::<Result<_, _>>()?;
        Ok(match function {
            FunctionWord::Function(function) => {
                Term::Number(Number::Function(function, Box::new(numbers.remove(0))))
            }
            FunctionWord::OfNatural(function) => {
                Term::Number(Number::OfNatural(function, Box::new(numbers.remove(0))))
            }
            FunctionWord::Fold(fold) => Term::Number(Number::Fold(fold, numbers.into())),
            FunctionWord::At(asked) => asked(numbers.into()),
        })
    }

    fn negative(&mut self, of: Number) -> Result<Number, Problem> {
        Ok(Number::Function(i64::checked_neg, Box::new(of)))
    }

    fn arithmetic(&mut self, operation: Operation, of: [Number; 2]) -> Result<Number, Problem> {
        // It has no value where it overflows or divides by 0.
        let fold: Fold = match operation {
            Operation::Plus => i64::checked_add,
            Operation::Minus => i64::checked_sub,
            Operation::Times => i64::checked_mul,
            Operation::Quotient => i64::checked_div_euclid,
            Operation::Remainder => i64::checked_rem_euclid,
            Operation::Xor => |a, b| Some(a ^ b),
        };
        Ok(Number::Fold(fold, Box::new(of)))
    }

    fn comparison(&mut self, sign: Sign, of: [Number; 2]) -> Result<Truth, Problem> {
        Ok(Truth::Comparison(sign.test(), Box::new(of)))
    }

    fn not(&self, of: Truth) -> Truth {
        Truth::Not(Box::new(of))
    }

    fn connected(&self, connective: Connective, of: Vec<Truth>) -> Truth {
        let connect = |one, two| Truth::Connected(connective, Box::new([one, two]));
        of.into_iter().reduce(connect).unwrap_or(Truth::Constant(true))
    }

    fn quantified(&mut self, _: Quantifier, _: &[String], _: &Syntax) -> Result<Truth, Problem> {
        Err("forall and exists are about all numbers, and a condition is about the positions of the \
             table; `decide` takes sentences with them"
            .into())
    }
}
