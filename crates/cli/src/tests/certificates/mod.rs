//! Certificates: every proof is decided anew from its certificate, by a check that shares nothing with the
//! search; a certificate in which anything is changed is refuted (`mutants` has all that a document holds); and what the automata accept is compared
//! with brute force, by rules that are written here once more.

mod mutants;

use std::collections::HashMap;
use std::sync::Arc;

use crate::automata::{Automaton, Limits, Numeration};
use crate::proofs::certificate::{Certificate, CheckError, CheckLimits, Refutation, Verdict};
use crate::proofs::prove::{
    Caps, Definition, End, Given, Origin, Proof, Search, prove, prove_given, stored_proof,
};
use grundytab::{Convention, Ruleset};
use proptest::prelude::*;
use serde_json::json;

use crate::tests::common::random;

fn search(game: &str, convention: Convention, numeration: &str) -> Option<Proof> {
    let ruleset = Ruleset::parse(game).expect(game);
    let definition = Definition::of_outcomes(&ruleset, convention).expect(game);
    prove_small(&definition, numeration)
}

fn prove_small(definition: &Definition, numeration: &str) -> Option<Proof> {
    let numeration = Arc::new(Numeration::parse(numeration).expect("a numeration"));
    let caps = Caps { positions: 200_000, depth: 8, ..Caps::default() };
    let search = prove(definition, &numeration, &caps, &mut |_| ()).expect("no engine fails");
    search.theorem.filter(|_| search.end.is_none())
}

fn check(text: &str) -> Result<Verdict, CheckError> {
    Certificate::parse(text).expect("a certificate").check(&CheckLimits::default())
}

/// Decides about the automata of a certificate as if they had been guessed.
fn decide_given(text: &str) -> Search {
    let caps = Caps::default();
    let certificate = Certificate::parse(text).expect("a certificate");
    let given = Given::of(&certificate, &caps.limits()).expect("automata");
    prove_given(&given, &caps, &mut |_| ()).expect("no engine fails")
}

fn certificate(game: &str, convention: Convention, numeration: &str) -> String {
    search(game, convention, numeration).expect(game).certificate()
}

/// Catches an error in the formulas of moves, in addition or in the evaluation of the search: the check
/// would not confirm what was proved by it.
#[test]
fn every_proof_is_confirmed() {
    for (game, convention, numeration) in [
        ("wythoff", Convention::Normal, "fibonacci"),
        ("wythoff", Convention::Misere, "fibonacci"),
        ("nim", Convention::Normal, "base:2"),
        ("nim", Convention::Misere, "base:2"),
        ("nim:3", Convention::Normal, "base:2"),
        ("nim", Convention::Normal, "base:3"),
        ("nim", Convention::Normal, "pell"),
        ("subtraction:2,5,8", Convention::Normal, "base:2"),
        ("subtraction:1,3+heaps=2", Convention::Normal, "base:2"),
        ("nim+block=1", Convention::Normal, "base:2"),
        ("wythoff+block=2", Convention::Normal, "base:2"),
        ("wythoff+terminal=0,1/1,0", Convention::Normal, "fibonacci"),
        ("wythoff+to-zero=1,2", Convention::Normal, "fibonacci"),
        ("nim+alter=1,1", Convention::Normal, "base:2"),
        ("nim+alter=0,1", Convention::Normal, "base:2"),
        ("digraph:XY/YX", Convention::Normal, "base:2"),
        ("digraph:XX/YY", Convention::Normal, "base:2"),
        ("subtraction:fibonacci-odd", Convention::Normal, "fibonacci"),
        ("subtraction:fibonacci-odd", Convention::Misere, "fibonacci"),
        ("subtraction:fibonacci-odd+heaps=2", Convention::Normal, "fibonacci"),
        ("subtraction:fibonacci-odd+heaps=2+terminal=1,1", Convention::Normal, "fibonacci"),
        ("partizan:1,0/0,1:1,1/2,1", Convention::Normal, "base:2"),
        ("partizan:1,0/0,1:1,1/2,1", Convention::Misere, "base:2"),
    ] {
        let text = certificate(game, convention, numeration);
        assert_eq!(check(&text), Ok(Verdict::Proved), "{game}, {convention:?}, {numeration}");
        assert_eq!(decide_given(&text).end, None, "{game}, {convention:?}, {numeration}");
    }
    for (game, largest, numeration) in [
        ("nim", 3, "base:2"),
        ("subtraction:2,5,8", 3, "base:2"),
        ("subtraction:fibonacci-odd", 2, "fibonacci"),
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_values(&ruleset, largest).expect("it has values");
        let theorem = prove_small(&definition, numeration).expect(game);
        assert_eq!(check(&theorem.certificate()), Ok(Verdict::Proved), "{game}");
        assert_eq!(decide_given(&theorem.certificate()).end, None, "{game}");
    }
}

