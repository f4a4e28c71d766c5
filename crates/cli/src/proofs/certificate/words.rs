//! Words of digits: how a certificate writes numbers.

use super::limits::{CheckError, CheckLimits};
use super::moore_machine::MooreMachine;

/// A numeration as a certificate claims it.
///
/// A word of digits d(i) ... d(0) has the value d(i) w(i) + ... + d(0) w(0). The weights satisfy
/// w(i + 1) = r(0) w(i) + r(1) w(i - 1) + ..., from w(0) = 1 and w(-1), w(-2), ... on, which may be fractions; w(0), w(1), ... are
/// integers.
#[derive(Debug, Clone)]
pub(super) struct Words {
    pub(super) name: String,
    /// Digits are 0, 1, ..., this number less 1.
    pub(super) digits: usize,
    /// r(0), r(1), ..., none negative; the last one is positive, and a single one at least 2.
    pub(super) recurrence: Vec<i64>,
    /// u, u w(-1), u w(-2), ..., none negative, as many as the recurrence has terms, with u > 0. If a term is negative, there are
    /// two, a and -b with a >= b + 2, and w(-1) = 0.
    pub(super) weights: Vec<i64>,
    /// Reads the digits of one word; the output is 1 where a valid word may end.
    pub(super) valid: MooreMachine,
}

/// Returns the digit that a track reads in a letter: a letter is the tuple of the digits of all tracks, as
/// a number whose lowest digit is that of track 0.
pub(super) fn digit(digits: usize, letter: usize, track: usize) -> usize {
    letter / digits.pow(track as u32) % digits
}

impl Words {
    /// Returns the number of letters of some tracks; `None` if there are too many.
    pub(super) fn letters(&self, tracks: usize) -> Option<usize> {
        const MOST_LETTERS: usize = 1 << 20;
        self.digits.checked_pow(tracks as u32).filter(|&letters| letters <= MOST_LETTERS)
    }

    /// Returns the machine that has the output 1 if the words of all tracks are valid.
    pub(super) fn all_valid(
        &self,
        tracks: usize,
        limits: &CheckLimits,
    ) -> Result<MooreMachine, CheckError> {
        let step = |states: &Vec<u32>, letter: usize| -> Vec<u32> {
            let after = |(track, &state): (usize, &u32)| {
                self.valid.after(state, digit(self.digits, letter, track))
            };
            states.iter().enumerate().map(after).collect()
        };
        let output = |states: &Vec<u32>| {
            u32::from(states.iter().all(|&state| self.valid.output(state) == 1))
        };
        let letters = self.digits.pow(tracks as u32);
        MooreMachine::explore(letters, vec![0; tracks], step, output, limits)
    }

    /// Returns a word of a number, most significant digit first: the largest weight that fits is taken
    /// again and again. `None` if this is no valid word of it.
    pub(super) fn word_of(&self, number: u64) -> Option<Vec<usize>> {
        let mut weights = vec![1_i128];
        while *weights.last()? <= i128::from(number) {
            weights.push(self.next_weight(&weights)?);
        }
        weights.pop();
        let mut rest = i128::from(number);
        let mut word = Vec::new();
        for weight in weights.iter().rev() {
            word.push((rest / weight) as usize);
            rest %= weight;
        }
        let is_word = word.iter().all(|&digit| digit < self.digits) && rest == 0;
        (is_word && self.is_valid(&word)).then_some(word)
    }

    /// Returns w(i + 1), where `weights` are w(0), ..., w(i), if it is an integer.
    fn next_weight(&self, weights: &[i128]) -> Option<i128> {
        let unit = i128::from(self.weights[0]);
        let weight = |j: usize| match weights.len().checked_sub(j + 1) {
            Some(place) => weights[place] * unit,
            None => self.weights[j + 1 - weights.len()].into(),
        };
        let terms = self.recurrence.iter().enumerate();
        let next: i128 = terms.map(|(j, &r)| i128::from(r) * weight(j)).sum();
        (next % unit == 0).then_some(next / unit)
    }

    /// Whether all weights are integers: those are that follow as many integers as the recurrence has terms.
    pub(super) fn has_integer_weights(&self) -> bool {
        let mut weights = vec![1_i128];
        while weights.len() < self.recurrence.len() {
            let Some(next) = self.next_weight(&weights) else { return false };
            weights.push(next);
        }
        true
    }

    fn is_valid(&self, word: &[usize]) -> bool {
        let end = word.iter().fold(0, |state, &digit| self.valid.after(state, digit));
        self.valid.output(end) == 1
    }

    /// Returns the value of a word; `None` if it is too large.
    pub(super) fn value_of(&self, word: &[usize]) -> Option<u128> {
        let mut weights = vec![1_i128];
        let mut value = 0_u128;
        for &digit in word.iter().rev() {
            let weight = *weights.last()?;
            // The weights grow by less than 2^40 from one to the next.
            if weight > 1 << 80 {
                return if word.iter().all(|&digit| digit == 0) { Some(0) } else { None };
            }
            value += digit as u128 * weight as u128;
            weights.push(self.next_weight(&weights)?);
        }
        Some(value)
    }

    /// Returns the words of the tracks of a word of letters.
    pub(super) fn tracks_of(&self, letters: &[usize], tracks: usize) -> Vec<Vec<usize>> {
        let of_track = |track| letters.iter().map(|&l| digit(self.digits, l, track)).collect();
        (0..tracks).map(of_track).collect()
    }
}
