//! Tests of the methods other than the wavefront by several ranks, which are threads.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;

use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, Grading, MAX_HEAPS};
use crate::engine::cluster::tests::rank_sink::{Tiles, always, at_most, run};
use crate::engine::cluster::{Network, Partition, SingleRank, threads};
use crate::engine::cpu::CpuEngine;
use crate::engine::reference::ReferenceEngine;
use crate::engine::{Engine, EngineError, RunReport, Traffic};
use crate::plan::Plan;
use crate::tests::common::random;

/// Ranks that wait for one another longer than this wait for ever.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// A run by several ranks.
#[derive(Clone)]
struct Divided {
    plan: Plan,
    /// Tiles along the edge of a shard.
    shard: u32,
    ranks: usize,
    finished: Tiles,
    /// A rank that stops, and how often it goes on.
    stops: Option<(usize, u32)>,
}

impl Divided {
    fn new(plan: Plan, ranks: usize) -> Self {
        Divided { plan, shard: 1, ranks, finished: Tiles::new(), stops: None }
    }

    fn partition(&self) -> Partition {
        let heaps = self.plan.job().domain().heaps();
        let shard = |axis| if axis < MAX_HEAPS - heaps { 1 } else { self.shard };
        Partition::new(&self.plan, Coordinates::from_fn(shard), self.ranks)
    }

    /// Runs all ranks; returns the tiles and the outcome of each.
    fn run(&self) -> Vec<(Tiles, Result<RunReport, EngineError>)> {
        let (done, outcome) = mpsc::channel();
        let run = self.clone();
        thread::spawn(move || {
            let partition = run.partition();
            let ranks = threads::run(run.ranks, |network| run.run_rank(network, &partition));
            done.send(ranks).expect("the test waits");
        });
        outcome.recv_timeout(TIME_LIMIT).expect("all ranks end without a panic")
    }

    fn run_rank(
        &self,
        network: &dyn Network,
        partition: &Partition,
    ) -> (Tiles, Result<RunReport, EngineError>) {
        let patience = self.stops.filter(|&(rank, _)| rank == network.rank());
        let goes_on = at_most(patience.map_or(u64::MAX, |(_, patience)| patience.into()));
        run((&CpuEngine, &self.plan), (network, partition), &self.finished, &goes_on)
    }

    /// Compares the tiles of all ranks, and the finished ones, with a whole table.
    fn run_and_compare(&self, expected: &Tiles) -> Vec<Traffic> {
        let mut tiles = self.finished.clone();
        let mut traffic = Vec::new();
        for (of_rank, report) in self.run() {
            traffic.push(report.expect("it runs").traffic);
            for (index, values) in of_rank {
                assert!(tiles.insert(index, values).is_none(), "{index:?} comes twice");
            }
        }
        let job = self.plan.job();
        let told = format!("{} {} {} ranks", job.ruleset(), job.quantity(), self.ranks);
        assert_eq!(tiles.len(), expected.len(), "{told}");
        for (index, values) in expected {
            assert!(tiles[index] == *values, "{told}: {index:?}");
        }
        traffic
    }
}

/// Returns the tiles of the definition.
fn by_definition(plan: &Plan) -> Tiles {
    let engine = (&ReferenceEngine as &dyn Engine, plan);
    let (tiles, outcome) =
        run(engine, (&SingleRank, &Partition::SINGLE_RANK), &Tiles::new(), &always);
    outcome.expect("it runs");
    tiles
}

fn plan(game: &str, domain: &str, quantity: &str, tile: u32) -> Plan {
    let plan = Plan::parse(game, domain, quantity).expect("a plan");
    plan.with_tile(tile).expect("tiles")
}

/// Games of every method: digraphs with one symmetry, two, three and six, on two heaps, and with Nim heaps, for which
/// tokens move in cycles and along chains; and those that every rank computes whole.
const CASES: [(&str, &str, &str); 18] = [
    ("triangle", "tokens 26", "grundy"),
    ("triangle", "tokens 26", "grundy misere"),
    ("triangle", "tokens 26", "outcome"),
    ("digraph:XY/YX", "tokens 30", "grundy"),
    ("digraph:XY/YZ", "tokens 22", "grundy"),
    ("digraph:XY/YX/ZZ", "tokens 22", "grundy"),
    ("digraph:XX/XY/YX/ZX", "tokens 22", "grundy misere"),
    ("digraph:XY/YZ/ZX/YX/ZY", "tokens 22", "grundy"),
    ("digraph:XY/YX/XZ/ZX/YZ/ZY", "tokens 22", "grundy"),
    ("digraph:XY/YX/ZZ", "tokens 22", "outcome misere"),
    ("digraph:WX/XY/YZ/ZW", "tokens 13", "grundy"),
    ("digraph:WX/XY/YW/ZZ", "tokens 11", "grundy misere"),
    ("digraph:WX/XY/YZ", "tokens 13", "outcome"),
    ("euclid", "40x40", "grundy"),
    ("fibonacci", "40", "grundy"),
    ("fibonacci", "40", "outcome misere"),
    ("subtraction:1,3,4", "300", "grundy"),
    ("subtraction:2,7+block=1", "300", "palaces"),
];

