// The layer of one dispatch, and the cell of each invocation.
// Twin of src/domain/layer.rs; host half: src/engine/gpu/layer.rs.

struct Layer {
    // Rank of the layer's positions.
    rank: u32,
    // The slots, by row and column.
    first_row: u32,
    rows: u32,
    first_column: u32,
    columns: u32,
    // Where the layer's slots begin in `values`.
    first_slot: u32,
}

override WORKGROUP_SIZE: u32;
// Side of the domain along the last axis.
override DEPTH: u32;
// 1 where the rank is the heap, and the position of a column (0, rank, column); else the rank is the
// token sum, and the position of a row and a column (row, column, rank - row - column).
override RANK_IS_HEAP: u32;

@group(0) @binding(0) var<uniform> layer: Layer;
// One word per slot: 1 + the value, so that 0 is a slot that no invocation has written.
@group(0) @binding(1) var<storage, read_write> values: array<u32>;

struct Cell {
    // False for invocations beyond the layer and for slots that belong to no position.
    exists: bool,
    // Index into `values`.
    slot: u32,
    // Coordinates, padded on the left.
    at: vec3<u32>,
}

// A layer may need more workgroups than one dimension holds: they are counted row by row.
fn cell_of(workgroup: vec3<u32>, grid: vec3<u32>, local: u32) -> Cell {
    let index = (workgroup.y * grid.x + workgroup.x) * WORKGROUP_SIZE + local;
    if index >= layer.rows * layer.columns {
        return Cell(false, 0u, vec3<u32>());
    }
    let slot = layer.first_slot + index;
    let row = layer.first_row + index / layer.columns;
    let column = layer.first_column + index % layer.columns;
    if RANK_IS_HEAP == 1u {
        return Cell(true, slot, vec3<u32>(row, layer.rank, column));
    }
    let exists = row + column <= layer.rank && layer.rank - row - column < DEPTH;
    return Cell(exists, slot, vec3<u32>(row, column, layer.rank - row - column));
}
