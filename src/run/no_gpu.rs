//! Replaces `gpu.rs` in builds without the GPU engine.

use super::Reason;
use crate::engine::{Engine, EngineError};

/// Fails: there is no GPU engine.
///
/// # Errors
/// Always.
pub fn open_gpu(_name: Option<&str>) -> Result<Box<dyn Engine>, EngineError> {
    Err(EngineError::NotBuilt)
}

/// Says that there is no GPU engine.
pub(super) fn open_hardware(
    _takes: impl Fn(&dyn Engine) -> Result<(), EngineError>,
) -> Result<Box<dyn Engine>, Reason> {
    Err(Reason::NotBuilt)
}
