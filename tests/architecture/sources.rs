//! The modules of all crates and the paths that each of them names, read from the text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Segments from the name of the crate: `["grundytab", "engine", "cpu"]`.
pub type ModulePath = Vec<String>;

/// The crates whose modules are read: the name in paths, and the folder of the package.
const CRATES: [(&str, &str); 5] = [
    ("grundytab", "."),
    ("grundytab_cli", "crates/cli"),
    ("heap_rules", "crates/heap-rules"),
    ("numeration_automata", "crates/numeration-automata"),
    ("shader_races", "crates/shader-races"),
];

/// A module that is a file, without its tests and comments.
pub struct Module {
    /// The file, from the root of the repository.
    pub file: String,
    /// The text without comments and without modules of tests.
    pub text: String,
}

pub struct Sources {
    pub modules: BTreeMap<ModulePath, Module>,
    /// What `pub use` in a module gives another name to: the module, the name, and what it stands for.
    reexports: BTreeMap<(ModulePath, String), ModulePath>,
}

impl Sources {
    pub fn read() -> Sources {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (mut modules, mut tests) = (BTreeMap::new(), BTreeSet::new());
        for (name, folder) in CRATES {
            let source = root.join(folder).join("src");
            read_folder(&source, &[name.to_owned()], &mut modules, &mut tests);
        }
        modules.retain(|path: &ModulePath, _| !tests.iter().any(|test| path.starts_with(test)));
        Sources::of(modules)
    }

    /// Returns the sources of these modules, among them the roots of their crates.
    pub fn of(modules: BTreeMap<ModulePath, Module>) -> Sources {
        let mut sources = Sources { modules, reexports: BTreeMap::new() };
        sources.reexports = sources.find_reexports();
        sources
    }

    /// Returns the modules that a module names in its paths, other than itself.
    pub fn imports(&self, of: &ModulePath) -> BTreeSet<ModulePath> {
        let text = &self.modules[of].text;
        let mut imports: BTreeSet<ModulePath> =
            paths_in(text, of).into_iter().flat_map(|path| self.modules_of(path)).collect();
        imports.remove(of);
        imports
    }

    /// Returns the module that defines what a path names, and those before it whose re-exports the path goes
    /// through: whoever follows the path reads these too.
    fn modules_of(&self, mut path: ModulePath) -> Vec<ModulePath> {
        let mut modules = Vec::new();
        // No chain of re-exports is longer.
        for _ in 0..8 {
            let known = (1..=path.len()).rev().find(|&n| self.modules.contains_key(&path[..n]));
            let (module, rest) = path.split_at(known.expect("the root of a crate is a module"));
            modules.push(module.to_vec());
            let name = rest.first().cloned().unwrap_or_default();
            match self.reexports.get(&(module.to_vec(), name)) {
                Some(target) => path = target.iter().chain(&rest[1..]).cloned().collect(),
                None => return modules,
            }
        }
        panic!("re-exports of {path:?} go round");
    }

    fn find_reexports(&self) -> BTreeMap<(ModulePath, String), ModulePath> {
        let mut reexports = BTreeMap::new();
        for (module, Module { text, .. }) in &self.modules {
            for statement in text.split(';') {
                let Some(at) = statement.rfind("use ") else { continue };
                let visibility = statement[..at].trim_end().rsplit('\n').next().unwrap_or_default();
                if !visibility.trim_start().starts_with("pub") {
                    continue;
                }
                for leaf in
                    tree(&mut statement[at + 4..].trim().chars().collect::<Vec<_>>().as_slice())
                {
                    let path = absolute(&leaf, module).unwrap_or_else(|| {
                        // A path without a prefix begins at a child.
                        module.iter().chain(&leaf).cloned().collect()
                    });
                    // A macro is exported under its own name, where it is defined.
                    let is_own = path[..path.len() - 1] == module[..] && leaf.len() == 1;
                    if let Some(name) = leaf.last().filter(|name| *name != "*" && !is_own) {
                        reexports.insert((module.clone(), name.clone()), path);
                    }
                }
            }
        }
        reexports
    }
}

fn read_folder(
    folder: &Path,
    path: &[String],
    modules: &mut BTreeMap<ModulePath, Module>,
    tests: &mut BTreeSet<ModulePath>,
) {
    for entry in
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
    {
        let stem = entry.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut module = path.to_vec();
        if entry.is_dir() {
            module.push(stem);
            read_folder(&entry, &module, modules, tests);
            continue;
        }
        // Fonts and pages lie beside the sources that hold them.
        if entry.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        match stem.as_str() {
            // The program, which calls its library.
            "main" => continue,
            "lib" | "mod" => {}
            _ => module.push(stem),
        }
        let text = fs::read_to_string(&entry).expect("a source");
        let (text, of_tests) = without_tests(&text);
        tests.extend(of_tests.into_iter().map(|name| [module.clone(), vec![name]].concat()));
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = entry.strip_prefix(root).expect("inside").to_string_lossy().into_owned();
        modules.insert(module, Module { file, text });
    }
}

