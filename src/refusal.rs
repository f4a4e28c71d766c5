//! Input that cannot be used, told in one line.

/// Why an input was refused: what was read, what is wrong with it, and what would be right.
///
/// ```
/// let refusal = grundytab::Ruleset::parse("vector:1,0/0,0").unwrap_err();
/// assert_eq!(
///     refusal.to_string(),
///     "vector:1,0/0,0: the ray 0,0 is the zero vector; a ray removes at least one token, as in 1,0"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{read}: {wrong}; {right}")]
pub struct Refusal {
    /// The text or value as it was given.
    pub read: String,
    /// What is wrong with it.
    pub wrong: String,
    /// What would be accepted instead.
    pub right: String,
}

impl Refusal {
    /// A refusal from its three parts.
    pub fn new(read: impl ToString, wrong: impl Into<String>, right: impl Into<String>) -> Self {
        // What was read is told in one line, whatever is in it.
        let escape = |c: char| match c.is_control() {
            true => c.escape_default().to_string(),
            false => c.to_string(),
        };
        let read = read.to_string().chars().map(escape).collect();
        Refusal { read, wrong: wrong.into(), right: right.into() }
    }
}
