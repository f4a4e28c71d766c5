//! How a table was stored.

use std::time::Duration;

use serde::Serialize;

use crate::commands::output::as_seconds;

/// How a table was stored.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Stored {
    /// The seconds from the plan to the finished table; `None` if it was not stored.
    #[serde(rename = "seconds", serialize_with = "as_seconds")]
    #[cfg_attr(test, schemars(with = "Option<f64>"))]
    pub time: Option<Duration>,
    /// The bytes on disk; `None` likewise.
    pub bytes: Option<u64>,
    /// Why it was not stored; `None` if it was.
    pub not_stored: Option<String>,
}

impl Stored {
    pub fn not(reason: impl Into<String>) -> Self {
        Stored { time: None, bytes: None, not_stored: Some(reason.into()) }
    }
}
