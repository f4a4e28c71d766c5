//! Periods of values that repeat up to the last one. Where they repeat long enough they repeat for ever, which the theorem of
//! Guy and Smith says of take-and-break games (`TakeAndBreakGame::needed_length`), and a repeated window of subtraction games.
//!
//! The last values of a sequence have a period p from n0 on exactly if, read backwards, they begin with a word of this period.
//! The prefix function of Knuth, Morris and Pratt has the least period of every such word. Of the words that prove their
//! least period, the longest begins at the first n0, and its period is that of the others: values that repeat for ever with
//! two periods, each from a heap of its own on, repeat with both of them from the smaller heap on. If none is proved, the longest
//! end of the values that has occurred before shows a period, if it is long.

use super::{Period, PeriodProof, UnprovedPeriod, exceptions};
use crate::ruleset::TakeAndBreakGame;

/// An unproved period counts if the values that repeat earlier ones are at least this part of all.
const PARTS: usize = 4;
/// The most values among which a period is looked for: the first ones. They and the prefix function take 8 bytes a value.
const MOST_KEPT: u64 = 1 << 24;

/// The first values of a game.
#[derive(Debug)]
pub struct Kept {
    game: TakeAndBreakGame,
    values: Vec<u32>,
    /// How many values are kept.
    most: usize,
}

impl Kept {
    /// Begins to keep the values of a game that has this number of positions.
    pub(super) fn new(game: &TakeAndBreakGame, positions: u64) -> Self {
        let most = positions.min(MOST_KEPT) as usize;
        Kept { game: game.clone(), values: Vec::new(), most }
    }

    /// Returns the bytes that the search takes if there are this many positions.
    pub(super) fn bytes(positions: u64) -> u64 {
        positions.min(MOST_KEPT) * 2 * size_of::<u32>() as u64
    }

    /// Takes the next value.
    pub(super) fn push(&mut self, value: u32) {
        if self.values.is_empty() {
            self.values.reserve_exact(self.most);
        }
        if self.values.len() < self.most {
            self.values.push(value);
        }
    }

    /// Returns the period that the values prove, or that they show.
    pub(super) fn finish(self) -> Option<Result<Period, UnprovedPeriod>> {
        let needed = |from, period| self.game.needed_length(from, period);
        match repetition(&self.values, needed)? {
            Ok(proved) => Some(Ok(by_guy_and_smith(proved, &self.values))),
            // More values would not be kept.
            Err(found) => (found.length_that_proves <= MOST_KEPT).then_some(Err(found)),
        }
    }
}

/// Finds the position from which on values repeat up to the last one, and their period: `Ok` if as many values as `needed`
/// says for a position and a period prove it, else `Err` of what the values show. `None` if they show none, or if nothing
/// could prove it.
pub fn repetition<V: Copy + Eq>(
    values: &[V],
    needed: impl Fn(u64, u64) -> Option<u64>,
) -> Option<Result<(u64, u64), UnprovedPeriod>> {
    let border = borders_backwards(values);
    let count = values.len() as u64;
    let of_word = |word: usize| (count - word as u64, word as u64 - u64::from(border[word - 1]));
    let is_proved =
        |&(from, period): &(u64, u64)| needed(from, period).is_some_and(|needed| needed <= count);
    if let Some(proved) = (1..=values.len()).rev().map(of_word).find(is_proved) {
        return Some(Ok(proved));
    }
    // The last one that is compared of several words with this border, which has the least period.
    let word = (1..=values.len()).rev().max_by_key(|&word| border[word - 1])?;
    let is_long = border[word - 1] as usize >= values.len().div_ceil(PARTS);
    let (from, period) = of_word(word);
    let length_that_proves = needed(from, period).filter(|_| is_long)?;
    Some(Err(UnprovedPeriod { period, from, length_that_proves }))
}

/// Returns the period that the first values of a game prove, if they prove one.
pub fn proved_by_repetition<V: Copy + Eq + Into<u32>>(
    game: &TakeAndBreakGame,
    values: &[V],
) -> Option<Period> {
    let needed = |from, period| game.needed_length(from, period);
    Some(by_guy_and_smith(repetition(values, needed)?.ok()?, values))
}

/// Describes the period that the values of a take-and-break game prove from a position on.
fn by_guy_and_smith<V: Copy + Into<u32>>((from, period): (u64, u64), values: &[V]) -> Period {
    let others = exceptions(from, period, |n| values[n as usize].into()).count() as u64;
    let (from_is_first, exceptions) = (true, Some(others));
    Period { period, from, from_is_first, exceptions, proof: PeriodProof::GuySmith }
}

