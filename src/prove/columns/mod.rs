//! The P-positions of vector games on two and three heaps, listed column by column: a column has all positions that
//! differ in the last heap alone.
//!
//! A position is P if at most b of its options are P, where b options may be blocked. Its options along a ray lie on
//! a line, and what is kept of a line is how many P-positions it has so far. So the memory grows with the number of lines:
//! with the side of a box of two heaps, and with the square of the side of three. Positions are looked at 64 at a time
//! ([`counts`]), and where all lines of a ray have so many P-positions that nothing follows, a whole region is skipped.
//! Altered moves and terminal positions concern few positions of a column, which are looked at one by one.

mod counts;

use std::collections::{BTreeMap, VecDeque};

use crate::control::{Control, Interrupted};
use crate::domain::Coordinates;
use crate::quantity::Convention;
use crate::ruleset::{Ruleset, VectorGame};

use super::definition::{Definition, SetName};
use counts::Counts;

/// More options than this cannot be blocked here.
const MOST_BLOCKED: usize = 8;

/// Altered vectors that lead further are not kept in mind.
const FURTHEST: u32 = 64;

/// After this many steps the control is asked.
const STEPS_BETWEEN_QUESTIONS: u64 = 1 << 16;

/// The last three of the coordinates of a position or vector.
type Vector = [u32; 3];

/// The P-positions whose heaps are below some side.
pub(super) struct List<const HEAPS: usize> {
    pub(super) members: Vec<[u32; HEAPS]>,
    /// How often 64 positions were looked at, or a region was skipped.
    pub(super) steps: u64,
}

/// A game whose P-positions are listed.
pub(super) struct Columns {
    heaps: usize,
    rays: Vec<Vector>,
    /// The altered vectors, and how many options each adds to a count along the rays.
    altered: Vec<(Vector, i32)>,
    terminals: Vec<Vector>,
    /// The positions with a move to the zero position that no vector makes.
    to_zero: Vec<Vector>,
    blocked: usize,
    convention: Convention,
    /// Whether the game has two heaps and the mirror image of a P-position is one, too: then only those with x <= y are
    /// listed.
    pub(super) is_symmetric: bool,
}

