//! The guard of `auto`: a GPU is used without being asked for only if the selftest of this program has passed on it.
//!
//! A driver may compute wrong values, wait for ever, or crash, and a crash takes the process along. So the first
//! time that an adapter is met with its driver, the selftest runs on it in a child process under a time limit
//! ([`child`]). The verdict is kept in a file ([`cache`]), and nothing is tested again until the adapter, the
//! driver or the program is another one.

mod cache;
mod child;

use std::sync::Mutex;
use std::time::Duration;

pub use child::{ChildMessage, end_with_parent};

use super::verdict::{Refusal, SelftestOutcome, Verdict};
use super::{Note, Observer};
use crate::engine::gpu::{Adapter, AdapterIdentity};
use crate::sync::lock;

/// How long `auto` waits for a selftest. It takes seconds; but drivers may compile all kernels for the first time, on
/// a machine that is busy. That a test takes too long is remembered, so patience costs less than haste.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long the selftest that a user has asked for may take on an adapter.
const MOST_PATIENCE: Duration = Duration::from_secs(600);

/// Verdicts of this process that are kept in no file. While one is being found, other threads wait for it.
static UNKEPT: Mutex<Vec<(AdapterIdentity, Verdict)>> = Mutex::new(Vec::new());

/// Why there is no verdict.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTested {
    /// The control has interrupted the test.
    #[error("interrupted")]
    Interrupted,
    /// The child could not do its work, for reasons that need not be the adapter's.
    #[error("{0}")]
    NoVerdict(String),
}

/// Returns the verdict on an adapter with its driver by this version of the program, if it has been tested.
pub fn verdict_on(adapter: &Adapter) -> Option<Verdict> {
    cache::read(&adapter.identity())
}

/// Tests an adapter, whatever is known of it, and remembers the verdict. Notes if that is not possible.
///
/// # Errors
/// When there is no verdict.
pub fn test_adapter(adapter: &Adapter, observer: &impl Observer) -> Result<Verdict, NotTested> {
    test_within(MOST_PATIENCE, &adapter.identity(), observer).map(|(verdict, _)| verdict)
}

/// Returns why `auto` does not take an adapter, or `None` if its selftest has passed. An adapter that has not been
/// tested is tested now, if that is worthwhile.
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

/// Tests an adapter. Returns the verdict, and whether it is kept.
fn test_within(
    limit: Duration,
    identity: &AdapterIdentity,
    observer: &impl Observer,
) -> Result<(Verdict, bool), NotTested> {
    let why = || NotTested::NoVerdict("nothing says how the program is started".into());
    let program = observer.program().ok_or_else(why)?;
    let verdict = child::test(&program, identity, limit, &observer.control())?;
    if verdict.outcome == SelftestOutcome::Unavailable {
        return Ok((verdict, false));
    }
    let kept = cache::write(identity, &verdict);
    if let Err(why) = &kept {
        observer.note(&Note::VerdictNotKept(why));
    }
    Ok((verdict, kept.is_ok()))
}
