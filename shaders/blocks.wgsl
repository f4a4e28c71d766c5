// The block of each workgroup: its cells, and the lines that cross it, kept in workgroup memory
// while the workgroup walks the block's antidiagonals. Host half, which explains the idea:
// src/engine/gpu/blocks.rs.

// Edges of a block, and sides of the domain.
override EDGE_X: u32;
override EDGE_Y: u32;
override EDGE_Z: u32;
override SIDE_X: u32;
override SIDE_Y: u32;
override SIDE_Z: u32;
override LARGEST_TOKEN_SUM: u32;
// 1 when only cells with y <= z are computed, else 0.
override FOLDED: u32;
// Antidiagonals of a block.
override STEPS: u32;
// Bits of a value in `values`, and words of a row of a block.
override VALUE_BITS: u32;
override ROW_WORDS: u32;
// Where the walk of a block on the diagonal begins in `walks`, and where the entries do.
override DIAGONAL_WALK: u32;
override ENTRIES: u32;

// For a block and for one on the diagonal: the place in the walk of the first cell of each step, and
// one more; then by columns the cells and, for each ray, their lines. After both, for each line,
// where it enters: x, y, z, and its ray, with marks.
@group(0) @binding(3) var<storage, read> walks: array<u32>;

// Of a line of a cell: an earlier ray of the cell has the same line.
const IS_REPEATED = 0x80000000u;
// Of a ray of an entry: the line goes by the name of its image; a block on the diagonal lacks it.
const IS_SWAPPED = 0x40000000u;
const IS_OFF_DIAGONAL = 0x80000000u;
// A line that does not meet the domain.
const NO_LINE = 0xffffffffu;

// The values of the block, packed, each with 1 added.
var<workgroup> packed: array<u32, BLOCK_WORDS>;
// The numbers of the block's lines among those of the whole domain.
var<workgroup> names: array<u32, BLOCK_LINES>;

struct Block {
    exists: bool,
    origin: vec3<u32>,
    // Where its values begin in `values`.
    first_word: u32,
    on_diagonal: bool,
    // Where its walk begins in `walks`, and how many cells it has.
    walk: u32,
    cells: u32,
}

fn block_of(workgroup: vec3<u32>, grid: vec3<u32>) -> Block {
    let place = cell_at(workgroup.y * grid.x + workgroup.x);
    let index = place.at;
    var block: Block;
    block.exists = place.exists && (FOLDED == 0u || index.y <= index.z);
    block.origin = index * vec3<u32>(EDGE_X, EDGE_Y, EDGE_Z);
    block.first_word = place.slot * BLOCK_WORDS;
    block.on_diagonal = FOLDED == 1u && index.y == index.z;
    block.walk = select(0u, DIAGONAL_WALK, block.on_diagonal);
    block.cells = walks[block.walk + STEPS];
    return block;
}

// Before the walk: no value is there, and every line has its name.
fn enter(block: Block, local: u32) {
    for (var word = local; word < BLOCK_WORDS; word += WORKGROUP_SIZE) {
        packed[word] = 0u;
    }
    for (var line = local; line < BLOCK_LINES; line += WORKGROUP_SIZE) {
        names[line] = name_of(block, line);
    }
}

fn name_of(block: Block, line: u32) -> u32 {
    let entry = ENTRIES + 4u * line;
    if entry >= arrayLength(&walks) {
        return NO_LINE;
    }
    let at = block.origin + vec3<u32>(walks[entry], walks[entry + 1u], walks[entry + 2u]);
    let ray = walks[entry + 3u];
    let absent = block.on_diagonal && (ray & IS_OFF_DIAGONAL) != 0u;
    if absent || any(at >= vec3<u32>(SIDE_X, SIDE_Y, SIDE_Z)) {
        return NO_LINE;
    }
    let is_swapped = (ray & IS_SWAPPED) != 0u;
    return line_of(ray & ~(IS_SWAPPED | IS_OFF_DIAGONAL), select(at, at.xzy, is_swapped));
}

// After the walk: the values, side by side.
fn leave(block: Block, local: u32) {
    for (var word = local; word < BLOCK_WORDS; word += WORKGROUP_SIZE) {
        values[block.first_word + word] = packed[word];
    }
}

// The place in the walk at which a step begins.
fn first_of(block: Block, step: u32) -> u32 {
    return walks[block.walk + step];
}

// The cell in a place of the walk, relative to the block's origin.
fn within_at(block: Block, place: u32) -> vec3<u32> {
    let cell = walks[block.walk + STEPS + 1u + place];
    return vec3<u32>(cell & 0xffu, (cell >> 8u) & 0xffu, cell >> 16u);
}

// Its line along a ray, perhaps marked as repeated.
fn marked_line_at(block: Block, place: u32, ray: u32) -> u32 {
    return walks[block.walk + STEPS + 1u + (1u + ray) * block.cells + place];
}

fn is_inside(at: vec3<u32>) -> bool {
    return all(at < vec3<u32>(SIDE_X, SIDE_Y, SIDE_Z)) && at.x + at.y + at.z <= LARGEST_TOKEN_SUM;
}

// Writes the value of a cell. The cells of a word lie in one row, so that no two of them are on one
// antidiagonal, and no two invocations write it at once.
fn put(within: vec3<u32>, value: u32) {
    let per_word = 32u / VALUE_BITS;
    let word = (within.x * EDGE_Y + within.y) * ROW_WORDS + within.z / per_word;
    let field = min(value, 0xfffffffeu) + 1u;
    packed[word] |= min(field, 0xffffffffu >> (32u - VALUE_BITS)) << (within.z % per_word * VALUE_BITS);
}
