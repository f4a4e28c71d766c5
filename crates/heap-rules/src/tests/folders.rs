//! The folders use one another in one direction.

use std::fs;
use std::path::Path;

/// The folders, each of which uses those before it alone (`lib.rs`).
const FOLDERS: [&str; 5] = ["language", "evaluation", "clause", "rules", "analysis"];

/// Catches an import that makes two folders depend on one another.
#[test]
fn folders_use_those_above_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (place, folder) in FOLDERS.iter().enumerate() {
        let mut waiting = vec![source.join(folder)];
        let mut files = 0;
        while let Some(path) = waiting.pop() {
            if path.is_dir() {
                let inside = fs::read_dir(&path).expect("a folder");
                waiting.extend(inside.map(|entry| entry.expect("an entry").path()));
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            files += 1;
            for later in &FOLDERS[place + 1..] {
                let name = path.display();
                assert!(!text.contains(&format!("crate::{later}")), "{name} uses {later}");
            }
        }
        assert!(files > 0, "{folder}");
    }
}
