//! The module `package::host`: what the host writes for a game, as text. Sizes are `const`, since WGSL takes an
//! `override` only for some lengths of arrays.

use std::collections::BTreeSet;

use super::{Constant, MODULES};

/// What the host writes for a game, but for sizes.
#[derive(Debug, Default)]
pub(in crate::engine::gpu) struct HostModule {
    /// The modules from which it imports names.
    modules: BTreeSet<&'static str>,
    text: String,
}

impl HostModule {
    /// Adds declarations, which may use what these modules define.
    pub(in crate::engine::gpu) fn add(&mut self, modules: &[&'static str], text: &str) {
        self.modules.extend(modules);
        self.text += "\n";
        self.text += text;
    }

    /// Returns the module in WESL.
    pub(in crate::engine::gpu) fn text(&self, sizes: &[Constant]) -> String {
        let words: BTreeSet<&str> = words(&self.text).collect();
        let import = |&(module, text): &(&str, &'static str)| {
            let used = defined(text).filter(|name| words.contains(name));
            let names: Vec<&str> = used.collect::<BTreeSet<_>>().into_iter().collect();
            let is_used = self.modules.contains(module) && !names.is_empty();
            is_used.then(|| format!("import package::{module}::{{{}}};\n", names.join(", ")))
        };
        let imports: String = MODULES.iter().filter_map(import).collect();
        let size = |(name, value): &Constant| format!("const {name} = {value}u;\n");
        let sizes: String = sizes.iter().map(size).collect();
        let head = "// What the host writes for the game: sizes, rays, functions.\n\n";
        [head, &imports, "\n", &sizes, &self.text].concat()
    }
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Lists the words of a text, but for those in comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().filter_map(|line| line.split("//").next());
    code.flat_map(|code| code.split(|c| !is_part_of_word(c)))
}

/// Lists the names that a module defines for all of its functions, on lines without indentation.
pub(super) fn defined(text: &str) -> impl Iterator<Item = &str> {
    const DECLARATIONS: [&str; 4] = ["fn ", "const ", "override ", "struct "];
    text.lines().filter_map(|line| {
        let is_variable = line.starts_with("var<") || line.starts_with("@group");
        let variable = line.split_once("> ").filter(|_| is_variable).map(|(_, name)| name);
        let other = DECLARATIONS.iter().find_map(|begin| line.strip_prefix(begin));
        variable.or(other)?.split(|c| !is_part_of_word(c)).next()
    })
}
