//! Partizan vector games: Left and Right have moves of their own.

use crate::domain::Coordinates;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::VectorGame;

/// A vector game in which Left and Right move by different vectors. Terminal positions are the
/// same for both, and nothing is blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartizanGame {
    left: VectorGame,
    right: VectorGame,
}

impl PartizanGame {
    /// The game in which Left moves as in `left` and Right as in `right`.
    ///
    /// # Errors
    /// When the two have different numbers of heaps or terminal positions, or options are blocked.
    pub fn new(left: VectorGame, right: VectorGame) -> Result<Self, InvalidInput> {
        let refuse = |kind: InvalidInputKind, wrong: String, right: &str| {
            Err(InvalidInput::new(kind, "partizan", wrong, right))
        };
        if left.heaps() != right.heaps() {
            return refuse(
                InvalidInputKind::WrongHeapCount,
                format!("Left plays on {} heaps, Right on {}", left.heaps(), right.heaps()),
                "all vectors have one coordinate per heap",
            );
        }
        if left.blocking_number() > 0 || right.blocking_number() > 0 {
            return refuse(
                InvalidInputKind::ModifierDoesNotApply,
                "a partizan game has no blocking".into(),
                "leave out +block",
            );
        }
        if left.terminals() != right.terminals() {
            return refuse(
                InvalidInputKind::PlayersDiffer,
                "the terminal positions differ".into(),
                "give the same ones to both players",
            );
        }
        Ok(PartizanGame { left, right })
    }

    /// Number of heaps, 1 to 3.
    pub fn heaps(&self) -> usize {
        self.left.heaps()
    }

    /// Left's moves.
    pub fn left(&self) -> &VectorGame {
        &self.left
    }

    /// Right's moves.
    pub fn right(&self) -> &VectorGame {
        &self.right
    }

    /// The positions that have no moves whatever the rays say.
    pub fn terminals(&self) -> &[Coordinates] {
        self.left.terminals()
    }
}
