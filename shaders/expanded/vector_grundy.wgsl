// The kernel `vector_grundy` for wythoff on 600x600: grundy.
// Overrides, of which a bool is 0 or 1, for waves that are computed: REPLAYS=0, CHECKSUMS=1, OUTCOMES=0, MISERE=0,
// BIAS=0, FIRST_P_VALUE=0, LAST_P_VALUE=0, EVEN_P_VALUES=0, GRID_DEPTH=38, EDGE_X=1, EDGE_Y=256, EDGE_A=32, MIRRORED=1,
// VALUE_BITS=16, LISTED=0, HISTORY_FRONTS=1, HISTORY_ROWS=1, HISTORY_COLUMNS=3, WORDS=38, MIDDLE_WORDS=2, TOP_WORDS=1,
// PLANES=1, LINES=1200, WRITES_VALUES=1, TILE_X=1, TILE_Y=128, TILE_Z=128, STORED_BITS=16, FILL=65535, DOMAIN_X=1,
// DOMAIN_Y=600, DOMAIN_Z=600, MOST_TOKENS=1198, LARGEST_VALUE=1198.
// Bytes of the kernel's own buffers: alterations: 16, listed: 16, history: 16, full: 14400, seen: 182400.
// Waves: 40. The wave 20: rows of slots from 0 on: 1, columns from 0 on: 2; workgroups: 2 x 1.

// ---- dispatch ----

// The uniform of a dispatch: which wave it computes, and where the results of the wave lie.
// Host half: `WaveUniform` in src/engine/gpu/schedule/mod.rs.
//
// A wave is a set of positions that do not need one another's values: a layer of one grade, or a front of blocks. Each
// entry point that computes is dispatched for one wave after another.

// The slots of a wave, numbered row by row. A row has one x, a column one y: of cells (rules.wgsl), or of the indices of
// blocks (blocks.wgsl). A slot may have no cell and no block: then its invocations return.
struct SlotRectangle {
    first_row: u32,
    rows: u32,
    first_column: u32,
    columns: u32,
}

struct Wave {
    // The slots of the cells of a layer, or of the blocks of a front. Canonical positions have none.
    slots: SlotRectangle,
    // The grade of the positions, or the sum of the indices of each block.
    index: u32,
    // The workgroups of a wave are a grid, since a dimension of a dispatch takes at most 65,535. Those beyond the wave,
    // in the last row of the grid, return. A wave that takes long is cut into several dispatches, each of some rows of
    // workgroups; this is the first one of the dispatch.
    first_workgroup_row: u32,
    // Workgroups of a row of the grid.
    workgroup_columns: u32,
    // Word of `values` at which the wave begins.
    first_word: u32,
    // Index into `totals` at which the wave begins.
    first_total: u32,
}

@group(0) @binding(0) var<uniform> wave: Wave;

// Returns the number of a workgroup within its wave, by rows of the grid.
fn workgroup_number(workgroup: vec3<u32>) -> u32 {
    return (wave.first_workgroup_row + workgroup.y) * wave.workgroup_columns + workgroup.x;
}

// ---- domain ----

// The domain of a table: a box of cells (x, y, z), which a largest token sum may cut off.

// Sides of the box: x < DOMAIN_X and so on. Games of fewer heaps have zeros first, and sides of 1.
override DOMAIN_X: u32;
override DOMAIN_Y: u32;
override DOMAIN_Z: u32;
// The largest token sum x + y + z.
override MOST_TOKENS: u32;

fn is_in_domain(at: vec3<u32>) -> bool {
    return all(at < vec3<u32>(DOMAIN_X, DOMAIN_Y, DOMAIN_Z))
        && at.x + at.y + at.z <= MOST_TOKENS;
}

// ---- lines ----

// The rays of a game, and the lines of each, numbered.
// Twin of src/engine/vector_games/line_numbering.rs; host half: src/engine/gpu/kernels/lines.rs.
//
// A ray is a vector of which any multiple is a move; a line is the set of the cells that differ by multiples of one ray.
// So each cell lies on a line of every ray, and the options along a ray are the cells behind on that line.
//
// The entry of a line is its one cell from which the ray cannot be subtracted: there some axis k has fewer tokens than the
// ray. The entries with the same first such k are a box: at least the ray's tokens before k, fewer on k, any number behind
// it. Boxes are numbered one after another, each in row-major order. So the number of a line is a sum of strides times the
// tokens of its entry, and a base: the lines before the box, less what the sum is at its first entry. Bases may wrap below
// 0, which sums in 32 bits undo. On sides 1 x 3 x 4 the ray (0, 1, 1) has six lines, here the number of each cell's:
//
//        z ->   0 1 2 3        k is y where the entry has y = 0: the number is z, and numbering[1] is (4, 4, 1, 0).
//     y = 0     0 1 2 3        Else k is z, with z = 0 and y = 1, 2: the number is y + 3, as 4 lines come before and
//         1     4 0 1 2        y begins at 1, and numbering[2] is (2, 1, 1, 3). The ray takes nothing from x, so that no
//         2     5 4 0 1        entry has fewer tokens there: numbering[0] is not used.
//
// The host declares `rays`, an array of RAYS rays. They are constants where they are few, and then loops over all of
// them are unrolled: a loop costs more than what is done in it, and no ray has to be read from memory. Otherwise they
// are a storage buffer.

// For each ray, where the state of its line through the cell of the invocation is: the number of the line (bitsets.wgsl),
// or its slot in workgroup memory (counts.wgsl).
var<private> lines_0: u32;
var<private> lines_1: u32;
var<private> lines_2: u32;

struct Ray {
    // Coordinates, padded on the left.
    vector: vec3<u32>,
    // What it weighs: the factor of the line's count in the sum over the rays of a cell (palace numbers), or the
    // points that are paid each time it is subtracted (scores).
    weight: i32,
    // Strides of the three coordinates, and the base, for each axis k.
    numbering: array<vec4<u32>, 3>,
    // 1 for an image ray, else 0: a `bool` is not host-shareable. Where only cells with y <= z are computed, a ray whose
    // mirror image (y and z swapped) comes before it in `rays` is an image ray, and that one is its base ray. Its lines
    // have the numbers of their mirror images, and it has the numbering and the slots of the base ray: see counts.wgsl.
    is_image: u32,
    // The slots of its lines in a block; zeros in kernels whose lines carry bitsets.
    slots: Slots,
}

// Where a block has the counts of the lines of a ray, see counts.wgsl.
struct Slots {
    // The first slot among those of all rays.
    first: u32,
    // The number of slots, of which the first ones are near slots.
    all: u32,
    near: u32,
    // How often the ray can be subtracted within the steps of a block: T in counts.wgsl.
    most_times: u32,
    // How many indices there are along x, along y, and of the distance from the least z.
    width_x: u32,
    width_y: u32,
    width_z: u32,
}

// Returns the number of the line of a ray through a cell, among the lines of all rays.
fn line_of(ray: Ray, cell: vec3<u32>) -> u32 {
    let vector = select(ray.vector, ray.vector.xzy, ray.is_image == 1u);
    let at = select(cell, cell.xzy, ray.is_image == 1u);
    // More than any quotient below, of which there is one: no ray is 0.
    var times = 0xffffffffu;
    if vector.x > 0u { times = min(times, at.x / vector.x); }
    if vector.y > 0u { times = min(times, at.y / vector.y); }
    if vector.z > 0u { times = min(times, at.z / vector.z); }
    let entry = at - times * vector;
    // The first axis that fits is the last one to be tried.
    var numbering = ray.numbering[2];
    if entry.y < vector.y { numbering = ray.numbering[1]; }
    if entry.x < vector.x { numbering = ray.numbering[0]; }
    return dot(entry, numbering.xyz) + numbering.w;
}

