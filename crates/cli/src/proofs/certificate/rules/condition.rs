//! Conditions of rules as cases: those in which they are true, and those in which they are false.

use heap_rules::{Connective, Sign, Syntax};

use super::draft::Draft;
use super::linear::Linear;
use super::reader::{Reader, few, not_covered};
use crate::proofs::certificate::constraint::Sign as NumberSign;
use crate::proofs::certificate::limits::CheckError;

/// The cases in which a condition is true, and those in which it is false.
type Truths = [Vec<Draft>; 2];

impl Reader {
    /// Returns where a condition is true and where it is false. The cases exclude one another, and each number and condition
    /// is read where the definition of the rules asks for it: the second part of `A and B` only where A is true.
    ///
    /// # Errors
    /// When a part is not covered.
    pub(super) fn truths(&mut self, syntax: &Syntax, draft: Draft) -> Result<Truths, CheckError> {
        let truths = match syntax {
            Syntax::Name(name) if name == "true" => [vec![draft], Vec::new()],
            Syntax::Name(name) if name == "false" => [Vec::new(), vec![draft]],
            Syntax::Not { of, .. } => {
                let [yes, no] = self.truths(of, draft)?;
                [no, yes]
            }
            Syntax::Connective(connective, of) => self.connected(*connective, of, draft)?,
            Syntax::Comparison { signs, between } => self.compared(signs, between, draft)?,
            Syntax::If(parts) => {
                let [condition, one, two] = &**parts;
                let [yes, no] = self.truths(condition, draft)?;
                let mut truths = [Vec::new(), Vec::new()];
                for (cases, of) in [(yes, one), (no, two)] {
                    for draft in cases {
                        add(&mut truths, self.truths(of, draft)?);
                    }
                }
                truths
            }
            Syntax::Call { name, index: None, arguments } if name == "divides" => {
                self.divides(arguments, draft, syntax)?
            }
            _ => return not_covered(syntax, "is no linear condition"),
        };
        let [yes, no] = truths;
        Ok([few(yes)?, few(no)?])
    }

    fn connected(
        &mut self,
        connective: Connective,
        of: &[Syntax],
        draft: Draft,
    ) -> Result<Truths, CheckError> {
        let Some((first, rest)) = of.split_first() else { return Ok([vec![draft], Vec::new()]) };
        let mut truths = self.truths(first, draft)?;
        for next in rest {
            let [yes, no] = truths;
            truths = [Vec::new(), Vec::new()];
            // Where the first part is true, and then where it is false.
            for (is_true, cases) in [(true, yes), (false, no)] {
                match (connective, is_true) {
                    (Connective::And, false) => truths[1].extend(cases),
                    (Connective::Or, true) | (Connective::Implies, false) => {
                        truths[0].extend(cases);
                    }
                    _ => {
                        for draft in cases {
                            let [yes, no] = self.truths(next, draft)?;
                            let is_exchanged = connective == Connective::Iff && !is_true;
                            add(&mut truths, if is_exchanged { [no, yes] } else { [yes, no] });
                        }
                    }
                }
            }
        }
        Ok(truths)
    }

    /// Reads a chain of comparisons, each part of which is read if those before it are true.
    fn compared(
        &mut self,
        signs: &[Sign],
        between: &[Syntax],
        draft: Draft,
    ) -> Result<Truths, CheckError> {
        let Some((first, rest)) = between.split_first() else {
            return Ok([vec![draft], Vec::new()]);
        };
        let mut so_far = self.numbers(first, draft)?;
        let mut no = Vec::new();
        for (sign, next) in signs.iter().zip(rest) {
            let mut after = Vec::new();
            for (draft, one) in so_far {
                for (draft, two) in self.numbers(next, draft)? {
                    let [yes, otherwise] = compared(*sign, draft, &one, &two)?;
                    after.extend(yes.map(|draft| (draft, two)));
                    no.extend(otherwise);
                }
            }
            so_far = few(after)?;
        }
        Ok([so_far.into_iter().map(|(draft, _)| draft).collect(), no])
    }

    /// A constant divides what it leaves no remainder of; 0 divides 0 alone.
    fn divides(
        &mut self,
        arguments: &[Syntax],
        draft: Draft,
        whole: &Syntax,
    ) -> Result<Truths, CheckError> {
        let [divisor, of] = arguments else { return not_covered(whole, "has no two numbers") };
        let mut truths = [Vec::new(), Vec::new()];
        for (draft, number) in self.numbers(divisor, draft)? {
            let remainder = match number.as_constant() {
                Some(0) => of.clone(),
                Some(constant) => Syntax::Arithmetic {
                    first: Box::new(of.clone()),
                    rest: vec![(heap_rules::Operation::Remainder, Syntax::Number(constant))],
                },
                None => return not_covered(whole, "is no linear condition"),
            };
            let between = [remainder, Syntax::Number(0)];
            add(&mut truths, self.compared(&[Sign::Equal], &between, draft)?);
        }
        Ok(truths)
    }
}

fn add(to: &mut Truths, more: Truths) {
    for (to, more) in to.iter_mut().zip(more) {
        to.extend(more);
    }
}

/// Returns the case in which a sign stands rightly between two numbers, and the one in which it does not.
fn compared(
    sign: Sign,
    draft: Draft,
    one: &Linear,
    two: &Linear,
) -> Result<[Option<Draft>; 2], CheckError> {
    let difference = one.plus(two, -1)?;
    let equal = |draft: Draft| {
        let with = |draft: Draft, sign| draft.where_sign(difference.clone(), sign);
        [with(draft.clone(), NumberSign::Zero), with(draft, NumberSign::NotZero)]
    };
    let exchanged = |[yes, no]: [Option<Draft>; 2]| [no, yes];
    Ok(match sign {
        Sign::Equal => equal(draft),
        Sign::NotEqual => exchanged(equal(draft)),
        Sign::AtLeast => draft.split(&difference),
        Sign::Less => exchanged(draft.split(&difference)),
        Sign::AtMost => draft.split(&two.plus(one, -1)?),
        Sign::Greater => exchanged(draft.split(&two.plus(one, -1)?)),
    })
}
