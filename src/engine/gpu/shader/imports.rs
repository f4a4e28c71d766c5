//! The import statements of a module, in the syntax of WESL: `import package::MODULE::NAME;`, or several names in
//! braces. They come first in a module, after the comment at its head.

/// Names that a module imports from another one.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::engine::gpu) struct Import<'a> {
    pub(in crate::engine::gpu) module: &'a str,
    pub(in crate::engine::gpu) names: Vec<&'a str>,
}

/// A module, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::engine::gpu) struct Module<'a> {
    /// The comment before the imports.
    pub(in crate::engine::gpu) head: &'a str,
    pub(in crate::engine::gpu) imports: Vec<Import<'a>>,
    /// What follows the imports.
    pub(in crate::engine::gpu) body: &'a str,
}

impl<'a> Module<'a> {
    /// Reads a module. What is not such a statement is left in the body, for the compiler to refuse.
    pub(in crate::engine::gpu) fn read(text: &'a str) -> Self {
        let is_head = |line: &&str| line.starts_with("//") || line.trim().is_empty();
        let head = text.split_inclusive('\n').take_while(is_head).map(str::len).sum();
        let (head, mut body) = text.split_at(head);
        let mut imports = Vec::new();
        while let Some(rest) = body.strip_prefix("import package::") {
            let Some((import, rest)) = rest.split_once(';') else { break };
            let (module, names) = import.split_once("::").unwrap_or((import, ""));
            let names = names.trim_matches(['{', '}']).split(',').map(str::trim);
            imports.push(Import { module, names: names.filter(|name| !name.is_empty()).collect() });
            body = rest.trim_start();
        }
        Module { head, imports, body }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches an import that is overlooked or stays in the text, and text that is lost with it.
    #[test]
    fn modules_are_taken_apart() {
        let text = "// Head: import nothing;\n\nimport package::a::b;\n\
                    import package::c::{\n    D,\n    e,\n};\n\nfn f() {}\n";
        let module = Module::read(text);
        assert_eq!(module.head, "// Head: import nothing;\n\n");
        let of_c = Import { module: "c", names: vec!["D", "e"] };
        assert_eq!(module.imports, [Import { module: "a", names: vec!["b"] }, of_c]);
        assert_eq!(module.body, "fn f() {}\n");
        let alone = Module::read("// Head.\n\nfn f() {}\n");
        assert_eq!((alone.head, alone.body), ("// Head.\n\n", "fn f() {}\n"));
        assert_eq!(alone.imports, []);
        // Not the syntax that is read here.
        assert_eq!(Module::read("import super::a;").body, "import super::a;");
    }
}
