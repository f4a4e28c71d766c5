//! The moves of a vector game by direction: which multiples of each primitive vector they are.
//!
//! Rays that are parallel share moves, and an option that several moves reach is one option. Moves of
//! different directions lead to different options, and so do different multiples of one vector. So options are
//! counted direction by direction, each as the number m of steps that lead there.

use std::sync::Arc;

use super::symbols::Symbols;
use crate::automata::{Automaton, Formula, Variable};
use grundytab::domain::{Coordinates, MAX_HEAPS};
use grundytab::ruleset::VectorGame;

/// The moves of one direction: the m-th multiples of a primitive vector, for the m of a set.
pub(super) struct Direction {
    /// Its components have no common divisor.
    pub(super) vector: Coordinates,
    /// Rays are these multiples of the vector; no one is a multiple of another one.
    pub(super) rays: Vec<u32>,
    /// The multiples that are moves although no ray has them.
    pub(super) added: Vec<u32>,
    /// The multiples of rays that are no moves.
    pub(super) removed: Vec<u32>,
    /// If the moves are an infinite set of multiples beside these: its automaton.
    pub(super) infinite_set: Option<Arc<Automaton>>,
}

impl Direction {
    /// Returns the direction of a vector, without moves.
    fn along(vector: Coordinates) -> Self {
        let [rays, added, removed] = [const { Vec::new() }; 3];
        Direction { vector, rays, added, removed, infinite_set: None }
    }

    /// Returns the directions of a game. An infinite subtraction set is that of the game: on each heap.
    pub(super) fn all(game: &VectorGame, infinite_set: Option<&Arc<Automaton>>) -> Vec<Direction> {
        if infinite_set.is_some() {
            let on_heap = |axis: usize| {
                let vector = Coordinates::from_fn(|other| u32::from(other == axis));
                Direction { infinite_set: infinite_set.cloned(), ..Direction::along(vector) }
            };
            return (MAX_HEAPS - game.heaps()..MAX_HEAPS).map(on_heap).collect();
        }
        let mut directions: Vec<Direction> = Vec::new();
        let mut direction_of = |moved: Coordinates| {
            let divisor = moved.common_divisor();
            let vector = Coordinates(moved.map(|component| component / divisor.max(1)));
            let index = directions.iter().position(|known| known.vector == vector);
            let index = index.unwrap_or_else(|| {
                directions.push(Direction::along(vector));
                directions.len() - 1
            });
            (index, divisor)
        };
        let rays: Vec<_> = game.rays().iter().map(|&ray| direction_of(ray)).collect();
        let altered: Vec<_> = game.alterations().iter().map(|&v| direction_of(v)).collect();
        for (index, factor) in rays {
            directions[index].rays.push(factor);
        }
        for direction in &mut directions {
            let rays = std::mem::take(&mut direction.rays);
            let is_multiple = |&factor: &u32| {
                rays.iter().any(|&other| other < factor && factor.is_multiple_of(other))
            };
            direction.rays = rays.iter().copied().filter(|factor| !is_multiple(factor)).collect();
        }
        for (index, factor) in altered {
            let direction = &mut directions[index];
            match direction.rays.iter().any(|&ray| factor.is_multiple_of(ray)) {
                true => direction.removed.push(factor),
                false => direction.added.push(factor),
            }
        }
        directions
    }

    /// Returns the ray whose multiples are all moves of this direction, if there is one.
    pub(super) fn only_ray(&self) -> Option<Coordinates> {
        match (self.rays.as_slice(), self.added.as_slice(), self.removed.as_slice()) {
            (&[factor], [], []) => Some(self.times(factor)),
            _ => None,
        }
    }

    /// Returns a multiple of the vector.
    pub(super) fn times(&self, factor: u32) -> Coordinates {
        Coordinates(self.vector.map(|component| component * factor))
    }

    /// Returns the number of moves of this direction, if it is finite.
    pub(super) fn finite_moves(&self) -> Option<usize> {
        let is_finite = self.rays.is_empty() && self.infinite_set.is_none();
        is_finite.then_some(self.added.len())
    }

    /// Says that the vector times the number that a variable stands for is a move.
    pub(super) fn is_move(&self, steps: Variable, symbols: &Symbols) -> Formula {
        if let Some(set) = &self.infinite_set {
            return Formula::Accepts(Arc::clone(set), vec![steps]);
        }
        let multiple = |&ray: &u32| {
            let quotient = symbols.fresh.variable();
            Formula::exists(
                quotient,
                [Formula::multiple(ray.into(), quotient, steps, &symbols.fresh)],
            )
        };
        let any_ray = self.rays.iter().map(multiple);
        let any_added = self.added.iter().map(|&m| Formula::Is(steps, m.into()));
        let excluded = self.removed.iter().chain([&0]);
        let not_excluded = excluded.map(|&m| Formula::not(Formula::Is(steps, m.into())));
        match self.rays.as_slice() {
            [1] => Formula::All(not_excluded.collect()),
            _ => {
                let some = Formula::Any(any_ray.chain(any_added).collect());
                Formula::All([some].into_iter().chain(not_excluded).collect())
            }
        }
    }
}
