//! Classes of words: how many states an automaton must have at least, by the P-positions that are known.
//!
//! Let all P-positions of at most N digits be known. A word of n digits - of as many in each heap - is *live* if some
//! continuation of N - n digits leads to a P-position. Live words belong to different classes if some such continuation
//! leads to a P-position from one of them alone (Myhill and Nerode). Let L(n) be the number of live words and
//! C(n) <= L(n) that of their classes.
//!
//! **If there is an automaton**, with q states, then C(n) <= q for all n. So C(n) / L(n) tends to 0 as soon as L(n) grows
//! without bound.
//!
//! **How L grows.** A word of n digits is a cell of the box, with sides of about b^(N - n), where b is the root of the
//! numeration; it is live if a P-position lies in the cell. P-positions of two heaps lie near lines, so that L(n) grows as
//! b^n, as the numbers do; those of three heaps near surfaces, so that it grows as b^(2n). Hence C is compared with L, and not
//! with the numbers: beside a heap without moves C is at most twice that of the other heaps, or a few times, and grows at
//! most as b^n, while L grows as b^(2n).
//!
//! **The verdict.** If C grows as L does, so that a constant share of the live words are classes of their own, every cell
//! shows a piece of the surface that no other cell repeats, at all scales that are known. That suggests that there is no
//! automaton. It is no proof: while L(n) is small beside q, nearly every live word is a class of its own in an automaton, too.
//! So the verdict speaks against automata with fewer states than there are classes, and is said with this number; nothing is
//! said before the words of half the digits that are live are many (`enough`). The number of positions does not tell that:
//! those of the rays (41, 0) and (0, 37) fill a strip of 37 numbers, so that 65536 positions have 77 live words of half the
//! digits, and the automaton has 230 states. Of the automata on the page of theorems none has fewer states than there are live
//! words of half the digits where its classes last grow as these do.
//!
//! An automaton of three heaps follows two differences of heaps at once where one of two heaps follows one, and may need many
//! more states; so more must be known. The growth over the last digit alone must be as that of L, too: where a numeration has
//! many digits, N / 2 is small, the last four digits begin at n = 0 or 1, and there C may grow as L although it no longer does
//! at the last. If C grows, but not as L, nothing is said, either.

use std::fmt;

use crate::automata::ListedWords;
use grundytab::wording::{counted, joined};

/// How many classes of words the P-positions with at most some number of digits tell apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes {
    /// The number of heaps.
    heaps: usize,
    /// The Grundy value of the positions, 0 of P-positions.
    value: u32,
    /// The most digits of the heaps of the positions that are known.
    pub digits: usize,
    /// How many classes there are of words of no digit, of one digit, and so on up to half of these digits: longer ones have
    /// few known continuations.
    pub counts: Vec<usize>,
    /// How many words of these lengths some continuation makes words of these positions.
    pub words: Vec<usize>,
}

/// The growth is measured over this many digits, the last ones.
const DIGITS_OF_GROWTH: usize = 4;

/// Classes grow as the words do if their growth is that of the words to this power, or more.
const NEARLY: f64 = 0.9;

/// Returns how many words of half the digits must be live before anything is said. On two heaps hundreds: those of Maharaja Nim,
/// whose automaton has 1975 states, are of different classes up to 6 of 22 digits, and half of them at 11. On three heaps
/// thousands. Automata of larger Grundy values are larger, since which positions have a value depends on all those of smaller
/// ones: that of value 1 of Wythoff Nim has 825 states, that of value 0 has 7. So more are asked for.
fn enough(heaps: usize, value: u32) -> usize {
    match (heaps, value) {
        (2, 0) => 1 << 9,
        (_, 0) => 1 << 11,
        _ => 1 << 13,
    }
}

impl Classes {
    /// Counts the classes of listed words.
    pub(super) fn of<const HEAPS: usize>(words: &ListedWords<HEAPS>, value: u32) -> Self {
        let (mut counts, mut live) = (words.classes(), words.live_words());
        let digits = counts.len() - 1;
        counts.truncate(digits / 2 + 1);
        live.truncate(digits / 2 + 1);
        Classes { heaps: HEAPS, value, digits, counts, words: live }
    }

    /// Returns how many times as many classes there are for another digit, by the longest of the words.
    pub fn growth(&self) -> f64 {
        growth(&self.counts, DIGITS_OF_GROWTH)
    }

    /// Returns how many times as many words lead to P-positions for another digit, by the longest of them.
    pub fn growth_of_words(&self) -> f64 {
        growth(&self.words, DIGITS_OF_GROWTH)
    }

    /// Whether the classes grow as the words do, over the last digits and over the last one alone, as far as P-positions
    /// are known. That there is no automaton is not proved by it.
    pub fn grow_as_words(&self) -> bool {
        [DIGITS_OF_GROWTH, 1]
            .iter()
            .all(|&digits| growth(&self.counts, digits) >= growth(&self.words, digits).powf(NEARLY))
    }

    /// Whether the classes suggest that there is no automaton: they grow as the words do, and enough of these are known.
    pub fn suggest_no_automaton(&self) -> bool {
        let known = self.words.last().is_some_and(|&words| words >= enough(self.heaps, self.value));
        known && self.grow_as_words()
    }

