//! Sentences whose truth is known, and texts that are no sentences.

use std::sync::Arc;

use super::{Answer, Game, KnownAutomata, Sentence, Silence};
use crate::automata::{Arithmetic, Limits, Numeration};
use crate::proofs::formula::{AutomaticFunction, ROOTS};
use crate::proofs::prove::Caps;
use crate::tests::common::random;
use grundytab::control::Control;
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;
use heap_rules::golden_ratio::{Zeckendorf, fibonacci_word, floor_phi};

/// Decides a sentence, in the numeration that it needs or else in this one.
fn answer(text: &str, numeration: &str) -> Answer {
    let sentence = Sentence::parse(text).expect(text);
    let numeration = Numeration::parse(sentence.numeration().unwrap_or(numeration));
    let mut known = KnownAutomata::new(Arc::new(numeration.expect("a numeration")));
    let caps = Caps { positions: 100_000, ..Caps::default() };
    let open = known.prove(&sentence, &caps, &mut |_, _| (), &mut |_| ()).expect("proved");
    assert_eq!(open, None, "{text}");
    sentence.decide(&mut known, &Limits::default()).expect(text).answer
}

/// Catches arithmetic that is not that of integers, quantifiers that bind what they should not, and terms that
/// are truncated where they are negative.
#[test]
fn arithmetic_is_decided() {
    for numeration in ["base:2", "base:3", "fibonacci", "pell"] {
        for (text, is_true) in [
            ("forall x: exists y: y == 2*x", true),
            ("forall x: exists y: x == 2*y", false),
            ("exists x: x + 1 == 0", false),
            ("forall x, y: x - y < 3 iff x < y + 3", true),
            ("exists x, y: x - y == -2", true),
            ("forall x: -7 / 2 == -4 and -7 % 2 == 1 and (x - 5) % 3 == (x + 1) % 3", true),
            (
                "forall x: 3 * (x / 3) + x % 3 == x and (2 - x) / -2 * -2 + (2 - x) % -2 == 2 - x",
                true,
            ),
            ("forall x, y: abs(x - y) == max(x, y) - min(x, y)", true),
            ("exists x: x % 2 == 1 and x % 3 == 2 and x < 5", false),
            ("exists x: (forall y: x <= y) and not exists z: z < x", true),
            ("forall x, y, z: x < y and y < z implies x + 1 < z", true),
            ("forall x, y, z: x < y and y < z implies x + 2 < z", false),
            ("(exists x: x > 3) and not forall x: x > 3", true),
            ("forall x: x < 9223372036854775807 + 9223372036854775807 or x > 5", true),
            ("forall x, y: abs(x - y) == if(x >= y, x - y, y - x)", true),
            ("forall x, y: if(x < y, y > 0, y < 3)", false),
            ("forall x: divides(3, x) iff x % 3 == 0", true),
            ("exists x: divides(0, x) and x > 0", false),
        ] {
            let found = answer(text, numeration);
            assert_eq!(found.is_true(), is_true, "{numeration}: {text}");
        }
    }
}

/// Catches functions that are not those of claims: their values at small numbers.
#[test]
fn functions_are_those_of_numeration() {
    for n in 0..40_u64 {
        let digits = Zeckendorf::of(n);
        let mut sentences = vec![
            format!("floor_phi({n}) == {}", floor_phi(n)),
            format!("floor_phi2({n}) == {}", floor_phi(n) + u128::from(n)),
            format!("zeckendorf_shift({n}) == {}", digits.shifted()),
            format!("not floor_phi({n}) == {}", floor_phi(n) + 1),
        ];
        if n > 0 {
            let (part, zeros) = (digits.smallest_part(), digits.trailing_zeros());
            sentences.push(format!("fibonacci_word({n}) == {}", fibonacci_word(n).expect("n > 0")));
            sentences.push(format!("zeckendorf_part({n}) == {}", part.expect("n > 0")));
            sentences.push(format!("zeckendorf_zeros({n}) % 3 == {}", zeros.expect("n > 0") % 3));
        }
        let text = sentences.join(" and ");
        assert_eq!(answer(&text, "fibonacci"), Answer::True(None), "{text}");
    }
    for (x, y) in [(0, 0), (5, 3), (12, 10), (7, 7), (1, 64)] {
        assert!(answer(&format!("{x} ^ {y} == {}", x ^ y), "base:2").is_true());
    }
}

