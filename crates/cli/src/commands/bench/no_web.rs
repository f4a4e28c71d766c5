//! Replaces `web/` in builds without the GPU engine, whose kernels the page contains.

use std::path::Path;

use grundytab::engine::EngineError;

use super::args::BenchArgs;
use crate::commands::command::Flags;
use crate::commands::failure::Result;

/// Refuses.
///
/// # Errors
/// Always.
pub fn write(_args: &BenchArgs, _folder: &Path, _flags: &Flags) -> Result<()> {
    Err(EngineError::NotBuilt.into())
}
