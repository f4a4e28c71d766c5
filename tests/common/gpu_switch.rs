//! The switch that leaves the GPU out of the tests.

use std::io::Write as _;

/// Reports whether `GRUNDYTAB_NO_GPU_TESTS=1` is set. The notice goes to stderr itself, which the
/// test harness does not capture: what was not run shall be seen.
pub fn gpu_tests_are_off() -> bool {
    let off = std::env::var_os("GRUNDYTAB_NO_GPU_TESTS").is_some_and(|value| value == "1");
    if off {
        let _ = writeln!(std::io::stderr(), "NOT RUN on a GPU: GRUNDYTAB_NO_GPU_TESTS is set");
    }
    off
}
