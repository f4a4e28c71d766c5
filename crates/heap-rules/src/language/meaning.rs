//! Meanings of the syntax tree: what its parts are, where numbers and truth values are of some kind.
//!
//! One of them makes trees ([`TreeNames`](crate::TreeNames)); programs add others, as formulas about all numbers. What is
//! wrong with a part is said here for all of them.

use super::quadratic::{self, FLOOR, Floor, GOLDEN_RATIO, IRRATIONAL, SQUARE_ROOT, Sum};
use super::syntax::{Connective, Operation, Problem, Quantifier, Sign, Syntax, not_a_chain};

/// What a part of an expression means.
#[derive(Debug, Clone, Copy)]
pub enum Term<N, T> {
    /// A number.
    Number(N),
    /// Something that is true or false.
    Truth(T),
}

/// Two terms of one kind.
pub type Two<M> = Term<[<M as Meaning>::Number; 2], [<M as Meaning>::Truth; 2]>;

/// What a part of an expression means where these are its numbers and truth values.
type TermOf<M> = Term<<M as Meaning>::Number, <M as Meaning>::Truth>;

impl<N, T> Term<N, T> {
    /// Returns a term that must be true or false.
    ///
    /// # Errors
    /// When it is a number.
    pub fn truth(self) -> Result<T, Problem> {
        match self {
            Term::Truth(truth) => Ok(truth),
            Term::Number(_) => Err(NUMBER_FOR_TRUTH.into()),
        }
    }
}

const NUMBER_FOR_TRUTH: &str = "a number stands where true or false is expected";
const TRUTH_FOR_NUMBER: &str = "true or false stands where a number is expected; conditions are 0 and 1 in \
                                expressions about tables alone";
/// Says that there are no lists.
pub(super) fn no_list(list: &str) -> Problem {
    format!("{list} is no list here: lists belong to rules, and `let` brings them in")
}

/// Says that no operation goes over the values of a variable.
pub(super) fn no_variable(name: &str) -> Problem {
    format!("{name} over the values of a variable belongs to rules")
}

pub(crate) const MARK_BEFORE_NUMBER: &str =
    "! stands before a number; the word not takes in a whole comparison";

/// What numbers and truth values are, and what names and operators make of them.
///
/// Every method fails with what is wrong with the expression.
///
/// ```
/// use heap_rules::{Connective, Meaning, Operation, Problem, Quantifier, Sign, Syntax, Term, parse};
///
/// /// Expressions are what their names are: numbers that are known.
/// struct At(i64);
///
/// impl Meaning for At {
///     type Number = i64;
///     type Truth = bool;
///
///     fn constant(&self, number: i64) -> i64 {
///         number
///     }
///     fn name(&mut self, name: &str) -> Result<Term<i64, bool>, Problem> {
///         match name {
///             "n" => Ok(Term::Number(self.0)),
///             _ => Err(format!("there is no name {name}")),
///         }
///     }
///     fn call(&mut self, name: &str, _: Option<&str>, _: &[Syntax]) -> Result<Term<i64, bool>, Problem> {
///         Err(format!("there is no function {name}"))
///     }
///     fn negative(&mut self, of: i64) -> Result<i64, Problem> {
///         Ok(-of)
///     }
///     fn arithmetic(&mut self, operation: Operation, [a, b]: [i64; 2]) -> Result<i64, Problem> {
///         heap_rules::Fold::from(operation).of(a, b).ok_or("it has no value".into())
///     }
///     fn comparison(&mut self, sign: Sign, [a, b]: [i64; 2]) -> Result<bool, Problem> {
///         Ok(sign.test()(&a, &b))
///     }
///     fn not(&self, of: bool) -> bool {
///         !of
///     }
///     fn connected(&self, connective: Connective, of: Vec<bool>) -> bool {
///         match connective {
///             Connective::And => of.iter().all(|&truth| truth),
///             Connective::Or => of.iter().any(|&truth| truth),
///             Connective::Implies => !of[0] || of[1],
///             Connective::Iff => of[0] == of[1],
///         }
///     }
///     fn quantified(&mut self, _: Quantifier, _: &[String], _: &Syntax) -> Result<bool, Problem> {
///         Err("there are no quantifiers".into())
///     }
/// }
///
/// assert_eq!(At(7).truth(&parse("0 < n < 10 and n % 3 == 1")?), Ok(true));
/// assert!(At(7).number(&parse("n / (n - 7)")?).is_err());
/// # Ok::<(), Problem>(())
/// ```
pub trait Meaning: Sized {
    /// What a number is.
    type Number;
    /// What is true or false.
    type Truth;