/// Returns for each beginning of the values read backwards the length of its longest border: the longest other beginning
/// that it ends with.
fn borders_backwards<V: Copy + Eq>(values: &[V]) -> Vec<u32> {
    let letter = |index: usize| values[values.len() - 1 - index];
    let mut border = vec![0u32; values.len()];
    let mut matched = 0;
    for index in 1..values.len() {
        while matched > 0 && letter(index) != letter(matched) {
            matched = border[matched - 1] as usize;
        }
        matched += usize::from(letter(index) == letter(matched));
        border[index] = matched as u32;
    }
    border
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::Coordinates;
    use crate::mex::mex;
    use crate::plan::Plan;
    use crate::ruleset::{GameDefinition, Ruleset};
    use crate::totals::PeriodFinder;

    /// Values of a game by the definition.
    fn values(game: &TakeAndBreakGame, count: u32) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..count {
            let options = game.options(Coordinates::padded(&[heap], 0));
            let of_heap = |at: Coordinates| values[at[3] as usize];
            let value = mex(options.iter().map(|option| option.value(of_heap)));
            values.push(value);
        }
        values
    }

    fn holds(values: &[u32], from: usize, period: usize) -> bool {
        (from..values.len() - period).all(|n| values[n] == values[n + period])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Catches a number of values that does not prove a period, a period that is not the least, and a beginning that is
        /// not the first: all are compared with values far beyond.
        #[test]
        fn proved_periods_hold_far_beyond(
            split in prop::sample::select(vec![0u8, 0, 0, 4, 8]),
            others in prop::collection::vec(0u8..8, 1..4),
            third in prop::sample::select(vec![0u8, 0, 0, 8]),
            known in 10u32..60,
        ) {
            let mut digits = [vec![split], others].concat();
            digits[1] |= third;
            prop_assume!(digits.iter().any(|&digit| digit > 0));
            let game = TakeAndBreakGame::new(&digits).expect("a game");
            let far = values(&game, 240);
            for known in [known, 120] {
                let known = &far[..known as usize];
                let Some(found) = proved_by_repetition(&game, known) else { continue };
                let (from, period) = (found.from as usize, found.period as usize);
                prop_assert!(holds(&far, from, period), "{} {found:?}", game.code());
                prop_assert!(from == 0 || !holds(&far, from - 1, period), "{} {found:?}", game.code());
                prop_assert!((1..period).all(|p| !holds(&far, 100, p)), "{} {found:?}", game.code());
            }
        }
    }

    /// The definition: the first position from which on a period is proved, with its least period; else the longest end of
    /// the values that has occurred before, at the least distance.
    fn by_definition(values: &[u8], window: usize) -> Option<Result<(u64, u64), UnprovedPeriod>> {
        let count = values.len();
        let repeats = |from: usize, p: usize| values[from..count - p] == values[from + p..];
        let all = (0..count).flat_map(|from| (1..=count - from).map(move |p| (from, p)));
        let proved = all.clone().find(|&(from, p)| from + p + window <= count && repeats(from, p));
        if let Some((from, p)) = proved {
            return Some(Ok((from as u64, p as u64)));
        }
        let shown = all.filter(|&(from, p)| 4 * (count - p - from) >= count && repeats(from, p));
        let (from, p) = shown.max_by_key(|&(from, p)| (count - p - from, count - p))?;
        let (from, period) = (from as u64, p as u64);
        Some(Err(UnprovedPeriod {
            period,
            from,
            length_that_proves: from + period + window as u64,
        }))
    }

    proptest! {
        /// Catches a period that is proved by too few values or shown by too few, and one that is not the least or begins
        /// later than it must: words of few letters repeat by chance in all ways.
        #[test]
        fn repetitions_are_those_of_the_definition(
            before in prop::collection::vec(0u8..3, 0..8),
            repeated in prop::collection::vec(0u8..3, 1..7),
            length in 0usize..30,
            window in 1usize..10,
        ) {
            let mut values = before;
            values.extend(repeated.iter().cycle().take(length));
            let needed = |from: u64, period: u64| Some(from + period + window as u64);
            prop_assert_eq!(repetition(&values, needed), by_definition(&values, window));
        }
    }

    fn period_of(notation: &str, count: u32) -> Option<(u64, u64, u64)> {
        let game = Ruleset::parse(notation).expect("a game");
        let game = game.take_and_break_game().expect("a take-and-break game");
        let found = proved_by_repetition(game, &values(game, count))?;
        Some((found.from, found.period, found.exceptions?))
    }

    /// Catches a period that fewer values are said to prove, or that needs more, at the sizes where it is proved first; and
    /// a wrong number of exceptions, which are those of OEIS A002186 and A002187.
    #[test]
    fn periods_are_proved_by_as_many_values_as_are_needed() {
        for (game, length, found) in [
            ("kayles", 2 * (71 + 12) + 2, (71, 12, 14)),
            ("octal:0.137", 2 * (52 + 34) + 3, (52, 34, 7)),
            // Take one: 0 1 0 1 ... The heap of none is the first that repeats, and the theorem begins at 1.
            ("octal:0.3", 1 + 2 + 1, (0, 2, 0)),
        ] {
            assert_eq!(period_of(game, length), Some(found), "{game}");
            assert_eq!(period_of(game, length - 1), None, "{game}");
        }
    }

    /// Catches a period that is claimed of values that do not determine it: where heaps must differ, and of outcomes.
    #[test]
    fn some_values_prove_nothing() {
        let finder = |game: &str, quantity| {
            PeriodFinder::new(Plan::parse(game, "100", quantity).expect("a plan").job())
        };
        assert!(finder("kayles", "grundy").is_some());
        assert!(finder("kayles", "outcome").is_none());
        assert!(finder("grundys-game", "grundy").is_none());
        let grundys_game = TakeAndBreakGame::grundys_game();
        assert_eq!(proved_by_repetition(&grundys_game, &[0u32; 1000]), None);
    }

    /// Catches values that are kept without a bound, and a forecast of memory that is not what they take.
    #[test]
    fn memory_is_told_before() {
        let game = TakeAndBreakGame::new(&[0, 7, 7]).expect("a game");
        let mut kept = Kept::new(&game, 1000);
        (0..2000).for_each(|value| kept.push(value));
        assert_eq!(kept.values, Vec::from_iter(0..1000));
        assert_eq!(2 * 4 * kept.values.capacity() as u64, Kept::bytes(1000));
        assert_eq!(Kept::bytes(u64::MAX), 8 << 24);
    }
}
