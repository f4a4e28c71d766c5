//! Functions that are read off the digits of numbers: those of the golden ratio, and binary digits.

use heap_rules::Syntax;

use super::draft::Draft;
use super::linear::Linear;
use super::reader::{Numbers, Reader, not_covered};
use crate::proofs::certificate::constraint::Digits;
use crate::proofs::certificate::limits::CheckError;

impl Reader {
    /// Computes with the binary digits of natural numbers.
    ///
    /// # Errors
    /// When words are not binary, or a number may be negative.
    pub(super) fn bitwise(
        &mut self,
        operation: Digits,
        draft: Draft,
        of: [&Linear; 2],
        whole: &Syntax,
    ) -> Result<Numbers, CheckError> {
        if !self.is_binary {
            return not_covered(whole, "is followed in the numeration base:2 alone");
        }
        if !of.iter().all(|of| draft.is_plain(of)) {
            return not_covered(whole, "may be about a negative number");
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
