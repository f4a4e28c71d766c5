//! One runner over every engine: whole tables are compared with the definition.

use grundytab::engine::Wanted;
use std::sync::OnceLock;

use crate::common::{
    self, assert_agrees, assert_computes, assert_same_table, assert_same_totals, cases, gpus,
    gpus_of_large_blocks, gpus_of_small_blocks, plan, random, tabulated,
};
use grundytab::PartizanGame;
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::{Coordinates, InMemoryTable, Job, Plan, Quantity, Ruleset, needs_values};
use proptest::prelude::*;

/// Games, domains and quantities where engines are easily wrong, grouped by the reason.
const CASES: &[(&str, &str, &str)] = &[
    // One heap, one position, no token.
    ("nim:1", "1", "grundy"),
    ("nim:1", "200", "grundy"),
    ("nim:1", "50", "grundy misere"),
    ("nim:2", "1x1", "outcome"),
    ("triangle", "tokens 0", "grundy"),
    ("digraph:XY", "tokens 0", "grundy"),
    ("triangle", "tokens 1", "grundy misere"),
    // Sides that are not multiples of a tile, and sides of 1.
    ("nim:3", "7x1x9", "grundy"),
    ("nim:3", "tokens 15", "grundy misere"),
    ("wythoff", "33x20", "grundy"),
    ("wythoff", "1x40", "grundy misere"),
    ("wythoff", "41x23", "outcome misere"),
    // Values beyond one word of a bitset.
    ("wythoff", "150x90", "grundy"),
    ("vector:1,0/0,1/1,1/1,2/2,1", "60x70", "grundy"),
    ("vector:1,0,0/0,1,0/0,0,1/1,1,1", "11x9x13", "grundy"),
    ("vector:1,0,0/0,1,0/0,0,1/1,1,1", "tokens 18", "grundy"),
    // Games that swapping the heaps leaves as they are, on square boxes and simplices, of which half
    // is computed; and games that are not quite symmetric.
    ("wythoff", "90x90", "grundy"),
    ("wythoff", "65x65", "grundy misere"),
    ("wythoff", "tokens 70", "grundy"),
    ("vector:1,2/2,1", "45x45", "grundy"),
    ("vector:2,7/7,2/1,1", "60x60", "grundy misere"),
    ("vector:1,0/0,1/1,1/1,2/2,1", "61x61", "grundy"),
    ("vector:1,0/0,1/1,2/2,1/1,3/3,1/2,3/3,2", "40x40", "grundy"),
    ("nim:3", "4x11x11", "grundy"),
    ("vector:2,1,1/1,0,2/1,2,0/0,1,0/0,0,1", "5x17x17", "grundy"),
    ("wythoff+terminal=2,5/5,2/7,7/30,12/12,30", "40x40", "grundy misere"),
    ("wythoff+terminal=2,5/7,7", "40x40", "grundy"),
    ("vector:1,0/0,1/1,2", "50x50", "grundy"),
    ("wythoff", "60x61", "grundy"),
    // Fronts of more tiles than SIMD lanes.
    ("wythoff+block=3", "120x100", "palaces"),
    ("vector:2,0/3,0/0,1+block=2", "tokens 110", "outcome"),
    ("vector:1,0/0,1/1,3/2,1/3,2+terminal=50,40/17,3+block=1", "90x110", "palaces"),
    // Rays that share vectors: an option counts once.
    ("vector:2,0/3,0/0,1", "30x20", "palaces"),
    ("vector:2,0/3,0/0,1+block=2", "30x20", "palaces"),
    ("vector:1,1/2,2/3,3/0,1+block=1", "25x25", "outcome"),
    ("vector:4/6/9/10+block=3", "120", "palaces"),
    ("vector:4/6/9/10", "120", "grundy"),
    // Rays longer than the box.
    ("vector:50,0/0,60", "20x30", "grundy misere"),
    ("vector:4000000000,1/0,4294967295", "9x9", "palaces"),
    // Blocking.
    ("wythoff+block=4", "50x40", "palaces"),
    ("wythoff+block=1", "40x50", "outcome"),
    ("nim:3+block=2", "9x8x7", "palaces"),
    // Added moves, near and as long as the box.
    ("maharaja", "60x45", "grundy"),
    ("maharaja", "50x50", "grundy misere"),
    ("maharaja+block=3", "40x50", "palaces"),
    ("wythoff+alter=29,0/0,39/29,39", "30x40", "palaces"),
    ("vector:3+alter=1/7/100", "150", "grundy"),
    // Moves that are a finite list, without a ray; of a long one an option is far away.
    ("vector:+alter=1,2/2,1", "70x45", "grundy"),
    ("vector:+alter=1,2/2,1", "60x60", "grundy misere"),
    ("vector:+alter=1,0/0,1/3,3/40,17", "90x70", "grundy"),
    ("vector:+alter=1,2/2,1/0,3/1,0+terminal=4,4/20,3", "tokens 80", "outcome"),
    ("vector:+alter=1,2/2,1/0,3/1,0+block=1", "70x50", "palaces"),
    ("vector:+alter=1,0,0/0,2,1/1,1,1/0,0,3", "12x17x19", "grundy"),
    ("vector:+alter=1,0,0/0,2,1/1,1,1+block=1", "tokens 20", "palaces"),
    ("vector:+alter=3/8/20+terminal=5", "300", "grundy"),
    ("vector:+alter=4000000000,1/1,1", "20x20", "outcome misere"),
    // Removed moves: on one ray, on several at once, and all moves that a ray has in the box.
    ("wythoff+alter=1,1/2,2/0,1", "60x50", "grundy"),
    ("wythoff+alter=1,0/2,0/3,0/4,0/5,0", "6x9", "grundy misere"),
    ("vector:2,0/3,0/0,1+alter=6,0/12,0/0,2", "40x30", "grundy"),
    ("vector:2,0/3,0/0,1+alter=6,0/12,0/0,2", "40x30", "palaces"),
    ("vector:1,1/2,2+alter=2,2/4,4", "30x30", "outcome misere"),
    ("nim:3+alter=0,0,1/1,1,0/5,0,0", "9x8x10", "grundy"),
    // Several removed vectors that lead to one value, along different rays.
    ("vector:2/3/5+alter=1/3/10", "24", "grundy"),
    // Symmetric ones, on both halves of a table, across tiles and along rows; on a diagonal that is its own mirror image.
    ("maharaja", "90x90", "grundy"),
    ("wythoff+alter=1,1/0,2/2,0/2,3/3,2", "90x90", "grundy"),
    ("wythoff+alter=0,1/1,0/0,3/3,0/33,70/70,33", "90x90", "grundy misere"),
    ("wythoff+alter=1,1/1,2/2,1+terminal=5,5", "tokens 90", "grundy"),
    ("vector:0,1,0/0,0,1/1,0,0/1,1,1+alter=1,1,2/1,2,1/0,2,2/0,0,3/0,3,0", "7x17x17", "grundy"),
    // Counted by strips, in the same strip, in the next one, in the next row and the next tile.
    ("wythoff+alter=0,5/0,40/1,0/3,2/20,33", "50x150", "outcome"),
    ("wythoff+alter=0,5/0,40/1,0/3,2/20,33+block=7", "50x150", "palaces"),
    // A line that holds more than 64 values without a gap, where a removed vector frees a lower one.
    ("nim:1+alter=70", "300", "grundy"),
    ("wythoff+alter=1,1/3,5+block=2", "tokens 50", "palaces"),
    // Terminal positions, on the boundary and in the middle.
    ("nim:2+terminal=0,3/2,2/19,19", "20x20", "grundy"),
    ("wythoff+terminal=0,3/7,0/5,5/19,1", "20x20", "grundy misere"),
    ("wythoff+terminal=0,3/7,0/5,5/19,1+block=2", "20x20", "palaces"),
    ("maharaja+terminal=1,1/1,2", "tokens 30", "outcome misere"),
    // Moves to the zero position: of positions that have one already, near the zero position where nothing else is to
    // move, on a diagonal, on one side of it alone, where the vector is removed, beside added vectors, blocked.
    ("wythoff+to-zero=1,2/2,1/3,3/7,4", "40x40", "grundy"),
    ("wythoff+to-zero=1,2/2,1/3,3/7,4/4,7", "90x90", "grundy misere"),
    ("wythoff+to-zero=33,20/20,33/0,5/5,5", "80x80", "outcome"),
    ("wythoff+to-zero=33,20/20,33/0,5/5,5/3,5", "80x80", "outcome misere"),
    ("wythoff+to-zero=1,2/3,5/33,20/0,4+block=2", "70x50", "palaces"),
    ("wythoff+alter=0,4/2,3/1,1+to-zero=0,4/2,3/1,1/2,2", "40x50", "grundy"),
    ("wythoff+alter=0,4/2,3/1,1+to-zero=0,4/2,3/1,1/2,2+block=1", "tokens 60", "palaces"),
    ("wythoff+alter=0,4/2,3/1,1+to-zero=0,4/2,3/1,1/2,2+terminal=4,4/6,3", "40x50", "outcome"),
    ("vector:3,4/5,2+to-zero=1,1/2,0/9,7/400,400", "40x30", "grundy misere"),
    ("vector:3,4/5,2+to-zero=1,1/2,0/9,7", "40x30", "outcome misere"),
    ("vector:+alter=1,2/2,1+to-zero=1,1/0,1/4,5", "tokens 50", "grundy"),
    ("nim:3+to-zero=1,2,3/0,2,2/2,0,2/4,4,1", "7x11x11", "grundy"),
    ("nim:3+to-zero=1,2,3/0,2,2/2,0,2/4,4,1+block=1", "7x11x11", "palaces"),
    ("subtraction:2,5,8+to-zero=1/7/140", "300", "grundy"),
    ("subtraction:3,7+to-zero=1/20", "150", "outcome misere"),
    ("subtraction:fibonacci-odd+to-zero=2/13/90+block=1", "200", "palaces"),
    ("subtraction:3,7+heaps=2+to-zero=1,1/20,6", "40x50", "grundy"),
    // No rays at all.
    ("subtraction:2,5,8", "300", "grundy"),
    ("subtraction:2,5,8", "90", "grundy misere"),
    ("subtraction:1,2+heaps=3", "9x1x12", "grundy"),
    ("subtraction:3,4,9+heaps=2+block=1", "40x25", "palaces"),
    ("subtraction:200", "150", "outcome misere"),
    ("subtraction:fibonacci-odd", "200", "outcome"),
    // Tokens from any heaps: of several numbers, on three heaps, blocked.
    ("subtraction:2,3+heaps=2+any", "40x37", "grundy"),
    ("subtraction:1,4+heaps=2+any", "30x30", "outcome misere"),
    ("subtraction:2,3+heaps=3+any", "9x8x10", "grundy"),
    ("subtraction:2,3+heaps=3+any+block=2", "9x8x10", "palaces"),
    // Quotients that stay equal over many cells, that are whole numbers, that are 0.
    ("euclid", "60x60", "grundy"),
    ("euclid", "90x40", "grundy misere"),
    ("euclid", "1x50", "grundy misere"),
    ("euclid", "2x300", "outcome"),
    ("euclid", "tokens 70", "outcome misere"),
    ("euclid+positive", "60x60", "grundy"),
    ("euclid+positive", "60x60", "grundy misere"),
    ("euclid+positive", "tokens 80", "grundy"),
    ("euclid+positive", "35x90", "outcome misere"),
    // Limits that are 0, larger than any heap, and just large enough.
    ("fibonacci", "150x150", "grundy"),
    ("fibonacci", "150x150", "outcome"),
    ("fibonacci", "100x67", "grundy misere"),
    ("fibonacci", "40x90", "grundy"),
    ("fibonacci", "60x1", "grundy misere"),
    ("fibonacci", "1x60", "outcome misere"),
    // Players who have no moves in common, who have the same moves, and who have only rays or only
    // altered vectors.
    ("partizan:1,0:0,1", "20x30", "outcome-class"),
    ("partizan:1,0:0,1", "20x30", "outcome-class misere"),
    ("partizan:1,0/0,1/1,1:0,1/1,0/1,1", "30x25", "outcome-class"),
    ("partizan:2,0/3,0/0,1:1,1/2,1+alter-left=6,0/1,4+alter-right=2,2", "30x30", "outcome-class"),
    ("partizan:2,0/3,0/0,1:1,1/2,1+alter-left=6,0/1,4", "30x30", "outcome-class misere"),
    ("partizan::+alter-left=1/4+alter-right=2/3", "200", "outcome-class"),
    ("partizan:1:+alter-right=1/2/70+terminal=0/5/33", "90", "outcome-class misere"),
    ("partizan:1,0,0/0,1,0:0,0,1/1,1,1+terminal=0,0,3/2,2,2", "9x8x10", "outcome-class"),
    ("partizan:1,0,0/0,1,0:0,0,1/1,1,1", "tokens 13", "outcome-class misere"),
    ("partizan:50:2", "40", "outcome-class"),
    // Every shape of digraph: edges one way and both ways; loops alone, and at vertices with edges.
    ("triangle", "tokens 24", "grundy"),
    ("triangle", "tokens 24", "grundy misere"),
    ("triangle", "tokens 30", "outcome"),
    ("triangle", "tokens 30", "outcome misere"),
    ("digraph:XY", "tokens 30", "grundy"),
    ("digraph:XY/YX", "tokens 30", "grundy"),
    ("digraph:XY/YX/ZZ", "tokens 18", "grundy"),
    ("digraph:XY/YX/ZZ", "tokens 18", "outcome"),
    ("digraph:XY/YY/ZZ", "tokens 16", "grundy misere"),
    ("digraph:XX/XY", "tokens 20", "grundy"),
    ("digraph:XX/YY+heaps=3", "tokens 14", "grundy"),
    ("digraph:XX/YY", "12x9", "grundy"),
    ("digraph:XY+heaps=3", "tokens 16", "outcome misere"),
    ("digraph:XY/XZ/YX/YZ/ZX/ZY/XX", "tokens 16", "grundy"),
    ("digraph:XZ/ZZ", "tokens 16", "grundy"),
    // Nim heaps that an automorphism leaves where they are, and two that it swaps.
    ("digraph:XZ/YZ/ZZ", "tokens 16", "grundy"),
    ("digraph:XX/YZ/ZY", "tokens 16", "grundy"),
    ("digraph:XY/XZ/YY/ZZ", "tokens 16", "grundy"),
    ("digraph:XY/ZY/XX/ZZ", "tokens 16", "grundy misere"),
    // Values of a Nim heap beyond one word of its bitsets.
    ("digraph:XX/YZ/ZY", "tokens 36", "grundy"),
    ("digraph:XY/YX/ZZ", "tokens 36", "grundy misere"),
];

