// The canonical positions of one token sum: the position that an invocation computes, and where its
// value lies.
// Host half: src/engine/gpu/schedule/canonical.rs, and canonical_rows.rs for the formulas.
// Joined after: sizes, output.
//
// A row has a fixed number x of tokens on the first axis. It takes a whole number of words: its column
// i is in half i % 2 of its word i / 2. Row x and the row before the last x ones share a line of words,
// and all lines of a layer have the same length.

struct CanonicalLayer {
    // Token sum of the positions.
    rank: u32,
    // Word of `values` at which the layer begins.
    first_word: u32,
}

// Rows of the domain. A layer has fewer where it has fewer tokens.
override MOST_ROWS: u32;
// Row x begins with FIRST_COLUMN * x tokens on the second axis, and it has
// (rank - LOSS * x) / DIVISOR + 1 columns.
override FIRST_COLUMN: u32;
override LOSS: u32;
override DIVISOR: u32;

@group(0) @binding(0) var<uniform> layer: CanonicalLayer;

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

fn row_count(rank: u32) -> u32 {
    return min(MOST_ROWS, rank / LOSS + 1u);
}

fn row_words(rank: u32, x: u32) -> u32 {
    return (rank - LOSS * x) / (2u * DIVISOR) + 1u;
}

fn line_words(rank: u32) -> u32 {
    let rows = row_count(rank);
    let of_two = (2u * rank - LOSS * (rows - 1u)) / (2u * DIVISOR) + 2u;
    return select(of_two, row_words(rank, 0u), rows == 1u);
}

fn layer_words(rank: u32) -> u32 {
    return line_words(rank) * ((row_count(rank) + 1u) / 2u);
}

// Returns how many invocations a layer has, those of idle ones in the last workgroup included.
fn layer_invocations(rank: u32) -> u32 {
    let cells = 2u * layer_words(rank);
    return (cells + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE * WORKGROUP_SIZE;
}

// Returns the number of an invocation in its layer. Workgroups are numbered row by row.
fn invocation_of(workgroup: vec3<u32>, grid: vec3<u32>, local: u32) -> u32 {
    return (workgroup.y * grid.x + workgroup.x) * WORKGROUP_SIZE + local;
}

// Returns the cell of an invocation, of which two share a word.
fn canonical_cell(invocation: u32) -> CanonicalCell {
    let word = invocation / 2u;
    let half = invocation % 2u;
    let line = word / line_words(layer.rank);
    let rows = row_count(layer.rank);
    if 2u * line >= rows {
        return CanonicalCell(false, vec3<u32>(), 0u, 0u);
    }
    var x = line;
    var word_of_row = word % line_words(layer.rank);
    let words = row_words(layer.rank, line);
    let is_partner = word_of_row >= words;
    if is_partner {
        x = rows - 1u - line;
        word_of_row -= words;
    }
    let column = 2u * word_of_row + half;
    // The row in the middle is its own partner.
    let exists =
        column <= (layer.rank - LOSS * x) / DIVISOR && !(is_partner && x == line);
    let y = FIRST_COLUMN * x + column;
    let at = vec3<u32>(x, y, layer.rank - x - y);
    return CanonicalCell(exists, at, layer.first_word + word, half);
}