/// Proves that the automaton of floor_phi is right. The function grows strictly from 0, and of every m > 0
/// there is exactly one n > 0 with m = floor_phi(n) or m = floor_phi(n) + n, and not both. By induction
/// floor_phi(n) then is the least number that is not yet one of these, so that only one function has these
/// properties, and floor(n phi) has them: 1 / phi + 1 / phi^2 = 1 (Rayleigh; Beatty, Amer. Math. Monthly 33,
/// 1926).
#[test]
fn floors_are_proved() {
    for text in [
        "forall n: exists m: floor_phi(n) == m and forall k: floor_phi(n) == k implies k == m",
        "floor_phi(0) == 0 and forall n: floor_phi(n) < floor_phi(n + 1)",
        "forall m: m > 0 implies exists n: n > 0 and (m == floor_phi(n) or m == floor_phi(n) + n)",
        "not exists m, n: m > 0 and n > 0 and floor_phi(m) == floor_phi(n) + n",
    ] {
        assert!(answer(text, "fibonacci").is_true(), "{text}");
    }
}

/// Proves that the Fibonacci word is the fixed point of 0 -> 01, 1 -> 0: the image of its i-th letter is the
/// letters at the places after those of the images before, which begin with the first one.
#[test]
fn the_fibonacci_word_is_proved() {
    for text in [
        "zeckendorf_shift(0) == 0 and forall i: zeckendorf_shift(i + 1) == zeckendorf_shift(i) + 2 - \
         fibonacci_word(i + 1)",
        "forall i: fibonacci_word(zeckendorf_shift(i) + 1) == 0",
        "forall i: fibonacci_word(i + 1) == 0 implies fibonacci_word(zeckendorf_shift(i) + 2) == 1",
    ] {
        assert!(answer(text, "fibonacci").is_true(), "{text}");
    }
}

fn numbers(assignment: &[(&str, u128)]) -> Vec<(String, Option<u128>)> {
    assignment.iter().map(|&(name, number)| (name.to_owned(), Some(number))).collect()
}

/// Catches examples and counterexamples that are not the first ones, or that are named wrongly.
#[test]
fn answers_name_numbers() {
    let text = "exists n: n > 20 and n % 7 == 3";
    assert_eq!(answer(text, "base:2"), Answer::True(Some(numbers(&[("n", 24)]))));
    let text = "forall a, b: a + b < 5 or a == b";
    assert_eq!(answer(text, "base:2"), Answer::False(Some(numbers(&[("a", 2), ("b", 3)]))));
    assert_eq!(answer("not forall a: a < 5", "base:2"), Answer::True(Some(numbers(&[("a", 5)]))));
    let text = "p[wythoff](x, 2*x)";
    let Answer::Set { solutions, is_all, counterexample, .. } = answer(text, "fibonacci") else {
        panic!("it is true for some numbers");
    };
    assert_eq!(solutions, [numbers(&[("x", 0)]), numbers(&[("x", 1)])]);
    assert_eq!((is_all, counterexample), (true, Some(numbers(&[("x", 2)]))));
    // The numbers above 2^64 - 2.
    let text = "x > 9223372036854775807 + 9223372036854775807";
    let Answer::Set { solutions, is_all, .. } = answer(text, "fibonacci") else {
        panic!("it is true for some numbers");
    };
    assert_eq!(solutions[0], numbers(&[("x", (1 << 64) - 1)]));
    assert_eq!((&solutions[1], is_all), (&numbers(&[("x", 1 << 64)]), false));
}

