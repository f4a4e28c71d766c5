//! What this program was built for, from which commit, and with which Cargo features.

/// The platform that it was built for, as in `x86_64-unknown-linux-gnu`.
pub const TARGET: &str = env!("GRUNDYTAB_TARGET");

/// The commit that it was built from, or `unknown`, as in builds for development.
pub const COMMIT: &str = env!("GRUNDYTAB_COMMIT");

/// Returns the Cargo features that it was built with.
pub fn features() -> Vec<&'static str> {
    let all = [
        ("gpu", cfg!(feature = "gpu")),
        ("mpi", cfg!(feature = "mpi")),
        ("parquet", cfg!(feature = "parquet")),
    ];
    all.into_iter().filter_map(|(feature, is_built)| is_built.then_some(feature)).collect()
}
