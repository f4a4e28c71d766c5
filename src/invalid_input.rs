//! Input that cannot be used, told in one line.

/// Why an input was refused: what was read, what is wrong with it, and what would be right.
///
/// ```
/// let refusal = grundytab::Ruleset::parse("vector:1,0/0,0").unwrap_err();
/// assert_eq!(
///     refusal.to_string(),
///     "vector:1,0/0,0: the ray 0,0 is the zero vector; a move takes at least one token, as in 1,0"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{read}: {wrong}; {right}")]
pub struct InvalidInput {
    /// The text or value as it was given.
    pub read: String,
    /// What is wrong with it.
    pub wrong: String,
    /// What would be accepted instead.
    pub right: String,
}

impl InvalidInput {
    /// A refusal from its three parts.
    pub fn new(read: impl ToString, wrong: impl Into<String>, right: impl Into<String>) -> Self {
        let read = bounded(&read.to_string(), LONGEST_READ);
        let wrong = bounded(&wrong.into(), LONGEST_WRONG);
        InvalidInput { read, wrong, right: right.into() }
    }
}

/// What was read is told up to so many characters, and so is what is wrong with it.
const LONGEST_READ: usize = 120;
const LONGEST_WRONG: usize = 400;

/// The beginning of a text, in one line.
fn bounded(text: &str, longest: usize) -> String {
    let beginning: String = text.chars().take(longest).collect();
    let rest = if beginning.len() < text.len() { "..." } else { "" };
    one_line(&beginning) + rest
}

/// A text in one line, whatever is in it: control characters are escaped.
///
/// ```
/// assert_eq!(grundytab::one_line("a\nb"), "a\\nb");
/// ```
pub fn one_line(text: &str) -> String {
    let escape = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_one_line_of_bounded_length() {
        let refusal = InvalidInput::new("a\nb\u{1b}[31m", "c\rd", "e");
        assert_eq!(refusal.to_string(), "a\\nb\\u{1b}[31m: c\\rd; e");
        let long = "x".repeat(10_000);
        assert!(InvalidInput::new(&long, &long, "e").to_string().len() < 600);
    }
}
