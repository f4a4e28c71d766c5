//! Replacements for the selftest and for a hardware GPU.

use std::path::PathBuf;
use std::time::Duration;

use crate::jobs::run::Program;

/// `SECONDS:PATH`: a program that is started as the child, and its time limit.
const CHILD: &str = "GRUNDYTAB_INJECTED_SELFTEST";

/// If set, `auto` treats software adapters as hardware.
const HARDWARE: &str = "GRUNDYTAB_INJECTED_HARDWARE";

/// Returns the program that is started as the child, and its time limit.
pub(in crate::jobs::run) fn child() -> Option<(Program, Duration)> {
    let text = std::env::var(CHILD).ok()?;
    let (seconds, path) = text.split_once(':')?;
    let limit = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
    Some((Program { path: PathBuf::from(path), arguments: Vec::new() }, limit))
}

/// Whether `auto` treats software adapters as hardware.
pub(in crate::jobs::run) fn software_is_hardware() -> bool {
    std::env::var_os(HARDWARE).is_some()
}
