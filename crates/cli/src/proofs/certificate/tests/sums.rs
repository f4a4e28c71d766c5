//! Games whose options are sums of positions: the sets of all Grundy values together are a theorem.

use super::super::moore_machine::MooreMachine;
use super::super::words::Words;
use super::super::{Certificate, CheckError, CheckLimits, SetName, Verdict, take_and_break};
use super::learned::{binary_and_zeckendorf, certificate, learned, verdict};
use super::mutants::mutants;
use grundytab::quantity::Convention;
use grundytab::ruleset::{Ruleset, TakeAndBreakGame, WrittenRuleset};

/// Returns the sets of the values up to the largest one.
fn sets(
    words: &Words,
    heaps: usize,
    depth: usize,
    largest: u32,
    value: &dyn Fn(&[u64]) -> Option<u32>,
) -> Vec<(SetName, MooreMachine)> {
    let set =
        |v: u32| (SetName::Value(v), learned(words, heaps, depth, &|at| value(at) == Some(v)));
    (0..=largest).map(set).collect()
}

fn check(ruleset: &str, words: &Words, sets: &[(SetName, MooreMachine)]) -> String {
    let certificate: Certificate = certificate(ruleset, Convention::Normal, words, sets.to_vec());
    match verdict(&certificate) {
        Ok(Verdict::Proved) => "proved".into(),
        Ok(Verdict::Refuted(refutation)) => refutation.to_string(),
        Err(error) => error.to_string(),
    }
}

/// The Grundy values of Kayles, which repeat with the period 12 from 71 on (Guy and Smith 1956).
fn kayles() -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..96_usize {
        let split = |taken: usize| {
            let left = heap.checked_sub(taken);
            left.into_iter().flat_map(|left| (0..=left).map(move |one| (one, left - one)))
        };
        let reached: Vec<u32> =
            split(1).chain(split(2)).map(|(one, two)| values[one] ^ values[two]).collect();
        values.push((0..).find(|value| !reached.contains(value)).expect("there is one"));
    }
    values
}

/// Catches digits of a code that are read as other moves, values of sums that are no xor, and sets that leave positions out.
#[test]
fn the_values_of_kayles_are_proved() {
    let [binary, _] = binary_and_zeckendorf();
    let values = kayles();
    let value = |at: &[u64]| {
        let heap = at[0] as usize;
        Some(values[if heap < 84 { heap } else { 72 + heap % 12 }])
    };
    let sets = sets(&binary, 1, 7, 8, &value);
    assert_eq!(check("kayles", &binary, &sets), "proved");
    // The first position of value 8 has 27 tokens.
    let refuted = check("kayles", &binary, &sets[..8]);
    assert!(refuted.starts_with("(27) is in none of the sets"), "{refuted}");
    for other in
        ["dawson", "octal:0.76", "octal:0.73", "octal:0.777", "octal:4.77", "hexadecimal:0.F7"]
    {
        let refuted = check(other, &binary, &sets);
        assert!(refuted.starts_with("refuted at"), "{other}: {refuted}");
    }
    let refused = check("grundys-game", &binary, &sets[..1]);
    assert!(refused.contains("is in none of the sets"), "{refused}");
}

/// Catches a value of three heaps, of an empty sum and of heaps that must differ: games whose values are known.
#[test]
fn small_take_and_break_games_are_proved() {
    let [binary, _] = binary_and_zeckendorf();
    for (ruleset, largest, value) in [
        // Nothing but splitting: a heap of n is n - 1 moves.
        ("octal:4.0", 1, (|at| Some((at[0].max(1) - 1) as u32 % 2)) as fn(&[u64]) -> Option<u32>),
        ("octal:0.3", 1, |at| Some(at[0] as u32 % 2)),
        ("octal:0.33", 2, |at| Some(at[0] as u32 % 3)),
        // One token is taken, and one heap or three are left. Their numbers of tokens less 1 add up to another parity than
        // n - 1: to n - 2 or to n - 4.
        ("hexadecimal:0.A", 1, |at| Some((at[0].max(1) - 1) as u32 % 2)),
        ("hexadecimal:0.F", 1, |at| Some(at[0] as u32 % 2)),
    ] {
        let sets = sets(&binary, 1, 4, largest, &value);
        assert_eq!(check(ruleset, &binary, &sets), "proved", "{ruleset}");
        let refuted = check(ruleset, &binary, &sets[..1]);
        assert!(refuted.contains("in none of the sets"), "{ruleset}: {refuted}");
    }
}

