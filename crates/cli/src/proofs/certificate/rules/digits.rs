//! Functions that are read off the digits of numbers: those of the golden ratio, and binary digits.

use heap_rules::Syntax;

use super::draft::Draft;
use super::linear::Linear;
use super::reader::{Numbers, Reader, few, not_covered};
use crate::proofs::certificate::constraint::{Digits, Sign};
use crate::proofs::certificate::limits::CheckError;

/// Numbers that are at most this are small.
const LARGEST_SMALL: i64 = 31;

impl Reader {
    /// Computes with the binary digits of natural numbers. Where words are not binary, one of the numbers must be small.
    ///
    /// # Errors
    /// When words are not binary and no number is known to be small, or a number may be negative.
    pub(super) fn bitwise(
        &mut self,
        operation: Digits,
        draft: Draft,
        of: [&Linear; 2],
        whole: &Syntax,
    ) -> Result<Numbers, CheckError> {
        if !of.iter().all(|of| draft.is_plain(of)) {
            return not_covered(whole, "may be about a negative number");
        }
        if !self.is_binary {
            for [number, small] in [of, [of[1], of[0]]] {
                if let Some(most) = most_of(small, &draft)? {
                    return by_last_digits(operation, &draft, number, small, most);
                }
            }
            let reason = "is followed in the numeration base:2 alone, unless one of the numbers is known to be less than 32";
            return not_covered(whole, reason);
        }
        let (draft, one) = draft.track_of(of[0])?;
        let (mut draft, two) = draft.track_of(of[1])?;
        let result = draft.made_of(operation, &[one, two]);
        Ok(vec![(draft, Linear::track(result))])
    }

    /// Returns one of the functions that shift Zeckendorf representations, of which negative numbers have none.
    ///
    /// **Claim.** Let s be the number whose Zeckendorf representation is that of m with a 0 appended. Then
    /// s + 1 = floor((m + 1) phi).
    ///
    /// **Proof.** Let F(2) = 1, F(3) = 2, F(4) = 3, ... and psi = -1 / phi, so that F(i + 1) = phi F(i) + psi^i. If m is the
    /// sum of F(i) over a set of numbers i >= 2, then s - phi m is the sum of psi^i over this set. It is less than
    /// psi^2 + psi^4 + ... = 1 / phi = phi - 1, and more than psi^3 + psi^5 + ... = -1 / phi^2 = phi - 2. So
    /// (m + 1) phi - 2 < s < (m + 1) phi - 1. ∎
    ///
    /// So floor(n phi) is one more than the shifted n - 1 if n >= 1, and floor(n phi^2) is n more, as phi^2 = phi + 1.
    ///
    /// # Errors
    /// When words are no Zeckendorf representations.
    pub(super) fn by_golden_ratio(
        &mut self,
        name: &str,
        draft: Draft,
        of: &Linear,
        whole: &Syntax,
    ) -> Result<Numbers, CheckError> {
        if !self.is_zeckendorf {
            return not_covered(whole, "is followed in the numeration fibonacci alone");
        }
        let [natural, negative] = draft.split(of);
        self.without_value.extend(negative);
        let Some(draft) = natural else { return Ok(Vec::new()) };
        let shifted = |draft: Draft, of: &Linear| -> Result<(Draft, Linear), CheckError> {
            let (mut draft, from) = draft.track_of(of)?;
            let to = draft.made_of(Digits::Shifted, &[from]);
            Ok((draft, Linear::track(to)))
        };
        if name == "zeckendorf_shift" {
            return Ok(vec![shifted(draft, of)?]);
        }
        let one = Linear::constant(1)?;
        let before = of.plus(&one, -1)?;
        let [positive, zero] = draft.split(&before);
        let mut all = Vec::new();
        if let Some(draft) = positive {
            let (draft, shifted) = shifted(draft, &before)?;
            let floor = shifted.plus(&one, 1)?;
            let more = if name == "floor_phi2" { 1 } else { 0 };
            all.push((draft, floor.plus(of, more)?));
        }
        all.extend(zero.map(|draft| (draft, Linear::default())));
        Ok(all)
    }
}

/// Returns the least of some small numbers of which it is plain that a number does not exceed it, if it is for one.
fn most_of(number: &Linear, draft: &Draft) -> Result<Option<i64>, CheckError> {
    for most in 0..=LARGEST_SMALL {
        if draft.is_plain(&Linear::constant(most)?.plus(number, -1)?) {
            return Ok(Some(most));
        }
    }
    Ok(None)
}

/// Computes with the binary digits of a number and of a small one, which is from 0 to `most`, in cases: for each small number c and
/// each remainder r of the other number modulo a power of 2 above `most`. In a case the number is r more than a multiple of the
/// power, whose digits below it are 0, and the digits of c above it are 0, so that only r and c are changed into one another.
fn by_last_digits(
    operation: Digits,
    draft: &Draft,
    number: &Linear,
    small: &Linear,
    most: i64,
) -> Result<Numbers, CheckError> {
    let mut power = 1;
    while power <= most {
        power *= 2;
    }
    let mut all = Vec::new();
    for c in 0..=most {
        let is_c = small.plus(&Linear::constant(c)?, -1)?;
        let Some(of_c) = draft.clone().where_sign(is_c, Sign::Zero) else { continue };
        for rest in 0..power {
            let mut draft = of_c.clone();
            let multiple = Linear::track(draft.hide()).times(power)?;
            let has_rest = number.plus(&multiple, -1)?.plus(&Linear::constant(rest)?, -1)?;
            let Some(draft) = draft.where_sign(has_rest, Sign::Zero) else { continue };
            let (kept, digits) = match operation {
                Digits::And => (Linear::default(), rest & c),
                Digits::Or => (multiple, rest | c),
                Digits::Xor | Digits::Shifted => (multiple, rest ^ c),
            };
            all.push((draft, kept.plus(&Linear::constant(digits)?, 1)?));
        }
    }
    few(all)
}
