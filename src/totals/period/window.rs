//! Periods of one-heap subtraction games.
//!
//! From n = max(S) on, every value is the same function of the last max(S) values. So if a window of
//! that length occurs twice, the values repeat from its first occurrence on, for ever.
//!
//! The finder takes the values in order and keeps one window, which ended when the number of values
//! was a power of two times its length. It looks for the window in the following values with the
//! automaton of Knuth, Morris and Pratt. In a periodic sequence the window recurs for the first time
//! after one period. A window within the preperiod may never recur, so a new one is taken whenever
//! the number of values has doubled (Brent 1980). The memory needed is that of a few windows, whatever
//! the number of values.

use std::collections::VecDeque;

use super::{Period, PeriodProof};
use crate::job::Job;

/// Returns how many consecutive values of a job determine the next one, if it is a one-heap subtraction game
/// with a finite set: a repeated window of that length proves a period. `None` for other jobs.
pub(super) fn window_that_proves(job: &Job) -> Option<usize> {
    let game = job.ruleset().vector_game()?;
    let set = game.subtraction_set()?;
    // The value of a listed position does not follow from as many values before it as those of others do.
    let is_uniform = game.heaps() == 1 && game.is_invariant() && !game.is_infinite();
    is_uniform.then_some(*set.iter().max()? as usize)
}

/// Looks for a period in the values of a one-heap subtraction game, given in order.
#[derive(Debug)]
pub struct WindowFinder {
    /// The last values in order, up to the length of a window.
    recent: VecDeque<u32>,
    /// The length of a window.
    length: usize,
    /// The number of values so far.
    seen: u64,
    pattern: Option<Pattern>,
    found: Option<Period>,
}

/// A window that is looked for, with the automaton that finds it.
#[derive(Debug)]
struct Pattern {
    window: Vec<u32>,
    /// For each number of matched values: how many of them still match when the next value does not.
    fallback: Vec<usize>,
    /// How many values at the beginning of the window the last values match.
    matched: usize,
    /// The number of values when the window was taken.
    taken_at: u64,
    /// The number of values when the next window is taken.
    next_at: u64,
}

impl WindowFinder {
    /// Returns a finder for a job of which a repeated window proves a period; `None` for others.
    pub(super) fn new(job: &Job) -> Option<Self> {
        let length = window_that_proves(job)?;
        (length <= LONGEST_WINDOW).then(|| WindowFinder::of_window(length))
    }

    /// Estimates from above the bytes that the finder of a job takes; 0 where none is needed.
    pub(super) fn bytes(job: &Job) -> u64 {
        // The last values, in a queue that has grown by doubling; a window with its automaton, and the next ones.
        let of_value = 2 * size_of::<u32>() + 2 * (size_of::<u32>() + size_of::<usize>());
        let length = window_that_proves(job).filter(|&length| length <= LONGEST_WINDOW);
        length.map_or(0, |length| (length * of_value) as u64)
    }

    /// Returns a finder with windows of this length.
    fn of_window(length: usize) -> Self {
        WindowFinder { recent: VecDeque::new(), length, seen: 0, pattern: None, found: None }
    }

    /// Takes the next value.
    pub(super) fn push(&mut self, value: u32) {
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
                let from = pattern.taken_at - length;
                let exceptions = (from == 0).then_some(0);
                let (from_is_first, proof) = (from == 0, PeriodProof::RepeatedWindow);
                self.found = Some(Period { period, from, from_is_first, exceptions, proof });
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

    /// Returns the period, if the values have proved one.
    pub(super) fn found(&self) -> Option<Period> {
        self.found
    }
}

/// The greatest length of a window that is looked for.
const LONGEST_WINDOW: usize = 1 << 24;

impl Pattern {
    /// Makes the automaton of a window.
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
        // The next occurrence may overlap with the window itself, which has just ended.
        let matched = fallback[window.len()];
        Pattern { window, fallback, matched, taken_at, next_at: 2 * taken_at }
    }

    /// Takes the next value; returns whether an occurrence of the window ends with it.
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
        /// Catches a period that does not hold, or is not the least: all periods are tried.
        #[test]
        fn found_periods_are_the_least(set in prop::collection::vec(1usize..8, 1..4)) {
            let longest = set.iter().max().copied().unwrap_or(1);
            let values = values(&set, 4000);
            let mut finder = WindowFinder::of_window(longest);
            values.iter().for_each(|&value| finder.push(value));
            let found = finder.found().expect("4000 values of such a set repeat");
            let holds = |from: usize, p: usize| (from..4000 - p).all(|n| values[n] == values[n + p]);
            prop_assert!(holds(found.from as usize, found.period as usize));
            prop_assert!((1..found.period as usize).all(|p| !holds(2000, p)));
        }
    }

    fn job(game: &str, domain: &str) -> Job {
        crate::plan::Plan::parse(game, domain, "grundy").expect("a plan").job().clone()
    }

    /// Catches a period that is claimed of values that a window does not determine: those of other games, of several
    /// heaps, and of games with terminal positions of their own.
    #[test]
    fn windows_decide_one_heap_subtraction_games_alone() {
        assert_eq!(window_that_proves(&job("subtraction:2,9,4", "100")), Some(9));
        for (game, domain) in [
            ("nim:1", "100"),
            ("wythoff", "9x9"),
            ("subtraction:2,9+heaps=2", "9x9"),
            ("subtraction:2,9+terminal=5", "100"),
            ("euclid", "9x9"),
        ] {
            assert_eq!(window_that_proves(&job(game, domain)), None, "{game}");
            assert!(WindowFinder::new(&job(game, domain)).is_none(), "{game}");
            assert_eq!(WindowFinder::bytes(&job(game, domain)), 0, "{game}");
        }
    }

    /// Catches a forecast of memory below what a finder takes while it replaces a window, or well above it.
    #[test]
    fn memory_is_told_before() {
        let job = job("subtraction:1,1030", "5000");
        let mut finder = WindowFinder::new(&job).expect("a finder");
        // Squares do not repeat.
        (0..5000).for_each(|value: u32| finder.push(value * value));
        let pattern = finder.pattern.expect("a window");
        let of_pattern = size_of_val(&*pattern.window) + size_of_val(&*pattern.fallback);
        let taken = (finder.recent.capacity() * size_of::<u32>() + 2 * of_pattern) as u64;
        let told = WindowFinder::bytes(&job);
        assert!(
            (taken..taken + taken / 8).contains(&told),
            "a forecast of {told} bytes, and {taken} bytes are taken"
        );
    }

    #[test]
    fn what_does_not_repeat_has_no_period() {
        let mut finder = WindowFinder::of_window(3);
        (0..1000).for_each(|value| finder.push(value));
        assert_eq!(finder.found(), None);
    }
}
