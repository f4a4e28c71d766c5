//! The outcome of an adapter's selftest, and the reasons why `auto` does not take an adapter.

use std::fmt;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use grundytab::engine::EngineError;
use grundytab::wording::counted;

/// The outcome of an adapter's selftest, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SelftestOutcome {
    /// All tables are right.
    Passed,
    /// The adapter could not be opened or had too little free memory. Another program may have been using it, so this
    /// outcome is not stored.
    Unavailable,
    /// The engine reported an error.
    Failed,
    /// A value or a total is wrong.
    WrongValue,
    /// The process exceeded the time limit.
    NotDone,
    /// The process crashed.
    Crashed,
}

impl fmt::Display for SelftestOutcome {
    /// Continues a sentence that begins with the selftest: `crashed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SelftestOutcome::Passed => "passed",
            SelftestOutcome::WrongValue => "found a wrong value",
            SelftestOutcome::Failed => "failed",
            SelftestOutcome::Unavailable => "found the adapter unavailable",
            SelftestOutcome::Crashed => "crashed",
            SelftestOutcome::NotDone => "was not done in time",
        })
    }
}

/// The verdict of a selftest on an adapter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// How the selftest has ended.
    pub outcome: SelftestOutcome,
    /// What was compared, or the faults that were found.
    pub what: Vec<String>,
    /// The time of the selftest, in seconds since the beginning of 1970 (UTC).
    pub time: u64,
}

impl Verdict {
    /// Makes a verdict with the current time.
    pub fn now(outcome: SelftestOutcome, what: Vec<String>) -> Self {
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Verdict { outcome, what, time: time.unwrap_or_default().as_secs() }
    }

    /// Whether the adapter may be used.
    pub fn has_passed(&self) -> bool {
        self.outcome == SelftestOutcome::Passed
    }
}

impl fmt::Display for Verdict {
    /// Continues a sentence that begins with the selftest: `crashed (signal: 11 (SIGSEGV))`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome {
            SelftestOutcome::Passed => write!(f, "{}", self.outcome),
            outcome => match self.what.as_slice() {
                [] => write!(f, "{outcome}"),
                [what] => write!(f, "{outcome} ({what})"),
                [first, others @ ..] => {
                    write!(f, "{outcome} ({first}, and {} more)", counted(others.len(), "failure"))
                }
            },
        }
    }
}

/// Why `auto` does not take an adapter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The adapter cannot be opened or does not take the plan.
    #[error("{0}")]
    Engine(EngineError),
    /// Its selftest has not passed.
    #[error("its selftest {0}")]
    Selftest(Verdict),
    /// The adapter has not been tested, and the CPU engine is expected to finish before a test would.
    #[error("it has not been tested, which takes longer than this job")]
    SoonerThanTested,
    /// The adapter has not been tested, and no program can test it.
    #[error("it has not been tested, and {0}")]
    NotTestable(String),
}
