//! Proofs of games whose P-positions are known, and refutations: no mutated automaton is proved.

mod layers;
mod moves;
mod rules;
mod time;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::decision::Decider;
use super::{
    Caps, Definition, End, Numerations, Origin, Proof, Search, SetName, Step, prove, prove_in_turn,
};
use crate::automata::{
    Arithmetic, AutomataError, Automaton, Formula, Limits, Numeration, evaluate,
};
use crate::proofs::certificate::{Certificate, CheckLimits, Verdict};
use crate::tests::common::random;
use grundytab::control::Control;
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

fn proved(game: &str, convention: Convention, numeration: &str) -> Option<Proof> {
    let ruleset = Ruleset::parse(game).expect("a game");
    let definition = Definition::of_outcomes(&ruleset, convention).expect("it has formulas");
    let numeration = Arc::new(Numeration::parse(numeration).expect("a numeration"));
    // The Triangle Game needs 266 tokens.
    let positions = if game == "triangle" { 4_000_000 } else { 400_000 };
    let caps = Caps { positions, depth: 6, ..Caps::default() };
    prove(&definition, &numeration, &caps, &mut |_| ()).expect("no engine fails").theorem
}

/// Catches formulas that describe other moves than the game has, and guesses that are proved although they
/// are wrong: far beyond the table the automaton is compared with what the literature says.
#[test]
fn games_are_proved() {
    let golden = |n: u64| u64::try_from(heap_rules::golden_ratio::floor_phi(n)).expect("small");
    let wythoff = theorem_of("wythoff", "fibonacci");
    for n in [0, 1, 2, 1000, 123_456_789] {
        let (a, b) = (golden(n), golden(n) + n);
        assert!(wythoff.automata[0].accepts(&[a, b]) && wythoff.automata[0].accepts(&[b, a]));
        assert!(!wythoff.automata[0].accepts(&[a, b + 1]));
    }
    let nim = theorem_of("nim", "base:2");
    assert!(nim.automata[0].accepts(&[1 << 40, 1 << 40]) && !nim.automata[0].accepts(&[7, 6]));
    let subtraction = theorem_of("subtraction:2,5,8", "base:2");
    // The period is 0 0 1 1 0 2 1 0 2 1 (Winning Ways): P-positions are 0, 1, 4 and 7 modulo 10.
    for n in (0..60).chain(1_000_000..1_000_020) {
        assert_eq!(subtraction.automata[0].accepts(&[n]), [0, 1, 4, 7].contains(&(n % 10)), "{n}");
    }
    let fibonacci = theorem_of("fibonacci", "fibonacci");
    // Whinihan 1963: (n, r) is P exactly if r is less than the smallest part of n.
    assert!(fibonacci.automata[0].accepts(&[10_946 + 55, 54]));
    assert!(!fibonacci.automata[0].accepts(&[10_946 + 55, 55]));
}

/// Fewer states than the whole condition of Wythoff Nim takes, and more than that members have moves to others in a column.
const FEW: usize = 60;

fn arithmetic_of(numeration: &Arc<Numeration>) -> Arithmetic {
    Arithmetic::of(numeration, &Limits::default()).expect("it is proved")
}

pub(super) fn theorem_of(game: &str, numeration: &str) -> Proof {
    proved(game, Convention::Normal, numeration).expect(game)
}

/// Catches an infinite subtraction set that is taken for the finite one of the tables, or in a numeration in
/// which no automaton accepts it. Larsson and Fox 2015: the P-positions are 0 and the floor(n phi^2), that
/// is floor(n phi) + n.
#[test]
fn an_infinite_subtraction_set_is_proved() {
    let theorem = theorem_of("subtraction:fibonacci-odd", "fibonacci");
    let golden = |n: u64| u64::try_from(heap_rules::golden_ratio::floor_phi(n)).expect("small");
    let p_positions: Vec<u64> = (0..1000).map(|n| golden(n) + n).collect();
    for n in 0..2000 {
        assert_eq!(theorem.automata[0].accepts(&[n]), p_positions.contains(&n), "{n}");
    }
    let far = 1_u64 << 40;
    assert!(theorem.automata[0].accepts(&[golden(far) + far]));
    let definition = &theorem.definition;
    let base2 = Arc::new(Numeration::base(2).expect("a base"));
    assert!(prove(definition, &base2, &Caps::default(), &mut |_| ()).is_err());
    let everything = Arc::new(Automaton::all(&base2, 1, &Limits::default()).expect("small"));
    let refuted = Decider::new(definition, &arithmetic_of(&base2), &Limits::default())
        .refutation(0, &[everything])
        .expect("small");
    assert!(refuted.is_some());
}