/// Returns the cases, each with its table by the definition, which all tests share.
fn cases_with_truth()
-> impl Iterator<Item = (&'static str, &'static str, &'static str, &'static InMemoryTable)> {
    static TRUTHS: [OnceLock<InMemoryTable>; CASES.len()] =
        [const { OnceLock::new() }; CASES.len()];
    CASES.iter().zip(&TRUTHS).map(|(&(game, domain, quantity), truth)| {
        let by_definition = || {
            let plan = plan(game, domain, quantity, None);
            InMemoryTable::run(&ReferenceEngine, &plan).expect("the definition is computed")
        };
        (game, domain, quantity, truth.get_or_init(by_definition))
    })
}

#[test]
fn cpu_agrees_with_the_definition() {
    for (game, domain, quantity, truth) in cases_with_truth() {
        for tile in [None, Some(1), Some(5), Some(7), Some(16)] {
            assert_computes(truth, &CpuEngine, &plan(game, domain, quantity, tile));
        }
    }
}

/// Subtraction games on one heap of more sizes than the CPU engine computes in one go: values that repeat,
/// that repeat late, that do not, of few numbers and of many, dense and sparse.
#[test]
fn cpu_agrees_with_the_definition_on_long_heaps() {
    let list = |numbers: &mut dyn Iterator<Item = u32>| {
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        format!("subtraction:{}", numbers.join(","))
    };
    let squares = list(&mut (1..=100).map(|n| n * n));
    let dense = list(&mut (1..=1500).filter(|n| n % 20 < 5 || n % 17 == 0));
    let repeating = list(&mut (1..=70));
    for (game, heaps, quantity) in [
        ("subtraction:2,5,8", 200_000, "grundy"),
        ("subtraction:2,5,8+terminal=70000", 150_000, "grundy misere"),
        ("subtraction:1,4999,30011", 140_000, "grundy"),
        ("subtraction:70,4100,66000", 140_000, "grundy"),
        ("subtraction:fibonacci-odd", 140_000, "outcome misere"),
        ("subtraction:3,50,777+block=1", 140_000, "palaces"),
        (&squares, 70_000, "grundy"),
        (&squares, 70_000, "outcome"),
        (&dense, 5_000, "grundy"),
        (&repeating, 140_000, "grundy"),
    ] {
        assert_agrees(&CpuEngine, &plan(game, &heaps.to_string(), quantity, None));
    }
}

