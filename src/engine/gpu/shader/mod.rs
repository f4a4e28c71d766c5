//! The shaders: the modules of `shaders/`, linked to one WGSL module for each kernel. `shaders/README.md` says how they
//! are written, and why the program links them by itself.

pub(super) mod host;
pub(super) mod imports;
pub(super) mod statements;
mod unroll;

use std::borrow::Cow;

use imports::Module;
use unroll::{OVER_ALTERATIONS, OVER_RAYS};

/// A constant that the host sets: its name in the shader, and its value; that of a `bool` is 1 or 0. Overrides of the
/// modules of `shaders/` are such, and sizes that are written as text.
pub(super) type Constant = (&'static str, u32);

/// The name by which modules import the hooks: what the kernel's file defines, or else the default of another module.
pub(super) const KERNEL: &str = "kernel";

/// The beginning of the name of a hook.
pub(super) const HOOK: &str = "hook_";

/// The name of the module that the host writes.
pub(super) const HOST: &str = "host";

macro_rules! modules {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../shaders/", $name, ".wgsl")))),+]
    };
}

/// The modules of `shaders/`: name and text of each.
pub(super) const MODULES: &[(&str, &str)] = modules![
    "alterations",
    "bitsets",
    "blocks",
    "calibration",
    "canonical",
    "canonical_rows",
    "counts",
    "digraph",
    "dispatch",
    "domain",
    "lines",
    "numbers",
    "other_scores",
    "rules",
    "rules_grundy",
    "rules_kinds",
    "rules_palaces",
    "rules_remoteness",
    "rules_scores",
    "scores",
    "thresholds",
    "tiles",
    "totals",
    "values",
    "vector_grundy",
    "vector_palaces",
    "wins",
    "words",
];

/// Loops over at most this many rays are unrolled; longer ones would take long to compile. A loop over altered vectors
/// is unrolled if the number of rays times the number of altered vectors is at most this.
pub(super) const MAX_UNROLLED: u32 = 8;

/// The modules of a kernel, each after those that it imports, as far as they do not import one another in a circle.
#[derive(Debug)]
pub(super) struct Linked<'a> {
    /// Name and text of each, without defaults of hooks that the kernel's file defines itself.
    pub(super) modules: Vec<(&'a str, Cow<'a, str>)>,
}

impl<'a> Linked<'a> {
    /// Follows the imports from the file of a kernel. The host has `written` some modules, each with its name, which
    /// stand for files of the same name. An import of a module that does not exist is left out, and its names are
    /// missing in the text: tests find that (`src/engine/gpu/tests/imports.rs`).
    pub(super) fn new(kernel: &'a str, written: &'a [(&'a str, String)]) -> Self {
        let mut linked = Linked { modules: Vec::new() };
        linked.follow(KERNEL, kernel, written, &mut Vec::new());
        if let Some(((_, own), others)) = linked.modules.split_last_mut() {
            for hook in host::defined(own).filter(|name| name.starts_with(HOOK)) {
                for (_, text) in others.iter_mut() {
                    if let Some(shorter) = without_function(text, hook) {
                        *text = shorter.into();
                    }
                }
            }
        }
        linked
    }

    fn follow(
        &mut self,
        name: &'a str,
        kernel: &'a str,
        written: &'a [(&'a str, String)],
        seen: &mut Vec<&'a str>,
    ) {
        let name = if name == KERNEL { kernel } else { name };
        let written_here = written.iter().map(|(known, text)| (*known, text.as_str()));
        let mut modules = written_here.chain(MODULES.iter().copied());
        let Some((_, text)) = modules.find(|(known, _)| *known == name) else { return };
        if seen.contains(&name) {
            return;
        }
        seen.push(name);
        for import in Module::read(text).imports {
            self.follow(import.module, kernel, written, seen);
        }
        self.modules.push((name, text.into()));
    }

    /// Returns one module in WGSL. Loops over this many rays and altered vectors are unrolled where they are few.
    pub(super) fn text(&self, (rays, alterations): (u32, u32)) -> String {
        let module = |(name, text): &(&str, Cow<str>)| {
            let Module { head, body, .. } = Module::read(text);
            format!("// ---- {name} ----\n\n{head}{body}")
        };
        let mut text = self.modules.iter().map(module).collect::<Vec<_>>().join("\n");
        if rays <= MAX_UNROLLED {
            text = OVER_RAYS.unroll(&text, rays);
        }
        if rays.max(1) * alterations <= MAX_UNROLLED {
            text = OVER_ALTERATIONS.unroll(&text, alterations);
        }
        text
    }
}

/// Returns a text without a function, if it has that. A function ends at the first brace at the beginning of a line.
fn without_function(text: &str, name: &str) -> Option<String> {
    let (before, function) = text.split_once(&format!("\nfn {name}("))?;
    let (_, behind) = function.split_once("\n}\n")?;
    Some([before, behind].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a default beside the kernel's own hook, one that is lost, and one that takes its neighbour with it.
    #[test]
    fn a_hook_is_the_kernels_own_or_a_default() {
        let written = [
            ("own", "import package::other::f;\n\nfn hook_b() {\n    own();\n}\n".to_owned()),
            (
                "other",
                "fn f() {\n}\n\nfn hook_b() {\n    default();\n}\n\nfn hook_c() {\n}\n".to_owned(),
            ),
        ];
        let text = Linked::new("own", &written).text((0, 0));
        let expected = "// ---- other ----\n\nfn f() {\n}\n\nfn hook_c() {\n}\n\n\
                        // ---- own ----\n\nfn hook_b() {\n    own();\n}\n";
        assert_eq!(text, expected);
    }
}
