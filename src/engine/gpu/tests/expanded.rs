//! Whole shaders as naga gets them, one for each kernel, in `shaders/expanded/`, with what the host gives them: for people
//! and programs that read WGSL.

use std::path::Path;
use std::{env, fs};

use super::parsed;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::schedule::Wave;
use crate::engine::gpu::shader::constants::Constant;
use crate::engine::gpu::testing::{kernel, plan};

/// A small game for each kernel: game, domain, quantity.
const GAMES: [(&str, &str, &str); 12] = [
    ("triangle", "tokens 20", "grundy"),
    ("euclid", "20x20", "grundy"),
    ("fibonacci", "20x20", "grundy"),
    ("partizan:1,0/0,1:1,1", "600x600", "outcome-class"),
    ("wythoff+points=3/-7/2", "600x600", "score"),
    ("wythoff", "600x600", "grundy"),
    ("wythoff+block=2+alter=1,2", "600x600", "palaces"),
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

/// Catches a file that is not what the linker makes of the modules, and one that is no whole WGSL by itself.
#[test]
fn expanded_shaders_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/expanded");
    let mut names = Vec::new();
    for (game, domain, quantity) in GAMES {
        let kernel = kernel(&plan(game, domain, quantity)).expect("a kernel");
        let first_line =
            format!("// The kernel `{}` for {game} on {domain}: {quantity}.", kernel.name);
        let text = format!("{first_line}\n{}\n{}", inputs(&kernel), kernel.source());
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