// ---- host ----

// What the host writes for the game: sizes, rays, functions.

const WORKGROUP_SIZE = 256u;
const BLOCK_LINES = 1u;
const RAYS = 3u;
const ALTERATIONS = 0u;

@group(0) @binding(6) var<storage, read_write> seen: array<atomic<u32>>;

fn read_word(ray: u32, word: u32, line: u32) -> u32 {
    var bits = 0u;
    bits = atomicLoad(&seen[word * 1200u + line]);
    return bits;
}

fn write_word(ray: u32, word: u32, line: u32, bits: u32) {
    atomicStore(&seen[word * 1200u + line], bits);
}

const rays = array<Ray, 3>(
    Ray(vec3<u32>(0u, 1u, 0u), 1i, array<vec4<u32>, 3>(vec4<u32>(360000u, 600u, 1u, 0u), vec4<u32>(600u, 600u, 1u, 0u), vec4<u32>(0u, 0u, 1u, 600u)), 0u, Slots(0u, 0u, 0u, 0u, 0u, 0u, 0u)),
    Ray(vec3<u32>(0u, 0u, 1u), 1i, array<vec4<u32>, 3>(vec4<u32>(360000u, 600u, 1u, 0u), vec4<u32>(600u, 600u, 1u, 0u), vec4<u32>(0u, 0u, 1u, 600u)), 1u, Slots(0u, 0u, 0u, 0u, 0u, 0u, 0u)),
    Ray(vec3<u32>(0u, 1u, 1u), 1i, array<vec4<u32>, 3>(vec4<u32>(360000u, 600u, 1u, 600u), vec4<u32>(600u, 600u, 1u, 600u), vec4<u32>(599u, 1u, 1u, 1199u)), 0u, Slots(0u, 0u, 0u, 0u, 0u, 0u, 0u)),
);

// ---- values ----

// The values that a kernel computes, and what kind of values they are.
// Host half: `ValuesConstants` in src/engine/gpu/kernel.rs, and src/engine/gpu/stream/.

// Whether the values come back, or only the totals are requested.
override WRITES_VALUES: bool;
// Whether the values of the wave are known, from tiles that an earlier run has finished: they lie in `values` already,
// and are recorded as if they had just been found.
override REPLAYS: bool;
// Whether outcomes are requested: 1 for a P-position, else 0.
override OUTCOMES: bool;
// Whether the play is misere, in which a terminal position has the Grundy value 1.
override MISERE: bool;
// Kernels know no negative values: to values with a sign they add this bias, which is the bound on them. It is 0 for
// values without a sign. Tiles and the checksum have the values without it.
override BIAS: u32;

// The values of the latest waves, each wave from `wave.first_word` on; of rules those of all waves. Every value has 1 added, so that 0 marks a cell that
// no invocation has written; it reads as 0 - 1, which wraps to 0xffffffff, more than any value. If tiles are gathered, the
// host clears the words of a wave before the wave is computed. If none are, the buffer has room for one wave where a later
// dispatch reads it (digraph.wgsl), and else, but for rules, for nothing. How the words of a wave are laid out is said in blocks.wgsl
// (packed, block by block), canonical.wgsl (two in a word, row by row) and rules.wgsl (the whole table).
@group(0) @binding(1) var<storage, read_write> values: array<u32>;

// ---- words ----

// The words of `values`, as tiles and rules find them by their indices. Where a table that stays as a whole takes several
// buffers, the host writes this module instead, with the same functions, which choose the buffer.
// Host half: src/engine/gpu/table.rs.

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

// ---- tiles ----

// Finished tiles, gathered from the values of the waves that they cross: in the order and the type in which chunks are
// stored, with images under symmetries and cells outside the domain. And the inverse: tiles that an earlier run has
// finished, scattered over the waves that they cross.
// Host half: src/engine/gpu/tiles/.

// Edges of a tile.
override TILE_X: u32;
override TILE_Y: u32;
override TILE_Z: u32;
// Bits of a stored value, and those of cells outside the domain.
override STORED_BITS: u32;
override FILL: u32;
// A proven bound on the values, with the bias.
override LARGEST_VALUE: u32;

// Where the values of a wave lie.
struct WavePlace {
    // Word of `values` at which they begin.
    first_word: u32,
    // First row, first column and number of columns of its slots: see dispatch.wgsl.
    first_row: u32,
    first_column: u32,
    columns: u32,
}

// The places of the latest waves: that of wave s has the index s modulo their number. All four buffers of the group belong
// to `gather` and `scatter`; no entry point that computes names any.
@group(2) @binding(0) var<storage, read> wave_places: array<WavePlace>;
// The first cell of each tile, padded on the left. If the tile is to be scattered, the last word is the
// number of waves whose values are replayed: all before the wave of this number.
@group(2) @binding(1) var<storage, read> tile_origins: array<vec4<u32>>;
// The tiles, one after another, each from a word of its own on. The cells of a tile are in row-major
// order, as many in a word as fit, the first in its lowest bits. `gather` writes every word.
@group(2) @binding(2) var<storage, read_write> tiles: array<u32>;
// For each tile, the number of cells from the first wrong one on: one that no invocation has written or
// that is beyond the bound. 0 if there is none, as it is at first.
@group(2) @binding(3) var<storage, read_write> faults: array<atomic<u32>>;

// Where the value of a computed position lies.
struct Place {
    // The wave that computes it.
    wave: u32,
    // Index of the word in `values`.
    index: u32,
    // The lowest bit of the value in that word.
    shift: u32,
    // As many bits from the lowest one on as a value takes: 0xff for 8; 0 where the cell is no position.
    mask: u32,
}

fn wave_place(index: u32) -> WavePlace {
    return wave_places[index % arrayLength(&wave_places)];
}

// The words of a tile that an invocation gathers or scatters. The workgroups of a row of the grid share a tile.
struct Share {
    tile: u32,
    // Words of the tile: this one, and every `distance`th after it.
    first: u32,
    distance: u32,
}

fn share_of(workgroup: vec3<u32>, grid: vec3<u32>, local: u32) -> Share {
    return Share(workgroup.y, workgroup.x * WORKGROUP_SIZE + local, grid.x * WORKGROUP_SIZE);
}

// Returns how many cells of a tile share a word.
fn cells_per_word() -> u32 {
    return 32u / STORED_BITS;
}

fn words_of_tile() -> u32 {
    return (TILE_X * TILE_Y * TILE_Z + cells_per_word() - 1u) / cells_per_word();
}

// Returns the cell behind the last one of a word of a tile.
fn past_cell(word: u32) -> u32 {
    return min((word + 1u) * cells_per_word(), TILE_X * TILE_Y * TILE_Z);
}

// Returns the lowest bit of a cell in its word of a tile.
fn stored_shift(cell: u32) -> u32 {
    return cell % cells_per_word() * STORED_BITS;
}

// Returns the coordinates of a cell of a tile.
fn coordinates(tile: u32, cell: u32) -> vec3<u32> {
    let within = vec3<u32>(cell / TILE_Z / TILE_Y, cell / TILE_Z % TILE_Y, cell % TILE_Z);
    return tile_origins[tile].xyz + within;
}

// Returns the bits of a number that are stored: a negative one is stored in two's complement.
fn stored_bits(number: u32) -> u32 {
    return number & (0xffffffffu >> (32u - STORED_BITS));
}

