//! Why a chunk is not decoded.

/// Why a chunk is not decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Undecodable {
    /// It is not what its codec can have written: what is wrong with it.
    Damaged(String),
    /// It is in a form that this program does not read: in which.
    Unread(String),
}

impl Undecodable {
    /// Says how it is compressed, as in `by Snappy`.
    pub(super) fn unread(how: impl std::fmt::Display) -> Self {
        Undecodable::Unread(format!("it is compressed {how}, which this program does not read"))
    }
}

impl From<String> for Undecodable {
    fn from(reason: String) -> Self {
        Undecodable::Damaged(reason)
    }
}
