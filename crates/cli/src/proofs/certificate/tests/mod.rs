//! The check against known theorems, mutations of their automata, and documents that are damaged.

mod learned;
mod mutants;
mod random_rules;
mod rules;
mod sums;
mod theorems;

use super::document::read;
use super::family_moves::{Player, family_options};
use super::fibonacci_odd::{Alternation, check_moves};
use super::moore_machine::MooreMachine;
use super::{Certificate, CheckError, CheckLimits, Refutation, Verdict};
use grundytab::control::Control;

/// Numbers in base 2.
const BINARY: &str = r#"{ "name": "base:2", "digits": 2, "recurrence": [2], "weights": [1],
    "valid": { "tracks": 1, "states": 1, "accepting": [0],
        "transitions": [[0, [0], 0], [0, [1], 0]] } }"#;

/// Numbers by Fibonacci numbers, no two of them neighbours.
const ZECKENDORF: &str = r#"{ "name": "fibonacci", "digits": 2, "recurrence": [1, 1], "weights": [1, 1],
    "valid": { "tracks": 1, "states": 2, "accepting": [0, 1],
        "transitions": [[0, [0], 0], [0, [1], 1], [1, [0], 0]] } }"#;

/// Both heaps are equal.
const EQUAL: &str = r#"{ "tracks": 2, "states": 1, "accepting": [0],
    "transitions": [[0, [0, 0], 0], [0, [1, 1], 0]] }"#;

fn document(
    ruleset: &str,
    convention: &str,
    numeration: &str,
    set: &str,
    automaton: &str,
) -> String {
    format!(
        r#"{{ "format": "grundytab certificate", "version": 1, "program": "by hand",
            "ruleset": "{ruleset}", "convention": "{convention}", "numeration": {numeration},
            "sets": [{{ "set": "{set}", "automaton": {automaton} }}] }}"#
    )
}

fn verdict(text: &str) -> Result<Verdict, CheckError> {
    read(text).expect(text).check(&CheckLimits::default())
}

/// Catches a check that refuses the truth, or does not see who wins without a move: the P-positions of Nim
/// on two heaps are those with equal heaps (Bouton 1901), in normal play and not in misère play.
#[test]
fn nim_written_by_hand_is_proved() {
    let normal = document("nim:2", "normal", BINARY, "p", EQUAL);
    assert_eq!(verdict(&normal), Ok(Verdict::Proved));
    let misere = verdict(&document("nim:2", "misere", BINARY, "p", EQUAL));
    let Ok(Verdict::Refuted(refutation)) = misere else { panic!("{misere:?}") };
    assert_eq!(refutation.to_string(), "refuted at (0, 0), for the P-positions");
    // Base 2 allows 11; in the other numeration it is no word, and an automaton must not accept it.
    let refuted = verdict(&document("nim:2", "normal", ZECKENDORF, "p", EQUAL));
    assert!(matches!(refuted, Ok(Verdict::Refuted(Refutation::InvalidWord(..)))), "{refuted:?}");
    // Wythoff Nim is another game.
    let wythoff = verdict(&document("wythoff", "normal", BINARY, "p", EQUAL));
    let Ok(Verdict::Refuted(refutation)) = wythoff else { panic!("{wythoff:?}") };
    assert_eq!(refutation.to_string(), "refuted at (1, 1), for the P-positions");
}

