//! The descriptions of languages at the end of helps.

use crate::analyses::expression::LANGUAGE;

/// The language of expressions.
pub fn of_expressions() -> String {
    section("Expressions", LANGUAGE)
}

/// Returns the description of a language for the end of a help: indented, below a heading.
pub fn section(heading: &str, text: &str) -> String {
    let lines = text.lines().map(|line| match line {
        "" => "\n".into(),
        line => format!("  {line}\n"),
    });
    format!("{heading}:\n{}", lines.collect::<String>().trim_end())
}
