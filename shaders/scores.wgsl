// Lines that keep what their best option is worth, and values that stand for scores.
// Host half: src/engine/gpu/bias.rs.
// Joined after: sizes, output, tiles, front, lines, blocks, alterations, counts.
//
// In place of a count, a line keeps what the best option behind its next cell is worth. The highest bit of
// that is inverted: what a line holds before its first cell, 0, is then less than whatever an option is worth.

const HIGHEST_BIT = 0x80000000u;

// Returns what a player without a move is said to get from the best one: the least integer. No score and no
// option is worth as little.
fn no_option() -> i32 {
    return i32(HIGHEST_BIT);
}

// Returns what the best option on the line of a slot is worth.
fn best_on_line(slot: u32) -> i32 {
    return i32(u32(block_counts[slot]) ^ HIGHEST_BIT);
}

// Keeps what the best option on the line of a slot is worth.
fn keep_best(slot: u32, best: i32) {
    block_counts[slot] = i32(u32(best) ^ HIGHEST_BIT);
}

// Returns the score that a value stands for.
fn score_of(value: u32) -> i32 {
    return i32(value - BIAS);
}

// Returns the value that stands for a score.
fn value_of_score(score: i32) -> u32 {
    return u32(score) + BIAS;
}
