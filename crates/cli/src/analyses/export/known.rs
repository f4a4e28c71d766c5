//! Known sequences: of which of them the beginning is that of an export.
//!
//! `known_sequences.tsv` has first terms of sequences of the OEIS that the tests of the engines know too, some of them
//! computed from what their entries define. What is said is of these terms alone.

use serde::Serialize;

/// So many terms of an export are compared: more than any known sequence has.
pub(super) const COMPARED: usize = 256;
/// A shorter agreement is no news.
const LEAST_TERMS: usize = 15;
/// So many terms may be left out at the beginning of one of the two: entries begin at different heap sizes.
const LARGEST_SHIFT: usize = 3;
/// Terms that agree have at least this many different values.
const LEAST_DIFFERENT: usize = 3;

/// How an export agrees with a known sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Agreement {
    /// What of the export is compared, as in `values`.
    pub compared: &'static str,
    /// The number of the sequence in the OEIS, as in `A004481`.
    pub sequence: &'static str,
    /// What the sequence is.
    pub what: &'static str,
    /// How many terms agree, one after the other.
    pub terms: usize,
    /// How many terms of the export come before these.
    pub skipped: usize,
    /// How many terms of the sequence come before these.
    pub skipped_there: usize,
    /// The next terms, of the export and of the sequence, where they part; `None` if no more terms are compared.
    pub part_at: Option<[i64; 2]>,
}

/// Finds the known sequences with which terms agree: on all that there is or, if there is no such sequence, on as many as
/// make news.
pub(super) fn agreements(compared: &'static str, terms: &[i64]) -> Vec<Agreement> {
    let mut found: Vec<Agreement> = rows().filter_map(|row| best(compared, terms, row)).collect();
    let parts = |agreement: &Agreement| agreement.part_at.is_some();
    if !found.iter().all(parts) {
        found.retain(|agreement| !parts(agreement));
    }
    found.sort_by_key(|agreement| usize::MAX - agreement.terms);
    found
}

/// Returns the rows of the known sequences: number, what it is, and terms.
fn rows() -> impl Iterator<Item = &'static str> {
    include_str!("known_sequences.tsv").lines().skip(1)
}

/// Returns how many sequences an export is compared with.
pub fn known_sequences() -> usize {
    rows().count()
}

/// Returns how terms agree best with the sequence of a row: on all that there is, or on as many as possible.
fn best(compared: &'static str, terms: &[i64], row: &'static str) -> Option<Agreement> {
    let mut columns = row.split('\t');
    let (sequence, what, known) = (columns.next()?, columns.next()?, columns.next()?);
    let known: Vec<i64> = known.split(' ').map_while(|term| term.parse().ok()).collect();
    let shifts = (0..=LARGEST_SHIFT).flat_map(|shift| [(shift, 0), (0, shift)]);
    let at_shift = |(skipped, skipped_there): (usize, usize)| {
        let (here, there) = (terms.get(skipped..)?, known.get(skipped_there..)?);
        let agreeing = here.iter().zip(there).take_while(|(here, there)| here == there).count();
        let part_at = here.get(agreeing).zip(there.get(agreeing));
        let part_at = part_at.map(|(&here, &there)| [here, there]);
        let is_news = agreeing >= LEAST_TERMS && is_characteristic(&here[..agreeing]);
        is_news.then_some(Agreement {
            compared,
            sequence,
            what,
            terms: agreeing,
            skipped,
            skipped_there,
            part_at,
        })
    };
    let rank = |found: &Agreement| {
        let shift = found.skipped + found.skipped_there;
        (found.part_at.is_none(), found.terms, LARGEST_SHIFT - shift)
    };
    shifts.filter_map(at_shift).max_by_key(rank)
}

/// Whether terms are neither few numbers again and again nor an arithmetic progression.
fn is_characteristic(terms: &[i64]) -> bool {
    let mut different: Vec<i64> = terms.to_vec();
    different.sort_unstable();
    different.dedup();
    let is_progression = terms.windows(3).all(|three| three[2] - three[1] == three[1] - three[0]);
    different.len() >= LEAST_DIFFERENT && !is_progression
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn found(terms: impl IntoIterator<Item = i64>) -> Vec<Agreement> {
        agreements("values", &terms.into_iter().collect::<Vec<_>>())
    }

    /// floor(n phi), by whole numbers: floor((n + sqrt(5 n^2)) / 2).
    fn lower_wythoff(n: i64) -> i64 {
        (n + (5 * n * n).isqrt()) / 2
    }

    /// Catches a sequence that is not found, a shift that is not told, and a difference that is.
    #[test]
    fn sequences_are_known_by_their_terms() {
        let [only] = &found((1..80).map(lower_wythoff))[..] else { panic!("one sequence") };
        let told = (only.sequence, only.terms, only.skipped, only.skipped_there, only.part_at);
        assert_eq!(told, ("A000201", 79, 0, 0, None));
        let with_0 = &found((0..80).map(lower_wythoff))[0];
        assert_eq!((with_0.sequence, with_0.terms, with_0.skipped), ("A000201", 79, 1));
        let later = &found((3..80).map(lower_wythoff))[0];
        assert_eq!((later.sequence, later.terms, later.skipped_there), ("A000201", 77, 2));
        // More terms than are known are not spoken of.
        assert_eq!(found((1..200).map(lower_wythoff))[0].terms, 100);
        let wrong = |n| lower_wythoff(n) + i64::from(n == 41);
        let parting = &found((1..80).map(wrong))[0];
        assert_eq!((parting.terms, parting.part_at), (40, Some([67, 66])));
    }

    /// Catches agreements that are chance, or say nothing.
    #[test]
    fn short_and_trivial_agreements_are_not_told() {
        assert_eq!(found((1..15).map(lower_wythoff)), []);
        assert_eq!(found(0..100), []);
        assert_eq!(found((0..100).map(|_| 0)), []);
        assert_eq!(found((0..100).map(|n| n % 2)), []);
        assert_eq!(found([]), []);
    }

    /// Catches a row that is not read, stands twice, or is never told.
    #[test]
    fn every_known_sequence_is_found() {
        let rows: Vec<&str> = include_str!("known_sequences.tsv").lines().skip(1).collect();
        let mut names = BTreeSet::new();
        for row in rows {
            let columns: Vec<&str> = row.split('\t').collect();
            let [name, what, terms] = columns[..] else { panic!("three columns: {row}") };
            let is_number = name.len() == 7 && name[1..].parse::<u32>().is_ok();
            assert!(name.starts_with('A') && is_number && !what.is_empty(), "{row}");
            assert!(names.insert(name), "{name} stands twice");
            let terms: Vec<i64> =
                terms.split(' ').map(|term| term.parse().expect("a number")).collect();
            assert!(terms.len() >= 20 && terms.len() < COMPARED, "{name}");
            let first = &agreements("values", &terms)[0];
            assert_eq!((first.sequence, first.terms, first.part_at), (name, terms.len(), None));
        }
    }
}
