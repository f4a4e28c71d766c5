//! How a table was stored.

use std::time::Duration;

use serde::{Serialize, Serializer};

/// How a table was stored.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "StoredReport<'static>"))]
pub enum Stored {
    /// From the plan to the finished table.
    In { time: Duration, bytes: u64 },
    /// The reason why the table was not stored.
    Not(String),
}

/// How a table was stored.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StoredReport<'a> {
    /// The seconds from the plan to the finished table; `None` if it was not stored.
    seconds: Option<f64>,
    /// The bytes on disk; `None` likewise.
    bytes: Option<u64>,
    /// Why it was not stored; `None` if it was.
    not_stored: Option<&'a str>,
}

impl Serialize for Stored {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let report = match self {
            Stored::In { time, bytes } => {
                let (seconds, bytes) = (Some(time.as_secs_f64()), Some(*bytes));
                StoredReport { seconds, bytes, not_stored: None }
            }
            Stored::Not(reason) => {
                StoredReport { seconds: None, bytes: None, not_stored: Some(reason) }
            }
        };
        report.serialize(to)
    }
}
