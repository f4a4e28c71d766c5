//! Replaces `gpu.rs` in builds without the GPU engine.

use super::{Observer, Reason};
use grundytab::engine::{Engine, EngineError};
use grundytab::plan::Plan;

/// Fails: there is no GPU engine.
///
/// # Errors
/// Always.
pub fn open_gpu(_name: Option<&str>) -> Result<Box<dyn Engine>, EngineError> {
    Err(EngineError::NotBuilt)
}

/// Fails in the same way.
///
/// # Errors
/// Always.
pub(super) fn open_requested(
    _name: Option<&str>,
    _front: &impl Observer,
) -> Result<Box<dyn Engine>, EngineError> {
    Err(EngineError::NotBuilt)
}

/// Says that there is no GPU engine.
pub(super) fn open_hardware(
    _plan: &Plan,
    _takes: impl Fn(&dyn Engine) -> Result<(), EngineError>,
    _is_worth_a_test: bool,
    _front: &impl Observer,
) -> Result<Box<dyn Engine>, Reason> {
    Err(Reason::NotBuilt)
}
