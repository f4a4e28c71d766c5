//! Rules that a user writes: what is at fault in them, what is not covered, misère play, and games of two players.

use std::cell::RefCell;

use super::super::moore_machine::MooreMachine;
use super::super::{CheckError, CheckLimits, Refutation, SetName, Verdict};
use super::learned::{BruteForce, binary_and_zeckendorf, certificate, learned, verdict};
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

/// Returns what a check says of rules with the claim that all cells are P-positions.
fn with_all_cells(rules: &str, numeration: usize) -> Result<Verdict, CheckError> {
    let words = &binary_and_zeckendorf()[numeration];
    let heaps = Ruleset::parse(rules).expect(rules).heaps();
    let all = words.all_valid(heaps, &CheckLimits::default()).expect("it is small");
    let sets = vec![(SetName::P, all)];
    verdict(&certificate(rules, Convention::Normal, words, sets))
}

const BINARY: usize = 0;
const ZECKENDORF: usize = 1;

/// Catches a theorem about rules that are not defined everywhere, or by which play may go on for ever: no sets are those of
/// such a game.
#[test]
fn faults_of_rules_are_found() {
    let misstep =
        "the rules have a move to a negative heap, or one that does not make the grade smaller";
    let no_value =
        "the rules are not defined: an expression has no value, or the grade is negative";
    for (rules, numeration, at, what) in [
        ("rules: (x - 2)", BINARY, "(0)", misstep),
        ("rules: (x - 2) if x >= 1", BINARY, "(1)", misstep),
        ("rules: (x + 1, y - 1) if y >= 1", BINARY, "(0, 1)", misstep),
        ("rules: (x - k, y + 2*k) for 1 <= k <= x if x == 5", BINARY, "(5, 0)", misstep),
        ("rules: grade x; (x, y - 1) if y > 2", BINARY, "(0, 3)", misstep),
        ("rules: (x - 1) if x > 0; (x - 4000000) if x >= 3999999", BINARY, "(3999999)", misstep),
        ("rules: positions x <= 6; (x + 1) if x == 5", BINARY, "(5)", misstep),
        // The cell 0 is no position, but the heap -1 is a fault.
        ("rules: positions x >= 2; (x - 3) if x >= 2", BINARY, "(2)", misstep),
        ("rules: (x / 2)", BINARY, "(0)", misstep),
        ("rules: grade x - 1; (x - 1) if x > 1", BINARY, "(0)", no_value),
        ("rules: (x - 1) if x > 3 and x / 0 == 1", BINARY, "(4)", no_value),
        ("rules: positions x % 0 == 1; (x - 1) if x > 3", BINARY, "(0)", no_value),
        ("rules: terminal x > 1 and x % 0 == 1; (x - 1) if x > 3", BINARY, "(2)", no_value),
        ("rules: (x - 1, y) if x > 3 and floor_phi(y - 7) == 2", ZECKENDORF, "(4, 0)", no_value),
    ] {
        let verdict = with_all_cells(rules, numeration);
        let Ok(Verdict::Refuted(refutation)) = verdict else { panic!("{rules}: {verdict:?}") };
        assert_eq!(refutation.to_string(), format!("at {at} {what}"), "{rules}");
    }
}

/// Catches a fault that is seen where the definition has none: the sets alone are wrong.
#[test]
fn what_is_no_fault_is_none() {
    for (rules, numeration) in [
        // A move to a cell that is no position does not exist.
        ("rules: positions x <= 5; (x + 1) if x == 5; (x - 1) if x >= 1", BINARY),
        ("rules: terminal x < 2; (x - 2)", BINARY),
        ("rules: grade x + 2*y; (x + 1, y - 1) if y > 0; (x - 1, y) if x > 0", BINARY),
        ("rules: (x - 1) if x > 3 and (x > 1 or x / 0 == 1)", BINARY),
        ("rules: (x - 1) if x > 3 and if(x > 3, true, x / 0 == 1)", ZECKENDORF),
        ("rules: (x - 1, y) if x > 3 and y >= 7 and floor_phi(y - 7) >= 0", ZECKENDORF),
        // There are no values of k, so that nothing is asked of them.
        ("rules: (x - 1) if x > 0; (x / 0) for 1 <= k <= 0", BINARY),
    ] {
        let verdict = with_all_cells(rules, numeration);
        let Ok(Verdict::Refuted(Refutation::Contradiction(..))) = verdict else {
            panic!("{rules}: {verdict:?}")
        };
    }
}

