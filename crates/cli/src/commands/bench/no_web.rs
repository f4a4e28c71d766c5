//! Replaces `web/`, whose page contains the kernels of the GPU engine, and `report/` in builds without it.

use std::path::Path;

use grundytab::engine::EngineError;

use super::args::BenchArgs;
use crate::commands::command::Flags;
use crate::commands::failure::Result;

/// Refuses.
///
/// # Errors
/// Always.
pub fn write<'a>(
    _args: &BenchArgs,
    _to: impl Into<Option<&'a Path>>,
    _flags: &Flags,
) -> Result<()> {
    Err(EngineError::NotBuilt.into())
}

/// Refuses.
///
/// # Errors
/// Always.
pub fn do_task(_task: &str) -> Result<()> {
    Err(EngineError::NotBuilt.into())
}
