//! Values that no position can have, planted in tables whose checksums are right. The library that plants
//! them writes zstd, and no Blosc.

use std::path::Path;
use std::sync::Arc;

use zarrs::array::Array;
use zarrs::filesystem::FilesystemStore;

use crate::{run, temporary};

fn array(path: &Path) -> Array<FilesystemStore> {
    let store = FilesystemStore::new(path).expect("a store");
    Array::open(Arc::new(store), "/").expect("an array")
}

/// No sample finds one wrong value among 70,000, but this one is larger than any can be.
#[test]
fn a_value_beyond_the_bound_is_found_by_every_sample() {
    let (_directory, path) = temporary();
    assert_eq!(
        run("tabulate nim:1 --box 70000 --tile 7000 --engine cpu --codec zstd --out {}", &path).0,
        0
    );
    let array = array(&path);
    let mut values: Vec<u32> = array.retrieve_chunk(&[9]).expect("a chunk");
    values[6000] = u32::MAX - 7;
    array.store_chunk(&[9], values).expect("stored");
    let (code, _, stderr) = run("verify {} --sample 1", &path);
    assert_eq!(code, 1, "{stderr}");
    let words = "wrong value at (69000): stored 4294967288, expected 69000";
    assert!(stderr.contains(words), "{stderr}");
}

/// A mark for every number up to the largest value among the options would take 4 GB here.
#[cfg(target_os = "linux")]
#[test]
fn large_values_among_the_options_take_no_memory() {
    let (_directory, path) = temporary();
    assert_eq!(
        run("tabulate nim:1 --box 70000 --tile 7000 --engine cpu --codec zstd --out {}", &path).0,
        0
    );
    let array = array(&path);
    let mut values: Vec<u32> = array.retrieve_chunk(&[0]).expect("a chunk");
    values[100] = u32::MAX;
    array.store_chunk(&[0], values).expect("stored");
    for line in ["query $1 101", "verify $1 --sample 50", "verify $1 --full"] {
        let output = std::process::Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v 2000000; exec \"$0\" {line}"))
            .arg(assert_cmd::cargo::cargo_bin!())
            .arg(&path)
            .output()
            .expect("a shell runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => assert!(line.starts_with("query"), "{line}: {stderr}"),
            code => assert_eq!(code, Some(1), "{line}: {stderr}"),
        }
    }
}

/// A value beyond the bound that agrees with its options is wrong all the same: one of these is.
#[test]
fn a_value_beyond_the_bound_need_not_break_the_rule_itself() {
    let (_directory, path) = temporary();
    assert_eq!(
        run("tabulate wythoff --box 20 --tile 20 --engine cpu --codec zstd --out {}", &path).0,
        0
    );
    let array = array(&path);
    let mut values: Vec<u8> = array.retrieve_chunk(&[0, 0]).expect("a chunk");
    for step in 0..19 {
        values[19 * 20 + step] = step as u8;
        values[step * 20 + 19] = 19 + step as u8;
    }
    values[18 * 20 + 18] = 38;
    values[19 * 20 + 19] = 39;
    array.store_chunk(&[0, 0], values).expect("stored");
    let (code, _, stderr) = run("verify {} --sample 1", &path);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("wrong value at"), "{stderr}");
}