/// Tables with enough layers and values that batches grow, the ring of staging buffers goes round
/// several times, and values span many words. They are too large for the definition, so the CPU
/// engine stands in for it.
#[test]
fn gpu_agrees_with_cpu_on_longer_runs() {
    for (game, domain, quantity) in [
        ("nim:1", "3000", "grundy"),
        ("wythoff", "3x2500", "grundy misere"),
        ("wythoff", "900x700", "grundy"),
        ("wythoff+block=20", "2500x1500", "palaces"),
        ("euclid", "900x1100", "grundy"),
        ("fibonacci", "500x400", "grundy"),
        ("partizan:1,0/0,1/1,1:1,0/2,1+alter-left=3,3", "900x700", "outcome-class"),
        ("triangle", "tokens 150", "grundy"),
        ("digraph:XY/YX/ZZ", "tokens 150", "grundy"),
        // Every group of automorphisms, and thresholds in both halves of a word.
        ("triangle", "tokens 150", "grundy misere"),
        ("triangle", "tokens 180", "outcome"),
        ("digraph:XY/YX", "tokens 900", "grundy"),
        ("digraph:XY/XZ", "tokens 140", "grundy"),
        ("digraph:XZ/YZ", "tokens 140", "grundy"),
        ("digraph:XY/YX/XZ/ZX/YZ/ZY", "tokens 140", "grundy"),
        ("digraph:XY/YX/ZX", "tokens 140", "grundy"),
        ("nim:3", "90x110x70", "grundy"),
        // Mirror symmetric: on, above and below the diagonal of the grid of blocks, which the sides do
        // not fill.
        ("wythoff", "700x700", "grundy"),
        ("wythoff+block=20", "1500x1500", "palaces"),
        ("vector:3,1/1,3/5,2/2,5/1,1+block=7", "tokens 700", "palaces"),
        ("nim:3", "60x75x75", "grundy"),
    ] {
        let plan = plan(game, domain, quantity, None);
        gpus().iter().for_each(|gpu| assert_same_table(&CpuEngine, gpu, &plan));
    }
    // Many blocks, and blocks as large as hardware has them.
    for (game, domain, quantity) in [
        ("wythoff", "400x400", "grundy"),
        ("maharaja", "300x350", "grundy"),
        ("nim:3", "40x30x50", "grundy"),
        ("wythoff+alter=1,1/2,2/0,1", "600x500", "grundy"),
        ("wythoff+block=20", "900x900", "palaces"),
        ("vector:2,7/7,2/1,1/0,1/1,0+block=3", "800x800", "palaces"),
        ("nim:3+block=2", "50x60x60", "palaces"),
        ("partizan:1,0/0,1/1,1:1,0/2,1+alter-left=3,3", "600x700", "outcome-class"),
    ] {
        let plan = plan(game, domain, quantity, None);
        let engines = gpus_of_small_blocks().iter().chain(gpus_of_large_blocks());
        engines.for_each(|gpu| assert_same_table(&CpuEngine, gpu, &plan));
    }
}

