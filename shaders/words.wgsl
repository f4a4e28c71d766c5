// The words of `values`, as tiles and rules find them by their indices. Where a table that stays as a whole takes several
// buffers, the host writes this module instead, with the same functions, which choose the buffer.
// Host half: src/engine/gpu/table.rs.

import package::values::values;

// The values, of zeros before finished tiles are scattered. Atomic, since cells of several words of tiles may share a word.
@group(0) @binding(1) var<storage, read_write> scattered_values: array<atomic<u32>>;

fn load_value(index: u32) -> u32 {
    return values[index];
}

fn store_value(index: u32, bits: u32) {
    values[index] = bits;
}

// Only for entry points that do not call the functions above, which have another name for the same buffer.
fn add_to_value(index: u32, bits: u32) {
    atomicOr(&scattered_values[index], bits);
}
