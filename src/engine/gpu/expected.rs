//! What a run makes a GPU do, counted from its plan, times the rates of its kind of adapter (`engine/expected.rs`):
//!
//! ```text
//! time = start + dispatches * dispatch + weight * (steps * step + invocations * invocation) + bytes * byte
//! ```
//!
//! The steps of a stage follow one another, so that they take their time even if few workgroups take part; where many
//! do, the adapter computes them one after another. The *weight* is what a step does beside its barrier.

use super::adapter::Adapter;
use super::kernel::Kernel;
use crate::engine::GpuWork;
use crate::engine::expected::AdapterRates;
use crate::plan::Plan;
use crate::ruleset::{Method, VectorGame};

/// Returns the rates of the adapter's kind.
pub(super) fn rates_of(adapter: &Adapter) -> &'static AdapterRates {
    match (adapter.is_hardware(), adapter.is_discrete()) {
        (false, _) => &AdapterRates::SOFTWARE,
        (true, true) => &AdapterRates::DISCRETE,
        (true, false) => &AdapterRates::SHARED,
    }
}

/// Returns the seconds that a run is expected to take.
pub(super) fn seconds(plan: &Plan, kernel: &Kernel, work: GpuWork, rates: &AdapterRates) -> f64 {
    let steps = work.steps as f64 * rates.step + invocations(kernel) * rates.invocation;
    rates.start
        + work.dispatches as f64 * rates.dispatch
        + weight(plan, rates) * steps
        + work.bytes_read_back as f64 * rates.byte
}

/// Counts the steps of all invocations.
fn invocations(kernel: &Kernel) -> f64 {
    let workgroups: u64 = kernel.schedule.stages().map(|stage| stage.workgroups as u64).sum();
    let of_workgroup = f64::from(kernel.schedule.steps()) * f64::from(kernel.workgroup_size());
    workgroups as f64 * of_workgroup
}

/// Returns how many simple steps one takes.
fn weight(plan: &Plan, rates: &AdapterRates) -> f64 {
    let altered = |game: &VectorGame| game.alterations().len() as f64;
    let (found, looked_up) = match plan.job().method() {
        // Lines carry counts, or what the best option is worth.
        Method::Partizan(game) => (1.0, altered(game.left()) + altered(game.right())),
        Method::Scores(games) => (1.0, games.iter().map(altered).sum()),
        Method::SubtractionPalaces(game) | Method::VectorPalaces(game) => (1.0, altered(game)),
        Method::SubtractionGrundy(game) | Method::VectorGrundy(game) => {
            (rates.search, altered(game))
        }
        Method::Digraph(_) | Method::DigraphFour(_) | Method::Euclid(_) | Method::Fibonacci => {
            (rates.search, 0.0)
        }
    };
    found + AdapterRates::LOOK_UP * looked_up
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
        search: 10.0,
    };

    fn seconds_of(game: &str, domain: &str, quantity: &str, rates: &AdapterRates) -> f64 {
        let plan = plan(game, domain, quantity);
        let kernel = kernel(&plan).expect("a kernel");
        seconds(&plan, &kernel, stream::work(&kernel, None), rates)
    }

    /// Counted by hand: a table of Euclid of side 50 has 99 layers of at most 50 cells, a workgroup of 64 and 256 bytes
    /// of totals each, one of the Triangle Game of 20 tokens 21 layers with two dispatches each.
    #[test]
    fn dispatches_steps_and_invocations_are_counted() {
        let search = NOTHING.search;
        for (game, domain, rates, hand) in [
            ("euclid", "50x50", AdapterRates { start: 1.0, ..NOTHING }, 1.0),
            ("euclid", "50x50", AdapterRates { dispatch: 1.0, ..NOTHING }, 99.0),
            ("euclid", "50x50", AdapterRates { step: 1.0, ..NOTHING }, 99.0 * search),
            ("euclid", "50x50", AdapterRates { invocation: 1.0, ..NOTHING }, 99.0 * 64.0 * search),
            ("euclid", "50x50", AdapterRates { byte: 1.0, ..NOTHING }, 99.0 * 256.0),
            ("triangle", "tokens 20", AdapterRates { dispatch: 1.0, ..NOTHING }, 42.0),
            ("triangle", "tokens 20", AdapterRates { step: 1.0, ..NOTHING }, 21.0 * search),
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

    /// Catches predictions in the documentation that are not those of the model. A row of its table has the job, its
    /// dispatches and steps, the seconds of a run, and the rate without the time until it begins.
    #[test]
    fn predictions_are_those_of_the_documentation() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/performance.md");
        let page = std::fs::read_to_string(page).expect("the page");
        let rows = page.lines().skip_while(|line| !line.starts_with("| predicted job |"));
        let mut count = 0;
        for row in rows.skip(2).take_while(|row| row.starts_with('|')) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let words: Vec<&str> = cells[0].trim_matches('`').split(' ').collect();
            let [game, quantity, domain @ ..] = words.as_slice() else { panic!("{row}") };
            let plan = plan(game, &domain.join(" "), quantity);
            let kernel = kernel(&plan).expect("a kernel");
            let work = stream::work(&kernel, None);
            let seconds = seconds(&plan, &kernel, work, &AdapterRates::DISCRETE);
            let computing = seconds - AdapterRates::DISCRETE.start;
            let rate = plan.job().domain().positions() as f64 / computing / 1e9;
            let thousands = |count: u64| match (count / 1000, count % 1000) {
                (0, ones) => ones.to_string(),
                (thousands, ones) => format!("{thousands},{ones:03}"),
            };
            let expected = [
                thousands(work.dispatches),
                thousands(work.steps),
                format!("{seconds:.2} s"),
                format!("{rate:.1}"),
            ];
            assert_eq!(cells[1..5], expected, "{row}");
            count += 1;
        }
        assert_eq!(count, 4);
    }

    /// Catches altered vectors that cost nothing, and searches that cost no more than counts.
    #[test]
    fn searches_and_altered_vectors_take_longer() {
        let rates = AdapterRates { step: 1.0, ..NOTHING };
        let [counts, altered, searches] =
            [("wythoff", "outcome"), ("wythoff+alter=1,2", "outcome"), ("wythoff", "grundy")]
                .map(|(game, quantity)| seconds_of(game, "200x200", quantity, &rates));
        assert!(counts < altered && altered < searches, "{counts}, {altered}, {searches}");
    }
}