/// Catches a check that takes any numeration for one: words of no number, of two numbers, and numbers of two
/// words or of none.
#[test]
fn what_is_no_numeration_is_refuted() {
    let with = |numeration: &str| verdict(&document("nim:2", "normal", numeration, "p", EQUAL));
    let refutation = |numeration: &str| match with(numeration) {
        Ok(Verdict::Refuted(refutation)) => refutation.to_string(),
        other => panic!("{other:?}"),
    };
    // 11 and 100 are both 3 = 1 + 2.
    let all_words = ZECKENDORF.replace("[1, [0], 0]]", "[1, [0], 0], [1, [1], 1]]");
    assert_eq!(refutation(&all_words), "the numeration has two words of 3");
    // Without 101 there is no word of 4 = 3 + 1.
    let too_few = ZECKENDORF
        .replace("\"states\": 2", "\"states\": 3")
        .replace("[0, 1]", "[0, 1, 2]")
        .replace("[1, [0], 0]]", "[1, [0], 2], [2, [0], 0]]");
    assert_eq!(refutation(&too_few), "the numeration has a word of 3, but none of the next number");
    // A word may not begin with 0.
    let no_zeros = BINARY.replace("[[0, [0], 0], ", "[");
    assert_eq!(
        refutation(&no_zeros),
        "the numeration treats words differently when a zero is put before them"
    );
    let nothing = BINARY.replace("\"accepting\": [0]", "\"accepting\": []");
    assert_eq!(refutation(&nothing), "the numeration has no word of 0");
    // The weights 1, 2, 4, ... with three digits: 2 is 2 and 10.
    let redundant = BINARY
        .replace("\"digits\": 2", "\"digits\": 3")
        .replace("[0, [1], 0]]", "[0, [1], 0], [0, [2], 0]]");
    assert_eq!(refutation(&redundant), "the numeration has two words of 2");
}

/// Catches a document that is read although something in it is missing, unknown, doubled or out of range,
/// and a panic on any of them.
#[test]
fn damaged_documents_are_refused() {
    let whole = document("nim:2", "normal", BINARY, "p", EQUAL);
    for (from, to, words) in [
        ("grundytab certificate", "other", "it is not \"grundytab certificate\""),
        ("\"version\": 1", "\"version\": 2", "it is 2, this program reads version 1"),
        ("\"version\": 1", "\"version\": 1.5", "it is 1.5, this program reads version 1"),
        ("\"program\"", "\"programme\"", "unknown field"),
        ("\"set\": \"p\"", "\"set\": \"q\"", "there is no set named \"q\""),
        ("\"normal\"", "\"strange\"", "unknown variant"),
        ("nim:2", "nym:2", "nym"),
        ("\"nim:2\"", "\"nim:3\"", "it has 2 tracks, not 3"),
        ("\"digits\": 2", "\"digits\": 1", "from 2 to 64"),
        ("\"digits\": 2", "\"digits\": 4294967295", "from 2 to 64"),
        ("\"digits\": 2", "\"digits\": -2", "invalid value"),
        ("\"recurrence\": [2]", "\"recurrence\": [1]", "do not grow"),
        ("\"recurrence\": [2]", "\"recurrence\": []", "from 1 to 8 terms"),
        ("\"recurrence\": [2]", "\"recurrence\": [2000]", "not from 0 to 1000"),
        (
            "\"recurrence\": [2], \"weights\": [1]",
            "\"recurrence\": [4, -3], \"weights\": [1, 0]",
            "a >= b + 2",
        ),
        (
            "\"recurrence\": [2], \"weights\": [1]",
            "\"recurrence\": [4, -1], \"weights\": [1, 1]",
            "a >= b + 2",
        ),
        ("\"weights\": [1]", "\"weights\": [0]", "the first weight is 0"),
        (
            "\"recurrence\": [2], \"weights\": [1]",
            "\"recurrence\": [1, 1], \"weights\": [2, 1]",
            "is no multiple of the first one",
        ),
        (
            "\"states\": 1, \"accepting\": [0],\n    ",
            "\"states\": 0, \"accepting\": [],\n    ",
            "none",
        ),
        ("\"states\": 1", "\"states\": 4294967295", "too many"),
        ("\"accepting\": [0],\n    ", "\"accepting\": [1],\n    ", "no accepting state"),
        ("\"accepting\": [0],\n    ", "\"accepting\": [0, 0],\n    ", "twice"),
        ("[0, [1, 1], 0]", "[0, [1, 1], 1]", "between other states"),
        ("[0, [1, 1], 0]", "[0, [1, 2], 0]", "reads other digits"),
        ("[0, [1, 1], 0]", "[0, [1], 0]", "reads other digits"),
        ("[0, [1, 1], 0]", "[0, [0, 0], 0]", "second of its kind"),
        ("\"sets\": [", "\"sets\": [], \"evidence\": [", "there is none"),
        ("\"convention\": \"normal\",", "", "missing field"),
        ("{", "", "trailing characters"),
    ] {
        assert!(whole.contains(from), "{from}");
        let error = Certificate::parse(&whole.replacen(from, to, 1)).expect_err(to);
        assert!(error.to_string().contains(words), "{to}: {error}");
    }
    for end in 0..whole.len() - 1 {
        assert!(Certificate::parse(&whole[..end]).is_err(), "{}", &whole[..end]);
    }
    let deep = format!("{}{}", "[".repeat(1 << 16), "]".repeat(1 << 16));
    assert!(Certificate::parse(&deep).is_err());
}

