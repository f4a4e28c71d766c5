//! Symmetries of a digraph game: the permutations of its vertices that map edges to edges, which
//! form the automorphism group of the digraph. They leave all values as they are. So one position of
//! each orbit is computed, a canonical one, and the edges of an orbit share their thresholds.
//!
//! For each automorphism but the identity let i be the first axis that it moves, and j the axis that
//! it moves i to. A position is *canonical* if, for each of these pairs, its heap on i is at most that
//! on j. The lexicographically first position of an orbit is canonical. Where heaps are equal, an
//! orbit may have several canonical positions: all of them are computed.

use std::ops::Range;

use crate::domain::{Coordinates, MAX_HEAPS, Permutation, permutations};
use crate::engine::digraph_games::edges::{EdgeAxes, edges_between_heaps, nim_axes};
use crate::ruleset::DigraphGame;

const IDENTITY: Permutation = [0, 1, 2, 3];

/// Three heaps, which have the axes 1, 2 and 3, have as many permutations.
const MOST_AUTOMORPHISMS: usize = 6;

/// Lists the automorphisms of a game, the identity first: they map edges to edges, and Nim heaps to Nim heaps.
pub(crate) fn automorphisms(game: &DigraphGame) -> Vec<Permutation> {
    let padding = MAX_HEAPS - game.heaps();
    let edges: Vec<[usize; 2]> = edges_between_heaps(game).collect();
    let nim: Vec<usize> = nim_axes(game).collect();
    let is_automorphism = |permutation: &Permutation| {
        (0..padding).all(|axis| permutation[axis] == axis)
            && edges.iter().all(|edge| edges.contains(&edge.map(|axis| permutation[axis])))
            && nim.iter().all(|&axis| nim.contains(&permutation[axis]))
    };
    permutations().filter(is_automorphism).collect()
}

/// The automorphisms of a game on at most three heaps, and which positions are canonical under them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Symmetry {
    automorphisms: Vec<Permutation>,
    /// Pairs of axes (i, j): a canonical position has no more tokens on i than on j.
    ordered: Vec<(usize, usize)>,
}

/// A section of a layer: its positions with a fixed number of tokens on one axis, in order of the
/// tokens on a second axis. The third axis has the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Section {
    /// The axis whose tokens are fixed.
    pub(crate) fixed_axis: usize,
    /// Tokens on that axis.
    pub(crate) fixed_tokens: u32,
    /// The axis along which the positions are ordered.
    pub(crate) along: usize,
    /// Tokens on `along` and on the third axis together.
    pub(crate) shared_tokens: u32,
}

/// A part of a section that one automorphism maps to canonical positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Segment {
    /// First and last number of tokens on the axis along which the section is ordered.
    pub(crate) tokens: (u32, u32),
    /// The canonical position that the first position of the segment is mapped to.
    pub(crate) first: Coordinates,
    /// What each further token adds to the coordinates of the canonical position.
    pub(crate) step: [i32; MAX_HEAPS],
}

impl Symmetry {
    /// Finds the automorphisms of a game.
    pub(crate) fn of(game: &DigraphGame) -> Self {
        let automorphisms = automorphisms(game);
        let moved = |p: &Permutation| (0..MAX_HEAPS).find(|&i| p[i] != i).map(|i| (i, p[i]));
        let mut ordered: Vec<_> = automorphisms.iter().filter_map(moved).collect();
        ordered.sort_unstable();
        ordered.dedup();
        Symmetry { automorphisms, ordered }
    }

    /// Returns the trivial group, under which all positions are canonical.
    pub(crate) fn none() -> Self {
        Symmetry { automorphisms: vec![IDENTITY], ordered: Vec::new() }
    }

    /// Returns the representative of an edge's orbit, which is the least of its images.
    pub(crate) fn representative(&self, edge: EdgeAxes) -> EdgeAxes {
        let images = self.automorphisms.iter().map(|p| edge.map(|axis| p[axis]));
        images.min().unwrap_or(edge)
    }

    /// Returns whether canonical positions have at most as many tokens on axis `i` as on axis `j`, for
    /// this pair of axes in itself.
    #[cfg(feature = "gpu")]
    pub(crate) fn orders(&self, i: usize, j: usize) -> bool {
        self.ordered.contains(&(i, j))
    }

    /// Returns the second coordinates of the canonical positions of token sum `grade` that have `x`
    /// tokens on the first axis.
    pub(crate) fn columns(&self, grade: u32, x: u32) -> Range<u32> {
        let section =
            Section { fixed_axis: 1, fixed_tokens: x, along: 2, shared_tokens: grade - x };
        let (first, last) = self.canonical_part(&section, &IDENTITY);
        first..(last + 1).max(first)
    }

