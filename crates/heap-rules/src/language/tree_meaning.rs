//! The meaning of an expression that is a tree, whatever its names stand for.

use super::fold::Fold;
use super::functions::{
    BIT, DIGIT, DIVIDES, FOLDS, Function, OF_NATURAL, POWER, PREDICATES, function_meant,
    function_names,
};
use super::meaning::{Meaning, Term as TermOf, Two, no_list, no_variable};
use super::syntax::{Connective, Operation, Problem, Quantifier, Sign, Syntax};
use super::tree::{Leaves, Number, Term, Truth, bit, digit, divides, power};

/// What names mean, of which expressions are trees. It is the [`Meaning`] of an expression as a tree.
pub trait TreeNames: Sized {
    /// What names stand for.
    type Leaves: Leaves;

    /// Returns what a name means, other than `true` and `false`.
    ///
    /// # Errors
    /// When it means nothing.
    fn named(&mut self, name: &str) -> Result<Term<Self::Leaves>, Problem>;

    /// Returns what a word before brackets means that is no function of the language; `None` if there is no such word.
    ///
    /// # Errors
    /// When the arguments do not fit it.
    fn asked(
        &mut self,
        name: &str,
        index: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<Option<Term<Self::Leaves>>, Problem>;

    /// Returns what is asked of the same position in what stands in square brackets.
    ///
    /// # Errors
    /// When that means nothing.
    fn elsewhere(&mut self, name: &str, index: &str) -> Result<Term<Self::Leaves>, Problem>;

    /// Returns the number of a list at a place.
    ///
    /// # Errors
    /// When there is no such list.
    fn of_list(&mut self, list: &str, _: &Syntax) -> Result<Number<Self::Leaves>, Problem> {
        Err(no_list(list))
    }

    /// Returns what an operation makes of an expression for all values of a variable.
    ///
    /// # Errors
    /// When that means nothing.
    fn for_all(
        &mut self,
        name: &str,
        _: &Syntax,
        _: &Syntax,
    ) -> Result<Number<Self::Leaves>, Problem> {
        Err(no_variable(name))
    }

    /// Says what else can stand before brackets, after a list of all functions.
    const OTHER_FUNCTIONS: &'static str;

    /// Why there is no `move`.
    const NO_MOVES: &'static str = "move is about the positions of games, and an expression about those of tables; \
                                    `decide` takes sentences with it";

    /// Why there are no quantifiers.
    const NO_QUANTIFIERS: &'static str;
}

impl<M: TreeNames> Meaning for M {
    type Number = Number<M::Leaves>;
    type Truth = Truth<M::Leaves>;

    fn constant(&self, number: i64) -> Self::Number {
        Number::Constant(number)
    }

    fn name(&mut self, name: &str) -> Result<Term<M::Leaves>, Problem> {
        match name {
            "true" => Ok(TermOf::Truth(Truth::Constant(true))),
            "false" => Ok(TermOf::Truth(Truth::Constant(false))),
            _ if function_names().any(|known| known == name) => {
                Err(format!("{name} is a function and needs its arguments in brackets"))
            }
            _ => self.named(name),
        }
    }

