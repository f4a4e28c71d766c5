//! Numbers of rules as linear combinations, by cases.

use heap_rules::clause::HEAP_NAMES;
use heap_rules::{Operation, Syntax};

use super::draft::{Draft, Names};
use super::linear::Linear;
use super::reader::{Numbers, Reader, few, not_covered};
use crate::proofs::certificate::constraint::Digits;
use crate::proofs::certificate::limits::CheckError;

const NOT_LINEAR: &str = "is not linear";

/// What is done with two numbers.
#[derive(Clone, Copy, PartialEq)]
enum Joining {
    Operation(Operation),
    Min,
    Max,
}

impl Reader {
    /// Returns what a number is, in cases that exclude one another. Where it has no value, the case is noted as a fault.
    ///
    /// # Errors
    /// When a part is not covered.
    pub(super) fn numbers(&mut self, syntax: &Syntax, draft: Draft) -> Result<Numbers, CheckError> {
        if is_truth(syntax) {
            let [yes, no] = self.truths(syntax, draft)?;
            let (one, zero) = (Linear::constant(1)?, Linear::constant(0)?);
            let ones = yes.into_iter().map(|draft| (draft, one.clone()));
            return Ok(ones.chain(no.into_iter().map(|draft| (draft, zero.clone()))).collect());
        }
        match syntax {
            Syntax::Number(number) => Ok(vec![(draft, Linear::constant(*number)?)]),
            Syntax::Name(name) => named(name, draft),
            Syntax::Negative(of) => {
                let of = self.numbers(of, draft)?;
                of.into_iter().map(|(draft, of)| Ok((draft, of.times(-1)?))).collect()
            }
            Syntax::Arithmetic { first, rest } => {
                let mut all = self.numbers(first, draft)?;
                for (operation, of) in rest {
                    all = self.joined(all, of, Joining::Operation(*operation), syntax)?;
                }
                Ok(all)
            }
            Syntax::If(parts) => {
                let [condition, one, two] = &**parts;
                let [yes, no] = self.truths(condition, draft)?;
                let mut all = Vec::new();
                for (cases, of) in [(yes, one), (no, two)] {
                    for draft in cases {
                        all.extend(self.numbers(of, draft)?);
                    }
                }
                few(all)
            }
            Syntax::Call { name, index: None, arguments } => {
                self.function(name, arguments, draft, syntax)
            }
            _ => not_covered(syntax, NOT_LINEAR),
        }
    }

    fn function(
        &mut self,
        name: &str,
        arguments: &[Syntax],
        draft: Draft,
        whole: &Syntax,
    ) -> Result<Numbers, CheckError> {
        let joining = match name {
            "min" => Joining::Min,
            "max" => Joining::Max,
            "sum" => Joining::Operation(Operation::Plus),
            "xor" => Joining::Operation(Operation::Xor),
            "abs" | "floor_phi" | "floor_phi2" | "zeckendorf_shift" => {
                let [of] = arguments else { return not_covered(whole, NOT_LINEAR) };
                let mut all = Vec::new();
                for (draft, of) in self.numbers(of, draft)? {
                    match name {
                        "abs" => {
                            let [above, below] = draft.split(&of);
                            all.extend(above.map(|draft| (draft, of.clone())));
                            let opposite = of.times(-1)?;
                            all.extend(below.map(|draft| (draft, opposite)));
                        }
                        _ => all.extend(self.by_golden_ratio(name, draft, &of, whole)?),
                    }
                }
                return few(all);
            }
            _ => return not_covered(whole, NOT_LINEAR),
        };
        let Some((first, rest)) = arguments.split_first() else {
            return not_covered(whole, NOT_LINEAR);
        };
        let mut all = self.numbers(first, draft)?;
        for of in rest {
            all = self.joined(all, of, joining, whole)?;
        }
        Ok(all)
    }

    /// Joins another number to each case.
    fn joined(
        &mut self,
        before: Numbers,
        of: &Syntax,
        joining: Joining,
        whole: &Syntax,
    ) -> Result<Numbers, CheckError> {
        let mut all = Vec::new();
        for (draft, one) in before {
            for (draft, two) in self.numbers(of, draft)? {
                all.extend(self.of_two(joining, draft, &one, &two, whole)?);
            }
        }
        few(all)
    }

