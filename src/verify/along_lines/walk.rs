//! The lines of rays, walked through the tiles of a table.
//!
//! The line of a ray ℓ through a position p holds those of p, p - ℓ, p - 2ℓ, ... and p + ℓ, p + 2ℓ, ... that are
//! positions. What comes before p on it are the options of p along the ray. A tile takes over the lines that enter it,
//! passes its cells in an order in which options come first, and hands the lines on. As no coordinate of a ray is
//! negative, a line meets one tile at most of those whose indices have equal sums, so that these are passed at the
//! same time.

use std::collections::HashMap;
use std::sync::Mutex;

use super::Judge;
use crate::domain::tiling::TileRegion;
use crate::domain::{Coordinates, Domain, Grading};
use crate::plan::Plan;
use crate::sync::lock;
use crate::table::{Pass, TableError, TileInHand};

/// Cells of a tile are passed in squares of this edge, whose lines fit into the cache of a processor.
const PATCH: u32 = 64;
/// After this many cells the control is asked.
const CELLS_BETWEEN_QUESTIONS: usize = 1 << 12;

/// What is to hold at every position, in terms of the lines through it.
pub(super) trait LineRule: Sync {
    /// What is known of the positions of a line that were met. At its beginning, nothing.
    type Line: Default + Send;

    /// Returns the rays whose lines are walked.
    fn rays(&self) -> &[Coordinates];

    /// Returns whether the stored value of a position is what the definition makes of those of its options, and adds
    /// the position to its lines. `value` returns stored values of positions that this one dominates.
    fn agrees(
        &self,
        at: Coordinates,
        stored: u32,
        through: &mut Through<Self::Line>,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> bool;
}

/// The lines through a position.
pub(super) struct Through<'a, L> {
    lines: &'a mut [L],
    of_rays: &'a [u32],
    /// A line for what lies on none, blank before every position and after it.
    pub(super) spare: &'a mut L,
}

impl<L> Through<'_, L> {
    /// Returns the line of each ray.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &L> + Clone {
        self.of_rays.iter().map(|&line| &self.lines[line as usize])
    }

    /// Returns the line of a ray.
    #[inline]
    pub(super) fn line(&mut self, ray: usize) -> &mut L {
        &mut self.lines[self.of_rays[ray] as usize]
    }
}

/// The pass that suspects the positions whose values do not agree with their lines. What is known of a line goes from
/// tile to tile.
pub(in crate::verify) struct AlongLines<'a> {
    walk: Box<dyn Walking + 'a>,
    judge: &'a dyn Judge,
    grading: Grading,
}

impl<'a> AlongLines<'a> {
    pub(super) fn new<R: LineRule>(plan: &'a Plan, rule: &'a R, judge: &'a dyn Judge) -> Self {
        let walk = Walk {
            plan,
            rule,
            judge,
            lines: LinesOfTile::of(plan.tiling().edges(), rule.rays()),
            between_tiles: rule.rays().iter().map(|_| Mutex::default()).collect(),
        };
        AlongLines { walk: Box::new(walk), judge, grading: plan.job().grading() }
    }
}

impl Pass for AlongLines<'_> {
    type State = ();

    const VISITS_TILES: bool = true;

    fn begin(&self) {}

    fn visit_tile(&self, (): &mut (), tile: &TileInHand) -> Result<(), TableError> {
        self.walk.pass(tile)
    }

    fn merge(&self, (): &mut (), (): ()) {}

    fn wants(&self, tile: &TileRegion) -> bool {
        // Lines that are not handed on lead to larger grades, which do not matter either.
        !self.judge.is_settled(tile.first_grade(&self.grading))
    }

    fn keeps_tiles(&self) -> bool {
        true
    }

    fn goes_along_moves(&self) -> bool {
        true
    }
}

/// A walk, whatever is known of the lines.
trait Walking: Sync {
    /// Passes the cells of a tile.
    fn pass(&self, tile: &TileInHand) -> Result<(), TableError>;
}

struct Walk<'a, R: LineRule> {
    plan: &'a Plan,
    rule: &'a R,
    judge: &'a dyn Judge,
    lines: LinesOfTile,
    /// For each ray the lines that wait for the next tile, by their first positions.
    between_tiles: Vec<Mutex<HashMap<Coordinates, R::Line>>>,
}

impl<R: LineRule> Walking for Walk<'_, R> {
    fn pass(&self, tile: &TileInHand) -> Result<(), TableError> {
        let (region, stored) = (&tile.region, tile.values);
        let lookup = tile.table.lookup();
        let value = |at: Coordinates| match at.dominates(region.origin) {
            true => stored.get(region.offset(at)),
            false => lookup.value(at),
        };
        let rays = self.rule.rays().len();
        let (mut lines, mut spare) = (self.take_over(region.origin), R::Line::default());
        let mut since_question = 0;
        for run in region.patches(PATCH) {
            for (at, cell) in run.cells() {
                let mut through = Through {
                    lines: &mut lines,
                    of_rays: &self.lines.of_cells[cell * rays..][..rays],
                    spare: &mut spare,
                };
                if !self.rule.agrees(at, stored.get(cell), &mut through, &value) {
                    self.judge.suspect(at)?;
                }
            }
            since_question += run.length;
            if since_question >= CELLS_BETWEEN_QUESTIONS {
                tile.control.proceed()?;
                since_question = 0;
            }
        }
        self.hand_on(region.origin, lines);
        lookup.finish()
    }
}

