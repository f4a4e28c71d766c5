//! The listing of the positions of one Grundy value, of one column after the other, in lexicographic order of the columns.
//! Those of value 0 are the P-positions.

use std::collections::{BTreeMap, VecDeque};

use super::counts::Counts;
use super::{Columns, MOST_BLOCKED, Ray, Vector};
use grundytab::control::{Control, Interrupted};
use grundytab::quantity::Convention;

/// After this many steps the control is asked.
const STEPS_BETWEEN_QUESTIONS: u64 = 1 << 16;

/// What is known while the columns are listed in lexicographic order.
pub(super) struct Listing<'a> {
    game: &'a Columns,
    /// Those of the game, if positions of value 0 are listed: terminal positions have no other value, and a move to the zero
    /// position leads to no other one.
    terminals: &'a [Vector],
    to_zero: &'a [Vector],
    side: usize,
    first_side: usize,
    /// The number of positions of the present column.
    height: usize,
    control: &'a Control<'a>,
    /// How often 64 positions were looked at, or a region was skipped.
    pub(super) steps: u64,
    lines: Vec<Lines>,
    /// The rays along the last heap, by the tokens that they take.
    upward: Vec<usize>,
    /// For the present column and the next ones: heaps y and by how much altered moves change the number of their options.
    changes: VecDeque<Vec<(usize, i32)>>,
}

/// The lines of a ray that leads to other columns.
struct Lines {
    ray: Ray,
    /// By the column in which the lines begin.
    counts: Vec<Option<Counts>>,
    /// The row of counts that the present column meets, and the index of its position y = 0.
    row: usize,
    offset: usize,
}

impl<'a> Listing<'a> {
    pub(super) fn new(game: &'a Columns, value: u32, side: u32, control: &'a Control) -> Self {
        let of_zero = |positions: &'a [Vector]| if value == 0 { positions } else { &[] };
        let leads_away = |ray: &&Ray| ray[0] > 0 || ray[1] > 0;
        let [side, first_side] = [side, game.first_side(side)].map(|side| side as usize);
        let lines = |&ray: &Ray| {
            // Lines begin where one of the first two heaps is less than a step.
            let begins = ray[0] as usize * side + ray[1] as usize * first_side;
            let counts = std::iter::repeat_with(|| None).take(begins).collect();
            Lines { ray, counts, row: 0, offset: 0 }
        };
        Listing {
            game,
            terminals: of_zero(&game.terminals),
            to_zero: of_zero(&game.to_zero),
            side,
            first_side,
            height: side,
            control,
            steps: 0,
            lines: game.rays.iter().filter(leads_away).map(lines).collect(),
            upward: game.rays.iter().filter(|r| !leads_away(r)).map(|r| r[2] as usize).collect(),
            changes: VecDeque::new(),
        }
    }

    /// Finds the positions of the value in the next column, of which those at `taken`, in order, have smaller values.
    pub(super) fn column(
        &mut self,
        v: u32,
        x: u32,
        taken: &[u32],
        found: &mut dyn FnMut(u32),
    ) -> Result<(), Interrupted> {
        let game = self.game;
        self.meet([v as usize, x as usize]);
        self.height = game.height(self.side as u32, self.side as u32 - 1 - x);
        let mut special: BTreeMap<usize, i32> = BTreeMap::new();
        for (y, change) in self.changes.pop_front().unwrap_or_default() {
            *special.entry(y).or_default() += change;
        }
        let is_here =
            |terminal: &&Vector| terminal[..2] == [v, x] && (terminal[2] as usize) < self.height;
        for terminal in self.terminals.iter().filter(is_here) {
            special.entry(terminal[2] as usize).or_default();
        }
        for at in self.to_zero.iter().filter(is_here) {
            // The zero position is P if whoever cannot move loses.
            let more = i32::from(game.convention == Convention::Normal);
            *special.entry(at[2] as usize).or_default() += more;
        }
        // The P-positions below, by the rest of their last heap.
        let mut below: Vec<Vec<usize>> = self.upward.iter().map(|&ray| vec![0; ray]).collect();
        let mut taken = taken.iter().map(|&y| y as usize).peekable();
        let mut from = 0;
        loop {
            let next_special = special.range(from..).next().map(|(&y, &change)| (y, change));
            while taken.next_if(|&y| y < from).is_some() {}
            let next_taken = *taken.peek().unwrap_or(&self.height);
            let end = next_special.map_or(next_taken, |(y, _)| y.min(next_taken));
            let is_closed = below.iter().any(|rests| rests.iter().all(|&n| n > game.blocked));
            let open = if is_closed { None } else { self.open(from, end)? };
            let (y, change) = match (open, next_special) {
                (Some(y), _) => (y, 0),
                (None, Some(special)) if end < next_taken => special,
                (None, _) if end < self.height => {
                    from = end + 1;
                    continue;
                }
                (None, _) => return Ok(()),
            };
            from = y + 1;
            let at = [v, x, y as u32];
            let along = |(ray, rests): (&usize, &Vec<usize>)| rests[y % ray];
            let options: usize = self.upward.iter().zip(&below).map(along).sum::<usize>()
                + self.lines.iter().map(|lines| lines.at(y)).sum::<usize>();
            let is_end = || {
                self.terminals.contains(&at) || game.has_no_move(at) && !self.to_zero.contains(&at)
            };
            let is_p = match game.convention {
                Convention::Normal
                    if !self.terminals.is_empty() && self.terminals.contains(&at) =>
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
        let (side, first_side) = (self.side, self.first_side);
        let (most, high) = (self.game.most_counted(), self.game.blocked + 1);
        let height = self.game.height(side as u32, side as u32 - 1);
        for lines in &mut self.lines {
            let [a, b] = [lines.ray[0] as usize, lines.ray[1] as usize];
            let [down, up] = [lines.ray[2], -lines.ray[2]].map(|part| part.max(0) as usize);
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
            lines.offset = down * (furthest - step) + up * step;
            lines.counts[lines.row]
                .get_or_insert_with(|| Counts::new(height + down * furthest, most, high));
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