    fn of_two(
        &mut self,
        joining: Joining,
        draft: Draft,
        one: &Linear,
        two: &Linear,
        whole: &Syntax,
    ) -> Result<Numbers, CheckError> {
        let operation = match joining {
            Joining::Operation(operation) => operation,
            Joining::Min | Joining::Max => {
                let [above, below] = draft.split(&one.plus(two, -1)?);
                let (larger, smaller) =
                    if joining == Joining::Max { (one, two) } else { (two, one) };
                let above = above.map(|draft| (draft, larger.clone()));
                return Ok(above
                    .into_iter()
                    .chain(below.map(|of| (of, smaller.clone())))
                    .collect());
            }
        };
        let number = match (operation, one.as_constant(), two.as_constant()) {
            (Operation::Plus, ..) => one.plus(two, 1)?,
            (Operation::Minus, ..) => one.plus(two, -1)?,
            (Operation::Times, _, Some(factor)) => one.times(factor)?,
            (Operation::Times, Some(factor), _) => two.times(factor)?,
            (Operation::ShiftLeft, _, Some(places @ 0..40)) => one.times(1 << places)?,
            (Operation::ShiftRight, _, Some(places @ 0..40)) => {
                return divided(draft, one, 1 << places, Operation::Quotient);
            }
            (Operation::Quotient | Operation::Remainder, _, Some(0)) => {
                self.without_value.push(draft);
                return Ok(Vec::new());
            }
            (Operation::Quotient | Operation::Remainder, _, Some(divisor)) => {
                return divided(draft, one, divisor, operation);
            }
            (Operation::Xor, ..) => return self.bitwise(Digits::Xor, draft, [one, two], whole),
            (Operation::BitAnd, ..) => return self.bitwise(Digits::And, draft, [one, two], whole),
            (Operation::BitOr, ..) => return self.bitwise(Digits::Or, draft, [one, two], whole),
            _ => return not_covered(whole, NOT_LINEAR),
        };
        Ok(vec![(draft, number)])
    }
}

/// Returns what a name means.
fn named(name: &str, draft: Draft) -> Result<Numbers, CheckError> {
    let Names { heaps, variables } = &draft.names;
    let heap = HEAP_NAMES.iter().position(|known| *known == name);
    let variable = || variables.iter().find(|(known, _)| known == name).map(|(_, number)| number);
    let number = match heap.and_then(|heap| heaps.get(heap)) {
        None if name == "tokens" => {
            heaps.iter().try_fold(Linear::default(), |sum, heap| sum.plus(heap, 1))?
        }
        heap => heap.or_else(variable).cloned().ok_or_else(|| {
            CheckError::NotCovered(format!("the name {name} in the rules means nothing"))
        })?,
    };
    Ok(vec![(draft, number)])
}

/// Divides by a constant that is not 0: returns the quotient, or the remainder, which is at least 0. For a negative divisor
/// the quotient is the opposite of that by the opposite divisor, with the same remainder.
fn divided(
    mut draft: Draft,
    number: &Linear,
    divisor: i64,
    operation: Operation,
) -> Result<Numbers, CheckError> {
    let size = i64::try_from(divisor.unsigned_abs())
        .map_err(|_| CheckError::NotCovered(format!("the divisor {divisor} is too large")))?;
    // number = size * whole + rest, where the rest is natural.
    let (whole, rest) = number.divided(size);
    let part = match rest.as_constant() {
        // It is below the divisor.
        Some(_) => Linear::default(),
        None => Linear::track(draft.quotient(&rest, size)),
    };
    let remainder = rest.plus(&part, -size)?;
    let room = Linear::constant(size - 1)?.plus(&remainder, -1)?;
    let draft = draft.where_not_negative(remainder.clone());
    let draft = draft.and_then(|draft| draft.where_not_negative(room));
    let number = match operation {
        Operation::Remainder => remainder,
        _ => whole.plus(&part, 1)?.times(divisor.signum())?,
    };
    Ok(draft.map(|draft| (draft, number)).into_iter().collect())
}

/// Whether a part of an expression is true or false, and no number.
fn is_truth(syntax: &Syntax) -> bool {
    match syntax {
        Syntax::Name(name) => name == "true" || name == "false",
        Syntax::Not { .. } | Syntax::Connective(..) | Syntax::Comparison { .. } => true,
        Syntax::Call { name, .. } => matches!(name.as_str(), "divides" | "is_square" | "is_prime"),
        Syntax::If(parts) => parts[1..].iter().all(is_truth),
        _ => false,
    }
}
