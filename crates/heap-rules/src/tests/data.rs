//! Data, graphs and binary digits in rules.

use crate::clause::WrittenClauses;
use crate::rules::{Clauses, Fault};

fn rules(text: &str) -> Result<Clauses, String> {
    WrittenClauses::parse(text).and_then(|written| Clauses::of(&written))
}

/// Lists the options of a position on one heap.
fn options(rules: &Clauses, x: u32) -> Result<Vec<u32>, Fault> {
    let moves = rules.moves(0, &[x], &|_| true)?;
    Ok(moves.iter().map(|one| one.option[0][0]).collect())
}

/// Compares the options of two games at all positions below `side`.
fn same(one: &str, two: &str, side: u32) {
    let [one_rules, two_rules] = [one, two].map(|text| rules(text).expect(text));
    for x in 0..side {
        assert_eq!(options(&one_rules, x), options(&two_rules, x), "{one}\n{two}\n{x}");
    }
}

/// Catches a graph with other edges, digits in another order, and a variable that takes other places.
#[test]
fn games_on_graphs_are_those_of_their_vertices() {
    let written = "(x & 60) if bit(x, 0); (x & 56) if bit(x, 1); (x & 49) if bit(x, 2); \
                   (x & 35) if bit(x, 3); (x & 7) if bit(x, 4); (x & 15) if bit(x, 5)";
    for graph in ["graph path(6)", "let n = 6; graph path(n)", "graph {0-1, 4-5, 3-4, 1-2, 3-2, 5}"]
    {
        let text = format!("{graph}; (x & ~(neighbours(v) | 1 << v)) for v in x");
        same(&text, written, 64);
    }
    same(
        "graph complete(4); (x & ~neighbours(v)) for v in x",
        "graph {0-1, 0-2, 0-3, 1-2, 1-3, 2-3}; (x & 1 << v) for v in x",
        16,
    );
    same(
        "graph grid(2, 3); (x & ~(1 << u | 1 << v)) for u in x, v in x & neighbours(u)",
        "(x - d) for d in {3, 6, 24, 48, 9, 18, 36} if x & d == d",
        64,
    );
    same(
        "let S = [{1, 2}, {0}, {0}]; (x - (1 << v)) for u in {0..2}, v in S[u] & x",
        "(x - (1 << v)) for v in {0, 1, 2} if bit(x, v)",
        8,
    );
}

/// Catches digits of other places or bases, and an operation over other values of its variable.
#[test]
fn digits_are_those_of_the_base() {
    same(
        "(x - power(3, v)) for 0 <= v < 4 if digit(x, v, 3) > 0",
        "(x - q) for q in {1, 3, 9, 27} if x / q % 3 > 0",
        81,
    );
    same(
        "(sum(digit(x, v, 3) * power(3, 3 - v) for 0 <= v <= 3)) if x > 0",
        "(x % 3 * 27 + x / 3 % 3 * 9 + x / 9 % 3 * 3 + x / 27) if x > 0",
        81,
    );
    same("(x - popcount(x)) if x > 0", "(x - sum(bit(x, v) for 0 <= v < 7)) if x > 0", 100);
    same(
        "(x & x - 1) if x > 0; (x - (1 << last_one(x))) if x > 0",
        "(x - (1 << first_one(x))) if x > 0; (x - (1 << v)) for v in {0..6} if x > 0 and x >> v == 1",
        100,
    );
    same(
        "let N = [4, 2, 1]; (x - N[x % 3]) if x >= N[x % 3]",
        "(x - (4 >> x % 3)) if x >= 4 >> x % 3",
        50,
    );
}

