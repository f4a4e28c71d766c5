// Lines that carry a bitset of the values seen on them, with words that tell what is full.
// Host half: src/engine/gpu/kernels/line_states.rs.
//
// The state of a line is a tree. Its leaves are the words of the bitset; a word of the middle level has a bit for
// each of 32 leaves, set when the leaf is full; and a word of the top level a bit for each of 32 words of the middle
// level that are full.
//
//        top level       0..001                       the 1: the first word below is full
//        middle level    1..111     0..010            the 1: the second leaf below is full
//        leaves          (32 full)  0..101  1..111    a 0: a value that has not been seen

import package::host::{read_word, write_word};

// Words of a bitset of values, which are the leaves; words of the middle level, and of the top level.
override WORDS: u32;
override MIDDLE_WORDS: u32;
override TOP_WORDS: u32;
// How often the occurrences of a value on a line are counted: once, and once more for each removed
// vector.
override PLANES: u32;

// The state of the lines, of zeros at first. The indices, the first of which varies slowest, so that neighbouring cells
// read neighbouring words:
//   PLANES * WORDS        plane p holds the values seen more than p times; its word w the values
//                         VALUES_PER_WORD * w and up, a bit each
//   MIDDLE_WORDS          words of the middle level over plane 0
//   TOP_WORDS             words of the top level
//   line                  by its number, see lines.wgsl
// As many buffers as it takes hold them, `seen`, `seen_1` and so on, arrays of atomic words: one, or one for the lines
// of each ray, or several for some words each: a binding ends below 2 GiB, on many adapters at 128 MiB, and the states
// of Wythoff Nim take more from side 64,500 or 16,000 on. The host declares them, with the functions
//   fn read_words(word: u32)                 sets `words[ray]` to this word of the line of each ray
//   fn read_word(ray: u32, word: u32, line: u32) -> u32
//   fn write_word(ray: u32, word: u32, line: u32, bits: u32)
// No two invocations write a word at once, but other invocations of the workgroup read it after the
// next barrier. WGSL promises that they see what was written. The SPIR-V that naga makes of it does
// not: it keeps to a memory model in which a plain variable need not be coherent (gfx-rs/wgpu #9221),
// and an atomic one must be.

// Values whose bits share a word.
const VALUES_PER_WORD = 32u;
// A word of which all bits are set.
const FULL = 0xffffffffu;

// Returns the first word of a level, of which 0 is that of the leaves.
fn first_word_of(level: u32) -> u32 {
    return select(0u, PLANES * WORDS, level > 0u) + select(0u, MIDDLE_WORDS, level > 1u);
}

// Returns how many words a level has.
fn words_of(level: u32) -> u32 {
    return select(select(TOP_WORDS, MIDDLE_WORDS, level == 1u), WORDS, level == 0u);
}

// Returns the bit of a value, or of the word that it is in, in a word of a level; 0 if it is in another
// word.
fn bit_in(level: u32, word: u32, value: u32) -> u32 {
    let index = value >> (5u * level);
    return select(0u, 1u << (index % 32u), index / 32u == word);
}

// Records a value on a line of a ray, of which `leaf` is the word of plane 0 that the value is in, and `middle` the
// word of the middle level above it.
fn record_on_line(value: u32, ray: u32, line: u32, leaf: u32, middle: u32) {
    let word = value / VALUES_PER_WORD;
    let bit = 1u << (value % VALUES_PER_WORD);
    if (leaf & bit) != 0u {
        // Seen before, which happens where a removed vector leads to it.
        for (var plane = 1u; plane < PLANES; plane++) {
            let bits = read_word(ray, plane * WORDS + word, line);
            if (bits & bit) == 0u {
                write_word(ray, plane * WORDS + word, line, bits | bit);
                break;
            }
        }
        return;
    }
    write_word(ray, word, line, leaf | bit);
    if (leaf | bit) != FULL {
        return;
    }
    let bits = middle | (1u << (word % 32u));
    write_word(ray, first_word_of(1u) + word / 32u, line, bits);
    if bits == FULL {
        let above = first_word_of(2u) + word / 1024u;
        write_word(ray, above, line, read_word(ray, above, line) | (1u << (word / 32u % 32u)));
    }
}