    /// A number that is written.
    fn constant(&self, number: i64) -> Self::Number;
    /// A name alone, `true` and `false` among them.
    fn name(&mut self, name: &str) -> Result<TermOf<Self>, Problem>;
    /// A function, or something of a position; the index is what stands in square brackets.
    fn call(
        &mut self,
        name: &str,
        index: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<TermOf<Self>, Problem>;
    /// Whether there is a move between two positions of a game; the index is what stands in square brackets.
    fn is_move(
        &mut self,
        _: Option<&str>,
        _: &[Syntax],
        _: &[Syntax],
    ) -> Result<Self::Truth, Problem> {
        Err("there are no games here whose moves could be asked for".into())
    }
    /// Something of the same position in what stands in square brackets.
    fn indexed(&mut self, name: &str, index: &str) -> Result<TermOf<Self>, Problem> {
        Err(format!("after {name}[{index}] heap sizes in brackets are missing"))
    }
    /// The number of a list at a place.
    fn entry(&mut self, list: &str, _: &Syntax) -> Result<Self::Number, Problem> {
        Err(no_list(list))
    }
    /// An operation on what an expression is for all values of a variable.
    fn over(&mut self, name: &str, _: &Syntax, _: &Syntax) -> Result<Self::Number, Problem> {
        Err(no_variable(name))
    }
    /// The number 1 where a truth value is true, and 0 elsewhere.
    fn indicator(&mut self, _: Self::Truth) -> Result<Self::Number, Problem> {
        Err(TRUTH_FOR_NUMBER.into())
    }
    /// The first of two where a condition is true, and the second one elsewhere.
    fn choice(&mut self, _: Self::Truth, _: Two<Self>) -> Result<TermOf<Self>, Problem> {
        Err("if(A, a, b) is about the positions of a table; a sentence is written with and, or and not".into())
    }
    /// A number with a minus sign before it.
    fn negative(&mut self, of: Self::Number) -> Result<Self::Number, Problem>;
    /// A number times the square root of a natural number that is no square, rounded down.
    fn times_root(&mut self, _: Self::Number, _: u32) -> Result<Self::Number, Problem> {
        Err("there are no square roots here".into())
    }
    /// Two numbers with the sign of an operation between them.
    fn arithmetic(
        &mut self,
        operation: Operation,
        of: [Self::Number; 2],
    ) -> Result<Self::Number, Problem>;
    /// Two numbers with the sign of a comparison between them.
    fn comparison(&mut self, sign: Sign, of: [Self::Number; 2]) -> Result<Self::Truth, Problem>;
    /// True where the truth value is false.
    fn not(&self, of: Self::Truth) -> Self::Truth;
    /// At least one truth value; two of `implies` and `iff`.
    fn connected(&self, connective: Connective, of: Vec<Self::Truth>) -> Self::Truth;
    /// A statement about all values of variables, or about some.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variables: &[String],
        of: &Syntax,
    ) -> Result<Self::Truth, Problem>;

    /// Returns what a part of an expression means.
    fn term(&mut self, syntax: &Syntax) -> Result<TermOf<Self>, Problem> {
        term(self, syntax)
    }

    /// Returns the meaning of a part that must be a number.
    fn number(&mut self, syntax: &Syntax) -> Result<Self::Number, Problem> {
        let term = self.term(syntax)?;
        self.as_number(term)
    }

    /// Returns a number, or a truth value as one.
    fn as_number(&mut self, term: TermOf<Self>) -> Result<Self::Number, Problem> {
        match term {
            Term::Number(number) => Ok(number),
            Term::Truth(truth) => self.indicator(truth),
        }
    }

    /// Returns the meaning of a part that must be true or false.
    fn truth(&mut self, syntax: &Syntax) -> Result<Self::Truth, Problem> {
        self.term(syntax)?.truth()
    }
}

