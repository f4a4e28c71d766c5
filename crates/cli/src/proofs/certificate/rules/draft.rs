//! Drafts of choices: one case of what rules say, as far as they have been read.
//!
//! A [`Draft`] grows while an expression is read: where `max(x, y)` stands, one draft goes on with x >= y and x, and another
//! one with x < y and y. All its tracks, the hidden ones too, have natural numbers; what may be negative is a linear
//! combination of them.

use super::linear::Linear;
use crate::proofs::certificate::choice::{Choice, Move};
use crate::proofs::certificate::constraint::{Constraint, Digits, Sign};
use crate::proofs::certificate::limits::CheckError;

/// Larger constants are hidden numbers.
const LARGEST_CONSTANT: i64 = 256;

/// A conjunction of conditions on visible and hidden numbers, and what names mean where it is satisfied.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    visible: usize,
    /// The number of all tracks so far.
    tracks: usize,
    /// What the names of heaps mean.
    pub(super) heaps: Vec<Linear>,
    /// What the names of variables mean.
    pub(super) variables: Vec<(String, Linear)>,
    /// These are 0.
    zero: Vec<Linear>,
    /// These are not 0.
    not_zero: Vec<Linear>,
    /// These are at least 0.
    not_negative: Vec<Linear>,
    /// Constraints on the digits of tracks.
    digits: Vec<(Digits, Vec<usize>)>,
    /// The tracks of numbers, and of their quotients by constants, that have been asked for.
    known: Vec<(Linear, i64, usize)>,
    /// The positions of the option so far: the tracks of their heaps.
    pub(super) option: Vec<Vec<usize>>,
}

impl Draft {
    /// Returns the draft without conditions, at a position with this number of heaps.
    pub(super) fn at_position(heaps: usize) -> Self {
        Draft {
            visible: heaps,
            tracks: heaps,
            heaps: (0..heaps).map(Linear::track).collect(),
            variables: Vec::new(),
            zero: Vec::new(),
            not_zero: Vec::new(),
            not_negative: Vec::new(),
            digits: Vec::new(),
            known: Vec::new(),
            option: Vec::new(),
        }
    }

    /// Adds a hidden number, and returns its track.
    pub(super) fn hide(&mut self) -> usize {
        self.tracks += 1;
        self.tracks - 1
    }

    /// Adds the condition that a number is 0; `None` if that is never so.
    pub(super) fn where_zero(mut self, number: Linear) -> Option<Self> {
        match number.as_constant() {
            Some(constant) => (constant == 0).then_some(self),
            None => {
                self.zero.push(number);
                Some(self)
            }
        }
    }

    /// Adds the condition that a number is not 0; `None` if that is never so.
    pub(super) fn where_not_zero(mut self, number: Linear) -> Option<Self> {
        match number.as_constant() {
            Some(constant) => (constant != 0).then_some(self),
            None => {
                self.not_zero.push(number);
                Some(self)
            }
        }
    }

    /// Adds the condition that a number is at least 0; `None` if that plainly contradicts what is known.
    pub(super) fn where_not_negative(mut self, number: Linear) -> Option<Self> {
        if self.is_plain(&number.negation()) {
            return None;
        }
        if !self.is_plain(&number) {
            self.not_negative.push(number);
        }
        Some(self)
    }

    /// Divides the case: returns the one in which a number is at least 0, and the one in which it is less.
    pub(super) fn split(self, number: &Linear) -> [Option<Self>; 2] {
        let below = self.clone().where_not_negative(number.negation());
        [self.where_not_negative(number.clone()), below]
    }

    /// Returns the track whose digits are made of those of others.
    pub(super) fn made_of(&mut self, digits: Digits, of: &[usize]) -> usize {
        let is_same = |(other, tracks): &&(Digits, Vec<usize>)| {
            *other == digits && tracks[..tracks.len() - 1] == *of
        };
        if let Some(&made) = self.digits.iter().find(is_same).and_then(|(_, all)| all.last()) {
            return made;
        }
        let made = self.hide();
        self.digits.push((digits, [of, &[made]].concat()));
        made
    }

    /// Returns the track of a number, which becomes a condition of the draft: it is natural.
    ///
    /// # Errors
    /// When a coefficient becomes too large.
    pub(super) fn track_of(mut self, number: &Linear) -> Result<(Self, usize), CheckError> {
        if let Some(track) = number.as_track() {
            return Ok((self, track));
        }
        let (track, is_new) = self.track_for(number, 1);
        if is_new {
            self.zero.push(number.plus(&Linear::track(track), -1)?);
        }
        Ok((self, track))
    }

