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
        Refusal { read: read.to_string(), wrong: wrong.into(), right: right.into() }
    }
}
