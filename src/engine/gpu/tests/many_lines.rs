//! Palace numbers and scores of games with more lines and altered vectors than `vector_grundy` takes.

use crate::engine::gpu::testing::{assert_same_as_cpu, engines_of_tests, plan};

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
    for gpu in engines_of_tests() {
        for (game, domain) in [(many_rays(), "900"), (many_alterations(), "40x45")] {
            for (block, quantity) in [(BLOCK, "palaces"), (BLOCK, "outcome"), ("", "score")] {
                assert_same_as_cpu(&gpu, &plan(&format!("{game}{block}"), domain, quantity));
            }
        }
    }
}
