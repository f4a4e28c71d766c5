//! Reading: from a syntax tree to numbers and truth values at the positions of a job.

use heap_rules::{
    self as language, Connective, Fold, Meaning, Operation, Problem, Quantifier, Sign, Syntax,
    Token, Two, parse, tokens, tree,
};

use super::leaves::{Number, Place, Term, Truth};
use super::names::{FunctionWord, Names};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::table::PARTNER;

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

impl Meaning for Names<'_> {
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
        index: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<Term, Problem> {
        let function = match index {
            None => self.called(name)?,
            Some(index) => {
                let table = self.table(index);
                FunctionWord::At(self.asked(name, table)?, table)
            }
        };
        let mut numbers: Vec<Number> =
            arguments.iter().map(|argument| self.number(argument)).collect::<Result<_, _>>()?;
        let count = numbers.len();
        let (is_right, takes) = match function {
            FunctionWord::Function(_) | FunctionWord::OfNatural(_) | FunctionWord::Predicate(_) => {
                (count == 1, "one number".to_owned())
            }
            FunctionWord::Divides => (count == 2, "two numbers".to_owned()),
            FunctionWord::Fold(_) => (count >= 2, "two numbers or more".to_owned()),
            FunctionWord::At(_, table) => {
                let heaps = self.job(table)?.domain().heaps();
                (count == heaps, format!("as many heap sizes as the game has heaps, {heaps}"))
            }
        };
        if !is_right {
            let index = index.map_or_else(String::new, |index| format!("[{index}]"));
            return Err(format!("{name}{index} takes {takes}, and {count} are given"));
        }
        Ok(match function {
            FunctionWord::Function(function) => {
                Term::Number(Number::Function(function, Box::new(numbers.remove(0))))
            }
            FunctionWord::OfNatural(function) => {
                Term::Number(Number::OfNatural(function, Box::new(numbers.remove(0))))
            }
            FunctionWord::Predicate(predicate) => {
                Term::Truth(Truth::Predicate(predicate, Box::new(numbers.remove(0))))
            }
            FunctionWord::Divides => {
                let of = [numbers.remove(0), numbers.remove(0)];
                Term::Truth(tree::divides(of))
            }
            FunctionWord::Fold(fold) => Term::Number(Number::Fold(fold, numbers.into())),
            FunctionWord::At(asked, table) => {
                asked.of(Place { table, heaps: Some(numbers.into()) })
            }
        })
    }

    fn indexed(&mut self, name: &str, index: &str) -> Result<Term, Problem> {
        self.here(name, self.table(index))
    }

    fn indicator(&mut self, of: Truth) -> Result<Number, Problem> {
        Ok(Number::Indicator(Box::new(of)))
    }

    fn choice(&mut self, condition: Truth, of: Two<Self>) -> Result<Term, Problem> {
        Ok(match of {
            language::Term::Number(of) => {
                Term::Number(Number::If(Box::new(condition), Box::new(of)))
            }
            language::Term::Truth([one, two]) => {
                Term::Truth(Truth::If(Box::new([condition, one, two])))
            }
        })
    }

    fn negative(&mut self, of: Number) -> Result<Number, Problem> {
        Ok(Number::Fold(Fold::Minus, Box::new([Number::Constant(0), of])))
    }

    fn arithmetic(&mut self, operation: Operation, of: [Number; 2]) -> Result<Number, Problem> {
        Ok(Number::Fold(operation.into(), Box::new(of)))
    }

    fn comparison(&mut self, sign: Sign, of: [Number; 2]) -> Result<Truth, Problem> {
        Ok(Truth::Comparison(sign, Box::new(of)))
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