/// Catches "proved" for what the check does not cover, and an interruption that is not heard.
#[test]
fn what_is_not_covered_is_said() {
    for (ruleset, convention, set, words) in [
        ("euclid", "normal", "p", "multiply"),
        // Another numeration than that of Fibonacci numbers does not tell the numbers of the set.
        ("subtraction:fibonacci-odd+heaps=2", "normal", "p", "infinite"),
    ] {
        let error = verdict(&document(ruleset, convention, BINARY, set, EQUAL)).expect_err(ruleset);
        assert!(error.to_string().contains(words), "{ruleset}: {error}");
    }
    // Sets that the game does not define are no certificate.
    for (ruleset, convention, set, words) in [
        ("nim:2", "normal", "left-wins-first", "not defined"),
        ("nim:2", "normal", "value:1", "in this order"),
        ("nim:2", "misere", "value:0", "not defined"),
        ("wythoff+block=1", "normal", "value:0", "not defined"),
        ("partizan:1,0:0,1", "normal", "p", "not defined"),
    ] {
        let error = read(&document(ruleset, convention, BINARY, set, EQUAL)).expect_err(ruleset);
        assert!(error.to_string().contains(words), "{ruleset}: {error}");
    }
    let stop = std::sync::atomic::AtomicBool::new(true);
    let nim = read(&document("nim:2", "normal", BINARY, "p", EQUAL)).expect("a certificate");
    let stopped = Control::default().interrupted_by(&stop);
    let limits = CheckLimits { control: stopped, ..CheckLimits::default() };
    assert_eq!(nim.check(&limits), Err(CheckError::Interrupted));
}

/// Catches digits that are taken for another set than that of Larsson and Fox, and a numeration in which they tell other
/// numbers or miss some.
#[test]
fn the_infinite_set_is_told_by_its_digits() {
    let game = "subtraction:fibonacci-odd+heaps=2";
    let certificate = |numeration: &str| read(&document(game, "normal", numeration, "p", EQUAL));
    let fibonacci = certificate(ZECKENDORF).expect("a certificate");
    let is_in_set = |number: &u64| {
        let word = fibonacci.words.word_of(*number).expect("every number has a word");
        let read = |so_far: Option<Alternation>, &digit: &usize| so_far?.after(digit);
        word.iter().fold(Some(Alternation::Zeros), read).is_some_and(Alternation::is_in_set)
    };
    // F(3) - 1, F(5) - 1, F(7) - 1, ...
    let set: Vec<u64> = (0..3000).filter(is_in_set).collect();
    assert_eq!(set, [1, 4, 12, 33, 88, 232, 609, 1596]);
    let limits = CheckLimits::default();
    assert_eq!(check_moves(&fibonacci.ruleset, &fibonacci.words, &limits), Ok(()));
    for other in [
        BINARY.to_owned(),
        // The numbers of Lucas, 1, 3, 4, 7, ...
        ZECKENDORF.replace("\"weights\": [1, 1]", "\"weights\": [1, 2]"),
        // 101 is no word.
        ZECKENDORF
            .replace("\"states\": 2", "\"states\": 3")
            .replace("[0, 1]", "[0, 1, 2]")
            .replace("[1, [0], 0]]", "[1, [0], 2], [2, [0], 0]]"),
    ] {
        let other = certificate(&other).expect("a certificate");
        let refusal = check_moves(&other.ruleset, &other.words, &limits);
        assert!(matches!(refusal, Err(CheckError::NotCovered(_))), "{refusal:?}");
    }
}

