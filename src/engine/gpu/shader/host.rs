//! The module `package::host`: what the host writes for a game, as text. Sizes are `const`, since WGSL takes an
//! `override` only for some lengths of arrays.

use std::collections::{BTreeMap, BTreeSet};

use super::constants::Constant;
use super::tokens::tokens;

/// A module of `shaders/`, with names that the host's text may use of it.
pub(in crate::engine::gpu) type Names = (&'static str, &'static [&'static str]);

/// What the host writes for a game, but for sizes.
#[derive(Debug, Default)]
pub(in crate::engine::gpu) struct HostModule {
    imports: BTreeMap<&'static str, BTreeSet<&'static str>>,
    text: String,
}

impl HostModule {
    /// Adds declarations. Of the names, those are imported that occur in the text.
    pub(in crate::engine::gpu) fn add(&mut self, names: &[Names], text: &str) {
        let words: BTreeSet<&str> = tokens(text).iter().map(|token| token.text).collect();
        for (module, names) in names {
            let used = names.iter().filter(|name| words.contains(*name));
            for name in used {
                self.imports.entry(module).or_default().insert(name);
            }
        }
        self.text += text;
    }

    /// Returns the module in WESL.
    pub(in crate::engine::gpu) fn text(&self, sizes: &[Constant]) -> String {
        let import = |(module, names): (&&str, &BTreeSet<&str>)| {
            let names: Vec<&str> = names.iter().copied().collect();
            format!("import package::{module}::{{{}}};\n", names.join(", "))
        };
        let imports: String = self.imports.iter().map(import).collect();
        let size = |(name, value): &Constant| format!("const {name} = {value}u;\n");
        let sizes: String = sizes.iter().map(size).collect();
        let head = "// What the host writes for the game: sizes, rays, functions.\n\n";
        [head, &imports, "\n", &sizes, "\n", &self.text].concat()
    }
}
