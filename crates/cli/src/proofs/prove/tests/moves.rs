//! The formulas against the definition of the moves: a proof is about the game only if they say the same.
//!
//! Positions get random values, which are no game's values. What the condition of a set says of a position,
//! given the sets of these values, must be what the definition makes of the values of its options. This
//! exercises every move: each makes a difference for some values.

use std::collections::HashMap;
use std::sync::Arc;

use crate::automata::{Arithmetic, Automaton, Formula, Limits, Numeration, evaluate};
use crate::proofs::prove::{Definition, SetName, moves};
use grundytab::domain::{Coordinates, Domain, Sum};
use grundytab::engine::value_by_definition;
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

/// A value that no set has: that of positions without a random one.
const OTHER: u32 = 99;

/// Returns the automaton of finitely many positions.
fn automaton_of(arithmetic: &Arithmetic, heaps: usize, set: &[Vec<u32>]) -> Arc<Automaton> {
    let is_position = |position: &Vec<u32>| {
        let heaps = position.iter().enumerate();
        Formula::All(heaps.map(|(axis, &heap)| Formula::Is(axis as u32, heap.into())).collect())
    };
    let any = Formula::Any(set.iter().map(is_position).collect());
    let limits = Limits::default();
    let relation = evaluate(&any, arithmetic, &limits).expect("small");
    Arc::new(relation.over(heaps, &limits).expect("small"))
}

/// Compares the conditions of a definition with `value_by_definition` at all positions of a domain, where
/// the positions of the domain have random values, of which 1 in `density` is in a set.
fn compare(definition: &Definition, numeration: &Arc<Numeration>, domain: &Domain, seed: u64) {
    let arithmetic = Arithmetic::of(numeration, &Limits::default()).expect("it is proved");
    let mut random = fastrand::Rng::with_seed(seed);
    let ruleset = definition.ruleset();
    let heaps = ruleset.heaps();
    let cells: Vec<Coordinates> =
        Coordinates::cells_of_box(domain.sides()).filter(|&at| domain.contains(at)).collect();
    let written = ruleset.clause_game().map(|game| game.rules());
    let is_position = |at: Coordinates| {
        written.is_none_or(|rules| rules.is_position(at.unpadded(heaps)) == Ok(true))
    };
    let quantity = definition.quantity();
    let of_nobody = match definition.sets()[0] {
        SetName::Value(_) => OTHER,
        SetName::P | SetName::LeftWinsFirst | SetName::RightWinsFirst => 0,
    };
    // Every value of the quantity up to 3, where it has them; each at about a sixth of the positions.
    let mut values: HashMap<Coordinates, u32> = HashMap::new();
    for &at in &cells {
        // The values of sums are defined if every position has one.
        if random.u32(..2) == 0 || definition.is_about_all_values() {
            let value = match definition.sets()[0] {
                SetName::Value(_) => random.u32(..definition.sets().len() as u32),
                SetName::P => 1,
                SetName::LeftWinsFirst | SetName::RightWinsFirst => random.u32(1..4),
            };
            values.insert(at, value);
        }
    }
    let value = |at: Coordinates| values.get(&at).copied().unwrap_or(of_nobody);
    let automata: Vec<Arc<Automaton>> = definition
        .sets()
        .iter()
        .map(|&set| {
            let members: Vec<Vec<u32>> = values
                .iter()
                .filter(|&(_, &value)| definition.is_member_by(quantity, set, value))
                .map(|(at, _)| at.unpadded(heaps).to_vec())
                .collect();
            automaton_of(&arithmetic, heaps, &members)
        })
        .collect();
    let limits = Limits::default();
    for &set in definition.sets() {
        let condition = definition.condition(set, &automata);
        let relation = evaluate(&condition, &arithmetic, &limits).expect("small");
        let defined = relation.over(heaps, &limits).expect("small");
        for &at in &cells {
            let defined_value =
                value_by_definition(ruleset, quantity, definition.convention(), at, value);
            let position: Vec<u64> = at.unpadded(heaps).iter().map(|&heap| heap.into()).collect();
            let is_member = definition.is_member_by(quantity, set, defined_value);
            assert_eq!(
                defined.accepts(&position),
                is_member && is_position(at),
                "{ruleset}, {:?}, {set}, at {position:?}, seed {seed}",
                definition.convention()
            );
        }
    }
}