/// Catches moves of the infinite set that are forgotten, made up, or counted twice, as blocking counts them.
#[test]
fn moves_of_the_infinite_set_are_counted() {
    let game = "subtraction:fibonacci-odd+heaps=2+terminal=5,13";
    let certificate = read(&document(game, "normal", ZECKENDORF, "p", EQUAL)).expect("read");
    let (words, limits) = (&certificate.words, CheckLimits::default());
    let choices =
        family_options(&certificate.ruleset, Player::Either, None).expect("it is covered");
    let counts = choices.iter().map(|choice| choice.count(words, 2, &[], 99, &limits));
    let counts: Vec<MooreMachine> = counts.collect::<Result<_, _>>().expect("small");
    for x in 0..60_u64 {
        for y in 0..60_u64 {
            let word = |number: u64| {
                let digits = words.word_of(number).expect("every number has a word");
                [vec![0; 10 - digits.len()], digits].concat()
            };
            let letters = word(x).into_iter().zip(word(y)).map(|(one, two)| one + 2 * two);
            let counted = counts.iter().map(|count| {
                let end = letters.clone().fold(0, |state, letter| count.after(state, letter));
                count.output(end)
            });
            let from = |heap: u64| [1, 4, 12, 33, 88].into_iter().filter(|&m| m <= heap).count();
            let options = if (x, y) == (5, 13) { 0 } else { from(x) + from(y) };
            assert_eq!(counted.sum::<u32>() as usize, options, "({x}, {y})");
        }
    }
}

/// Catches a check that is lost in large numbers, or takes them for smaller ones: a single move or terminal
/// position far away makes the theorem about Nim false there, and nowhere before.
#[test]
fn what_is_wrong_far_away_is_found() {
    // From (c, c) there is a move to (0, 0); (c, c - 1) has no moves.
    for (ruleset, position) in [
        ("nim:2+alter=4294967295,4294967295", "(4294967295, 4294967295)"),
        ("nim:2+terminal=4294967295,4294967294", "(4294967295, 4294967294)"),
    ] {
        let result = verdict(&document(ruleset, "normal", BINARY, "p", EQUAL));
        let Ok(Verdict::Refuted(refutation)) = result else { panic!("{ruleset}: {result:?}") };
        assert_eq!(refutation.to_string(), format!("refuted at {position}, for the P-positions"));
    }
}

/// Catches digits of one track that are read as those of another one: words of this set have a 1 on the first track alone.
#[test]
fn states_are_followed_by_the_digits_of_each_track() {
    let first_track = EQUAL.replace("[1, 1]", "[1, 0]");
    let certificate = read(&document("nim:2", "normal", BINARY, "p", &first_track)).expect("read");
    let is_after = |digits: [u32; 2]| {
        certificate.after(0, 0, &digits).is_some_and(|state| certificate.accepts_in(0, state))
    };
    assert!(is_after([0, 0]) && is_after([1, 0]) && !is_after([0, 1]) && !is_after([1, 1]));
    assert_eq!((certificate.after(0, 0, &[0, 2]), certificate.after(1, 0, &[0, 0])), (None, None));
}
