//! Smaller domains of the same shape, as advice if a domain is too large for an adapter.

use crate::domain::Domain;
use crate::plan::Plan;

/// How often the search for the largest fitting domain halves its interval: the result is within a sixteenth of its
/// size.
const REFINEMENTS: u32 = 4;

/// Returns a domain of the same shape for which `fit` returns `Some`, nearly the largest one, with the result of `fit`;
/// `None` if there is no such domain.
pub(super) fn nearly_largest<T>(
    plan: &Plan,
    fit: impl Fn(&Plan) -> Option<T>,
) -> Option<(Domain, T)> {
    let domain = plan.job().domain();
    let longest = longest_side(domain);
    let fitting = |side: u32| {
        let plan = plan.scaled(side, longest).ok()?;
        fit(&plan).map(|result| (plan.job().domain().clone(), result))
    };
    let halves = std::iter::successors(Some(longest / 2), |side| Some(side / 2));
    let (mut side, mut found) = halves
        .take_while(|&side| side > 0)
        .find_map(|side| fitting(side).map(|found| (side, found)))?;
    let mut step = side;
    for _ in 0..REFINEMENTS {
        step /= 2;
        if step == 0 {
            break;
        }
        if let Some(larger) = fitting(side + step) {
            (side, found) = (side + step, larger);
        }
    }
    Some(found)
}

/// Returns the longest side of a box, or the token sum of a simplex.
fn longest_side(domain: &Domain) -> u32 {
    if domain.is_box() {
        domain.shape().iter().copied().max().unwrap_or(0)
    } else {
        domain.largest_token_sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::plan;

    /// Catches a domain that does not fit, one that is needlessly small, and another shape.
    #[test]
    fn domains_shrink_in_proportion() {
        for (game, domain, most, expected) in [
            ("wythoff", "1000x500", 30_000, Some("box 240x120")),
            ("wythoff", "1000x500", 499_999, Some("box 968x484")),
            ("wythoff", "1000x2", 100, Some("box 100x1")),
            ("triangle", "tokens 100", 1_000, Some("tokens 16")),
            ("nim:1", "64", 1, Some("box 1")),
            ("nim:1", "64", 0, None),
            ("nim:1", "1", 0, None),
        ] {
            let plan = plan(game, domain, "grundy");
            let fit = |plan: &Plan| {
                let positions = plan.job().domain().positions();
                (positions <= most).then_some(positions)
            };
            let found = nearly_largest(&plan, fit).map(|(domain, _)| domain.to_string());
            assert_eq!(found.as_deref(), expected, "{game} on {domain}");
        }
    }
}
