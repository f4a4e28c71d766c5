//! Candidates of two heaps: the members are the pairs (A_n, B_n) and (B_n, A_n), where A_n and B_n are floor(n a + c) with numbers of
//! a quadratic field, as those of Wythoff Nim are (Wythoff, A modification of the game of Nim, 1907) and those of Fraenkel's
//! games (How to beat your Wythoff games' opponent on three fronts, 1982). Some first pairs may be others.

use super::candidate::{Candidate, Kind};
use super::members::Members;
use super::surd::Beatty;
use grundytab::wording::joined;

/// So many pairs are needed.
const FEWEST: usize = 12;

/// The most first pairs that may be others.
const MOST_OTHERS: usize = 5;

/// One beam of pairs: those with an index from `first` on are the members of two sequences.
struct Beam {
    others: Vec<[i64; 2]>,
    one: Beatty,
    two: Beatty,
}

impl Beam {
    /// Finds the sequences of pairs, with as few others in front as possible.
    fn of(pairs: &[[i64; 2]], field: u32) -> Option<Beam> {
        (0..=MOST_OTHERS).filter(|first| first + FEWEST <= pairs.len()).find_map(|first| {
            let sequence = |axis: usize| {
                let member = |(n, pair): (i64, &[i64; 2])| (n, pair[axis]);
                let members: Vec<(i64, i64)> = (0..).zip(pairs).skip(first).map(member).collect();
                Beatty::fitted(&members, field)
            };
            Some(Beam { others: pairs[..first].to_vec(), one: sequence(0)?, two: sequence(1)? })
        })
    }

    /// Says that the position is a pair of the beam, with its heaps in this order.
    fn says(&self, heaps: &[[&str; 2]]) -> String {
        let equal =
            |[x, y]: [&str; 2], [one, two]: [String; 2]| format!("({x} == {one} and {y} == {two})");
        let pair = |of: [String; 2]| {
            // Two equal heaps are in either order.
            let count = if of[0] == of[1] { 1 } else { heaps.len() };
            joined(heaps[..count].iter().map(|&heaps| equal(heaps, of.clone())), " or ")
        };
        let others = self.others.iter().map(|other| pair(other.map(|of| of.to_string())));
        let first = match self.others.len() {
            0 => String::new(),
            first => format!("n >= {first} and "),
        };
        let pairs = pair([self.one.text("n"), self.two.text("n")]);
        let pairs = if first.is_empty() { pairs } else { format!("({pairs})") };
        joined(others.chain([format!("(exists n: {first}{pairs})")]), " or ")
    }

    /// Says in words which pairs these are, with names for the sequences.
    fn text(&self, [a, b]: [&str; 2], shown: impl Fn(&Beatty) -> String, is_latex: bool) -> String {
        let first = self.others.len();
        let (one, two) = (shown(&self.one), shown(&self.two));
        match (is_latex, first) {
            (true, 0) => format!("${a}_n = {one}$, ${b}_n = {two}$"),
            (true, _) => format!("${a}_n = {one}$, ${b}_n = {two}$ for $n \\ge {first}$"),
            (false, _) => format!("{a}_n = {one} and {b}_n = {two} for n >= {first}"),
        }
    }
}

/// Returns the candidate of a set, if there is one.
pub(super) fn candidates(members: &Members) -> Vec<Candidate> {
    let half = |is_in: fn(&[i64; 2]) -> bool| {
        members.pairs.iter().copied().filter(is_in).collect::<Vec<_>>()
    };
    let (lower, upper) = (half(|[x, y]| x <= y), half(|[x, y]| x > y));
    // That the heaps are equal is said by an expression.
    let are_equal = upper.is_empty() && lower.iter().all(|[x, y]| x == y);
    if are_equal || lower.len() < FEWEST && upper.len() < FEWEST {
        return Vec::new();
    }
    let beam = |pairs: Vec<[i64; 2]>| match pairs.is_empty() {
        true => Some(None),
        false => Beam::of(&pairs, members.field).map(Some),
    };
    let both = if members.is_symmetric {
        beam(lower).map(|beam| (beam, None))
    } else {
        beam(lower).zip(beam(upper))
    };
    let Some((lower, upper)) = both else { return Vec::new() };
    let ways: &[[&str; 2]] =
        if members.is_symmetric { &[["x", "y"], ["y", "x"]] } else { &[["x", "y"]] };
    let beams: Vec<(&Beam, [&str; 2])> = lower
        .iter()
        .map(|beam| (beam, ["A", "B"]))
        .chain(upper.iter().map(|beam| (beam, ["C", "D"])))
        .collect();
    let says: Vec<String> = beams.iter().map(|(beam, _)| beam.says(ways)).collect();
    let pairs: Vec<String> = beams
        .iter()
        .flat_map(|(_, [a, b])| {
            let swapped = members.is_symmetric.then(|| format!("({b}_n, {a}_n)"));
            [format!("({a}_n, {b}_n)")].into_iter().chain(swapped)
        })
        .collect();
    let text = |is_latex: bool| {
        let shown = |of: &Beatty| if is_latex { of.latex("n") } else { of.text("n") };
        joined(beams.iter().map(|(beam, names)| beam.text(*names, shown, is_latex)), "; ")
    };
    let others: Vec<&[i64; 2]> = beams.iter().flat_map(|(beam, _)| &beam.others).collect();
    let [others, others_latex] = match others.is_empty() {
        true => [String::new(), String::new()],
        false => {
            let listed = joined(others.iter().map(|[x, y]| format!("({x}, {y})")), ", ");
            let is_swapped = members.is_symmetric && others.iter().any(|[x, y]| x != y);
            let swapped = if is_swapped { " (in either order)" } else { "" };
            [format!(", and {listed}{swapped}"), format!("; and ${listed}${swapped}")]
        }
    };
    vec![Candidate {
        kind: Kind::Beatty,
        text: format!(
            "the {} are {}, where {}{others}",
            members.set,
            joined(&pairs, " and "),
            text(false)
        ),
        latex: format!("{}{others_latex}", text(true)),
        sentence: format!("{} iff {}", members.says(""), joined(says, " or ")),
    }]
}