/// Catches rules that the search and the check read as different games, or a part that one of them alone covers.
#[test]
fn proofs_about_written_rules_are_confirmed() {
    const R_WYTHOFF: &str = "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
                             (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < 2";
    for (game, convention, numeration) in [
        (R_WYTHOFF, Convention::Normal, "pell"),
        (R_WYTHOFF, Convention::Misere, "pell"),
        ("rules: (x - 1) if x > 0; (x / 2) if x > 0", Convention::Normal, "base:2"),
        (
            "rules: positions y <= x / 2; (k, min(y, k / 2)) for 0 <= k < x; (x, k) for 0 <= k < y",
            Convention::Normal,
            "base:2",
        ),
        ("rules: grade x; (x - k, k) for 1 <= k <= min(x, y)", Convention::Normal, "base:2"),
        (
            "rules: terminal x % 4 == 3; (x - k) for 1 <= k <= x if x > 1 implies k < 4",
            Convention::Misere,
            "base:2",
        ),
        (
            "rules: left: (x - k, y) for 1 <= k <= x; right: (x, y - k) for 1 <= k <= y; (x - 1, y) if x > y",
            Convention::Normal,
            "base:2",
        ),
    ] {
        let text = certificate(game, convention, numeration);
        assert_eq!(check(&text), Ok(Verdict::Proved), "{game}, {convention:?}, {numeration}");
    }
    for (game, largest) in [
        ("kayles", 8),
        ("octal:0.33", 2),
        ("rules: (x / 2) + ((x - 1) / 2) if x > 0", 1),
        ("rules: (x - k, y) for 1 <= k <= x if y > 0; (x, y - k) for 1 <= k <= y if x > 0", 2),
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_values(&ruleset, largest).expect("it has values");
        let theorem = prove_small(&definition, "base:2").expect(game);
        assert_eq!(check(&theorem.certificate()), Ok(Verdict::Proved), "{game}");
    }
}

/// The theorem of the documentation whose automaton is the largest, from a list that takes minutes.
#[test]
fn maharaja_nim_is_confirmed() {
    let search = decide_given(include_str!("../../../certificates/maharaja.json"));
    assert_eq!(search.end, None);
    assert_eq!(search.theorem.map(|theorem| theorem.automata[0].states()), Some(1975));
}

/// The positions of the values 0, 1 and 2 of the Triangle Game, whose guess takes minutes.
#[test]
fn values_of_the_triangle_game_are_confirmed() {
    let search = decide_given(include_str!("../../../certificates/triangle.json"));
    assert_eq!(search.end, None);
    let automata = search.theorem.expect("a theorem").automata;
    let states: Vec<usize> = automata.iter().map(|automaton| automaton.states()).collect();
    assert_eq!(states, [61, 334, 347]);
}

/// The positions of the values 0 and 1 of Wythoff Nim.
#[test]
fn values_of_wythoff_nim_are_confirmed() {
    let text = include_str!("../../../certificates/wythoff-values.json");
    let automata = decide_given(text).theorem.expect("a theorem").automata;
    let states: Vec<usize> = automata.iter().map(|automaton| automaton.states()).collect();
    assert_eq!(states, [7, 825]);
    assert_eq!(check(text), Ok(Verdict::Proved));
}

/// Catches a certificate in the folder of proofs that the program does not hold, or holds as another one.
#[test]
fn the_program_holds_the_proofs_of_the_folder() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/certificates");
    let files =
        std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let proofs: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    assert!(proofs.len() >= 2, "{proofs:?}");
    for path in proofs {
        let text = std::fs::read_to_string(&path).expect("a text");
        let certificate = Certificate::parse(&text).expect("a certificate");
        let given = Given::of(&certificate, &Limits::default()).expect("automata");
        let stored = stored_proof(&given.definition, &Limits::default());
        let stored = stored.unwrap_or_else(|| panic!("{} is not held", path.display()));
        assert_eq!(stored.origin, Origin::Stored);
        assert!(stored.automata == given.automata && stored.numeration == given.numeration);
    }
}