#[test]
fn gpu_agrees_with_the_definition() {
    let cases = random::sample(cases_with_truth().collect(), CASES.len() / 2);
    for (game, domain, quantity, truth) in cases {
        let plan = plan(game, domain, quantity, None);
        gpus().iter().for_each(|gpu| assert_computes(truth, gpu, &plan));
    }
}

/// Workgroups of hardware, and domains of many blocks, where lines and altered vectors lead through
/// several of them; by rules, whose positions a workgroup of hardware may share.
#[test]
fn gpu_agrees_with_the_definition_by_large_and_small_blocks() {
    let has_no_blocks =
        |game: &str| ["triangle", "digraph"].iter().any(|name| game.starts_with(name));
    let with_blocks = cases_with_truth().filter(|case| !has_no_blocks(case.0));
    for (game, domain, quantity, truth) in random::sample(with_blocks.collect(), CASES.len() / 5) {
        let plan = plan(game, domain, quantity, None);
        let engines = gpus_of_small_blocks().iter().chain(gpus_of_large_blocks());
        engines.for_each(|gpu| assert_computes(truth, gpu, &plan));
    }
}

/// Catches a position that a kernel counts twice, not at all, or with another's value: images under
/// symmetries, positions with equal heaps, invocations beyond the last cell.
#[test]
fn gpu_totals_are_those_of_the_values() {
    for (game, domain, quantity) in random::sample(CASES.to_vec(), CASES.len() / 5) {
        let plan = plan(game, domain, quantity, None);
        gpus().iter().for_each(|gpu| assert_same_totals(gpu, &plan));
    }
    // Sums beyond 32 bits, and batches of many waves.
    for (game, domain) in
        [("nim:2", "3000x3000"), ("euclid", "tokens 400"), ("triangle", "tokens 160")]
    {
        let plan = plan(game, domain, "grundy", None);
        gpus().iter().for_each(|gpu| assert_same_totals(gpu, &plan));
    }
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn gpu_totals_are_those_of_random_games(plan in common::small_plan()) {
        gpus_of_small_blocks().iter().for_each(|gpu| assert_same_totals(gpu, &plan));
    }
}

