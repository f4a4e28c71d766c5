//! Statements that the host writes.

/// Indents the lines of a text by their depth in braces, which begin at the end of a line and end at the beginning of one.
pub(in crate::engine::gpu) fn indented(text: &str) -> String {
    let mut depth = 0usize;
    let line = |line: &str| {
        depth = depth.saturating_sub(usize::from(line.starts_with('}')));
        let indented = format!("{:1$}{line}\n", "", 4 * depth);
        depth += usize::from(line.ends_with('{'));
        indented
    };
    text.lines().map(line).collect()
}

/// Returns the name of one of several buffers, of which the first one has the name alone.
pub(in crate::engine::gpu) fn numbered(name: &str, number: usize) -> String {
    if number == 0 { name.to_owned() } else { format!("{name}_{number}") }
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
