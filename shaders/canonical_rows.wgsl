// The rows of canonical positions of a layer, and where their values lie, by closed formulas.
// Host half: src/engine/gpu/schedule/canonical_rows.rs.
//
// A row has a fixed number x of tokens on the first axis. It takes a whole number of words: its column
// i is in half i % 2 of its word i / 2. Row x and the row before the last x ones share a line of words,
// and all lines of a layer have the same length.

// Rows of the domain. A layer has fewer where it has fewer tokens.
override MOST_ROWS: u32;
// Row x begins with FIRST_COLUMN * x tokens on the second axis, and it has
// (grade - LOSS * x) / DIVISOR + 1 columns.
override FIRST_COLUMN: u32;
override LOSS: u32;
override DIVISOR: u32;

fn row_count(grade: u32) -> u32 {
    return min(MOST_ROWS, grade / LOSS + 1u);
}

fn row_words(grade: u32, x: u32) -> u32 {
    return (grade - LOSS * x) / (2u * DIVISOR) + 1u;
}

fn line_words(grade: u32) -> u32 {
    let rows = row_count(grade);
    let of_two = (2u * grade - LOSS * (rows - 1u)) / (2u * DIVISOR) + 2u;
    return select(of_two, row_words(grade, 0u), rows == 1u);
}

fn layer_words(grade: u32) -> u32 {
    return line_words(grade) * ((row_count(grade) + 1u) / 2u);
}
