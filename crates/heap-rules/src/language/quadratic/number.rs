//! Numbers (p + q sqrt d) / r: how they are read and computed with.

use super::super::syntax::{Operation, Problem, Syntax};
use super::{GOLDEN_RATIO, SQUARE_ROOT, Sum};

const TOO_LARGE: &str = "the constants inside of floor are too large";
const BY_A_CONSTANT: &str = "inside of floor, / divides by a constant that is not 0; floor(a / b) of two numbers that vary is \
                             a / b for b > 0";
/// The most integer expressions of which a number consists.
const MOST_PARTS: usize = 16;

/// A number (p + q sqrt d) / r.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quadratic {
    /// p and q together: the sum of these. No two have the same expression.
    pub(super) parts: Vec<Part>,
    /// d: without a square factor, and 1 if there is no root.
    pub(super) radicand: u32,
    /// r > 0
    pub(super) denominator: i128,
}

/// An expression with two factors: (whole + roots sqrt d) times it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// The expression of an integer; `None` for 1.
    pub(super) of: Option<Syntax>,
    pub(super) whole: i128,
    pub(super) roots: i128,
}

impl Quadratic {
    /// Reads what stands inside of `floor`.
    pub(super) fn of(syntax: &Syntax) -> Result<Self, Problem> {
        match syntax {
            Syntax::Number(number) => Quadratic::constant((*number).into(), 0, 1, 1),
            Syntax::Name(name) if name == GOLDEN_RATIO => Quadratic::constant(1, 1, 5, 2),
            Syntax::Call { name, index: None, arguments } if name == SQUARE_ROOT => {
                let root = match &arguments[..] {
                    [of] => Quadratic::of(of)?.root(),
                    _ => None,
                };
                root.unwrap_or_else(|| {
                    Err(format!(
                        "inside of floor, sqrt takes a constant from 0 to {}, as in sqrt(13); of a number that \
                         varies, floor_sqrt(n) is the root, rounded down",
                        u32::MAX
                    ))
                })
            }
            Syntax::Negative(of) => Quadratic::constant(-1, 0, 1, 1)?.times(&Quadratic::of(of)?),
            Syntax::Arithmetic { first, rest } if rest.iter().all(|(sign, _)| is_real(*sign)) => {
                rest.iter().try_fold(Quadratic::of(first)?, |all, (operation, of)| {
                    let of = Quadratic::of(of)?;
                    match operation {
                        Operation::Plus => all.plus(&of, 1),
                        Operation::Minus => all.plus(&of, -1),
                        Operation::Times => all.times(&of),
                        _ => all.times(&of.inverse().ok_or(BY_A_CONSTANT)??),
                    }
                })
            }
            // Any other integer.
            _ => Ok(Quadratic {
                parts: vec![Part { of: Some(syntax.clone()), whole: 1, roots: 0 }],
                radicand: 1,
                denominator: 1,
            }),
        }
    }

    /// Returns (whole + roots sqrt(radicand)) / denominator.
    fn constant(
        whole: i128,
        roots: i128,
        radicand: u32,
        denominator: i128,
    ) -> Result<Self, Problem> {
        Quadratic { parts: vec![Part { of: None, whole, roots }], radicand, denominator }.reduced()
    }

    /// Returns p and q if no expression is in it.
    fn as_constant(&self) -> Option<(i128, i128)> {
        match &self.parts[..] {
            [] => Some((0, 0)),
            [Part { of: None, whole, roots }] => Some((*whole, *roots)),
            _ => None,
        }
    }

    /// Returns the square root if it is a natural number, whose square factors are taken out.
    fn root(&self) -> Option<Result<Self, Problem>> {
        let (whole, 0) = self.as_constant()? else { return None };
        let whole = u32::try_from(whole).ok().filter(|_| self.denominator == 1)?;
        let (mut rest, mut outside, mut factor) = (whole, 1i128, 2u32);
        while u64::from(factor).pow(2) <= u64::from(rest) {
            while rest % factor.pow(2) == 0 {
                rest /= factor.pow(2);
                outside *= i128::from(factor);
            }
            factor += 1;
        }
        Some(match rest {
            0 | 1 => Quadratic::constant(i128::from(rest) * outside, 0, 1, 1),
            _ => Quadratic::constant(0, outside, rest, 1),
        })
    }

    /// Returns 1 divided by it, if it is a constant other than 0.
    fn inverse(&self) -> Option<Result<Self, Problem>> {
        // r / (p + q sqrt d) = r (p - q sqrt d) / (p^2 - q^2 d)
        let (whole, roots) = self.as_constant().filter(|of| *of != (0, 0))?;
        let inverse = || {
            let rest = roots.checked_mul(roots)?.checked_mul(self.radicand.into())?;
            let norm = whole.checked_mul(whole)?.checked_sub(rest)?;
            let factor = self.denominator.checked_mul(norm.signum())?;
            let [whole, roots] = [whole, -roots].map(|of| of.checked_mul(factor));
            Some(Quadratic::constant(whole?, roots?, self.radicand, norm.abs()))
        };
        Some(inverse().unwrap_or_else(|| Err(TOO_LARGE.into())))
    }

