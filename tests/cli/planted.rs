//! Values that no position can have, planted in tables whose checksums are right.

use crate::chunks::edit_chunk;
use crate::{run, temporary};

/// No sample finds one wrong value among 70,000, but this one is larger than any can be.
#[test]
fn a_value_beyond_the_bound_is_found_by_every_sample() {
    let (_directory, path) = temporary();
    assert_eq!(
        run("tabulate nim:1 --box 70000 --tile 7000 --engine cpu --codec zstd --out {}", &path).0,
        0
    );
    edit_chunk(&path, "c/9", |values| {
        values[4 * 6000..][..4].copy_from_slice(&(u32::MAX - 7).to_le_bytes());
    });
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
    edit_chunk(&path, "c/0", |values| values[4 * 100..][..4].fill(u8::MAX));
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
    edit_chunk(&path, "c/0/0", |values| {
        for step in 0..19 {
            values[19 * 20 + step] = step as u8;
            values[step * 20 + 19] = 19 + step as u8;
        }
        values[18 * 20 + 18] = 38;
        values[19 * 20 + 19] = 39;
    });
    let (code, _, stderr) = run("verify {} --sample 1", &path);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("wrong value at"), "{stderr}");
}
