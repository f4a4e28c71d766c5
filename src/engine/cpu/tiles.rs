//! The tiles of games that are slow to compute.
//!
//! Finished tiles are stored, and what an interrupted run has computed of others is lost. Positions are computed front by front, or
//! grade by grade, so that at any time about as many fronts of tiles are unfinished as there are heaps. Where these take long, the
//! tiles are made smaller.

use std::time::Duration;

use super::nanoseconds;
use crate::domain::tiling::MOST_TILES_BY_DEFAULT;
use crate::plan::Plan;
use crate::ruleset::Method;

/// The longest time that unfinished tiles may take, if smaller ones are possible. Finished ones are flushed every 45 seconds, so that
/// an interrupted run loses a minute at most.
const LONGEST: Duration = Duration::from_secs(15);
/// The tiles of the longest front, and the positions of the last one, take about twice the time of the others.
const LONGEST_FRONT: f64 = 2.0;

/// Returns the plan with smaller tiles if those that are chosen for the domain take long, and none were asked for. Games that
/// have a method of their own are quick, and the time of a domain that no memory holds is not worth the count.
pub(super) fn fitting(plan: Plan) -> Plan {
    if plan.asked_tile().is_some() || !matches!(plan.job().method(), Method::Clauses(_)) {
        return plan;
    }
    // One thread takes the same time by every machine's count, so that all of them choose the same tiles.
    let whole = 1e-9 * nanoseconds(&plan);
    let mut fitting = plan;
    while lost_seconds(&fitting, whole) > LONGEST.as_secs_f64() {
        let half = fitting.tiling().edges().largest() / 2;
        match fitting.clone().with_tile(half) {
            Ok(smaller) if smaller.tiling().count() <= MOST_TILES_BY_DEFAULT => fitting = smaller,
            Ok(_) | Err(_) => break,
        }
    }
    fitting
}

/// Returns how long an interrupted run has computed positions of unfinished tiles, where the whole takes so many seconds.
fn lost_seconds(plan: &Plan, whole: f64) -> f64 {
    let heaps = plan.job().domain().heaps() as f64;
    let fronts: u32 = plan.tiling().grid().iter().map(|&tiles| tiles - 1).sum();
    whole * (LONGEST_FRONT * heaps / f64::from(fronts + 1)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::engine::cpu::CpuEngine;

    /// Catches tiles of a slow game that take longer than a minute, of which an interrupted run lost all: 20000 heaps in two
    /// tiles, each of which took minutes. Other games keep their tiles, and so does who asks for some.
    #[test]
    fn tiles_of_slow_games_are_small() {
        for (game, domain, is_slow) in [
            ("rules: (x - k) for 1 <= k <= x if is_prime(x - k)", "60000", true),
            (
                "rules: (x - k, y - l) for 0 <= k <= x, 0 <= l <= y if gcd(k + x, l + y) == 1",
                "400x400",
                true,
            ),
            ("rules: (x - k, y) for 1 <= k <= x if is_prime(x * k + 1)", "400x400", false),
            ("wythoff", "20000x20000", false),
        ] {
            let plan = Plan::parse(game, domain, "grundy").expect(game);
            let fitted = CpuEngine.fit_tiles(plan.clone());
            assert_eq!(fitted != plan, is_slow, "{game}: {:?}", fitted.tiling().edges());
            let whole = 1e-9 * nanoseconds(&plan);
            assert!(lost_seconds(&fitted, whole) < 60.0, "{game}");
            assert_eq!(lost_seconds(&plan, whole) > 60.0, is_slow, "{game}");
            let asked = plan.with_tile(64).expect("a plan");
            assert_eq!(CpuEngine.fit_tiles(asked.clone()), asked);
        }
    }
}
