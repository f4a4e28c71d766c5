//! Replaces `gpu.rs` in programs that are built without the GPU engine.

use grundytab::engine::{Engine, EngineError};
use serde_json::{Value, json};

use super::failure::Result;
use super::output::note;

/// Why nothing here finds a GPU.
const REASON: &str = "this program was built without the GPU engine";

/// A GPU engine, of which there is none, and whether its adapter is hardware.
pub type Opened = (Box<dyn Engine>, bool);

/// Returns no engine, and notes why.
pub fn open_all() -> Vec<std::result::Result<Opened, EngineError>> {
    note(false, format!("{REASON}: only the cpu engine is tested"));
    Vec::new()
}

/// Returns no engine, and notes why.
///
/// # Errors
/// When an adapter is named.
pub fn open_for_bench(name: Option<&str>, _software_too: bool) -> Result<Vec<Box<dyn Engine>>> {
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
pub fn adapters_json() -> Value {
    json!({ "adapters": [], "missing_driver": null })
}
