//! The switch that leaves the GPU out of the tests.

use std::io::Write as _;

/// Reports whether `GRUNDYTAB_NO_GPU_TESTS=1` is set, or the GPU engine is not built. The notice goes to stderr itself, which the
/// test harness does not capture: what was not run shall be seen.
pub fn gpu_tests_are_off() -> bool {
    let reason = if !cfg!(feature = "gpu") {
        "built without the feature gpu"
    } else if std::env::var_os("GRUNDYTAB_NO_GPU_TESTS").is_some_and(|value| value == "1") {
        "GRUNDYTAB_NO_GPU_TESTS is set"
    } else {
        return false;
    };
    let _ = writeln!(std::io::stderr(), "NOT RUN on a GPU: {reason}");
    true
}
