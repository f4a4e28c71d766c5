//! What this program is: its version, and what it was built for and from.

/// The version of the program and of the library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name and the version, as tables, certificates, pictures and reports tell them.
pub const PROGRAM: &str = concat!("grundytab ", env!("CARGO_PKG_VERSION"));

/// The platform that it was built for, as in `x86_64-unknown-linux-gnu`.
pub const TARGET: &str = env!("GRUNDYTAB_TARGET");

/// The commit that it was built from, or `unknown`, as in builds for development.
pub const COMMIT: &str = env!("GRUNDYTAB_COMMIT");

/// Returns the Cargo features that it was built with.
pub fn features() -> Vec<&'static str> {
    let all = [
        ("cli", cfg!(feature = "cli")),
        ("gpu", cfg!(feature = "gpu")),
        ("mpi", cfg!(feature = "mpi")),
    ];
    all.into_iter().filter_map(|(feature, is_built)| is_built.then_some(feature)).collect()
}
