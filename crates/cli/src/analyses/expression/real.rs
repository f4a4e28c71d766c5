//! Real numbers as users write them: `1.618`, `3/2`, `phi`, `1 + sqrt(2)`.

use heap_rules::{Operation, Problem, Syntax, parse};

use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// What a real number looks like.
const HINT: &str =
    "a number is written as 1.618, 3/2, phi, 1/phi or 1 + sqrt(2), with + - * / and brackets";

/// Reads a real number: decimal digits, or an expression of whole numbers, `phi`, which is (1 + sqrt 5) / 2, and
/// `sqrt`.
///
/// # Errors
/// When the text is none of these, or has no finite value.
pub fn parse_real(text: &str) -> Result<f64, InvalidInput> {
    let refuse = |problem: Problem| {
        InvalidInput::new(InvalidInputKind::UnsupportedExpression, text, problem, HINT)
    };
    let is_decimal = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-'));
    let number = match text.parse() {
        Ok(number) if is_decimal => number,
        _ => parse(text).and_then(|syntax| value(&syntax)).map_err(refuse)?,
    };
    if f64::is_finite(number) { Ok(number) } else { Err(refuse("it has no finite value".into())) }
}

fn value(syntax: &Syntax) -> Result<f64, Problem> {
    Ok(match syntax {
        Syntax::Number(number) => *number as f64,
        Syntax::Name(name) if name == "phi" => (1.0 + 5f64.sqrt()) / 2.0,
        Syntax::Name(name) => return Err(format!("there is no number {name}")),
        Syntax::Call { name, index: None, arguments } if name == "sqrt" => match &arguments[..] {
            [of] => value(of)?.sqrt(),
            _ => return Err("sqrt takes one number".into()),
        },
        Syntax::Negative(of) => -value(of)?,
        Syntax::Arithmetic { first, rest } => {
            rest.iter().try_fold(value(first)?, |left, (operation, right)| {
                let right = value(right)?;
                match operation {
                    Operation::Plus => Ok(left + right),
                    Operation::Minus => Ok(left - right),
                    Operation::Times => Ok(left * right),
                    Operation::Quotient => Ok(left / right),
                    Operation::Remainder => Err("% is for whole numbers".to_owned()),
                    Operation::Xor => Err("^ is xor; a power is written as a product".into()),
                    Operation::BitAnd
                    | Operation::BitOr
                    | Operation::ShiftLeft
                    | Operation::ShiftRight => Err("&, |, << and >> are for whole numbers".into()),
                }
            })?
        }
        Syntax::Call { .. }
        | Syntax::Indexed { .. }
        | Syntax::Entry { .. }
        | Syntax::Over { .. }
        | Syntax::Complement(_)
        | Syntax::If(_) => {
            return Err("the only function is sqrt".into());
        }
        Syntax::Not { .. }
        | Syntax::Move { .. }
        | Syntax::Connective(..)
        | Syntax::Comparison { .. }
        | Syntax::Quantified { .. } => return Err("it is true or false, and no number".into()),
    })
}

#[cfg(test)]
mod tests {
    use super::parse_real;

    /// Catches nonsense that is taken for a number, and a sign or a bracket that is lost.
    #[test]
    fn numbers_are_those_that_are_written() {
        for (text, number) in [
            ("2", 2.0),
            ("1.5", 1.5),
            ("-3/4", -0.75),
            ("1/phi - phi", -1.0),
            ("(1 + sqrt(9)) / 2 - 1", 1.0),
            ("sqrt(2)*sqrt(8)", 4.0),
        ] {
            let found = parse_real(text).expect(text);
            assert!((found - number).abs() < 1e-12, "{text}: {found}");
        }
        for (text, words) in [
            ("", "empty"),
            ("phy", "there is no number phy"),
            ("phi^2", "^ is xor"),
            ("5 % 2", "whole numbers"),
            ("sqrt(1, 2)", "sqrt takes one number"),
            ("sin(1)", "the only function is sqrt"),
            ("1 < 2", "true or false"),
            ("1/0", "no finite value"),
            ("sqrt(-1)", "no finite value"),
            ("inf", "there is no number inf"),
            ("1e5", "1e5"),
        ] {
            let error = parse_real(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