/// Catches heaps of one size in Grundy's game, or a move that is left out: there are floor((n - 1) / 2) moves.
#[test]
fn moves_of_grundys_game_are_counted() {
    let [binary, _] = binary_and_zeckendorf();
    let limits = CheckLimits::default();
    let moves = take_and_break::moves(&TakeAndBreakGame::grundys_game());
    let [only] = &moves[..] else { panic!("{moves:?}") };
    let count = only.choice.count(&binary, 1, &[], 99, &limits).expect("it is small");
    for heap in 0..50_usize {
        let digits = (0..6).rev().map(|place| heap >> place & 1);
        let end = digits.fold(0, |state, digit| count.after(state, digit));
        assert_eq!(count.output(end) as usize, heap.max(1).div_ceil(2) - 1, "{heap}");
    }
}

/// Sums that a user writes, and whether they are those of the definition: the value of a position, or none.
type Value = fn(&[u64]) -> Option<u32>;

const SUMS: [(&str, usize, Value); 4] = [
    ("(a) + (x - 2 - a) for 0 <= a <= x - 2 if a % 2 == 0", 1, |at| Some(at[0] as u32 / 2 % 2)),
    ("(x / 2) + ((x - 1) / 2) if x > 0", 1, |at| Some(at[0] as u32 % 2)),
    ("() if x % 2 == 1; (a) + (x - 1 - a) for 0 <= a < x if a % 2 == 0", 1, |at| {
        Some(at[0] as u32 % 2)
    }),
    // Cutcake with one knife: every play has xy - 1 cuts.
    (
        "positions x > 0 and y > 0; (a, y) + (x - a, y) for 1 <= a < x; (x, a) + (x, y - a) for 1 <= a < y",
        2,
        |at| (at[0] > 0 && at[1] > 0).then(|| (at[0] * at[1] - 1) as u32 % 2),
    ),
];

/// Returns whether these are the values of a game with small heaps, by its definition; false where it has a fault.
fn are_values(game: &WrittenRuleset, value: Value) -> bool {
    let rules = game.rules();
    super::learned::cube(game.heaps(), 9).into_iter().all(|at| {
        let of =
            |heaps: &[u32]| value(&heaps.iter().map(|&heap| heap.into()).collect::<Vec<u64>>());
        match rules.is_position(&at) {
            Ok(true) => {}
            other => return other == Ok(false) && of(&at).is_none(),
        }
        let Ok(moves) = rules.moves(0, &at, &|_| true) else { return false };
        let xor = |option: &Vec<Vec<u32>>| {
            option.iter().map(|heaps| of(heaps)).try_fold(0, |xor, of| Some(xor ^ of?))
        };
        let reached: Option<Vec<u32>> = moves.iter().map(|of| xor(&of.option)).collect();
        let mex = |of: Vec<u32>| (0..).find(|value| !of.contains(value));
        rules.grade(&at).is_ok() && reached.and_then(mex) == of(&at)
    })
}

/// Catches a summand that is forgotten or taken for another one: mutants of sums are refuted, unless they have the same
/// values.
#[test]
fn mutated_sums_are_refuted() {
    let [binary, _] = binary_and_zeckendorf();
    let mut wrong = 0;
    for (text, heaps, value) in SUMS {
        let sets = sets(&binary, heaps, 3, 1, &value);
        let ruleset = format!("rules: {text}");
        let read = Ruleset::parse(&ruleset).expect(text);
        assert!(matches!(read.recognised(), Ruleset::Written(_)), "{text}");
        assert_eq!(check(&ruleset, &binary, &sets), "proved", "{text}");
        for mutant in mutants(text) {
            let Ok(game) = WrittenRuleset::new(&mutant) else { continue };
            let is_same = game.heaps() == heaps;
            if !is_same || !game.has_sums() {
                continue;
            }
            let verdict = check(&format!("rules: {mutant}"), &binary, &sets);
            assert_eq!(verdict == "proved", are_values(&game, value), "{verdict}: {mutant}");
            wrong += usize::from(verdict != "proved");
        }
    }
    assert!(wrong > 40, "{wrong}");
}

/// Catches a theorem about outcomes of sums, which do not follow from the outcomes of their positions.
#[test]
fn outcomes_of_sums_are_not_covered() {
    let [binary, _] = binary_and_zeckendorf();
    let set = learned(&binary, 1, 2, &|at| at[0] % 2 == 0);
    for (ruleset, convention, name) in [
        ("kayles", Convention::Normal, SetName::P),
        ("kayles", Convention::Misere, SetName::Value(0)),
        ("rules: (x / 2) + (x / 3) if x > 0", Convention::Misere, SetName::P),
    ] {
        let certificate = certificate(ruleset, convention, &binary, vec![(name, set.clone())]);
        let error = verdict(&certificate).expect_err(ruleset);
        assert!(matches!(error, CheckError::NotCovered(_)), "{error}");
        assert!(error.to_string().contains("sums of positions"), "{error}");
    }
}
