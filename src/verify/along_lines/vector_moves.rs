//! The moves of a vector game within a domain, as the rules of lines take them.

use std::collections::HashSet;

use crate::domain::Coordinates;
use crate::ruleset::VectorGame;

pub(super) struct Moves {
    /// The rays that have moves within the domain.
    pub(super) rays: Vec<Coordinates>,
    /// The altered vectors within the domain that are added to the moves.
    pub(super) added: Vec<Coordinates>,
    /// Those that are removed from them.
    pub(super) removed: Vec<Coordinates>,
    terminals: HashSet<Coordinates>,
    to_zero: HashSet<Coordinates>,
}

impl Moves {
    pub(super) fn of(game: &VectorGame, sides: Coordinates) -> Self {
        let within = |vectors: &[Coordinates]| -> Vec<Coordinates> {
            vectors.iter().filter(|vector| vector.is_inside(sides)).copied().collect()
        };
        let [removed, added] = game.removed_and_added();
        Moves {
            rays: within(game.rays()),
            added: within(&added),
            removed: within(&removed),
            terminals: game.terminals().iter().copied().collect(),
            to_zero: game.to_zero().iter().copied().collect(),
        }
    }

    /// Returns the number of altered vectors, each of which leads to a position that is looked up.
    pub(super) fn altered(&self) -> usize {
        self.added.len() + self.removed.len()
    }

    /// Whether a position is listed as one without moves.
    pub(super) fn is_terminal(&self, at: Coordinates) -> bool {
        self.terminals.contains(&at)
    }

    /// Whether a position has a move to the zero position that is none of its other moves.
    pub(super) fn has_own_move_to_zero(&self, at: Coordinates) -> bool {
        let is_multiple = || self.rays.iter().any(|&ray| at.multiple_of(ray).is_some());
        let is_move = || match is_multiple() {
            true => !self.removed.contains(&at),
            false => self.added.contains(&at),
        };
        self.to_zero.contains(&at) && !is_move()
    }
}