impl<R: LineRule> Walk<'_, R> {
    /// Returns the lines that have cells in the tile with this origin.
    fn take_over(&self, origin: Coordinates) -> Vec<R::Line> {
        let rays = self.rule.rays();
        let mut waiting: Vec<_> = self.between_tiles.iter().map(lock).collect();
        let lines = self.lines.lines.iter().map(|line| {
            waiting[line.ray].remove(&first_of_line(origin + line.first, rays[line.ray]))
        });
        lines.map(Option::unwrap_or_default).collect()
    }

    /// Keeps those lines of the tile that have positions behind it.
    fn hand_on(&self, origin: Coordinates, lines: Vec<R::Line>) {
        let domain = self.plan.job().domain();
        let rays = self.rule.rays();
        let mut waiting: Vec<_> = self.between_tiles.iter().map(lock).collect();
        for (of_tile, line) in self.lines.lines.iter().zip(lines) {
            let ray = rays[of_tile.ray];
            if domain.contains(origin + of_tile.last + ray) {
                let first = first_of_line(origin + of_tile.first, ray);
                waiting[of_tile.ray].insert(first, line);
            }
        }
    }
}

/// Returns the first position of the line of a ray through a position.
fn first_of_line(at: Coordinates, ray: Coordinates) -> Coordinates {
    let moved = (0..ray.0.len()).filter(|&axis| ray[axis] > 0);
    let steps = moved.map(|axis| at[axis] / ray[axis]).min().unwrap_or(0);
    at - ray.saturating_multiple(steps)
}

/// The lines that meet a tile. They meet all tiles alike.
struct LinesOfTile {
    lines: Vec<LineOfTile>,
    /// For each cell, in row-major order, and for each ray its line.
    of_cells: Vec<u32>,
}

/// A part of a line, from its first cell in the tile to the last one.
struct LineOfTile {
    ray: usize,
    first: Coordinates,
    last: Coordinates,
}

impl LinesOfTile {
    fn of(edges: Coordinates, rays: &[Coordinates]) -> Self {
        let mut tile = LinesOfTile {
            lines: Vec::new(),
            of_cells: Vec::with_capacity(edges.cells() * rays.len()),
        };
        for at in Coordinates::cells_of_box(edges) {
            for (ray, vector) in rays.iter().enumerate() {
                let line = match at.checked_sub(*vector) {
                    Some(before) => tile.of_cells[before.row_major_index(edges) * rays.len() + ray],
                    None => {
                        tile.lines.push(LineOfTile { ray, first: at, last: at });
                        tile.lines.len() as u32 - 1
                    }
                };
                tile.lines[line as usize].last = at;
                tile.of_cells.push(line);
            }
        }
        tile
    }
}

/// Returns about the most bytes of all lines, with what is known of each in this many bytes.
pub(super) fn bytes(plan: &Plan, rays: &[Coordinates], of_line: u64) -> u64 {
    /// What a line that waits takes beside what is known of it, in a table that is half full.
    const OF_PLACE: u64 = 2 * size_of::<Coordinates>() as u64;
    let lines_in = |domain: &Domain| {
        rays.iter().map(|&ray| lines_of_ray(domain, ray)).fold(0, u64::saturating_add)
    };
    let tiling = plan.tiling();
    let of_tile = Domain::boxed(tiling.chunk_shape()).map_or(0, |tile| lines_in(&tile));
    let of_tile = of_tile.saturating_mul(size_of::<LineOfTile>() as u64);
    let of_cells = tiling.tile_cells().saturating_mul(4 * rays.len() as u64);
    let of_lines = lines_in(plan.job().domain()).saturating_mul(of_line.saturating_add(OF_PLACE));
    of_lines.saturating_add(of_tile).saturating_add(of_cells)
}

/// Counts the lines of a ray: the positions from which it cannot be subtracted.
fn lines_of_ray(domain: &Domain, ray: Coordinates) -> u64 {
    let behind = if domain.is_box() {
        let sides = domain.sides().saturating_sub(ray);
        if sides.iter().any(|&side| side == 0) {
            None
        } else {
            Domain::boxed(sides.unpadded(domain.heaps())).ok()
        }
    } else {
        let taken = ray.iter().fold(0, |sum: u32, &taken| sum.saturating_add(taken));
        let tokens = domain.largest_token_sum().checked_sub(taken);
        tokens.and_then(|tokens| Domain::simplex(domain.heaps(), tokens).ok())
    };
    domain.positions() - behind.map_or(0, |behind| behind.positions())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Catches lines that are counted wrong: memory is planned by them.
    #[test]
    fn lines_begin_where_a_ray_cannot_be_subtracted() {
        for (text, heaps) in [("9", 1), ("7x5", 2), ("tokens 8", 2), ("4x3x5", 3), ("tokens 6", 3)]
        {
            let domain = Domain::parse(text, heaps).expect(text);
            for ray in [[0, 0, 0, 1], [0, 0, 1, 1], [0, 2, 0, 1], [0, 0, 3, 2], [0, 0, 0, 9]] {
                let ray = Coordinates(ray);
                if ray.0[..4 - heaps].iter().any(|&c| c > 0) {
                    continue;
                }
                let positions = Coordinates::cells_of_box(domain.sides());
                let firsts: HashSet<_> = positions
                    .filter(|&at| domain.contains(at))
                    .map(|at| first_of_line(at, ray))
                    .collect();
                assert!(
                    firsts.iter().all(|&first| !first.dominates(ray) && domain.contains(first))
                );
                assert_eq!(lines_of_ray(&domain, ray), firsts.len() as u64, "{text}, {ray:?}");
            }
        }
    }
}
