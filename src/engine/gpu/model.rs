//! A model of the time that a run takes on an adapter: what a kernel consists of, times what each part
//! takes there (`constants.rs`). The stages of a schedule follow one another:
//!
//! ```text
//! kernel time = sum over all stages of  dispatches * dispatch + max(waiting, working)
//! waiting     = steps * step + steps * rounds * load
//! working     = workgroups * steps * workgroup_step + invocations * steps * bytes / loaded_bytes
//! ```
//!
//! *Waiting* is the critical path of a stage: the steps of a workgroup, which a barrier divides, and in
//! each the *rounds* of the slowest search, loads that wait for one another. It is what a stage takes
//! that leaves the adapter idle. *Working* is what a stage takes that fills it. Steps, dispatches and
//! workgroups are counted exactly; rounds and bytes are estimates, from simulations of the searches.

use std::time::Duration;

use super::constants::AdapterConstants;
use super::kernel::Kernel;
use super::limits::WORKGROUP_SIZE;
use crate::engine::digraph_games::edges::{edge_axes, nim_axes};
use crate::engine::{EngineError, Expected};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{Method, VectorGame};

/// Seconds until the shaders are compiled and the buffers made. An estimate: drivers differ.
const SET_UP: f64 = 0.3;

/// What an invocation does in a step, beside the barrier.
#[derive(Debug, Clone, Copy, PartialEq)]
struct StepWork {
    /// Whether the barrier is one for buffers.
    is_storage: bool,
    /// Loads of the slowest search that wait for one another.
    rounds: f64,
    /// Bytes that a search loads on average.
    bytes: f64,
}

/// Returns how long a run is expected to take that brings back this number of bytes.
///
/// # Errors
/// When no method computes the plan.
pub(super) fn expected(
    plan: &Plan,
    kernel: &Kernel,
    bytes_read_back: u64,
    constants: &AdapterConstants,
) -> Result<Expected, EngineError> {
    let kernel_time = kernel_seconds(kernel, step_work(plan)?, constants);
    let whole = SET_UP + kernel_time + bytes_read_back as f64 / constants.read_back_bytes;
    Ok(Expected {
        kernel: Some(Duration::from_secs_f64(kernel_time)),
        whole: Duration::from_secs_f64(whole),
    })
}

/// Returns the seconds that the stages of a kernel take.
fn kernel_seconds(kernel: &Kernel, work: StepWork, constants: &AdapterConstants) -> f64 {
    let steps = f64::from(kernel.schedule.steps());
    let step = if work.is_storage { constants.storage_step } else { constants.step };
    let waiting = steps * (step + work.rounds * constants.load);
    let steps_of_workgroup = steps * f64::from(kernel.workgroup_size());
    let working_of_workgroup = steps_of_workgroup
        * (constants.workgroup_step / f64::from(WORKGROUP_SIZE)
            + work.bytes / constants.loaded_bytes);
    let dispatching = kernel.entry_points.len() as f64 * constants.dispatch;
    let of_stage =
        |workgroups: u64| dispatching + f64::max(waiting, workgroups as f64 * working_of_workgroup);
    kernel.schedule.stages().map(|stage| of_stage(stage.workgroups as u64)).sum()
}

/// Returns what an invocation does in a step, the values included that it looks up behind altered vectors.
fn step_work(plan: &Plan) -> Result<StepWork, EngineError> {
    let work = step_work_of_lines(plan)?;
    let looked_up = looked_up(plan);
    let is_storage = work.is_storage || looked_up > 0.0;
    Ok(StepWork {
        is_storage,
        rounds: work.rounds + looked_up,
        bytes: work.bytes + 4.0 * looked_up,
    })
}

/// Returns how many values a cell looks up behind altered vectors, one after another.
fn looked_up(plan: &Plan) -> f64 {
    let altered = |game: &VectorGame| game.alterations().len() as f64;
    match plan.job().method() {
        // Altered moves have lines where scores of partizan games are computed.
        Method::PartizanScore(_) => 0.0,
        _ => {
            let ruleset = plan.job().ruleset();
            let impartial = ruleset.vector_game().map_or(0.0, altered);
            impartial
                + ruleset
                    .partizan_game()
                    .map_or(0.0, |game| altered(game.left()) + altered(game.right()))
        }
    }
}

