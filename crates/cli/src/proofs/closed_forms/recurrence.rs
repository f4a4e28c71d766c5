//! Candidates of one heap whose members grow: each is a constant multiple of the one before it, and a constant, as 2^n - 1 is; or of
//! the two before it, as Fibonacci numbers are.

use super::candidate::{Candidate, Kind};
use super::members::Members;
use super::surd::sum;
use grundytab::wording::joined;

/// So many members are needed.
const FEWEST: usize = 8;

/// The largest multiple, and the largest constant.
const LARGEST: i64 = 8;

/// Returns the candidate of a set, if there is one.
pub(super) fn candidates(members: &Members) -> Vec<Candidate> {
    // Some first members may be others.
    let found = (0..3).find_map(|first| {
        let numbers = members.numbers.get(first..).filter(|numbers| numbers.len() >= FEWEST)?;
        recurrence(numbers).map(|[a, b, c]| (first, a, b, c))
    });
    found.map(|(first, a, b, c)| candidate(members, first, [a, b, c])).into_iter().collect()
}

/// Finds a, b and c so that each number is a times the one before, b times that before it, and c; not a = 1 and b = 0, which is
/// said by residues.
fn recurrence(numbers: &[i64]) -> Option<[i64; 3]> {
    let factors =
        (0..=1).flat_map(|b| (1..=LARGEST).map(move |a| (a, b))).filter(|of| *of != (1, 0));
    let all = factors.map(|(a, b)| {
        let rest = |three: &[i64]| {
            let [before, last, next] = [0, 1, 2].map(|at| i128::from(three[at]));
            next - i128::from(a) * last - i128::from(b) * before
        };
        let mut rests = numbers.windows(3).map(rest);
        let c = rests.next()?;
        // With b = 0 the second number follows from the first one, too.
        let is_from_first =
            b > 0 || i128::from(numbers[1]) == i128::from(a) * i128::from(numbers[0]) + c;
        let is_one = is_from_first && rests.all(|of| of == c);
        i64::try_from(c).ok().filter(|c| is_one && c.abs() <= LARGEST).map(|c| [a, b, c])
    });
    all.flatten().next()
}

fn candidate(members: &Members, first: usize, [a, b, c]: [i64; 3]) -> Candidate {
    let order = if b == 0 { 1 } else { 2 };
    let listed = &members.numbers[..first + order];
    let before = &members.numbers[..first + 1];
    let at = |heap: &str| members.says(&format!("({heap})"));
    let is_next = |n: &str, m: &str| {
        format!("{} and {n} < {m} and not (exists i: {} and {n} < i and i < {m})", at(m), at("i"))
    };
    let least = before.last().copied().unwrap_or(0);
    let two = match b {
        0 => format!(
            "forall n, m: n >= {least} and {} and {} implies m == {}",
            at("n"),
            is_next("n", "m"),
            sum(&[(a, "n"), (c, "")], "*")
        ),
        _ => format!(
            "forall k, n, m: k >= {least} and {} and {} and {} implies m == {}",
            at("k"),
            is_next("k", "n"),
            is_next("n", "m"),
            sum(&[(a, "n"), (b, "k"), (c, "")], "*")
        ),
    };
    let last = listed.last().copied().unwrap_or(0);
    let is_listed = joined(listed.iter().map(|number| format!("n == {number}")), " or ");
    let names = ["x_n", "x_{n-1}"];
    let rule = |times: &str| sum(&[(a, names[0]), (b, names[1]), (c, "")], times);
    let numbers = joined(listed, ", ");
    let shown = joined(&members.numbers[..FEWEST], ", ");
    Candidate {
        kind: Kind::Recurrence,
        text: format!(
            "the {} are {shown}, ..., where after {numbers} each is x_{{n+1}} = {}",
            members.set,
            rule(" ")
        ),
        latex: format!("${numbers}, \\ldots$, $x_{{n+1}} = {}$", rule("")),
        sentence: format!(
            "(forall n: n <= {last} implies ({} iff {is_listed})) and (forall n: exists m: n < m and {}) and ({two})",
            at("n"),
            at("m")
        ),
    }
}
