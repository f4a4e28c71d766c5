//! The page of `view` in a real browser: headless Chromium, driven by `tests/page.py`.
//!
//! `scripts/test` installs Chromium with its driver, and Selenium into a virtual environment; without them
//! this test fails, unless `GRUNDYTAB_NO_BROWSER_TESTS=1` is set.
#![allow(clippy::expect_used, reason = "tests fail by panicking")]
#![allow(clippy::print_stderr, reason = "says what was not run")]

#[path = "common/python.rs"]
mod python;

use assert_cmd::cargo::cargo_bin_cmd;
use python::{printed_by, python_program};

/// Catches a page that shows other cells, values or moves than the table has, that does not follow mouse,
/// keyboard or fingers, whose links show something else, or that asks others for anything.
#[test]
fn the_page_works_in_a_browser() {
    if std::env::var_os("GRUNDYTAB_NO_BROWSER_TESTS").is_some_and(|value| value == "1") {
        eprintln!("NOT RUN: the page in a browser, because GRUNDYTAB_NO_BROWSER_TESTS=1 is set");
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    for (game, domain, size, quantity, name) in [
        ("wythoff", "--box", "300x250", "grundy", "wythoff"),
        ("triangle", "--tokens", "40", "grundy", "triangle"),
        ("nim:2+points=3/-1+alter=1,1:5", "--box", "300x250", "score", "scores"),
    ] {
        let path = folder.path().join(format!("{name}.zarr"));
        let mut command = cargo_bin_cmd!();
        command.args(["tabulate", game, domain, size, "--quantity", quantity]);
        command.args(["--engine", "cpu", "--quiet", "--out"]);
        command.arg(path).assert().success();
    }
    let mut command = python_program("page.py");
    command.arg(env!("CARGO_BIN_EXE_grundytab")).arg(folder.path());
    // For people who want to look.
    command.args(std::env::var_os("GRUNDYTAB_SCREENSHOTS"));
    let printed = printed_by(&mut command);
    assert!(printed.contains("the page is right"), "{printed}");
}
