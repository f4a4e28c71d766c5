//! Replaces `web/` in builds without the GPU engine, whose kernels the page contains.

use std::path::Path;

use grundytab::engine::EngineError;

use super::args::BenchArgs;
use crate::cli::command::Flags;
use crate::cli::failure::Result;

/// Refuses.
///
/// # Errors
/// Always.
pub fn write(_args: &BenchArgs, _folder: &Path, _flags: &Flags) -> Result<()> {
    Err(EngineError::NotBuilt.into())
}