    /// Returns how many states an automaton has at least, as far as positions are known. Where mirror images are not listed, one
    /// of all positions may have some fewer: it need not tell which of two equal heaps is the smaller one.
    pub fn least_states(&self) -> usize {
        self.counts.iter().copied().max().unwrap_or(0)
    }
}

/// Returns how many times as many there are for another digit, over the last ones.
fn growth(counts: &[usize], digits: usize) -> f64 {
    let last = counts.len() - 1;
    let digits = digits.min(last);
    let [before, after] = [last - digits, last].map(|at| counts[at] as f64);
    if digits == 0 { 1.0 } else { (after / before).powf(1.0 / digits as f64) }
}

impl fmt::Display for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.counts.len() - 1;
        let first = last.saturating_sub(DIGITS_OF_GROWTH);
        let (counts, growth) = (joined(&self.counts[first..], ", "), self.growth());
        let known = counted(self.digits, "digit");
        write!(
            f,
            "the positions of {known} tell {counts} classes of words of {first} to {last} digits apart, {growth:.2} times as \
             many for each digit, and an automaton has at least as many states"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::automata::{Limits, Numeration};
    use crate::tests::common::random;

    fn suggest_no_automaton(heaps: usize, counts: &[usize], words: &[usize]) -> bool {
        let (counts, words) = (counts.to_vec(), words.to_vec());
        let digits = 2 * (counts.len() - 1);
        Classes { heaps, value: 0, digits, counts, words }.suggest_no_automaton()
    }

    /// Catches a verdict on classes that grow more slowly than the words, and one from too few words. The numbers are those of a
    /// program that shares nothing with this one, in C.
    #[test]
    fn classes_are_compared_with_words() {
        // Wythoff Nim in base 2, and Maharaja Nim in Fibonacci numeration.
        let wythoff = [1, 4, 10, 22, 48, 100, 204, 412, 824];
        assert!(suggest_no_automaton(2, &wythoff, &wythoff));
        assert!(!suggest_no_automaton(2, &wythoff[..8], &wythoff[..8]));
        let classes = [1, 3, 5, 9, 17, 27, 43, 71, 113, 159, 223, 291];
        let words = [1, 3, 5, 9, 17, 27, 43, 83, 137, 237, 373, 615];
        assert!(!suggest_no_automaton(2, &classes, &words));
        // The rays (2, 2), (1, 0) and (0, 1), in quadratic:5,2: over four digits the classes grow as the words do, over the
        // last one they do not.
        let (classes, words) = ([1, 12, 76, 368, 1358], [1, 12, 76, 368, 1700]);
        assert!(!suggest_no_automaton(2, &classes, &words));
        // Wythoff Nim with one blocked option beside a heap without moves, and beside a heap of Nim, in Fibonacci numeration.
        let (classes, words) = ([1, 6, 14, 28, 52, 82, 112], [1, 6, 21, 70, 208, 637, 1806]);
        assert!(!suggest_no_automaton(3, &classes, &words));
        let classes = [1, 8, 26, 96, 297, 871, 2468, 6860];
        let words = [1, 8, 26, 96, 297, 871, 2468, 6886];
        assert!(suggest_no_automaton(3, &classes, &words));
        assert!(!suggest_no_automaton(3, &classes[..6], &words[..6]));
    }

    /// Returns the classes of the P-positions of two heaps of which the players take multiples of a and b: those where the heaps
    /// have equally many of these in them.
    fn of_multiples(a: u32, b: u32, digits: usize) -> Classes {
        let column = |x: u32| (x / a * b..x / a * b + b).map(move |y| [x, y]);
        let inside = |&[_, y]: &[u32; 2]| y < 1 << digits;
        let members = (0..1 << digits).flat_map(column).filter(inside).collect();
        let base_2 = Arc::new(Numeration::parse("base:2").expect("a numeration"));
        let words = ListedWords::of(&base_2, digits, members, &Limits::default());
        Classes::of(&words.expect("it is not interrupted"), 0)
    }

    /// Catches a verdict on a set that has many members and few words, and one that names more states than an automaton has. Those
    /// of these sets remember the difference of the heaps, in a strip whose width their numbers of states tell: 1000 for
    /// (1000, 1), since x - 1000 y is at least 0 and less than 1000 from the first digits on.
    #[test]
    fn no_verdict_is_against_an_automaton_that_is_right() {
        // The list at whose end there seemed to be none: it has 76000 members.
        assert!(!of_multiples(41, 37, 11).suggest_no_automaton());
        for (a, b, states) in [(41, 37, 230), (101, 97, 633), (1000, 1, 1000)] {
            for digits in random::sample((8..=17).collect(), 3) {
                let classes = of_multiples(a, b, digits);
                let least = classes.least_states();
                assert!(least <= states, "{a}, {b}, {digits} digits: {least} classes");
                assert!(!classes.suggest_no_automaton(), "{a}, {b}, {digits} digits: {classes}");
            }
        }
        let classes = of_multiples(1000, 1, 20);
        assert!(classes.suggest_no_automaton(), "{classes}");
        assert_eq!(classes.least_states(), 1000);
    }
}
