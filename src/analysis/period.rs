//! Periods of one-heap subtraction games.
//!
//! From n = max(S) on, a value depends on the last max(S) values in one and the same way. So a
//! window of that length that occurs twice proves that the values repeat for ever after.
//!
//! The finder sees the values in order and keeps one window, the one that ended at the last
//! power of two times its length; it looks for it in what follows with the automaton of Knuth,
//! Morris and Pratt. The first recurrence of a window in a periodic sequence is one period away,
//! and the window is taken anew at ever larger places until one lies behind the preperiod (Brent
//! 1980). Memory is a few windows, whatever the number of values.

use std::collections::VecDeque;

use crate::job::Job;
use crate::ruleset::Ruleset;

/// A proven period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Period {
    /// The least period.
    pub period: u64,
    /// The values repeat from this position on, at the latest.
    pub from: u64,
}

/// Looks for a period in the values of a one-heap subtraction game, given in order.
#[derive(Debug)]
pub(crate) struct PeriodFinder {
    /// The last values, the newest last.
    recent: VecDeque<u32>,
    length: usize,
    seen: u64,
    pattern: Option<Pattern>,
    found: Option<Period>,
}

/// A window that is looked for.
#[derive(Debug)]
struct Pattern {
    window: Vec<u32>,
    /// Per number of matched values: how many still match when the next one does not.
    fallback: Vec<usize>,
    matched: usize,
    /// Values seen when the window was taken.
    taken_at: u64,
    next_at: u64,
}

impl PeriodFinder {
    /// A finder, if the job is one in which a repeated window proves a period.
    pub(crate) fn new(job: &Job) -> Option<Self> {
        let Ruleset::Vector(game) = job.ruleset() else {
            return None;
        };
        let set = game.subtraction_set()?;
        // A terminal position would be an exception to the rule by which values follow.
        let uniform = game.heaps() == 1 && game.terminals().is_empty();
        let length = *set.iter().max()? as usize;
        (uniform && length <= LONGEST_WINDOW).then(|| PeriodFinder::of_window(length))
    }

    fn of_window(length: usize) -> Self {
        PeriodFinder { recent: VecDeque::new(), length, seen: 0, pattern: None, found: None }
    }

    /// Takes the next value.
    pub(crate) fn push(&mut self, value: u32) {
        if self.found.is_some() {
            return;
        }
        self.seen += 1;
        if self.recent.len() == self.length {
            self.recent.pop_front();
        }
        self.recent.push_back(value);
        let length = self.length as u64;
        if let Some(pattern) = &mut self.pattern {
            if pattern.matches(value) {
                let period = self.seen - pattern.taken_at;
                self.found = Some(Period { period, from: pattern.taken_at - length });
                return;
            }
            if self.seen < pattern.next_at {
                return;
            }
        }
        if self.seen >= length {
            let window = self.recent.iter().copied().collect();
            self.pattern = Some(Pattern::new(window, self.seen));
        }
    }

    /// The period, if one has been proved.
    pub(crate) fn found(&self) -> Option<Period> {
        self.found
    }
}

/// Windows longer than this are not looked for.
const LONGEST_WINDOW: usize = 1 << 24;

impl Pattern {
    fn new(window: Vec<u32>, taken_at: u64) -> Self {
        let mut fallback = vec![0; window.len() + 1];
        let mut matched = 0;
        for index in 1..window.len() {
            while matched > 0 && window[index] != window[matched] {
                matched = fallback[matched];
            }
            matched += usize::from(window[index] == window[matched]);
            fallback[index + 1] = matched;
        }
        // The window itself has just been seen: what follows may overlap it.
        let matched = fallback[window.len()];
        Pattern { window, fallback, matched, taken_at, next_at: 2 * taken_at }
    }

    /// Whether the window ends with this value.
    fn matches(&mut self, value: u32) -> bool {
        while self.matched > 0 && self.window[self.matched] != value {
            self.matched = self.fallback[self.matched];
        }
        self.matched += usize::from(self.window[self.matched] == value);
        self.matched == self.window.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Values of a subtraction game by the definition.
    fn values(set: &[usize], count: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for n in 0..count {
            let options = set.iter().filter(|&&s| s <= n).map(|&s| values[n - s]);
            values.push(crate::mex::mex(options));
        }
        values
    }

    proptest! {
        /// The least period, and one that holds from where it says to the end: against trying all.
        #[test]
        fn found_periods_are_the_least(set in prop::collection::vec(1usize..8, 1..4)) {
            let longest = set.iter().max().copied().unwrap_or(1);
            let values = values(&set, 4000);
            let mut finder = PeriodFinder::of_window(longest);
            values.iter().for_each(|&value| finder.push(value));
            let found = finder.found().expect("4000 values of such a set repeat");
            let holds = |from: usize, p: usize| (from..4000 - p).all(|n| values[n] == values[n + p]);
            prop_assert!(holds(found.from as usize, found.period as usize));
            prop_assert!((1..found.period as usize).all(|p| !holds(2000, p)));
        }
    }

    #[test]
    fn what_does_not_repeat_has_no_period() {
        let mut finder = PeriodFinder::of_window(3);
        (0..1000).for_each(|value| finder.push(value));
        assert_eq!(finder.found(), None);
    }
}
