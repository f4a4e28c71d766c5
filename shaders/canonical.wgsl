// The canonical positions of one token sum: the position that an invocation computes.
// Host half: src/engine/gpu/schedule/canonical.rs.
// Joined after: sizes, output.
//
// Workgroups do not cross rows: that of column i and row j of the dispatch computes WORKGROUP_SIZE
// neighbouring columns of row j.

struct CanonicalLayer {
    // Token sum of the positions.
    rank: u32,
    // Index into `rows` of the layer's first row.
    first_row: u32,
    // Word of `values` at which the layer begins.
    first_word: u32,
}

@group(0) @binding(0) var<uniform> layer: CanonicalLayer;
// Rows of canonical positions, layer by layer, and in each layer by the tokens on the first axis,
// from 0 on:
//   x                     first word of the row, counted from the first word of the layer
//   y, lower half         first column, which is the number of tokens on the second axis
//   y, upper half         number of columns
// A row takes a whole number of words: column i is in half i % 2 of word i / 2.
@group(0) @binding(2) var<storage, read> rows: array<vec2<u32>>;

// The lower half of a word.
const HALF = 0xffffu;

struct CanonicalCell {
    exists: bool,
    // Coordinates, padded on the left.
    at: vec3<u32>,
    // Index into `values`, and which half of that word.
    word: u32,
    half: u32,
}

fn canonical_cell(workgroup: vec3<u32>, local: u32) -> CanonicalCell {
    let x = workgroup.y;
    let row = rows[layer.first_row + x];
    let column = workgroup.x * WORKGROUP_SIZE + local;
    let y = (row.y & HALF) + column;
    let word = layer.first_word + row.x + column / 2u;
    let exists = column < (row.y >> 16u);
    return CanonicalCell(exists, vec3<u32>(x, y, layer.rank - x - y), word, column % 2u);
}