/// Values up to the last that 8 and 16 bits hold, when 0 is kept for what was not written.
#[test]
fn gpu_packs_values_at_the_bound() {
    for side in [253, 254, 255, 256, 65_533, 65_534, 65_535, 65_536] {
        let plan = plan("nim:1", &side.to_string(), "grundy", None);
        gpus().iter().for_each(|gpu| assert_same_table(&CpuEngine, gpu, &plan));
    }
}

/// A job that no buffer holds is refused, with the numbers. `crates/cli/tests/cli/memory.rs` checks from outside that
/// nothing is allocated before.
#[test]
fn gpu_refuses_what_is_too_large_for_it() {
    for (game, domain, quantity, told) in [
        (
            "triangle",
            "tokens 100000",
            "grundy",
            "a digraph game has 100000 tokens, the GPU engine takes at most 32766",
        ),
        (
            "digraph:XY/YX/ZX",
            "tokens 32000",
            "grundy",
            "\"raised_thresholds\" of the kernel digraph takes",
        ),
        ("wythoff", "1000000x1000000", "grundy", "\"full\" of the kernel vector_grundy takes"),
        ("nim:3+block=7", "100000x100000x100000", "palaces", "a front of blocks takes at least"),
    ] {
        let plan = plan(game, domain, quantity, None);
        for gpu in gpus() {
            let refusal = gpu.prepare(&plan, Wanted::Values).err().expect("refused").to_string();
            assert!(refusal.contains(told), "{game}: {refusal}");
        }
    }
}

