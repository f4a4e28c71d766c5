//! What the host writes of words that are spread over several buffers, and how it writes statements.

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

/// Declares a buffer of words that a shader writes, at a group and binding.
pub(in crate::engine::gpu) fn declared(
    (group, binding): (u32, u32),
    decoration: &str,
    name: &str,
    word: &str,
) -> String {
    format!(
        "@group({group}) @binding({binding}) {decoration}var<storage, read_write> {name}: array<{word}>;\n"
    )
}

/// Writes a function that returns a word, which `read` sets as `bits` after the statements `before`. It ends in its only
/// `return`, as the section on compilers in `shaders/README.md` asks.
pub(in crate::engine::gpu) fn reading_function(head: &str, before: &str, read: &str) -> String {
    format!("\nfn {head} -> u32 {{\n{before}var bits = 0u;\n{read}return bits;\n}}\n")
}

/// Writes a function that does something with a word.
pub(in crate::engine::gpu) fn writing_function(head: &str, before: &str, write: &str) -> String {
    format!("\nfn {head} {{\n{before}{write}}}\n")
}
