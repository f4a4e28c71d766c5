//! The states of all lines, in as many buffers as they need: the host writes the functions that find a word
//! in them.
//!
//! This is needed for size: a binding ends below 2 GiB, and the states of Wythoff Nim take more from side 65,500 on; on
//! adapters with WebGPU's usual limit of 128 MiB from side 16,400 on. They are split by ray
//! first: which buffer a ray has is known when the shader is compiled, so that the search for a value reads as it does
//! from one buffer. Where the lines of a ray are too many for a binding, they are split by word as well.

use std::ops::Range;

use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader::statements::{
    choose, declared, indented, numbered, reading_function, writing_function,
};

/// The name of the first buffer, and the most buffers.
const NAME: &str = "seen";
const MOST_BUFFERS: usize = 16;

/// How the states of lines are spread over buffers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Split {
    /// Words of the state of a line.
    words: u64,
    /// Lines that share buffers.
    groups: Vec<Group>,
    /// As many buffers has each group, of which each has the next words of its lines.
    parts: usize,
}

/// Lines that share buffers: all, or those of some rays.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    lines: Range<u64>,
    /// Those that `lines` are of; none are listed if it has the lines of all.
    rays: Vec<usize>,
}

impl Split {
    /// Chooses buffers for `words` words for each of these lines, with as few parts as there can be: at most this
    /// many buffers, of at most this many bytes. `lines_of` has the lines of each ray, if rays may have buffers of
    /// their own. What does not fit is one buffer, of a size that is refused.
    pub(super) fn new(
        lines: Range<u64>,
        lines_of: Option<&[Range<u64>]>,
        words: u64,
        most_buffers: usize,
        largest: u64,
    ) -> Self {
        let one_group = vec![Group { lines, rays: Vec::new() }];
        let by_ray = lines_of.map(groups_of_rays).filter(|groups| groups.len() > 1);
        let split = |groups: Vec<Group>| {
            let most_lines = groups.iter().map(Group::count).max().unwrap_or(0);
            let most_words = largest / most_lines.saturating_mul(4).max(1);
            let parts = words.div_ceil(most_words.max(1));
            let fits = most_words > 0
                && parts.saturating_mul(groups.len() as u64)
                    <= most_buffers.min(MOST_BUFFERS) as u64;
            fits.then_some(Split { words, groups, parts: parts as usize })
        };
        let splits = [one_group.clone()].into_iter().chain(by_ray).filter_map(split);
        let fewest = splits.min_by_key(|split| (split.parts, split.groups.len()));
        fewest.unwrap_or(Split { words, groups: one_group, parts: 1 })
    }

    fn words_of_part(&self) -> u64 {
        self.words.div_ceil(self.parts as u64)
    }

    /// Lists the bytes of the buffers: group by group, and part by part.
    fn buffers(&self) -> impl Iterator<Item = u64> {
        let words_before = |part: usize| self.words.min(self.words_of_part() * part as u64);
        let words = move |part| words_before(part + 1) - words_before(part);
        let bytes = move |group: &Group| {
            let lines = group.count();
            (0..self.parts).map(move |part| lines.saturating_mul(words(part)).saturating_mul(4))
        };
        self.groups.iter().flat_map(bytes)
    }
}

impl Group {
    fn count(&self) -> u64 {
        self.lines.end - self.lines.start
    }
}

