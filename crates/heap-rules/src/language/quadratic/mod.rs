//! Numbers with a square root, rounded down: `floor((1 + sqrt(13)) / 2 * x)`.
//!
//! Inside of `floor`, + - * / are those of real numbers, and `phi` and `sqrt` of a whole number are allowed; all other parts
//! are integers as elsewhere. Every such number is (p + q sqrt d) / r, where p and q are sums of integer expressions with
//! constant factors, and d and r > 0 are constants. As p and r are integers,
//!
//!   floor((p + q sqrt d) / r) = floor((p + floor(q sqrt d)) / r),
//!
//! so that one function is enough: floor(q sqrt d), which is computed exactly.

mod number;

pub(crate) use self::number::greatest_common_divisor;
use self::number::{Part, Quadratic, constant};
use super::syntax::{Problem, Syntax};

/// The function that rounds down.
pub(crate) const FLOOR: &str = "floor";
/// The square root of a constant, inside of `floor`.
pub(crate) const SQUARE_ROOT: &str = "sqrt";
/// The golden ratio, inside of `floor`.
pub(crate) const GOLDEN_RATIO: &str = "phi";

/// What is wrong with such a number elsewhere.
pub(crate) const IRRATIONAL: &str = "phi and sqrt stand inside of floor, as in floor(sqrt(2) * x) and floor(x / phi); of a \
                                     number that varies, floor_sqrt(n) is the root, rounded down";

/// Computes floor(n sqrt d). For n >= 0 it is the root of n^2 d, rounded down. For n < 0 it is the opposite of that root,
/// rounded up, which for k = n^2 d > 0 is floor(sqrt(k - 1)) + 1. `None` where n^2 d passes 128 bits or the result 64.
pub(crate) fn times_root(number: i64, radicand: u32) -> Option<i64> {
    let size = u128::from(number.unsigned_abs());
    let square = (size * size).checked_mul(radicand.into())?;
    let root = |square: u128| match u64::try_from(square) {
        Ok(square) => square.isqrt().into(),
        Err(_) => square.isqrt(),
    };
    match number {
        0.. => root(square).try_into().ok(),
        _ => square
            .checked_sub(1)
            .map_or(Some(0), |less| i64::try_from(root(less)).ok()?.checked_neg()?.checked_sub(1)),
    }
}

/// What `floor` rounds down: (p + q sqrt d) / r.
pub(crate) struct Floor {
    /// p, if there are summands of it.
    pub(crate) whole: Sum,
    /// q
    pub(crate) roots: Sum,
    /// d
    pub(crate) radicand: u32,
    /// r > 0
    pub(crate) denominator: i64,
}

/// Summands: integer expressions, without one the number 1, and their factors.
pub(crate) type Sum = Vec<(i64, Option<Syntax>)>;

/// Reads the arguments of `floor`.
pub(crate) fn floor(arguments: &[Syntax]) -> Result<Floor, Problem> {
    let [argument] = arguments else {
        return Err(format!("{FLOOR} takes one number, and {} are given", arguments.len()));
    };
    let number = Quadratic::of(argument)?;
    // 0 times an expression has no value where the expression has none.
    let is_nothing = |part: &Part| part.of.is_some() && (part.whole, part.roots) == (0, 0);
    Ok(Floor {
        whole: number.sum(|part| (part.whole != 0 || is_nothing(part)).then_some(part.whole))?,
        roots: number.sum(|part| (part.roots != 0).then_some(part.roots))?,
        radicand: number.radicand,
        denominator: constant(number.denominator)?,
    })
}
