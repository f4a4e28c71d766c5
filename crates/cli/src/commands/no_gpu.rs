//! Replaces `gpu.rs` in programs that are built without the GPU engine.

use crate::jobs::run::Verdict;
use grundytab::engine::{Engine, EngineError};

use super::adapter_report::AdapterReport;
use super::failure::Result;
use super::output::note;
use super::terminal::Terminal;

/// Why nothing here finds a GPU.
const REASON: &str = "this program was built without the GPU engine";

/// Tests no adapter, and notes why.
///
/// # Errors
/// Never.
pub fn test_all(
    _terminal: Terminal,
    _pass_on: impl FnMut(String, std::result::Result<Verdict, EngineError>),
) -> Result<()> {
    note(false, format!("{REASON}: only the cpu engine is tested"));
    Ok(())
}

/// Fails: there is no GPU engine to test.
///
/// # Errors
/// Always.
pub fn run_as_child(
    _adapter: &str,
    _test: impl FnOnce(&dyn Engine, bool, &dyn Fn(String)) -> Result<Verdict>,
) -> Result<()> {
    Err(EngineError::NotBuilt.into())
}

/// Returns no engine, and notes why.
///
/// # Errors
/// When an adapter is named.
pub fn open_for_bench(
    name: Option<&str>,
    _software_too: bool,
    _unbounded_too: bool,
) -> Result<Vec<Box<dyn Engine>>> {
    if name.is_some() {
        return Err(EngineError::NotBuilt.into());
    }
    note(false, format!("{REASON}: only the cpu engine is measured"));
    Ok(Vec::new())
}

/// Returns one paragraph, which says why there are no adapters.
pub fn describe_adapters() -> Vec<String> {
    vec![format!("no adapter: {REASON}")]
}

/// Returns no adapter.
pub fn adapter_reports() -> (Vec<AdapterReport>, Option<String>) {
    (Vec::new(), None)
}
