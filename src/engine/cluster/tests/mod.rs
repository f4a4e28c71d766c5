//! Tables that several ranks fill, against the same tables of one process.

pub(crate) mod rank_sink;

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::Coordinates;
use crate::engine::cluster::{Network, Partition, threads};
use crate::engine::cpu::CpuEngine;
use crate::engine::{EngineError, Memory, RunReport};
use crate::plan::Plan;
use rank_sink::{Tiles, at_most, run};

/// Fills what is not finished of a table. A rank stops after it has been asked as often as `patience` says for it.
fn fill(
    plan: &Plan,
    partition: &Partition,
    finished: &Tiles,
    patience: impl Fn(usize) -> u64 + Sync,
) -> Vec<(Tiles, Result<RunReport, EngineError>)> {
    threads::run(partition.ranks(), |network| {
        let goes_on = at_most(patience(network.rank()));
        run((&CpuEngine, plan), (network, partition), finished, &goes_on)
    })
}

/// Returns the partition of a plan whose shards have this many tiles along each edge.
fn partition(plan: &Plan, shard: u32, ranks: usize) -> Partition {
    let shard = plan.tiling().grid().map(|tiles| tiles.min(shard));
    Partition::new(plan, Coordinates(shard), ranks)
}

fn plan(game: &str, domain: &str, quantity: &str, tile: u32) -> Plan {
    let plan = Plan::parse(game, domain, quantity).and_then(|plan| plan.with_tile(tile));
    plan.unwrap_or_else(|error| panic!("{game}, {domain}: {error:?}"))
}

/// Vector games whose lines and altered vectors cross the strips of ranks in every way: game, domain, quantity, edge of
/// tiles.
const CASES: [(&str, &str, &str, u32); 26] = [
    ("wythoff", "90x90", "grundy", 7),
    ("wythoff", "90x71", "grundy", 8),
    ("wythoff", "tokens 90", "grundy", 7),
    ("wythoff", "60x60", "outcome", 7),
    ("wythoff+block=4", "90x90", "palaces", 8),
    ("wythoff+alter=1,2/2,1", "70x70", "grundy", 8),
    ("wythoff+alter=1,1/40,3/3,40/2,2", "70x70", "grundy", 8),
    ("wythoff+alter=1,1/40,3/0,30", "70x70", "grundy", 8),
    ("wythoff+alter=1,1/40,3/0,30", "70x70", "outcome", 8),
    ("wythoff+alter=1,1/40,3/0,30+block=2", "70x70", "palaces", 8),
    ("wythoff+terminal=50,3/3,50", "70x70", "grundy", 8),
    ("vector:0,1/1,0/20,3/0,9", "70x70", "grundy", 4),
    ("vector:0,1/1,0/20,3/3,20", "70x70", "grundy", 4),
    ("vector:0,1", "40x40", "grundy", 4),
    ("vector:30,0", "70x70", "outcome", 4),
    ("nim:3", "20x20x20", "grundy", 4),
    ("nim:3", "tokens 40", "grundy", 5),
    ("nim:3+alter=1,2,3/6,0,11", "22x20x20", "grundy", 4),
    ("vector:0,1,1/1,0,2/9,1,1/1,1,0", "22x20x24", "grundy", 4),
    ("vector:0,1,1/1,0,2/9,1,1/1,1,0", "22x20x24", "outcome", 4),
    ("vector:1+alter=9", "300", "grundy", 16),
    ("partizan:1,0:0,1/1,1", "70x60", "outcome-class", 8),
    ("partizan:1,0/20,3:0,1/1,1", "70x60", "score-left", 8),
    ("nim:2+points=1/2", "60x60", "score", 8),
    ("wythoff", "60x60", "remoteness", 8),
    ("wythoff+alter=1,1/40,3", "70x70", "remoteness", 8),
];

