//! What two tables have in common.

use grundytab::domain::Domain;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::table::TableReader;
use grundytab::wording::counted;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Comparison {
    /// The stored values, of the same quantity.
    Values,
    /// Whether positions are P-positions, whatever the quantities.
    #[value(name = "outcome")]
    Outcomes,
}

/// Checks that two tables can be compared.
pub(super) fn check_comparable(
    one: &TableReader,
    other: &TableReader,
    comparison: Comparison,
) -> Result<(), InvalidInput> {
    let (first, second) = (one.plan().job(), other.plan().job());
    let path = other.path().display();
    if first.domain().heaps() != second.domain().heaps() {
        let (heaps, others) = (first.domain().heaps(), second.domain().heaps());
        return Err(InvalidInput::new(
            InvalidInputKind::WrongHeapCount,
            path,
            format!(
                "its positions have {}, those of the first table {heaps}",
                counted(others, "heap")
            ),
            "compare tables of as many heaps",
        ));
    }
    if comparison == Comparison::Outcomes
        && !(first.quantity().has_p_positions() && second.quantity().has_p_positions())
    {
        return Err(InvalidInput::new(
            InvalidInputKind::QuantityDoesNotApply { instead: "grundy or outcome" },
            path,
            "scores do not determine the P-positions",
            "compare the scores of two tables of scores",
        ));
    }
    if comparison == Comparison::Values && first.quantity() != second.quantity() {
        let (kind, hint) = match first.quantity().is_score() || second.quantity().is_score() {
            true => (InvalidInputKind::WrongTable, "compare two tables of the same quantity"),
            false => (InvalidInputKind::OtherQuantity, "compare their outcomes"),
        };
        return Err(InvalidInput::new(
            kind,
            path,
            format!(
                "it holds {}, the first table {}",
                second.quantity().values_name(),
                first.quantity().values_name()
            ),
            hint,
        ));
    }
    Ok(())
}

/// Returns the box or the simplex of the cells that both domains have, if these are one. Which of its cells are positions
/// is left to the games.
pub(super) fn common_domain(one: &Domain, other: &Domain) -> Option<Domain> {
    let sides: Vec<u32> = one.shape().iter().zip(other.shape()).map(|(&a, &b)| a.min(b)).collect();
    let corner_sum: u64 = sides.iter().map(|&side| u64::from(side - 1)).sum();
    let least = |domain: &Domain| match domain.is_box() {
        true => u64::MAX,
        false => domain.largest_token_sum().into(),
    };
    let tokens = least(one).min(least(other));
    if corner_sum <= tokens {
        return Domain::boxed(&sides).ok();
    }
    let is_simplex = sides.iter().all(|&side| u64::from(side - 1) >= tokens);
    is_simplex.then(|| Domain::simplex(sides.len(), tokens as u32).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::domain::Coordinates;

    /// Catches a common domain that has a position which one of the domains lacks, or lacks one.
    #[test]
    fn common_domains_have_the_positions_of_both() {
        let boxes = [[3, 9], [4, 4], [9, 2], [1, 1]].map(|sides| Domain::boxed(&sides));
        let simplices = [0, 1, 3, 6, 20].map(|tokens| Domain::simplex(2, tokens));
        let domains: Vec<Domain> =
            boxes.into_iter().chain(simplices).map(|domain| domain.expect("valid")).collect();
        let mut mixed = 0;
        for one in &domains {
            for other in &domains {
                let cells = || Coordinates::cells_of_box(Coordinates([1, 1, 21, 21]));
                let in_both = |at: &Coordinates| one.contains(*at) && other.contains(*at);
                match common_domain(one, other) {
                    Some(common) => assert!(
                        cells().filter(in_both).eq(cells().filter(|&at| common.contains(at))),
                        "{one}, {other}: {common}"
                    ),
                    None => mixed += 1,
                }
            }
        }
        // The boxes 3x9, 4x4 and 9x2 with some simplices are neither.
        assert!((1..20).contains(&mixed), "{mixed}");
    }
}
