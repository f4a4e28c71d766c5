//! The P-positions of vector games on two and three heaps, and the positions of small Grundy values, listed column by
//! column: a column has all positions that differ in the last heap alone. So are those of rules on two heaps whose clauses are rays,
//! as of a queen that may also go left and up: the options of a ray (a, -c) lie in earlier columns, where more tokens are on the
//! last heap, so that these columns are listed further.
//!
//! A position is P if at most b of its options are P, where b options may be blocked. Its options along a ray lie on
//! a line, and what is kept of a line is how many P-positions it has so far. So the memory grows with the number of lines:
//! with the side of a box of two heaps, and with the square of the side of three. Positions are looked at 64 at a time
//! (`counts`), and a region is skipped as a whole where each position has too many options along one ray.
//! Altered moves and terminal positions concern few positions of a column, which are looked at one by one.
//!
//! A position has Grundy value v exactly if it has none of the values 0, ..., v - 1, and no option of value v: then v is the
//! least number that is no option's value. So each column is listed for the values 0, 1, ..., v in turn, by the same rule, where
//! the positions of smaller values are left out; each value has its own counts.

mod counts;
mod listing;
#[cfg(test)]
mod tests;

use grundytab::control::{Control, Interrupted};
use grundytab::domain::Coordinates;
use grundytab::quantity::Convention;
use grundytab::ruleset::VectorGame;

use heap_rules::option_lines::rays;

use super::definition::{Definition, SetName};
use listing::Listing;

/// More options than this cannot be blocked here.
const MOST_BLOCKED: usize = 8;

/// Altered vectors that lead further are not kept in mind.
const FURTHEST: u32 = 64;

/// The last three of the coordinates of a position or vector.
type Vector = [u32; 3];

/// Those of a ray: of the entries that are not 0 the first is positive.
type Ray = [i64; 3];

/// The P-positions whose heaps are below some side, or the positions of a Grundy value.
pub(super) struct List<const HEAPS: usize> {
    pub(super) members: Vec<[u32; HEAPS]>,
    /// How often 64 positions were looked at, or a region was skipped.
    pub(super) steps: u64,
}

/// A game whose P-positions, or positions of Grundy values, are listed.
pub(super) struct Columns {
    pub(super) heaps: usize,
    pub(super) rays: Vec<Ray>,
    /// The altered vectors, and how many options each adds to a count along the rays.
    pub(super) altered: Vec<(Vector, i32)>,
    pub(super) terminals: Vec<Vector>,
    /// The positions with a move to the zero position that no vector makes.
    pub(super) to_zero: Vec<Vector>,
    pub(super) blocked: usize,
    pub(super) convention: Convention,
    /// Whether the game has two heaps and the mirror image of a P-position is one, too, as that of a position of any value is
    /// one of this value: then only those with x <= y are listed.
    pub(super) is_symmetric: bool,
}

impl Columns {
    /// Returns the game of a definition, if it is one of these.
    pub(super) fn of(definition: &Definition) -> Option<Self> {
        let is_listed = |set: &SetName| matches!(set, SetName::P | SetName::Value(_));
        if !definition.sets().iter().all(is_listed) {
            return None;
        }
        let Some(game) = definition.ruleset().vector_game() else {
            return Columns::of_rules(definition);
        };
        let fits = matches!(game.heaps(), 2 | 3)
            && !game.rays().is_empty()
            && game.blocking_number() as usize <= MOST_BLOCKED
            && game.alterations().iter().all(|vector| vector.largest() < FURTHEST);
        if !fits {
            return None;
        }
        let rays = own_rays(game);
        let altered: Vec<(Vector, i32)> = game
            .alterations()
            .iter()
            .map(|&vector| (last(vector), change(vector, &rays)))
            .collect();
        // A move that two rays make leads to one option.
        let counts_once = game.blocking_number() == 0 && altered.iter().all(|(_, more)| *more > 0);
        if !counts_once && has_parallels(&rays) {
            return None;
        }
        let is_symmetric = game.heaps() == 2
            && [game.rays(), game.alterations(), game.terminals(), game.to_zero()].iter().all(
                |vectors| {
                    vectors.iter().all(|v| vectors.contains(&Coordinates([v[0], v[1], v[3], v[2]])))
                },
            );
        Some(Columns {
            heaps: game.heaps(),
            rays: rays.into_iter().map(|ray| last(ray).map(i64::from)).collect(),
            altered,
            terminals: game.terminals().iter().copied().map(last).collect(),
            to_zero: game
                .to_zero()
                .iter()
                .filter(|&&at| game.has_move_to_zero(at))
                .copied()
                .map(last)
                .collect(),
            blocked: game.blocking_number() as usize,
            convention: definition.convention(),
            is_symmetric,
        })
    }

    /// Returns the game of written rules on two heaps whose clauses are rays into earlier columns, or down in the same one.
    fn of_rules(definition: &Definition) -> Option<Self> {
        let game = definition.ruleset().written_ruleset()?;
        let rules = game.rules();
        if rules.heaps != 2 || rules.positions.is_some() || rules.terminal.is_some() {
            return None;
        }
        if game.is_partizan() || game.has_sums() || game.blocking_number() > 0 {
            return None;
        }
        let mut all: Vec<Ray> = Vec::new();
        for clause in game.clauses() {
            for ray in rays(clause)? {
                let &[x, y] = ray.as_slice() else { return None };
                if [x, y] < [0, 1] || x.max(y.abs()) >= i64::from(FURTHEST) {
                    return None;
                }
                all.push([0, x, y]);
            }
        }
        let image = |&[_, x, y]: &Ray| all.contains(&[0, y, x]);
        Some(Columns {
            heaps: 2,
            is_symmetric: all.iter().all(image),
            rays: all,
            altered: Vec::new(),
            terminals: Vec::new(),
            to_zero: Vec::new(),
            blocked: 0,
            convention: definition.convention(),
        })
    }

