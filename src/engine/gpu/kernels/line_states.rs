//! The states of all lines, in as many buffers as they need: the host writes the functions that find a word
//! in them.

use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::limits::largest_buffer_bytes;

/// Names of the buffers.
const NAMES: [&str; 16] = [
    "seen", "seen_1", "seen_2", "seen_3", "seen_4", "seen_5", "seen_6", "seen_7", "seen_8",
    "seen_9", "seen_10", "seen_11", "seen_12", "seen_13", "seen_14", "seen_15",
];

/// Adds to a kernel buffers that hold `words` words for each of `lines` lines, and the functions `read_word` and
/// `write_word` of `shaders/vector_grundy.wgsl`. The shader has `others` further storage buffers. If the adapter does not
/// have as many, there is one buffer, of a size that is refused.
pub(super) fn add(kernel: &mut Kernel, lines: u64, words: u64, others: u32, limits: &wgpu::Limits) {
    let most_parts = limits.max_storage_buffers_per_shader_stage.saturating_sub(others);
    let most_parts = (most_parts as usize).min(NAMES.len());
    // A buffer has all lines of some words: neighbouring lines stay neighbours.
    let most_words = largest_buffer_bytes(limits) / lines.saturating_mul(4).max(1);
    let parts = words.div_ceil(most_words.max(1));
    let parts = if most_words > 0 && parts <= most_parts as u64 { parts as usize } else { 1 };
    let words_of_part = words.div_ceil(parts as u64);
    let bytes = |part: usize| {
        let words = words_of_part.min(words - words_of_part * part as u64);
        lines.saturating_mul(words).saturating_mul(4)
    };
    let names = || NAMES[..parts].iter().copied();
    kernel.text += &text(names(), words_of_part, kernel.next_binding());
    let buffers = names().zip(0..).map(|(name, part)| KernelBuffer::zeros(name, bytes(part)));
    kernel.buffers.extend(buffers);
}

/// Returns the declarations of buffers with these names, which share the words of every line out among
/// them, `words` to each in order, and the functions that read and write a word. The first of these ends in its
/// only `return`, as the section on compilers in `shaders/README.md` asks.
fn text(names: impl Iterator<Item = &'static str>, words: u64, binding: u32) -> String {
    let (mut declarations, mut reads, mut writes) = (String::new(), String::new(), String::new());
    for (part, name) in (0..).zip(names) {
        let binding = binding + part;
        declarations += &format!(
            "@group(0) @binding({binding}) var<storage, read_write> {name}: array<atomic<u32>>;\n"
        );
        let case = if part == 0 { "default".to_owned() } else { format!("case {part}u") };
        reads += &format!("        {case}: {{ bits = atomicLoad(&{name}[index]); }}\n");
        writes += &format!("        {case}: {{ atomicStore(&{name}[index], bits); }}\n");
    }
    let index = format!("let index = word % {words}u * LINES + line;");
    format!(
        "{declarations}
fn read_word(word: u32, line: u32) -> u32 {{
    {index}
    var bits = 0u;
    switch word / {words}u {{
{reads}    }}
    return bits;
}}

fn write_word(word: u32, line: u32, bits: u32) {{
    {index}
    switch word / {words}u {{
{writes}    }}
}}
"
    )
}
