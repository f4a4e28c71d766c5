// The output buffer, which all kernels have.
// Joined after: sizes.

// The values of the stages of a batch, one stage after another. Every value has 1 added, so that 0
// marks a cell that no invocation has written. How the words of a stage are laid out is said in
// layer.wgsl (a word for each slot), blocks.wgsl (packed, block by block) and canonical.wgsl (two in
// a word, row by row).
@group(0) @binding(1) var<storage, read_write> values: array<u32>;