/// Returns a group for each ray that has lines of its own.
fn groups_of_rays(lines_of: &[Range<u64>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (ray, lines) in lines_of.iter().enumerate() {
        match groups.iter_mut().find(|group| group.lines == *lines) {
            Some(group) => group.rays.push(ray),
            None => groups.push(Group { lines: lines.clone(), rays: vec![ray] }),
        }
    }
    groups
}

/// Adds the buffers to a kernel, and the functions that read and write words, as `shaders/bitsets.wgsl` asks for them.
pub(super) fn add(kernel: &mut Kernel, split: &Split) {
    let first = kernel.next_binding();
    let text = [ATOMIC, COHERENT].map(|access| indented(&split.text(first, &access)));
    kernel.host.add(&[], &text[0]);
    kernel.coherent = Some(text);
    for (number, bytes) in split.buffers().enumerate() {
        kernel.buffers.push(KernelBuffer::zeros(numbered(NAME, number), bytes));
    }
}

/// How words are declared, loaded and stored that other invocations have written.
struct Access {
    decoration: &'static str,
    word: &'static str,
    load: fn(&str) -> String,
    store: fn(&str) -> String,
}

const ATOMIC: Access = Access {
    decoration: "",
    word: "atomic<u32>",
    load: |place| format!("atomicLoad(&{place})"),
    store: |place| format!("atomicStore(&{place}, bits);\n"),
};

/// An extension of naga. In the language of Direct3D 12 it makes loads of what else are updates that change nothing.
const COHERENT: Access = Access {
    decoration: "@coherent ",
    word: "u32",
    load: str::to_owned,
    store: |place| format!("{place} = bits;\n"),
};

impl Split {
    /// Returns the declarations of the buffers, from this binding on, and the functions.
    fn text(&self, first: u32, access: &Access) -> String {
        let Access { decoration, word, load, store } = access;
        let buffer =
            |(binding, number)| declared((0, binding), decoration, &numbered(NAME, number), word);
        let buffers = (first..).zip(0..self.groups.len() * self.parts).map(buffer);
        let within = match self.parts {
            1 => String::new(),
            _ => format!("let within = word % {}u;\n", self.words_of_part()),
        };
        let read = self.on_line(|place| format!("bits = {};\n", load(&place)));
        let write = self.on_line(|place| store(&place));
        let place = "ray: u32, word: u32, line: u32";
        let read = reading_function(&format!("read_word({place})"), &within, &read);
        let write = writing_function(&format!("write_word({place}, bits: u32)"), &within, &write);
        buffers.chain([read, write]).collect()
    }

    /// Returns statements that do something in the place of a word of a line of a ray.
    fn on_line(&self, statement: impl Fn(String) -> String) -> String {
        let in_group = |group: usize| {
            let rays = self.groups[group].rays.iter().map(|ray| format!("{ray}u"));
            let of_part = |part| statement(self.place(group, part));
            (rays.collect::<Vec<_>>().join(", "), self.in_part(of_part))
        };
        choose("ray", (0..self.groups.len()).map(in_group))
    }

    /// Returns the statements of the part that has a word.
    fn in_part(&self, statements: impl Fn(usize) -> String) -> String {
        let cases = (0..self.parts).map(|part| (format!("{part}u"), statements(part)));
        choose(&format!("word / {}u", self.words_of_part()), cases)
    }

    /// Returns the place of a word of a line: the word `within` its part, if there are several.
    fn place(&self, group: usize, part: usize) -> String {
        let name = numbered(NAME, group * self.parts + part);
        let word = if self.parts == 1 { "word" } else { "within" };
        let lines = self.groups[group].count();
        let in_group = match self.groups[group].lines.start {
            0 => "line".to_owned(),
            start => format!("line - {start}u"),
        };
        format!("{name}[{word} * {lines}u + {in_group}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a split by word where one by ray would do, more buffers than there are, a buffer that is larger than
    /// allowed, and states that are kept twice or not at all.
    #[test]
    fn lines_are_split_by_ray_and_then_by_word() {
        // A ray, its mirror image, and another one.
        let lines_of = [0..100, 0..100, 100..150];
        for (may_split_rays, most_buffers, largest, expected) in [
            (true, 16, 6000, (1, 1)),
            (true, 16, 5999, (2, 1)),
            (true, 16, 4000, (2, 1)),
            (true, 16, 3999, (1, 2)),
            (true, 16, 2400, (2, 2)),
            (true, 3, 2400, (1, 3)),
            (false, 16, 2400, (1, 3)),
            // Too few buffers, and too small ones.
            (true, 2, 2400, (1, 1)),
            (true, 16, 399, (1, 1)),
        ] {
            let lines_of = may_split_rays.then_some(lines_of.as_slice());
            let split = Split::new(0..150, lines_of, 10, most_buffers, largest);
            assert_eq!((split.groups.len(), split.parts), expected, "{largest}");
            let bytes: Vec<u64> = split.buffers().collect();
            assert_eq!(bytes.iter().sum::<u64>(), 150 * 10 * 4);
            assert!(expected == (1, 1) || bytes.iter().all(|&bytes| bytes <= largest), "{bytes:?}");
        }
    }
}