/// Compares the automaton of the moves with the options of all positions of a domain.
fn compare_moves(ruleset: &Ruleset, numeration: &Arc<Numeration>, domain: &Domain) {
    let (heaps, limits) = (ruleset.heaps(), Limits::default());
    let arithmetic = Arithmetic::of(numeration, &limits).expect("it is proved");
    let written = ruleset.clause_game().map(|game| game.rules());
    let is_position = |at: Coordinates| {
        written.is_none_or(|rules| rules.is_position(at.unpadded(heaps)) == Ok(true))
    };
    let moves = moves(ruleset, &arithmetic, &limits).expect("small");
    let cells: Vec<Coordinates> =
        Coordinates::cells_of_box(domain.sides()).filter(|&at| domain.contains(at)).collect();
    for &from in &cells {
        let options = ruleset.definition().options(from);
        for &to in &cells {
            let pair = [from.unpadded(heaps), to.unpadded(heaps)].concat();
            let pair: Vec<u64> = pair.into_iter().map(u64::from).collect();
            assert_eq!(
                moves.accepts(&pair),
                is_position(from) && options.contains(&Sum::from(to)),
                "{ruleset}, {pair:?}"
            );
        }
    }
}

/// Compares all that is proved of a game, outcomes in both conventions and values; and its moves.
pub(super) fn compare_all(game: &str, numeration: &str, seed: u64) {
    let ruleset = Ruleset::parse(game).expect("a game");
    let numeration = Arc::new(Numeration::parse(numeration).expect("a numeration"));
    let domain = match (ruleset.digraph_game(), ruleset.heaps()) {
        (Some(_), 3) => Domain::simplex(3, 4),
        (Some(_), heaps) => Domain::simplex(heaps, 6),
        (_, 1) => Domain::boxed(&[24]),
        (_, 2) => Domain::boxed(&[7, 7]),
        (_, _) => Domain::boxed(&[3, 3, 4]),
    };
    let domain = domain.expect("small");
    if ruleset.has_sums() {
        // Values up to 3 have values up to 3 as their xor.
        let definition = Definition::of_values(&ruleset, 3).expect("it has formulas");
        compare(&definition, &numeration, &domain, seed);
        return;
    }
    for &mover in ruleset.movers() {
        compare_moves(&ruleset.moves_of(mover), &numeration, &domain);
    }
    let mut conventions = vec![Convention::Normal];
    if ruleset.blocking_number() == 0 {
        conventions.push(Convention::Misere);
    }
    for convention in conventions {
        let definition = Definition::of_outcomes(&ruleset, convention).expect("it has formulas");
        compare(&definition, &numeration, &domain, seed);
    }
    if let Ok(definition) = Definition::of_values(&ruleset, 2) {
        compare(&definition, &numeration, &domain, seed);
    }
}