/// Catches conditions of misère play and of partizan games that are not those of the definition: they
/// would not be satisfied by what the tables show.
#[test]
fn every_family_is_proved() {
    for (game, convention, numeration) in [
        ("nim", Convention::Misere, "base:2"),
        ("wythoff", Convention::Misere, "fibonacci"),
        ("fibonacci", Convention::Misere, "fibonacci"),
        ("wythoff+block=2", Convention::Normal, "base:2"),
        ("wythoff+terminal=0,1/1,0", Convention::Normal, "fibonacci"),
        ("digraph:XY/YX", Convention::Normal, "base:2"),
        ("partizan:1,0/0,1:1,1/2,1", Convention::Normal, "base:2"),
        ("partizan:1,0/0,1:1,1/2,1", Convention::Misere, "base:2"),
    ] {
        assert!(proved(game, convention, numeration).is_some(), "{game}, {convention:?}");
    }
}

/// Catches values whose condition is not the mex, and a value that no position has: the set of its positions is
/// empty, and that is proved as well.
#[test]
fn values_are_proved() {
    for (game, largest) in [("nim", 3), ("subtraction:2,5,8", 3)] {
        let ruleset = Ruleset::parse(game).expect("a game");
        let definition = Definition::of_values(&ruleset, largest).expect("it has formulas");
        let base2 = Arc::new(Numeration::base(2).expect("a base"));
        let caps = Caps { positions: 400_000, depth: 6, ..Caps::default() };
        let search = prove(&definition, &base2, &caps, &mut |_| ()).expect("no engine fails");
        assert_eq!(search.end, None, "{game}");
        let theorem = search.theorem.expect(game);
        for n in 0..200 {
            for (value, automaton) in theorem.automata.iter().enumerate() {
                // The period of the subtraction game is that of Winning Ways.
                let (position, expected) = match game {
                    "nim" => (vec![n, n ^ value as u64], true),
                    _ => (vec![n], [0, 0, 1, 1, 0, 2, 1, 0, 2, 1][n as usize % 10] == value),
                };
                assert_eq!(automaton.accepts(&position), expected, "{game}: {position:?}, {value}");
            }
        }
    }
}

/// Catches a wrong guess that is not refuted before the automata of the whole condition grow: (5, 6) is no P-position of Wythoff Nim,
/// since a move leads to the P-position (5, 3).
#[test]
fn moves_within_a_set_are_found_first() {
    let theorem = theorem_of("wythoff", "fibonacci");
    let arithmetic = arithmetic_of(theorem.automata[0].numeration());
    let is_one = Formula::All(vec![Formula::Is(0, 5), Formula::Is(1, 6)]);
    let wrong =
        Formula::Any(vec![Formula::Accepts(Arc::clone(&theorem.automata[0]), vec![0, 1]), is_one]);
    let wrong = evaluate(&wrong, &arithmetic, &Limits::default()).expect("small").automaton;
    for states in [FEW, 1_000_000] {
        let limits = Limits { states, ..Limits::default() };
        let decided = |automaton: Arc<Automaton>| {
            Decider::new(&theorem.definition, &arithmetic, &limits).refutation(0, &[automaton])
        };
        let (set, position) = decided(Arc::new(wrong.clone())).expect("decided").expect("wrong");
        assert_eq!(set, SetName::P);
        assert!(wrong.accepts(&position), "{position:?}");
        let by_moves = |k: u64| {
            let [x, y] = [position[0], position[1]].map(|heap| heap.checked_sub(k));
            let options = [(x, Some(position[1])), (Some(position[0]), y), (x, y)];
            options.into_iter().any(|option| match option {
                (Some(x), Some(y)) => wrong.accepts(&[x, y]),
                _ => false,
            })
        };
        assert!((1..20).any(by_moves), "{position:?}");
        // The whole condition takes larger automata.
        let right = decided(Arc::clone(&theorem.automata[0]));
        assert_eq!(right.is_ok(), states > FEW, "{right:?}");
    }
}

