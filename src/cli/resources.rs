//! Whether a job fits into the memory and onto the disk of this machine.

use std::path::Path;

use grundytab::engine::Prepared;
use grundytab::table::{Codec, available_disk_bytes};
use grundytab::{InvalidInput, InvalidInputKind, Plan, available_memory_bytes};

use super::failure::Result;
use super::output::{bytes, note};

/// What the program takes before it has done anything, with its threads.
const PROGRAM_BYTES: u64 = 10_000_000;

/// Estimates from above the bytes of memory that a job takes: the program's own, the engine's, and
/// for each thread a tile that waits to be stored, one that is being stored, and its encoded bytes; and
/// the `waiting` bytes of chunks that wait for their shards to be whole.
pub fn memory_bytes(prepared: &dyn Prepared, waiting: u64) -> u64 {
    let threads = rayon::current_num_threads() as u64;
    let tiles = (3 * threads).saturating_mul(prepared.plan().tile_bytes());
    let host_bytes = prepared.memory().host_bytes;
    [tiles, waiting, PROGRAM_BYTES].into_iter().fold(host_bytes, u64::saturating_add)
}

/// Checks that a job fits into memory, before anything large is allocated.
///
/// # Errors
/// When it does not, with the bytes needed and available.
pub fn check_memory(prepared: &dyn Prepared, waiting: u64) -> Result<()> {
    check_fits("this job's memory", memory_bytes(prepared, waiting), available_memory_bytes())
}

/// Checks that a table fits onto the disk that it goes to, as far as that can be known beforehand;
/// notes where it may not fit.
///
/// # Errors
/// When a table without compression does not fit, with the bytes needed and available.
pub fn check_disk(
    path: &Path,
    plan: &Plan,
    codec: Codec,
    overwrite: bool,
    quiet: bool,
) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(available) = available_disk_bytes(folder.unwrap_or(Path::new("."))) else {
        // The folder does not exist; the writer has the better message.
        return Ok(());
    };
    let needed = plan.table_bytes();
    if needed <= available {
        return Ok(());
    }
    // Overwriting frees the space of the old table, and how much compression saves is known only
    // afterwards: such a run is begun, and a disk that fills up ends it.
    if codec == Codec::None && !overwrite {
        return check_fits("this table on disk", needed, available);
    }
    let (needed, free) = (bytes(needed), bytes(available));
    note(quiet, format!("the table takes up to {needed} on disk, {free} are free"));
    Ok(())
}

fn check_fits(what: &str, needed: u64, available: u64) -> Result<()> {
    if needed <= available {
        return Ok(());
    }
    Err(InvalidInput::new(
        InvalidInputKind::TooLarge,
        what,
        format!("{needed} bytes are needed, {available} bytes are available"),
        "choose a smaller domain",
    )
    .into())
}
