//! The rules of partizan vector games, as data.

use crate::domain::Coordinates;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::VectorGame;
use crate::wording::counted;

/// A vector game in which Left and Right move by different vectors. Terminal positions are the
/// same for both, and nothing is blocked.
///
/// As a scoring game a move pays the player who makes it, as in a [`VectorGame`], and play ends when the player
/// whose turn it is has no move, though the other may have some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartizanGame {
    left: VectorGame,
    right: VectorGame,
}

impl PartizanGame {
    /// Returns the game in which Left moves as in `left` and Right as in `right`.
    ///
    /// # Errors
    /// When the two have different numbers of heaps or terminal positions, options are blocked, or moves to the zero
    /// position are listed.
    pub fn new(left: VectorGame, right: VectorGame) -> Result<Self, InvalidInput> {
        let invalid = |kind: InvalidInputKind, problem: String, hint: &str| {
            Err(InvalidInput::new(kind, "partizan", problem, hint))
        };
        if left.heaps() != right.heaps() {
            return invalid(
                InvalidInputKind::WrongHeapCount,
                format!(
                    "Left plays on {}, Right on {}",
                    counted(left.heaps(), "heap"),
                    right.heaps()
                ),
                "all vectors have one coordinate per heap",
            );
        }
        if left.blocking_number() > 0 || right.blocking_number() > 0 {
            return invalid(
                InvalidInputKind::ModifierDoesNotApply,
                "a partizan game has no blocking".into(),
                "leave out +block",
            );
        }
        if !left.to_zero().is_empty() || !right.to_zero().is_empty() {
            return invalid(
                InvalidInputKind::ModifierDoesNotApply,
                "a partizan game lists no moves to the zero position".into(),
                "leave out +to-zero",
            );
        }
        if left.terminals() != right.terminals() {
            return invalid(
                InvalidInputKind::PlayersDiffer,
                "the terminal positions differ".into(),
                "give the same ones to both players",
            );
        }
        Ok(PartizanGame { left, right })
    }

    /// Returns the number of heaps, 1 to 4.
    pub fn heaps(&self) -> usize {
        self.left.heaps()
    }

    /// Returns Left's moves.
    pub fn left(&self) -> &VectorGame {
        &self.left
    }

    /// Returns Right's moves.
    pub fn right(&self) -> &VectorGame {
        &self.right
    }

    /// Returns the positions in which neither player has a move, whatever the rays are.
    pub fn terminals(&self) -> &[Coordinates] {
        self.left.terminals()
    }
}