// Returns what is stored for a cell of a tile.
fn gathered(tile: u32, cell: u32) -> u32 {
    let at = coordinates(tile, cell);
    if !is_in_domain(at) {
        return FILL;
    }
    let place = hook_place(hook_computed_image(at));
    if place.mask == 0u {
        return FILL;
    }
    let written = (load_value(place.index) >> place.shift) & place.mask;
    if written == 0u || written - 1u > LARGEST_VALUE {
        atomicMax(&faults[tile], TILE_X * TILE_Y * TILE_Z - cell);
        return FILL;
    }
    return stored_bits(written - 1u - BIAS);
}

// Adds what is stored for a cell of a tile to the values of the wave that computes the cell, if that is replayed. A
// value beyond the bound is left out: when the wave is replayed, the cell counts as a value that no table has, and the host
// ends the run with an error.
fn scatter_cell(tile: u32, cell: u32, bits: u32) {
    let at = coordinates(tile, cell);
    // With the bias, the number that the bits stand for is not negative.
    let value = stored_bits(bits + BIAS);
    if is_in_domain(at) && hook_is_computed(at) && value <= LARGEST_VALUE {
        let place = hook_place(at);
        if place.wave < tile_origins[tile].w {
            add_to_value(place.index, (value + 1u) << place.shift);
        }
    }
}

