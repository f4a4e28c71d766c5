//! Whole shaders as drivers get them, one for each kernel, in `shaders/expanded/`: for people and programs that read
//! WGSL.

use std::path::Path;
use std::{env, fs};

use super::parsed;
use crate::engine::gpu::testing::{kernel, plan};

/// A small game for each kernel: game, domain, quantity.
const GAMES: [(&str, &str, &str); 7] = [
    ("triangle", "tokens 20", "grundy"),
    ("euclid", "20x20", "grundy"),
    ("fibonacci", "20x20", "grundy"),
    ("partizan:1,0/0,1:1,1", "20x20", "outcome-class"),
    ("wythoff+points=3/-7/2", "20x20", "score"),
    ("wythoff", "20x20", "grundy"),
    ("wythoff+block=2", "20x20", "palaces"),
];

/// Catches a file that is not what the linker makes of the modules, and one that is no whole WGSL by itself.
#[test]
fn expanded_shaders_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/expanded");
    let mut names = Vec::new();
    for (game, domain, quantity) in GAMES {
        let kernel = kernel(&plan(game, domain, quantity)).expect("a kernel");
        let first_line =
            format!("// The kernel `{}` for {game} on {domain}: {quantity}.", kernel.name);
        let text = format!("{first_line}\n\n{}", kernel.source());
        let path = folder.join(format!("{}.wgsl", kernel.name));
        if env::var_os("GRUNDYTAB_WRITE").is_some() {
            fs::write(&path, &text).expect("written");
        }
        let stored = fs::read_to_string(&path).expect("a file");
        assert!(
            stored == text,
            "shaders/expanded/{}.wgsl is old: GRUNDYTAB_WRITE=1 cargo test --lib expanded writes it",
            kernel.name
        );
        parsed(&stored);
        names.push(path);
    }
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    names.sort();
    assert_eq!(files, names);
}
