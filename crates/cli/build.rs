//! Tells the program what it is built for and from, which `grundytab --version --verbose` prints.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// What Cargo writes into a package that it makes: the commit, as JSON.
const COMMIT_OF_PACKAGE: &str = ".cargo_vcs_info.json";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=GRUNDYTAB_TARGET={target}");
    let commit = of_package().or_else(of_clone).unwrap_or_else(|| "unknown".into());
    println!("cargo::rustc-env=GRUNDYTAB_COMMIT={commit}");
}

/// Returns the commit that a package of crates.io was made from.
fn of_package() -> Option<String> {
    let text = fs::read_to_string(COMMIT_OF_PACKAGE).ok()?;
    let (_, behind) = text.split_once("\"sha1\": \"")?;
    Some(behind.split_once('"')?.0.to_owned())
}

/// Returns the commit of a clone. Builds for development tell none, since each commit would make all of them anew.
fn of_clone() -> Option<String> {
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug")
        || !Path::new("../../.git").exists()
    {
        return None;
    }
    // This file changes with every commit, and whenever another one is checked out.
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    git(&["rev-parse", "HEAD"])
}

/// Returns what git says, if there is one.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| said.trim().to_owned())
}
