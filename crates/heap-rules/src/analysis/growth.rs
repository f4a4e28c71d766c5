//! By how much a number of the heaps grows when they do.

use super::linear::Form;
use crate::language::tree::Number;
use crate::language::{Fold, Function};
use crate::rules::OfRules;

/// Returns bounds of what a number grows by when each heap grows by what `steps` says of it; `None` if they are not found.
pub(crate) fn growth(number: &Number<OfRules>, steps: &[i64]) -> Option<(i64, i64)> {
    if let Some(form) = Form::of(number) {
        let products =
            steps.iter().enumerate().map(|(place, step)| form.at(place).checked_mul(*step));
        let sum = products.sum::<Option<i64>>()?;
        return Some((sum, sum));
    }
    match number {
        Number::Function(Function::Abs, of) => {
            let (least, most) = growth(of, steps)?;
            let most = least.checked_abs()?.max(most.checked_abs()?);
            Some((-most, most))
        }
        Number::Fold(fold @ (Fold::Plus | Fold::Minus | Fold::Min | Fold::Max), of) => {
            let mut all = of.iter().map(|of| growth(of, steps));
            let first = all.next()??;
            all.try_fold(first, |(least, most), next| {
                let next = next?;
                Some(match fold {
                    Fold::Plus => (least.checked_add(next.0)?, most.checked_add(next.1)?),
                    Fold::Minus => (least.checked_sub(next.1)?, most.checked_sub(next.0)?),
                    _ => (least.min(next.0), most.max(next.1)),
                })
            })
        }
        Number::Fold(Fold::Times, of) => {
            let [one, two] = &**of else { return None };
            let constant = |of| Form::of(of).filter(Form::is_constant).map(|form| form.constant);
            let (by, of) = match (constant(one), constant(two)) {
                (Some(by), _) => (by, two),
                (_, by) => (by?, one),
            };
            let (least, most) = growth(of, steps)?;
            let ends = [least.checked_mul(by)?, most.checked_mul(by)?];
            Some((ends[0].min(ends[1]), ends[0].max(ends[1])))
        }
        Number::Fold(Fold::Quotient, of) => {
            let [of, Number::Constant(divisor @ 1..)] = &**of else { return None };
            let (least, most) = growth(of, steps)?;
            // Rounded down, q / d grows by one of the two integers that are next to what it grows by.
            let most = most.div_euclid(*divisor) + i64::from(most.rem_euclid(*divisor) != 0);
            Some((least.div_euclid(*divisor), most))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::number;

    /// Catches bounds that a number leaves, and bounds that are too wide to be of use.
    #[test]
    fn numbers_grow_as_their_parts_do() {
        for (text, steps, expected) in [
            ("3*x - y", [1, 2], Some((1, 1))),
            ("x / 2", [1, 0], Some((0, 1))),
            ("(x + 3*y) / 4", [1, 1], Some((1, 1))),
            ("min(x, 2*y) - 3", [1, 1], Some((1, 2))),
            ("max(x, y) / 3 + y", [5, 0], Some((0, 2))),
            ("abs(x - y)", [0, 1], Some((-1, 1))),
            ("-2 * (x / 3)", [1, 0], Some((-2, 0))),
            ("x * y", [1, 1], None),
            ("x % 3", [1, 0], None),
            ("x / y", [1, 0], None),
        ] {
            let read = number(text, 2).expect(text);
            let found = growth(&read, &steps);
            assert_eq!(found, expected, "{text}");
            let Some((least, most)) = found else { continue };
            for (x, y) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
                let at = |x: i64, y: i64| read.at(&[x, y]).expect(text);
                let grows = at(x + steps[0], y + steps[1]) - at(x, y);
                assert!((least..=most).contains(&grows), "{text} at {x}, {y}");
            }
        }
    }
}
