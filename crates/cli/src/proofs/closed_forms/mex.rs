//! Candidates of two heaps: the members are the pairs (A_n, B_n) and (B_n, A_n) with A_n = mex { A_i, B_i : i < n } and
//! B_n = s A_n + c n + d.
//!
//! Claim: this follows from four sentences. (1) The heaps may be exchanged. (2) Every number is in exactly one pair. (3) From one
//! pair (a, b), a <= b, to the next one, by the smaller numbers, b - s a grows by c. (4) The pair of 0 is (0, d).
//! Proof: Let the pairs be (A_n, B_n) in the order of A_n <= B_n; by (2) all A_n are different. The least number in no pair before (A_n, B_n)
//! is in a later pair or in this one by (2), so that it is at least A_n, and A_n is such a number. By (4) and (3)
//! B_n - s A_n = c n + d.

use super::candidate::{Candidate, Kind};
use super::members::Members;
use super::surd::sum;

/// The largest s.
const LARGEST_FACTOR: i64 = 4;

/// So many pairs are needed.
const FEWEST: usize = 12;

/// Returns the candidates of a set.
pub(super) fn candidates(members: &Members) -> Vec<Candidate> {
    let pairs: Vec<&[i64; 2]> = members.pairs.iter().filter(|[x, y]| x <= y).collect();
    // In how many pairs each number is, as far as all of these are known: the smaller numbers go further.
    let mut count = vec![0; pairs.len()];
    for pair in &pairs {
        let different = if pair[0] == pair[1] { &pair[..1] } else { &pair[..] };
        for &number in different {
            let of_number = usize::try_from(number).ok().and_then(|at| count.get_mut(at));
            of_number.into_iter().for_each(|count| *count += 1);
        }
    }
    if !members.is_symmetric || pairs.len() < FEWEST || count.iter().any(|&count| count != 1) {
        return Vec::new();
    }
    let found = (1..=LARGEST_FACTOR).filter_map(|s| {
        let rest = |pair: &[i64; 2]| pair[1] - s * pair[0];
        let (d, c) = (rest(pairs[0]), rest(pairs[1]) - rest(pairs[0]));
        let grows = |two: &[&[i64; 2]]| rest(two[1]) - rest(two[0]) == c;
        (pairs[0][0] == 0 && pairs.windows(2).all(grows)).then(|| candidate(members, s, c, d))
    });
    let are_equal = pairs.iter().all(|[x, y]| x == y);
    found.take(usize::from(!are_equal)).collect()
}

fn candidate(members: &Members, s: i64, c: i64, d: i64) -> Candidate {
    let at = |heaps: &str| members.says(heaps);
    let (of_next, of_one) =
        (sum(&[(1, "l"), (-s, "k")], "*"), sum(&[(1, "m"), (-s, "n"), (c, "")], "*"));
    let sentence = format!(
        "(forall n, m: {} implies {}) and (forall n: exists m: {} and forall k: {} implies k == m) and \
         (forall n, m, k, l: {} and n <= m and {} and k <= l and n < k and not (exists i, j: {} and i <= j and n < i and i < k) \
         implies {of_next} == {of_one}) and {}",
        at("(n, m)"),
        at("(m, n)"),
        at("(n, m)"),
        at("(n, k)"),
        at("(n, m)"),
        at("(k, l)"),
        at("(i, j)"),
        at(&format!("(0, {d})")),
    );
    let (text, latex) =
        (sum(&[(s, "A_n"), (c, "n"), (d, "")], " "), sum(&[(s, "A_n"), (c, "n"), (d, "")], ""));
    Candidate {
        kind: Kind::Mex,
        text: format!(
            "the {} are (A_n, B_n) and (B_n, A_n), where A_n = mex {{ A_i, B_i : i < n }} and B_n = {text} for n >= 0",
            members.set
        ),
        latex: format!("$A_n = \\operatorname{{mex}} \\{{ A_i, B_i : i < n \\}}$, $B_n = {latex}$"),
        sentence,
    }
}