/// Catches positions of games that are confused, and play conventions.
#[test]
fn games_are_proved_first() {
    for (text, numeration, is_true) in [
        ("forall x, y: p[nim](x, y) iff x == y", "base:2", true),
        ("forall x, y: g[nim](x, y) == 2 iff x ^ y == 2", "base:2", true),
        ("forall x, y: g[nim](x, y) < 2 iff x / 2 == y / 2", "base:2", true),
        ("forall x, y: 1 <= g[nim](x, y) iff not p[nim](x, y)", "base:2", true),
        ("forall x: g[subtraction:1,2](x) == x % 3", "base:2", true),
        ("forall x: x % 3 - 1 < g[subtraction:1,2](x) <= 2", "base:2", true),
        ("forall x: g[subtraction:2,4,7](x - 3) == g[subtraction:2,4,7](x)", "base:2", false),
        (
            "forall x: x >= 11 implies g[subtraction:2,4,7](x - 3) == g[subtraction:2,4,7](x)",
            "base:2",
            true,
        ),
        ("exists x: g[nim:1](x) > g[subtraction:1,3](x) and x == 2", "base:2", true),
        ("forall x: g[nim:1](x) <= g[subtraction:1,3](x)", "base:2", false),
        ("forall x, y: p[wythoff](x, y) iff p[wythoff, misere](x, y)", "fibonacci", false),
        (
            "forall x, y: x + y > 4 implies (p[wythoff](x, y) iff p[wythoff, misere](x, y))",
            "fibonacci",
            true,
        ),
        ("forall x, y: p[wythoff](x - 1, y) implies not p[wythoff](x, y)", "fibonacci", true),
        ("exists x: p[wythoff](x - 3, 0 - 1)", "fibonacci", false),
        ("forall x, y: p[partizan:1,0/0,1:1,1](x, y) iff x == 0 and y == 0", "base:2", true),
    ] {
        assert_eq!(answer(text, numeration).is_true(), is_true, "{text}");
    }
}

/// Catches moves that are confused: their order, their heaps, the players of partizan games.
#[test]
fn moves_are_those_of_the_games() {
    for (text, numeration, is_true) in [
        ("move[wythoff](5, 3; 3, 1) and not move[wythoff](3, 1; 5, 3)", "fibonacci", true),
        (
            "move[wythoff](5, 3; 3, 0) or move[nim:2](5, 3; 3, 1) or move[nim:2](5, 3; 5, 3)",
            "base:2",
            false,
        ),
        (
            "forall x, y, u, v: move[nim:2](x, y; u, v) iff u < x and v == y or u == x and v < y",
            "base:2",
            true,
        ),
        ("forall x, u: move[subtraction:2,5](x; u) iff x == u + 2 or x - 5 == u", "base:2", true),
        ("exists u, v: move[wythoff+terminal=0,3](0, 3; u, v)", "base:2", false),
        (
            "forall u, v: move[fibonacci](4, 2; u, v) iff u == 3 and v == 2 or u == 2 and v == 2",
            "fibonacci",
            true,
        ),
        (
            "forall x, u: move[subtraction:fibonacci-odd](x; u) implies fibonacci_word(x - u) == 0",
            "fibonacci",
            true,
        ),
        (
            "exists x, y: move[partizan:1:2, right](x; y) and not move[partizan:1:2, left](x; y)",
            "base:2",
            false,
        ),
        ("forall x: x > 1 implies move[partizan:1:2, right](x; x - 2)", "base:2", true),
        // The play convention does not matter.
        ("forall x, u: move[nim:1, misere](x; u) iff u < x", "base:2", true),
        // Exactly from the other positions a move leads to a P-position.
        (
            "forall x, y: p[wythoff](x, y) iff not exists u, v: move[wythoff](x, y; u, v) and p[wythoff](u, v)",
            "fibonacci",
            true,
        ),
        (
            "forall x, y: p[digraph:XY/YX, misere](x, y) iff (exists a, b: move[digraph:XY/YX](x, y; a, b)) and \
             not exists u, v: move[digraph:XY/YX](x, y; u, v) and p[digraph:XY/YX, misere](u, v)",
            "base:2",
            true,
        ),
        // The winning move is not always the only one.
        (
            "forall x, y, s, t, u, v: move[wythoff](x, y; s, t) and p[wythoff](s, t) and move[wythoff](x, y; u, v) \
             and p[wythoff](u, v) implies s == u and t == v",
            "fibonacci",
            false,
        ),
        (
            "forall x, y, s, t, u, v: move[nim:2](x, y; s, t) and p[nim:2](s, t) and move[nim:2](x, y; u, v) and \
             p[nim:2](u, v) implies s == u and t == v",
            "base:2",
            true,
        ),
    ] {
        assert_eq!(answer(text, numeration).is_true(), is_true, "{text}");
    }
    let (nim, sentence) =
        (Ruleset::parse("nim:2").expect("a game"), "x > 0 implies move(x, y; 0, y)");
    let claim = Sentence::claim(sentence, Game { ruleset: nim, convention: Convention::Normal });
    let mut known = KnownAutomata::new(Arc::new(Numeration::fibonacci()));
    let decision = claim.expect(sentence).decide(&mut known, &Limits::default());
    assert_eq!(decision.expect(sentence).answer, Answer::True(None));
}