impl Columns {
    /// Returns the game of a definition, if it is one of these.
    pub(super) fn of(definition: &Definition) -> Option<Self> {
        let Ruleset::Vector(game) = definition.ruleset() else { return None };
        let fits = matches!(game.heaps(), 2 | 3)
            && definition.sets() == [SetName::P]
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
            rays: rays.into_iter().map(last).collect(),
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

    /// Returns the number of heaps, 2 or 3.
    pub(super) fn heaps(&self) -> usize {
        self.heaps
    }

    /// Returns the bytes that are needed to list the P-positions below a side, besides these.
    pub(super) fn bytes(&self, side: u32) -> f64 {
        let side = f64::from(side);
        let first_side = if self.heaps == 3 { side } else { 1.0 };
        // A word of each threshold for 64 numbers, and the index of the next word.
        let bytes_of_number = (self.most_counted() as f64 * 8.0 + 4.0) / 64.0;
        let of_ray = |ray: &Vector| {
            let [a, b, c] = ray.map(f64::from);
            let furthest = if a > 0.0 { first_side / a } else { side }.min(if b > 0.0 {
                side / b
            } else {
                side
            });
            (a * side + b * first_side) * (side + c * furthest) * bytes_of_number
        };
        self.rays.iter().map(of_ray).sum()
    }

    /// Returns how far the P-positions on a line are counted: to one more than may be blocked, also where removed moves are
    /// taken off.
    fn most_counted(&self) -> usize {
        let removed: i32 = self.altered.iter().map(|(_, more)| (-more).max(0)).sum();
        self.blocked + 1 + removed as usize
    }

    /// Lists the P-positions whose heaps are below `side`, by their last coordinates.
    ///
    /// # Errors
    /// When the control interrupts it.
    pub(super) fn below<const HEAPS: usize>(
        &self,
        side: u32,
        control: &Control,
    ) -> Result<List<HEAPS>, Interrupted> {
        let mut members = Vec::new();
        let mut listing = Listing::new(self, side as usize, control);
        let first_sides = if self.heaps == 3 { side } else { 1 };
        for v in 0..first_sides {
            for x in 0..side {
                listing.column(v, x, &mut |y| {
                    if x <= y || !self.is_symmetric {
                        let at = [v, x, y];
                        members.push(std::array::from_fn(|heap| at[at.len() - HEAPS + heap]));
                    }
                })?;
            }
        }
        Ok(List { members, steps: listing.steps })
    }

    /// Whether no vector leads from a position to another one.
    fn has_no_move(&self, at: Vector) -> bool {
        let fits = |vector: &Vector| vector.iter().zip(at).all(|(&part, heap)| part <= heap);
        let removed =
            |vector: &Vector| self.altered.iter().any(|(v, more)| v == vector && *more < 0);
        let along = |ray: &Vector| {
            let multiples = (1..).map(|m| ray.map(|part| part.saturating_mul(m)));
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

/// What is known while the columns are listed in lexicographic order.
struct Listing<'a> {
    game: &'a Columns,
    side: usize,
    control: &'a Control<'a>,
    steps: u64,
    lines: Vec<Lines>,
    /// The rays along the last heap, by the tokens that they take.
    upward: Vec<usize>,
    /// For the present column and the next ones: heaps y and by how much altered moves change the number of their options.
    changes: VecDeque<Vec<(usize, i32)>>,
}

/// The lines of a ray that leads to other columns.
struct Lines {
    ray: Vector,
    /// By the column in which the lines begin.
    counts: Vec<Option<Counts>>,
    /// The row of counts that the present column meets, and the index of its position y = 0.
    row: usize,
    offset: usize,
}

impl<'a> Listing<'a> {
    fn new(game: &'a Columns, side: usize, control: &'a Control) -> Self {
        let leads_away = |ray: &&Vector| ray[0] > 0 || ray[1] > 0;
        let first_side = if game.heaps == 3 { side } else { 1 };
        let lines = |&ray: &Vector| {
            // Lines begin where one of the first two heaps is less than a step.
            let begins = ray[0] as usize * side + ray[1] as usize * first_side;
            let counts = std::iter::repeat_with(|| None).take(begins).collect();
            Lines { ray, counts, row: 0, offset: 0 }
        };
        Listing {
            game,
            side,
            control,
            steps: 0,
            lines: game.rays.iter().filter(leads_away).map(lines).collect(),
            upward: game.rays.iter().filter(|r| !leads_away(r)).map(|r| r[2] as usize).collect(),
            changes: VecDeque::new(),
        }
    }

    /// Finds the P-positions of the next column.
    fn column(&mut self, v: u32, x: u32, found: &mut dyn FnMut(u32)) -> Result<(), Interrupted> {
        let game = self.game;
        self.meet([v as usize, x as usize]);
        let mut special: BTreeMap<usize, i32> = BTreeMap::new();
        for (y, change) in self.changes.pop_front().unwrap_or_default() {
            *special.entry(y).or_default() += change;
        }
        let is_here =
            |terminal: &&Vector| terminal[..2] == [v, x] && (terminal[2] as usize) < self.side;
        for terminal in game.terminals.iter().filter(is_here) {
            special.entry(terminal[2] as usize).or_default();
        }
        for at in game.to_zero.iter().filter(is_here) {
            // The zero position is P if whoever cannot move loses.
            let more = i32::from(game.convention == Convention::Normal);
            *special.entry(at[2] as usize).or_default() += more;
        }
        // The P-positions below, by the rest of their last heap.
        let mut below: Vec<Vec<usize>> = self.upward.iter().map(|&ray| vec![0; ray]).collect();
        let mut from = 0;
        loop {
            let next_special = special.range(from..).next().map(|(&y, &change)| (y, change));
            let end = next_special.map_or(self.side, |(y, _)| y);
            let is_closed = below.iter().any(|rests| rests.iter().all(|&n| n > game.blocked));
            let open = if is_closed { None } else { self.open(from, end)? };
            let (y, change) = match (open, next_special) {
                (Some(y), _) => (y, 0),
                (None, Some(special)) => special,
                (None, None) => return Ok(()),
            };
            from = y + 1;
            let at = [v, x, y as u32];
            let along = |(ray, rests): (&usize, &Vec<usize>)| rests[y % ray];
            let options: usize = self.upward.iter().zip(&below).map(along).sum::<usize>()
                + self.lines.iter().map(|lines| lines.at(y)).sum::<usize>();
            let is_end = || {
                game.terminals.contains(&at) || game.has_no_move(at) && !game.to_zero.contains(&at)
            };
            let is_p = match game.convention {
                Convention::Normal
                    if !game.terminals.is_empty() && game.terminals.contains(&at) =>
                {
                    true
                }
                Convention::Normal => options as i64 + i64::from(change) <= game.blocked as i64,
                Convention::Misere => options as i64 + i64::from(change) <= 0 && !is_end(),
            };
            if is_p {
                found(y as u32);
                self.lines.iter_mut().for_each(|lines| lines.add(y));
                self.upward.iter().zip(&mut below).for_each(|(ray, rests)| rests[y % ray] += 1);
                self.remember(at, &mut special);
            }
        }
    }

    /// Turns to the column of these first two heaps.
    fn meet(&mut self, at: [usize; 2]) {
        let (side, heaps) = (self.side, self.game.heaps);
        let first_side = if heaps == 3 { side } else { 1 };
        let (most, high) = (self.game.most_counted(), self.game.blocked + 1);
        for lines in &mut self.lines {
            let [a, b, c] = lines.ray.map(|part| part as usize);
            let steps = |at: [usize; 2]| {
                let along = |part: usize, heap: usize| heap.checked_div(part).unwrap_or(usize::MAX);
                along(a, at[0]).min(along(b, at[1]))
            };
            let step = steps(at);
            let begin = [at[0] - step * a, at[1] - step * b];
            lines.row = match begin[0] < a {
                true => begin[0] * side + begin[1],
                false => a * side + begin[1] * first_side + begin[0],
            };
            let furthest = steps([first_side - 1, side - 1]);
            lines.offset = c * (furthest - step);
            lines.counts[lines.row]
                .get_or_insert_with(|| Counts::new(side + c * furthest, most, high));
        }
    }

    /// Returns the first y from `from` on and below `end` with few enough options in other columns.
    fn open(&mut self, mut from: usize, end: usize) -> Result<Option<usize>, Interrupted> {
        let blocked = self.game.blocked;
        while from < end {
            self.steps += 1;
            if self.steps.is_multiple_of(STEPS_BETWEEN_QUESTIONS) {
                self.control.proceed()?;
            }
            let begin = from;
            for lines in &mut self.lines {
                if from < end {
                    from = lines.skip(from);
                }
            }
            if from > begin {
                continue;
            }
            // Bit i of `reached[n]`: position `from + i` has more than n options.
            let mut reached = [0_u64; MOST_BLOCKED + 1];
            for lines in &self.lines {
                for n in (0..=blocked).rev() {
                    let mut more = reached[n] | lines.reached(n + 1, from);
                    for own in 1..=n {
                        more |= reached[n - own] & lines.reached(own, from);
                    }
                    reached[n] = more;
                }
            }
            match (!reached[blocked]).trailing_zeros() {
                64 => from += 64,
                few => {
                    let y = from + few as usize;
                    return Ok((y < end).then_some(y));
                }
            }
        }
        Ok(None)
    }

    /// Notes to which positions altered moves lead back from a P-position.
    fn remember(&mut self, at: Vector, special: &mut BTreeMap<usize, i32>) {
        for &(vector, change) in &self.game.altered {
            let [v, x, y] = [0, 1, 2].map(|axis| (at[axis] + vector[axis]) as usize);
            let is_inside = x < self.side && y < self.side;
            // The present column is no longer among those to come.
            match vector[0] as usize * self.side + vector[1] as usize {
                _ if !is_inside || v >= self.side => {}
                0 => *special.entry(y).or_default() += change,
                columns => {
                    if self.changes.len() < columns {
                        self.changes.resize(columns, Vec::new());
                    }
                    self.changes[columns - 1].push((y, change));
                }
            }
        }
    }
}

impl Lines {
    fn present(&self) -> Option<&Counts> {
        self.counts[self.row].as_ref()
    }

    fn at(&self, y: usize) -> usize {
        self.present().map_or(0, |counts| counts.at(self.offset + y))
    }

    fn reached(&self, threshold: usize, y: usize) -> u64 {
        self.present().map_or(0, |counts| counts.reached(threshold, self.offset + y))
    }

    fn add(&mut self, y: usize) {
        if let Some(counts) = &mut self.counts[self.row] {
            counts.add(self.offset + y);
        }
    }

    fn skip(&mut self, y: usize) -> usize {
        let offset = self.offset;
        self.counts[self.row].as_mut().map_or(y, |counts| counts.skip(offset + y) - offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::engine::reference::ReferenceEngine;
    use crate::plan::Plan;
    use crate::tabulate::tabulate_array;

    /// Lists the P-positions of a game, and compares them with the definition.
    fn check<const HEAPS: usize>(game: &str, side: u32) {
        let ruleset = Ruleset::parse(game).expect(game);
        for convention in [Convention::Normal, Convention::Misere] {
            if convention == Convention::Misere && ruleset.blocking_number() > 0 {
                continue;
            }
            let definition = Definition::of_outcomes(&ruleset, convention).expect(game);
            let columns = Columns::of(&definition).expect(game);
            let found = columns.below::<HEAPS>(side, &Control::default());
            let found = found.expect("not interrupted").members;
            let quantity =
                if convention == Convention::Misere { "outcome misere" } else { "outcome" };
            let plan =
                Plan::parse(game, &vec![side.to_string(); HEAPS].join("x"), quantity).expect(game);
            let prepared = ReferenceEngine.prepare(&plan).expect(game);
            let table = tabulate_array(prepared.as_ref(), &Control::default()).expect(game);
            let sides = Coordinates::padded(&[side; HEAPS], 1);
            let is_listed = |at: &Coordinates| at[2] <= at[3] || !columns.is_symmetric;
            let expected: Vec<[u32; HEAPS]> = Coordinates::cells_of_box(sides)
                .filter(|at| table.get(at.row_major_index(sides)) == 1 && is_listed(at))
                .map(|at| at.unpadded(HEAPS).try_into().expect("so many heaps"))
                .collect();
            assert_eq!(found, expected, "{game}, {convention}");
        }
    }

    /// Catches a P-position that is left out, or one too many, next to the definition.
    #[test]
    fn listed_are_the_p_positions() {
        for game in [
            "nim",
            "maharaja",
            "wythoff+alter=2,1",
            "wythoff+alter=3,2/2,3/1,7",
            "wythoff+alter=5,1/1,40/40,3",
            "wythoff+alter=1,1",
            "wythoff+alter=0,1/2,2/0,5/3,1",
            "wythoff+terminal=3,5/0,1/4,4",
            "wythoff+to-zero=1,2/2,1/5,5",
            "vector:2,1/1,3+alter=4,2+to-zero=4,2/0,7/1,1+terminal=3,3",
            "wythoff+to-zero=1,2/3,5+block=1",
            "wythoff+block=1",
            "wythoff+alter=1,2/2,2/0,3+block=2",
            "wythoff+alter=1,1+block=5+terminal=2,7",
            "vector:1,0/2,1/1,3",
            "vector:2,0/0,3/1,1/2,2",
            "vector:3,1/1,3",
            "vector:2,2/3,3/0,1",
            "vector:0,2+alter=1,0/0,1/0,2",
        ] {
            check::<2>(game, 90);
        }
    }

    /// The same on three heaps.
    #[test]
    fn listed_are_the_p_positions_of_three_heaps() {
        for game in [
            "nim:3",
            "vector:1,0,0/0,1,0/0,0,1/1,1,1",
            "vector:1,0,0/0,1,0/0,0,1/1,1,0/0,1,1/1,0,1",
            "vector:2,1,0/0,1,1/0,0,2/1,0,0+alter=0,1,1/1,0,3/2,1,1/0,0,1",
            "vector:1,0,0/0,1,0/0,0,1/1,2,3+block=1+alter=0,0,2",
            "vector:1,1,0/0,1,0/0,0,1+terminal=1,2,3/0,0,1",
        ] {
            check::<3>(game, 20);
        }
    }

    /// Catches games that are taken although other rules hold for them.
    #[test]
    fn other_games_are_left_alone() {
        for game in [
            "nim:1",
            "nim:4",
            "triangle",
            "fibonacci",
            "subtraction:1,2+heaps=2",
            "wythoff+alter=70,1",
            "vector:2,2/3,3/0,1+block=1",
            "vector:2,2/3,3/0,1+alter=6,6",
        ] {
            let ruleset = Ruleset::parse(game).expect(game);
            let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
            assert!(Columns::of(&definition).is_none(), "{game}");
        }
    }
}