    /// Returns the first and the last number of tokens on `along` for which a permutation maps the
    /// position of the section to a canonical one; first > last if there are none.
    pub(crate) fn canonical_part(
        &self,
        section: &Section,
        permutation: &Permutation,
    ) -> (u32, u32) {
        let (mut first, mut last) = (0, i64::from(section.shared_tokens));
        for &(i, j) in &self.ordered {
            // The image has at_i + slope_i * tokens on axis i, which must be at most that on j.
            let (at_i, slope_i) = section.tokens_on(permutation[i]);
            let (at_j, slope_j) = section.tokens_on(permutation[j]);
            let (excess, slope) = (at_i - at_j, slope_i - slope_j);
            match slope {
                1.. => last = last.min((-excess).div_euclid(slope)),
                _ => first = first.max((excess - slope - 1).div_euclid(-slope)),
            }
        }
        if first <= last { (first as u32, last as u32) } else { (1, 0) }
    }

    /// Returns all automorphisms, the identity first.
    pub(crate) fn automorphisms(&self) -> &[Permutation] {
        &self.automorphisms
    }

    /// Returns the lexicographically first image of a position or of a tile index.
    pub(crate) fn canonical_image(&self, at: Coordinates) -> Coordinates {
        let images = self.automorphisms.iter().map(|permutation| at.permuted(permutation));
        images.min().unwrap_or(at)
    }

    /// Returns whether a permutation maps all positions between two corners of a box to canonical
    /// ones.
    pub(crate) fn maps_all_to_canonical(
        &self,
        permutation: &Permutation,
        smallest: Coordinates,
        largest: Coordinates,
    ) -> bool {
        self.ordered.iter().all(|&(i, j)| largest[permutation[i]] <= smallest[permutation[j]])
    }

    /// Returns whether a permutation maps some position between two corners of a box to a canonical
    /// one. May return true where none is.
    pub(crate) fn may_map_to_canonical(
        &self,
        permutation: &Permutation,
        smallest: Coordinates,
        largest: Coordinates,
    ) -> bool {
        self.ordered.iter().all(|&(i, j)| smallest[permutation[i]] <= largest[permutation[j]])
    }

    /// Returns how many numbers of tokens on the first axis canonical positions of a domain have:
    /// all from 0 on.
    pub(crate) fn rows(&self, sides: Coordinates) -> usize {
        let grade = sides[3] - 1;
        (0..sides[1]).take_while(|&x| !self.columns(grade, x).is_empty()).count()
    }

    /// Cuts a section into segments, in order of the tokens on `along`.
    pub(crate) fn segments(&self, section: &Section) -> impl Iterator<Item = Segment> {
        let mut segments = [Segment::default(); MOST_AUTOMORPHISMS];
        let mut count = 0;
        for permutation in &self.automorphisms {
            let tokens = self.canonical_part(section, permutation);
            if tokens.0 <= tokens.1 {
                segments[count] = section.segment(permutation, tokens);
                count += 1;
            }
        }
        segments[..count].sort_unstable_by_key(|segment| segment.tokens);
        // A position with equal heaps may belong to several segments. It stays in the first.
        let mut next = 0;
        segments.into_iter().take(count).filter_map(move |segment| {
            let segment = segment.starting_at(next)?;
            next = segment.tokens.1 + 1;
            Some(segment)
        })
    }
}

impl Section {
    /// Maps the part between two numbers of tokens on `along` by a permutation.
    fn segment(&self, permutation: &Permutation, tokens: (u32, u32)) -> Segment {
        let images = permutation.map(|axis| self.tokens_on(axis));
        let first = images.map(|(start, slope)| (start + slope * i64::from(tokens.0)) as u32);
        let step = images.map(|(_, slope)| slope as i32);
        Segment { tokens, first: Coordinates(first), step }
    }

    /// Returns the tokens on an axis at the beginning of the section, and their change per position.
    fn tokens_on(&self, axis: usize) -> (i64, i64) {
        match axis {
            axis if axis == self.fixed_axis => (i64::from(self.fixed_tokens), 0),
            axis if axis == self.along => (0, 1),
            // Padding.
            0 => (0, 0),
            _ => (i64::from(self.shared_tokens), -1),
        }
    }
}

impl Segment {
    /// Returns the part with at least this many tokens on `along`, if there is one.
    fn starting_at(self, tokens: u32) -> Option<Self> {
        let skipped = tokens.saturating_sub(self.tokens.0);
        let first = Coordinates::from_fn(|axis| {
            self.first[axis].wrapping_add_signed(self.step[axis] * skipped as i32)
        });
        let tokens = (self.tokens.0 + skipped, self.tokens.1);
        (tokens.0 <= tokens.1).then_some(Segment { tokens, first, ..self })
    }
}
