//! Wythoff Nim: its P-positions by pairs that follow from those before, as no claim about a position says.
//!
//! They are the pairs (a_n, b_n) and their mirror images. There are four characterizations of the pairs (Larsson, CombinArtorial
//! games). That by floors and that by Zeckendorf representations tell whether a position is a pair by its heaps alone, and are
//! claims; those by the least number that has not occurred and by the Fibonacci word are computed here.

use super::statement::Statement;
use grundytab::domain::Coordinates;
use grundytab::job::Job;
use grundytab::table::PositionView;
use heap_rules::golden_ratio::fibonacci_word;

/// Returns what is computed for the theorem of this name, if no claim says it.
pub(super) fn computed(name: &str) -> Option<fn(&Job) -> Statement> {
    Some(match name {
        "wythoff-mex" => |job| normal(job, by_mex),
        "wythoff-word" => |job| normal(job, by_word),
        "wythoff-mex-misere" => |job| misere(job, by_mex),
        "wythoff-word-misere" => |job| misere(job, by_word),
        _ => return None,
    })
}

/// Returns the pairs (a_n, b_n), n >= 1, with a_n below a number.
type Pairs = fn(u64) -> Vec<(u64, u64)>;

/// Computes a_n as the least number that has not occurred yet.
fn by_mex(end: u64) -> Vec<(u64, u64)> {
    let mut taken = vec![false; 2 * end as usize + 2];
    let mut pairs = Vec::new();
    let mut a = 1;
    while a < end {
        let b = a + pairs.len() as u64 + 1;
        pairs.push((a, b));
        taken[a as usize] = true;
        taken[b as usize] = true;
        while taken[a as usize] {
            a += 1;
        }
    }
    pairs
}

/// Finds the letters of the Fibonacci word.
fn by_word(end: u64) -> Vec<(u64, u64)> {
    // b_n = a_n + n <= 2 a_n.
    let indices = |letter: u8| (1..2 * end + 1).filter(move |&i| fibonacci_word(i) == Some(letter));
    indices(0).zip(indices(1)).take_while(|&(a, _)| a < end).collect()
}

/// Returns, for each smaller heap a of a table, the larger heap b of the pair (a, b), if there is one.
/// The smaller heap is less than the shorter side of the table.
fn larger_heaps(job: &Job, pairs: Pairs) -> Vec<Option<u32>> {
    let Coordinates([.., rows, columns]) = job.domain().sides();
    let end = rows.min(columns);
    let mut larger = vec![None; end as usize];
    for (a, b) in pairs(end.into()) {
        larger[a as usize] = u32::try_from(b).ok();
    }
    larger
}

/// Returns the statement that the P-positions of normal play are (0, 0) and the pairs.
fn normal(job: &Job, pairs: Pairs) -> Statement {
    let mut larger = larger_heaps(job, pairs);
    larger[0] = Some(0);
    Statement::new(move |position| Some(position.is_p == is_pair(position, &larger)))
}

/// Returns the statement that the P-positions of misère play are the pairs, but (0, 1), (1, 0) and
/// (2, 2) instead of (1, 2) and (2, 1).
fn misere(job: &Job, pairs: Pairs) -> Statement {
    let larger = larger_heaps(job, pairs);
    Statement::new(move |position| {
        let is_p = match (position.at[2], position.at[3]) {
            (0, 1) | (1, 0) | (2, 2) => true,
            (0, 0) | (1, 2) | (2, 1) => false,
            _ => is_pair(position, &larger),
        };
        Some(position.is_p == is_p)
    })
}

/// Returns whether the heaps of a position are a pair.
fn is_pair(position: &PositionView, larger: &[Option<u32>]) -> bool {
    let Coordinates([.., x, y]) = position.at;
    larger[x.min(y) as usize] == Some(x.max(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a computation whose pairs are not those of Wythoff's paper, or of the other one.
    #[test]
    fn both_ways_lead_to_the_same_pairs() {
        let first = [(1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)];
        for pairs in [by_mex, by_word] {
            assert_eq!(pairs(13), first);
            assert_eq!(pairs(1), []);
            assert_eq!(pairs(5000), by_mex(5000));
        }
    }
}
