//! Files with sets of numbers are read by the program: a process for each try, see `crates/cli/src/tests/fuzz/mod.rs`.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::common::mutation::fuzz;

#[test]
fn any_bytes_are_refused_or_read() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("set.txt");
    let game = format!("subtraction:@{}", file.display());
    let files = ["# powers of two\n1, 2 4\n8,16\n\n32\n", "2 5 8", "\u{feff}1\r\n4\r\n12\r\n"];
    let seeds = files.map(|text| text.as_bytes().to_vec());
    fuzz("sets", &seeds, &["# ", ", ", "\n"], |bytes| {
        fs::write(&file, bytes).expect("written");
        let output = Command::new(assert_cmd::cargo::cargo_bin!("grundytab"))
            .args(["tabulate", &game])
            .args("--box 50 --engine cpu --discard --threads 1".split(' '))
            .output()
            .expect("the program runs");
        assert!(matches!(output.status.code(), Some(0 | 2)), "{output:?}");
        assert!(output.stdout.len() + output.stderr.len() < 6000);
    });
}