/// Catches a floor that is decided wrongly: the automaton of each root against exact squares.
#[test]
fn multiples_of_roots_are_rounded_down() {
    let limits = Limits::default();
    for (radicand, name) in ROOTS {
        let numeration = Arc::new(Numeration::parse(name).expect(name));
        let arithmetic = Arithmetic::of(&numeration, &limits).expect(name);
        let floors =
            AutomaticFunction::TimesRoot(radicand).automaton(&arithmetic, &limits).expect(name);
        for n in (0..=random::count(5_000).into()).chain((1 << 45)..(1 << 45) + 100) {
            let floor = (u128::from(radicand) * u128::from(n).pow(2)).isqrt() as u64;
            assert!(floors.accepts(&[n, floor]), "{radicand}: {n}");
            assert!(!floors.accepts(&[n, floor + 1]), "{radicand}: {n}");
        }
    }
}

/// Catches texts that are read as something although they mean nothing, or nothing that can be decided.
#[test]
fn what_is_no_sentence_is_refused() {
    for (text, words) in [
        ("", "it is empty"),
        ("forall", "after forall a variable is expected, and not the end"),
        ("forall x y: x == y", "after the variables of forall a colon is expected before y"),
        ("exists x:", "it ends where a number or a name is expected"),
        ("forall x: exists x: x == x", "x stands for another number here already"),
        ("x == 0 and forall x: x > 0", "x stands for another number here already"),
        ("forall p: p > 3", "p has a meaning already"),
        ("x", "a number stands where true or false is expected"),
        ("(x > 3) + 1 == 2", "conditions are 0 and 1 in expressions about tables alone"),
        ("p[wythoff](x, y) == 1", "conditions are 0 and 1 in expressions about tables alone"),
        ("x * y == 3", "a product of two variables is not linear"),
        ("x / y == 3", "a quotient by a variable is not linear"),
        ("x / 0 == 3", "it divides by 0"),
        ("gcd(x, y) == 1", "gcd is not definable"),
        ("floor_sqrt(x) == 1", "floor_sqrt is not definable"),
        ("is_square(x)", "is_square is not definable"),
        ("is_prime(x) or divides(2, x)", "is_prime is not definable"),
        ("divides(y, x)", "divides is not definable"),
        ("zeckendorf_zeros(x) == 1", "its remainder by a constant is"),
        (
            "x ^ y == floor_phi(x)",
            "xor is automatic in numeration base:2 alone, and floor_phi in numeration fibonacci alone, so that no \
             numeration has both",
        ),
        (
            "x & y == floor(sqrt(13) * x)",
            "& is automatic in numeration base:2 alone, and floor with sqrt(13)",
        ),
        ("floor(sqrt(2) * x) == floor(sqrt(3) * x)", "no numeration has both"),
        ("floor(sqrt(7) * x) == 3", "floor with sqrt(7) is decided in none of the numerations"),
        ("floor(sqrt(x) * 3) == 3", "sqrt takes a constant"),
        ("x << y == 3", "a shift by a variable is not linear"),
        ("x >> -1 == 3", "shift by constants from 0 to 62"),
        ("isqrt(x) == 3", "did you mean floor_sqrt?"),
        ("x == phi", "phi and sqrt stand inside of floor"),
        ("forall phi: phi > 3", "phi has a meaning already"),
        ("x < 3 & y < 3", "connect comparisons by `and`"),
        ("x => y", "there is no operator =>; it is written implies"),
        ("x > 3 -> y > 3", "there is no operator ->; it is written implies"),
        ("x <= 2y", "a product as 2*y"),
        ("p(x, y)", "p needs a position of a game, as in p[wythoff](x, y)"),
        ("p[chess](x, y)", "in p[...]: chess"),
        ("p[wythoff(x, y)", "a ] is missing"),
        ("p[wythoff](x)", "as many heap sizes as the game has heaps, 2, and 1 are given"),
        ("p[wythoff] and x > 3", "after p[wythoff] heap sizes in brackets are missing"),
        ("p[euclid](x, y)", "its moves multiply heaps"),
        (
            "move(x, y)",
            "move takes two positions with a semicolon between them, as in move[wythoff]",
        ),
        (
            "move(x; y)",
            "move takes two positions with a semicolon between them, as in move[wythoff]",
        ),
        ("move[nim:1](x, y)", "move takes two positions with a semicolon between them"),
        ("move[nim:1](x; y; z)", "a semicolon stands outside the positions of a move"),
        ("p[nim:2](x; y)", "a semicolon stands outside the positions of a move"),
        ("exists move: move == 3", "move has a meaning already"),
        ("move > 3", "move takes two positions"),
        (
            "move[nim:2](x, y; u)",
            "as many heap sizes as the game has heaps, 2, and 2 and 1 are given",
        ),
        ("move[chess](x; y)", "in move[...]: chess"),
        ("move[euclid](x, y; u, v)", "in move[...]: euclid: its moves multiply heaps"),
        ("move[partizan:1:2](x; y)", "move needs the player of a partizan game"),
        ("move[nim:1, left](x; y)", "both players of nim:1 have the same moves"),
        ("x ^ y == 3 and move[subtraction:fibonacci-odd](x; y)", "no numeration has both"),
        ("abs[nim](x) == 1", "a game in square brackets follows p, g and move only"),
        ("g[nim](x, y) == x", "a Grundy value can only be compared with a constant"),
        ("g[nim](x, y) == g[nim](y, x)", "In a game of finitely many moves"),
        ("g[subtraction:fibonacci-odd](x) == x % 3", "In a game of finitely many moves"),
        ("g[nim](x, y) == 300", "Grundy values are proved up to 254 alone"),
        ("g[nim, misere](x, y) == 3", "its Grundy values in misère play are not proved"),
        ("x == 99999999999999999999", "is too large"),
        ("other == 3", "there is none"),
    ] {
        let error = Sentence::parse(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Catches an answer that small numbers are said to give and that is not the decided one, on sentences of all kinds
/// of parts: numbers that do not exist, quantifiers within others, all functions.
#[test]
fn what_is_seen_is_what_is_decided() {
    let mut seen = 0;
    for text in [
        "exists x: x + 1 == 0",
        "forall x: exists y: x == 2*y",
        "not forall x: exists y: x == 2*y",
        "forall x, y: x - y < 3 iff x < y + 3",
        "exists x, y: x - y == -2 and not y < 2",
        "exists x: -7 / 2 == -4 and -7 % 2 == 1 and (x - 5) % 3 == (x + 1) % 3 and x > 6",
        "exists x: (2 - x) / -2 * -2 + (2 - x) % -2 == 2 - x and x > 9",
        "exists x, y: abs(x - y) == max(x, y) - min(x, y) and x + 3 == y",
        "forall x, y: abs(x - y) == max(x, y) - min(x, y) + 1",
        "exists x, y, z: x < y < z and x + 2 < z and sum(x, y, z) == 12",
        "(exists x: x > 3) and not forall x: x > 3",
        "(exists x: x + 1 == 0) or exists x: x > 17",
        "x + 3 < 2*x",
        "forall x: fibonacci_word(x) == 1 implies zeckendorf_part(x) > 1",
        "exists n: zeckendorf_zeros(n) % 3 == 2 and n > 20",
        "exists n: floor_phi2(n) == floor_phi(n) + n and zeckendorf_shift(n) == 21",
        "exists n: floor_phi(n) != floor_phi(n + 1) - 1",
        "forall n: zeckendorf_part(n - 3) == n - 3",
        "exists n: fibonacci_word(n - 3) == 0 and fibonacci_word(n) == 0 and n < 4",
        "exists x, y: x & y == 5 and (x | y) == 13 and x | 2 < y",
        "forall x: (x - 9 & x) < 3 and (x | 7 - x) < 40",
        "exists x: (x << 3) + (x >> 1) == 59 and (3 - x) >> 2 == -1",
        "exists x: floor(sqrt(2) * x) == 12 and floor((4 - x) * sqrt(2)) == -8",
        "forall x: floor((1 + sqrt 13) / 2 * x) < 2 * x + 3",
        "exists x, y: floor((3 * x - y) / sqrt(3)) == -3 and x > y / 4 and floor(7 * sqrt(3)) == 12",
        "forall x: floor(sqrt(85) * x) < 9 * x + 5",
        "exists x, y: x ^ y == 5 and xor(x, y, 3) == 6 and (x - 9) ^ y == 2",
        "forall x, y: p[nim](x, y) iff x == y + 1",
        "exists x, y: g[nim](x, y) == 2 and x == 9",
        "forall x, y: 1 <= g[nim](x, y) < 3 implies x < 6",
        "forall x: g[subtraction:1,2](x) == x % 3 + x / 9",
        "exists x: g[subtraction:1,2](x - 3) == g[subtraction:1,3](x) and x > 3",
        "forall x, y: p[wythoff](x, y) iff p[wythoff, misere](x, y)",
        "exists x: p[wythoff](x - 3, x - 1) and not p[wythoff](x, x - 9)",
        "forall x: p[wythoff](x - 3, x - 1) iff not p[wythoff](x, x - 9)",
        "exists x, y: p[partizan:1,0/0,1:1,1](x, y) and x + y > 0",
        "exists x, y: not p[partizan:1,0/0,1:1,1](x, y) and x + y > 0",
        "forall x: exists y: p[wythoff](x, y) and y > x",
        "exists x: x > 3 and forall y: p[wythoff](x, y) implies y < 5",
        "exists x: x > 3 and not forall y: p[wythoff](x, y) implies y < 5",
        "(x == y iff p[wythoff](x, y)) == (x > 3)",
        "implies(x > 3, x > 5 or y < 2) != true",
        "exists x, y, u, v: move[wythoff](x, y; u, v) and p[wythoff](u, v) and u > 3 and v < u",
        "forall x, y, u, v: move[wythoff](x, y; u, v) implies u + 5 > x",
        "exists x, y: move[wythoff](x, y - 3; x - 2, y - 5)",
        "exists x: move[partizan:1:2, left](x; x - 1) and not move[partizan:1:2, right](x; x - 1)",
    ] {
        let sentence = Sentence::parse(text).expect(text);
        let Some(found) = sentence.look(100_000, &Control::default()).expect(text) else {
            continue;
        };
        seen += 1;
        let numeration = sentence.numeration().unwrap_or(match text.contains("wythoff") {
            true => "fibonacci",
            false => "base:2",
        });
        let decided = answer(text, numeration);
        assert_eq!(found.answer.is_true(), decided.is_true(), "{text}: {found:?}");
        assert_ne!(decided, Answer::Silent, "{text}: {found:?}");
    }
    assert!(seen > 20, "{seen}");
    // Values that do not exist are not looked at as if they were 0, and what lies outside the tables is not known.
    for text in [
        "exists x: p[wythoff](x - 3, 0 - 1)",
        "forall x: not p[wythoff](x + 100000, x)",
        "exists x: p[wythoff](x + 100000, x)",
        "exists x: not exists y: p[wythoff](x, y)",
        "forall x: 1000 * x != 17",
    ] {
        let sentence = Sentence::parse(text).expect(text);
        assert_eq!(sentence.look(100_000, &Control::default()).expect(text), None, "{text}");
    }
}

/// Catches a sentence that says nothing and is called true or false, and numbers at which one is silent that are
/// not all told.
#[test]
fn silence_is_told() {
    for text in
        ["p[wythoff](0 - 1 - n, 3)", "forall x: p[wythoff](0 - 1 - x, x)", "fibonacci_word(0) == 1"]
    {
        assert_eq!(answer(text, "fibonacci"), Answer::Silent, "{text}");
    }
    let silence = |text: &str| {
        let sentence = Sentence::parse(text).expect(text);
        let mut known = KnownAutomata::new(Arc::new(Numeration::fibonacci()));
        sentence.decide(&mut known, &Limits::default()).expect(text).silence
    };
    assert_eq!(silence("forall x: x - 3 < x"), None);
    // Where the second part is true, it does not matter that the first one says nothing.
    assert_eq!(silence("forall x: zeckendorf_shift(x - 2) > 5 or x < 4"), None);
    let first = vec![numbers(&[("x", 0)]), numbers(&[("x", 1)])];
    let two = Silence { first, is_all: true, is_finite: true };
    assert_eq!(silence("forall x: zeckendorf_shift(x - 2) > 5 or x > 4"), Some(two));
    let many = silence("forall x: zeckendorf_shift(x - 9) > 5 or x > 4").expect("x < 5");
    assert_eq!((many.first.len(), many.is_all, many.is_finite), (3, false, true));
    let endless = silence("forall x, y: fibonacci_word(x - y) == 1").expect("x <= y");
    assert!(!endless.is_finite && !endless.is_all);
}

/// Catches the same on random sentences, and one that looking finds true or false although it says nothing.
#[test]
fn what_is_seen_in_random_sentences_is_what_is_decided() {
    let mut sentences = Random(fastrand::Rng::with_seed(1));
    let (mut seen, mut known) = (0, KnownAutomata::new(Arc::new(Numeration::fibonacci())));
    let count = random::count(30).min(80);
    for _ in 0..count {
        let text = sentences.sentence();
        let Ok(sentence) = Sentence::parse(&text) else { panic!("{text}") };
        let found = sentence.look(3_000, &Control::default()).expect(&text);
        let Some(found) = found else { continue };
        let open = known.prove(&sentence, &Caps::default(), &mut |_, _| (), &mut |_| ());
        assert_eq!(open.expect(&text), None, "{text}");
        let decided = sentence.decide(&mut known, &Limits::default()).expect(&text).answer;
        assert_eq!(found.answer.is_true(), decided.is_true(), "{text}: {found:?}, {decided:?}");
        assert_ne!(decided, Answer::Silent, "{text}: {found:?}");
        seen += 1;
    }
    assert!(4 * seen >= count, "{seen} of {count}");
}

/// Random sentences, always the same ones.
struct Random(fastrand::Rng);

impl Random {
    /// Returns a number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.0.u64(..n)
    }

    fn sentence(&mut self) -> String {
        let of = self.truth(2);
        match self.below(6) {
            0 => format!("not forall x, y: {of}"),
            1 => format!("exists x: not exists y: {of}"),
            2 => format!("(exists x: x + 3 < {}) or forall y: exists x: {of}", self.below(9)),
            3 => format!("exists x, y: {of}"),
            4 => format!("forall x: (exists y: {of}) or x < {}", self.below(9)),
            _ => of,
        }
    }

    fn truth(&mut self, depth: u32) -> String {
        let kind = self.below(if depth == 0 { 3 } else { 7 });
        if kind == 0 {
            let game = ["wythoff", "wythoff, misere", "nim"][self.below(3) as usize];
            return format!("p[{game}]({}, {})", self.number(), self.number());
        }
        if kind < 3 {
            let sign = ["==", "!=", "<", "<=", ">", ">="][self.below(6) as usize];
            return format!("{} {sign} {}", self.number(), self.number());
        }
        let (one, two) = (self.truth(depth - 1), self.truth(depth - 1));
        match kind {
            3 => format!("not ({one})"),
            4 => format!("({one} iff {two})"),
            5 => format!("({one}) implies ({two})"),
            _ => format!("(({one}) {} ({two}))", ["and", "or"][self.below(2) as usize]),
        }
    }

    fn number(&mut self) -> String {
        let variable = ["x", "y"][self.below(2) as usize];
        let constant = self.below(8);
        match self.below(11) {
            9 => format!("floor({variable} / phi - {constant})"),
            10 => format!("floor(sqrt(5) * (x - {constant}) / 2)"),
            0 => format!("floor_phi({variable} - {constant})"),
            1 => format!("fibonacci_word({variable} - {constant})"),
            2 => format!("zeckendorf_part({variable})"),
            3 => format!("(x - y) / {}", constant + 1),
            4 => format!("({variable} - {constant}) % -3"),
            5 => format!("max({variable}, {constant})"),
            6 => format!("{constant}"),
            _ => format!("{variable} - {constant} + 2*y"),
        }
    }
}

const R_WYTHOFF: &str = "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < 2";

/// Catches games with rules of their own that are not proved for sentences, cells that are no positions and have outcomes all
/// the same, and values of sums that are not proved all together.
#[test]
fn sentences_are_about_rules() {
    let half =
        "rules: positions y <= x / 2; (k, min(y, k / 2)) for 0 <= k < x; (x, k) for 0 <= k < y";
    for (text, numeration, is_true) in [
        // Fraenkel 1982: floor(n sqrt 2) and 2n more.
        (
            format!("forall x, n: p[{R_WYTHOFF}](x, x + 2*n) iff x == floor(n * sqrt(2))"),
            "pell",
            true,
        ),
        (format!("exists x, y: p[{R_WYTHOFF}](x, y) and (x - y) % 2 == 1"), "pell", false),
        (format!("exists x, y: move[{R_WYTHOFF}](x, y; x - 3, y - 4)"), "pell", true),
        (format!("exists x, y: move[{R_WYTHOFF}](x, y; x - 3, y - 5)"), "pell", false),
        (format!("forall x, y: p[{half}](x, y) iff x == y"), "base:2", true),
        (format!("exists x, y: x < 2*y and p[{half}](x, y)"), "base:2", false),
        (format!("exists x, y: x < 2*y and not p[{half}](x, y)"), "base:2", false),
        ("forall x: x >= 71 implies g[kayles](x + 12) == g[kayles](x)".into(), "base:2", true),
        ("forall x: x >= 70 implies g[kayles](x + 12) == g[kayles](x)".into(), "base:2", false),
        ("exists x: g[kayles](x) > 8".into(), "base:2", false),
        ("forall x: p[kayles](x) iff x == 0".into(), "base:2", true),
        ("exists x: x > 60 and p[dawson](x)".into(), "base:2", true),
    ] {
        assert_eq!(answer(&text, numeration).is_true(), is_true, "{text}");
    }
    let game =
        Game { ruleset: Ruleset::parse(half).expect("a game"), convention: Convention::Normal };
    let claim = Sentence::claim("p implies x == 0 and y == 0", game).expect("a sentence");
    assert!(claim.look(1000, &Control::default()).expect("a table").is_none(), "{claim:?}");
}