/// Catches "proved" or "refuted" for rules that the check does not follow.
#[test]
fn what_is_not_covered_of_rules_is_named() {
    for (rules, numeration, words) in [
        (
            "rules: (x - k*k) for 1 <= k <= x if k*k <= x",
            BINARY,
            "k * k in the rules is not linear",
        ),
        ("rules: (x - k) for 1 <= k <= x if not divides(k, x)", BINARY, "divides(k, x)"),
        ("rules: (x - k) for 1 <= k <= x if is_prime(k)", BINARY, "is_prime(k)"),
        ("rules: (x - k) for 1 <= k < x if gcd(k, x) == 1", BINARY, "gcd(k, x)"),
        ("rules: (x - 1) if x > floor(x / phi)", ZECKENDORF, "floor(x / phi)"),
        ("rules: (x - 1) if x > 0 and floor_phi(x) > 3", BINARY, "fibonacci alone"),
        ("rules: (x - 1, y) if x > (x ^ y)", ZECKENDORF, "base:2 alone"),
        ("rules: (x - 1, y) if x > 0 and x > (x - 3 ^ y)", BINARY, "negative"),
        ("rules: (x - 1, y) for 1 <= k <= x / 2+block=1", BINARY, "not counted"),
        ("rules: (x - k) for k in {1..400} if 2*k <= x", BINARY, "more than 256 cases"),
        ("rules: sum (i) for 0 <= i < x", BINARY, "Grundy values alone"),
        ("rules: (x - 4000000000000) if x > 4000000000000", BINARY, "too large"),
    ] {
        let error = with_all_cells(rules, numeration).expect_err(rules);
        assert!(matches!(error, CheckError::NotCovered(_)), "{rules}: {error}");
        assert!(error.to_string().contains(words), "{rules}: {error}");
    }
}

/// Catches positions that are members of a set although they are none, and terminal positions that have options.
#[test]
fn cells_that_are_no_positions_are_in_no_set() {
    let [binary, _] = binary_and_zeckendorf();
    let check = |rules: &str, is_p: &dyn Fn(&[u64]) -> bool| {
        let sets = vec![(SetName::P, learned(&binary, 1, 4, is_p))];
        verdict(&certificate(rules, Convention::Normal, &binary, sets))
    };
    let odd = "rules: positions x % 2 == 1; (x - k) for 1 <= k <= x if k <= 4";
    // From 2m + 1 to 2m - 1 and 2m - 3.
    assert_eq!(check(odd, &|at| at[0] % 6 == 1), Ok(Verdict::Proved));
    let more = check(odd, &|at| at[0] % 6 == 1 || at[0] == 2);
    assert_eq!(more.map(|of| text(&of)), Ok("refuted at (2), for the P-positions".into()));
    let terminal = "rules: terminal x == 3; (x - k) for 1 <= k <= 2 if k <= x";
    let is_p = |at: &[u64]| at[0].is_multiple_of(3);
    assert_eq!(check(terminal, &is_p), Ok(Verdict::Proved));
    let terminal = "rules: terminal x == 4; (x - k) for 1 <= k <= 2 if k <= x";
    let verdict = check(terminal, &is_p);
    assert_eq!(verdict.map(|of| text(&of)), Ok("refuted at (4), for the P-positions".into()));
}

fn text(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved => "proved".into(),
        Verdict::Refuted(refutation) => refutation.to_string(),
    }
}

/// Catches players whose clauses are exchanged, and a player without a move who wins in normal play.
#[test]
fn rules_of_two_players_and_misere_play_are_checked() {
    let [binary, _] = binary_and_zeckendorf();
    let partizan = [
        "rules: left: (x - 1) if x % 3 != 0; right: (x - 2) if x >= 2",
        "rules: positions x != 7; left: (x - k) for 1 <= k <= 3 if 2*k <= x; right: (x - 4) if x >= 4; (x - 2) if x == 9",
        "rules: terminal x == 3; left: (x - k) for 2 <= k <= 3 if k <= x; right: (x - 1) if x >= 1",
    ];
    let impartial = ["rules: terminal x == 6; (x - k) for 1 <= k <= 3 if k <= x"];
    let wins_first = [SetName::LeftWinsFirst, SetName::RightWinsFirst];
    for convention in [Convention::Normal, Convention::Misere] {
        for rules in partizan.into_iter().chain(impartial) {
            let ruleset = Ruleset::parse(rules).expect(rules);
            assert!(matches!(ruleset.recognised(), Ruleset::Written(_)), "{rules}");
            let game = ruleset.written_ruleset().expect("they are rules");
            let outcomes = RefCell::new(BruteForce::of(game, convention));
            let wins = |player: usize, at: &[u64]| {
                let at: Vec<u32> = at.iter().map(|&heap| heap as u32).collect();
                outcomes.borrow_mut().wins(player, &at).expect("there is no fault")
            };
            let learned = |player: usize, wanted: bool| -> MooreMachine {
                learned(&binary, 1, 5, &|at| wins(player, at) == Some(wanted))
            };
            let sets = match game.is_partizan() {
                true => vec![(wins_first[0], learned(0, true)), (wins_first[1], learned(1, true))],
                false => vec![(SetName::P, learned(0, false))],
            };
            let check = |sets| verdict(&certificate(rules, convention, &binary, sets));
            assert_eq!(check(sets.clone()), Ok(Verdict::Proved), "{convention:?} {rules}");
            let mut exchanged: Vec<_> = sets.iter().rev().map(|(_, of)| of.clone()).collect();
            if let [only] = &mut exchanged[..] {
                *only =
                    only.product(only, |one, _| 1 - one, &CheckLimits::default()).expect("small");
            }
            let sets = sets.iter().map(|(set, _)| *set).zip(exchanged).collect();
            assert!(matches!(check(sets), Ok(Verdict::Refuted(_))), "{convention:?} {rules}");
        }
    }
}
