//! What searches of `shaders/digraph.wgsl` read, counted by the interpreter, against the exact model of them.

use super::cases::PERMISSIONS;
use super::run::{Case, Loaded};
use crate::engine::Wanted;
use crate::engine::gpu::tests::digraph_search::{EDGES, ENTRIES, count};

const TOKENS: usize = 60;
/// Words of a node.
const NODE_WORDS: u64 = ENTRIES as u64 / 2;

/// Returns how many words of thresholds and of minima the searches of a run read.
fn words_of_searches(loaded: &Loaded) -> [u64; 2] {
    let mut machine = loaded.machine(&loaded.program, PERMISSIONS, &[]);
    loaded.run_and_compare(&mut machine).expect("no fault");
    // Each layer also reads all nodes that the next minima stand for: their words, in the columns that it may look at.
    let nodes = |level: u32| {
        let all = (TOKENS + 1).div_ceil(ENTRIES.pow(level + 1));
        move |grade: usize| all.min((grade / ENTRIES.pow(level + 2) + 1) * ENTRIES) * (grade + 1)
    };
    let renewing = |level| (0..=TOKENS).map(nodes(level)).sum::<usize>() as u64 * NODE_WORDS;
    [("thresholds", 0), ("minima", 1)]
        .map(|(name, level)| machine.words_touched(name) - renewing(level))
}

/// Catches minima that do not ping-pong with the next ones: values stay right, since nothing is excluded, and
/// searches visit nodes in vain. The second kernel has this fault.
#[test]
fn searches_read_what_the_model_says() {
    let mut loaded = Case::new("triangle", "tokens 60", "grundy").load(Wanted::Values);
    let [values, lower, upper] = count(TOKENS, 1, |_, _| ()).visits;
    let expected = [values, lower + upper].map(|visits| visits * EDGES.len() as u64 * NODE_WORDS);
    assert_eq!(words_of_searches(&loaded), expected);
    loaded.kernel.buffers.iter_mut().for_each(|buffer| buffer.ping_pong = false);
    let [thresholds, _] = words_of_searches(&loaded);
    assert!(thresholds > expected[0], "{thresholds} of {expected:?}");
}
