//! The GPU engines of the tests: one for every adapter of this machine.

use std::io::Write as _;
use std::sync::OnceLock;

use grundytab::engine::gpu::{GpuEngine, adapters};

use super::gpu_switch::gpu_tests_are_off;

/// Returns an engine for every adapter present. Without an adapter the test fails; only
/// `GRUNDYTAB_NO_GPU_TESTS=1` makes the list empty, and says so.
pub fn gpus() -> &'static [GpuEngine] {
    static ENGINES: OnceLock<Vec<GpuEngine>> = OnceLock::new();
    ENGINES.get_or_init(|| open_all("GPU tests run", |engine| engine))
}

/// Returns the same engines with so little workgroup memory and so few invocations that small domains
/// have many blocks.
pub fn gpus_of_small_blocks() -> &'static [GpuEngine] {
    static ENGINES: OnceLock<Vec<GpuEngine>> = OnceLock::new();
    ENGINES.get_or_init(|| {
        open_all("GPU tests by small blocks run", |engine| engine.with_workgroups_of(600, 8))
    })
}

/// Returns the same engines with as many invocations as hardware has.
pub fn gpus_of_large_blocks() -> &'static [GpuEngine] {
    static ENGINES: OnceLock<Vec<GpuEngine>> = OnceLock::new();
    ENGINES.get_or_init(|| {
        open_all("GPU tests by large blocks run", |engine| engine.with_workgroups_of(16_384, 256))
    })
}

fn open_all(what: &str, change: fn(GpuEngine) -> GpuEngine) -> Vec<GpuEngine> {
    if gpu_tests_are_off() {
        return Vec::new();
    }
    let adapters = adapters();
    assert!(!adapters.is_empty(), "GPU tests need an adapter; Mesa's software driver will do");
    let open = |adapter| {
        // To stderr itself: the harness captures what is printed by macros.
        let _ = writeln!(std::io::stderr(), "{what} on {adapter}");
        change(GpuEngine::open(adapter).expect("the adapter opens"))
    };
    adapters.into_iter().map(open).collect()
}
