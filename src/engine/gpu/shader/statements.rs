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

/// Returns the statements of one of several cases, each with its labels, which commas separate; those of the first one if
/// no label fits. This is no `switch`, which FXC compiles wrong within loops (gfx-rs/wgpu #5656).
pub(in crate::engine::gpu) fn choose(
    selector: &str,
    mut cases: impl Iterator<Item = (String, String)>,
) -> String {
    let first = cases.next().map_or_else(String::new, |(_, statements)| statements);
    let case = |(labels, statements): (String, String)| {
        let or_is = format!(" || ({selector}) == ");
        format!("if ({selector}) == {} {{\n{statements}}} else ", labels.replace(", ", &or_is))
    };
    let others: String = cases.map(case).collect();
    if others.is_empty() { first } else { format!("{others}{{\n{first}}}\n") }
}
