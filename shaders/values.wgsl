// The values that a kernel computes, and what kind of values they are.
// Host half: `ValuesConstants` in src/engine/gpu/kernel.rs, and src/engine/gpu/stream/.

// Whether the values come back, or only the totals are requested.
override WRITES_VALUES: bool;
// Whether the values of the wave are known, from tiles that an earlier run has finished: they lie in `values` already,
// and are recorded as if they had just been found.
override REPLAYS: bool;
// Whether outcomes are requested: 1 for a P-position, else 0.
override OUTCOMES: bool;
// Whether the play is misere, in which a terminal position has the Grundy value 1.
override MISERE: bool;
// Kernels know no negative values: to values with a sign they add this bias, which is the bound on them. It is 0 for
// values without a sign. Tiles and the checksum have the values without it.
override BIAS: u32;

// The values of the latest waves, each wave from `wave.first_word` on; of rules those of all waves. Every value has 1 added, so that 0 marks a cell that
// no invocation has written; it reads as 0 - 1, which wraps to 0xffffffff, more than any value. If tiles are gathered, the
// host clears the words of a wave before the wave is computed. If none are, the buffer has room for one wave where a later
// dispatch reads it (digraph.wgsl), and else, but for rules, for nothing. How the words of a wave are laid out is said in blocks.wgsl
// (packed, block by block), canonical.wgsl (two in a word, row by row) and rules.wgsl (the whole table).
@group(0) @binding(1) var<storage, read_write> values: array<u32>;