    /// Returns the track for a number divided by a constant, and whether it is a new one, of which nothing is known yet.
    pub(super) fn track_for(&mut self, number: &Linear, divisor: i64) -> (usize, bool) {
        let mut known = self.known.iter();
        let is_same = |(of, by, _): &&(Linear, i64, usize)| of == number && *by == divisor;
        if let Some(&(.., track)) = known.find(is_same) {
            return (track, false);
        }
        let track = self.hide();
        self.known.push((number.clone(), divisor, track));
        (track, true)
    }

    /// Whether a number is at least 0 because it is at least 0, something that is known to be so, or the sum of two such.
    pub(super) fn is_plain(&self, number: &Linear) -> bool {
        let known = &self.not_negative;
        number.is_plainly_at_least(&[])
            || known.iter().enumerate().any(|(place, one)| {
                number.is_plainly_at_least(&[one])
                    || known[..=place].iter().any(|two| number.is_plainly_at_least(&[one, two]))
            })
    }

    /// Returns the choice with the conditions of the draft, and the option's positions. Hidden numbers that the others
    /// determine are replaced: letters have a digit of each number. `None` if nothing satisfies the conditions.
    ///
    /// # Errors
    /// When a coefficient becomes too large.
    pub(super) fn finish(mut self) -> Result<Option<Move>, CheckError> {
        while let Some((equation, track, by)) = self.determined() {
            self.zero.swap_remove(equation);
            for list in [&mut self.zero, &mut self.not_zero, &mut self.not_negative] {
                for number in list.iter_mut() {
                    *number = number.replaced(track, &by)?;
                }
            }
            // The number that was hidden is natural.
            self.not_negative.push(by);
        }
        let conditions = std::mem::take(&mut self.not_negative);
        let (zero, not_zero) = (std::mem::take(&mut self.zero), std::mem::take(&mut self.not_zero));
        let mut draft = Some(self);
        for number in conditions {
            draft = draft.and_then(|draft| draft.where_not_negative(number));
        }
        for number in zero {
            draft = draft.and_then(|draft| draft.where_zero(number));
        }
        for number in not_zero {
            draft = draft.and_then(|draft| draft.where_not_zero(number));
        }
        Ok(draft.map(|mut draft| {
            draft.leave_out_plain();
            draft.into_move()
        }))
    }

    /// Looks for an equation that says what a hidden number is by the others: returns its place, the track, and what the
    /// number is. Tracks of the option and those whose digits are asked for stay.
    fn determined(&self) -> Option<(usize, usize, Linear)> {
        let fixed = self.fixed();
        let solved = |(place, equation): (usize, &Linear)| {
            let mut tracks = equation.tracks().filter(|track| !fixed.contains(track));
            tracks.find_map(|track| Some((place, track, equation.solved_for(track)?)))
        };
        self.zero.iter().enumerate().find_map(solved)
    }

    /// Returns the tracks that are read by more than linear conditions.
    fn fixed(&self) -> Vec<usize> {
        let of_digits = self.digits.iter().map(|(_, tracks)| tracks);
        let read = self.option.iter().chain(of_digits).flatten().copied();
        (0..self.visible).chain(read).collect()
    }

    /// Leaves out each condition that follows plainly from the others.
    fn leave_out_plain(&mut self) {
        for place in (0..self.not_negative.len()).rev() {
            let number = self.not_negative.remove(place);
            if !self.is_plain(&number) {
                self.not_negative.insert(place, number);
            }
        }
    }

    /// Returns the choice. Hidden tracks that are read get new numbers, one after the other.
    fn into_move(self) -> Move {
        let linear = self.zero.iter().chain(&self.not_zero).chain(&self.not_negative);
        let mut read: Vec<usize> = linear.flat_map(Linear::tracks).chain(self.fixed()).collect();
        read.sort_unstable();
        read.dedup();
        let number = |track: usize| read.iter().position(|&known| known == track).unwrap_or(track);
        let mut choice = Choice { hidden: read.len() - self.visible, ..Choice::default() };
        let signed = [
            (&self.zero, Sign::Zero),
            (&self.not_zero, Sign::NotZero),
            (&self.not_negative, Sign::NotNegative),
        ];
        for (list, sign) in signed {
            for linear in list {
                let mut constant = None;
                let mut hide = |size: u64| {
                    let track = choice.hide(self.visible);
                    constant = Some(Constraint::Are(vec![(track, size)]));
                    track
                };
                let constraint = linear.constraint(sign, &number, LARGEST_CONSTANT, &mut hide);
                choice.constraints.extend(constant);
                choice.constraints.push(constraint);
            }
        }
        let numbers = |tracks: &Vec<usize>| tracks.iter().map(|&track| number(track)).collect();
        let digits = self.digits.iter();
        choice
            .constraints
            .extend(digits.map(|(of, tracks)| Constraint::Digits(*of, numbers(tracks))));
        Move { choice, option: self.option.iter().map(numbers).collect() }
    }
}