/// Catches a decision that says yes to anything: every transition and every final state is changed once.
#[test]
fn mutated_automata_are_refuted() {
    for (game, numeration) in [("wythoff", "fibonacci"), ("nim", "base:2")] {
        let Proof { definition, automata, .. } = theorem_of(game, numeration);
        let limits = Limits::default();
        let arithmetic = arithmetic_of(automata[0].numeration());
        let holds = |automaton| {
            Decider::new(&definition, &arithmetic, &limits)
                .refutation(0, &[Arc::new(automaton)])
                .expect("small")
                .is_none()
        };
        assert!(holds((*automata[0]).clone()));
        let mutants = automata[0].mutants();
        assert!(mutants.len() >= 2 * automata[0].states());
        for mutant in mutants {
            assert!(!holds(mutant.clone()), "{game}: {mutant:?}");
        }
    }
}

/// Catches a decision that says yes to anything, for the Triangle Game: a sample of the final states, of which every night takes
/// all, and of the transitions. Where sets that are far apart are compared, the limit on states may be met first, which
/// proves nothing either.
#[test]
fn mutated_automata_of_the_triangle_game_are_not_proved() {
    let Proof { definition, automata, .. } = theorem_of("triangle", "fibonacci");
    let limits = Limits { states: 10_000, ..Limits::default() };
    let arithmetic = arithmetic_of(automata[0].numeration());
    let decided = |automaton| {
        Decider::new(&definition, &arithmetic, &limits).refutation(0, &[Arc::new(automaton)])
    };
    assert_eq!(decided((*automata[0]).clone()), Ok(None));
    let (states, mut mutants) = (automata[0].states(), automata[0].mutants());
    let transitions = mutants.split_off(states);
    mutants = random::sample(mutants, 15);
    mutants.extend(random::sample(transitions, 15).into_iter().take(states));
    let count = mutants.len();
    let refuted = mutants.into_iter().filter(|mutant| match decided(mutant.clone()) {
        Ok(refuted) => refuted.is_some() || panic!("it is proved: {mutant:?}"),
        Err(error) => {
            assert_eq!(error, AutomataError::TooManyStates(10_000));
            false
        }
    });
    let refuted = refuted.count();
    assert!(2 * refuted > count, "{refuted} of {count} are refuted");
}

/// Catches an order of elimination that needs more tracks than the sets of options do: in base 10 five tracks
/// would have more letters than an automaton may read.
#[test]
fn edges_of_digraphs_need_four_tracks() {
    let base10 = Arc::new(Numeration::base(10).expect("a base"));
    let limits = Limits::default();
    let refused = Automaton::all(&base10, 5, &limits).map(|_| ());
    assert_eq!(refused, Err(AutomataError::TooManyTracks(5)));
    let arithmetic = arithmetic_of(&base10);
    // Any set of positions will do.
    let set = Arc::clone(arithmetic.sum());
    for edge in ["XY", "XX", "ZY", "YX/ZZ", "XY/YZ/ZX"] {
        let ruleset = Ruleset::parse(&format!("digraph:{edge}+heaps=3")).expect("a game");
        let definition =
            Definition::of_outcomes(&ruleset, Convention::Normal).expect("it has formulas");
        let condition = definition.condition(SetName::P, &[Arc::clone(&set)]);
        let evaluated = evaluate(&condition, &arithmetic, &limits).map(|_| ());
        assert_eq!(evaluated, Ok(()), "{edge}");
    }
}

