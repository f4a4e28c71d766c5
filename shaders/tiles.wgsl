// Finished tiles, gathered from the values of the stages that they cross: in the order and the type in
// which chunks are stored, with images under symmetries and cells outside the domain. And the inverse:
// tiles that an earlier run has finished, scattered over the stages that they cross.
// Host half: src/engine/gpu/tiles/.
// Joined after: sizes, output.
//
// layer.wgsl, blocks.wgsl or canonical.wgsl says which positions are computed, and where the values of
// these lie.

// Edges of a tile.
override TILE_X: u32;
override TILE_Y: u32;
override TILE_Z: u32;
// Bits of a stored value, and those of cells outside the domain.
override STORED_BITS: u32;
override FILL: u32;
// Sides of the domain, and the largest token sum in it.
override DOMAIN_X: u32;
override DOMAIN_Y: u32;
override DOMAIN_Z: u32;
override MOST_TOKENS: u32;
// A proven bound on the values, with the bias.
override LARGEST_VALUE: u32;

// Where the values of a stage lie.
struct StagePlace {
    // Word of `values` at which they begin.
    first_word: u32,
    // First row, first column and number of columns of its slots.
    first_row: u32,
    first_column: u32,
    columns: u32,
}

// The places of the latest stages: that of stage s has the index s modulo their number.
@group(2) @binding(0) var<storage, read> stage_places: array<StagePlace>;
// The first cell of each tile, padded on the left. If the tile is to be scattered, the last word is the
// number of stages whose values are replayed: all before the stage of this number.
@group(2) @binding(1) var<storage, read> tile_origins: array<vec4<u32>>;
// The tiles, one after another, each from a word of its own on. The cells of a tile are in row-major
// order, as many in a word as fit, the first in its lowest bits.
@group(2) @binding(2) var<storage, read_write> tiles: array<u32>;
// For each tile, the number of cells from the first wrong one on: one that no invocation has written or
// that is beyond the bound. 0 if there is none.
@group(2) @binding(3) var<storage, read_write> faults: array<atomic<u32>>;

// The values, to which neighbouring cells of tiles are added.
@group(0) @binding(1) var<storage, read_write> scattered_values: array<atomic<u32>>;

// Where the value of a computed position lies.
struct Place {
    // The stage that computes it.
    stage: u32,
    // Index into `values`.
    word: u32,
    // The lowest bit of the value in that word.
    shift: u32,
}

fn stage_place(index: u32) -> StagePlace {
    return stage_places[index % arrayLength(&stage_places)];
}

// Returns the coordinates of a cell of a tile.
fn coordinates(tile: u32, cell: u32) -> vec3<u32> {
    let within = vec3<u32>(cell / TILE_Z / TILE_Y, cell / TILE_Z % TILE_Y, cell % TILE_Z);
    return tile_origins[tile].xyz + within;
}

fn is_in_domain(at: vec3<u32>) -> bool {
    return all(at < vec3<u32>(DOMAIN_X, DOMAIN_Y, DOMAIN_Z))
        && at.x + at.y + at.z <= MOST_TOKENS;
}

// Whether a cell has a value in the table. What follows says in `is_position(at: vec3<u32>) -> bool` which cells of the
// domain are positions.
fn has_value(at: vec3<u32>) -> bool {
    return is_in_domain(at) && is_position(at);
}

// Returns the bits of a number that are stored: a negative one is stored in two's complement.
fn stored_bits(number: u32) -> u32 {
    return number & (0xffffffffu >> (32u - STORED_BITS));
}

// Returns what is stored for a cell of a tile.
fn stored_value(tile: u32, cell: u32) -> u32 {
    let at = coordinates(tile, cell);
    if !has_value(at) {
        return FILL;
    }
    let place = place_of(computed_image(at));
    let written = (values[place.word] >> place.shift) & written_bits();
    if written == 0u || written - 1u > LARGEST_VALUE {
        atomicMax(&faults[tile], TILE_X * TILE_Y * TILE_Z - cell);
        return FILL;
    }
    return stored_bits(written - 1u - BIAS);
}

// Gathers the tile of the workgroup's row, together with the other workgroups of the row.
@compute @workgroup_size(WORKGROUP_SIZE)
fn gather(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cells = TILE_X * TILE_Y * TILE_Z;
    let per_word = 32u / STORED_BITS;
    let words = (cells + per_word - 1u) / per_word;
    let first = workgroup.x * WORKGROUP_SIZE + local;
    for (var word = first; word < words; word += grid.x * WORKGROUP_SIZE) {
        var packed = 0u;
        let past = min((word + 1u) * per_word, cells);
        for (var cell = word * per_word; cell < past; cell++) {
            packed |= stored_value(workgroup.y, cell) << (cell % per_word * STORED_BITS);
        }
        tiles[workgroup.y * words + word] = packed;
    }
}

// Scatters the tile of the workgroup's row, together with the other workgroups of the row. A value
// beyond the bound is left out: its cell is found to be missing when it is replayed.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scatter(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cells = TILE_X * TILE_Y * TILE_Z;
    let per_word = 32u / STORED_BITS;
    let words = (cells + per_word - 1u) / per_word;
    let stages = tile_origins[workgroup.y].w;
    let first = workgroup.x * WORKGROUP_SIZE + local;
    for (var word = first; word < words; word += grid.x * WORKGROUP_SIZE) {
        let packed = tiles[workgroup.y * words + word];
        let past = min((word + 1u) * per_word, cells);
        for (var cell = word * per_word; cell < past; cell++) {
            let at = coordinates(workgroup.y, cell);
            // With the bias, the number that the bits stand for is not negative.
            let value = stored_bits((packed >> (cell % per_word * STORED_BITS)) + BIAS);
            if has_value(at) && has_invocation(at) && value <= LARGEST_VALUE {
                let place = place_of(at);
                if place.stage < stages {
                    atomicOr(&scattered_values[place.word], (value + 1u) << place.shift);
                }
            }
        }
    }
}
