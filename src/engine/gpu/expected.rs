//! The expected time of a GPU: the work counted from the plan, times the rates of the kind of adapter
//! (`engine/rates.rs`):
//!
//! ```text
//! time = start + dispatches * dispatch + steps * (step + rounds * round) + invocations * invocation * search
//!        + options in turn * look_up + options * option + bytes * byte
//! ```
//!
//! The steps of a wave follow one another, so that they take time even with few workgroups; with many workgroups the
//! adapter computes invocations one after another. For a kernel without searches, `search` is 1 and there are no rounds.
//! Options are those that a
//! kernel looks up one by one, "in turn" those of one invocation in each wave.

use super::adapter::Adapter;
use super::kernel::Kernel;
use crate::engine::GpuWork;
use crate::engine::rates::AdapterRates;

/// Returns the rates of the adapter's kind.
pub(super) fn rates_of(adapter: &Adapter) -> &'static AdapterRates {
    match (adapter.is_hardware(), adapter.is_discrete()) {
        (false, _) => &AdapterRates::SOFTWARE,
        (true, true) => &AdapterRates::DISCRETE,
        (true, false) => &AdapterRates::SHARED,
    }
}

/// Rounds of loads for which a step waits that searches for values, with those that the slowest of all searches takes
/// beside the usual one (`tests/search_rounds.rs`).
const ROUNDS_OF_SEARCH: f64 = 2.0;

/// Returns the seconds of a step, which may search for values.
pub(super) fn seconds_of_step(searches: bool, rates: &AdapterRates) -> f64 {
    rates.step + if searches { ROUNDS_OF_SEARCH * rates.round } else { 0.0 }
}

/// Returns the expected time of a run in seconds.
pub(super) fn seconds(kernel: &Kernel, work: GpuWork, rates: &AdapterRates) -> f64 {
    let search = if kernel.searches { rates.search } else { 1.0 };
    rates.start
        + work.dispatches as f64 * rates.dispatch
        + work.steps as f64 * seconds_of_step(kernel.searches, rates)
        + invocations(kernel) * rates.invocation * search
        + work.steps as f64 * kernel.options.of_invocation * rates.look_up
        + kernel.options.all * rates.option
        + work.bytes_read_back as f64 * rates.byte
}

/// Counts the steps of all invocations.
fn invocations(kernel: &Kernel) -> f64 {
    let workgroups: u64 = kernel.schedule.waves().map(|wave| wave.workgroups as u64).sum();
    let of_workgroup = f64::from(kernel.schedule.steps()) * f64::from(kernel.workgroup_size);
    workgroups as f64 * of_workgroup
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::stream;
    use crate::engine::gpu::testing::{kernel, plan};

    const NOTHING: AdapterRates = AdapterRates {
        start: 0.0,
        dispatch: 0.0,
        step: 0.0,
        invocation: 0.0,
        byte: 0.0,
        round: 0.0,
        search: 10.0,
        look_up: 0.0,
        option: 0.0,
    };

    const HALVES: &str = "rules: (x / 2, y) if x > 0; (x, y / 2) if y > 0";

    fn seconds_of(game: &str, domain: &str, quantity: &str, rates: &AdapterRates) -> f64 {
        let plan = plan(game, domain, quantity);
        let kernel = kernel(&plan).expect("a kernel");
        seconds(&kernel, stream::work(&kernel, None), rates)
    }

    /// Counted by hand: a table of rules of side 50 has 99 layers of at most 50 cells, a workgroup of 64 and 28 bytes
    /// of totals each, one of the Triangle Game of 20 tokens 21 layers with two dispatches each.
    #[test]
    fn dispatches_steps_and_invocations_are_counted() {
        for (game, domain, rates, hand) in [
            (HALVES, "50x50", AdapterRates { start: 1.0, ..NOTHING }, 1.0),
            (HALVES, "50x50", AdapterRates { dispatch: 1.0, ..NOTHING }, 99.0),
            (HALVES, "50x50", AdapterRates { step: 1.0, ..NOTHING }, 99.0),
            (HALVES, "50x50", AdapterRates { invocation: 1.0, ..NOTHING }, 99.0 * 64.0),
            (HALVES, "50x50", AdapterRates { byte: 1.0, ..NOTHING }, 99.0 * 28.0),
            ("triangle", "tokens 20", AdapterRates { dispatch: 1.0, ..NOTHING }, 42.0),
            ("triangle", "tokens 20", AdapterRates { step: 1.0, ..NOTHING }, 21.0),
            (
                "triangle",
                "tokens 20",
                AdapterRates { round: 1.0, ..NOTHING },
                21.0 * ROUNDS_OF_SEARCH,
            ),
        ] {
            assert_eq!(seconds_of(game, domain, "grundy", &rates), hand, "{game}: {rates:?}");
        }
    }

    /// Catches blocks of which some are not counted: half of the cells of a mirrored table are computed at least.
    #[test]
    fn every_computed_cell_has_an_invocation() {
        let rates = AdapterRates { invocation: 1.0, ..NOTHING };
        let counted = seconds_of("wythoff", "500x500", "outcome", &rates);
        assert!((125_000.0..500_000.0).contains(&counted), "{counted}");
    }

    /// Catches searches that are expected to take no longer than counts.
    #[test]
    fn searches_take_longer_than_counts() {
        let rates = AdapterRates { step: 1.0, round: 2.5, ..NOTHING };
        let [counts, searches] = ["outcome", "grundy"]
            .map(|quantity| seconds_of("wythoff+alter=1,2", "200x200", quantity, &rates));
        assert!(5.0 * counts < searches, "{counts}, {searches}");
    }
}
