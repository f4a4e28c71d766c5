// A front of blocks: the block that a workgroup computes.
// Host half: src/engine/gpu/schedule/wavefront.rs, which explains the idea.
// Joined after: sizes, output, tiles.

struct Front {
    dispatch: Dispatch,
    // Sum of the indices of each of its blocks.
    index_sum: u32,
    // Rows and columns of the grid of blocks, each pair of which has a slot. A slot takes BLOCK_WORDS
    // words of `values`.
    first_row: u32,
    rows: u32,
    first_column: u32,
    columns: u32,
}

// Blocks of the grid along the last axis.
override GRID_DEPTH: u32;

@group(0) @binding(0) var<uniform> front: Front;

struct FrontBlock {
    // False for workgroups beyond the front and for slots that belong to no block.
    exists: bool,
    // Word of `values` at which the block begins.
    first_word: u32,
    // Indices of the block in the grid, padded on the left.
    index: vec3<u32>,
}

// Returns the block of a workgroup. Barriers depend on the result: hence the single `return`, see README.md.
fn front_block(workgroup: vec3<u32>) -> FrontBlock {
    var block: FrontBlock;
    let slot = workgroup_number(front.dispatch, workgroup);
    if slot < front.rows * front.columns {
        let row = front.first_row + slot / front.columns;
        let column = front.first_column + slot % front.columns;
        let rest = front.index_sum - row - column;
        block.exists = row + column <= front.index_sum && rest < GRID_DEPTH;
        block.first_word = front.dispatch.first_word + slot * BLOCK_WORDS;
        block.index = vec3<u32>(row, column, rest);
    }
    return block;
}
