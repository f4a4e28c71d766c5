//! Whether a job fits into the memory and onto the disk of this machine.

use std::path::Path;

use super::{Note, Observer};
use grundytab::engine::cluster::Network;
use grundytab::engine::{Engine, Prepared, Wanted};
use grundytab::error::{Error, Fitting, Space, TooLittle};
use grundytab::memory::{available_memory_bytes, this_machine};
use grundytab::plan::Plan;
use grundytab::table::{Codec, Sharding, available_disk_bytes};
use grundytab::tabulate::totals_memory_bytes;

/// Memory of the program with its threads before any work.
const PROGRAM_BYTES: u64 = 12_000_000;

/// Memory of the lists of tiles, such as fronts and stored tiles, for each tile.
const BYTES_FOR_A_TILE: u64 = 80;

/// Returns an upper estimate of the memory of a job in bytes, or of one of several ranks: the program, the engine and the
/// totals; for each thread a tile that waits to be stored, a tile that is being stored and its encoded bytes; and the
/// `waiting` bytes of chunks whose shards are not complete yet.
pub fn memory_bytes(prepared: &dyn Prepared, ranks: usize, waiting: u64) -> u64 {
    let plan = prepared.plan();
    let threads = rayon::current_num_threads() as u64;
    let tiles = (3 * threads).saturating_mul(plan.tile_bytes());
    let lists = plan.tiling().count().saturating_mul(BYTES_FOR_A_TILE);
    let others = [tiles, waiting, lists, totals_memory_bytes(plan), PROGRAM_BYTES];
    others.into_iter().fold(prepared.memory().of_rank(ranks).host_bytes, u64::saturating_add)
}

/// Checks that a job fits into memory. Called before anything large is allocated. The advice in the error also respects
/// the free bytes of the disk, if the table is stored.
///
/// # Errors
/// If the job does not fit: the bytes needed, the bytes available, and a job that would fit; if that does not fit onto the
/// disk, a second one that does.
pub fn check_memory(
    engine: &dyn Engine,
    prepared: &dyn Prepared,
    waiting: u64,
    disk: Option<u64>,
) -> Result<(), TooLittle> {
    let (needed, available) = (memory_bytes(prepared, 1, waiting), available_memory_bytes());
    if needed <= available {
        return Ok(());
    }
    // With some room, since what is free changes from one run to the next.
    let fits = what_would_fit(engine, prepared, waiting, available / 4 * 3, disk);
    Err(TooLittle { space: Space::Memory, needed, available, fits })
}

/// Checks that the ranks on this machine fit into its memory together; each of them needs `of_each` bytes. All ranks
/// call this function.
///
/// # Errors
/// If the ranks do not fit.
pub(super) fn check_memory_of_ranks(of_each: u64, network: &dyn Network) -> Result<(), TooLittle> {
    let (machine, available) = (this_machine(), available_memory_bytes());
    let machines = network.gather_all(machine.as_bytes());
    let ranks = machines.iter().filter(|other| **other == machine.as_bytes()).count() as u64;
    let needed = of_each.saturating_mul(ranks);
    if needed <= available {
        return Ok(());
    }
    let space = if ranks > 1 { Space::MemoryOfRanks } else { Space::Memory };
    Err(TooLittle { space, needed, available, fits: Fitting::Smaller })
}

/// Checks that a job fits into memory together with an array of its values of this many bytes.
///
/// # Errors
/// If the job does not fit.
pub(super) fn check_values(
    prepared: &dyn Prepared,
    space: Space,
    values: u64,
) -> Result<(), TooLittle> {
    let needed = memory_bytes(prepared, 1, 0).saturating_add(values);
    let available = available_memory_bytes();
    if needed <= available {
        return Ok(());
    }
    Err(TooLittle { space, needed, available, fits: Fitting::Smaller })
}

