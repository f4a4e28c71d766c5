//! Drafts of choices: one case of what rules say, as far as they have been read.
//!
//! A [`Draft`] grows while an expression is read: where `max(x, y)` stands, one draft goes on with x >= y and x, and another
//! one with x < y and y. All its tracks, the hidden ones too, have natural numbers; what may be negative is a linear
//! combination of them.

use super::linear::Linear;
use crate::proofs::certificate::choice::{Choice, Move};
use crate::proofs::certificate::constraint::{Constraint, Digits, Sign};
use crate::proofs::certificate::limits::CheckError;

/// Larger constants are hidden numbers: otherwise there would be a state for each number up to the constant.
const LARGEST_CONSTANT: i64 = 256;

/// A conjunction of conditions on visible and hidden numbers, and what names mean where it is satisfied.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    /// How many numbers are visible: the heaps of the position.
    visible: usize,
    pub(super) names: Names,
    /// The hidden numbers, whose tracks come after the visible ones.
    hidden: Vec<Hidden>,
    /// Numbers, and which signs they have.
    signs: Vec<(Linear, Sign)>,
    /// The positions of the option so far: the tracks of their heaps.
    pub(super) option: Vec<Vec<usize>>,
}

/// What names mean.
#[derive(Debug, Clone)]
pub(super) struct Names {
    pub(super) heaps: Vec<Linear>,
    pub(super) variables: Vec<(String, Linear)>,
}

impl Names {
    /// Returns the names at a position, before there are variables.
    pub(super) fn at(heaps: Vec<Linear>) -> Self {
        Names { heaps, variables: Vec::new() }
    }
}

/// What a hidden number is.
#[derive(Debug, Clone, PartialEq)]
enum Hidden {
    /// Any natural number that satisfies the conditions.
    Any,
    /// This number divided by a constant, as the conditions say.
    Quotient(Linear, i64),
    /// The number whose digits are made of those of these tracks.
    MadeOf(Digits, Vec<usize>),
}

impl Draft {
    /// Returns the draft without conditions, at a position with this number of heaps.
    pub(super) fn at_position(heaps: usize) -> Self {
        Draft {
            visible: heaps,
            names: Names::at((0..heaps).map(Linear::track).collect()),
            hidden: Vec::new(),
            signs: Vec::new(),
            option: Vec::new(),
        }
    }

    /// Adds the condition that a number has a sign; `None` if that plainly contradicts what is known.
    pub(super) fn where_sign(mut self, number: Linear, sign: Sign) -> Option<Self> {
        let known = match (sign, number.as_constant()) {
            (Sign::Zero, constant) => constant.map(|constant| constant == 0),
            (Sign::NotZero, constant) => constant.map(|constant| constant != 0),
            _ if self.is_plain(&number.negation()) => Some(false),
            _ => self.is_plain(&number).then_some(true),
        };
        if known.is_none() {
            self.signs.push((number, sign));
        }
        (known != Some(false)).then_some(self)
    }

    /// Adds the condition that a number is at least 0; `None` if that plainly contradicts what is known.
    pub(super) fn where_not_negative(self, number: Linear) -> Option<Self> {
        self.where_sign(number, Sign::NotNegative)
    }

    /// Divides the case: returns the one in which a number is at least 0, and the one in which it is less.
    pub(super) fn split(self, number: &Linear) -> [Option<Self>; 2] {
        let below = self.clone().where_not_negative(number.negation());
        [self.where_not_negative(number.clone()), below]
    }

    /// Adds a hidden number, and returns its track.
    pub(super) fn hide(&mut self) -> usize {
        self.hidden.push(Hidden::Any);
        self.visible + self.hidden.len() - 1
    }

    /// Returns the track whose digits are made of those of others.
    pub(super) fn made_of(&mut self, digits: Digits, of: &[usize]) -> usize {
        self.track_for(Hidden::MadeOf(digits, of.to_vec())).0
    }

    /// Returns the track for a number divided by a constant, of which a new one is known to be nothing but natural.
    pub(super) fn quotient(&mut self, number: &Linear, divisor: i64) -> usize {
        self.track_for(Hidden::Quotient(number.clone(), divisor)).0
    }

    /// Returns the track of a number, which becomes a condition of the draft: it is natural.
    ///
    /// # Errors
    /// When a coefficient becomes too large.
    pub(super) fn track_of(mut self, number: &Linear) -> Result<(Self, usize), CheckError> {
        if let Some(track) = number.as_track() {
            return Ok((self, track));
        }
        let (track, is_new) = self.track_for(Hidden::Quotient(number.clone(), 1));
        if is_new {
            self.signs.push((number.plus(&Linear::track(track), -1)?, Sign::Zero));
        }
        Ok((self, track))
    }

