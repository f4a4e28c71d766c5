//! Totals that kernels add up, with a checksum and without.

use std::sync::Mutex;

use crate::domain::tiling::Tile;
use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::testing::{engines_of_tests, plan};
use crate::engine::{Engine, Sink, Stop, Wanted};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};
use crate::totals::{Statistics, checksum_of_tile};

/// Adds up totals, and checksums if they are wanted.
struct Sum<'a> {
    plan: &'a Plan,
    with_checksums: bool,
    sum: Mutex<(Statistics, Option<u32>)>,
}

impl Sink for Sum<'_> {
    fn tile(&self, Tile { index, values }: Tile) -> Result<(), Stop> {
        let region = self.plan.tiling().region(index);
        let totals = Statistics::of_tile(self.plan.job(), &region, &values);
        self.totals(totals, Some(checksum_of_tile(&region, &values)))
    }

    fn takes_checksums(&self) -> bool {
        self.with_checksums
    }

    fn totals(&self, totals: Statistics, checksum: Option<u32>) -> Result<(), Stop> {
        let mut sum = lock(&self.sum);
        let before = sum.1.unwrap_or(0);
        *sum = (sum.0.merge(totals), checksum.map(|checksum| before.wrapping_add(checksum)));
        Ok(())
    }
}

/// Returns the totals that an engine computes, and their checksum if that is wanted.
pub(super) fn totals_of(
    engine: &dyn Engine,
    plan: &Plan,
    with_checksums: bool,
) -> (Statistics, Option<u32>) {
    let sink = Sum { plan, with_checksums, sum: Mutex::default() };
    engine.prepare(plan, Wanted::Totals).expect("it fits").run(&sink).expect("it runs");
    into_inner(sink.sum)
}

/// Catches totals that change with the checksum, and a checksum that is left out where it is wanted, or added up where
/// it is not.
#[test]
fn totals_are_the_same_with_checksums_and_without() {
    for gpu in engines_of_tests() {
        for (game, domain, quantity) in [
            ("wythoff", "90x80", "grundy"),
            ("wythoff+block=3", "80x80", "palaces"),
            ("nim:2+points=2/-3", "60x70", "score"),
            ("euclid", "50x60", "grundy"),
            ("euclid+positive", "tokens 50", "outcome misere"),
            ("fibonacci", "50x40", "grundy misere"),
            ("fibonacci", "50x34", "outcome"),
            ("triangle", "tokens 40", "grundy"),
            (
                "rules: positions x >= y; (x - k, y / 2) for 1 <= k <= x if x >= y + k",
                "60x50",
                "grundy",
            ),
            ("rules: (x - k, y / 2) for 1 <= k <= x pays 2 - k", "30x20", "score"),
            ("rules: positions x > 99; grade x; (x - 1, y) if x > 0", "5x5", "grundy"),
        ] {
            let plan = plan(game, domain, quantity);
            let (totals, checksum) = totals_of(&CpuEngine, &plan, true);
            assert!(checksum.is_some());
            assert_eq!(totals_of(&gpu, &plan, true), (totals, checksum), "{game}");
            assert_eq!(totals_of(&gpu, &plan, false), (totals, None), "{game}");
        }
    }
}
