//! The version, as tables, certificates, pictures and reports tell it.

/// The version of the program and of the library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name and the version, as tables, certificates, pictures and reports tell them.
pub const PROGRAM: &str = concat!("grundytab ", env!("CARGO_PKG_VERSION"));