/// Catches a game that is said to be proved although no automaton reads its positions: the values of
/// Euclid need multiplication.
#[test]
fn what_has_no_formula_is_refused() {
    let euclid = Ruleset::parse("euclid").expect("a game");
    let error = Definition::of_outcomes(&euclid, Convention::Normal).expect_err("it multiplies");
    assert!(error.to_string().contains("multiply"), "{error}");
    let blocked = Ruleset::parse("wythoff+block=4294967295").expect("a game");
    let error = Definition::of_outcomes(&blocked, Convention::Normal).expect_err("it is too long");
    assert!(error.to_string().contains("too long"), "{error}");
}

/// Catches a search that finds what is not there: P-positions of Wythoff Nim are not automatic in base 2.
#[test]
fn what_is_not_automatic_stays_open() {
    assert!(proved("wythoff", Convention::Normal, "base:2").is_none());
}

/// Catches an automaton from a list that is not found, or not in the numeration of the slopes: of moves that are added and
/// removed, other rays, and three heaps. What is found is proved, and checked by the other method.
#[test]
fn lists_and_slopes_lead_to_proofs() {
    for (game, numeration) in [
        ("vector:2,0/1,1/0,1", "quadratic:4,1"),
        ("vector:2,1/2,0/1,1", "pell"),
        ("wythoff+alter=2,1", "fibonacci"),
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
        let caps = Caps::default();
        let mut search = |numeration: &Arc<Numeration>, caps: &Caps| {
            prove(&definition, numeration, caps, &mut |_| ())
        };
        let found = prove_in_turn(&definition, Numerations::ThatSuit, &caps, None, &mut search);
        let found = found.expect("no engine fails");
        let (last, search) = found.searches.last().expect("some numeration is tried");
        assert_eq!(last.to_string(), numeration, "{game}");
        let theorem = search.theorem.as_ref().expect(game);
        let certificate = Certificate::parse(&theorem.certificate()).expect(game);
        assert_eq!(certificate.check(&CheckLimits::default()), Ok(Verdict::Proved), "{game}");
    }
}

/// Catches values that are not sought in lists, a list that has positions of smaller values, and what is said of the last
/// guess. The check of the certificate is another method.
#[test]
fn values_are_proved_from_lists() {
    for (game, largest, states) in
        [("wythoff", 1, vec![7, 825]), ("wythoff+alter=2,1", 0, vec![269])]
    {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_values(&ruleset, largest).expect(game);
        let numeration = Arc::new(Numeration::fibonacci());
        let search = prove(&definition, &numeration, &Caps::default(), &mut |_| ());
        let search = search.expect("no engine fails");
        assert_eq!((search.end, search.classes), (None, None), "{game}");
        let theorem = search.theorem.expect(game);
        assert_eq!(theorem.origin, Origin::List, "{game}");
        let found: Vec<usize> = theorem.automata.iter().map(|set| set.states()).collect();
        assert_eq!(found, states, "{game}");
        let certificate = Certificate::parse(&theorem.certificate()).expect(game);
        assert_eq!(certificate.check(&CheckLimits::default()), Ok(Verdict::Proved), "{game}");
    }
}

/// Catches a search that ends since a fat set has many positions and few words: where players take multiples of 41 from one heap
/// and of 37 from the other, P-positions are those with floor(x/41) = floor(y/37). Their automaton has 230 states.
#[test]
fn fat_sets_are_proved_from_longer_lists() {
    let theorem = proved("vector:41,0/0,37", Convention::Normal, "base:2").expect("it is found");
    assert_eq!(theorem.automata[0].states(), 230);
    for (x, y) in [(41 * 77_777, 37 * 77_777), (41 * 1_000_003 - 1, 37 * 1_000_003)] {
        let is_p = x / 41 == y / 37;
        assert_eq!(theorem.automata[0].accepts(&[x, y]), is_p, "({x}, {y})");
    }
}

