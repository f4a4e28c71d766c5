//! The Python that `scripts/test` installs, with zarr-python and what the tests need besides.

use std::path::PathBuf;
use std::process::Command;

use super::repository;

/// Returns a command that runs its interpreter.
pub fn python() -> Command {
    Command::new(match std::env::var_os("GRUNDYTAB_PYTHON") {
        Some(python) => PathBuf::from(python),
        None => repository().join("target/python/bin/python"),
    })
}

/// Returns a command that runs a program of Python beside the tests.
pub fn python_program(name: &str) -> Command {
    let mut command = python();
    command.arg(repository().join("tests").join(name));
    command
}

/// Runs a command of Python, which must succeed; returns what it prints.
pub fn printed_by(command: &mut Command) -> String {
    let output = command.output().expect("Python starts; scripts/test installs it");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}, {}: {stdout}{stderr}", output.status);
    stdout.into_owned()
}