/// Catches a rank that computes other rows than those that the others expect of it, values that are unpacked into the
/// wrong cells, and a tile that no rank hands over, or two.
#[test]
fn all_ranks_together_fill_the_table() {
    for (game, domain, quantity) in CASES {
        for (tile, shard) in [(3, 2), (8, 1)] {
            let plan = plan(game, domain, quantity, tile);
            let expected = by_definition(&plan);
            for ranks in [1, 2, 3, 4, 7] {
                let run = Divided { shard, ..Divided::new(plan.clone(), ranks) };
                run.run_and_compare(&expected);
            }
        }
    }
}

/// Returns the tiles that begin with a layer before this one, and random other ones.
fn some_finished(plan: &Plan, table: &Tiles, layer: u32, random: &mut fastrand::Rng) -> Tiles {
    let share = random.f64();
    let mut is_finished = |index: &TileIndex| {
        let first = plan.tiling().region(*index).first_grade(&Grading::TokenSum);
        first < layer || random.f64() < share
    };
    let tiles = table.iter().filter(|(index, _)| is_finished(index));
    tiles.map(|(&index, values)| (index, values.clone())).collect()
}

proptest! {
    #![proptest_config(random::cases(24))]

    /// Catches ranks that begin a resumed run with different layers, a finished tile that comes again, and one that is
    /// missing.
    #[test]
    fn any_number_of_ranks_resumes_a_table(
        case in 0..CASES.len(),
        tile in prop::sample::select(vec![2u32, 3, 8]),
        shard in 1u32..3,
        ranks in 2usize..5,
        layer in 0u32..30,
        seed: u64,
    ) {
        let (game, domain, quantity) = CASES[case];
        let plan = plan(game, domain, quantity, tile);
        let expected = by_definition(&plan);
        let random = &mut fastrand::Rng::with_seed(seed);
        let finished = some_finished(&plan, &expected, layer, random);
        Divided { shard, finished, ..Divided::new(plan, ranks) }.run_and_compare(&expected);
    }

    /// Catches ranks that wait for one that has stopped, or go on without it.
    #[test]
    fn all_ranks_stop_with_the_first(
        (game, domain, quantity, tokens) in prop::sample::select(vec![
            ("triangle", "tokens 26", "grundy", 26),
            ("digraph:XY/YX/ZZ", "tokens 22", "grundy", 22),
            ("digraph:WX/XY/YZ/ZW", "tokens 13", "grundy", 13),
        ]),
        ranks in 2usize..5,
        stops in 0usize..4,
        // A rank is asked in every layer, so that it stops in this one at the latest.
        layer in 0u32..27,
        is_resumed: bool,
        seed: u64,
    ) {
        let layer = layer.min(tokens);
        let plan = plan(game, domain, quantity, 3);
        let expected = by_definition(&plan);
        let random = &mut fastrand::Rng::with_seed(seed);
        let finished = if is_resumed { random.u32(..tokens - 3) } else { 0 };
        let finished = some_finished(&plan, &expected, finished, random);
        let tokens_of = |tile: &TileIndex| plan.tiling().region(*tile).last_grade(&Grading::TokenSum);
        // If no layer is left, nobody waits for another rank.
        prop_assume!(finished.len() < expected.len());
        let stops = Some((stops % ranks, layer));
        for (tiles, outcome) in (Divided { finished, stops, ..Divided::new(plan.clone(), ranks) }).run() {
            prop_assert_eq!(outcome.err(), Some(EngineError::Stopped));
            for (index, values) in tiles {
                prop_assert!(tokens_of(&index) < layer && expected[&index] == values);
            }
        }
    }
}

/// Catches bytes that are sent and not counted, and values that are sent although they are the token sum.
#[test]
fn ranks_send_what_is_counted_by_hand() {
    const TOKENS: usize = 40;
    let plan = plan("triangle", "tokens 40", "grundy", 8);
    let table = by_definition(&plan);
    let value = |at: [usize; 3]| {
        let at = Coordinates([0, at[0] as u32, at[1] as u32, at[2] as u32]);
        let (tile, cell) = plan.tiling().locate(at);
        table[&tile].get(cell) as usize
    };
    for ranks in [1, 2, 3, 7] {
        let run = Divided::new(plan.clone(), ranks);
        let counted = run.run_and_compare(&table);
        assert_eq!(counted.len(), ranks);
        if ranks == 1 {
            assert_eq!(counted[0], Traffic::default());
            continue;
        }
        for (rank, counted) in counted.into_iter().enumerate() {
            // A byte for each layer, and a bit for each canonical position (x, y, z): x <= y, and x <= z.
            let (mut known, mut others) = (TOKENS + 1, 0);
            for tokens in 0..=TOKENS {
                for x in (rank..=tokens / 3).step_by(ranks) {
                    let row = x..=tokens - 2 * x;
                    known += row.clone().count().div_ceil(8);
                    others += row.filter(|&y| value([x, y, tokens - x - y]) != tokens).count();
                }
            }
            let messages = 2 * (TOKENS as u64 + 1);
            let bytes = (known + 2 * others) as u64;
            assert_eq!(counted, Traffic { messages, bytes }, "rank {rank} of {ranks}");
        }
    }
}
