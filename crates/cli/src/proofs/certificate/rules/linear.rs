//! Integers as linear combinations of the natural numbers of tracks, with a constant.

use std::collections::BTreeMap;

use crate::proofs::certificate::limits::CheckError;

/// A constant plus coefficients times the numbers of tracks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Linear {
    /// The coefficients that are not 0, by their tracks.
    terms: BTreeMap<usize, i64>,
    constant: i64,
}

/// Coefficients and constants are at most this large, so that those of a few terms are added without care.
const LARGEST: i64 = 1 << 40;

impl Linear {
    /// Returns a constant.
    ///
    /// # Errors
    /// When it is too large.
    pub(super) fn constant(constant: i64) -> Result<Self, CheckError> {
        Linear::default().plus(&Linear { terms: BTreeMap::new(), constant }, 1)
    }

    /// Returns the number of a track.
    pub(super) fn track(track: usize) -> Self {
        Linear { terms: BTreeMap::from([(track, 1)]), constant: 0 }
    }

    /// Adds a multiple of another number.
    ///
    /// # Errors
    /// When a coefficient becomes too large.
    pub(super) fn plus(&self, other: &Linear, times: i64) -> Result<Self, CheckError> {
        let added = |to: i64, number: i64| {
            let sum = number.checked_mul(times).and_then(|product| to.checked_add(product));
            sum.filter(|sum| sum.abs() <= LARGEST).ok_or_else(|| {
                CheckError::NotCovered("the constants of the rules are too large".into())
            })
        };
        let mut sum = self.clone();
        sum.constant = added(sum.constant, other.constant)?;
        for (&track, &coefficient) in &other.terms {
            let entry = sum.terms.entry(track).or_insert(0);
            *entry = added(*entry, coefficient)?;
        }
        sum.terms.retain(|_, coefficient| *coefficient != 0);
        Ok(sum)
    }

    /// Returns a multiple of it.
    ///
    /// # Errors
    /// When a coefficient becomes too large.
    pub(super) fn times(&self, factor: i64) -> Result<Self, CheckError> {
        Linear::default().plus(self, factor)
    }

    /// Returns the number whose being at least 0 means that this one is below 0: the opposite less 1.
    pub(super) fn negation(&self) -> Self {
        let terms = self.terms.iter().map(|(&track, &coefficient)| (track, -coefficient));
        Linear { terms: terms.collect(), constant: -self.constant - 1 }
    }

    /// Returns the number if it is a constant.
    pub(super) fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns the track whose number it is, if it is that of one track.
    pub(super) fn as_track(&self) -> Option<usize> {
        match self.terms.iter().next() {
            Some((&track, 1)) if self.terms.len() == 1 && self.constant == 0 => Some(track),
            _ => None,
        }
    }

    /// Divides it by a positive number: returns two numbers with self = divisor * first + second, where no coefficient
    /// of the second one is negative, nor is its constant, so that it is not negative.
    pub(super) fn divided(&self, divisor: i64) -> (Self, Self) {
        let with = |of: &dyn Fn(i64) -> i64| {
            let terms = self.terms.iter().map(|(&track, &c)| (track, of(c)));
            Linear { terms: terms.filter(|&(_, c)| c != 0).collect(), constant: of(self.constant) }
        };
        (with(&|c| c.div_euclid(divisor)), with(&|c| c.rem_euclid(divisor)))
    }

    /// Whether it is at least the sum of other numbers because none of its coefficients is smaller. It is no matter of
    /// what the numbers of the tracks are, which are natural.
    pub(super) fn is_plainly_at_least(&self, others: &[&Linear]) -> bool {
        let coefficient = |of: &Linear, track: &usize| of.terms.get(track).copied().unwrap_or(0);
        let sum = |track: &usize| others.iter().map(|of| coefficient(of, track)).sum::<i64>();
        let mut tracks = others.iter().flat_map(|of| of.terms.keys()).chain(self.terms.keys());
        self.constant >= others.iter().map(|of| of.constant).sum()
            && tracks.all(|track| coefficient(self, track) >= sum(track))
    }

    /// Returns its tracks.
    pub(super) fn tracks(&self) -> impl Iterator<Item = usize> {
        self.terms.keys().copied()
    }

    /// If it is 0 and the coefficient of the track is 1 or -1, returns what the number of the track is by the others.
    pub(super) fn solved_for(&self, track: usize) -> Option<Self> {
        let coefficient = *self.terms.get(&track)?;
        let mut rest = self.clone();
        rest.terms.remove(&track);
        match coefficient {
            1 => rest.times(-1).ok(),
            -1 => Some(rest),
            _ => None,
        }
    }

    /// Puts another number in the place of that of a track.
    ///
    /// # Errors
    /// When a coefficient becomes too large.
    pub(super) fn replaced(&self, track: usize, by: &Linear) -> Result<Self, CheckError> {
        let mut rest = self.clone();
        match rest.terms.remove(&track) {
            Some(coefficient) => rest.plus(by, coefficient),
            None => Ok(rest),
        }
    }

    /// Returns the coefficients, where tracks have new numbers, and the constant.
    pub(super) fn terms(&self, numbers: &dyn Fn(usize) -> usize) -> (Vec<(i64, usize)>, i64) {
        let terms = self.terms.iter().map(|(&track, &coefficient)| (coefficient, numbers(track)));
        (terms.collect(), self.constant)
    }
}
