//! How often a command reads a table.

use std::fs;
use std::path::Path;

use super::{done, run, temporary};

/// Returns how many chunks of a table a command reads, by its log.
fn chunks_read(line: &str, path: &Path, log: &Path) -> Vec<String> {
    let _ = fs::remove_file(log);
    done(&format!("{line} --quiet --log {}", log.display()), path);
    let text = fs::read_to_string(log).expect("a log");
    let end = format!(" read of {}", path.display());
    let of_table = text.lines().filter_map(|line| line.strip_suffix(end.as_str()));
    of_table.filter_map(|line| line.rsplit(" info: ").next()).map(str::to_owned).collect()
}

/// Catches a part that reads the table for itself, and a check that reads a chunk again although there is room for all.
#[test]
fn a_table_is_read_once_whatever_is_found_out() {
    let (directory, path) = temporary();
    let (log, other) = (directory.path().join("run.log"), directory.path().join("nim.zarr"));
    run("tabulate nim --box 100 --out {} --quiet", &other);
    let distance =
        format!("analyze {{}} --only values,layers,beams,distance --distance {}", other.display());
    for (game, chunks) in [
        ("wythoff --box 100 --tile 16", "49 chunks"),
        // Tiles of the indices (i, j, k) with i + j + k at most 3.
        ("triangle --tokens 60 --tile 16", "20 chunks"),
    ] {
        run(&format!("tabulate {game} --out {{}} --quiet --overwrite"), &path);
        for line in [
            "verify {}",
            "verify {} --full",
            "verify {} --full --claim g>=0 --claim x+y>=0 --range g --range g-x --where x<=y",
            "verify {} --sample 100000000 --claim g>=0 --first",
            "verify {} --only integrity",
            "verify {} --only claims --claim g>=0 --range g",
            "analyze {} --only values,layers,beams --where x<=y",
            "analyze {} --histogram g",
        ] {
            assert_eq!(chunks_read(line, &path, &log), [chunks], "{game}: {line}");
        }
        if game.starts_with("wythoff") {
            assert_eq!(chunks_read(&distance, &path, &log), [chunks], "{distance}");
        }
    }
}
