//! The guard of `auto`: a GPU that the user did not request is used only if the selftest of this program has passed on
//! it.
//!
//! A driver may compute wrong values, hang, or crash the process. Before the first use of an adapter with its driver,
//! the selftest therefore runs in a child process under a time limit ([`child`]). A file stores the verdict
//! ([`cache`]), and the test is repeated only if the adapter, the driver or the program changes.

mod cache;
mod child;

use std::sync::Mutex;
use std::time::Duration;

pub use child::{ChildMessage, end_with_parent};

use super::verdict::{Refusal, SelftestOutcome, Verdict};
use super::{Note, Observer, Program};
use serde::de::DeserializeOwned;

use grundytab::engine::gpu::{Adapter, AdapterIdentity};
use grundytab::sync::lock;

/// How long `auto` waits for a selftest. The test takes seconds, but a driver may compile all kernels for the first
/// time on a busy machine. The verdict "not done in time" is stored, so a limit that is too short costs more than a
/// long one.
const PATIENCE: Duration = Duration::from_secs(120);

/// The time limit of a selftest that the user requests, for each adapter.
pub const MOST_PATIENCE: Duration = Duration::from_secs(600);

/// Verdicts of this process that could not be stored in a file. Other threads wait while an adapter is tested.
static UNKEPT: Mutex<Vec<(AdapterIdentity, Verdict)>> = Mutex::new(Vec::new());

/// The reason why there is no verdict.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTested {
    /// The control has interrupted the test.
    #[error("interrupted")]
    Interrupted,
    /// The child process failed, possibly for reasons other than the adapter.
    #[error("{0}")]
    NoVerdict(String),
}

/// Returns the stored verdict of this version of the program on an adapter with its driver, if any.
pub fn verdict_on(adapter: &Adapter) -> Option<Verdict> {
    cache::read(&adapter.identity())
}

/// Tests an adapter regardless of earlier verdicts and stores the new one. Notes if the verdict cannot be stored.
///
/// # Errors
/// If there is no verdict.
pub fn test_adapter(
    adapter: &Adapter,
    limit: Duration,
    observer: &impl Observer,
) -> Result<Verdict, NotTested> {
    test_within(limit, &adapter.identity(), observer).map(|(verdict, _)| verdict)
}

/// Runs the program with these arguments in a child process that is watched as a selftest is. Returns what it has found
/// or, in words, the last thing that it has begun and why it has found nothing.
///
/// # Errors
/// If it was interrupted, or cannot be started.
pub fn find_in_child<T: DeserializeOwned + Send + 'static>(
    arguments: &[&str],
    limit: Duration,
    observer: &impl Observer,
) -> Result<Result<T, (Option<String>, String)>, NotTested> {
    child::find(&program_of(observer)?, arguments, limit, &observer.control())
}

fn program_of(observer: &impl Observer) -> Result<Program, NotTested> {
    let why = || NotTested::NoVerdict("nothing says how the program is started".into());
    observer.program().ok_or_else(why)
}

/// Returns why `auto` does not take an adapter, or `None` if its selftest has passed. An untested adapter is tested now
/// if that `is_worth_a_test`.
pub(super) fn refusal(
    adapter: &Adapter,
    is_worth_a_test: bool,
    observer: &impl Observer,
) -> Option<Refusal> {
    let identity = adapter.identity();
    let mut unkept = lock(&UNKEPT);
    let of_this_process =
        || unkept.iter().find(|(of, _)| *of == identity).map(|(_, verdict)| verdict.clone());
    let verdict = match cache::read(&identity).or_else(of_this_process) {
        Some(verdict) => verdict,
        None if !is_worth_a_test => return Some(Refusal::SoonerThanTested),
        None => {
            observer.note(&Note::Testing { adapter: adapter.name(), at_most: PATIENCE });
            match test_within(PATIENCE, &identity, observer) {
                Ok((verdict, is_kept)) => {
                    if !is_kept {
                        unkept.push((identity, verdict.clone()));
                    }
                    verdict
                }
                Err(error) => return Some(Refusal::NotTestable(error.to_string())),
            }
        }
    };
    (!verdict.has_passed()).then_some(Refusal::Selftest(verdict))
}

/// Tests an adapter. Returns the verdict and whether it was stored.
fn test_within(
    limit: Duration,
    identity: &AdapterIdentity,
    observer: &impl Observer,
) -> Result<(Verdict, bool), NotTested> {
    let program = program_of(observer)?;
    let verdict = child::test(&program, identity, limit, &observer.control())?;
    // Who waits for a shorter time than `auto` cannot say that it would have waited in vain.
    let is_hasty = verdict.outcome == SelftestOutcome::NotDone && limit < PATIENCE;
    if is_hasty || verdict.outcome == SelftestOutcome::Unavailable {
        return Ok((verdict, false));
    }
    let kept = cache::write(identity, &verdict);
    if let Err(why) = &kept {
        observer.note(&Note::VerdictNotKept(why));
    }
    Ok((verdict, kept.is_ok()))
}
