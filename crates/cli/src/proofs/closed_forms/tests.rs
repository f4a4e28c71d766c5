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
    let caps = Caps { positions: 100_000, ..Caps::default() };
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
        (Kind::Beatty, "floor(n * (phi + 1))", "floor(n * (phi + 1) + 1/1000)"),
        (Kind::Mex, "== m - n + 1", "== m - n + 2"),
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
    let mut late = Decider::of(&proof, &Caps::default(), Duration::ZERO);
    assert!(matches!(late.verdict("p implies p"), Ok(Verdict::Open(_))));
}
