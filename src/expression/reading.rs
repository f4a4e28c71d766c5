//! Reading: from a syntax tree to numbers and truth values at the positions of a job.

use super::names::{FunctionWord, Names, Term};
use super::parse::parse;
use super::syntax::{
    Connective, MARK_BEFORE_NUMBER, MIXED, NUMBER_FOR_TRUTH, Operation, Sign, Syntax,
    TRUTH_FOR_NUMBER, not_a_chain,
};
use super::tree::{Fold, Number, Truth};
use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// A description of what is wrong with an expression.
type Problem = String;

/// Reads an expression of a kind: [`truth`] or [`number`].
pub(super) fn read<T>(
    text: &str,
    names: &Names,
    kind: fn(Term) -> Result<T, Problem>,
) -> Result<T, InvalidInput> {
    let refuse = |problem: Problem| {
        let hint = "an expression is written with x, y, z and g, as in 'g == x ^ y' or \
                    'g == 0 implies y > 2*x'";
        InvalidInput::new(InvalidInputKind::UnsupportedExpression, text, problem, hint)
    };
    let syntax = parse(text).map_err(refuse)?;
    if !names.partner && syntax.names("other") {
        return Err(InvalidInput::new(
            InvalidInputKind::MissingPartner,
            text,
            "there is no second table, whose values `other` stands for",
            "an expression is about the tables that are given; add that of the other play \
             convention",
        ));
    }
    term(&syntax, names).and_then(kind).map_err(refuse)
}

/// Returns a term that must be true or false.
pub(super) fn truth(term: Term) -> Result<Truth, Problem> {
    match term {
        Term::Truth(truth) => Ok(truth),
        Term::Number(_) => Err(NUMBER_FOR_TRUTH.into()),
    }
}

/// Returns a term that must be a number.
pub(super) fn number(term: Term) -> Result<Number, Problem> {
    match term {
        Term::Number(number) => Ok(number),
        Term::Truth(_) => Err(TRUTH_FOR_NUMBER.into()),
    }
}

/// Returns what a part of an expression means.
fn term(syntax: &Syntax, names: &Names) -> Result<Term, Problem> {
    let number_of = |syntax| number(term(syntax, names)?);
    let truth_of = |syntax| truth(term(syntax, names)?);
    Ok(match syntax {
        Syntax::Number(value) => Term::Number(Number::Constant(*value)),
        Syntax::Name(name) => names.named(name)?,
        Syntax::Call { name, game: None, arguments } => call(name, arguments, names)?,
        Syntax::Call { name, game: Some(game), .. } => {
            return Err(format!(
                "{name}[{game}] names a game, and a condition is about the table; {name} is that of the \
                 table, and `decide` takes sentences about games"
            ));
        }
        Syntax::Quantified { .. } => {
            return Err(
                "forall and exists are about all numbers, and a condition is about the positions \
                        of the table; `decide` takes sentences with them"
                    .into(),
            );
        }
        Syntax::Negative(of) => {
            Term::Number(Number::Function(i64::checked_neg, Box::new(number_of(of)?)))
        }
        Syntax::Not { mark, of } => {
            let of = match (term(of, names)?, mark) {
                (Term::Truth(of), _) => of,
                (Term::Number(_), true) => return Err(MARK_BEFORE_NUMBER.into()),
                (Term::Number(_), false) => return Err(NUMBER_FOR_TRUTH.into()),
            };
            Term::Truth(Truth::Not(Box::new(of)))
        }
        Syntax::Arithmetic { first, rest } => {
            let mut all = number_of(first)?;
            for (operation, of) in rest {
                all = Number::Fold(arithmetic(*operation), Box::new([all, number_of(of)?]));
            }
            Term::Number(all)
        }
        Syntax::Connective(connective, of) => {
            let mut of = of.iter().map(truth_of);
            let first = of.next().ok_or("an operand is missing")??;
            let connect = |left: Truth, right: Result<Truth, Problem>| {
                let of = Box::new([left, right?]);
                Ok::<Truth, Problem>(match connective {
                    Connective::And => Truth::And(of),
                    Connective::Or => Truth::Or(of),
                    Connective::Implies => Truth::Implies(of),
                    Connective::Iff => Truth::Same(of),
                })
            };
            Term::Truth(of.try_fold(first, connect)?)
        }
        Syntax::Comparison { signs, between } => comparisons(signs, between, names)?,
    })
}