/// Returns the text without comments and modules of tests, and the names of the modules of tests
/// that are files of their own.
fn without_tests(text: &str) -> (String, Vec<String>) {
    let (mut kept, mut names) = (String::new(), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("//") {
            continue;
        }
        if !line.starts_with("#[cfg(test)]") && !line.starts_with("#[cfg(all(test") {
            // A comment at the end of a line; an address has a colon before its slashes.
            let end = line.find(" // ").unwrap_or(line.len());
            kept += &line[..end];
            kept.push('\n');
            continue;
        }
        let mut item = lines.next().unwrap_or_default();
        while item.starts_with("#[") {
            item = lines.next().unwrap_or_default();
        }
        if let Some(name) = item.strip_suffix(';').and_then(|item| item.rsplit_once("mod ")) {
            names.push(name.1.to_owned());
        } else if !item.ends_with(';') {
            // To the brace that closes the module or function.
            lines.by_ref().find(|line| *line == "}");
        }
    }
    (kept, names)
}

/// Returns all paths that a text names by `crate`, `super` or the name of a crate.
fn paths_in(text: &str, module: &[String]) -> Vec<ModulePath> {
    let characters: Vec<char> = text.chars().collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut paths = Vec::new();
    for at in 0..characters.len() {
        let begins = at == 0 || !is_word(characters[at - 1]) && characters[at - 1] != ':';
        let rest = &characters[at..];
        let has = |word: &str| word.chars().enumerate().all(|(i, c)| rest.get(i) == Some(&c));
        let is_path = || CRATES.iter().any(|(name, _)| has(&format!("{name}::")));
        if begins && (has("crate::") || has("super::") || is_path()) {
            let mut rest = rest;
            paths.extend(tree(&mut rest).iter().filter_map(|leaf| absolute(leaf, module)));
        }
    }
    paths
}

/// Returns the path from the name of the crate, if it begins with `crate`, `super`, `self` or the name of a crate.
fn absolute(leaf: &[String], module: &[String]) -> Option<ModulePath> {
    let ups = leaf.iter().take_while(|segment| *segment == "super").count();
    match leaf.first()?.as_str() {
        "crate" => Some([&module[..1], &leaf[1..]].concat()),
        name if CRATES.iter().any(|&(of, _)| of == name) => Some(leaf.to_vec()),
        "super" => Some([&module[..module.len().checked_sub(ups)?], &leaf[ups..]].concat()),
        "self" => Some([module, &leaf[1..]].concat()),
        _ => None,
    }
}

/// Reads a tree of paths, as in `a::{b, c::d as e}`, and returns its leaves.
fn tree(text: &mut &[char]) -> Vec<ModulePath> {
    skip_space(text);
    if text.first() == Some(&'{') {
        *text = &text[1..];
        let mut leaves = Vec::new();
        loop {
            skip_space(text);
            match text.first() {
                Some('}') | None => {
                    *text = text.get(1..).unwrap_or_default();
                    return leaves;
                }
                Some(',') => *text = &text[1..],
                Some(_) => leaves.extend(tree(text)),
            }
        }
    }
    let length = text.iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
    let (word, rest) = text.split_at(length);
    let word: String = word.iter().collect();
    *text = rest;
    match text {
        [':', ':', rest @ ..] if !word.is_empty() => {
            *text = rest;
            let under = tree(text);
            under.into_iter().map(|leaf| [vec![word.clone()], leaf].concat()).collect()
        }
        [first, rest @ ..] if word.is_empty() => {
            // A glob, the brackets of a generic argument, or what is no path.
            let leaf = if *first == '*' { vec!["*".to_owned()] } else { Vec::new() };
            *text = rest;
            vec![leaf]
        }
        _ => {
            skip_space(text);
            if let ['a', 's', ' ', rest @ ..] = text {
                // The other name of an import.
                let name = rest.iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
                *text = &rest[name..];
            }
            vec![vec![word]]
        }
    }
}

fn skip_space(text: &mut &[char]) {
    while text.first().is_some_and(|c| c.is_whitespace()) {
        *text = &text[1..];
    }
}
