//! The symmetries of a game: permutations of the vertices that map its edges to themselves. They
//! leave the values as they are, so of the positions that they map to one another one is
//! computed, and edges that they map to one another share their thresholds.
//!
//! For each permutation let i be the first axis that it moves, to j, and call a position least if
//! its heap on i is at most that on j, whatever the permutation. The lexicographically first of
//! the positions mapped to one another is least; ties leave a few others, computed twice.

use std::ops::Range;

use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::digraph_edges::{edge_axes, nim_axes};
use crate::ruleset::DigraphGame;

/// The image of a position p has p[permutation[i]] tokens on axis i.
pub(crate) type Permutation = [usize; MAX_HEAPS];

const PERMUTATIONS: [Permutation; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// The symmetries of a game, and which positions are least under them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Symmetry {
    permutations: Vec<Permutation>,
    /// Pairs of axes (i, j): a least position has no more tokens on i than on j.
    ordered: Vec<(usize, usize)>,
}

/// Positions of a layer along which tokens go from one axis to another: a fixed number of tokens
/// on one axis, all others shared between `to` and the third axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// The axis whose tokens are fixed.
    pub(crate) beside: usize,
    /// Tokens there.
    pub(crate) fixed: u32,
    /// The axis along which the line is counted.
    pub(crate) to: usize,
    /// Tokens on `to` and the third axis together.
    pub(crate) shared: u32,
}

/// Part of a line, with the least positions that have the same values: `first` and on in steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Piece {
    /// First and last number of tokens on `to`.
    pub(crate) tokens: (u32, u32),
    /// The least position of the first.
    pub(crate) first: Coordinates,
    /// What each further token adds to it.
    pub(crate) step: [i32; MAX_HEAPS],
}

impl Symmetry {
    pub(crate) fn of(game: &DigraphGame) -> Self {
        let padding = MAX_HEAPS - game.heaps();
        let arcs: Vec<[usize; 3]> = edge_axes(game).collect();
        let nim: Vec<usize> = nim_axes(game).collect();
        let keeps_edges = |permutation: &Permutation| {
            (0..padding).all(|axis| permutation[axis] == axis)
                && arcs.iter().all(|arc| arcs.contains(&arc.map(|axis| permutation[axis])))
                && nim.iter().all(|&axis| nim.contains(&permutation[axis]))
        };
        let permutations: Vec<_> = PERMUTATIONS.into_iter().filter(keeps_edges).collect();
        let moved = |p: &Permutation| (0..MAX_HEAPS).find(|&i| p[i] != i).map(|i| (i, p[i]));
        let mut ordered: Vec<_> = permutations.iter().filter_map(moved).collect();
        ordered.sort_unstable();
        ordered.dedup();
        Symmetry { permutations, ordered }
    }

    /// Of a game that is taken to have none.
    pub(crate) fn none() -> Self {
        Symmetry { permutations: vec![PERMUTATIONS[0]], ordered: Vec::new() }
    }

    /// The arc that stands for all those that `arc` is mapped to.
    pub(crate) fn representative(&self, arc: [usize; 3]) -> [usize; 3] {
        let images = self.permutations.iter().map(|p| arc.map(|axis| p[axis]));
        images.min().unwrap_or(arc)
    }

    /// The second coordinates of the least positions with x tokens on the first axis, of `rank`
    /// tokens in all.
    pub(crate) fn columns(&self, rank: u32, x: u32) -> Range<u32> {
        let rest = rank - x;
        let line = Line { beside: 0, fixed: x, to: 1, shared: rest };
        let (first, last) = self.canonical_part(&line, &PERMUTATIONS[0]);
        first..(last + 1).max(first)
    }

