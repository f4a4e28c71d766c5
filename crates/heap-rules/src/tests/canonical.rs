//! The canonical text of rules is read as the same rules.

use fastrand::Rng;

use crate::clause::{
    HEAP_NAMES, Players, WrittenBound, WrittenClause, WrittenClauses, WrittenGraph, WrittenRange,
    WrittenSummand, WrittenVariable,
};
use crate::{Connective, Operation, Quantifier, Sign, Syntax, parse};

/// Reads a text, and checks that its canonical text is read as the same.
pub(super) fn canonical(text: &str) -> Option<String> {
    let rules = WrittenClauses::parse(text).ok()?;
    let canonical = rules.to_string();
    let again = WrittenClauses::parse(&canonical);
    assert_eq!(again.as_ref(), Ok(&rules), "{text}\n{canonical}");
    assert_eq!(again.map(|again| again.to_string()).as_ref(), Ok(&canonical), "{text}");
    Some(canonical)
}

/// Catches a canonical text that says something else, or that is not one and the same for all ways of writing.
#[test]
fn canonical_texts_are_one_for_all_ways_of_writing() {
    for (text, expected) in [
        ("(x-k,y)for 1<=k<=x", "(x - k, y) for 1 <= k <= x"),
        ("(x-k,y)for x>=k>=1;", "(x - k, y) for 1 <= k <= x"),
        ("(x - k) for x > k >= 0", "(x - k) for 0 <= k < x"),
        ("(x - k) for 0 < k < x", "(x - k) for 0 < k < x"),
        ("(x - k) for k in { 9, 2,1,3, 2..3 ,-1 }", "(x - k) for k in {-1, 1..3, 9}"),
        ("(x - k) for k in {5..6, 1..1}", "(x - k) for k in {1, 5, 6}"),
        (
            "(x - k, y - l) for 1 <= k <= min(x, y), k <= l < 2*k if (k + l) % 2 == 0 pays (k)",
            "(x - k, y - l) for 1 <= k <= min(x, y), k <= l < 2 * k if (k + l) % 2 == 0 pays k",
        ),
        (
            "grade (x); terminal x==0; positions x>=0; (x-1)",
            "positions x >= 0; terminal x == 0; grade x; (x - 1)",
        ),
        ("(x - 1); positions x > 0", "positions x > 0; (x - 1)"),
        ("right: (x - 2); left: (x - 1); (x - 3);", "left: (x - 1); (x - 3); right: (x - 2)"),
        ("left:;right:(x)", "left:; right: (x)"),
        ("left:(x);right:", "left: (x); right:"),
        ("(x) if x>1&&!(x==3)||!is_prime(x)", "(x) if x > 1 and not x == 3 or not is_prime(x)"),
        ("(x) if (!is_prime(x))==true", "(x) if (not is_prime(x)) == true"),
        ("(x) if implies(x > 1, x > 2)", "(x) if x > 1 implies x > 2"),
        ("(x) if(x > 1)", "(x) if x > 1"),
        ("(x) if if(x > 1, x > 2, true)", "(x) if if(x > 1, x > 2, true)"),
        ("(if(x>1,2,3))", "(if(x > 1, 2, 3))"),
        ("((x))", "(x)"),
        ("(a)+( x-a )for 1<=a<x", "(a) + (x - a) for 1 <= a < x"),
        ("()if x==1;(x - 1, y)", "() if x == 1; (x - 1, y)"),
        ("sum(i)for x>i>=a for 1<=a<=x", "sum (i) for a <= i < x for 1 <= a <= x"),
        (
            "(x - a, y)+sum (i, i) for i in {3,2,1}, 1 <= j <= a",
            "(x - a, y) + sum (i, i) for i in {1..3}, 1 <= j <= a",
        ),
        ("(x - (y - z), - ( - y ), --w, w)", "(x - (y - z), -(-y), -(-w), w)"),
        ("(x^y+1, (x^y)*2)", "(x ^ y + 1, (x ^ y) * 2)"),
        ("(x - -9223372036854775808)", "(x - -9223372036854775808)"),
        ("(x - k) for 1 <= k <= (x > 3)", "(x - k) for 1 <= k <= (x > 3)"),
        ("(x - k) for 1 <= k <= 3 ^ x", "(x - k) for 1 <= k <= 3 ^ x"),
        ("(x - a_1)\tfor 1 <= a_1 <= x\n", "(x - a_1) for 1 <= a_1 <= x"),
        ("(x - \u{3b1}) for 1 <= \u{3b1} <= x", "(x - \u{3b1}) for 1 <= \u{3b1} <= x"),
    ] {
        assert_eq!(canonical(text).as_deref(), Some(expected), "{text}");
    }
}

