//! Altered moves of vector games, as the fast engines need them: which are added, which removed.

use std::collections::HashSet;

use super::lines::multiple;
use crate::domain::Coordinates;
use crate::ruleset::VectorGame;

/// What a vector game has beside its rays, as far as it matters in a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alterations {
    rays: Vec<Coordinates>,
    /// Moves that no ray makes.
    pub(crate) added: Vec<Coordinates>,
    /// Multiples of rays that are no moves.
    pub(crate) removed: Vec<Coordinates>,
    /// Positions without moves.
    pub(crate) terminals: HashSet<Coordinates>,
}

impl Alterations {
    pub(crate) fn new(game: &VectorGame, sides: Coordinates) -> Self {
        let inside = |vector: &Coordinates| vector.is_inside(sides);
        let on_a_ray =
            |vector: &Coordinates| game.rays().iter().any(|&ray| multiple(*vector, ray).is_some());
        let altered = game.alterations().iter().copied().filter(inside);
        let (removed, added) = altered.partition(on_a_ray);
        let terminals = game.terminals().iter().copied().filter(inside).collect();
        let rays = game.rays().iter().copied().filter(inside).collect();
        Alterations { rays, added, removed, terminals }
    }

    /// All vectors that lead to a single position whose value must be known.
    pub(crate) fn vectors(&self) -> impl Iterator<Item = Coordinates> + '_ {
        self.added.iter().chain(&self.removed).copied()
    }

    /// Whether no move is possible at a position.
    pub(crate) fn is_terminal(&self, at: Coordinates) -> bool {
        self.terminals.contains(&at) || !self.has_move(at)
    }

    /// Whether the moves would allow one, terminal or not. If so, they do at any larger position.
    pub(crate) fn has_move(&self, at: Coordinates) -> bool {
        let fits = |vector: &Coordinates| at.dominates(*vector);
        // A ray has infinitely many multiples and finitely many are removed: the search is short.
        let on_ray = |ray: &Coordinates| {
            let multiples = (1..).map(|m| Coordinates(ray.map(|step| step.saturating_mul(m))));
            multiples.take_while(fits).any(|vector| !self.removed.contains(&vector))
        };
        self.rays.iter().any(on_ray) || self.added.iter().any(fits)
    }
}