/// Catches a bound that is asked for where the variable before it does not take its value, and a number of a list that is taken
/// where the list has none.
#[test]
fn what_is_not_taken_is_not_asked() {
    // The second bound divides by 0 for v = 1 alone.
    let text = "(x - k) for v in x & ~2, 1 <= k <= 4 / (v - 1)";
    let game = rules(text).expect(text);
    assert_eq!(options(&game, 2), Ok(Vec::new()));
    assert_eq!(options(&game, 6), Ok(vec![2, 3, 4, 5]));
    let beyond = rules("let N = [1, 2]; (x - N[x]) if x > 0").expect("rules");
    assert!(matches!(options(&beyond, 1), Err(Fault::Outside { .. })));
    assert!(matches!(options(&beyond, 2), Err(Fault::Undefined { .. })));
    let negative = rules("(x) for v in x - 3").expect("rules");
    assert!(matches!(options(&negative, 2), Err(Fault::Undefined { .. })));
    assert_eq!(options(&negative, 3), Ok(Vec::new()));
}

/// Catches data that is taken as it is not meant, and a message that does not say what is wrong.
#[test]
fn wrong_data_is_refused() {
    for (text, part) in [
        ("let n = n; (x)", "no name n"),
        ("let a = b; let b = a; (x)", "no name b"),
        ("let k = 3; (x - k) for 1 <= k <= x", "the variable stands alone in the middle"),
        ("let k = 3; (x - k) for k in {1, 2} if k <= x", "given by let"),
        ("let v = 3; (x - sum(v for 0 <= v < 2)) if x > 0", "given by let"),
        ("let n = x; (x)", "no name x"),
        ("let N = []; (x)", "at least one number"),
        ("let N = [1 2]; (x)", "a comma or a ] is expected"),
        ("let N = [1, {2}]; (x)", "a list is written in square brackets"),
        ("let N = [{-1}]; (x)", "places of binary digits"),
        ("let N = [{62}]; (x)", "places of binary digits"),
        ("let N = [1, 99999999999999999999]; (x)", "too large"),
        ("let N = {1, 2}; (x)", "a list is written in square brackets"),
        ("let N = [1]; let N = [2]; (x)", "given twice"),
        ("let x = 3; (x)", "name of a heap"),
        ("let popcount = 3; (x)", "a word of the language"),
        ("(x - N[0]) if x > 0", "no list N"),
        ("let N = [1]; (x - N) if x > 0", "no name N"),
        ("(x); let n = 3", "stands before the clauses"),
        ("graph path(0); (x)", "a size is from 1 to 62"),
        ("graph path(x); (x)", "in `graph`"),
        ("graph grid(8, 8); (x)", "64 vertices"),
        ("graph grid(3); (x)", "takes 2 sizes"),
        ("graph star(3); (x)", "no graph star"),
        ("graph {1-1}; (x)", "an edge has two vertices"),
        ("graph {0-99}; (x)", "99 is larger"),
        ("graph {0-1; (x)", "a comma or a } is expected"),
        ("graph path(3); graph path(4); (x)", "given twice"),
        ("(x & neighbours(0))", "belongs to a graph"),
        ("graph path(3); (x & neighbours(0, 1))", "takes a vertex"),
        ("(x - digit(x, 0, y)) if x > 0", "no heap y"),
        ("(x - digit(x, 0, x)) if x > 0", "a base from 2 on"),
        ("(x - power(1, x)) if x > 0", "a base from 2 on"),
        ("(x - sum(k for 0 <= k < x)) if x > 0", "the bounds of k name no heap"),
        ("(x - sum(k for 0 <= k < 100)) if x > 0", "from 1 to 64 values"),
        ("(x - gcd(k for k == 3)) if x > 0", "a range has two bounds"),
        ("(x - abs(k for 0 <= k < 3)) if x > 0", "does not go over"),
        ("(x - sum(x for 0 <= x < 3)) if x > 0", "name of a heap"),
        ("(x) for k in [1, 2]", "a set is written in braces"),
        ("(x) for k in 1..5", "a set is written in braces"),
        ("(0) + sum (i) for i in x", "not through the binary digits"),
    ] {
        let problem = rules(text).expect_err(text);
        assert!(problem.contains(part), "{text}: {problem}");
    }
}
