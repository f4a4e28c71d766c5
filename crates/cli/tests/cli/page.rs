//! The page of `view` in a real browser: headless Chromium, driven by `tests/page.py` and the programs beside it.
//!
//! `scripts/test` installs Chromium with its driver, and Selenium into a virtual environment; without them
//! this test fails, unless `GRUNDYTAB_NO_BROWSER_TESTS=1` is set.

use crate::common::python::{printed_by, python_program};
use assert_cmd::cargo::cargo_bin_cmd;

/// Runs a program that opens pages of tables, which are made in a folder.
fn run_in_browser(program: &str, tables: &[&str]) {
    if std::env::var_os("GRUNDYTAB_NO_BROWSER_TESTS").is_some_and(|value| value == "1") {
        eprintln!("NOT RUN: {program} in a browser, because GRUNDYTAB_NO_BROWSER_TESTS=1 is set");
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    for (game, domain, size, quantity, name) in [
        ("wythoff", "--box", "300x250", "grundy", "wythoff"),
        ("nim:2", "--box", "300x250", "grundy", "nim"),
        ("triangle", "--tokens", "40", "grundy", "triangle"),
        ("nim:2+points=3/-1+alter=1,1:5", "--box", "300x250", "score", "scores"),
        ("subtraction:1,2,7", "--box", "400", "grundy", "line"),
        ("nim:4", "--tokens", "12", "grundy", "four"),
    ] {
        if !tables.contains(&name) {
            continue;
        }
        let path = folder.path().join(format!("{name}.zarr"));
        let mut command = cargo_bin_cmd!("grundytab");
        command.args(["tabulate", game, domain, size, "--quantity", quantity]);
        command.args(["--engine", "cpu", "--quiet", "--out"]);
        command.arg(path).assert().success();
    }
    let mut command = python_program(program);
    command.arg(env!("CARGO_BIN_EXE_grundytab")).arg(folder.path());
    // For people who want to look.
    command.args(std::env::var_os("GRUNDYTAB_SCREENSHOTS"));
    let printed = printed_by(&mut command);
    assert!(printed.contains("the page is right"), "{printed}");
}

/// Catches a page that shows other cells, values or moves than the table has, that does not follow mouse,
/// keyboard or fingers, whose links show something else, or that asks others for anything.
#[test]
fn the_page_works_in_a_browser() {
    run_in_browser("page.py", &["wythoff", "triangle", "scores"]);
}

/// Catches colours that do not follow what is visible or do not stay locked, a legend that explains something else,
/// P-positions and marks that are not seen, and texts without contrast.
#[test]
#[ignore = "every night"]
fn colours_and_marks_are_seen() {
    run_in_browser("page_colours.py", &["wythoff"]);
}

/// Catches a page that goes to another position than was typed, draws other sets of positions than were asked for or
/// other values of one and four heaps, or tells screen readers nothing, or all the time.
#[test]
#[ignore = "every night"]
fn positions_are_found() {
    run_in_browser("page_positions.py", &["wythoff", "nim", "triangle", "line", "four"]);
}

/// Catches sets, tables and nim heaps that are added on the page and show something else than the program prints, errors
/// that are not said, a way back that leads elsewhere, and layers of equal token sum that are no triangles.
#[test]
#[ignore = "every night"]
fn sets_and_tables_are_added() {
    run_in_browser("page_sets.py", &["wythoff", "nim", "triangle", "scores"]);
}

/// Catches pictures and commands that show something else than the page, and a page that shows cells of a table that
/// has taken the place of its own, or does not say so.
#[test]
#[ignore = "every night"]
fn what_is_shown_is_kept() {
    run_in_browser("page_kept.py", &["wythoff"]);
}
