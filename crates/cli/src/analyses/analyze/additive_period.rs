//! Additive periods of a sequence.
//!
//! A sequence f(0), ..., f(N - 1) is additively periodic from n0 on, with the period p and the saltus s, if
//! f(n + p) = f(n) + s for all n >= n0. That is so exactly if its differences f(n + 1) - f(n) repeat with
//! the period p from n0 on. Read backwards, the differences then begin with a word that has the period p:
//! the prefix function of Knuth, Morris and Pratt has the least period of every such word in linear time.
//!
//! The last values of any sequence repeat. A period counts if it was seen at least
//! [`LEAST_PERIODS`] times, and on at least a quarter of the sequence. If so, there is no other choice: by the
//! theorem of Fine and Wilf (1965) the longest such word has the same least period as its longer beginnings.

use grundytab::control::Control;

/// A period must be seen as often as this.
pub const LEAST_PERIODS: u64 = 3;
/// A period is accepted only if it holds on the last of this many equal parts of the sequence.
const PARTS: usize = 4;
/// After this many values the control is checked again.
const BETWEEN_QUESTIONS: usize = 1 << 16;

/// An additive period of a finite sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct AdditivePeriod {
    /// The least n0 with f(n + period) = f(n) + saltus for all n >= n0 of the sequence.
    pub preperiod: u64,
    /// The least period from there on.
    pub period: u64,
    /// What is added in a period.
    pub saltus: i64,
    /// How many whole periods the sequence has from `preperiod` on.
    pub periods_seen: u64,
}

/// Finds the additive period of a sequence. `None` if it has none that counts, or if it was interrupted.
///
/// It takes time in proportion to the length, and 8 bytes a value of memory.
pub fn additive_period(values: Vec<u32>, control: &Control) -> Option<AdditivePeriod> {
    let length = values.len();
    let mut differences: Vec<i32> = Vec::with_capacity(length.saturating_sub(1));
    for pair in values.windows(2) {
        // Only stored values above 2^31 could differ by more.
        differences.push(i32::try_from(i64::from(pair[1]) - i64::from(pair[0])).ok()?);
    }
    drop(values);
    differences.reverse();
    let border = prefix_function(&differences, control)?;
    let least = differences.len().div_ceil(PARTS);
    let is_seen = |&word: &usize| {
        let period = word - border[word - 1] as usize;
        (word / period) as u64 >= LEAST_PERIODS
    };
    let word = (least.max(1)..=differences.len()).rev().find(is_seen)?;
    let period = word - border[word - 1] as usize;
    let saltus = differences[..period].iter().map(|&difference| i64::from(difference)).sum();
    Some(AdditivePeriod {
        preperiod: (differences.len() - word) as u64,
        period: period as u64,
        saltus,
        periods_seen: (word / period) as u64,
    })
}

/// Returns for each beginning of a word the length of its longest border: the longest other beginning that
/// it ends with. `None` if it was interrupted.
fn prefix_function(word: &[i32], control: &Control) -> Option<Vec<u32>> {
    let mut border = vec![0u32; word.len()];
    let mut matched = 0usize;
    for index in 1..word.len() {
        if index % BETWEEN_QUESTIONS == 0 && control.is_interrupted() {
            return None;
        }
        while matched > 0 && word[index] != word[matched] {
            matched = border[matched - 1] as usize;
        }
        matched += usize::from(word[index] == word[matched]);
        border[index] = matched as u32;
    }
    Some(border)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(values: &[u32]) -> Option<(u64, u64, i64)> {
        let found = additive_period(values.to_vec(), &Control::default())?;
        Some((found.preperiod, found.period, found.saltus))
    }

    /// The definition: of all periods that count the one that holds from the least n0 on, and of
    /// those the least.
    fn by_definition(values: &[u32]) -> Option<(u64, u64, i64)> {
        let length = values.len();
        let at = |n: usize| i64::from(values[n]);
        for from in 0..length {
            for period in 1..length {
                let Some(last) = (length - 1).checked_sub(from) else { continue };
                if last / period < LEAST_PERIODS as usize || 4 * last < length - 1 {
                    continue;
                }
                let saltus = at(from + period) - at(from);
                if (from..length - period).all(|n| at(n + period) == at(n) + saltus) {
                    return Some((from as u64, period as u64, saltus));
                }
            }
        }
        None
    }

    proptest! {
        /// Catches a preperiod that is not the least, a period that is a multiple, and periods that are
        /// seen too rarely: words of few letters repeat by chance in all ways.
        #[test]
        fn periods_are_those_of_the_definition(
            before in prop::collection::vec(0u32..3, 0..8),
            repeated in prop::collection::vec(0u32..3, 1..6),
            length in 0usize..40,
            saltus in 0u32..2,
        ) {
            let mut values = before.clone();
            for n in 0..length {
                let rounds = (n / repeated.len()) as u32;
                values.push(repeated[n % repeated.len()] + rounds * saltus);
            }
            prop_assert_eq!(found(&values), by_definition(&values));
        }
    }

    #[test]
    fn short_and_irregular_sequences_have_no_period() {
        assert_eq!(found(&[]), None);
        assert_eq!(found(&[5]), None);
        assert_eq!(found(&[0, 1, 2]), None);
        assert_eq!(found(&[0, 1, 2, 3]), Some((0, 1, 1)));
        let squares: Vec<u32> = (0..100).map(|n| n * n).collect();
        assert_eq!(found(&squares), None);
    }
}
