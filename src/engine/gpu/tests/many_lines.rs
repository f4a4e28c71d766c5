//! Palace numbers and scores of games with more lines and altered vectors than `vector_grundy` takes.

use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::GpuEngine;
use crate::engine::gpu::testing::{adapters_of_tests, plan};
use crate::table::InMemoryTable;

/// The blocking number where scores are not asked for, which are not defined with blocking.
const BLOCK: &str = "+block=2";

/// Returns a game with 300 rays in one direction. Some are multiples of others, and some have common
/// multiples in a box of side 900, which must count once.
fn many_rays() -> String {
    let rays: Vec<String> = (201..=500).map(|step: u32| step.to_string()).collect();
    format!("vector:{}", rays.join("/"))
}

/// Returns a game with 16 rays and 30 altered vectors.
fn many_alterations() -> String {
    let rays: Vec<String> = (1..=16).map(|step: u32| format!("1,{step}")).collect();
    let altered: Vec<String> =
        (1..=15).flat_map(|step: u32| [format!("{step},0"), format!("2,{}", 2 * step)]).collect();
    format!("vector:{}+alter={}", rays.join("/"), altered.join("/"))
}

/// Catches an array of a shader that is too short for them.
#[test]
fn tables_agree_with_the_cpu_engine() {
    for adapter in adapters_of_tests() {
        let gpu = GpuEngine::open(adapter).expect("the adapter opens");
        for (game, domain) in [(many_rays(), "900"), (many_alterations(), "40x45")] {
            for (block, quantity) in [(BLOCK, "palaces"), (BLOCK, "outcome"), ("", "score")] {
                let plan = plan(&format!("{game}{block}"), domain, quantity);
                let truth = InMemoryTable::run(&CpuEngine, &plan).expect("the CPU engine runs");
                let found = InMemoryTable::run(&gpu, &plan).expect("the GPU engine runs");
                assert_eq!(truth.compare(&found), Ok(()), "{game} on {domain}");
            }
        }
    }
}