/// Returns what a part of an expression means.
///
/// # Errors
/// What is wrong with it.
pub fn term<M: Meaning>(meaning: &mut M, syntax: &Syntax) -> Result<TermOf<M>, Problem> {
    Ok(match syntax {
        Syntax::Number(number) => Term::Number(meaning.constant(*number)),
        Syntax::Name(name) if name == GOLDEN_RATIO => return Err(IRRATIONAL.into()),
        Syntax::Name(name) => meaning.name(name)?,
        Syntax::Call { name, index: None, .. } if name == SQUARE_ROOT => {
            return Err(IRRATIONAL.into());
        }
        Syntax::Call { name, index: None, arguments } if name == FLOOR => {
            Term::Number(floor(meaning, quadratic::floor(arguments)?)?)
        }
        Syntax::Call { name, index, arguments } => {
            meaning.call(name, index.as_deref(), arguments)?
        }
        Syntax::Move { index, from, to } => {
            Term::Truth(meaning.is_move(index.as_deref(), from, to)?)
        }
        Syntax::Indexed { name, index } => meaning.indexed(name, index)?,
        Syntax::Entry { list, place } => Term::Number(meaning.entry(list, place)?),
        Syntax::Over { name, of, range } => Term::Number(meaning.over(name, of, range)?),
        Syntax::If(parts) => {
            let [condition, one, two] = &**parts;
            let condition = meaning.truth(condition)?;
            let of = match (meaning.term(one)?, meaning.term(two)?) {
                (Term::Truth(one), Term::Truth(two)) => Term::Truth([one, two]),
                (one, two) => Term::Number([meaning.as_number(one)?, meaning.as_number(two)?]),
            };
            meaning.choice(condition, of)?
        }
        Syntax::Negative(of) => {
            let of = meaning.number(of)?;
            Term::Number(meaning.negative(of)?)
        }
        // In two's complement -a is ~a + 1.
        Syntax::Complement(of) => {
            let of = [meaning.constant(-1), meaning.number(of)?];
            Term::Number(meaning.arithmetic(Operation::Minus, of)?)
        }
        Syntax::Not { mark, of } => match (meaning.term(of)?, mark) {
            (Term::Truth(of), _) => Term::Truth(meaning.not(of)),
            (Term::Number(_), true) => return Err(MARK_BEFORE_NUMBER.into()),
            (Term::Number(_), false) => return Err(NUMBER_FOR_TRUTH.into()),
        },
        Syntax::Arithmetic { first, rest } => {
            let mut all = meaning.number(first)?;
            for (operation, of) in rest {
                let of = meaning.number(of)?;
                all = meaning.arithmetic(*operation, [all, of])?;
            }
            Term::Number(all)
        }
        Syntax::Connective(connective, of) => {
            let of = of.iter().map(|of| meaning.truth(of)).collect::<Result<_, _>>()?;
            Term::Truth(meaning.connected(*connective, of))
        }
        Syntax::Comparison { signs, between } => Term::Truth(comparisons(meaning, signs, between)?),
        Syntax::Quantified { quantifier, variables, of } => {
            Term::Truth(meaning.quantified(*quantifier, variables, of)?)
        }
    })
}

/// Returns the number that `floor` makes of another one.
fn floor<M: Meaning>(meaning: &mut M, of: Floor) -> Result<M::Number, Problem> {
    let whole = sum(meaning, of.whole)?;
    let sum = match (whole, sum(meaning, of.roots)?) {
        (whole, None) => whole.unwrap_or_else(|| meaning.constant(0)),
        (whole, Some(roots)) => {
            let root = meaning.times_root(roots, of.radicand)?;
            match whole {
                Some(whole) => meaning.arithmetic(Operation::Plus, [whole, root])?,
                None => root,
            }
        }
    };
    if of.denominator == 1 {
        return Ok(sum);
    }
    let denominator = meaning.constant(of.denominator);
    meaning.arithmetic(Operation::Quotient, [sum, denominator])
}

/// Returns a sum; `None` if it has no summands.
fn sum<M: Meaning>(meaning: &mut M, summands: Sum) -> Result<Option<M::Number>, Problem> {
    let mut sum: Option<M::Number> = None;
    for summand in summands {
        let number = match summand {
            (factor, None) => meaning.constant(factor),
            (1, Some(of)) => meaning.number(&of)?,
            (factor, Some(of)) => {
                let of = [meaning.constant(factor), meaning.number(&of)?];
                meaning.arithmetic(Operation::Times, of)?
            }
        };
        sum = Some(match sum {
            None => number,
            Some(sum) => meaning.arithmetic(Operation::Plus, [sum, number])?,
        });
    }
    Ok(sum)
}

/// Returns what a comparison or a chain of them means.
fn comparisons<M: Meaning>(
    meaning: &mut M,
    signs: &[Sign],
    between: &[Syntax],
) -> Result<M::Truth, Problem> {
    let mut all = Vec::new();
    // The first side that is true or false, of which a chain has none.
    let mut truth = None;
    for (sign, written) in signs.iter().zip(between.windows(2)) {
        // A side between two signs is read for each of them: a formula needs variables of its own for both.
        let sides = (meaning.term(&written[0])?, meaning.term(&written[1])?);
        truth = truth.or(match sides {
            (Term::Truth(_), _) => Some(&written[0]),
            (_, Term::Truth(_)) => Some(&written[1]),
            _ => None,
        });
        all.push(match sides {
            (Term::Truth(one), Term::Truth(two)) if sign.is_equality() => {
                let same = meaning.connected(Connective::Iff, vec![one, two]);
                if *sign == Sign::Equal { same } else { meaning.not(same) }
            }
            (one, two) => {
                let sides = [meaning.as_number(one)?, meaning.as_number(two)?];
                meaning.comparison(*sign, sides)?
            }
        });
    }
    match truth.filter(|_| signs.len() > 1) {
        Some(truth) => {
            let others = between.iter().filter(|side| *side != truth).map(Syntax::to_string);
            let others: Vec<String> = others.collect();
            let compared = match others.as_slice() {
                [] => String::new(),
                others => format!(" and is compared with {}", others.join(" and ")),
            };
            Err(format!(
                "{}: a chain compares numbers, and {truth} is true or false{compared}",
                not_a_chain(signs)
            ))
        }
        None => Ok(meaning.connected(Connective::And, all)),
    }
}