/// The dispatches and bytes that a plan announces are those that a run then counts, whatever its
/// batches.
#[test]
fn gpu_work_is_what_the_plan_says() {
    for (game, domain, quantity) in random::sample(CASES.to_vec(), CASES.len() / 8) {
        let plan = plan(game, domain, quantity, None);
        for gpu in gpus() {
            let usage = tabulated(&plan, gpu).gpu.expect("it ran on a GPU");
            let prepared = match needs_values(&plan) {
                true => gpu.prepare(&plan, Wanted::Values),
                false => gpu.prepare(&plan, Wanted::Totals),
            };
            let planned = prepared.expect("it fits").gpu_work();
            assert_eq!(Some(usage.work), planned, "{game} on {domain}");
            assert!(usage.submissions > 0);
        }
    }
}

/// Catches values that depend on the tiles.
#[test]
fn a_tile_of_7_equals_a_tile_of_64() {
    for (game, domain) in [("wythoff", "200x130"), ("triangle", "tokens 70")] {
        let tables = [7, 64].map(|tile| {
            InMemoryTable::run(&CpuEngine, &plan(game, domain, "grundy", Some(tile))).expect("runs")
        });
        assert_eq!(tables[0].compare(&tables[1]), Ok(()));
    }
}

proptest! {
    #![proptest_config(cases(20))]

    /// Where tokens come from any heaps, only their total matters: any number of tokens up to it can be taken. So the
    /// values are those of one heap.
    #[test]
    fn tokens_from_any_heaps_are_as_those_of_one(
        set in prop::collection::vec(1u32..9, 1..4),
        sides in prop::collection::vec(1u32..9, 2..5),
    ) {
        let numbers = common::join(&set, ",");
        let game = format!("subtraction:{numbers}+heaps={}+any", sides.len());
        let plan = common::plan(&game, &common::join(&sides, "x"), "grundy", None);
        let tokens: u32 = sides.iter().map(|side| side - 1).sum();
        let one = format!("subtraction:{numbers}");
        let one = common::plan(&one, &(tokens + 1).to_string(), "grundy", None);
        let of_total = InMemoryTable::run(&ReferenceEngine, &one).expect("the engine runs");
        for engine in [&CpuEngine as &dyn Engine, &ReferenceEngine] {
            let table = InMemoryTable::run(engine, &plan).expect("the engine runs");
            let cells = Coordinates::cells_of_box(plan.job().domain().sides());
            for (at, &value) in cells.zip(table.values()) {
                let total: u32 = at.iter().sum();
                prop_assert_eq!(value, of_total.values()[total as usize], "{} at {:?}", game, at);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    /// If Left and Right both have the moves of an impartial game, the outcome classes are its outcomes.
    #[test]
    fn a_partizan_game_of_equals_has_the_impartial_outcomes(plan in common::vector_plan()) {
        let job = plan.job();
        // Partizan games have neither blocking nor moves to the zero position.
        let text = job.ruleset().to_string();
        let parts: Vec<&str> =
            text.split('+').filter(|part| !part.starts_with("block") && !part.starts_with("to-zero")).collect();
        let Ok(Ruleset::Vector(game)) = Ruleset::parse(&parts.join("+")) else {
            unreachable!("a vector game")
        };
        let partizan = PartizanGame::new(game.clone(), game.clone()).expect("the same heaps");
        let table = |ruleset, quantity| {
            let job = Job::new(ruleset, job.domain().clone(), quantity, job.convention());
            let plan = Plan::new(job.expect("a job"), None).expect("a plan");
            InMemoryTable::run(&CpuEngine, &plan).expect("the engine runs")
        };
        let outcomes = table(Ruleset::Vector(game), Quantity::Outcome);
        let classes = table(Ruleset::Partizan(partizan), Quantity::OutcomeClass);
        let positions = classes.values().iter().zip(outcomes.values());
        // Class 0 is P and 1 is N; outside the domain there are no positions.
        for (&class, &outcome) in positions.filter(|(_, outcome)| **outcome != u32::MAX) {
            prop_assert_eq!(class, 1 - outcome);
        }
    }
}

proptest! {
    #![proptest_config(cases(20))]

    /// Random games on domains of many blocks, with lines and vectors longer than a block.
    #[test]
    fn gpu_agrees_on_random_games_by_small_blocks(
        plan in prop_oneof![
            common::vector_plan(),
            common::symmetric_plan(),
            common::subtraction_plan(),
            common::partizan_plan(),
        ],
    ) {
        gpus_of_small_blocks().iter().for_each(|gpu| assert_agrees(gpu, &plan));
    }
}

/// Makes, for every family, tests of random games on each engine: on a GPU fewer, since a shader is
/// compiled for each.
macro_rules! agree_on_random_games {
    ($($family:ident: $plan:ident),*) => {$(
        mod $family {
            use super::*;

            proptest! {
                #![proptest_config(cases(100))]

                #[test]
                fn cpu(plan in common::$plan()) {
                    assert_agrees(&CpuEngine, &plan);
                }
            }

            proptest! {
                #![proptest_config(cases(20))]

                #[test]
                fn gpu(plan in common::$plan()) {
                    gpus().iter().for_each(|gpu| assert_agrees(gpu, &plan));
                }
            }
        }
    )*};
}
agree_on_random_games!(
    random_vector_games: vector_plan,
    random_symmetric_games: symmetric_plan,
    random_subtraction_games: subtraction_plan,
    random_digraph_games: digraph_plan,
    random_euclid_tables: euclid_plan,
    random_fibonacci_tables: fibonacci_plan,
    random_partizan_games: partizan_plan
);