/// Makes a random expression, with parts of any kind.
fn syntax(rng: &mut Rng, depth: u32) -> Syntax {
    if depth == 0 || rng.u32(..5) == 0 {
        return match rng.u32(..6) {
            0 => Syntax::Number(rng.i64(0..20)),
            1 => Syntax::Number([i64::MAX, i64::MIN][rng.usize(..2)]),
            2 => Syntax::Indexed { name: "p".into(), index: "second".into() },
            _ => Syntax::Name(["x", "y", "k", "true", "tokens"][rng.usize(..5)].into()),
        };
    }
    let list = |rng: &mut Rng, least: usize| -> Vec<Syntax> {
        (0..rng.usize(least..4)).map(|_| syntax(rng, depth - 1)).collect()
    };
    let index = |rng: &mut Rng| rng.bool().then(|| "nim".to_owned());
    match rng.u32(..13) {
        10 => Syntax::Complement(Box::new(syntax(rng, depth - 1))),
        11 => Syntax::Entry { list: "N".into(), place: Box::new(syntax(rng, depth - 1)) },
        12 => Syntax::Over {
            name: "sum".into(),
            of: Box::new(syntax(rng, depth - 1)),
            range: Box::new(parse("0 <= v < 3").expect("a range")),
        },
        0 => Syntax::Negative(Box::new(syntax(rng, depth - 1))),
        1 => Syntax::Not { mark: false, of: Box::new(syntax(rng, depth - 1)) },
        2 => Syntax::Call { name: "f".into(), index: index(rng), arguments: list(rng, 0) },
        3 => Syntax::Move { index: index(rng), from: list(rng, 1), to: list(rng, 1) },
        4 => Syntax::If(Box::new([0; 3].map(|_| syntax(rng, depth - 1)))),
        5 => Syntax::Quantified {
            quantifier: [Quantifier::ForAll, Quantifier::Exists][rng.usize(..2)],
            variables: ["u", "v"][..rng.usize(1..3)].iter().map(ToString::to_string).collect(),
            of: Box::new(syntax(rng, depth - 1)),
        },
        6 => {
            use Operation::{Minus, Plus, Quotient, Remainder, Times, Xor};
            let alike: &[Operation] =
                [&[Plus, Minus][..], &[Times, Quotient, Remainder], &[Xor]][rng.usize(..3)];
            let rest = list(rng, 1).into_iter().map(|of| (alike[rng.usize(..alike.len())], of));
            let rest = rest.collect();
            Syntax::Arithmetic { first: Box::new(syntax(rng, depth - 1)), rest }
        }
        7 => {
            let connective = [Connective::And, Connective::Or][rng.usize(..2)];
            Syntax::Connective(connective, list(rng, 2))
        }
        8 => {
            let connective = [Connective::Implies, Connective::Iff][rng.usize(..2)];
            Syntax::Connective(connective, vec![syntax(rng, depth - 1), syntax(rng, depth - 1)])
        }
        _ => {
            use Sign::{AtLeast, AtMost, Equal, Greater, Less, NotEqual};
            let mut between = list(rng, 2);
            between.truncate(3);
            let way = [[Less, AtMost, Equal], [Greater, AtLeast, Equal]][rng.usize(..2)];
            let mut signs: Vec<Sign> =
                (1..between.len()).map(|_| way[rng.usize(..way.len())]).collect();
            if let [sign] = &mut signs[..] {
                *sign = if rng.bool() { *sign } else { NotEqual };
            }
            Syntax::Comparison { signs, between }
        }
    }
}

