//! How long the CPU engine takes: seconds of one thread for each position, times the positions, by the
//! number of threads.
//!
//! The rates are those of `docs/performance.md`, of one core of a server processor of 2023 with AVX-512.
//! Of Euclid, Fibonacci Nim and partizan games they are estimates: what these took beside Wythoff Nim in
//! builds with little optimization.

use std::time::Duration;

use super::subtraction;
use crate::engine::Expected;
use crate::engine::method::Method;
use crate::plan::Plan;
use crate::quantity::Quantity;

/// Returns how long a run is expected to take.
pub(super) fn expected(plan: &Plan, method: &Method) -> Expected {
    let threads = match method {
        Method::SubtractionGrundy(_) | Method::SubtractionPalaces(_) => 1.0,
        Method::Digraph(_)
        | Method::DigraphFour(_)
        | Method::Euclid(_)
        | Method::Fibonacci
        | Method::Partizan(_)
        | Method::PartizanScore(_)
        | Method::VectorGrundy(_)
        | Method::VectorPalaces(_)
        | Method::VectorScore(_) => rayon::current_num_threads() as f64,
    };
    let positions = plan.job().domain().positions() as f64;
    let whole = positions * seconds_of_position(plan, method) / threads;
    Expected { kernel: None, whole: Duration::from_secs_f64(whole) }
}

/// Returns the seconds that one thread takes for a position.
fn seconds_of_position(plan: &Plan, method: &Method) -> f64 {
    let values = plan.grundy_values() as f64;
    match method {
        // 1024 tokens: 7.5 ns, 2048 tokens: 14 ns.
        Method::Digraph(_) => match plan.job().quantity() {
            Quantity::Grundy => 1e-9 + 6.2e-12 * values,
            Quantity::Outcome
            | Quantity::Palaces
            | Quantity::OutcomeClass
            | Quantity::Score
            | Quantity::ScoreLeft
            | Quantity::ScoreRight => 5e-10,
        },
        // The square with 100 tokens; eight edges.
        Method::DigraphFour(_) => 1.9e-7,
        Method::Euclid(_) => 8e-9,
        Method::Fibonacci => 1.4e-8,
        Method::Partizan(_) => 2e-8,
        // Side 8192: two scores, of which one is stored.
        Method::PartizanScore(_) => 8e-9,
        Method::SubtractionGrundy(game) | Method::SubtractionPalaces(game) => {
            subtraction::seconds_of_position(plan, game)
        }
        // Side 4096: 14 ns, side 32768: 34 ns.
        Method::VectorGrundy(_) => 1e-8 + 3.7e-13 * values,
        // Side 16384: 0.3 ns, side 65536: 0.6 ns.
        Method::VectorPalaces(_) => 4.5e-10,
        Method::VectorScore(_) => 2e-9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(game: &str, domain: &str, quantity: &str) -> f64 {
        let plan = Plan::parse(game, domain, quantity).expect("a plan");
        let method = Method::of(plan.job()).expect("a method");
        1e-6 / seconds_of_position(&plan, &method)
    }

    /// The rates of one thread in docs/performance.md, in millions a second.
    #[test]
    fn rates_are_those_that_were_measured() {
        for (game, domain, quantity, measured) in [
            ("triangle", "tokens 1024", "grundy", 133.0),
            ("wythoff", "4096x4096", "grundy", 70.0),
            ("wythoff", "8192x8192", "grundy", 72.0),
            ("wythoff+block=100", "16384x16384", "palaces", 3170.0),
            ("triangle", "tokens 1024", "outcome", 2131.0),
        ] {
            let rate = rate(game, domain, quantity);
            assert!((0.6..1.5).contains(&(rate / measured)), "{game} on {domain}: {rate}");
        }
    }
}