    /// Returns the track for what a number is, and whether it is a new one.
    fn track_for(&mut self, hidden: Hidden) -> (usize, bool) {
        match self.hidden.iter().position(|known| *known == hidden) {
            Some(place) => (self.visible + place, false),
            None => {
                let track = self.hide();
                self.hidden[track - self.visible] = hidden;
                (track, true)
            }
        }
    }

    /// Whether a number is at least 0 because it is at least 0, something that is known to be so, or the sum of two such.
    pub(super) fn is_plain(&self, number: &Linear) -> bool {
        let known = self.signs.iter().filter(|(_, sign)| *sign == Sign::NotNegative);
        let known: Vec<&Linear> = known.map(|(of, _)| of).collect();
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
            self.signs.remove(equation);
            for (number, _) in &mut self.signs {
                *number = number.replaced(track, &by)?;
            }
            // The number that was hidden is natural.
            self.signs.push((by, Sign::NotNegative));
        }
        let mut signs = std::mem::take(&mut self.signs).into_iter();
        let draft = signs.try_fold(self, |draft, (number, sign)| draft.where_sign(number, sign));
        Ok(draft.map(|draft| draft.without_plain().into_move()))
    }

    /// Looks for an equation that says what a hidden number is by the others: returns its place, the track, and what the
    /// number is. Tracks of the option and those whose digits are asked for stay.
    fn determined(&self) -> Option<(usize, usize, Linear)> {
        let fixed = self.fixed();
        let solved = |(place, (equation, sign)): (usize, &(Linear, Sign))| {
            let mut tracks = equation.tracks().filter(|track| !fixed.contains(track));
            let solved = tracks.find_map(|track| Some((place, track, equation.solved_for(track)?)));
            solved.filter(|_| *sign == Sign::Zero)
        };
        self.signs.iter().enumerate().find_map(solved)
    }

    /// Returns the constraints on digits: each with its tracks, the one that is made of the others last.
    fn digits(&self) -> impl Iterator<Item = (Digits, Vec<usize>)> {
        (self.visible..).zip(&self.hidden).filter_map(|(track, hidden)| match hidden {
            Hidden::MadeOf(digits, of) => Some((*digits, [of.as_slice(), &[track]].concat())),
            Hidden::Any | Hidden::Quotient(..) => None,
        })
    }

    /// Returns the tracks that are read by more than linear conditions.
    fn fixed(&self) -> Vec<usize> {
        let of_digits = self.digits().flat_map(|(_, tracks)| tracks);
        let of_option = self.option.iter().flatten().copied();
        (0..self.visible).chain(of_option).chain(of_digits).collect()
    }

    /// Leaves out each number that is at least 0 plainly by the others.
    fn without_plain(mut self) -> Self {
        for place in (0..self.signs.len()).rev() {
            let (number, sign) = self.signs.remove(place);
            if sign != Sign::NotNegative || !self.is_plain(&number) {
                self.signs.insert(place, (number, sign));
            }
        }
        self
    }

    /// Returns the choice. Hidden tracks that are read get new numbers, one after the other.
    fn into_move(mut self) -> Move {
        let linear = self.signs.iter().flat_map(|(number, _)| number.tracks());
        let mut read: Vec<usize> = linear.chain(self.fixed()).collect();
        read.sort_unstable();
        read.dedup();
        let number = |track: usize| read.iter().position(|&known| known == track).unwrap_or(track);
        let numbers = |tracks: &Vec<usize>| tracks.iter().map(|&track| number(track)).collect();
        let mut choice = Choice { hidden: read.len() - self.visible, ..Choice::default() };
        // Equations first, which most restrict the others.
        self.signs.sort_by_key(|(_, sign)| *sign as u8);
        for (linear, sign) in &self.signs {
            let (mut terms, mut constant) = linear.terms(&number);
            if constant.abs() > LARGEST_CONSTANT {
                let track = choice.hide(self.visible);
                terms.push((constant.signum(), track));
                choice.constraints.push(Constraint::Are(vec![(track, constant.unsigned_abs())]));
                constant = 0;
            }
            choice.constraints.push(Constraint::Linear(terms, constant, *sign));
        }
        let digits = self.digits().map(|(of, tracks)| Constraint::Digits(of, numbers(&tracks)));
        choice.constraints.extend(digits);
        Move { choice, option: self.option.iter().map(numbers).collect() }
    }
}
