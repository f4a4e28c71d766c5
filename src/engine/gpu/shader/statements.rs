//! Statements that the host writes.

/// Indents the lines of a text by their depth in braces.
pub(in crate::engine::gpu) fn indented(text: &str) -> String {
    let mut depth = 0usize;
    let line = |line: &str| {
        depth = depth.saturating_sub(line.matches('}').count());
        let indented = format!("{:1$}{line}\n", "", 4 * depth);
        depth += line.matches('{').count();
        indented
    };
    text.lines().map(line).collect()
}

/// Returns the statements of one of several cases, each with its label; those of the first one if no label fits.
pub(in crate::engine::gpu) fn choose(
    selector: &str,
    mut cases: impl Iterator<Item = (String, String)>,
) -> String {
    let first = cases.next().map_or_else(String::new, |(_, statements)| statements);
    let others: String =
        cases.map(|(label, statements)| format!("case {label}: {{\n{statements}}}\n")).collect();
    if others.is_empty() {
        return first;
    }
    format!("switch {selector} {{\ndefault: {{\n{first}}}\n{others}}}\n")
}
