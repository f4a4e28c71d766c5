//! The values over which the colours of a graded palette are spread, as users choose them.

use std::fmt;
use std::str::FromStr;

use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// The least and the largest value that have a colour of their own: those beyond have the colour of the nearer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub least: i64,
    pub largest: i64,
}

impl FromStr for Limits {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        let refuse = |kind, problem: &str| {
            InvalidInput::new(
                kind,
                text,
                problem,
                "give the least and the largest value, as in 0..200",
            )
        };
        let (least, largest) = text
            .split_once("..")
            .ok_or_else(|| refuse(InvalidInputKind::Syntax, "it is not a range of values"))?;
        let value = |text: &str| {
            let value: Option<i64> = text.parse().ok();
            value.filter(|value| value.unsigned_abs() <= u32::MAX.into()).ok_or_else(|| {
                refuse(InvalidInputKind::NotANumber, &format!("{text:?} is not a value"))
            })
        };
        let limits = Limits { least: value(least)?, largest: value(largest)? };
        if limits.least >= limits.largest {
            let problem = "the first value is not less than the second one";
            return Err(refuse(InvalidInputKind::OutOfRange, problem));
        }
        Ok(limits)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.least, self.largest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches limits that are read as others, and nonsense that is taken.
    #[test]
    fn what_are_no_limits_is_refused() {
        for (text, words) in [
            ("", "not a range"),
            ("5", "not a range"),
            ("5..1", "not less than"),
            ("3..3", "not less than"),
            ("..9", "\"\" is not a value"),
            ("0..1e3", "\"1e3\" is not a value"),
            ("0..99999999999", "is not a value"),
        ] {
            let error = text.parse::<Limits>().expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        for text in ["0..200", "-20..20", "1..4294967295"] {
            assert_eq!(text.parse::<Limits>().expect(text).to_string(), text);
        }
    }
}