/// Makes variables with these names.
fn variables(rng: &mut Rng, names: &[&str]) -> Vec<WrittenVariable> {
    let bound = |rng: &mut Rng| WrittenBound { bound: syntax(rng, 2), is_included: rng.bool() };
    let variables = names.iter().map(|&name| {
        let range = match rng.u32(..4) {
            1 => WrittenRange::Ones(syntax(rng, 2)),
            0 => {
                let mut numbers: Vec<i64> = (0..rng.usize(1..9)).map(|_| rng.i64(-4..9)).collect();
                numbers.sort_unstable();
                numbers.dedup();
                WrittenRange::Set(numbers)
            }
            _ => WrittenRange::Between([bound(rng), bound(rng)]),
        };
        WrittenVariable { name: name.into(), range }
    });
    variables.collect()
}

fn clause(rng: &mut Rng, heaps: usize) -> WrittenClause {
    const NAMES: [&str; 4] = ["k", "l", "m", "n"];
    let count = [1, 1, 1, 0, 2, 3][rng.usize(..6)];
    let mut option: Vec<WrittenSummand> = Vec::new();
    for _ in 0..count {
        let heaps = (0..heaps).map(|_| syntax(rng, 3)).collect();
        option.push(WrittenSummand { heaps, variables: Vec::new() });
    }
    let of_sum = rng.usize(..3).min(count);
    if let Some(last) = option.last_mut() {
        last.variables = variables(rng, &NAMES[..of_sum]);
    }
    WrittenClause {
        option,
        variables: {
            let count = rng.usize(of_sum..5);
            variables(rng, &NAMES[of_sum..count])
        },
        condition: rng.bool().then(|| syntax(rng, 3)),
        pays: rng.bool().then(|| syntax(rng, 2)),
    }
}

/// Catches brackets that are missing, and words that are read as the end of what stands before them.
#[test]
fn random_rules_are_read_as_they_are_printed() {
    let mut rng = Rng::with_seed(3);
    let mut count = 0;
    for _ in 0..10_000 {
        let heaps = rng.usize(1..=HEAP_NAMES.len());
        let mut clauses = |least: usize| -> Vec<WrittenClause> {
            (0..rng.usize(least..3)).map(|_| clause(&mut rng, heaps)).collect()
        };
        let both = Players::Both(clauses(1));
        let each = Players::Each([clauses(1), clauses(0)]);
        let moves = if rng.bool() { both } else { each };
        let data = ["let N = [3, -7, 14]", "let S = [{1, 2}, {}, {0..3}]"];
        let data = data.map(|text| WrittenClauses::parse(&format!("{text}; (x) if x > 0")));
        let data = data.into_iter().flat_map(|read| read.expect("data").data);
        let is_single = |clause: &WrittenClause| {
            clause.pays.is_none() && matches!(&clause.option[..], [one] if one.variables.is_empty())
        };
        let is_loopy = rng.bool() && moves.each().into_iter().flatten().all(is_single);
        let rules = WrittenClauses {
            heaps,
            data: data.filter(|_| rng.bool()).collect(),
            graph: rng.bool().then(|| WrittenGraph::Edges(vec![vec![0, 2], vec![1], vec![2, 3]])),
            positions: rng.bool().then(|| syntax(&mut rng, 3)),
            terminal: rng.bool().then(|| syntax(&mut rng, 3)),
            grade: (!is_loopy && rng.bool()).then(|| syntax(&mut rng, 3)),
            is_loopy,
            moves,
        };
        let text = rules.to_string();
        match WrittenClauses::parse(&text) {
            Ok(read) => {
                // Where no option says how many heaps there are, the names of heaps do.
                let mut clauses = rules.moves.each().into_iter().flatten();
                let are_empty = clauses.all(|clause| clause.option.is_empty());
                let heaps = if are_empty { read.heaps } else { rules.heaps };
                assert_eq!(read, WrittenClauses { heaps, ..rules }, "{text}");
            }
            Err(problem) => {
                let is_known = problem.ends_with("more than 2000 characters")
                    || problem.contains("no option says how many heaps there are");
                assert!(is_known, "{problem}: {text}");
                continue;
            }
        }
        count += 1;
    }
    assert!(count > 9_000, "{count}");
}