/// Catches a move that the formulas forget or make up, of any family with any modifier: the games are
/// chosen for rays that share moves, altered moves on and beside rays, and counts of options.
#[test]
fn formulas_and_moves_agree() {
    for (seed, game) in [
        "nim:1",
        "nim:3",
        "wythoff+block=1",
        "maharaja",
        "vector:2,1/4,2/6,3",
        "vector:4,1/1,6/5,5",
        "vector:4,0/6,0/0,1+block=1",
        "vector:1,1/2,2/0,1+block=2",
        "vector:2,0/3,0/0,1+block=1",
        "vector:2,0/3,0/0,2+alter=4,0/5,0/1,1/0,6+block=2",
        "vector:1,0/0,1+alter=2,0/3,0/1,1/2,2/3,3+block=1",
        "vector:+alter=2,1/1,2/3,3/1,1+block=1",
        "vector:2,2/3,3+alter=6,6/1,1/4,4/1,0",
        "vector:1,0,1/0,1,1/0,0,2+alter=0,1,2",
        "nim:3+block=1",
        "wythoff+alter=1,1/3,5/2,0+terminal=2,2/0,3",
        "wythoff+block=2+terminal=1,2/3,3",
        "wythoff+to-zero=1,2/3,3/5,0",
        "wythoff+alter=1,1/3,5/2,0+to-zero=1,1/3,5/5,2/2,2+terminal=2,1",
        "wythoff+block=2+to-zero=1,2/3,3/6,4",
        "vector:2,0/3,0/0,1+to-zero=6,0/1,1/1,0+block=1",
        "vector:+alter=2,1/1,2+to-zero=1,0/4,4+block=2",
        "subtraction:3,4+to-zero=1/6+terminal=5",
        "subtraction:2,3+heaps=2+to-zero=1,1",
        "subtraction:2,5,8",
        "subtraction:1,3,4+block=1",
        "subtraction:1,2,4,6,9+block=2",
        "subtraction:2,3+heaps=2",
        "subtraction:1,2+heaps=3",
        "subtraction:1,3,4+heaps=2+block=1+terminal=2,2",
        "subtraction:3,4+terminal=5/6",
        "fibonacci",
        "triangle",
        "digraph:XX",
        "digraph:XY",
        "digraph:XY/YX/XX",
        "digraph:XY+heaps=3",
        "digraph:XY/YX/ZZ",
        "digraph:XY/XZ/YZ/ZZ",
        "digraph:XX/YY/XY",
        "partizan:1,0/0,1:1,1/2,1",
        "partizan::+alter-left=1/4+alter-right=2/3",
        "partizan:1,0:0,1+alter-left=2,0/1,1+alter-right=1,1/0,1+terminal=1,2",
        "partizan:2/3:1+alter-left=6/1+alter-right=1/2+terminal=4",
    ]
    .into_iter()
    .enumerate()
    {
        compare_all(game, "base:2", seed as u64);
    }
    for game in [
        "wythoff+block=1",
        "fibonacci",
        "digraph:XY/YX",
        "subtraction:2,5,8",
        "subtraction:fibonacci-odd+terminal=7",
        "subtraction:fibonacci-odd+to-zero=2/4",
        "subtraction:fibonacci-odd+heaps=2",
        "subtraction:fibonacci-odd+block=1",
    ] {
        compare_all(game, "fibonacci", 1);
    }
}

/// Returns random vectors that are not zero.
fn random_vectors(random: &mut fastrand::Rng, heaps: usize, count: usize) -> String {
    let mut vectors = Vec::new();
    while vectors.len() < count {
        let vector: Vec<u32> = (0..heaps).map(|_| random.u32(..4)).collect();
        if vector.iter().any(|&component| component > 0) {
            vectors.push(vector.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        }
    }
    vectors.join("/")
}

/// Catches what nobody thought of: rays, altered moves, terminal positions and blocking at random.
#[test]
fn formulas_and_moves_of_random_games_agree() {
    let mut random = fastrand::Rng::with_seed(20);
    for seed in 0..24 {
        let heaps = [1, 2, 2, 2, 2, 3][random.usize(..6)];
        let [rays, altered, terminals] =
            [1 + random.usize(..3), random.usize(..4), random.usize(..3)];
        let mut game = format!("vector:{}", random_vectors(&mut random, heaps, rays));
        for (modifier, count) in [("alter", altered), ("terminal", terminals)] {
            if count > 0 {
                game += &format!("+{modifier}={}", random_vectors(&mut random, heaps, count));
            }
        }
        if terminals == 0 && random.bool() {
            game += &format!("+to-zero={}", random_vectors(&mut random, heaps, 2));
        }
        if heaps < 3 && random.bool() {
            game += &format!("+block={}", random.u32(1..3));
        }
        compare_all(&game, "base:2", seed);
    }
}