    /// Returns the sum with another number times a sign.
    fn plus(&self, other: &Quadratic, sign: i128) -> Result<Self, Problem> {
        let radicand = self.common_radicand(other)?;
        let denominator = self.denominator.checked_mul(other.denominator).ok_or(TOO_LARGE)?;
        let scaled = |number: &Quadratic, factor: i128| {
            let parts = number.parts.clone().into_iter();
            let scale = |part: Part| -> Option<Part> {
                let [whole, roots] =
                    [part.whole, part.roots].map(|coefficient| coefficient.checked_mul(factor));
                Some(Part { whole: whole?, roots: roots?, ..part })
            };
            parts.map(scale).collect::<Option<Vec<Part>>>().ok_or(TOO_LARGE)
        };
        let mut parts = scaled(self, other.denominator)?;
        parts.extend(scaled(other, sign * self.denominator)?);
        Quadratic { parts, radicand, denominator }.reduced()
    }

    /// Returns the product with another number.
    fn times(&self, other: &Quadratic) -> Result<Self, Problem> {
        let radicand = self.common_radicand(other)?;
        let product = |(one, two): (&Part, &Part)| -> Option<Part> {
            let whole = one.whole.checked_mul(two.whole)?;
            let square = one.roots.checked_mul(two.roots)?.checked_mul(radicand.into())?;
            let roots =
                one.whole.checked_mul(two.roots)?.checked_add(one.roots.checked_mul(two.whole)?)?;
            let of = match (one.of.clone(), two.of.clone()) {
                (Some(one), Some(two)) => Some(Syntax::Arithmetic {
                    first: Box::new(one),
                    rest: vec![(Operation::Times, two)],
                }),
                (one, two) => one.or(two),
            };
            Some(Part { of, whole: whole.checked_add(square)?, roots })
        };
        let pairs = self.parts.iter().flat_map(|one| other.parts.iter().map(move |two| (one, two)));
        let parts = pairs.map(product).collect::<Option<Vec<Part>>>().ok_or(TOO_LARGE)?;
        let denominator = self.denominator.checked_mul(other.denominator).ok_or(TOO_LARGE)?;
        Quadratic { parts, radicand, denominator }.reduced()
    }

    /// Returns the root that both numbers have, if they have roots.
    fn common_radicand(&self, other: &Quadratic) -> Result<u32, Problem> {
        match (self.radicand, other.radicand) {
            (1, radicand) | (radicand, 1) => Ok(radicand),
            (one, two) if one == two => Ok(one),
            (one, two) => Err(format!(
                "one floor has one square root, and here are those of {one} and of {two}"
            )),
        }
    }

    /// Adds up parts with the same expression, and takes common factors out.
    fn reduced(self) -> Result<Self, Problem> {
        let mut parts: Vec<Part> = Vec::new();
        for part in self.parts {
            match parts.iter_mut().find(|other| other.of == part.of) {
                Some(other) => {
                    other.whole = other.whole.checked_add(part.whole).ok_or(TOO_LARGE)?;
                    other.roots = other.roots.checked_add(part.roots).ok_or(TOO_LARGE)?;
                }
                None => parts.push(part),
            }
        }
        if parts.len() > MOST_PARTS {
            return Err(format!("one floor has at most {MOST_PARTS} summands"));
        }
        let numbers = parts.iter().flat_map(|part| [part.whole, part.roots]);
        let common = numbers.fold(self.denominator, greatest_common_divisor);
        for part in &mut parts {
            part.whole /= common;
            part.roots /= common;
        }
        Ok(Quadratic { parts, denominator: self.denominator / common, ..self })
    }

    /// Returns the expressions with one of their factors, `None` for those that are left out.
    pub(super) fn sum(&self, factor: impl Fn(&Part) -> Option<i128>) -> Result<Sum, Problem> {
        let factors = self.parts.iter().filter_map(|part| Some((factor(part)?, part.of.clone())));
        factors.map(|(factor, of)| Ok((constant(factor)?, of))).collect()
    }
}

/// Whether an operation is one of real numbers inside of `floor`.
fn is_real(operation: Operation) -> bool {
    matches!(operation, Operation::Plus | Operation::Minus | Operation::Times | Operation::Quotient)
}

/// Returns a number of 64 bits.
pub(super) fn constant(number: i128) -> Result<i64, Problem> {
    i64::try_from(number).map_err(|_| TOO_LARGE.into())
}

pub(crate) fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
