//! Cells without members, in which each line goes its own way.

use super::{Cell, Filled, Filling, NO_MEMBERS};
use crate::cells::Feed;
use crate::cells::strings::{NO_LETTERS, Strings};
use crate::limits::{AutomataError, Limits};

impl Filling<'_> {
    /// Whether no position of a cell is a member of any set: for each set the lines that carry count more everywhere than may count
    /// for a member.
    pub(super) fn is_empty(&self, bottom: &[u32], left: &[u32]) -> bool {
        let bounds = |line: usize| {
            let [up, right] = self.places[line];
            let strings = [up.map(|at| bottom[at]), right.map(|at| left[at])];
            strings.into_iter().flatten().map(|string| self.strings.bounds(string))
        };
        self.of_set.iter().all(|lines| {
            let mut count: u32 = 0;
            for &index in lines {
                let line = self.rule.lines[index];
                if line.is_removed {
                    if line.step == [0, 0] || bounds(index).any(|bounds| bounds.largest > 0) {
                        return false;
                    }
                } else if line.carries {
                    let least = bounds(index).map(|of| u32::from(of.least)).min();
                    count += least.unwrap_or(0);
                }
            }
            count > self.rule.blocked
        })
    }

    /// Returns what leaves a cell without members: each line goes its own way, with those that it feeds.
    pub(super) fn crossed(
        &mut self,
        cell: Cell,
        bottom: &[u32],
        left: &[u32],
        limits: &Limits,
    ) -> Result<Filled, AutomataError> {
        let (mut top, mut right) = (bottom.to_vec(), left.to_vec());
        for line in 0..self.rule.lines.len() {
            let strings = |line: usize| {
                let [up, right] = self.places[line];
                [up.map_or(NO_LETTERS, |at| bottom[at]), right.map_or(NO_LETTERS, |at| left[at])]
            };
            let feeding = match self.rule.lines[line].feed {
                Feed::Line(feeding) => Some(strings(feeding)),
                Feed::Set(_) | Feed::Excluded(_) => None,
            };
            let leaving = self.cross(cell, line, strings(line), feeding, limits)?;
            let [up, right_at] = self.places[line];
            up.into_iter().for_each(|at| top[at] = leaving[0]);
            right_at.into_iter().for_each(|at| right[at] = leaving[1]);
        }
        Ok(Filled { members: NO_MEMBERS, top, right })
    }

    /// Returns the strings, at the top and on the right, of a line that crosses a cell without members, and perhaps takes what
    /// arrives on another one.
    fn cross(
        &mut self,
        cell: Cell,
        line: usize,
        own: [u32; 2],
        feeding: Option<[u32; 2]>,
        limits: &Limits,
    ) -> Result<[u32; 2], AutomataError> {
        let of = self.rule.lines[line];
        let bounds = |strings: [u32; 2]| strings.map(|string| self.strings.bounds(string));
        let is_fed = feeding.is_some_and(|of| bounds(of).iter().any(|bounds| bounds.largest > 0));
        let [below, before] = bounds(own);
        let is_uniform = below.is_uniform()
            && before.is_uniform()
            && (of.step[0] == 0 || of.step[1] == 0 || below.largest == before.largest);
        let stays = match of.carries {
            true => is_uniform || of.step == [1, 0] || of.step == [0, 1],
            false => below.largest == 0 && before.largest == 0,
        };
        if stays && !is_fed {
            return Ok(own);
        }
        let fed = feeding.unwrap_or([NO_LETTERS; 2]);
        let key = [
            line as u32,
            cell.left as u32,
            cell.valid[0],
            cell.valid[1],
            own[0],
            own[1],
            fed[0],
            fed[1],
        ];
        let known = self.crossings.len();
        let number = self.crossings.number_of(&key) as usize;
        if number < known {
            return Ok(self.crossed[number]);
        }
        self.crossed.push([NO_LETTERS; 2]);
        self.check(limits)?;
        let leaving = match cell.left {
            0 => self.cross_position(cell, line, own, fed),
            _ => self.cross_parts(cell, line, own, feeding, limits)?,
        };
        self.crossed[number] = leaving;
        Ok(leaving)
    }

    fn cross_position(
        &mut self,
        cell: Cell,
        line: usize,
        own: [u32; 2],
        fed: [u32; 2],
    ) -> [u32; 2] {
        if cell.valid.iter().any(|&valid| !self.numeration.valid_end(valid)) {
            return own;
        }
        let of = self.rule.lines[line];
        let first = |strings: [u32; 2], step: [u32; 2]| {
            let [below, before] =
                strings.map(|string| self.strings.slots(string).next().unwrap_or(0));
            if step[0] > 0 { before } else { below }
        };
        let feed = match of.feed {
            Feed::Line(feeding) => first(fed, self.rule.lines[feeding].step),
            Feed::Set(_) | Feed::Excluded(_) => 0,
        };
        let carried = if of.carries { first(own, of.step) } else { 0 };
        let leaving = carried.saturating_add(feed).min(self.cap);
        let [up, right] = [of.step[1] > 0, of.step[0] > 0];
        let turning = self.strings.slots(own[0]).next().unwrap_or(0);
        [
            if up { self.shifted(own[0], leaving) } else { NO_LETTERS },
            match (right, up) {
                (true, true) => self.shifted(own[1], turning),
                (true, false) => self.shifted(own[1], leaving),
                _ => NO_LETTERS,
            },
        ]
    }

    fn cross_parts(
        &mut self,
        cell: Cell,
        line: usize,
        own: [u32; 2],
        feeding: Option<[u32; 2]>,
        limits: &Limits,
    ) -> Result<[u32; 2], AutomataError> {
        let [of_x, of_y] = cell.valid.map(|valid| self.digits[valid as usize].clone());
        let part = |strings: &Strings, string: u32, index: usize| match string {
            NO_LETTERS => NO_LETTERS,
            _ => strings.part(string, index),
        };
        let both = [Some(own), feeding];
        // What comes from the left on the line, and on the one that feeds it.
        let mut before: Vec<[u32; 2]> = (0..of_y.len())
            .map(|index| {
                both.map(|of| of.map_or(NO_LETTERS, |of| part(&self.strings, of[1], index)))
            })
            .collect();
        let mut tops: Vec<u32> = Vec::new();
        let feeding_line = match self.rule.lines[line].feed {
            Feed::Line(feeding) => feeding,
            Feed::Set(_) | Feed::Excluded(_) => line,
        };
        for (index, &x) in of_x.iter().enumerate() {
            let mut below =
                both.map(|of| of.map_or(NO_LETTERS, |of| part(&self.strings, of[0], index)));
            for (before, &y) in before.iter_mut().zip(&of_y) {
                let inner = self.inner(cell, [x, y]);
                let fed = [below[1], before[1]];
                let fed = feeding.map(|_| fed);
                let [up, right] = self.cross(inner, line, [below[0], before[0]], fed, limits)?;
                if let Some(fed) = fed {
                    let [up, right] = self.cross(inner, feeding_line, fed, None, limits)?;
                    (below[1], before[1]) = (up, right);
                }
                (below[0], before[0]) = (up, right);
            }
            tops.push(below[0]);
        }
        let rights: Vec<u32> = before.iter().map(|before| before[0]).collect();
        let join = |strings: &mut Strings, own: u32, parts: &[u32]| match own {
            NO_LETTERS => NO_LETTERS,
            _ => strings.joined(parts),
        };
        Ok([join(&mut self.strings, own[0], &tops), join(&mut self.strings, own[1], &rights)])
    }
}