/// Fibonacci Nim is checked by itself, since its options are two numbers that depend on one another.
#[test]
fn fibonacci_nim_is_confirmed() {
    let text = certificate("fibonacci", Convention::Normal, "fibonacci");
    assert_eq!(check(&text), Ok(Verdict::Proved));
}

/// Returns the certificate with another automaton of the first set.
fn mutated(proof: &Proof, mutant: &Automaton) -> String {
    let mut automata = proof.automata.clone();
    automata[0] = Arc::new(mutant.clone());
    Proof { automata, ..proof.clone() }.certificate()
}

/// Catches a check that says yes to what is nearly right.
#[test]
fn mutated_certificates_are_refuted() {
    for (game, numeration) in [
        ("wythoff", "fibonacci"),
        ("nim", "base:2"),
        ("subtraction:fibonacci-odd", "fibonacci"),
        ("subtraction:fibonacci-odd+terminal=3", "fibonacci"),
    ] {
        let proof = search(game, Convention::Normal, numeration).expect(game);
        let mutants = proof.automata[0].mutants();
        assert!(mutants.len() >= 5, "{}", mutants.len());
        for mutant in random::sample(mutants, 8) {
            let text = mutated(&proof, &mutant);
            let verdict = check(&text);
            let Ok(Verdict::Refuted(refutation)) = verdict else {
                panic!("{game}: {verdict:?}, {mutant:?}")
            };
            // It accepts words, too, that the numeration does not have, or another set.
            let accepts_invalid_words = matches!(refutation, Refutation::InvalidWord(..));
            let end = decide_given(&text).end;
            match end {
                Some(End::InvalidWord(..)) => assert!(accepts_invalid_words, "{game}: {mutant:?}"),
                Some(End::Refuted(..)) => assert!(!accepts_invalid_words, "{game}: {mutant:?}"),
                end => panic!("{game}: {end:?}, {mutant:?}"),
            }
        }
    }
}

/// The same of the Triangle Game, of whose mutations a sample is drawn, always the same one: one in each run, four every night.
#[test]
fn the_triangle_game_is_confirmed_and_its_mutations_are_refuted() {
    let ruleset = Ruleset::parse("triangle").expect("a game");
    let definition =
        Definition::of_outcomes(&ruleset, Convention::Normal).expect("it has formulas");
    let fibonacci = Arc::new(Numeration::fibonacci());
    let search = prove(&definition, &fibonacci, &Caps::default(), &mut |_| ());
    let theorem = search.expect("no engine fails").theorem.expect("it is automatic");
    assert_eq!(check(&theorem.certificate()), Ok(Verdict::Proved));
    let mutants = theorem.automata[0].mutants();
    // Others grow beyond the limits before they are refuted.
    let mut rng = fastrand::Rng::with_seed(13);
    for _ in 0..random::count(1).min(4) {
        let mutant = &mutants[rng.usize(..mutants.len())];
        let verdict = check(&mutated(&theorem, mutant));
        assert!(matches!(verdict, Ok(Verdict::Refuted(_))), "{verdict:?}, {mutant:?}");
    }
}