    /// The first and last tokens on `to` whose image under a permutation is least; first > last
    /// if there are none.
    pub(crate) fn canonical_part(&self, line: &Line, permutation: &Permutation) -> (u32, u32) {
        let (mut first, mut last) = (0, i64::from(line.shared));
        for &(i, j) in &self.ordered {
            // a + slope * tokens <= 0
            let (a, at_i) = line.along(permutation[i]);
            let (b, at_j) = line.along(permutation[j]);
            let (excess, slope) = (a - b, at_i - at_j);
            match slope {
                1.. => last = last.min((-excess).div_euclid(slope)),
                _ => first = first.max((excess - slope - 1).div_euclid(-slope)),
            }
        }
        match first <= last {
            true => (first as u32, last as u32),
            false => (1, 0),
        }
    }

    /// All permutations, the identity first.
    pub(crate) fn permutations(&self) -> &[Permutation] {
        &self.permutations
    }

    /// The first of the images of a position, or of a tile.
    pub(crate) fn canonical_image(&self, at: Coordinates) -> Coordinates {
        let images = self.permutations.iter().map(|permutation| permutation.map(|axis| at[axis]));
        Coordinates(images.min().unwrap_or(at.0))
    }

    /// Whether a permutation maps all positions between two corners to least ones.
    pub(crate) fn maps_to_canonical(
        &self,
        permutation: &Permutation,
        least: Coordinates,
        largest: Coordinates,
    ) -> bool {
        self.ordered.iter().all(|&(i, j)| largest[permutation[i]] <= least[permutation[j]])
    }

    /// Whether it maps any of them there. It may err on the side of yes.
    pub(crate) fn maps_any_to_canonical(
        &self,
        permutation: &Permutation,
        least: Coordinates,
        largest: Coordinates,
    ) -> bool {
        self.ordered.iter().all(|&(i, j)| least[permutation[i]] <= largest[permutation[j]])
    }

    /// Rows that the least positions of a domain take: tokens on the first axis are fewer.
    pub(crate) fn rows(&self, sides: Coordinates) -> usize {
        let rank = sides[2] - 1;
        (0..sides[0]).take_while(|&x| !self.columns(rank, x).is_empty()).count()
    }

    /// Cuts a line into pieces, in order of the tokens on `to`.
    pub(crate) fn pieces(&self, line: &Line) -> impl Iterator<Item = Piece> {
        let mut pieces = [Piece::default(); PERMUTATIONS.len()];
        let mut count = 0;
        for permutation in &self.permutations {
            let tokens = self.canonical_part(line, permutation);
            if tokens.0 <= tokens.1 {
                pieces[count] = line.piece(permutation, tokens);
                count += 1;
            }
        }
        pieces[..count].sort_unstable_by_key(|piece| piece.tokens);
        // Ties belong to several pieces, and count once.
        let mut next = 0;
        pieces.into_iter().take(count).filter_map(move |piece| {
            let piece = piece.from(next)?;
            next = piece.tokens.1 + 1;
            Some(piece)
        })
    }
}

impl Line {
    /// The part between two numbers of tokens on `to`, mapped by a permutation.
    fn piece(&self, permutation: &Permutation, tokens: (u32, u32)) -> Piece {
        let along = permutation.map(|axis| self.along(axis));
        let first = Coordinates(along.map(|(a, slope)| (a + slope * i64::from(tokens.0)) as u32));
        Piece { tokens, first, step: along.map(|(_, slope)| slope as i32) }
    }

    /// Tokens on an axis at the beginning of the line, and how they change along it.
    fn along(&self, axis: usize) -> (i64, i64) {
        match axis {
            axis if axis == self.beside => (i64::from(self.fixed), 0),
            axis if axis == self.to => (0, 1),
            _ => (i64::from(self.shared), -1),
        }
    }
}

impl Piece {
    /// The part with at least `tokens` tokens on `to`, if there is one.
    fn from(self, tokens: u32) -> Option<Self> {
        let skipped = tokens.saturating_sub(self.tokens.0);
        let first = Coordinates::from_fn(|axis| {
            self.first[axis].wrapping_add_signed(self.step[axis] * skipped as i32)
        });
        let tokens = (self.tokens.0 + skipped, self.tokens.1);
        (tokens.0 <= tokens.1).then_some(Piece { tokens, first, ..self })
    }
}
