//! What reads rules: `expression`, `condition` and `clause` are its methods.

use heap_rules::Syntax;

use super::draft::Draft;
use super::linear::Linear;
use crate::proofs::certificate::limits::CheckError;

/// The most cases of an expression, or of a clause.
const MOST_CASES: usize = 256;

/// A number in each case.
pub(super) type Numbers = Vec<(Draft, Linear)>;

/// Reads rules case by case, and collects the cases in which they have a fault.
pub(super) struct Reader {
    /// Whether words are Zeckendorf representations.
    pub(super) is_zeckendorf: bool,
    /// Whether words are binary.
    pub(super) is_binary: bool,
    /// Where an expression has no value.
    pub(super) without_value: Vec<Draft>,
}

/// Says that the check does not cover a part of rules.
pub(super) fn not_covered<T>(part: &Syntax, reason: &str) -> Result<T, CheckError> {
    Err(CheckError::NotCovered(format!("{part} in the rules {reason}")))
}

/// Checks that there are not too many cases.
///
/// # Errors
/// When there are.
pub(super) fn few<T>(cases: Vec<T>) -> Result<Vec<T>, CheckError> {
    match cases.len() > MOST_CASES {
        true => Err(CheckError::NotCovered(format!(
            "the rules distinguish more than {MOST_CASES} cases at once"
        ))),
        false => Ok(cases),
    }
}
