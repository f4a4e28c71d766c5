//! Loopy games: both engines against a brute force that knows graphs alone, on random digraphs that are written as rules.

use fastrand::Rng;

use crate::engine::cpu::CpuEngine;
use crate::engine::reference::ReferenceEngine;
use crate::engine::{Engine, EngineError};
use crate::{InMemoryTable, Plan};

/// The options of each vertex, for each player.
type Options = Vec<Vec<usize>>;

/// How a play ends for who begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    Lost(u32),
    Won(u32),
    Never,
}

/// Plays `moves` moves more than there are nodes, from the ends on: what is not over by then never is.
fn brute_force(options: &Options, is_misere: bool) -> Vec<Ends> {
    let mut ends = vec![Ends::Never; options.len()];
    for round in 0..=options.len() as u32 {
        let before = ends.clone();
        for (node, of) in options.iter().enumerate() {
            let lost = of.iter().filter_map(|&to| match before[to] {
                Ends::Lost(moves) => Some(moves),
                _ => None,
            });
            let won = of.iter().filter_map(|&to| match before[to] {
                Ends::Won(moves) => Some(moves),
                _ => None,
            });
            ends[node] = match (lost.min(), won.clone().count() == of.len()) {
                _ if of.is_empty() && is_misere => Ends::Won(0),
                (Some(moves), _) => Ends::Won(moves + 1),
                (None, true) => Ends::Lost(won.max().map_or(0, |moves| moves + 1)),
                (None, false) => Ends::Never,
            };
        }
        assert!(round < options.len() as u32 || before == ends, "it has come to an end");
    }
    ends
}

/// Returns the options in the sum of a graph and a nim heap of at most this size; the node of (vertex, heap) is
/// vertex * (size + 1) + heap.
fn beside_nim_heap(options: &Options, size: usize) -> Options {
    let node = |vertex: usize, heap: usize| vertex * (size + 1) + heap;
    let of = |at: usize| {
        let (vertex, heap) = (at / (size + 1), at % (size + 1));
        let moved = options[vertex].iter().map(move |&to| node(to, heap));
        moved.chain((0..heap).map(move |smaller| node(vertex, smaller))).collect()
    };
    (0..options.len() * (size + 1)).map(of).collect()
}

fn random_graph(rng: &mut Rng, vertices: usize) -> Options {
    let most = rng.usize(1..4);
    let vertex = |rng: &mut Rng| {
        let count = rng.usize(0..=most);
        (0..count).map(|_| rng.usize(0..vertices)).collect()
    };
    (0..vertices).map(|_| vertex(rng)).collect()
}

/// Writes the moves of a player as clauses.
fn clauses(options: &Options) -> String {
    let clause = |(at, to): (usize, &Vec<usize>)| {
        let mut to = to.clone();
        to.sort_unstable();
        let to: Vec<String> = to.iter().map(usize::to_string).collect();
        (!to.is_empty()).then(|| format!("(k) for k in {{{}}} if x == {at}", to.join(", ")))
    };
    let written: Vec<String> = options.iter().enumerate().filter_map(clause).collect();
    if written.is_empty() { "(x) if false".into() } else { written.join("; ") }
}

/// Returns the values of all vertices, which both engines find.
fn values(rules: &str, vertices: usize, quantity: &str) -> (Plan, InMemoryTable) {
    let plan = Plan::parse(rules, &vertices.to_string(), quantity).expect(rules);
    let table = InMemoryTable::run(&CpuEngine, &plan).expect(rules);
    let reference = InMemoryTable::run(&ReferenceEngine, &plan).expect(rules);
    assert_eq!(reference.compare(&table), Ok(()), "{rules}, {quantity}");
    assert_eq!(reference.infinite_sets(), table.infinite_sets(), "{rules}");
    (plan, table)
}

