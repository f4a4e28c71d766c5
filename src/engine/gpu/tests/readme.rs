//! The tables of `shaders/README.md` against the modules that are linked, the hooks that these import and kernels
//! define, and the bindings that naga reads.

use std::collections::{BTreeMap, BTreeSet};

use super::{bound, is_writable, kernels, module};
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader::imports::Module;
use crate::engine::gpu::shader::{HOOK, KERNEL, Linked};

const README: &str = include_str!("../../../../shaders/README.md");

/// The cells of the rows of the tables in `shaders/README.md` that begin like this.
fn readme_rows(begin: &str) -> Vec<Vec<String>> {
    let rows = README.lines().filter(|line| line.starts_with(begin));
    let cells =
        |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().into()).collect();
    rows.map(cells).collect()
}

/// The cells of the rows that begin with a kernel's name.
fn rows_of_kernel(kernel: &str) -> Vec<Vec<String>> {
    readme_rows(&format!("| `{kernel}` |"))
}

/// Catches a module that is missing in `shaders/README.md`, or that a kernel has no more.
#[test]
fn modules_are_those_of_the_readme() {
    for kernel in kernels() {
        let written = kernel.written_modules();
        let linked = Linked::new(kernel.name, &written);
        let names: Vec<&str> = linked.modules.iter().map(|(name, _)| *name).collect();
        assert_eq!(rows_of_kernel(kernel.name)[0][1], names.join(", "), "{}", kernel.name);
        assert_eq!(names.last(), Some(&kernel.name));
    }
}

/// The hooks that the modules of a kernel import, each with these modules.
fn imported_hooks(kernel: &Kernel) -> BTreeMap<String, BTreeSet<String>> {
    let written = kernel.written_modules();
    let mut hooks: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, text) in Linked::new(kernel.name, &written).modules {
        for import in Module::read(&text).imports.iter().filter(|import| import.module == KERNEL) {
            for hook in &import.names {
                hooks.entry((*hook).to_owned()).or_default().insert(name.to_owned());
            }
        }
    }
    hooks
}

/// The signatures of the hooks that a text defines, by name.
fn defined_hooks(text: &str) -> BTreeMap<String, String> {
    let begin = format!("fn {HOOK}");
    let lines = text.lines().filter(|line| line.starts_with(&begin));
    let signature = |line: &str| {
        let signature = line.split(" {").next().unwrap_or_default();
        let name = signature.trim_start_matches("fn ").split('(').next().unwrap_or_default();
        (name.to_owned(), signature.to_owned())
    };
    lines.map(signature).collect()
}

/// Catches a hook that no module of a kernel defines, or none imports; two definitions of one; and a table of hooks that
/// says something else, also about which modules have defaults.
#[test]
fn hooks_are_those_of_the_readme() {
    // For each hook the modules that import it, and those that have a default; and its signature.
    type Modules = BTreeMap<String, [BTreeSet<String>; 2]>;
    let (mut documented, mut found) = (Modules::new(), Modules::new());
    let mut signatures = BTreeMap::new();
    for row in readme_rows(&format!("| `fn {HOOK}")) {
        let signature = row[0].trim_matches('`').to_owned();
        let (name, _) = defined_hooks(&signature).pop_first().expect("a hook");
        let list = |cell: &String| {
            let modules = cell.split(", ").map(|module| module.trim_matches('`').to_owned());
            modules.filter(|module| !module.is_empty()).collect()
        };
        documented.insert(name.clone(), [list(&row[1]), list(&row[2])]);
        signatures.insert(name, signature);
    }
    for kernel in kernels() {
        let written = kernel.written_modules();
        let imported = imported_hooks(&kernel);
        let mut defined = BTreeSet::new();
        for (name, text) in Linked::new(kernel.name, &written).modules {
            for (hook, signature) in defined_hooks(&text) {
                assert_eq!(signatures.get(&hook), Some(&signature), "{hook} in {name}");
                let [_, defaults] = found.entry(hook.clone()).or_default();
                defaults.extend((name != kernel.name).then(|| name.to_owned()));
                assert!(defined.insert(hook), "{name} of {} has a second definition", kernel.name);
            }
        }
        assert!(defined.iter().eq(imported.keys()), "{}: {imported:?}", kernel.name);
        for (hook, modules) in imported {
            found.entry(hook).or_default()[0].extend(modules);
        }
    }
    assert_eq!(found, documented);
}

/// Catches an entry point that is missing in `shaders/README.md`, or in another order.
#[test]
fn entry_points_are_those_of_the_readme() {
    for kernel in kernels() {
        let row = &rows_of_kernel(kernel.name)[1];
        assert_eq!(row[1], kernel.entry_points.join(", "), "{}", kernel.name);
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
        let row = &rows_of_kernel(kernel.name)[2];
        let cells = row[1..].iter().zip(0..).filter(|(name, _)| !name.is_empty());
        let names = |(cell, binding): (&String, u32)| -> Vec<(u32, String)> {
            cell.split(", ").map(|name| (binding, name.to_owned())).collect()
        };
        let mut documented: Vec<(u32, String)> = cells.flat_map(names).collect();
        documented.sort();
        assert_eq!(found, documented, "{}", kernel.name);
    }
}
