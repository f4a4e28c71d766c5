//! Numbers as users write them.

use std::borrow::Cow;

use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// Reads a number that fits in 32 bits, in decimal digits without a sign, between which there may be underscores, as in
/// `10_000`. `meaning` says in the error what the number stands for, as in "a token sum".
///
/// # Errors
/// When it is no such number.
pub fn parse_number(text: &str, meaning: &str) -> Result<u32, InvalidInput> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let digits = without_underscores(text);
    let meant = in_digits(text).map(|digits| format!("not in digits, as {digits} is"));
    let (kind, problem) = match text.strip_prefix('-') {
        _ if text.is_empty() => (InvalidInputKind::NotANumber, "empty number"),
        _ if is_digits(&digits) => match digits.parse() {
            Ok(number) => return Ok(number),
            Err(_) => (InvalidInputKind::OutOfRange, "the number is too large"),
        },
        Some(rest) if is_digits(rest) => (InvalidInputKind::OutOfRange, "the number is negative"),
        _ => (InvalidInputKind::NotANumber, meant.as_deref().unwrap_or("not a number")),
    };
    let hint = format!("{meaning} is written in digits, at most {}", u32::MAX);
    Err(InvalidInput::new(kind, text, problem, hint))
}

/// Leaves out single underscores between digits.
fn without_underscores(text: &str) -> Cow<'_, str> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match text.contains('_') && text.split('_').all(is_number) {
        true => text.replace('_', "").into(),
        false => text.into(),
    }
}

/// Returns the digits of what is written with an exponent, as 10000 of `1e4`, if it is a whole number that fits.
fn in_digits(text: &str) -> Option<u32> {
    let number: f64 = text.contains(['e', 'E']).then(|| text.parse().ok()).flatten()?;
    let is_fitting = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_fitting.then_some(number as u32)
}

/// Reads a number that fits in 32 bits with a sign, in decimal digits behind a minus sign or without one.
/// `meaning` says in the error what the number stands for.
pub(crate) fn parse_integer(text: &str, meaning: &str) -> Result<i32, InvalidInput> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (kind, problem) = match text.parse() {
        _ if digits.is_empty() => (InvalidInputKind::NotANumber, "empty number"),
        _ if !digits.bytes().all(|b| b.is_ascii_digit()) => {
            (InvalidInputKind::NotANumber, "not a number")
        }
        Ok(number) => return Ok(number),
        Err(_) if text == digits => (InvalidInputKind::OutOfRange, "the number is too large"),
        Err(_) => (InvalidInputKind::OutOfRange, "the number is too small"),
    };
    let hint = format!("{meaning} is written in digits, from {} to {}", i32::MIN, i32::MAX);
    Err(InvalidInput::new(kind, text, problem, hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_a_sign_or_none() {
        for (text, number) in [("0", 0), ("-0", 0), ("-7", -7), ("-2147483648", i32::MIN)] {
            assert_eq!(parse_integer(text, "a number"), Ok(number));
        }
        for (text, words) in [
            ("", ": empty number; points are written in digits, from -2147483648 to 2147483647"),
            ("-", "-: empty number"),
            ("--1", "--1: not a number"),
            ("1-", "1-: not a number"),
            ("+1", "+1: not a number"),
            ("2147483648", "2147483648: the number is too large"),
            ("-2147483649", "-2147483649: the number is too small"),
        ] {
            let error = parse_integer(text, "points").expect_err(text).to_string();
            assert!(error.starts_with(words) || text.is_empty(), "{error}");
        }
    }

    #[test]
    fn only_digits_are_numbers() {
        assert_eq!(parse_number("512", "a side"), Ok(512));
        assert_eq!(parse_number("4294967295", "a side"), Ok(u32::MAX));
        assert_eq!(parse_number("10_000", "a side"), Ok(10_000));
        for (text, words) in [
            ("-1", "-1: the number is negative; a side is written in digits, at most 4294967295"),
            ("4294967296", "4294967296: the number is too large"),
            ("+1", "+1: not a number"),
            ("1e4", "1e4: not in digits, as 10000 is; a side is written in digits"),
            ("1e10", "1e10: not a number; a side is written in digits, at most 4294967295"),
            ("1__0", "1__0: not a number"),
            ("_1", "_1: not a number"),
            (" 1", " 1: not a number"),
            ("٣", "٣: not a number"),
        ] {
            let error = parse_number(text, "a side").expect_err(text).to_string();
            assert!(error.starts_with(words), "{error}");
        }
        let empty = parse_number("", "a side").expect_err("empty").within("5xx5");
        assert!(empty.to_string().starts_with("5xx5: empty number; a side is"), "{empty}");
    }
}