    fn call(
        &mut self,
        name: &str,
        index: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<Term<M::Leaves>, Problem> {
        if let Some(term) = self.asked(name, index, arguments)? {
            return Ok(term);
        }
        let numbers = arguments.iter().map(|argument| self.number(argument));
        let numbers: Vec<Self::Number> = numbers.collect::<Result<_, _>>()?;
        function(name, numbers)?.ok_or_else(|| {
            let meant = function_meant(name, function_names().chain(["implies"]));
            let names: Vec<&str> = function_names().collect();
            let others = M::OTHER_FUNCTIONS;
            format!(
                "there is no function {name}; {meant}the functions are {}, implies{others}",
                names.join(", ")
            )
        })
    }

    fn indexed(&mut self, name: &str, index: &str) -> Result<Term<M::Leaves>, Problem> {
        self.elsewhere(name, index)
    }

    fn entry(&mut self, list: &str, place: &Syntax) -> Result<Self::Number, Problem> {
        self.of_list(list, place)
    }

    fn over(&mut self, name: &str, of: &Syntax, range: &Syntax) -> Result<Self::Number, Problem> {
        self.for_all(name, of, range)
    }

    fn is_move(
        &mut self,
        _: Option<&str>,
        _: &[Syntax],
        _: &[Syntax],
    ) -> Result<Self::Truth, Problem> {
        Err(M::NO_MOVES.into())
    }

    fn indicator(&mut self, of: Self::Truth) -> Result<Self::Number, Problem> {
        Ok(Number::Indicator(Box::new(of)))
    }

    fn choice(
        &mut self,
        condition: Self::Truth,
        of: Two<Self>,
    ) -> Result<Term<M::Leaves>, Problem> {
        Ok(match of {
            TermOf::Number(of) => TermOf::Number(Number::If(Box::new(condition), Box::new(of))),
            TermOf::Truth([one, two]) => TermOf::Truth(Truth::If(Box::new([condition, one, two]))),
        })
    }

    fn negative(&mut self, of: Self::Number) -> Result<Self::Number, Problem> {
        Ok(Number::Fold(Fold::Minus, Box::new([Number::Constant(0), of])))
    }

    fn times_root(&mut self, of: Self::Number, radicand: u32) -> Result<Self::Number, Problem> {
        Ok(Number::Function(Function::TimesRoot(radicand), Box::new(of)))
    }

    fn arithmetic(
        &mut self,
        operation: Operation,
        of: [Self::Number; 2],
    ) -> Result<Self::Number, Problem> {
        // Shifts by constants are products and quotients, of which more is known.
        let (fold, of) = match (Fold::from(operation), of) {
            (Fold::ShiftLeft, [of, Number::Constant(places @ 0..63)]) => {
                (Fold::Times, [of, Number::Constant(1 << places)])
            }
            (Fold::ShiftRight, [of, Number::Constant(places @ 0..63)]) => {
                (Fold::Quotient, [of, Number::Constant(1 << places)])
            }
            operation => operation,
        };
        Ok(Number::Fold(fold, Box::new(of)))
    }

    fn comparison(&mut self, sign: Sign, of: [Self::Number; 2]) -> Result<Self::Truth, Problem> {
        Ok(Truth::Comparison(sign, Box::new(of)))
    }

    fn not(&self, of: Self::Truth) -> Self::Truth {
        Truth::Not(Box::new(of))
    }

    fn connected(&self, connective: Connective, of: Vec<Self::Truth>) -> Self::Truth {
        let connect = |one, two| Truth::Connected(connective, Box::new([one, two]));
        of.into_iter().reduce(connect).unwrap_or(Truth::Constant(true))
    }

    fn quantified(
        &mut self,
        _: Quantifier,
        _: &[String],
        _: &Syntax,
    ) -> Result<Self::Truth, Problem> {
        Err(M::NO_QUANTIFIERS.into())
    }
}

/// Returns what a function of the language makes of numbers; `None` if there is no such function.
fn function<L: Leaves>(name: &str, numbers: Vec<Number<L>>) -> Result<Option<Term<L>>, Problem> {
    let count = numbers.len();
    let takes = |what: &str| Err(format!("{name} takes {what}, and {count} are given"));
    let fold = FOLDS.iter().find(|(known, _)| *known == name);
    if let Some((_, fold)) = fold {
        return match count {
            0 | 1 => takes("two numbers or more"),
            _ => Ok(Some(TermOf::Number(Number::Fold(*fold, numbers.into())))),
        };
    }
    if name == DIVIDES {
        return match <[Number<L>; 2]>::try_from(numbers) {
            Ok(two) => Ok(Some(TermOf::Truth(divides(two)))),
            Err(_) => takes("two numbers"),
        };
    }
    if name == BIT {
        return match <[Number<L>; 2]>::try_from(numbers) {
            Ok(two) => Ok(Some(TermOf::Truth(bit(two)))),
            Err(_) => takes("a number and the place of a binary digit"),
        };
    }
    // A base is written, so that its powers are a list.
    let is_base = |base: i64| (2..=1 << 16).contains(&base);
    if name == POWER {
        return match &numbers[..] {
            [Number::Constant(base), exponent] if is_base(*base) => {
                Ok(Some(TermOf::Number(power(*base, exponent.clone()))))
            }
            _ => takes("a base from 2 on that is written in digits, and an exponent"),
        };
    }
    if name == DIGIT {
        return match &numbers[..] {
            [of, place, Number::Constant(base)] if is_base(*base) => {
                Ok(Some(TermOf::Number(digit(of.clone(), place.clone(), *base))))
            }
            _ => takes(
                "a number, the place of a digit and a base from 2 on that is written in digits",
            ),
        };
    }
    let of_natural = OF_NATURAL.iter().find(|(known, _)| *known == name);
    let predicate = PREDICATES.iter().find(|(known, _)| *known == name);
    if of_natural.is_none() && predicate.is_none() && name != "abs" {
        return Ok(None);
    }
    let Ok([of]) = <[Number<L>; 1]>::try_from(numbers) else { return takes("one number") };
    let of = Box::new(of);
    Ok(Some(match (of_natural, predicate) {
        (Some((_, function)), _) => TermOf::Number(Number::OfNatural(*function, of)),
        (_, Some((_, predicate))) => TermOf::Truth(Truth::Predicate(*predicate, of)),
        (None, None) => TermOf::Number(Number::Function(Function::Abs, of)),
    }))
}
