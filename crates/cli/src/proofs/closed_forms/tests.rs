//! Formulas that are known, and games of which there are none.

use std::sync::Arc;
use std::time::Duration;

use super::decision::{Decider, Verdict};
use super::{ClosedForms, Kind};
use crate::automata::Numeration;
use crate::proofs::prove::{Caps, Definition, Proof, prove};
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

const TIME: Duration = Duration::from_secs(300);

/// Proves the P-positions of a game, or the positions of Grundy values.
fn proved(game: &str, largest: Option<u32>, convention: Convention, numeration: &str) -> Proof {
    let ruleset = Ruleset::parse(game).expect(game);
    let definition = match largest {
        Some(largest) => Definition::of_values(&ruleset, largest),
        None => Definition::of_outcomes(&ruleset, convention),
    };
    let numeration = Arc::new(Numeration::parse(numeration).expect("a numeration"));
    let caps = Caps { positions: 4_000_000, ..Caps::default() };
    let found = prove(&definition.expect(game), &numeration, &caps, &mut |_| ()).expect(game);
    assert_eq!(found.end, None, "{game}");
    found.theorem.expect(game)
}

fn normal(game: &str, numeration: &str) -> Proof {
    proved(game, None, Convention::Normal, numeration)
}

/// Checks which formulas are found, as they are in LaTeX, and that their sentences are true when they are decided anew from
/// nothing else than the game.
fn finds(proof: &Proof, expected: &[(Kind, &str)]) {
    let game = proof.definition.ruleset();
    let forms = ClosedForms::of(proof, &Caps::default(), TIME, TIME).expect("not interrupted");
    let found: Vec<(Kind, &str)> = forms.found.iter().map(|of| (of.kind, &*of.latex)).collect();
    assert_eq!(found, expected, "{game}, refused {:?}", forms.refused);
    assert!(forms.is_complete);
    let mut decider = Decider::of(proof, &Caps::default(), TIME);
    for formula in &forms.found {
        let wrong = format!("not ({})", formula.sentence);
        assert_eq!(
            decider.verdict(&wrong).expect("decided"),
            Verdict::False,
            "{}",
            formula.sentence
        );
    }
}

/// Catches the formulas of Wythoff, Holladay and Fraenkel that are not found, or found as others.
#[test]
fn games_of_wythoff() {
    use Kind::{Beatty, Digits, Mex};
    let mex = |rest: &str| {
        format!("$A_n = \\operatorname{{mex}} \\{{ A_i, B_i : i < n \\}}$, $B_n = {rest}$")
    };
    let pairs = |one: &str, two: &str| {
        format!(
            "$A_n = \\left\\lfloor {one} \\right\\rfloor$, $B_n = \\left\\lfloor {two} \\right\\rfloor$"
        )
    };
    let digits =
        "$x = \\sum F_i$ with an even number of zeros at its end, $y = \\sum F_{i+1}$ (Zeckendorf)";
    finds(
        &normal("wythoff", "fibonacci"),
        &[(Beatty, &pairs("n \\varphi", "n \\varphi^2")), (Mex, &mex("A_n + n")), (Digits, digits)],
    );
    for (game, numeration, one, two, rest) in [
        ("wythoff:2", "pell", "n \\sqrt{2}", "n (\\sqrt{2} + 2)", "A_n + 2n"),
        (
            "wythoff:3",
            "ostrowski:3",
            "n \\frac{\\sqrt{13} - 1}{2}",
            "n \\frac{\\sqrt{13} + 5}{2}",
            "A_n + 3n",
        ),
    ] {
        finds(&normal(game, numeration), &[(Beatty, &pairs(one, two)), (Mex, &mex(rest))]);
    }
}

/// Catches first pairs that are others, which are forgotten, and two beams that are taken for mirror images.
#[test]
fn other_pairs_of_sequences() {
    let pairs = "$A_n = \\left\\lfloor n \\varphi \\right\\rfloor$, $B_n = \\left\\lfloor n \\varphi^2 \\right\\rfloor$ for $n \\ge 2$; and \
                 $(0, 1), (2, 2)$ (in either order)";
    finds(&proved("wythoff", None, Convention::Misere, "fibonacci"), &[(Kind::Beatty, pairs)]);
    let pairs = "$A_n = \\left\\lfloor n (\\sqrt{3} + 1) \\right\\rfloor$, $B_n = \\left\\lfloor n (\\sqrt{3} + 2) \\right\\rfloor$; \
                 $C_n = \\left\\lfloor (n+1) \\frac{\\sqrt{3} + 3}{3} \\right\\rfloor$, $D_n = \\left\\lfloor (n+1) \\frac{\\sqrt{3}}{3} \\right\\rfloor$";
    finds(
        &normal("vector:2,0/1,1/0,1", "quadratic:4,1"),
        &[(Kind::Beatty, &pairs.replace("(n+1)", "(n + 1)"))],
    );
}

