//! Agreement: several ranks go on together, or none of them does.

use serde::{Deserialize, Serialize};

use super::{Category, Error};
use crate::engine::EngineKind;
use crate::engine::cluster::Network;

/// What a rank tells the others of its error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("rank {rank}: {message}")]
#[non_exhaustive]
pub struct RankFailure {
    /// The rank that has failed.
    pub rank: usize,
    /// What a caller can do about its error.
    pub category: Category,
    /// The error.
    pub message: String,
    pub(super) condemns_table: bool,
    pub(super) lets_cpu_go_on: bool,
    pub(super) is_full_disk: bool,
}

impl RankFailure {
    fn of(rank: usize, error: &Error) -> Self {
        RankFailure {
            rank,
            category: error.category(),
            message: error.to_string(),
            condemns_table: error.condemns_table(),
            lets_cpu_go_on: error.lets_cpu_go_on(EngineKind::Gpu),
            is_full_disk: error.is_full_disk(),
        }
    }

    /// Puts what everybody must know of first: wrong values, and errors before the interruptions that follow from them.
    fn order(&self) -> (bool, bool, usize) {
        (!self.condemns_table, self.category == Category::Interrupted, self.rank)
    }
}

/// Agrees with all ranks on what comes next: if one of them has failed, all of them have. The rank whose error it is
/// keeps it, the others know of it ([`Error::OtherRank`]). All ranks call it.
///
/// # Errors
/// When a rank has failed.
pub fn share_error<T>(network: &dyn Network, outcome: Result<T, Error>) -> Result<T, Error> {
    let failure = outcome.as_ref().err().map(|error| RankFailure::of(network.rank(), error));
    let told = serde_json::to_vec(&failure).unwrap_or_default();
    let told = network.gather_all(&told);
    let failures = told.iter().filter_map(|told| serde_json::from_slice(told).unwrap_or(None));
    match failures.min_by_key(RankFailure::order) {
        Some(failure) if failure.rank != network.rank() => Err(Error::OtherRank(failure)),
        Some(_) | None => outcome,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::engine::cluster::threads;

    /// Catches ranks that go on where one of them has failed, an interruption that hides why, and an exit code that is
    /// not that of the error.
    #[test]
    fn all_ranks_fail_as_the_one_that_has_a_reason() {
        let outcomes = threads::run(4, |network| {
            let outcome = match network.rank() {
                1 => Err(Error::Interrupted),
                2 => Err(Error::Output(io::ErrorKind::StorageFull.into())),
                3 => Err(Error::OtherPlan),
                _ => Ok(()),
            };
            share_error(network, outcome).expect_err("a rank has failed")
        });
        assert!(matches!(outcomes[2], Error::Output(_)), "{outcomes:?}");
        for rank in [0, 1, 3] {
            let Error::OtherRank(failure) = &outcomes[rank] else { panic!("{:?}", outcomes[rank]) };
            assert_eq!(failure.rank, 2);
            assert_eq!(outcomes[rank].category(), Category::System);
            assert_eq!(outcomes[rank].to_string(), format!("rank 2: {}", outcomes[2]));
        }
    }

    /// Catches an agreement on a failure that nobody has had, and an outcome that gets lost.
    #[test]
    fn all_ranks_go_on_if_all_can() {
        let outcomes = threads::run(3, |network| share_error(network, Ok(network.rank())));
        assert_eq!(outcomes.into_iter().collect::<Result<Vec<_>, _>>().expect("agreed"), [0, 1, 2]);
    }
}
