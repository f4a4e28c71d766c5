//! Values that no position can have, planted in tables whose checksums are right.

use crate::chunks::edit_chunk;
use crate::{ends, fails, in_shell, table};

/// No sample finds one wrong value among 70,000, but this one is larger than any can be.
#[test]
fn a_value_beyond_the_bound_is_found_by_every_sample() {
    let (_directory, path) = table("nim:1 --box 70000 --tile 7000 --codec zstd");
    edit_chunk(&path, "c/9", |values| {
        values[4 * 6000..][..4].copy_from_slice(&(u32::MAX - 7).to_le_bytes());
    });
    let (_, stderr) = ends(1, "verify {} --sample 1", &path);
    let words = "wrong value at (69000): stored 4294967288, expected 69000";
    assert!(stderr.contains(words), "{stderr}");
}

/// A mark for every number up to the largest value among the options would take 4 GB here.
#[cfg(target_os = "linux")]
#[test]
fn large_values_among_the_options_take_no_memory() {
    let (_directory, path) = table("nim:1 --box 70000 --tile 7000 --codec zstd");
    edit_chunk(&path, "c/0", |values| values[4 * 100..][..4].fill(u8::MAX));
    for line in ["query $1 101", "verify $1 --sample 50", "verify $1 --full"] {
        let script = format!("ulimit -v 2000000; exec \"$0\" {line}");
        let (code, _, stderr) = in_shell(&script, &path);
        assert_eq!(code, i32::from(!line.starts_with("query")), "{line}: {stderr}");
    }
}

/// A value beyond the bound that agrees with its options is wrong all the same: one of these is.
#[test]
fn a_value_beyond_the_bound_need_not_break_the_rule_itself() {
    let (_directory, path) = table("wythoff --box 20 --tile 20 --codec zstd");
    edit_chunk(&path, "c/0/0", |values| {
        for step in 0..19 {
            values[19 * 20 + step] = step as u8;
            values[step * 20 + 19] = 19 + step as u8;
        }
        values[18 * 20 + 18] = 38;
        values[19 * 20 + 19] = 39;
    });
    fails(1, "verify {} --sample 1", &path, "wrong value at");
}
