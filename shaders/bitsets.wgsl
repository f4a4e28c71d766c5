// Lines that carry the set of the values seen on them: a bitset, and words above it that tell what is full.
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
// Lines of all rays.
override LINES: u32;

// The bitsets, of zeros at first. The indices, the first of which varies slowest, so that neighbouring cells
// read neighbouring words:
//   PLANES * WORDS        plane p holds the values seen more than p times; its word w the values
//                         VALUES_PER_WORD * w and up, a bit each
//   line                  by its number, see lines.wgsl
// As many buffers as it takes hold them, `seen`, `seen_1` and so on, arrays of atomic words: one, or one for the lines
// of each ray, or several for some words each: a binding ends below 2 GiB, on many adapters at 128 MiB, and the bitsets
// of Wythoff Nim take more from side 65,500 or 16,400 on. The host declares them, with the functions
//   fn read_word(ray: u32, word: u32, line: u32) -> u32
//   fn write_word(ray: u32, word: u32, line: u32, bits: u32)
// No two invocations write a word at once, but other invocations of the workgroup read it after the
// next barrier. WGSL promises that they see what was written. The SPIR-V that naga makes of it does
// not: it keeps to a memory model in which a plain variable need not be coherent (gfx-rs/wgpu #9221),
// and an atomic one must be. Where a device takes naga's extension `@coherent`, the host declares plain words with it: in
// the language of Direct3D 12 naga writes an atomic load as an update.

// The words of the middle and of the top level over plane 0, of zeros at first. The indices, the first of which varies
// slowest:
//   MIDDLE_WORDS + TOP_WORDS     word, those of the top level after those of the middle level
//   LINES                        line
// They may be read while other invocations set bits in them: who misses a bit looks at a full word in vain.
@group(0) @binding(5) var<storage, read_write> full: array<atomic<u32>>;

// Values whose bits share a word.
const VALUES_PER_WORD = 32u;
// A word of which all bits are set.
const FULL = 0xffffffffu;

// Returns four words of the bitset of a line; in place of those beyond the last one, which has no value, full ones.
fn read_leaves(ray: u32, words: vec4<u32>, line: u32) -> vec4<u32> {
    let within = min(words, vec4<u32>(WORDS - 1u));
    let bits = vec4<u32>(
        read_word(ray, within.x, line),
        read_word(ray, within.y, line),
        read_word(ray, within.z, line),
        read_word(ray, within.w, line),
    );
    return select(bits, vec4<u32>(FULL), words != within);
}

// Returns four words of the middle level; full ones in place of those beyond the last one.
fn read_middle_words(words: vec4<u32>, line: u32) -> vec4<u32> {
    let within = min(words, vec4<u32>(MIDDLE_WORDS - 1u));
    let places = within * LINES + line;
    let bits = vec4<u32>(
        atomicLoad(&full[places.x]),
        atomicLoad(&full[places.y]),
        atomicLoad(&full[places.z]),
        atomicLoad(&full[places.w]),
    );
    return select(bits, vec4<u32>(FULL), words != within);
}

// Returns a word of the top level; a full one beyond the last one.
fn read_top_word(word: u32, line: u32) -> u32 {
    var bits = FULL;
    if word < TOP_WORDS {
        bits = atomicLoad(&full[(MIDDLE_WORDS + word) * LINES + line]);
    }
    return bits;
}

// Records a value on a line of a ray, of which `leaf` is the word of plane 0 that the value is in.
fn record_on_line(value: u32, ray: u32, line: u32, leaf: u32) {
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
    let in_middle = 1u << (word % 32u);
    let middle = in_middle | atomicOr(&full[word / 32u * LINES + line], in_middle);
    if middle == FULL {
        let in_top = 1u << (word / 32u % 32u);
        atomicOr(&full[(MIDDLE_WORDS + word / 1024u) * LINES + line], in_top);
    }
}