    /// Returns how many positions of a column are listed of which this many columns follow, so that all options of those below
    /// the side in later columns are.
    fn height(&self, side: u32, later: u32) -> usize {
        let further = |&[_, a, c]: &Ray| if c < 0 { (-c as u64).div_ceil(a as u64) } else { 0 };
        let slope = self.rays.iter().map(further).max().unwrap_or(0);
        side as usize + slope as usize * later as usize
    }

    /// Returns the number of heaps, 2 or 3.
    pub(super) fn heaps(&self) -> usize {
        self.heaps
    }

    /// Returns the bytes that are needed to list the positions of a value below a side, besides these.
    pub(super) fn bytes(&self, value: u32, side: u32) -> f64 {
        let height = self.height(side, side) as f64;
        let (side, first_side) = (f64::from(side), f64::from(self.first_side(side)));
        // A word of each threshold for 64 numbers, and the index of the next word.
        let bytes_of_number = (self.most_counted() as f64 * 8.0 + 4.0) / 64.0;
        let of_ray = |ray: &Ray| {
            let [a, b, c] = ray.map(|part| part as f64);
            // A quotient by 0 is infinite.
            let furthest = (first_side / a).min(side / b).min(side);
            (a * side + b * first_side) * (height + c.max(0.0) * furthest) * bytes_of_number
        };
        f64::from(value + 1) * self.rays.iter().map(of_ray).sum::<f64>()
    }

    /// Returns the side of the first of three heaps, of which two heaps have none.
    fn first_side(&self, side: u32) -> u32 {
        if self.heaps == 3 { side } else { 1 }
    }

    /// Returns how far the P-positions on a line are counted: to one more than may be blocked, also where removed moves are
    /// taken off.
    fn most_counted(&self) -> usize {
        let removed: i32 = self.altered.iter().map(|(_, more)| (-more).max(0)).sum();
        self.blocked + 1 + removed as usize
    }

    /// Lists the positions of a Grundy value whose heaps are below `side`, by their last coordinates; those of value 0 are the
    /// P-positions, also in misère play and with blocking.
    ///
    /// # Errors
    /// When the control interrupts it.
    pub(super) fn below<const HEAPS: usize>(
        &self,
        value: u32,
        side: u32,
        control: &Control,
    ) -> Result<List<HEAPS>, Interrupted> {
        let mut members = Vec::new();
        let listing = |value| Listing::new(self, value, side, control);
        let mut smaller: Vec<Listing> = (0..value).map(listing).collect();
        let mut last = listing(value);
        // The positions of the column that have smaller values, and those of one value.
        let (mut taken, mut found) = (Vec::new(), Vec::new());
        for v in 0..self.first_side(side) {
            for x in 0..side {
                taken.clear();
                for listing in &mut smaller {
                    listing.column(v, x, &taken, &mut |y| found.push(y))?;
                    taken.append(&mut found);
                    taken.sort_unstable();
                }
                last.column(v, x, &taken, &mut |y| {
                    if y < side && (x <= y || !self.is_symmetric) {
                        let at = [v, x, y];
                        members.push(std::array::from_fn(|heap| at[at.len() - HEAPS + heap]));
                    }
                })?;
            }
        }
        let steps = smaller.iter().map(|listing| listing.steps).sum::<u64>() + last.steps;
        Ok(List { members, steps })
    }

    /// Whether no vector leads from a position to another one.
    pub(super) fn has_no_move(&self, at: Vector) -> bool {
        let fits = |vector: &Vector| vector.iter().zip(at).all(|(&part, heap)| part <= heap);
        let removed =
            |vector: &Vector| self.altered.iter().any(|(v, more)| v == vector && *more < 0);
        let along = |ray: &Ray| {
            let multiples = (1..).map(|m| ray.map(|part| u32::try_from(part * m).unwrap_or(0)));
            multiples.take_while(fits).any(|vector| !removed(&vector))
        };
        let adds = |(vector, more): &(Vector, i32)| *more > 0 && fits(vector);
        !self.rays.iter().any(along) && !self.altered.iter().any(adds)
    }
}

/// Returns the rays that are no multiples of other ones, which have no moves of their own.
fn own_rays(game: &VectorGame) -> Vec<Coordinates> {
    let rays = game.rays();
    let is_own =
        |ray: &&Coordinates| !rays.iter().any(|&r| r != **ray && ray.multiple_of(r).is_some());
    rays.iter().filter(is_own).copied().collect()
}

/// Whether some rays have common multiples.
fn has_parallels(rays: &[Coordinates]) -> bool {
    let direction = |ray: &Coordinates| {
        let divisor = ray.common_divisor();
        Coordinates::from_fn(|axis| ray[axis] / divisor)
    };
    let directions: Vec<Coordinates> = rays.iter().map(direction).collect();
    (1..directions.len()).any(|index| directions[..index].contains(&directions[index]))
}

/// Returns how many options an altered vector adds: one fewer for each ray that would lead there.
fn change(vector: Coordinates, rays: &[Coordinates]) -> i32 {
    match rays.iter().filter(|&&ray| vector.multiple_of(ray).is_some()).count() {
        0 => 1,
        along => -(along as i32),
    }
}

fn last(vector: Coordinates) -> Vector {
    let [_, rest @ ..] = vector.0;
    rest
}
