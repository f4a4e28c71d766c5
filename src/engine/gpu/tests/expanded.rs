//! Whole shaders as drivers get them, one for each kernel, in `shaders/expanded/`: for people and programs that read
//! WGSL.

use std::path::Path;
use std::{env, fs};

use super::parsed;
use crate::engine::gpu::testing::{kernel, plan};

/// A small game for each kernel: game, domain, quantity.
const GAMES: [(&str, &str, &str); 12] = [
    ("triangle", "tokens 20", "grundy"),
    ("euclid", "20x20", "grundy"),
    ("fibonacci", "20x20", "grundy"),
    ("partizan:1,0/0,1:1,1", "20x20", "outcome-class"),
    ("wythoff+points=3/-7/2", "20x20", "score"),
    ("wythoff", "20x20", "grundy"),
    ("wythoff+block=2", "20x20", "palaces"),
    (
        "rules: (x - k, y) for 1 <= k <= x; (x, y / k) for k in {2, 3, 5} if y > 0",
        "20x20",
        "grundy",
    ),
    (
        "rules: positions x >= y; (x - k, y) for 1 <= k <= x - y; (x - 1, y / 2) if y > 0",
        "20x20",
        "outcome",
    ),
    ("rules: (x - k, y / 2) for 1 <= k <= x; (x / 2, y) if x > 0+block=1", "20x20", "palaces"),
    ("rules: grade x; (x - k, k) for 1 <= k <= min(x, 3 * y)", "20x20", "remoteness"),
    (
        "rules: left: (x - k) for 1 <= k <= min(x, 2) pays k; right: (x / 2) if x > 0",
        "300",
        "score-left",
    ),
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