/// Catches a first table of millions of positions on four heaps, which took the time of the search in every numeration: Circular
/// Nim CN(4, 2), where players take from two neighbours on a circle of four heaps, is P iff opposite heaps are equal (Dufour and
/// Heubach, Circular Nim games, 2013).
#[test]
fn the_first_table_on_four_heaps_is_small() {
    let game = "rules: (x - a, y - b, z, w) for 0 <= a <= x, 0 <= b <= y if a + b > 0; (x, y - a, z - b, w) for 0 <= a <= y, \
                0 <= b <= z if a + b > 0; (x, y, z - a, w - b) for 0 <= a <= z, 0 <= b <= w if a + b > 0; (x - b, y, z, w - a) \
                for 0 <= a <= w, 0 <= b <= x if a + b > 0";
    let theorem = proved(game, Convention::Normal, "base:2").expect("it is found");
    for (position, is_p) in [([9, 70, 9, 70], true), ([9, 70, 70, 9], false), ([0, 1, 1, 0], false)]
    {
        assert_eq!(theorem.automata[0].accepts(&position), is_p, "{position:?}");
    }
}

/// Catches a numeration that the slopes suggest and that is tried after all others, when no time may be left.
#[test]
fn the_numeration_of_the_slopes_is_tried_first() {
    let ruleset = Ruleset::parse("vector:3,0/1,1/0,3").expect("a game");
    let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect("a formula");
    let mut tried = Vec::new();
    let mut search = |numeration: &Arc<Numeration>, _: &Caps| {
        tried.push(numeration.to_string());
        Ok(Search { end: Some(End::LargestTable), ..Search::default() })
    };
    let caps = Caps::default();
    let found = prove_in_turn(&definition, Numerations::ThatSuit, &caps, None, &mut search);
    assert_eq!(found.expect("nobody interrupts").searches.len(), 5);
    let usual = ["fibonacci", "base:2", "base:3", "pell"];
    let later = [&["ostrowski:3"], usual.as_slice()].concat();
    assert_eq!(tried, [usual.as_slice(), &later, &later].concat());
}

/// Catches a guess that is called a theorem although the time was over before it was decided.
#[test]
fn what_is_not_decided_in_time_is_no_theorem() {
    let ruleset = Ruleset::parse("wythoff").expect("a game");
    let definition =
        Definition::of_outcomes(&ruleset, Convention::Normal).expect("it has formulas");
    let numeration = Arc::new(Numeration::fibonacci());
    let end = Instant::now() + Duration::from_secs(3);
    let caps = Caps { control: Control::default().until(end), ..Caps::default() };
    let mut tell = |step: &Step| {
        if matches!(step, Step::Decision(_)) {
            std::thread::sleep(end.saturating_duration_since(Instant::now()));
        }
    };
    let search = prove(&definition, &numeration, &caps, &mut tell).expect("no engine fails");
    assert!(matches!(search.end, Some(End::Time)) && search.theorem.is_none(), "{search:?}");
}

/// Catches classes that seem to grow without bound although there is an automaton, or to be bounded although their numbers
/// grow as those of the words do: Wythoff Nim without the move (1, 1).
#[test]
fn classes_show_where_there_seems_to_be_no_automaton() {
    for (game, numeration, is_vain) in [
        ("wythoff+alter=1,1", "fibonacci", true),
        ("wythoff", "base:2", true),
        ("wythoff+alter=2,1", "fibonacci", false),
        // On three heaps words are more than numbers: Wythoff Nim with one blocked option beside a heap without moves has an
        // automaton, of 146 states.
        ("vector:1,0,0/0,1,0/1,1,0+block=1", "fibonacci", false),
    ] {
        let ruleset = Ruleset::parse(game).expect(game);
        let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
        let numeration = Arc::new(Numeration::parse(numeration).expect("a numeration"));
        let caps = Caps { positions: 125_000, ..Caps::default() };
        let search = prove(&definition, &numeration, &caps, &mut |_| ()).expect("no engine fails");
        assert_eq!(
            matches!(search.end, Some(End::Classes(_))),
            is_vain,
            "{game}: {:?}",
            search.end
        );
    }
}