/// The rules of a vector game, as brute force plays it.
#[derive(Debug, Clone)]
struct Game {
    rays: Vec<[u32; 2]>,
    altered: Vec<[u32; 2]>,
    terminals: Vec<[u32; 2]>,
    to_zero: Vec<[u32; 2]>,
    blocking: usize,
}

impl Game {
    fn text(&self) -> String {
        let list = |vectors: &[[u32; 2]]| {
            vectors.iter().map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join("/")
        };
        let mut text = format!("vector:{}", list(&self.rays));
        for (name, vectors) in
            [("alter", &self.altered), ("terminal", &self.terminals), ("to-zero", &self.to_zero)]
        {
            if !vectors.is_empty() {
                text += &format!("+{name}={}", list(vectors));
            }
        }
        if self.blocking > 0 {
            text += &format!("+block={}", self.blocking);
        }
        text
    }

    /// Whether the vector is a move: a multiple of a ray, or altered, but not both.
    fn is_move(&self, vector: [u32; 2]) -> bool {
        let is_multiple = |ray: &[u32; 2]| {
            (1..=vector[0] + vector[1]).any(|m| [m * ray[0], m * ray[1]] == vector)
        };
        vector != [0, 0] && (self.rays.iter().any(is_multiple) != self.altered.contains(&vector))
    }

    /// Returns whether each position below `side` is P, from the definition.
    fn outcomes(&self, side: u32, is_misere: bool) -> HashMap<[u32; 2], bool> {
        let mut is_p = HashMap::new();
        for x in 0..side {
            for y in 0..side {
                let below = (0..=x).flat_map(|dx| (0..=y).map(move |dy| [dx, dy]));
                let options: Vec<[u32; 2]> = below
                    .filter(|&v| {
                        let is_to_zero = v == [x, y] && self.to_zero.contains(&v);
                        (self.is_move(v) || is_to_zero) && !self.terminals.contains(&[x, y])
                    })
                    .map(|[dx, dy]| [x - dx, y - dy])
                    .collect();
                let in_p = options.iter().filter(|option| is_p[*option]).count();
                let wins_without_moves = is_misere && options.is_empty();
                is_p.insert([x, y], in_p <= self.blocking && !wins_without_moves);
            }
        }
        is_p
    }
}

fn vectors(most: usize) -> impl Strategy<Value = Vec<[u32; 2]>> {
    let vector = (0..4_u32, 0..4_u32).prop_filter("not zero", |&(x, y)| x + y > 0);
    let vectors = proptest::collection::btree_set(vector, 0..=most);
    vectors.prop_map(|vectors| vectors.into_iter().map(|(x, y)| [x, y]).collect())
}

prop_compose! {
    fn vector_game()(
        ray in (0..3_u32, 0..3_u32).prop_filter("not zero", |&(x, y)| x + y > 0),
        mut rays in vectors(2),
        altered in vectors(2),
        terminals in vectors(1),
        mut to_zero in vectors(2),
        blocking in 0..3_usize,
    ) -> Game {
        rays.push([ray.0, ray.1]);
        to_zero.retain(|at| !terminals.contains(at));
        Game { rays, altered, terminals, to_zero, blocking }
    }
}

