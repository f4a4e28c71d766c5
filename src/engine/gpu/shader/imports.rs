//! The import statements of a module, in the syntax of WESL: `import package::MODULE::NAME;`, or several names in
//! braces. They come first in a module, after the comment at its head.

use super::tokens::{Kind, Token, tokens};

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
        let tokens = tokens(text);
        let mut imports = Vec::new();
        // Bytes before the first import, and up to the end of the last one.
        let (mut head, mut past) = (text.len(), 0);
        let mut at = 0;
        for (index, token) in tokens.iter().enumerate() {
            if token.is_code() && at >= past {
                let Some((import, length)) = statement(&tokens[index..]) else {
                    head = head.min(at);
                    past = past.max(head);
                    break;
                };
                imports.push(import);
                head = head.min(at);
                past = at + length;
            }
            at += token.text.len();
        }
        Module { head: &text[..head], imports, body: text[past..].trim_start() }
    }
}

/// Reads the import statement that tokens begin with, and its length in bytes.
fn statement<'a>(tokens: &[Token<'a>]) -> Option<(Import<'a>, usize)> {
    let end = tokens.iter().position(|token| token.text == ";")?;
    let code: Vec<&Token<'a>> = tokens[..end].iter().filter(|token| token.is_code()).collect();
    let [import, package, path @ ..] = code.as_slice() else { return None };
    if (import.text, package.text) != ("import", "package") {
        return None;
    }
    let words = path.iter().filter(|token| token.kind == Kind::Word);
    let mut words = words.map(|token| token.text);
    let module = words.next()?;
    let length = tokens[..=end].iter().map(|token| token.text.len()).sum();
    Some((Import { module, names: words.collect() }, length))
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