/// Returns the advice for a job that does not fit: fewer threads, or else smaller tiles, or else a smaller domain.
fn what_would_fit(
    engine: &dyn Engine,
    prepared: &dyn Prepared,
    waiting: u64,
    available: u64,
    disk: Option<u64>,
) -> Fitting {
    let plan = prepared.plan();
    let tiles_of_thread = (3 * plan.tile_bytes()).max(1);
    let threads = rayon::current_num_threads() as u64;
    let without_threads =
        memory_bytes(prepared, 1, waiting).saturating_sub(threads.saturating_mul(tiles_of_thread));
    let fitting_threads = available.saturating_sub(without_threads) / tiles_of_thread;
    if fitting_threads > 0 {
        return Fitting::Threads(fitting_threads);
    }
    let fits = |plan: &Plan| {
        // Chunks that wait for their shards are as many as the shards are large.
        let waiting = if waiting == 0 { 0 } else { Sharding::of_plan(plan).open_bytes(plan) };
        let prepared = engine.prepare(plan, Wanted::Values);
        prepared.is_ok_and(|prepared| memory_bytes(prepared.as_ref(), 1, waiting) <= available)
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
    let Some(in_memory) = largest_smaller(plan, &fits) else { return Fitting::Smaller };
    let domain = |plan: Plan| plan.job().domain().clone();
    let is_on_disk = |plan: &Plan| disk.is_none_or(|disk| plan.table_bytes() <= disk);
    if is_on_disk(&in_memory) {
        return Fitting::Domain(domain(in_memory));
    }
    let on_disk = largest_smaller(plan, &|plan| is_on_disk(plan) && fits(plan));
    Fitting::Domains(domain(in_memory), on_disk.map(domain))
}

/// Returns the plan of the largest smaller domain that fits, up to a thousandth of every side.
fn largest_smaller(plan: &Plan, fits: &dyn Fn(&Plan) -> bool) -> Option<Plan> {
    let fitting = |share: u32| plan.scaled(share, PARTS).ok().filter(|plan| fits(plan));
    let (mut fits_at, mut too_large) = (0, PARTS);
    while too_large - fits_at > 1 {
        let middle = fits_at + (too_large - fits_at) / 2;
        match fitting(middle) {
            Some(_) => fits_at = middle,
            None => too_large = middle,
        }
    }
    fitting(fits_at).filter(|_| fits_at > 0)
}

/// The search for a fitting domain divides each side into this many parts.
const PARTS: u32 = 1024;

/// Returns the bytes that are free on the disk that a table goes to; `None` if its folder does not exist.
pub(super) fn disk_bytes(path: &Path) -> Option<u64> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    available_disk_bytes(folder.unwrap_or(Path::new("."))).ok()
}

/// Checks that a table fits onto its disk, as far as this is known before the run; notes if the table may not fit.
///
/// # Errors
/// When a table without compression does not fit, with the bytes needed and available.
pub(super) fn check_disk(
    path: &Path,
    plan: &Plan,
    codec: Codec,
    replaces: bool,
    observer: &impl Observer,
) -> Result<(), Error> {
    // Where the folder does not exist, the writer has the better message.
    let Some(available) = disk_bytes(path) else { return Ok(()) };
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
    observer.note(&Note::DiskMayFill { needed, free: available });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::engine::cpu::CpuEngine;

    /// Catches advice that the disk has no room for, and advice on the disk where nothing is stored or all has room.
    #[test]
    fn what_is_advised_fits_memory_and_disk() {
        let plan = Plan::parse("wythoff", "400000x400000", "grundy").expect("a plan");
        let prepared = CpuEngine.prepare(&plan, Wanted::Values).expect("prepared");
        // No thread and no smaller tile would do.
        let memory = 200_000_000;
        let advised = |disk| what_would_fit(&CpuEngine, prepared.as_ref(), 0, memory, disk);
        let of = |domain: &dyn std::fmt::Display| {
            let plan = Plan::parse("wythoff", &domain.to_string()[4..], "grundy");
            plan.expect("a plan").table_bytes()
        };
        let Fitting::Domain(in_memory) = advised(None) else { panic!("{:?}", advised(None)) };
        assert_eq!(advised(Some(of(&in_memory))), Fitting::Domain(in_memory.clone()));
        let disk = of(&in_memory) / 10;
        let Fitting::Domains(first, Some(second)) = advised(Some(disk)) else { panic!("one") };
        assert_eq!(first, in_memory);
        // A thousandth of a side less than what fits.
        assert!(of(&second) <= disk && of(&second) > disk / 2, "{second}");
        assert_eq!(advised(Some(0)), Fitting::Domains(in_memory, None));
    }
}
