//! Altered moves of vector games, as the fast engines need them: which are added, which removed.

use std::collections::HashSet;

use crate::domain::Coordinates;
use crate::ruleset::VectorGame;

/// The altered vectors and listed positions of a vector game, as far as they matter in a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alterations {
    /// The rays that fit into the box.
    rays: Vec<Coordinates>,
    /// Multiples of rays that are no moves.
    missing: Vec<Coordinates>,
    /// Moves that no ray makes, which are looked up.
    pub(crate) added: Vec<Coordinates>,
    /// Multiples of rays that are no moves, where these are looked up.
    pub(crate) removed: Vec<Coordinates>,
    /// Positions without moves, whatever the vectors would allow.
    pub(crate) terminals: HashSet<Coordinates>,
    /// Positions with a move to the zero position that no vector makes.
    pub(crate) to_zero: HashSet<Coordinates>,
}

impl Alterations {
    /// Selects what matters in a box with these sides: vectors and positions beyond it do not.
    pub(crate) fn new(game: &VectorGame, sides: Coordinates) -> Self {
        let inside = |vector: &Coordinates| vector.is_inside(sides);
        let on_a_ray =
            |vector: &Coordinates| game.rays().iter().any(|&ray| vector.multiple_of(ray).is_some());
        let altered = game.alterations().iter().copied().filter(inside);
        let (removed, added): (Vec<_>, Vec<_>) = altered.partition(on_a_ray);
        let terminals = game.terminals().iter().copied().filter(inside).collect();
        let to_zero = game.to_zero().iter().copied().filter(inside);
        let to_zero = to_zero.filter(|&at| game.has_move_to_zero(at)).collect();
        let rays = game.rays().iter().copied().filter(inside).collect();
        Alterations { rays, missing: removed.clone(), added, removed, terminals, to_zero }
    }

    /// Returns vectors that are looked up, beside moves of which nothing else is known here.
    pub(crate) fn looked_up(vectors: Vec<Coordinates>) -> Self {
        Alterations {
            rays: Vec::new(),
            missing: Vec::new(),
            added: vectors,
            removed: Vec::new(),
            terminals: HashSet::new(),
            to_zero: HashSet::new(),
        }
    }

    /// Returns the same where each altered vector has lines: added ones are as rays, and no value is looked up.
    pub(crate) fn with_lines(self) -> Self {
        let rays = [self.rays, self.added].concat();
        Alterations { rays, added: Vec::new(), removed: Vec::new(), ..self }
    }

    /// Lists the altered vectors. Each leads to a single position, whose value must be known.
    pub(crate) fn vectors(&self) -> impl Iterator<Item = Coordinates> + '_ {
        self.added.iter().chain(&self.removed).copied()
    }

    /// Returns whether no move is possible at a position.
    pub(crate) fn is_terminal(&self, at: Coordinates) -> bool {
        self.terminals.contains(&at) || !(self.has_move(at) || self.to_zero.contains(&at))
    }

    /// Lists the positions whose moves are not those of the vectors alone.
    pub(crate) fn listed(&self) -> impl Iterator<Item = Coordinates> + '_ {
        self.terminals.iter().chain(&self.to_zero).copied()
    }

    /// Returns whether some vector leads from a position to another one, even if the position is
    /// listed as terminal. If so, the same vector leads on from every larger position.
    pub(crate) fn has_move(&self, at: Coordinates) -> bool {
        let fits = |vector: &Coordinates| at.dominates(*vector);
        // A ray has infinitely many multiples and finitely many are removed: the search is short.
        let on_ray = |ray: &Coordinates| {
            let multiples = (1..).map(|m| ray.saturating_multiple(m));
            multiples.take_while(fits).any(|vector| !self.missing.contains(&vector))
        };
        self.rays.iter().any(on_ray) || self.added.iter().any(fits)
    }
}

/// Returns how many fronts the vectors lead back at most, where tiles or blocks have these edges, or
/// 0 if there are no vectors.
pub(crate) fn fronts_back(edges: Coordinates, vectors: impl Iterator<Item = Coordinates>) -> u32 {
    let back = vectors.map(|vector| vector.div_ceil(edges));
    let most = back.fold(Coordinates::ZERO, Coordinates::componentwise_max);
    most.iter().copied().fold(0, u32::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a front that is forgotten while a vector still leads back to it.
    #[test]
    fn fronts_back_counts_the_furthest_tile_along_each_axis() {
        let edges = Coordinates([1, 1, 4, 5]);
        let vectors = [Coordinates([0, 0, 4, 1]), Coordinates([0, 0, 1, 11])];
        // From the first cell of a tile they lead back by (0, 1, 1) and by (0, 1, 3) tiles.
        assert_eq!(fronts_back(edges, vectors.into_iter()), 4);
        assert_eq!(fronts_back(edges, [].into_iter()), 0);
    }
}
