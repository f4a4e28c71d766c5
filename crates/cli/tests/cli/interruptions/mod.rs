//! Runs that are interrupted: whatever happens to them, nothing that was stored is lost or wrong, and the
//! next run goes on.

mod damage;
mod kills;
#[cfg(target_os = "linux")]
mod locks;
mod lost_files;
mod reading;
mod repair;
#[cfg(target_os = "linux")]
mod shim;
#[cfg(target_os = "linux")]
mod system_calls;

use std::path::Path;

use grundytab::engine::cpu::CpuEngine;
use grundytab::table::TableReader;
use grundytab::verify::verify_with_engine;
use grundytab::{Control, Plan};

/// Checks that a whole and true table of this plan is at a path: every value is compared with those of an
/// undisturbed run.
fn assert_whole(path: &Path, plan: &Plan) {
    let table = TableReader::open(path).expect("a table");
    assert_eq!(table.plan().job(), plan.job());
    verify_with_engine(&table, &CpuEngine, &Control::default()).expect("it is whole and true");
}

/// Checks that a folder holds a table and nothing else.
fn assert_alone(path: &Path) {
    let folder = path.parent().expect("a folder");
    let names = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let names: Vec<_> = names.map(|entry| entry.path()).collect();
    assert_eq!(names, [path]);
}
