//! What is tabulated, and under which play convention.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a table holds for each position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// The Grundy value: the mex over the options' values. 0 exactly at P-positions.
    Grundy,
    /// Who wins: 1 (true) at P-positions, 0 (false) at N-positions.
    Outcome,
    /// The palace number: how many distinct options are P-positions. With `b` options blocked
    /// before each move, a position is P iff its palace number is at most `b`
    /// (Larsson, Blocking Wythoff Nim, 2011).
    Palaces,
    /// Who wins a partizan game, of the player who moves first and Left and Right: one of
    /// [`OUTCOME_CLASSES`].
    #[serde(rename = "outcome-class")]
    OutcomeClass,
}

/// The outcome classes by their stored values: the previous player wins, the next player wins,
/// Left wins whoever moves first, Right does.
pub const OUTCOME_CLASSES: [&str; 4] = ["P", "N", "L", "R"];

/// Whether Left, who has moved to a position of this class, wins: Right, moving first, loses.
#[inline]
pub(crate) fn is_won_by_left(class: u32) -> bool {
    class == 0 || class == 2
}

/// Whether Right, who has moved to a position of this class, wins.
#[inline]
pub(crate) fn is_won_by_right(class: u32) -> bool {
    class == 0 || class == 3
}

/// Who wins when no move is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins; a terminal position has Grundy value 1.
    Misere,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantity::Grundy => "grundy",
            Quantity::Outcome => "outcome",
            Quantity::Palaces => "palaces",
            Quantity::OutcomeClass => "outcome-class",
        })
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        })
    }
}

impl Quantity {
    /// Whether `value`, the stored value of a position, marks it as a P-position when up to
    /// `block` options may be blocked.
    #[inline]
    pub fn is_p_position(self, value: u32, block: u32) -> bool {
        let (first, last) = self.p_values(block);
        (first..=last).contains(&value)
    }

    /// The least and the largest value that mark P-positions.
    #[inline]
    pub(crate) fn p_values(self, block: u32) -> (u32, u32) {
        match self {
            Quantity::Grundy | Quantity::OutcomeClass => (0, 0),
            Quantity::Outcome => (1, 1),
            Quantity::Palaces => (0, block),
        }
    }
}