/// Catches expressions, residues, recurrences and digits that are not found, also where another numeration decides them.
#[test]
fn formulas_of_other_kinds() {
    let values = |game: &str, largest, numeration| {
        proved(game, Some(largest), Convention::Normal, numeration)
    };
    for (proof, kind, latex) in [
        (normal("nim:2", "fibonacci"), Kind::Expression, "x = y"),
        (normal("nim:3", "base:2"), Kind::Expression, "x \\oplus y \\oplus z = 0"),
        (values("nim:2", 3, "base:2"), Kind::Expression, "$g(x, y) = x \\oplus y$ for $g \\le 3$"),
        (
            values("nim:2", 2, "fibonacci"),
            Kind::Expression,
            "$g(x, y) = x \\oplus y$ for $g \\le 2$",
        ),
        (values("subtraction:1,2,3", 3, "base:2"), Kind::Expression, "$g(x) = x \\bmod 4$"),
        (normal("moore:2", "fibonacci"), Kind::Expression, "x = y = z"),
        (
            normal("subtraction:2,5,8", "base:2"),
            Kind::Residues,
            "$x \\equiv 0, 1, 4, 7 \\pmod{10}$",
        ),
        (
            normal("rules: (x - k) for 1 <= k <= x / 2", "base:2"),
            Kind::Recurrence,
            "$0, \\ldots$, $x_{n+1} = 2x_n + 1$",
        ),
        (
            normal("mark", "base:2"),
            Kind::Digits,
            "$v_{2}(x) \\equiv 1 \\pmod{2}$, where $2^{v_{2}(x)}$ is the largest power of $2$ that divides $x > 0$, or $x = 0$",
        ),
        (
            normal("fibonacci", "fibonacci"),
            Kind::Digits,
            "$y < F$, where $F$ is the smallest part of the Zeckendorf representation of $x$, or $x = 0$",
        ),
    ] {
        let latex = if latex.contains('$') { latex.to_owned() } else { format!("${latex}$") };
        finds(&proof, &[(kind, &latex)]);
    }
    let floor = |x: &str| format!("\\left\\lfloor {x} \\varphi \\right\\rfloor");
    for (game, distances) in [
        (
            "wythoff+alter=2,1",
            format!(
                "P-positions with $x < y$ have $0 \\le y - {} \\le 1$; P-positions with $y < x$ have $-1 \\le x - {} \\le 3$",
                floor("x"),
                floor("y")
            ),
        ),
        (
            "wythoff+block=1",
            format!(
                "P-positions with $x < y$ have $y - 2x = 1$ or $-1 \\le y - {} \\le 0$",
                floor("x")
            ),
        ),
    ] {
        finds(&normal(game, "fibonacci"), &[(Kind::Lines, &distances)]);
    }
}

/// Catches a formula of a game of which none is known, and one of a partizan game.
#[test]
fn nothing_is_found() {
    for (game, numeration) in [("end-nim", "fibonacci"), ("partizan:1,0:0,1", "fibonacci")] {
        finds(&normal(game, numeration), &[]);
    }
}

/// Catches a candidate that is believed although it is false: sequences that are one too large, another first difference, and what
/// is true of small positions alone.
#[test]
fn wrong_candidates_are_refused() {
    let proof = normal("wythoff", "fibonacci");
    let forms = ClosedForms::of(&proof, &Caps::default(), TIME, TIME).expect("not interrupted");
    let mut decider = Decider::of(&proof, &Caps::default(), TIME);
    let mut verdict = |sentence: &str| decider.verdict(sentence).expect("decided");
    for (kind, right, wrong) in [
        (Kind::Beatty, "floor(n * (phi + 1))", "floor(n * (phi + 1)) + 1"),
        (Kind::Beatty, "floor(n * (phi + 1))", "floor(n * (phi + 1) + 1/8)"),
        (Kind::Mex, "== m + 1 - n", "== m + 2 - n"),
        (Kind::Mex, "p(0, 0)", "p(0, 1)"),
        (Kind::Digits, "% 2 == 0", "% 2 == 1"),
    ] {
        let sentence = &forms.found.iter().find(|of| of.kind == kind).expect("found").sentence;
        assert!(sentence.contains(right), "{sentence}");
        assert_eq!(verdict(sentence), Verdict::True);
        assert_eq!(verdict(&sentence.replace(right, wrong)), Verdict::False, "{wrong}");
    }
    assert_eq!(verdict("p and x < 50 implies y < 100"), Verdict::True);
    assert_eq!(verdict("p implies x < 500000"), Verdict::False);
    assert!(matches!(verdict("p implies x * y > 0"), Verdict::Open(_)));
    // Below 400 these are 0, 1, 8 and 57.
    let proof = normal("rules: (x - k) for 1 <= k <= 6*x / 7", "base:7");
    let forms = ClosedForms::of(&proof, &Caps::default(), TIME, TIME).expect("not interrupted");
    let found: Vec<Kind> = forms.found.iter().map(|of| of.kind).collect();
    let refused: Vec<(Kind, &Verdict)> =
        forms.refused.iter().map(|(of, is)| (of.kind, is)).collect();
    assert_eq!((found, refused), (vec![Kind::Recurrence], vec![(Kind::Residues, &Verdict::False)]));
    let mut late = Decider::of(&proof, &Caps::default(), Duration::ZERO);
    assert!(matches!(late.verdict("p implies p"), Ok(Verdict::Open(_))));
}
