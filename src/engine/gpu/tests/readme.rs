//! The tables of `shaders/README.md`, and the first lines of the shaders, against the joins of
//! `shader.rs` and the bindings that naga reads.

use super::{bound, is_writable, kernels, module};

/// The cells of the rows of a table in `shaders/README.md` that begin with a kernel's name.
fn readme_rows(kernel: &str) -> Vec<Vec<String>> {
    let readme = include_str!("../../../../shaders/README.md");
    let begin = format!("| `{kernel}` |");
    let rows = readme.lines().filter(|line| line.starts_with(&begin));
    let cells =
        |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().into()).collect();
    rows.map(cells).collect()
}

/// Catches a file that is joined elsewhere than its first lines and `shaders/README.md` say.
#[test]
fn joins_are_those_of_the_readme() {
    for kernel in kernels() {
        let names: Vec<&str> = kernel.join.iter().map(|file| file.name).collect();
        assert_eq!(readme_rows(kernel.name())[0][1], names.join(", "), "{}", kernel.name());
        for (index, file) in kernel.join.iter().enumerate() {
            let before: Vec<&str> = ["sizes"].into_iter().chain(names[..index].to_vec()).collect();
            let line = format!("// Joined after: {}.", before.join(", "));
            let comment = file.text.lines().take_while(|line| line.starts_with("//"));
            assert!(comment.into_iter().any(|found| found == line), "{}: {line}", file.name);
        }
    }
}

/// Catches a binding that was added or moved without the table in `shaders/README.md`.
#[test]
fn bindings_are_those_of_the_readme() {
    for kernel in kernels() {
        let mut found: Vec<(u32, String)> = bound(&module(&kernel), 0)
            .map(|(binding, variable)| {
                let name = variable.name.clone().unwrap_or_default();
                (binding, if is_writable(variable) { name + "*" } else { name })
            })
            .collect();
        found.sort();
        let row = &readme_rows(kernel.name())[1];
        let cells = row[1..].iter().zip(0..).filter(|(name, _)| !name.is_empty());
        let names = |(cell, binding): (&String, u32)| -> Vec<(u32, String)> {
            cell.split(", ").map(|name| (binding, name.to_owned())).collect()
        };
        let mut documented: Vec<(u32, String)> = cells.flat_map(names).collect();
        documented.sort();
        assert_eq!(found, documented, "{}", kernel.name());
    }
}
