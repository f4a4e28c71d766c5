//! Numbers as users write them.

use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// Reads a number that fits in 32 bits: decimal digits alone, no sign. `meaning` says in the
/// refusal what the number stands for.
///
/// # Errors
/// When the text is anything else.
///
/// ```
/// use grundytab::parse_number;
/// assert_eq!(parse_number("512", "a token sum"), Ok(512));
/// assert_eq!(
///     parse_number("-1", "a token sum").unwrap_err().to_string(),
///     "-1: the number is negative; a token sum is written in digits, at most 4294967295"
/// );
/// ```
pub fn parse_number(text: &str, meaning: &str) -> Result<u32, InvalidInput> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let parsed = if is_digits(text) { text.parse().ok() } else { None };
    parsed.ok_or_else(|| {
        let (kind, wrong) = match text.strip_prefix('-') {
            _ if is_digits(text) => (InvalidInputKind::OutOfRange, "the number is too large"),
            Some(rest) if is_digits(rest) => {
                (InvalidInputKind::OutOfRange, "the number is negative")
            }
            _ => (InvalidInputKind::NotANumber, "not a number"),
        };
        let right = format!("{meaning} is written in digits, at most {}", u32::MAX);
        InvalidInput::new(kind, if text.is_empty() { "(nothing)" } else { text }, wrong, right)
    })
}