// The two entry points go through the same words and cells. They do not share one loop, since an entry point must not
// name both `values` and `scattered_values`, which are one buffer.
@compute @workgroup_size(WORKGROUP_SIZE)
fn gather(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let share = share_of(workgroup, grid, local);
    for (var word = share.first; word < words_of_tile(); word += share.distance) {
        var packed = 0u;
        for (var cell = word * cells_per_word(); cell < past_cell(word); cell++) {
            packed |= gathered(share.tile, cell) << stored_shift(cell);
        }
        tiles[share.tile * words_of_tile() + word] = packed;
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scatter(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let share = share_of(workgroup, grid, local);
    for (var word = share.first; word < words_of_tile(); word += share.distance) {
        let packed = tiles[share.tile * words_of_tile() + word];
        for (var cell = word * cells_per_word(); cell < past_cell(word); cell++) {
            scatter_cell(share.tile, cell, packed >> stored_shift(cell));
        }
    }
}

// ---- totals ----

// The totals of a table, which kernels add up while they compute it: positions, values, P-positions, a checksum.
// Host half: src/engine/gpu/totals.rs.
//
// An invocation counts its positions in private variables, the invocations of a workgroup add them up in workgroup
// memory, and a few of these add the result to the totals of the wave. So a workgroup touches a word of those once.
// Additions to a word follow one another. So workgroup memory has the totals COPIES times, and an invocation adds to one of
// the copies: of 256 invocations 16 wait for one another, and then 16 copies are added up. A binary tree over the 256
// invocations would take 8 rounds instead, with a barrier after each.

// Whether a checksum is added up beside the totals: in kernels with counts it takes about a seventh of a step.
override CHECKSUMS: bool;
// The values of P-positions: from the first to the last, and of these only the even ones where EVEN_P_VALUES says so.
override FIRST_P_VALUE: u32;
override LAST_P_VALUE: u32;
override EVEN_P_VALUES: bool;

// The totals of the waves that are submitted together, of zeros at first: TOTAL_WORDS words for each wave, which are the
// following. A wave has fewer than 2^32 positions: a front of blocks takes less than 2 GiB of `values`, at least a byte for
// each of its cells, each of which is counted twice at most.
@group(1) @binding(0) var<storage, read_write> totals: array<atomic<u32>>;

const TOTAL_WORDS = 7u;
// Number of positions.
const POSITIONS = 0u;
// Sum of the values, 64 bits.
const SUM_LOW = 1u;
const SUM_HIGH = 2u;
// Number of P-positions.
const P_POSITIONS = 3u;
// The largest value.
const MAXIMUM = 4u;
// Sum of the values, each with 1 added and times the weight of its position, modulo 2^32.
const CHECKSUM = 5u;
// The complement of the least value, if values have a sign; else 0.
const LEAST_COMPLEMENT = 6u;

// Totals of the positions that this invocation has counted.
var<private> positions: u32;
var<private> sum_low: u32;
var<private> sum_high: u32;
var<private> p_positions: u32;
var<private> maximum: u32;
var<private> checksum: u32;
var<private> least_complement: u32;
// Those of the workgroup, copy after copy.
const COPIES = 16u;
var<workgroup> workgroup_totals: array<atomic<u32>, COPIES * TOTAL_WORDS>;

// Returns the weight of a position in the checksum. It is odd, so that no single wrong value leaves
// the checksum as it is.
// Twin of `weight` in src/totals/checksum.rs.
fn checksum_weight(at: vec3<u32>) -> u32 {
    var mixed = at.x * 0x9e3779b1u + at.y * 0x85ebca77u + at.z * 0xc2b2ae3du;
    mixed = (mixed ^ (mixed >> 15u)) * 0x2c1b3c6du;
    return (mixed ^ (mixed >> 13u)) | 1u;
}

// Counts a position of the table and its value. A kernel that computes one position of an orbit
// counts every one.
fn count_position(at: vec3<u32>, value: u32) {
    positions += 1u;
    sum_low += value;
    sum_high += u32(sum_low < value);
    let is_p = FIRST_P_VALUE <= value && value <= LAST_P_VALUE && (value & u32(EVEN_P_VALUES)) == 0u;
    p_positions += u32(is_p);
    maximum = max(maximum, value);
    if CHECKSUMS {
        checksum += (value - BIAS + 1u) * checksum_weight(at);
    }
    if BIAS > 0u {
        least_complement = max(least_complement, ~value);
    }
}

// Adds what the invocations of a workgroup have counted to the totals of the wave. All of them call it, once, at the
// end: in kernels of blocks once for all steps of a block, in others once for each position.
fn add_totals(local: u32) {
    // The host turns off that workgroup memory begins with zeros, since all else there is written before it is read.
    for (var word = local; word < COPIES * TOTAL_WORDS; word += WORKGROUP_SIZE) {
        atomicStore(&workgroup_totals[word], 0u);
    }
    workgroupBarrier();
    if positions > 0u {
        let copy = local % COPIES * TOTAL_WORDS;
        atomicAdd(&workgroup_totals[copy + POSITIONS], positions);
        let before = atomicAdd(&workgroup_totals[copy + SUM_LOW], sum_low);
        atomicAdd(&workgroup_totals[copy + SUM_HIGH], sum_high + u32(before + sum_low < before));
        atomicAdd(&workgroup_totals[copy + P_POSITIONS], p_positions);
        atomicMax(&workgroup_totals[copy + MAXIMUM], maximum);
        if CHECKSUMS {
            atomicAdd(&workgroup_totals[copy + CHECKSUM], checksum);
        }
        if BIAS > 0u {
            atomicMax(&workgroup_totals[copy + LEAST_COMPLEMENT], least_complement);
        }
    }
    workgroupBarrier();
    for (var word = local; word < TOTAL_WORDS; word += WORKGROUP_SIZE) {
        add_total(word);
    }
}

// Adds a word of the copies to the totals of the wave; with the low word of the sum the high one, which has its carries.
fn add_total(word: u32) {
    var sum = 0u;
    var carries = 0u;
    var largest = 0u;
    for (var copy = 0u; copy < COPIES; copy++) {
        let of_copy = atomicLoad(&workgroup_totals[copy * TOTAL_WORDS + word]);
        sum += of_copy;
        carries += u32(sum < of_copy);
        largest = max(largest, of_copy);
        if word == SUM_LOW {
            carries += atomicLoad(&workgroup_totals[copy * TOTAL_WORDS + SUM_HIGH]);
        }
    }
    let place = wave.first_total + word;
    if word == MAXIMUM || word == LEAST_COMPLEMENT {
        atomicMax(&totals[place], largest);
    } else if word == SUM_LOW {
        let before = atomicAdd(&totals[place], sum);
        atomicAdd(&totals[wave.first_total + SUM_HIGH], carries + u32(before + sum < before));
    } else if word != SUM_HIGH {
        atomicAdd(&totals[place], sum);
    }
}

// ---- blocks ----

// Blocks of cells, one for each workgroup, and the entry point that computes them.
//
// A cell needs the values behind it on its lines. Cells of one token sum share no line, but there are too few of them
// for a dispatch. So the table is cut into blocks: boxes in the sheared coordinates (x, y, a), where a = x + y + z is
// the token sum. Here for two heaps, with y downwards and a to the right; on the left the indices of blocks, summed up, on
// the right the four blocks of the upper left corner for EDGE_Y = 2 and EDGE_A = 4, with the z of each cell:
//
//            a ->                                    a ->
//          +-----+-----+-----+                     0 1 2 3 | 4 5 6 7        A point with a < y is no cell. A strip is the
//        y |  0  |  1  | *2* |            y = 0    0 1 2 3 | 4 5 6 7        cells of a block with one x and y, here the
//          +-----+-----+-----+                1    . 0 1 2 | 3 4 5 6        part of a line of digits in a block: an
//        | |  1  | *2* |  3  |                    ---------+---------       invocation computes it. A step is the cells of
//        v +-----+-----+-----+                2    . . 0 1 | 2 3 4 5        a block with one a, here a column: they are
//                                             3    . . . 0 | 1 2 3 4        computed at once, then comes a barrier.
//
// A wave is a front: the blocks whose indices have one sum, on the left 2. One dispatch computes them, a workgroup each.
// They share no line, and all that they need lies in fronts before: along a ray neither x, y nor a falls, and a grows, so
// that a line goes on to a later step, or to a block whose indices have a larger sum.
//
// The host gives the slots of the front, in the uniform `wave`: a slot (i, j) is for the block with these indices along x
// and y, whose index along a is wave.index - i - j. It gives the edges of blocks as constants, and dispatches a workgroup
// for each slot. What is kept for a line, a bitset or a count, is the kernel's own, which supplies the hooks.
// Host half, with a proof that no two invocations share a line: src/engine/gpu/schedule/wavefront.rs.

// Blocks of the grid along the last axis.
override GRID_DEPTH: u32;
// Edges of a block, the last along a. WORKGROUP_SIZE is EDGE_X * EDGE_Y: each strip has an invocation.
override EDGE_X: u32;
override EDGE_Y: u32;
override EDGE_A: u32;
// Whether only cells with y <= z are computed.
override MIRRORED: bool;
// Bits of a value in `values`.
override VALUE_BITS: u32;

// The words of a block in `values`, the first index of which varies slowest:
//   ceil(EDGE_A / values_per_word())      word of a strip, which holds successive steps
//   EDGE_X, EDGE_Y                        strip
// The first value of a word is in its lowest bits; cells that are not computed are 0.

struct Block {
    // False for workgroups beyond the front, for slots that belong to no block, and for blocks without computed cells.
    exists: bool,
    // The least x, y and a: it is sheared, and origin.z is an a.
    origin: vec3<u32>,
    // Steps within the domain.
    steps: u32,
    // Word of `values` at which the block begins.
    first_word: u32,
}

// Returns how many values a word holds.
fn values_per_word() -> u32 {
    return 32u / VALUE_BITS;
}

// Returns the words of a block in `values`.
fn words_of_block() -> u32 {
    return (EDGE_A + values_per_word() - 1u) / values_per_word() * (EDGE_X * EDGE_Y);
}

// Returns the block of a workgroup: each slot of the front has one at most.
// Barriers depend on the result: hence the single `return`, see README.md.
fn block_of(workgroup: vec3<u32>) -> Block {
    let slots = wave.slots;
    let slot = workgroup_number(workgroup);
    var exists = slot < slots.rows * slots.columns;
    var origin = vec3<u32>();
    if exists {
        let i = slots.first_row + slot / slots.columns;
        let j = slots.first_column + slot % slots.columns;
        // Where i + j is more than the index of the front, this and the origin wrap; then there is no block, see below.
        let index_along_a = wave.index - i - j;
        origin = vec3<u32>(i, j, index_along_a) * vec3<u32>(EDGE_X, EDGE_Y, EDGE_A);
        let past = origin + vec3<u32>(EDGE_X, EDGE_Y, EDGE_A);
        // Whether a <= x + y + z for the least a and the largest x, y and z, which are 1 less than past.x, past.y and
        // DOMAIN_Z; and whether z >= 0, or z >= y, for the largest a and the least x and y.
        let is_before_far_side = origin.z <= past.x + past.y + DOMAIN_Z - 3u;
        let is_beyond_near_side = origin.x + (1u + u32(MIRRORED)) * origin.y < past.z;
        exists = i + j <= wave.index && index_along_a < GRID_DEPTH
            && is_before_far_side && is_beyond_near_side;
    }
    let steps = min(EDGE_A, MOST_TOKENS - min(origin.z, MOST_TOKENS) + 1u);
    return Block(exists, origin, steps, wave.first_word + slot * words_of_block());
}

// Returns x, y and a of the cell of an invocation in a step: its strip is the pair of x and y.
fn sheared_cell(block: Block, local: u32, step: u32) -> vec3<u32> {
    return block.origin + vec3<u32>(local / EDGE_Y, local % EDGE_Y, step);
}

// Whether there is a cell with these sheared coordinates in the domain, and it is not computed as the mirror image of
// another one.
fn is_computed_cell(sheared: vec3<u32>) -> bool {
    let least_a = sheared.x + sheared.y;
    return sheared.x < DOMAIN_X && sheared.y < DOMAIN_Y
        && sheared.z >= least_a + u32(MIRRORED) * sheared.y && sheared.z - least_a < DOMAIN_Z;
}

// Returns the cell with these sheared coordinates. Where there is none, z wraps.
fn unsheared(sheared: vec3<u32>) -> vec3<u32> {
    return vec3<u32>(sheared.xy, sheared.z - sheared.x - sheared.y);
}

// The values of the strip that have not been written to `values`.
var<private> strip_word: u32;

// Writes what `finish` has returned for the cell of an invocation in a step, or 0 for no cell.
fn write_value(block: Block, local: u32, step: u32, value_plus_1: u32) {
    if !WRITES_VALUES {
        return;
    }
    // A wave that is replayed writes the words that it reads, with the same values.
    let per_word = values_per_word();
    strip_word |= value_plus_1 << (step % per_word * VALUE_BITS);
    if step % per_word == per_word - 1u || step + 1u == block.steps {
        values[block.first_word + step / per_word * (EDGE_X * EDGE_Y) + local] = strip_word;
        strip_word = 0u;
    }
}

// Counts the value of a cell, for its mirror image too if that is not computed. Returns the value plus 1, or 0 for one for
// which there are too few bits: it is beyond the bound, and is left as not written.
fn finish(at: vec3<u32>, value: u32) -> u32 {
    count_position(at, value);
    if MIRRORED && at.y != at.z {
        count_position(at.xzy, value);
    }
    return select(0u, value + 1u, value < value_mask());
}

// Returns the value that lies in `values` for the cell of an invocation in a step of a wave that is replayed. Where nothing
// lies, 0 - 1 wraps to 0xffffffff: the maximum in the totals is then beyond the bound, and the host ends the run with an
// error, whatever else follows from it.
fn known_value(block: Block, local: u32, step: u32) -> u32 {
    let per_word = values_per_word();
    let word = values[block.first_word + step / per_word * (EDGE_X * EDGE_Y) + local];
    return ((word >> (step % per_word * VALUE_BITS)) & value_mask()) - 1u;
}

// Returns the VALUE_BITS lowest bits set: 0xff for 8.
fn value_mask() -> u32 {
    return 0xffffffffu >> (32u - VALUE_BITS);
}

// The defaults of the hooks of tiles.wgsl, in all kernels of blocks.

fn hook_is_computed(at: vec3<u32>) -> bool {
    return !MIRRORED || at.y <= at.z;
}

fn hook_computed_image(at: vec3<u32>) -> vec3<u32> {
    return select(at.xzy, at, hook_is_computed(at));
}

fn hook_place(at: vec3<u32>) -> Place {
    let sheared = vec3<u32>(at.xy, at.x + at.y + at.z);
    let edges = vec3<u32>(EDGE_X, EDGE_Y, EDGE_A);
    let block = sheared / edges;
    let within = sheared - block * edges;
    let front = block.x + block.y + block.z;
    let place = wave_place(front);
    let slot = (block.x - place.first_row) * place.columns + block.y - place.first_column;
    let per_word = values_per_word();
    let strip = within.x * EDGE_Y + within.y;
    let index = slot * words_of_block() + within.z / per_word * (EDGE_X * EDGE_Y) + strip;
    return Place(front, place.first_word + index, within.z % per_word * VALUE_BITS, value_mask());
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let block = block_of(workgroup);
    if !block.exists {
        return;
    }
    hook_enter(block, local);
    hook_find_lines(block, local, 0u);
    for (var step = 0u; step < block.steps; step++) {
        hook_begin_step();
        let sheared = sheared_cell(block, local, step);
        var value_plus_1 = 0u;
        if is_computed_cell(sheared) {
            let at = unsheared(sheared);
            var value = 0u;
            if REPLAYS {
                value = known_value(block, local, step);
                hook_record(at, value);
            } else {
                value = hook_visit(at);
            }
            value_plus_1 = finish(at, value);
        }
        write_value(block, local, step, value_plus_1);
        // Before the barrier, so that invocations that have finished early do not only wait.
        hook_find_lines(block, local, step + 1u);
        hook_end_step();
    }
    hook_leave(block, local);
    add_totals(local);
}

// ---- alterations ----

// Exceptions: the values that a cell depends on other than through its lines, which are those that altered vectors lead
// to, terminal positions, and moves to the zero position that no vector makes.
// Counterpart of src/engine/vector_games/alterations.rs; host half: src/engine/gpu/kernels/alterations.rs.
//
// An altered vector leads to a single cell, so the values of past fronts of blocks are recorded, for as many fronts as
// the longest vectors span. If there are altered vectors, every cell is computed by itself: MIRRORED is false, and no ray
// is an image ray.
//
// The host gives three buffers, `alterations`, `listed` and `history`. Each has an element at least, which is not read if
// the game has none, since a binding is never empty.

struct Alteration {
    // The vector, padded on the left.
    vector: vec3<u32>,
    // 1 for a multiple of a ray that is no move, 0 for a move that no ray makes: a `bool` is not host-shareable.
    removed: u32,
}

// Number of positions in `listed`.
override LISTED: u32;
// Fronts of the history, and rows and columns of the whole grid of blocks.
override HISTORY_FRONTS: u32;
override HISTORY_ROWS: u32;
override HISTORY_COLUMNS: u32;

// The ALTERATIONS altered vectors, one player's after the other's; of scores in the order of `handings` (scores.wgsl), with
// `removed` 0.
@group(0) @binding(2) var<storage, read> alterations: array<Alteration>;
// Coordinates of the LISTED positions, padded on the left. The last word is 0 for a position that is declared terminal,
// and 1 for one with a move to the zero position that no vector makes.
@group(0) @binding(3) var<storage, read> listed: array<vec4<u32>>;
// Values of the cells of past blocks, without the 1 that is added in `values`; scores.wgsl has several words for each.
// A cell is written before it is read. The indices, the first of which varies slowest:
//   HISTORY_FRONTS                front, modulo this number
//   HISTORY_ROWS                  index of the block along x
//   HISTORY_COLUMNS               index of the block along y
//   EDGE_A                        step of the cell in the block
//   EDGE_X, EDGE_Y                strip of the cell in the block: cells of a step lie side by side
// Atomic, because other invocations of the workgroup read after the next barrier what one has written, and naga's SPIR-V
// promises that of atomic words alone (gfx-rs/wgpu #9221).
@group(0) @binding(4) var<storage, read_write> history: array<atomic<u32>>;

// Stands for a vector that leads below 0. No value is as large.
const NO_VALUE = 0xffffffffu;

fn history_index(at: vec3<u32>) -> u32 {
    let edges = vec3<u32>(EDGE_X, EDGE_Y, EDGE_A);
    let sheared = vec3<u32>(at.xy, at.x + at.y + at.z);
    let block = sheared / edges;
    let within = sheared - block * edges;
    let front = (block.x + block.y + block.z) % HISTORY_FRONTS;
    let block_index = (front * HISTORY_ROWS + block.x) * HISTORY_COLUMNS + block.y;
    return ((block_index * EDGE_A + within.z) * EDGE_X + within.x) * EDGE_Y + within.y;
}

// Records the value of a cell for those that altered vectors lead here from.
fn record_in_history(at: vec3<u32>, value: u32) {
    if ALTERATIONS > 0u {
        atomicStore(&history[history_index(at)], value);
    }
}

// Returns the value that alterations[index] leads to from a cell, or NO_VALUE if it does not fit.
fn value_behind(index: u32, at: vec3<u32>) -> u32 {
    let vector = alterations[index].vector;
    if any(vector > at) {
        return NO_VALUE;
    }
    return atomicLoad(&history[history_index(at - vector)]);
}

// Whether a vector is a multiple of a ray.
fn is_on_ray(vector: vec3<u32>, ray: Ray) -> bool {
    var times = 0u;
    if ray.vector.x > 0u {
        times = vector.x / ray.vector.x;
    } else if ray.vector.y > 0u {
        times = vector.y / ray.vector.y;
    } else {
        times = vector.z / ray.vector.z;
    }
    return all(times * ray.vector == vector);
}

// Moves of the game, or of one player: ranges of rays and of altered vectors.
struct Moves {
    first_ray: u32,
    // The one behind the last.
    past_ray: u32,
    first_alteration: u32,
    past_alteration: u32,
}

// Whether a vector is one of those removed from the moves.
fn is_removed(moves: Moves, vector: vec3<u32>) -> bool {
    for (var index = moves.first_alteration; index < moves.past_alteration; index++) {
        if alterations[index].removed == 1u && all(alterations[index].vector == vector) {
            return true;
        }
    }
    return false;
}

// Whether a cell is listed with this last word.
fn is_listed(at: vec3<u32>, last: u32) -> bool {
    for (var index = 0u; index < LISTED; index++) {
        if all(listed[index] == vec4<u32>(at, last)) {
            return true;
        }
    }
    return false;
}

// Whether a cell is one of the positions that are declared terminal.
fn is_declared_terminal(at: vec3<u32>) -> bool {
    return is_listed(at, 0u);
}

// Whether a cell has a move to the zero position that no vector makes.
fn has_move_to_zero(at: vec3<u32>) -> bool {
    return is_listed(at, 1u);
}

// Whether one of these moves leads from a cell to a position along a ray.
fn has_move_along(ray: Ray, moves: Moves, at: vec3<u32>) -> bool {
    // Finitely many multiples are removed: the search is short.
    var vector = ray.vector;
    while all(vector <= at) {
        if !is_removed(moves, vector) {
            return true;
        }
        vector += ray.vector;
    }
    return false;
}

// Whether one of these moves, or one to the zero position, leads from a cell to a position, declared terminal or not.
fn has_move(moves: Moves, at: vec3<u32>) -> bool {
    for (var index = moves.first_alteration; index < moves.past_alteration; index++) {
        if alterations[index].removed == 0u && all(alterations[index].vector <= at) {
            return true;
        }
    }
    // Over all rays, so that the loop is unrolled: see README.md.
    {
        const ray = 0u;
        if ray >= moves.first_ray && ray < moves.past_ray && has_move_along(rays[ray], moves, at) {
            return true;
        }
    }
    {
        const ray = 1u;
        if ray >= moves.first_ray && ray < moves.past_ray && has_move_along(rays[ray], moves, at) {
            return true;
        }
    }
    {
        const ray = 2u;
        if ray >= moves.first_ray && ray < moves.past_ray && has_move_along(rays[ray], moves, at) {
            return true;
        }
    }
    return has_move_to_zero(at);
}

// Whether a cell has no moves.
fn is_terminal(at: vec3<u32>) -> bool {
    return is_declared_terminal(at) || !has_move(Moves(0u, RAYS, 0u, ALTERATIONS), at);
}

// ---- bitsets ----

// Lines that carry the set of the values seen on them: a bitset, and words above it that tell what is full.
// Host half: src/engine/gpu/kernels/line_states.rs.
//
// The state of a line is a tree. Its leaves are the words of the bitset; a word of the middle level has a bit for
// each of 32 leaves, set when the leaf is full; and a word of the top level a bit for each of 32 words of the middle
// level that are full.
//
//        top level       0..001                       the 1: the first word below is full
//        middle level    1..111     0..010            the 1: the second leaf below is full
//        leaves          (32 full)  0..101  1..111    a 0: a value that has not been seen

// Words of a bitset of values, which are the leaves; words of the middle level, and of the top level.
override WORDS: u32;
override MIDDLE_WORDS: u32;
override TOP_WORDS: u32;
// How often the occurrences of a value on a line are counted: once, and once more for each removed
// vector.
override PLANES: u32;
// Lines of all rays.
override LINES: u32;

// The bitsets, of zeros at first. The indices, the first of which varies slowest, so that neighbouring cells
// read neighbouring words:
//   PLANES * WORDS        plane p holds the values seen more than p times; its word w the values
//                         VALUES_PER_WORD * w and up, a bit each
//   line                  by its number, see lines.wgsl
// As many buffers as it takes hold them, `seen`, `seen_1` and so on, arrays of atomic words: one, or one for the lines
// of each ray, or several for some words each: a binding ends below 2 GiB, on many adapters at 128 MiB, and the bitsets
// of Wythoff Nim take more from side 65,500 or 16,400 on. The host declares them, with the functions
//   fn read_word(ray: u32, word: u32, line: u32) -> u32
//   fn write_word(ray: u32, word: u32, line: u32, bits: u32)
// No two invocations write a word at once, but other invocations of the workgroup read it after the
// next barrier. WGSL promises that they see what was written. The SPIR-V that naga makes of it does
// not: it keeps to a memory model in which a plain variable need not be coherent (gfx-rs/wgpu #9221),
// and an atomic one must be. Where a device takes naga's extension `@coherent`, the host declares plain words with it: in
// the language of Direct3D 12 naga writes an atomic load as an update.

// The words of the middle and of the top level over plane 0, of zeros at first. The indices, the first of which varies
// slowest:
//   MIDDLE_WORDS + TOP_WORDS     word, those of the top level after those of the middle level
//   LINES                        line
// They may be read while other invocations set bits in them: who misses a bit looks at a full word in vain.
@group(0) @binding(5) var<storage, read_write> full: array<atomic<u32>>;

// Values whose bits share a word.
const VALUES_PER_WORD = 32u;
// A word of which all bits are set.
const FULL = 0xffffffffu;

// Returns four words of the bitset of a line; in place of those beyond the last one, which has no value, full ones.
fn read_leaves(ray: u32, words: vec4<u32>, line: u32) -> vec4<u32> {
    let within = min(words, vec4<u32>(WORDS - 1u));
    let bits = vec4<u32>(
        read_word(ray, within.x, line),
        read_word(ray, within.y, line),
        read_word(ray, within.z, line),
        read_word(ray, within.w, line),
    );
    return select(bits, vec4<u32>(FULL), words != within);
}

// Returns four words of the middle level; full ones in place of those beyond the last one.
fn read_middle_words(words: vec4<u32>, line: u32) -> vec4<u32> {
    let within = min(words, vec4<u32>(MIDDLE_WORDS - 1u));
    let places = within * LINES + line;
    let bits = vec4<u32>(
        atomicLoad(&full[places.x]),
        atomicLoad(&full[places.y]),
        atomicLoad(&full[places.z]),
        atomicLoad(&full[places.w]),
    );
    return select(bits, vec4<u32>(FULL), words != within);
}

// Returns a word of the top level; a full one beyond the last one.
fn read_top_word(word: u32, line: u32) -> u32 {
    var bits = FULL;
    if word < TOP_WORDS {
        bits = atomicLoad(&full[(MIDDLE_WORDS + word) * LINES + line]);
    }
    return bits;
}

// Records a value on a line of a ray, of which `leaf` is the word of plane 0 that the value is in.
fn record_on_line(value: u32, ray: u32, line: u32, leaf: u32) {
    let word = value / VALUES_PER_WORD;
    let bit = 1u << (value % VALUES_PER_WORD);
    if (leaf & bit) != 0u {
        // Seen before, which happens where a removed vector leads to it.
        for (var plane = 1u; plane < PLANES; plane++) {
            let bits = read_word(ray, plane * WORDS + word, line);
            if (bits & bit) == 0u {
                write_word(ray, plane * WORDS + word, line, bits | bit);
                break;
            }
        }
        return;
    }
    write_word(ray, word, line, leaf | bit);
    if (leaf | bit) != FULL {
        return;
    }
    let in_middle = 1u << (word % 32u);
    let middle = in_middle | atomicOr(&full[word / 32u * LINES + line], in_middle);
    if middle == FULL {
        let in_top = 1u << (word / 32u % 32u);
        atomicOr(&full[(MIDDLE_WORDS + word / 1024u) * LINES + line], in_top);
    }
}

// ---- vector_grundy ----

// Grundy values of vector games, by searches for the least value that no line has seen.
//
// The Grundy value of a cell is the least one that is not among those of its options, which are the cells behind it
// on its lines. A line carries the set of values seen on it, so the value is the lowest bit that is clear in the sets
// of all lines through the cell; then it is set in each of them: src/engine/cpu/vector_grundy.rs.
//
//        0 1 2 3        of Nim with two heaps, bits from right to left:
//        1 0 [ ]            row      0011      the values 1 and 0
//                           column   0100      the value 2, so the lowest bit that is clear in both is 3
//
// A set is a tree of words, in which a word tells what is full below: see bitsets.wgsl. A search goes down it by
// the bits that are clear on all lines together: by a word of the top level to words of the middle level, and by these to
// leaves. What is full only in the union of the lines is looked at in vain. Each level would cost the time of a load from
// the memory of the device, which is nearly all the time that a step takes. So
//
//  - four words of a line are read at once, which takes as long as one: the lowest four that may be open;
//  - the upper levels are read ahead. Full words stay full, so words that are a step or two old lead to all open leaves,
//    and seldom to a full one. An invocation reads for three cells of its strip at once; before step 0 it does so
//    in `hook_enter`:
//
//        step           -2   -1    0    1    2
//        top words      a0   a1   a2   a3   a4    of the cell two steps ahead
//        middle words    -   a0   a1   a2   a3    of the next cell, chosen by the top words that have come
//        leaves          -    -   a0   a1   a2    of the cell of the step, chosen by the middle words that have come
//
// A round of loads is then enough for nearly every cell. A step takes as long as the longest search in it;
// src/engine/gpu/tests/search_rounds.rs counts the rounds.
//
// An invocation does this for one cell of each step of its block, and one dispatch computes a front of blocks, which
// is the wave: see blocks.wgsl, which has the entry point. Blocks of a front share no line, and neither do cells of a
// step: no two invocations write the state of a line at once. The host gives `rays` (lines.wgsl), the buffers `seen` with
// the functions that read and write them (bitsets.wgsl), and the three buffers of alterations.wgsl.
// Host half: src/engine/gpu/kernels/vector_grundy.rs.

// No value, and the number of no word.
const NOTHING = 0xffffffffu;

// ---- The search ----

// Where the search for the value of the cell has still to look: at the leaves whose bits are set in `open_leaves`, of which
// each component is for the 32 leaves below one of the words `middles`; then below the words of the middle level
// whose bits are set in `open_middles`, for the 32 words below the word `top` of the top level; then below the next
// words of the top level.
var<private> middles: vec4<u32>;
var<private> open_leaves: vec4<u32>;
var<private> top: u32;
var<private> open_middles: u32;
// The same for the next cell, whose leaves are not known before its middle words have come.
var<private> next_middles: vec4<u32>;
var<private> next_top: u32;
var<private> next_open_middles: u32;
// Whether the block computes the next cell of the strip and the one after it, and the lines of these, see lines.wgsl.
var<private> has_next: bool;
var<private> has_later: bool;
var<private> next_lines_0: u32;
var<private> next_lines_1: u32;
var<private> next_lines_2: u32;
var<private> later_lines_0: u32;
var<private> later_lines_1: u32;
var<private> later_lines_2: u32;
// What has been read ahead of each line: words of the middle level of the next cell, and the first four words of the
// top level of the cell after it.
var<private> middle_words_0: vec4<u32>;
var<private> middle_words_1: vec4<u32>;
var<private> middle_words_2: vec4<u32>;
var<private> top_words_0: vec4<u32>;
var<private> top_words_1: vec4<u32>;
var<private> top_words_2: vec4<u32>;
// For each line through the cell of the step the leaf that its value is in.
var<private> leaves_0: u32;
var<private> leaves_1: u32;
var<private> leaves_2: u32;

// Returns the first place of four that has something, or 3.
fn first_of(has: vec4<bool>) -> u32 {
    return select(select(select(3u, 2u, has.z), 1u, has.y), 0u, has.x);
}

// Returns the component in a place, without an index at run time, which is slow.
fn component(words: vec4<u32>, place: u32) -> u32 {
    return select(select(select(words.w, words.z, place == 2u), words.y, place == 1u), words.x, place == 0u);
}

// Takes the lowest of the leaves that are open, and returns its number, or NOTHING.
fn take_leaf() -> u32 {
    let place = first_of(open_leaves != vec4<u32>(0u));
    let open = component(open_leaves, place);
    let is_here = vec4<u32>(0u, 1u, 2u, 3u) == vec4<u32>(place);
    open_leaves &= ~select(vec4<u32>(0u), vec4<u32>(open & (0u - open)), is_here);
    let leaf = 32u * component(middles, place) + firstTrailingBit(open);
    return select(leaf, NOTHING, open == 0u);
}

// Clears the lowest bit, if there is one.
fn without_lowest(bits: u32) -> u32 {
    return bits & (bits - 1u);
}

// Returns the numbers of the lowest four words of the middle level that are open below a word of the top level, as bits;
// NOTHING in place of those that there are not.
fn lowest_four(above: u32, open: u32) -> vec4<u32> {
    let second = without_lowest(open);
    let third = without_lowest(second);
    let bits = vec4<u32>(open, second, third, without_lowest(third));
    return select(32u * above + firstTrailingBit(bits), vec4<u32>(NOTHING), bits == vec4<u32>(0u));
}

// Returns the bits without those four.
fn without_lowest_four(open: u32) -> u32 {
    return without_lowest(without_lowest(without_lowest(without_lowest(open))));
}

// Goes on to the next words of the middle level with open leaves, if there are any.
fn look_further() {
    while all(open_leaves == vec4<u32>(0u)) && top < TOP_WORDS {
        if open_middles == 0u {
            var taken = 0u;
            {
                const ray = 0u;
                taken |= read_top_word(top + 1u, lines_0);
            }
            {
                const ray = 1u;
                taken |= read_top_word(top + 1u, lines_1);
            }
            {
                const ray = 2u;
                taken |= read_top_word(top + 1u, lines_2);
            }
            top += 1u;
            open_middles = ~taken;
        } else {
            middles = lowest_four(top, open_middles);
            open_middles = without_lowest_four(open_middles);
            var taken = vec4<u32>(0u);
            {
                const ray = 0u;
                taken |= read_middle_words(middles, lines_0);
            }
            {
                const ray = 1u;
                taken |= read_middle_words(middles, lines_1);
            }
            {
                const ray = 2u;
                taken |= read_middle_words(middles, lines_2);
            }
            open_leaves = ~taken;
        }
    }
}

// Returns the bit of a value in each of four words, by their numbers; 0 where it is in another word.
fn bits_in(words: vec4<u32>, value: u32) -> vec4<u32> {
    let bit = vec4<u32>(1u << (value % VALUES_PER_WORD));
    return select(vec4<u32>(0u), bit, words == vec4<u32>(value / VALUES_PER_WORD));
}

// Returns the least value that no line has seen, and to which neither an added vector leads nor the move to the zero
// position, whose value is `to_zero`; NOTHING if all are taken for which the host has reserved words. Sets `leaves`.
fn least_unseen(to_zero: u32) -> u32 {
    var value = NOTHING;
    look_further();
    // A round.
    while value == NOTHING && any(open_leaves != vec4<u32>(0u)) {
        let first = take_leaf();
        let second = take_leaf();
        let third = take_leaf();
        let words = vec4<u32>(first, second, third, take_leaf());
        var on_lines_0: vec4<u32>;
        var on_lines_1: vec4<u32>;
        var on_lines_2: vec4<u32>;
        {
            const ray = 0u;
            on_lines_0 = read_leaves(ray, words, lines_0);
        }
        {
            const ray = 1u;
            on_lines_1 = read_leaves(ray, words, lines_1);
        }
        {
            const ray = 2u;
            on_lines_2 = read_leaves(ray, words, lines_2);
        }
        var taken = bits_in(words, to_zero);
        // No round, ALTERATIONS is 0.
        {
            const ray = 0u;
            taken |= on_lines_0;
        }
        {
            const ray = 1u;
            taken |= on_lines_1;
        }
        {
            const ray = 2u;
            taken |= on_lines_2;
        }
        let place = first_of(taken != vec4<u32>(FULL));
        let open = ~component(taken, place);
        if open != 0u {
            value = VALUES_PER_WORD * component(words, place) + firstTrailingBit(open);
            {
                const ray = 0u;
                leaves_0 = component(on_lines_0, place);
            }
            {
                const ray = 1u;
                leaves_1 = component(on_lines_1, place);
            }
            {
                const ray = 2u;
                leaves_2 = component(on_lines_2, place);
            }
        } else {
            look_further();
        }
    }
    return value;
}

// ---- Altered vectors ----

// The values that the alterations lead to from the cell of the step, see `value_behind`.
// No variable, ALTERATIONS is 0.

// Whether a move along a line, which is of this ray, leads to a value: if the line has seen it more often than removed
// multiples of the ray lead to it.
fn is_seen_beyond_removed(value: u32, along: Ray, ray: u32, line: u32) -> bool {
    var removed = 0u;
    // No round, ALTERATIONS is 0.
    let word = read_word(ray, removed * WORDS + value / VALUES_PER_WORD, line);
    return ((word >> (value % VALUES_PER_WORD)) & 1u) == 1u;
}

// Whether no move leads to a value that lines may have seen.
fn is_free(value: u32, to_zero: u32) -> bool {
    var is_taken = value == to_zero;
    // No round, ALTERATIONS is 0.
    {
        const ray = 0u;
        is_taken = is_taken || is_seen_beyond_removed(value, rays[ray], ray, lines_0);
    }
    {
        const ray = 1u;
        is_taken = is_taken || is_seen_beyond_removed(value, rays[ray], ray, lines_1);
    }
    {
        const ray = 2u;
        is_taken = is_taken || is_seen_beyond_removed(value, rays[ray], ray, lines_2);
    }
    return !is_taken;
}

// Returns the least value that is free, of `value` and those that removed vectors lead to. A line has seen these, so that
// the search has passed them over.
fn least_free(value: u32, to_zero: u32) -> u32 {
    var least = value;
    // No round, ALTERATIONS is 0.
    return least;
}

// Sets `leaves` for a value that was not found by a search.
fn read_leaves_of(value: u32) {
    {
        const ray = 0u;
        leaves_0 = read_word(ray, value / VALUES_PER_WORD, lines_0);
    }
    {
        const ray = 1u;
        leaves_1 = read_word(ray, value / VALUES_PER_WORD, lines_1);
    }
    {
        const ray = 2u;
        leaves_2 = read_word(ray, value / VALUES_PER_WORD, lines_2);
    }
}

// ---- The hooks of blocks.wgsl ----

// Reads ahead, and takes what was read before: the middle words for the cell of this step, by which its leaves are
// chosen, and the top words for the next one, by which its middle words are.
fn hook_begin_step() {
    if REPLAYS {
        return;
    }
    middles = next_middles;
    top = next_top;
    open_middles = next_open_middles;
    var taken = vec4<u32>(0u);
    {
        const ray = 0u;
        taken |= middle_words_0;
    }
    {
        const ray = 1u;
        taken |= middle_words_1;
    }
    {
        const ray = 2u;
        taken |= middle_words_2;
    }
    open_leaves = ~taken;
    var taken_above = vec4<u32>(0u);
    {
        const ray = 0u;
        taken_above |= top_words_0;
    }
    {
        const ray = 1u;
        taken_above |= top_words_1;
    }
    {
        const ray = 2u;
        taken_above |= top_words_2;
    }
    next_top = first_of(taken_above != vec4<u32>(FULL));
    let open = ~component(taken_above, next_top);
    next_middles = lowest_four(next_top, open);
    next_open_middles = without_lowest_four(open);
    if has_next {
        {
            const ray = 0u;
            middle_words_0 = read_middle_words(next_middles, next_lines_0);
        }
        {
            const ray = 1u;
            middle_words_1 = read_middle_words(next_middles, next_lines_1);
        }
        {
            const ray = 2u;
            middle_words_2 = read_middle_words(next_middles, next_lines_2);
        }
    }
    // Where there are no more than four words of the middle level, `top_words` stay 0: all of them are open.
    if has_later && MIDDLE_WORDS > 4u {
        {
            const ray = 0u;
            let line = later_lines_0;
            let first = read_top_word(0u, line);
            let second = read_top_word(1u, line);
            let third = read_top_word(2u, line);
            top_words_0 = vec4<u32>(first, second, third, read_top_word(3u, line));
        }
        {
            const ray = 1u;
            let line = later_lines_1;
            let first = read_top_word(0u, line);
            let second = read_top_word(1u, line);
            let third = read_top_word(2u, line);
            top_words_1 = vec4<u32>(first, second, third, read_top_word(3u, line));
        }
        {
            const ray = 2u;
            let line = later_lines_2;
            let first = read_top_word(0u, line);
            let second = read_top_word(1u, line);
            let third = read_top_word(2u, line);
            top_words_2 = vec4<u32>(first, second, third, read_top_word(3u, line));
        }
    }
}

// Moves on by a step, to the lines of the cell two steps after this one.
fn hook_find_lines(block: Block, local: u32, step: u32) {
    {
        const ray = 0u;
        lines_0 = next_lines_0;
        next_lines_0 = later_lines_0;
    }
    {
        const ray = 1u;
        lines_1 = next_lines_1;
        next_lines_1 = later_lines_1;
    }
    {
        const ray = 2u;
        lines_2 = next_lines_2;
        next_lines_2 = later_lines_2;
    }
    has_next = has_later;
    find_later_lines(block, local, step + 2u);
}

fn find_later_lines(block: Block, local: u32, step: u32) {
    let sheared = sheared_cell(block, local, step);
    has_later = step < block.steps && is_computed_cell(sheared);
    if has_later {
        {
            const ray = 0u;
            later_lines_0 = line_of(rays[ray], unsheared(sheared));
        }
        {
            const ray = 1u;
            later_lines_1 = line_of(rays[ray], unsheared(sheared));
        }
        {
            const ray = 2u;
            later_lines_2 = line_of(rays[ray], unsheared(sheared));
        }
    }
}

// Begins two steps before the first one, so that its words have been read when it comes.
fn hook_enter(block: Block, local: u32) {
    find_later_lines(block, local, 0u);
    hook_begin_step();
    // Step -1: `step + 2u` is 1.
    hook_find_lines(block, local, 0xffffffffu);
    hook_begin_step();
}

// Returns the value of the cell of the invocation, and records it on its lines. NOTHING is a value beyond all for
// which the host has reserved words; it is not recorded.
fn hook_visit(at: vec3<u32>) -> u32 {
    // No round, ALTERATIONS is 0.
    let to_zero = select(NO_VALUE, u32(MISERE), has_move_to_zero(at));
    // The zero position is terminal. In normal play a position without moves is the first on each of its lines, if there
    // are no alterations: the sets are empty, and the search finds 0.
    var value = 0u;
    if (MISERE || ALTERATIONS + LISTED > 0u) && is_terminal(at) {
        value = u32(MISERE);
        read_leaves_of(value);
    } else {
        let unseen = least_unseen(to_zero);
        value = least_free(unseen, to_zero);
        if value < unseen {
            read_leaves_of(value);
        }
    }
    if value != NOTHING {
        record_in_history(at, value);
        // On the diagonal a ray and its mirror image have one line, of which the second record writes the same.
        {
            const ray = 0u;
            record_on_line(value, ray, lines_0, leaves_0);
        }
        {
            const ray = 1u;
            record_on_line(value, ray, lines_1, leaves_1);
        }
        {
            const ray = 2u;
            record_on_line(value, ray, lines_2, leaves_2);
        }
    }
    return value;
}

// Records the value of the cell of the invocation, if it is known: in a wave that is replayed.
fn hook_record(at: vec3<u32>, value: u32) {
    if value / VALUES_PER_WORD >= WORDS {
        return;
    }
    record_in_history(at, value);
    read_leaves_of(value);
    {
        const ray = 0u;
        record_on_line(value, ray, lines_0, leaves_0);
    }
    {
        const ray = 1u;
        record_on_line(value, ray, lines_1, leaves_1);
    }
    {
        const ray = 2u;
        record_on_line(value, ray, lines_2, leaves_2);
    }
}

// The state of lines stays in the memory of the device.
fn hook_leave(block: Block, local: u32) {
}

fn hook_end_step() {
    // Other invocations read the bitsets and the history in the next step: it waits for all of the workgroup.
    storageBarrier();
}
