//! Blocks as the shaders see them. Host half of `shaders/blocks.wgsl` and `shaders/front.wgsl`.

use crate::domain::Coordinates;
use crate::engine::gpu::blocks::Blocks;
use crate::plan::Plan;

/// Returns the constants of `shaders/blocks.wgsl` and `shaders/front.wgsl`.
pub(super) fn constants(plan: &Plan, blocks: &Blocks) -> Vec<(&'static str, u32)> {
    let domain = plan.job().domain();
    let Coordinates([_, edge_x, edge_y, edge_a]) = blocks.edges;
    let Coordinates([_, side_x, side_y, side_z]) = domain.sides();
    vec![
        ("GRID_DEPTH", blocks.grid[3]),
        ("EDGE_X", edge_x),
        ("EDGE_Y", edge_y),
        ("EDGE_A", edge_a),
        ("SIDE_X", side_x),
        ("SIDE_Y", side_y),
        ("SIDE_Z", side_z),
        ("LARGEST_TOKEN_SUM", domain.largest_token_sum()),
        ("MIRRORED", u32::from(blocks.is_mirrored)),
        ("VALUE_BITS", blocks.value_bits),
    ]
}
