// The rows of canonical positions of a layer, and where their values lie, by closed formulas.
// Host half: src/engine/gpu/schedule/canonical_rows.rs.
//
// A row has a fixed number x of tokens on the first axis, and its columns are the numbers y on the second one. Symmetries
// make a canonical position the one with x <= y, x <= z or y <= z, or several of these, where z = grade - x - y:
//   x <= y      y begins at x in place of 0       COLUMN_SHIFT 1, a column less in each row than in the one before
//   x <= z      y ends at grade - 2 x             a column less in each row
//   y <= z      y ends at half of grade - x       DIVISOR 2
// That y ends at grade - x costs a column anyway, so that COLUMNS_LOST is 1, 2 or 3. Then row x has
// (grade - COLUMNS_LOST * x) / DIVISOR + 1 columns, and column i of it is in half i % 2 of its word i / 2. Row x and its
// partner, row rows - 1 - x, lie side by side, as a pair. In all pairs of a layer
// (grade - COLUMNS_LOST * x) + (grade - COLUMNS_LOST * (rows - 1 - x)) is the same number, whatever x is, and so all pairs
// are given the same length, pair_words. A row in the middle has a pair for itself.
//
// For instance the Triangle Game with 6 tokens (digraph.wgsl), COLUMN_SHIFT 1, COLUMNS_LOST 3 and DIVISOR 1: the rows 0, 1, 2
// have 7, 4, 1 columns and 4, 2, 1 words; pair_words is (12 - 3 * 2) / 2 + 2 = 5, and layer_words 10. As xy, by words:
//   pair 0      00 01 | 02 03 | 04 05 | 06 -- | 22 --        row 0 and its partner, row 2
//   pair 1      11 12 | 13 14 | -- -- | -- -- | -- --        row 1 alone

// Rows of the domain. A layer has fewer where it has fewer tokens.
override MOST_ROWS: u32;
override COLUMN_SHIFT: u32;
override COLUMNS_LOST: u32;
override DIVISOR: u32;

fn row_count(grade: u32) -> u32 {
    return min(MOST_ROWS, grade / COLUMNS_LOST + 1u);
}

fn row_words(grade: u32, x: u32) -> u32 {
    return (grade - COLUMNS_LOST * x) / (2u * DIVISOR) + 1u;
}

// Returns as many words as two partners have, or one more where quotients were rounded down.
fn pair_words(grade: u32) -> u32 {
    let rows = row_count(grade);
    let of_two = (2u * grade - COLUMNS_LOST * (rows - 1u)) / (2u * DIVISOR) + 2u;
    return select(of_two, row_words(grade, 0u), rows == 1u);
}

fn layer_words(grade: u32) -> u32 {
    return pair_words(grade) * ((row_count(grade) + 1u) / 2u);
}
