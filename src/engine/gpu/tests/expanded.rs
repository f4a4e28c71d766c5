//! Whole shaders as naga gets them, with what the host gives them, for people and programs that read WGSL: four in
//! `shaders/expanded/`, of the others checksums.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

use super::parsed;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::schedule::Wave;
use crate::engine::gpu::shader::Constant;
use crate::engine::gpu::testing::{kernel, plan};

/// The kernels from which a reader learns most, whose shaders are kept.
const KEPT: [&str; 4] = ["vector_palaces", "vector_grundy", "digraph", "rules_grundy"];

/// Small games for each kernel: game, domain, quantity. Of a kernel that is kept, the first one is.
const GAMES: [(&str, &str, &str); 10] = [
    ("triangle", "tokens 20", "grundy"),
    ("wythoff+points=3/-7/2", "600x600", "score"),
    ("wythoff", "600x600", "grundy"),
    ("wythoff+block=2+alter=1,2", "600x600", "palaces"),
    ("partizan:1,0/0,1:1,1", "600x600", "outcome-class"),
    (
        "rules: (x - k, y) for 1 <= k <= x; (x, y / k) for k in {2, 3, 5} if y > 0; \
         (a, y) + (x - 1 - a, y) for 0 <= a < x",
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

/// Tells what the host gives a kernel for a game: constants, sizes of buffers, waves.
fn inputs(kernel: &Kernel) -> String {
    let constant = |(name, value): &Constant| format!("{name}={value}");
    let constants: Vec<String> = kernel.constants_of(false, true).iter().map(constant).collect();
    let buffer = |buffer: &KernelBuffer| format!("{}: {}", buffer.name, buffer.bytes());
    let buffers: Vec<String> = kernel.buffers.iter().map(buffer).collect();
    let buffers = if buffers.is_empty() { "none".to_owned() } else { buffers.join(", ") };
    let waves: Vec<Wave> = kernel.schedule.waves().collect();
    let middle = waves[waves.len() / 2];
    let (columns, rows) = middle.grid(65_535, 1);
    let slots = middle.slots;
    let of_slots = match slots.slots() {
        0 => String::new(),
        _ => format!(
            "rows of slots from {} on: {}, columns from {} on: {}; ",
            slots.first_row, slots.rows, slots.first_column, slots.columns
        ),
    };
    [
        format!(
            "Overrides, of which a bool is 0 or 1, for waves that are computed: {}.",
            constants.join(", ")
        ),
        format!("Bytes of the kernel's own buffers: {buffers}."),
        format!(
            "Waves: {}. The wave {}: {of_slots}workgroups: {columns} x {rows}.",
            waves.len(),
            middle.index
        ),
    ]
    .map(|line| commented(&line))
    .concat()
}

/// Breaks a paragraph into lines of a comment.
fn commented(text: &str) -> String {
    let mut lines = vec!["//".to_owned()];
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.len() + word.len() < 120) {
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(format!("// {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// Catches a shader that is not what the linker made of the modules when it was last looked at, and one that is no whole
/// WGSL by itself.
#[test]
fn expanded_shaders_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (kept, others) = (root.join("shaders/expanded"), root.join("target/expanded"));
    let mut texts = BTreeMap::new();
    let mut checksums = String::new();
    for (game, domain, quantity) in GAMES {
        let kernel = kernel(&plan(game, domain, quantity)).expect("a kernel");
        let about = format!("`{}` for {game} on {domain}: {quantity}", kernel.name);
        let text = format!("// The kernel {about}.\n{}\n{}", inputs(&kernel), kernel.source());
        parsed(&text);
        let name = format!("{}.wgsl", kernel.name);
        if KEPT.contains(&kernel.name) && !texts.contains_key(&kept.join(&name)) {
            texts.insert(kept.join(name), text);
        } else {
            checksums += &format!("{:08x} {about}\n", crc32c::crc32c(text.as_bytes()));
            texts.insert(others.join(format!("{quantity}.{name}")), text);
        }
    }
    texts.insert(kept.join("checksums.txt"), checksums);
    if env::var_os("GRUNDYTAB_WRITE").is_some() {
        fs::create_dir_all(&others).expect("a folder");
        texts.iter().for_each(|(path, text)| fs::write(path, text).expect("written"));
    }
    let files = fs::read_dir(&kept).expect("a folder").map(|entry| entry.expect("a file").path());
    let files: BTreeSet<_> = files.collect();
    texts.retain(|path, _| path.starts_with(&kept));
    assert!(files.iter().eq(texts.keys()), "{files:?}");
    for (path, text) in texts {
        let stored = fs::read_to_string(&path).expect("a file");
        let changed: Vec<&str> =
            text.lines().filter(|line| !stored.lines().any(|known| known == *line)).collect();
        assert!(
            stored == text,
            "{} is old: GRUNDYTAB_WRITE=1 cargo test --lib expanded writes it anew, and the shaders of which it only has \
             checksums to target/expanded/. Lines that it has not: {changed:#?}",
            path.display()
        );
    }
}
