//! A table that stays on the GPU as a whole, a word for each cell, in as many buffers as it needs.
//!
//! This is needed for size: a binding ends below 2 GiB, on some adapters at 128 MiB. Where the table fits into one,
//! `shaders/words.wgsl` and `shaders/other_scores.wgsl` find its words. Otherwise these modules are written here: all
//! buffers but the last have a power of two of words, so that a shift tells the buffer of a word, and a mask its place
//! there.

use super::limits::check_limit;
use super::shader::statements::{self, choose, declared, indented, numbered};
use crate::engine::EngineError;

/// The most buffers of a table.
const MOST_BUFFERS: u64 = 8;

/// The most words of a table. Values are smaller than that, and complements of indices of cells larger: by these a kernel
/// tells where something is wrong with rules.
const MOST_WORDS: u64 = 1 << 31;

/// A table and the buffers it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) words: u64,
    /// Words of each buffer but the last one, which has the rest.
    words_of_buffer: u64,
}

impl Table {
    /// Spreads a table over at most this many buffers, of at most this many bytes.
    ///
    /// # Errors
    /// When it does not fit.
    pub(super) fn new(words: u64, most_buffers: u32, largest: u64) -> Result<Self, EngineError> {
        let largest_words = largest / 4;
        if words <= largest_words {
            return Ok(Table { words, words_of_buffer: words.max(1) });
        }
        let words_of_buffer = 1 << largest_words.max(1).ilog2();
        let most_words = words_of_buffer * u64::from(most_buffers).min(MOST_BUFFERS);
        let most_words = most_words.min(MOST_WORDS).max(largest_words);
        check_limit("the table takes", words.saturating_mul(4), "bytes", 4 * most_words)?;
        Ok(Table { words, words_of_buffer })
    }

    /// Lists the buffers that begin with this name, with the bytes of each. The first one of `values` is that of all
    /// kernels, the others are bound in group 3, from binding 0 on.
    pub(super) fn buffers(&self, name: &str) -> impl Iterator<Item = (String, u64)> {
        let firsts = (0..self.words.max(1)).step_by(self.words_of_buffer as usize);
        let bytes = move |first: u64| 4 * self.words_of_buffer.min(self.words - first);
        firsts.enumerate().map(move |(number, first)| (numbered(name, number), bytes(first)))
    }

    /// Returns the number of buffers.
    pub(super) fn count(&self) -> usize {
        self.words.max(1).div_ceil(self.words_of_buffer) as usize
    }

    /// Writes the modules that find words in several buffers, each with its name, if the table takes several. Those of
    /// the scores of the other player, if there are any, have the bindings from `other_scores` on in group 0.
    pub(super) fn modules(&self, other_scores: Option<u32>) -> Vec<(&'static str, String)> {
        if self.count() == 1 {
            return Vec::new();
        }
        let other_scores = other_scores.map(|first| ("other_scores", self.of_other_scores(first)));
        [("words", self.of_values())].into_iter().chain(other_scores).collect()
    }

    /// Writes the module `package::words`.
    fn of_values(&self) -> String {
        let names = || (0..).zip(self.buffers("values").map(|(name, _)| name));
        let mut text =
            "// The words of a table that takes several buffers.\n\nimport package::values::values;\n\n"
                .to_owned();
        for (number, name) in names().skip(1) {
            text += &declared((3, number - 1), "", &name, "u32");
        }
        text +=
            "\n// The same buffers, with values to which neighbouring cells of tiles are added.\n";
        for (number, name) in names() {
            let place = if number == 0 { (0, 1) } else { (3, number - 1) };
            text += &declared(place, "", &format!("scattered_{name}"), "atomic<u32>");
        }
        let add = |name: &str| format!("atomicOr(&scattered_{name}[within], bits);\n");
        text += &self.reading_function("load_value", "values");
        text += &self.writing_function("store_value", "values", set);
        text += &self.writing_function("add_to_value", "values", add);
        indented(&text)
    }

    /// Writes the module `package::other_scores`, whose buffers have the bindings from this one on.
    fn of_other_scores(&self, first: u32) -> String {
        let mut text = "// The scores of the other player in several buffers.\n\n".to_owned();
        for (binding, (name, _)) in (first..).zip(self.buffers("other_scores")) {
            text += &declared((0, binding), "", &name, "u32");
        }
        text += &self.reading_function("load_other_score", "other_scores");
        text += &self.writing_function("store_other_score", "other_scores", set);
        indented(&text)
    }

    fn reading_function(&self, function: &str, buffers: &str) -> String {
        let read = self.in_buffer(buffers, |name| format!("bits = {name}[within];\n"));
        statements::reading_function(&format!("{function}(word: u32)"), &self.within(), &read)
    }

    fn writing_function(
        &self,
        function: &str,
        buffers: &str,
        statement: impl Fn(&str) -> String,
    ) -> String {
        let write = self.in_buffer(buffers, statement);
        let head = format!("{function}(word: u32, bits: u32)");
        statements::writing_function(&head, &self.within(), &write)
    }

    /// Writes the place of a word `within` its buffer.
    fn within(&self) -> String {
        format!("let within = word & {:#x}u;\n", self.words_of_buffer - 1)
    }

    /// Writes a statement for the buffer that has a word.
    fn in_buffer(&self, buffers: &str, statement: impl Fn(&str) -> String) -> String {
        let buffers = self.buffers(buffers).enumerate();
        let cases = buffers.map(|(number, (name, _))| (format!("{number}u"), statement(&name)));
        choose(&format!("word >> {}u", self.words_of_buffer.ilog2()), cases)
    }
}

/// Writes the statement that sets a word of a buffer.
fn set(name: &str) -> String {
    format!("{name}[within] = bits;\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a buffer beyond the largest one, words that are in none, and a table that is refused although it fits.
    #[test]
    fn a_table_takes_as_few_buffers_as_it_can() {
        let bytes = |words, most_buffers, largest| {
            let table = Table::new(words, most_buffers, largest);
            table.map(|table| table.buffers("values").map(|(_, bytes)| bytes).collect::<Vec<_>>())
        };
        assert_eq!(bytes(100, 1, 400), Ok(vec![400]));
        assert_eq!(bytes(101, 3, 400), Ok(vec![256, 148]));
        assert_eq!(bytes(128, 3, 400), Ok(vec![256, 256]));
        assert_eq!(bytes(192, 3, 400), Ok(vec![256, 256, 256]));
        let limit = |words, most_buffers, largest| match bytes(words, most_buffers, largest) {
            Err(EngineError::BeyondLimits { limit, .. }) => limit,
            other => panic!("{other:?}"),
        };
        assert_eq!(limit(193, 3, 400), 768);
        // One buffer takes more than one of a power of two.
        assert_eq!(limit(101, 1, 400), 400);
        assert_eq!(limit(101, 0, 400), 400);
        // Eight buffers below 2 GiB.
        assert_eq!(limit(MOST_WORDS + 1, 1000, (1 << 31) - 4), 4 * MOST_WORDS);
        assert_eq!(bytes(MOST_WORDS, 1000, (1 << 31) - 4), Ok(vec![1 << 30; 8]));
    }
}
