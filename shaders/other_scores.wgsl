// The scores of the player whose scores are not stored, for each cell in the order of `values`, where there are two
// players. Where the table takes several buffers, the host writes this module instead, with the same functions.
// Host half: src/engine/gpu/table.rs.

@group(0) @binding(4) var<storage, read_write> other_scores: array<u32>;

fn load_other_score(index: u32) -> u32 {
    return other_scores[index];
}

fn store_other_score(index: u32, score: u32) {
    other_scores[index] = score;
}