/// Returns what a comparison or a chain of them means.
fn comparisons(signs: &[Sign], between: &[Syntax], names: &Names) -> Result<Term, Problem> {
    let terms: Vec<Term> = between.iter().map(|of| term(of, names)).collect::<Result<_, _>>()?;
    let mut all = None;
    for (sign, sides) in signs.iter().zip(terms.windows(2)) {
        let compared = compare(*sign, sides[0].clone(), sides[1].clone())?;
        all = Some(match all {
            None => compared,
            Some(before) => Truth::And(Box::new([before, compared])),
        });
    }
    if signs.len() > 1 && matches!(terms.last(), Some(Term::Truth(_))) {
        return Err(not_a_chain(signs));
    }
    all.map(Term::Truth).ok_or_else(|| "a comparison is missing".into())
}

/// Returns the comparison of two terms; truth values can be equal or not, but not less.
fn compare(sign: Sign, left: Term, right: Term) -> Result<Truth, Problem> {
    let compare: fn(&i64, &i64) -> bool = match sign {
        Sign::Equal => i64::eq,
        Sign::NotEqual => i64::ne,
        Sign::Less => i64::lt,
        Sign::AtMost => i64::le,
        Sign::Greater => i64::gt,
        Sign::AtLeast => i64::ge,
    };
    match (left, right) {
        (Term::Number(a), Term::Number(b)) => Ok(Truth::Comparison(compare, Box::new([a, b]))),
        (Term::Truth(_), _) | (_, Term::Truth(_)) if !sign.is_equality() => {
            Err(TRUTH_FOR_NUMBER.into())
        }
        (Term::Truth(a), Term::Truth(b)) => {
            let same = Truth::Same(Box::new([a, b]));
            Ok(if sign == Sign::Equal { same } else { Truth::Not(Box::new(same)) })
        }
        (Term::Truth(_), Term::Number(_)) | (Term::Number(_), Term::Truth(_)) => Err(MIXED.into()),
    }
}

/// Returns what a function means with these arguments.
fn call(name: &str, arguments: &[Syntax], names: &Names) -> Result<Term, Problem> {
    let called = names.called(name)?;
    let (count, heaps) = (arguments.len(), names.heaps);
    let arguments: Vec<Term> =
        arguments.iter().map(|argument| term(argument, names)).collect::<Result<_, _>>()?;
    let wrong = |takes: String| Err(format!("{name} takes {takes}, and {count} are given"));
    let numbers = |arguments: Vec<Term>| {
        let numbers = arguments.into_iter().map(number).collect::<Result<Vec<_>, _>>();
        numbers.map(Vec::into_boxed_slice)
    };
    Ok(match (called, count) {
        (FunctionWord::Function(function), 1) => {
            let of = arguments.into_iter().map(number).next();
            let of = of.ok_or_else(|| format!("{name} takes a number"))??;
            Term::Number(Number::Function(function, Box::new(of)))
        }
        (FunctionWord::Function(_), _) => return wrong("one number".into()),
        (FunctionWord::Fold(fold), 2..) => Term::Number(Number::Fold(fold, numbers(arguments)?)),
        (FunctionWord::Fold(_), _) => return wrong("two numbers or more".into()),
        (FunctionWord::ValueAt, count) if count == heaps => {
            Term::Number(Number::ValueAt(numbers(arguments)?))
        }
        (FunctionWord::OtherAt, count) if count == heaps => {
            Term::Number(Number::OtherAt(numbers(arguments)?))
        }
        (FunctionWord::IsPAt, count) if count == heaps => {
            Term::Truth(Truth::IsPAt(numbers(arguments)?))
        }
        (FunctionWord::ValueAt | FunctionWord::OtherAt | FunctionWord::IsPAt, _) => {
            return wrong(format!("as many heap sizes as the game has heaps, {heaps}"));
        }
        (FunctionWord::Implies, _) => {
            let of: Result<Vec<Truth>, Problem> = arguments.into_iter().map(truth).collect();
            match <[Truth; 2]>::try_from(of?) {
                Ok(of) => Term::Truth(Truth::Implies(Box::new(of))),
                Err(_) => return wrong("two truth values".into()),
            }
        }
    })
}

/// Returns the operation on integers; it has no value where that overflows or divides by 0.
fn arithmetic(operation: Operation) -> Fold {
    match operation {
        Operation::Plus => i64::checked_add,
        Operation::Minus => i64::checked_sub,
        Operation::Times => i64::checked_mul,
        Operation::Quotient => i64::checked_div_euclid,
        Operation::Remainder => i64::checked_rem_euclid,
        Operation::Xor => |a, b| Some(a ^ b),
    }
}
