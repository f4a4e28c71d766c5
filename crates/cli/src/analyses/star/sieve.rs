//! The P-positions of a game whose moves are many single vectors.

use grundytab::control::{Control, Interrupted};
use grundytab::domain::{Coordinates, Domain, MAX_HEAPS};
use grundytab::job::Job;
use grundytab::quantity::Convention;

/// The moves of a game on a domain, with a sieve of its P-positions. The methods of tables look a position up behind
/// every move from each position; a sieve goes from the P-positions alone, and of these there are few if there are many
/// moves.
pub(super) struct Moves {
    sides: Coordinates,
    /// The vectors, each with the difference of the row-major indices of a position and its option.
    pub(super) vectors: Vec<(Coordinates, usize)>,
    /// Whether a cell, by its row-major index, has a move.
    are_possible: Vec<bool>,
}

impl Moves {
    /// Takes the P-positions of a game, but the zero position, as moves.
    pub(super) fn new(domain: &Domain, are_p: &[bool]) -> Self {
        let sides = domain.sides();
        let cells = || Coordinates::cells_of_box(sides).enumerate();
        let vectors = cells().filter(|&(i, _)| i > 0 && are_p[i]).map(|(i, at)| (at, i)).collect();
        let mut are_possible = are_p.to_vec();
        are_possible[0] = false;
        let units: Vec<Coordinates> = (0..MAX_HEAPS)
            .map(|axis| {
                let mut unit = Coordinates::ZERO;
                unit[axis] = 1;
                unit
            })
            .collect();
        for (i, at) in cells() {
            // What is possible with a token less is possible still.
            let mut less = units.iter().filter_map(|&unit| at.checked_sub(unit));
            let is_possible = less.any(|at| are_possible[at.row_major_index(sides)]);
            are_possible[i] |= is_possible;
        }
        Moves { sides, vectors, are_possible }
    }

    /// Returns which cells are P-positions. In row-major order a position comes after its options.
    pub(super) fn p_positions(
        &self,
        job: &Job,
        control: &Control,
    ) -> Result<Vec<bool>, Interrupted> {
        let is_misere = job.convention() == Convention::Misere;
        let mut are_p = vec![false; self.are_possible.len()];
        let mut have_p_as_option = are_p.clone();
        let mut since_report = 0;
        for (i, at) in Coordinates::cells_of_box(self.sides).enumerate() {
            if i % CELLS_BETWEEN_REPORTS == 0 {
                control.proceed()?;
                control.report(std::mem::take(&mut since_report));
            }
            if !job.domain().contains(at) {
                continue;
            }
            since_report += 1;
            if have_p_as_option[i] || is_misere && !self.are_possible[i] {
                continue;
            }
            // There may be very many moves.
            control.proceed()?;
            are_p[i] = true;
            let room = self.sides.saturating_sub(at);
            let from = self.vectors.iter().filter(|(vector, _)| vector.is_inside(room));
            from.for_each(|(_, offset)| have_p_as_option[i + offset] = true);
        }
        control.report(since_report);
        Ok(are_p)
    }
}

/// After this many cells the control is asked, and told of them.
const CELLS_BETWEEN_REPORTS: usize = 1 << 12;