/// Returns a certificate of a game with an automaton of the positions below 2 to the `digits`, in base 2, in
/// which a position is P as the function says; nothing larger is accepted.
fn finite(game: &str, convention: &str, digits: u32, is_p: impl Fn([u32; 2]) -> bool) -> String {
    // State 0 has read zeros alone. The others are the words that begin otherwise, as pairs of numbers with
    // a number of digits.
    let mut numbers = HashMap::from([((0, 0, 0), 0_usize)]);
    let mut states = vec![(0, 0, 0)];
    let mut transitions = Vec::new();
    let mut state = 0;
    while state < states.len() {
        let (length, x, y) = states[state];
        for (dx, dy) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let zero = (length, dx, dy) == (0, 0, 0);
            let to = if zero { (0, 0, 0) } else { (length + 1, 2 * x + dx, 2 * y + dy) };
            if to.0 <= digits {
                let number = *numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() - 1
                });
                transitions.push(json!([state, [dx, dy], number]));
            }
        }
        state += 1;
    }
    let accepting = states.iter().enumerate().filter(|(_, (_, x, y))| is_p([*x, *y]));
    let valid = json!({ "tracks": 1, "states": 1, "accepting": [0],
        "transitions": [[0, [0], 0], [0, [1], 0]] });
    json!({
        "format": "grundytab certificate", "version": 1, "program": "a test",
        "ruleset": game, "convention": convention,
        "numeration": { "name": "base:2", "digits": 2, "recurrence": [2], "weights": [1],
            "valid": valid },
        "sets": [{ "set": "p", "automaton": { "tracks": 2, "states": states.len(),
            "accepting": accepting.map(|(number, _)| number).collect::<Vec<_>>(),
            "transitions": transitions } }],
    })
    .to_string()
}

proptest! {
    #![proptest_config(random::cases(12))]

    /// Catches moves, terminal positions and counts of blocked options in the check that are not those of the
    /// rules: of a set that is right below 8 and empty beyond, the least position at which the check refutes
    /// it is at least 8, and if one position is wrong, that one is found, or one that has it as an option.
    #[test]
    fn the_check_plays_by_the_rules(game in vector_game(), is_misere in any::<bool>(), at in 0..64_u32) {
        let is_misere = is_misere && game.blocking == 0;
        let convention = if is_misere { "misere" } else { "normal" };
        let outcomes = game.outcomes(8, is_misere);
        let position = |verdict| match verdict {
            Ok(Verdict::Refuted(Refutation::Contradiction(_, position))) => {
                Some([0, 1].map(|heap: usize| position[heap].1.expect("small") as u32))
            }
            other => panic!("{other:?}"),
        };
        let right = finite(&game.text(), convention, 3, |at| outcomes[&at]);
        // Far out there are P-positions in every such game.
        let refuted = position(check(&right)).expect("an infinite set is not finite");
        prop_assert!(refuted.iter().any(|&heap| heap >= 8), "{}: {refuted:?}", game.text());
        let wrong = [at / 8, at % 8];
        let text = finite(&game.text(), convention, 3, |at| outcomes[&at] != (at == wrong));
        let refuted = position(check(&text)).expect("it is wrong");
        prop_assert!(refuted[0] < 8 && refuted[1] < 8, "{}: {refuted:?}, not {wrong:?}", game.text());
    }

    /// Catches proofs that brute force contradicts, and proofs that the check does not confirm.
    #[test]
    fn random_games_are_proved_alike(game in vector_game(), is_misere in any::<bool>()) {
        let game = Game { blocking: 0, ..game };
        let convention = if is_misere { Convention::Misere } else { Convention::Normal };
        for numeration in ["base:2", "fibonacci"] {
            let ruleset = Ruleset::parse(&game.text()).expect("a game");
            let definition = Definition::of_outcomes(&ruleset, convention).expect("it has formulas");
            let numeration = Arc::new(Numeration::parse(numeration).expect("a numeration"));
            let caps = Caps { positions: 5_000, depth: 3, ..Caps::default() };
            let search = prove(&definition, &numeration, &caps, &mut |_| ());
            let theorem = search.expect("no engine fails").theorem;
            let Some(theorem) = theorem else { continue };
            for ([x, y], is_p) in game.outcomes(16, is_misere) {
                prop_assert_eq!(theorem.automata[0].accepts(&[x.into(), y.into()]), is_p);
            }
            prop_assert_eq!(check(&theorem.certificate()), Ok(Verdict::Proved), "{}", game.text());
            break;
        }
    }
}
