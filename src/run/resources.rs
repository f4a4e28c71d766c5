//! Whether a job fits into the memory and onto the disk of this machine.

use std::path::Path;

use super::{Front, Note};
use crate::engine::cluster::Network;
use crate::engine::{Engine, Prepared};
use crate::error::{Error, Fitting, Space, TooLittle};
use crate::memory::{available_memory_bytes, this_machine};
use crate::plan::Plan;
use crate::table::{Codec, Sharding, available_disk_bytes};
use crate::tabulate::totals_memory_bytes;

/// What the program takes before it has done anything, with its threads.
const PROGRAM_BYTES: u64 = 12_000_000;

/// What is known of a tile wherever tiles are listed: of a front, of those that are stored.
const BYTES_FOR_A_TILE: u64 = 80;

/// Estimates from above the bytes of memory that a job takes: the program's own, the engine's and those of the
/// totals, and for each thread a tile that waits to be stored, one that is being stored, and its encoded bytes; and
/// the `waiting` bytes of chunks that wait for their shards to be whole.
pub fn memory_bytes(prepared: &dyn Prepared, waiting: u64) -> u64 {
    memory_bytes_of(prepared.plan(), prepared.memory().host_bytes, waiting)
}

/// Estimates the same of a job for which the engine keeps `host_bytes`.
pub(super) fn memory_bytes_of(plan: &Plan, host_bytes: u64, waiting: u64) -> u64 {
    let threads = rayon::current_num_threads() as u64;
    let tiles = (3 * threads).saturating_mul(plan.tile_bytes());
    let lists = plan.tiling().count().saturating_mul(BYTES_FOR_A_TILE);
    let others = [tiles, waiting, lists, totals_memory_bytes(plan), PROGRAM_BYTES];
    others.into_iter().fold(host_bytes, u64::saturating_add)
}

/// Checks that a job fits into memory, before anything large is allocated.
///
/// # Errors
/// When it does not, with the bytes needed and available, and with what would fit.
pub fn check_memory(
    engine: &dyn Engine,
    prepared: &dyn Prepared,
    waiting: u64,
) -> Result<(), TooLittle> {
    let (needed, available) = (memory_bytes(prepared, waiting), available_memory_bytes());
    if needed <= available {
        return Ok(());
    }
    // With some room, since what is free changes from one run to the next.
    let fits = what_would_fit(engine, prepared, waiting, available / 4 * 3);
    Err(TooLittle { space: Space::Memory, needed, available, fits })
}

/// Checks that the ranks of a network that run on this machine fit into its memory, of which each needs this number of
/// bytes. All ranks call it.
///
/// # Errors
/// When they do not.
pub(super) fn check_memory_of_ranks(
    of_each: Option<u64>,
    network: &dyn Network,
) -> Result<(), TooLittle> {
    let (machine, available) = (this_machine(), available_memory_bytes());
    let machines = network.gather_all(machine.as_bytes());
    let ranks = machines.iter().filter(|other| **other == machine.as_bytes()).count() as u64;
    let needed = of_each.unwrap_or(0).saturating_mul(ranks);
    if needed <= available {
        return Ok(());
    }
    let space = if ranks > 1 { Space::MemoryOfRanks } else { Space::Memory };
    Err(TooLittle { space, needed, available, fits: Fitting::Smaller })
}

/// Checks the same of a job whose values stay in memory, in an array of this many bytes.
///
/// # Errors
/// When it does not fit.
pub(super) fn check_array(prepared: &dyn Prepared, array: u64) -> Result<(), TooLittle> {
    let needed = memory_bytes(prepared, 0).saturating_add(array);
    let available = available_memory_bytes();
    if needed <= available {
        return Ok(());
    }
    Err(TooLittle { space: Space::MemoryOfArray, needed, available, fits: Fitting::Smaller })
}

/// Returns what is advised where a job does not fit: fewer threads, else smaller tiles, else a domain that
/// fits.
fn what_would_fit(
    engine: &dyn Engine,
    prepared: &dyn Prepared,
    waiting: u64,
    available: u64,
) -> Fitting {
    let plan = prepared.plan();
    let tiles_of_thread = (3 * plan.tile_bytes()).max(1);
    let threads = rayon::current_num_threads() as u64;
    let without_threads =
        memory_bytes(prepared, waiting).saturating_sub(threads.saturating_mul(tiles_of_thread));
    let fitting_threads = available.saturating_sub(without_threads) / tiles_of_thread;
    if fitting_threads > 0 {
        return Fitting::Threads(fitting_threads);
    }
    let fits = |plan: &Plan| {
        // Chunks that wait for their shards are as many as the shards are large.
        let waiting = if waiting == 0 { 0 } else { Sharding::of_plan(plan).open_bytes(plan) };
        let prepared = engine.prepare(plan);
        prepared.is_ok_and(|prepared| memory_bytes(prepared.as_ref(), waiting) <= available)
    };
    let edge = plan.tiling().edges().largest();
    let smaller_tiles = (4..30).rev().map(|log| 1 << log).filter(|&smaller| smaller < edge);
    for tile in smaller_tiles {
        // Too small tiles would be too many.
        let Ok(plan) = plan.clone().with_tile(tile) else { break };
        if fits(&plan) {
            return Fitting::Tile(tile);
        }
    }
    // The largest domain that fits, within a thousandth of every side.
    let fitting = |share: u32| plan.scaled(share, PARTS).ok().filter(|plan| fits(plan));
    let (mut fits_at, mut too_large) = (0, PARTS);
    while too_large - fits_at > 1 {
        let middle = fits_at + (too_large - fits_at) / 2;
        match fitting(middle) {
            Some(_) => fits_at = middle,
            None => too_large = middle,
        }
    }
    match fitting(fits_at).filter(|_| fits_at > 0) {
        Some(plan) => Fitting::Domain(plan.job().domain().clone()),
        None => Fitting::Smaller,
    }
}

/// The parts of a side that a fitting domain is looked for in.
const PARTS: u32 = 1024;

/// Checks that a table fits onto the disk that it goes to, as far as that can be known beforehand;
/// notes where it may not fit.
///
/// # Errors
/// When a table without compression does not fit, with the bytes needed and available.
pub(super) fn check_disk(
    path: &Path,
    plan: &Plan,
    codec: Codec,
    replaces: bool,
    front: &impl Front,
) -> Result<(), Error> {
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
    if codec == Codec::None && !replaces {
        let fits = Fitting::Smaller;
        return Err(TooLittle { space: Space::Disk, needed, available, fits }.into());
    }
    front.note(&Note::DiskMayFill { needed, free: available });
    Ok(())
}