/// Catches a line or a value that does not cross, or crosses to the wrong rank; a tile of another rank, one that does
/// not come, and ranks that wait for one another for ever.
#[test]
fn several_ranks_fill_the_same_table() {
    for (game, domain, quantity, tile) in CASES {
        let plan = plan(game, domain, quantity, tile);
        let alone = fill(&plan, &Partition::SINGLE_RANK, &Tiles::new(), |_| u64::MAX);
        let (expected, _) = &alone[0];
        for (ranks, shard) in [(2, 1), (3, 2), (7, 1)] {
            let partition = partition(&plan, shard, ranks);
            let told = format!("{game}, {domain}, {quantity}: {ranks} ranks");
            let mut found = Tiles::new();
            for (tiles, outcome) in fill(&plan, &partition, &Tiles::new(), |_| u64::MAX) {
                outcome.unwrap_or_else(|error| panic!("{told}: {error}"));
                found.extend(tiles);
            }
            assert!(found == *expected, "{told}");
        }
    }
}

/// Catches a rank that does not replay a finished tile of its own, or asks for another rank's.
#[test]
fn other_ranks_go_on_where_some_have_stopped() {
    let mut random = fastrand::Rng::with_seed(26);
    for (game, domain, quantity, tile) in CASES {
        let plan = plan(game, domain, quantity, tile);
        let expected =
            fill(&plan, &Partition::SINGLE_RANK, &Tiles::new(), |_| u64::MAX).remove(0).0;
        let mut finished = Tiles::new();
        for (ranks, patience) in [(3, 40), (2, 200), (5, u64::MAX)] {
            let partition = partition(&plan, 1, ranks);
            let impatient = random.usize(..ranks);
            let outcomes = fill(&plan, &partition, &finished, |rank| match rank == impatient {
                true => patience,
                false => u64::MAX,
            });
            let stopped = outcomes.iter().filter(|(_, outcome)| outcome.is_err()).count();
            assert!(
                [0, ranks].contains(&stopped),
                "{game}: {stopped} of {ranks} ranks have stopped"
            );
            assert!(patience < u64::MAX || stopped == 0, "{game}");
            finished.extend(outcomes.into_iter().flat_map(|(tiles, _)| tiles));
        }
        assert!(finished == expected, "{game}, {domain}, {quantity}");
    }
}

/// Catches tiles of a shard on different ranks, a rank that has none, and tiles that a folded table writes elsewhere.
#[test]
fn every_rank_has_whole_shards() {
    for (game, domain, quantity, tile) in CASES {
        let plan = plan(game, domain, quantity, tile);
        let partition = partition(&plan, 2, 2);
        let mut owners: BTreeMap<Vec<u32>, BTreeSet<usize>> = BTreeMap::new();
        for tile in plan.tiling().tiles() {
            let shard = tile.iter().map(|coordinate| coordinate / 2).collect();
            owners.entry(shard).or_default().insert(partition.owner(tile));
        }
        assert!(owners.values().all(|owners| owners.len() == 1), "{game}");
        let all: BTreeSet<usize> = owners.into_values().flatten().collect();
        assert_eq!(all.len(), 2, "{game}");
    }
}

/// Catches a rank that is expected to take more than one process, or less than its part; and one that divides what every
/// rank keeps.
#[test]
fn ranks_divide_memory_with_room() {
    let memory = Memory { host_bytes: 1600, divided_bytes: 1500, device_bytes: 0 };
    for (ranks, host_bytes) in [(0, 1600), (1, 1600), (2, 1600), (3, 1100), (10, 400), (64, 287)] {
        assert_eq!(memory.of_rank(ranks).host_bytes, host_bytes, "{ranks} ranks");
    }
}

#[path = "../../../../tests/common/network.rs"]
mod contract;

/// Catches a network of tests that is not what MPI is.
#[test]
fn threads_are_a_network() {
    for ranks in [1, 2, 3, 4, 7] {
        threads::run(ranks, contract::check);
    }
}
