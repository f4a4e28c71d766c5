//! The start and the common end of the program's ranks.

#[cfg(feature = "mpi")]
use std::time::Duration;

use grundytab::engine::cluster::Launched;
#[cfg(feature = "mpi")]
use grundytab::engine::cluster::mpi::Session;
use grundytab::wording::counted_as;

use super::failure::{Failure, Result};
use super::ranks::network;

/// How long a failed rank waits for the others to end. The others may be waiting for this rank, and are then aborted.
#[cfg(feature = "mpi")]
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns the MPI library of the program with its version.
pub fn library() -> Option<String> {
    #[cfg(feature = "mpi")]
    return Some(grundytab::engine::cluster::mpi::library());
    #[cfg(not(feature = "mpi"))]
    None
}

/// Says which rank this is and how many there are, or why there are no others.
pub fn description() -> String {
    let ranks = network();
    match (library(), Launched::by_environment()) {
        (None, _) => "MPI: this program was built without it".into(),
        (Some(library), None) => format!("MPI: {library}, not started by mpirun or srun"),
        (Some(library), Some(_)) => {
            format!("MPI: {library}, rank {} of {}", ranks.rank(), ranks.size())
        }
    }
}

/// The MPI session, which must be ended before the program ends.
#[derive(Default)]
pub struct Running {
    #[cfg(feature = "mpi")]
    session: Option<Session>,
}

/// Starts MPI, if the program was built with it and was started by a launcher. The program must not restart itself
/// afterwards.
///
/// # Errors
/// If the MPI library lacks a necessary feature.
pub fn start() -> Result<Running> {
    #[cfg(feature = "mpi")]
    if Launched::by_environment().is_some() {
        let session = Session::start().map_err(|error| Failure::system(error.to_string()))?;
        super::ranks::set(session.ranks());
        return Ok(Running { session: Some(session) });
    }
    Ok(Running::default())
}

impl Running {
    /// Ends the program on all ranks: waits for the others, prints the failure of this rank, unless an earlier rank has
    /// failed for the same reason, and returns the common exit code.
    pub fn end(self, exit_code: u8, failure: Option<Failure>) -> u8 {
        #[cfg(feature = "mpi")]
        if let Some(session) = self.session {
            let limit = failure.is_some().then_some(PATIENCE);
            if !session.wait_for_all(limit) {
                report(failure);
                session.abort(exit_code);
            }
            let message = failure.as_ref().map(Failure::message).unwrap_or_default();
            let mine = [&[exit_code], message.as_bytes()].concat();
            let all = network().gather_all(&mine);
            let before = &all[..network().rank()];
            if !before.contains(&mine) {
                // Whoever reads JSON gets one object.
                let is_told = before.iter().any(|outcome| outcome.first() != Some(&0));
                report(if is_told { failure.map(Failure::in_words) } else { failure });
            }
            // What made the others stop is less than an interruption.
            let codes = all.iter().filter_map(|outcome| outcome.first().copied());
            return codes.filter(|&code| code != 0).min().unwrap_or_default();
        }
        report(failure);
        exit_code
    }
}

/// Prints a failure, unless another rank knows and prints the reason.
fn report(failure: Option<Failure>) {
    if let Some(failure) = failure.filter(|failure| !failure.message().is_empty()) {
        failure.report();
    }
}

/// Fails on all ranks if one of them has failed; only that one knows the reason. All ranks call this.
pub fn all_ranks_succeeded<T>(outcome: Result<T>) -> Result<T> {
    let code = outcome.as_ref().err().map_or(0, Failure::exit_code);
    let codes = network().gather(&[code], &vec![1; network().size()]);
    match codes.into_iter().filter(|&code| code != 0).min() {
        Some(code) if outcome.is_ok() => Err(Failure::elsewhere(code)),
        _ => outcome,
    }
}

/// Checks that this process is not alone if a launcher has started several: otherwise each of them would fill the whole
/// table.
///
/// # Errors
/// If this process is alone.
pub fn check_launcher() -> Result<()> {
    let ranks = network().size();
    match Launched::by_environment() {
        Some(Launched { variable, processes }) if ranks == 1 && processes > 1 => {
            let advice = if cfg!(feature = "mpi") {
                "use the mpirun of the MPI library that the program was built with, or srun with the --mpi that it knows"
            } else {
                "build the program with --features mpi (docs/cluster.md), or start it once"
            };
            Err(Failure::usage(
                format!("{variable}={processes}"),
                &format!(
                    "{} started to share the work, but this one is alone, 1 rank of 1",
                    counted_as(processes, "process was", "processes were")
                ),
                &format!("{advice}; where each is meant to work alone, unset {variable}"),
            ))
        }
        _ => Ok(()),
    }
}
