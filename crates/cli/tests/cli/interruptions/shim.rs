//! The program with a library preloaded that fails at chosen operations on files.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// Returns the program with the library of `shim.c` preloaded.
pub fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_grundytab"));
    program.env("LD_PRELOAD", library()).env("RAYON_NUM_THREADS", "1");
    program
}

/// Builds the library, once.
fn library() -> &'static PathBuf {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/interruptions/shim.c");
        let library = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("shim.so");
        let compiler = Command::new("cc")
            .args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(&library)
            .args([source, "-ldl"])
            .status();
        assert!(compiler.expect("a C compiler").success());
        library
    })
}
