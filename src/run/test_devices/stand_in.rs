//! What tests put in the place of a selftest, and of a hardware GPU.

use std::path::PathBuf;
use std::time::Duration;

use crate::run::Program;

/// `SECONDS:PATH`, a program that is started as the child, and how long it may take.
const CHILD: &str = "GRUNDYTAB_INJECTED_SELFTEST";

/// If set, `auto` takes software for hardware.
const HARDWARE: &str = "GRUNDYTAB_INJECTED_HARDWARE";

/// Returns the program that is to be the child, and how long it may take.
pub(in crate::run) fn child() -> Option<(Program, Duration)> {
    let text = std::env::var(CHILD).ok()?;
    let (seconds, path) = text.split_once(':')?;
    let limit = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
    Some((Program { path: PathBuf::from(path), arguments: Vec::new() }, limit))
}

/// Whether `auto` is to take software for hardware.
pub(in crate::run) fn software_is_hardware() -> bool {
    std::env::var_os(HARDWARE).is_some()
}