/// Returns what an invocation does in a step without altered vectors.
fn step_work_of_lines(plan: &Plan) -> Result<StepWork, EngineError> {
    let values = plan.grundy_values() as f64;
    Ok(match plan.job().method() {
        // The GPU engine refuses games on four heaps.
        Method::DigraphFour(_) => StepWork { is_storage: true, rounds: 0.0, bytes: 0.0 },
        Method::Digraph(game) => {
            // Of the Triangle Game, with three edges, 7.1 loads of 32 bytes for a cell of 1024 tokens and
            // 11.9 of 8192, and 11 and 40 nodes that the slowest cell of a layer visits, one after
            // another: counted by a model of the search (docs/performance.md). The powers fit these
            // within 12 %. Then a threshold is raised for each edge.
            let edges = (edge_axes(&game).count() + nim_axes(&game).count()) as f64;
            // One node for each edge is all that there is of outcomes.
            let is_outcome = plan.job().quantity() == Quantity::Outcome;
            let relative = if is_outcome { 0.0 } else { values / 1024.0 };
            let loads_of_edge = f64::max(1.0, 7.1 / 3.0 * relative.powf(0.22)) + 1.0;
            let rounds = f64::max(1.0, 11.0 * relative.powf(0.6)) + 2.0;
            StepWork { is_storage: false, rounds, bytes: 32.0 * edges * loads_of_edge }
        }
        // Only divisions.
        Method::Euclid(_) => StepWork { is_storage: false, rounds: 0.0, bytes: 4.0 },
        // Values one by one, of which few exceed 10; each is looked for twice.
        Method::Fibonacci => StepWork { is_storage: false, rounds: 20.0, bytes: 40.0 },
        // Counts are in workgroup memory.
        Method::Partizan(_)
        | Method::SubtractionPalaces(_)
        | Method::VectorPalaces(_)
        | Method::PartizanScore(_)
        | Method::VectorScore(_) => StepWork { is_storage: false, rounds: 0.0, bytes: 0.0 },
        Method::SubtractionGrundy(game) | Method::VectorGrundy(game) => {
            // For Wythoff Nim 4.8 rounds of the longest search in a step at side 1024, 6.6 at 4096 and
            // 11.0 at 32768, counted by simulation (docs/performance.md). The power fits these within
            // 2 %. A search takes some 4 words of each line on average, and writes one.
            let words = (values / 32.0).max(1.0);
            let bytes = 4.0 * game.rays().len() as f64 * (5.0 + 0.2 * words.log2());
            StepWork { is_storage: true, rounds: 1.776 * words.powf(0.239), bytes }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::stream;
    use crate::engine::gpu::testing::{kernel, plan};

    /// Constants of which each leaves a trace of its own in a sum.
    const CONSTANTS: AdapterConstants = AdapterConstants {
        dispatch: 1e-3,
        step: 1e-6,
        storage_step: 2e-6,
        workgroup_step: 0.0,
        load: 0.0,
        loaded_bytes: f64::INFINITY,
        read_back_bytes: 1e9,
    };

    fn seconds(game: &str, domain: &str, constants: &AdapterConstants) -> f64 {
        let plan = plan(game, domain, "grundy");
        let kernel = kernel(&plan).expect("a kernel");
        let expected = expected(&plan, &kernel, 0, constants).expect("a method");
        expected.kernel.expect("a GPU").as_secs_f64()
    }

    /// The searches of the Triangle Game that docs/performance.md counts: loads of 32 neighbours, and
    /// nodes of the slowest cell.
    #[test]
    fn searches_of_digraph_games_fit_the_counts() {
        for (tokens, loads, slowest) in
            [(512, 211.0, 8.0), (1024, 226.0, 11.0), (2048, 247.0, 15.0), (4096, 288.0, 25.0)]
        {
            let plan = plan("triangle", &format!("tokens {tokens}"), "grundy");
            let StepWork { rounds, bytes, .. } = step_work(&plan).expect("a method");
            // Without what raising thresholds takes.
            let (of_model, nodes) = (32.0 * (bytes / 32.0 - 3.0), rounds - 2.0);
            assert!((of_model / loads - 1.0).abs() < 0.15, "{tokens}: {of_model} loads");
            assert!((nodes / slowest - 1.0).abs() < 0.15, "{tokens}: {nodes} nodes");
        }
    }

    /// The rounds of docs/performance.md, which were counted.
    #[test]
    fn rounds_fit_the_simulation() {
        for (side, rounds) in [(1024, 4.8), (2048, 5.7), (4096, 6.6), (16_384, 9.2), (32_768, 11.0)]
        {
            let work = step_work(&plan("wythoff", &format!("{side}x{side}"), "grundy"));
            let of_model = work.expect("a method").rounds;
            assert!((of_model / rounds - 1.0).abs() < 0.03, "{side}: {of_model}");
        }
    }

    /// Counted by hand: a table of Euclid of side 50 has 99 layers, one of the Triangle Game of 20 tokens
    /// 21, with two dispatches each.
    #[test]
    fn dispatches_and_steps_are_counted() {
        for (game, domain, hand) in [
            ("euclid", "50x50", 99.0 * (1e-3 + 1e-6)),
            ("triangle", "tokens 20", 21.0 * (2e-3 + 1e-6)),
        ] {
            let seconds = seconds(game, domain, &CONSTANTS);
            assert!((seconds - hand).abs() < 1e-7, "{game}: {seconds}, by hand {hand}");
        }
        let plan = plan("wythoff", "500x500", "grundy");
        let kernel = kernel(&plan).expect("a kernel");
        let work = stream::work(&kernel, None);
        let hand = work.dispatches as f64 * 1e-3 + work.steps as f64 * 2e-6;
        let seconds = seconds("wythoff", "500x500", &CONSTANTS);
        assert!((seconds - hand).abs() < 1e-7, "{seconds}, by hand {hand}");
        // A path through a square takes a step for each antidiagonal at least.
        assert!(work.steps >= 999, "{work:?}");
    }

    /// Catches a constant that is left out, and work that is added to waiting instead of hiding it.
    #[test]
    fn a_full_adapter_is_bound_by_its_work() {
        let base = seconds("wythoff", "500x500", &CONSTANTS);
        let with = |change: fn(&mut AdapterConstants)| {
            let mut constants = CONSTANTS;
            change(&mut constants);
            seconds("wythoff", "500x500", &constants)
        };
        assert!(with(|constants| constants.load = 1e-6) > base);
        assert!(with(|constants| constants.workgroup_step = 1e-3) > base);
        assert!(with(|constants| constants.loaded_bytes = 1e3) > base);
        // A little work is done while others wait.
        assert_eq!(with(|constants| constants.workgroup_step = 1e-9), base);
    }

    /// Catches altered vectors that cost nothing: each makes a step wait for a load more.
    #[test]
    fn altered_vectors_are_looked_up_one_after_another() {
        let constants = AdapterConstants { load: 1e-6, ..CONSTANTS };
        let [plain, altered] = ["wythoff", "wythoff+alter=1,2/2,1"].map(|game| {
            let rounds = step_work(&plan(game, "500x500", "grundy")).expect("a method").rounds;
            (rounds, seconds(game, "500x500", &constants))
        });
        assert_eq!(altered.0, plain.0 + 2.0);
        assert!(altered.1 > plain.1 + 999.0 * 2e-6, "{plain:?}, {altered:?}");
    }

    /// What comes back takes its time, after that of the kernels.
    #[test]
    fn what_comes_back_counts() {
        let plan = plan("euclid", "300x300", "grundy");
        let kernel = kernel(&plan).expect("a kernel");
        let [none, some] = [0, 90_000_000]
            .map(|bytes| expected(&plan, &kernel, bytes, &CONSTANTS).expect("a method").whole);
        assert!(some.abs_diff(none + Duration::from_millis(90)) < Duration::from_micros(1));
    }
}
