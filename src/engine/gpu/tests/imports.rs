//! The imports of the shaders, as WESL and the program's linker ask for them: names of other modules are imported, and
//! all that is imported exists and is used. A name is defined in one module of a kernel, so that the linker need not
//! rename anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::{kernels, kernels_of_several_buffers};
use crate::engine::gpu::shader::imports::Module;
use crate::engine::gpu::shader::{HOST, KERNEL, Linked, MODULES};

/// Splits a text into words and single characters, but for white space and comments.
fn code(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let mut rest = line.split("//").next().unwrap_or_default().trim_start();
        while let Some(first) = rest.chars().next() {
            let length = rest.find(|c: char| !is_in_word(c)).unwrap_or(rest.len());
            let (token, behind) = rest.split_at(length.max(first.len_utf8()));
            tokens.push(token);
            rest = behind.trim_start();
        }
    }
    tokens
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Lists the names that a module defines for all of its functions.
fn defined(body: &str) -> Vec<&str> {
    let code = code(body);
    let mut names = Vec::new();
    let mut depth = 0;
    for (at, token) in code.iter().enumerate() {
        match *token {
            "{" | "(" => depth += 1,
            "}" | ")" => depth -= 1,
            "fn" | "struct" | "const" | "override" | "alias" if depth == 0 => {
                names.push(code[at + 1]);
            }
            "var" if depth == 0 => {
                // Behind the address space.
                let behind = code[at..].iter().position(|token| *token == ">");
                names.push(code[at + behind.expect("an address space") + 1]);
            }
            _ => {}
        }
    }
    names
}

/// Lists the names that a module uses, but for those of fields, and those of variables and parameters that it declares.
fn used(body: &str) -> BTreeSet<&str> {
    let code = code(body);
    let text = |at: usize| code.get(at).copied().unwrap_or("");
    let is_local = |at: usize| {
        at > 0 && (["let", "var", "const"].contains(&text(at - 1)) || text(at + 1) == ":")
    };
    let words = || (0..code.len()).filter(|&at| code[at].starts_with(is_in_word));
    let local: BTreeSet<&str> = words().filter(|&at| is_local(at)).map(text).collect();
    let is_field = |at: usize| at > 0 && text(at - 1) == ".";
    words().filter(|&at| !is_field(at)).map(text).filter(|word| !local.contains(word)).collect()
}

/// Lists what is wrong with the modules of a kernel. What is imported from the kernel is a hook, which any of them may define.
fn faults(linked: &Linked) -> Vec<String> {
    let mut faults = Vec::new();
    let read: Vec<(&str, Module)> =
        linked.modules.iter().map(|(name, text)| (*name, Module::read(text))).collect();
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, module) in &read {
        for defined in defined(module.body) {
            let owner = owners.entry(defined).or_insert(name);
            if owner != name {
                faults.push(format!("{defined} is defined in {owner} and in {name}"));
            }
        }
    }
    for (name, module) in &read {
        let used = used(module.body);
        let mut imported = BTreeSet::new();
        for import in &module.imports {
            for imported_name in &import.names {
                imported.insert(*imported_name);
                let from = import.module;
                let owner = owners.get(imported_name);
                if owner.is_none_or(|owner| *owner != from && from != KERNEL) {
                    faults.push(format!(
                        "{name} imports {imported_name} from {from}, which has it not"
                    ));
                }
                if !used.contains(imported_name) {
                    faults.push(format!("{name} imports {imported_name} and does not use it"));
                }
            }
        }
        for used in used {
            let is_foreign = owners.get(used).is_some_and(|owner| owner != name);
            if is_foreign && !imported.contains(used) {
                faults.push(format!("{name} uses {used} without an import"));
            }
        }
    }
    faults
}

/// Catches a name that is missing among the imports or superfluous there, and one that two modules define.
#[test]
fn names_are_imported_from_where_they_are_defined() {
    for kernel in kernels().into_iter().chain(kernels_of_several_buffers()) {
        let written = kernel.written_modules();
        assert_eq!(faults(&Linked::new(kernel.name, &written)), [""; 0], "{}", kernel.name);
    }
}

/// Catches a check that finds nothing.
#[test]
fn wrong_imports_are_found() {
    let modules = [
        ("a", "import package::b::{one, two};\nfn f(four: u32) { one(four, x.three); }"),
        ("b", "const one = 1u;\nvar<private> three: u32;\nconst four = 2u;"),
        ("c", "import package::kernel::{one, six};\nfn f() { let y = three + one + six; }"),
    ];
    let linked = Linked { modules: modules.map(|(name, text)| (name, text.into())).into() };
    let expected = [
        "f is defined in a and in c",
        "a imports two from b, which has it not",
        "a imports two and does not use it",
        "c imports six from kernel, which has it not",
        "c uses f without an import",
        "c uses three without an import",
    ];
    assert_eq!(faults(&linked), expected);
}

/// Catches a file of `shaders/` that is not linked, and imports that do not come first.
#[test]
fn modules_are_the_files_of_the_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let shaders = paths.filter(|path| path.extension().is_some_and(|ending| ending == "wgsl"));
    let stems = shaders.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let names: BTreeSet<String> = stems.collect();
    assert!(names.iter().eq(MODULES.iter().map(|(name, _)| name)), "{names:?}");
    assert!(!names.contains(HOST) && !names.contains(KERNEL));
    for (name, text) in MODULES {
        let Module { head, body, .. } = Module::read(text);
        assert!(head.starts_with("// "), "{name} begins with what it is");
        assert!(!code(body).contains(&"import"), "{name}");
    }
}