/// Catches a position that is decided too early or never, a wrong length of play, classes of players who are exchanged, and
/// values of generalized Grundy functions that do not tell the outcome beside a nim heap: a number m tells that of the heap
/// of m alone is lost, infinity(K) that the heaps in K are won and all others drawn.
#[test]
fn random_digraphs_are_as_brute_force_has_them() {
    let mut rng = Rng::with_seed(11);
    let (mut infinite, mut largest) = (0, 0);
    for _ in 0..500 {
        let vertices = rng.usize(2..11);
        let graph = random_graph(&mut rng, vertices);
        let rules = format!("rules: loopy; {}", clauses(&graph));
        for (quantity, is_misere) in
            [("outcome", false), ("outcome misere", true), ("remoteness", false)]
        {
            let ends = brute_force(&graph, is_misere);
            let expected = |of: &Ends| match (quantity, of) {
                ("remoteness", Ends::Lost(moves) | Ends::Won(moves)) => *moves,
                ("remoteness", Ends::Never) => u32::MAX,
                (_, Ends::Lost(_)) => 1,
                (_, Ends::Won(_)) => 0,
                (_, Ends::Never) => 2,
            };
            let expected: Vec<u32> = ends.iter().map(expected).collect();
            assert_eq!(
                values(&rules, vertices, quantity).1.values(),
                expected,
                "{rules}, {quantity}"
            );
        }
        let (plan, found) = values(&rules, vertices, "grundy");
        let sets = found.infinite_sets().expect("sets");
        let first = plan.job().first_infinite().expect("a loopy game");
        let size = first as usize + 1;
        let sums = brute_force(&beside_nim_heap(&graph, size), false);
        for (vertex, &value) in found.values().iter().enumerate() {
            let set = value.checked_sub(first).map(|place| sets.get(place).expect("a set"));
            for heap in 0..=size {
                let end = &sums[vertex * (size + 1) + heap];
                let is_right = match (set, end) {
                    (None, Ends::Lost(_)) => heap == value as usize,
                    (None, Ends::Won(_)) => heap != value as usize,
                    (Some(set), Ends::Won(_)) => set.contains(&(heap as u32)),
                    (Some(set), Ends::Never) => !set.contains(&(heap as u32)),
                    (None, Ends::Never) | (Some(_), Ends::Lost(_)) => false,
                };
                assert!(is_right, "{rules}: {value} {set:?} beside {heap}: {end:?}");
            }
            assert_eq!(plan.job().is_draw(value), set.is_some_and(|set| !set.contains(&0)));
            infinite += u32::from(set.is_some());
            largest = largest.max(if set.is_none() { value } else { 0 });
        }
        let other = random_graph(&mut rng, vertices);
        check_classes(&[graph, other], vertices);
    }
    assert!(infinite > 500 && largest > 1, "{infinite} infinite values, numbers up to {largest}");
}

fn check_classes(players: &[Options; 2], vertices: usize) {
    let [left, right] = players.each_ref().map(clauses);
    let rules = format!("rules: loopy; left: {left}; right: {right}");
    let both = |(from, to): (&Options, usize)| -> Options {
        from.iter().map(|of| of.iter().map(|at| at + to).collect()).collect()
    };
    let nodes = [both((&players[0], vertices)), both((&players[1], 0))].concat();
    for (quantity, is_misere) in [("outcome-class", false), ("outcome-class misere", true)] {
        let ends = brute_force(&nodes, is_misere);
        let (plan, found) = values(&rules, vertices, quantity);
        for (vertex, &value) in found.values().iter().enumerate() {
            // Who wins if Left begins, and if Right does.
            let name = plan.job().outcome_class(value);
            let expected = match (ends[vertex], ends[vertices + vertex]) {
                (Ends::Lost(_), Ends::Lost(_)) => "P",
                (Ends::Won(_), Ends::Won(_)) => "N",
                (Ends::Won(_), Ends::Lost(_)) => "L",
                (Ends::Lost(_), Ends::Won(_)) => "R",
                (Ends::Never, Ends::Never) => "D",
                (Ends::Won(_), Ends::Never) => "NHat",
                (Ends::Never, Ends::Won(_)) => "NCheck",
                (Ends::Never, Ends::Lost(_)) => "PHat",
                (Ends::Lost(_), Ends::Never) => "PCheck",
            };
            assert_eq!(name, expected, "{rules}, {quantity} at {vertex}");
        }
    }
}

/// Catches a wave of many positions that threads share, and takes a position twice or not at all: a walk on a strip with
/// an end, where Left and Right need as many moves as there are cells.
#[test]
fn long_waves_and_plays_are_those_of_the_definition() {
    for (rules, domain) in [
        (
            "rules: loopy; positions x < 90 and y < 90; (x + 1, y); (x, y + 1); (x - 2, y) if x >= 2 and y % 3 == 1",
            "90x90",
        ),
        (
            "rules: loopy; terminal x == 0; (x - 1, y) if x > 0; (x, y - 1) if y > 0; (x, y + 1) if y < 79",
            "80x80",
        ),
        (
            "rules: loopy; positions x + y < 40; (x + k, y - 1) for k in {1, 2} if y > 0; (x - k, y + 1) for k in {1, 3} if x >= k",
            "40x40",
        ),
    ] {
        for quantity in ["remoteness", "grundy"] {
            let plan = Plan::parse(rules, domain, quantity).expect(rules);
            let table = InMemoryTable::run(&CpuEngine, &plan).expect(rules);
            if quantity == "remoteness" {
                let reference = InMemoryTable::run(&ReferenceEngine, &plan).expect(rules);
                assert_eq!(reference.compare(&table), Ok(()), "{rules}");
            }
            let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
            let alone = one.install(|| InMemoryTable::run(&CpuEngine, &plan)).expect(rules);
            assert_eq!(alone.compare(&table), Ok(()), "{rules}");
        }
    }
}

/// Catches moves out of the table that are passed over, so that positions near its border have wrong values.
#[test]
fn moves_that_lead_out_of_the_table_are_refused() {
    let plan =
        Plan::parse("rules: loopy; (x + 1); (x - 2) if x >= 2", "20", "outcome").expect("a plan");
    for engine in [&CpuEngine as &dyn Engine, &ReferenceEngine] {
        match InMemoryTable::run(engine, &plan) {
            Err(EngineError::FaultyRules { what }) => {
                assert!(what.contains("at (19) a move leads to (20)"), "{what}");
                assert!(what.contains("say with `positions` where the game ends"), "{what}");
            }
            other => panic!("{other:?}"),
        }
    }
}
