// The kernel `vector_palaces` for wythoff+block=2+alter=1,2 on 600x600: palaces.
// Overrides, of which a bool is 0 or 1, for waves that are computed: REPLAYS=0, CHECKSUMS=1, OUTCOMES=0, MISERE=0,
// BIAS=0, FIRST_P_VALUE=0, LAST_P_VALUE=2, EVEN_P_VALUES=0, GRID_DEPTH=19, EDGE_X=1, EDGE_Y=256, EDGE_A=64, MIRRORED=0,
// VALUE_BITS=8, LISTED=0, HISTORY_FRONTS=3, HISTORY_ROWS=1, HISTORY_COLUMNS=3, LEFT_RAYS=3, LEFT_ALTERATIONS=1,
// BLOCKING_NUMBER=2, IS_PARTIZAN=0, WRITES_VALUES=1, TILE_X=1, TILE_Y=128, TILE_Z=128, STORED_BITS=16, FILL=65535,
// DOMAIN_X=1, DOMAIN_Y=600, DOMAIN_Z=600, MOST_TOKENS=1198, LARGEST_VALUE=13.
// Bytes of the kernel's own buffers: alterations: 16, listed: 16, history: 589824, counts: 9596.
// Waves: 21. The wave 10: rows of slots from 0 on: 1, columns from 0 on: 3; workgroups: 3 x 1.

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
const BLOCK_LINES = 1149u;
const RAYS = 3u;
const ALTERATIONS = 1u;

const rays = array<Ray, 3>(
    Ray(vec3<u32>(0u, 0u, 1u), 1i, array<vec4<u32>, 3>(vec4<u32>(360000u, 600u, 1u, 0u), vec4<u32>(0u, 600u, 1u, 0u), vec4<u32>(600u, 1u, 1u, 0u)), 0u, Slots(0u, 256u, 256u, 63u, 1u, 256u, 319u)),
    Ray(vec3<u32>(0u, 1u, 0u), 1i, array<vec4<u32>, 3>(vec4<u32>(360000u, 600u, 1u, 600u), vec4<u32>(600u, 600u, 1u, 600u), vec4<u32>(0u, 0u, 1u, 1200u)), 0u, Slots(256u, 319u, 319u, 63u, 1u, 319u, 256u)),
    Ray(vec3<u32>(0u, 1u, 1u), 1i, array<vec4<u32>, 3>(vec4<u32>(360000u, 600u, 1u, 1200u), vec4<u32>(600u, 600u, 1u, 1200u), vec4<u32>(599u, 1u, 1u, 1799u)), 0u, Slots(575u, 574u, 574u, 31u, 1u, 287u, 288u)),
);

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

// ---- counts ----

// Lines that carry a number each, which the steps of a block read and write in workgroup memory: a count of positions,
// or what the best option on the line is worth.
// Host half: src/engine/gpu/kernels/vector.rs, and src/engine/gpu/blocks/slots.rs for the slots.
//
// Blocks of a front share no line, and neither do cells of a step, nor a line and the mirror image of another one
// (src/engine/gpu/schedule/wavefront.rs has the proof): counts need no atomics. While a block is computed, the
// counts of the lines that cross it are in workgroup memory, where each has a slot, and each ray has slots of its own. No
// slot is looked up: it follows from the cell by a few additions. `origin`, `within` and `point` are sheared here: their .z
// is a token sum a. A sheared ray is (dx, dy, da).
//
// Let (i, j, k) be a cell of the block relative to its origin. The line through the cell is followed back by the
// t = floor(k / da) times that the step k allows, to the point (i - t dx, j - t dy, k % da). The line has exactly one such
// point, whose first coordinates may be negative. With T the largest t of the block, the slots of the ray, the first index
// of which varies slowest, are
//   da                    k % da
//   width_x               i - t dx + T dx
//   width_y               j - t dy + T dy
//
//        k ->    0 1 2 3        The slots of the ray (0, 1, 1) in a block with the edges 1, 4, 4: da = 2, T = 1,
//     j = 0      1 6 0 5        width_x = 1, width_y = 5. Equal numbers lie on one line; adding the ray goes 1 down and
//         1      2 7 1 6        2 to the right. The lines of 0 and 5 enter the block at k = 2, 3: their points have
//         2      3 8 2 7        j - t dy = -1.
//         3      4 9 3 8
//
// Where only cells with y <= z are computed (MIRRORED), a line and its mirror image (y and z swapped) hold the same values.
// So they have one count, to which a computed cell of either adds, a cell on the diagonal once. Of the two rays the image
// ray (lines.wgsl) has no slots of its own: its line through (x, y, z) has the slot of the base ray's line through (x, z, y),
// whose point is found as above, with z in place of y. If that line may cross the block too, near the diagonal, its slot is
// one of those above, the near slots. Otherwise it is one of the far slots, which follow them. They have the index
//   width_z               z - t dz - least z
// in place of that of width_y. Here dz is the image ray's, hence the base ray's dy, and the least z is what the formula
// z = a - x - y gives for the least a and the largest x and y of the block; it may be negative.
//
// For instance the base ray (0, 1, 0) and the image ray (0, 0, 1), on two heaps, in the block with the edges 1, 4, 4 of y from 0 and a from 4 on:
// T = 3, width_y = 7, width_z = 4, 7 near slots, least z = 4 - 3 = 1. A line of the base ray has one z = c, and the slot
// 7 - c: the cell (y, z) = (1, 4) has 3. For the image ray the slot of its mirror image (4, 1) is 7 - 1 = 6, a near one,
// although cells of z = 1 are not computed in this block. The cell (0, 5) has 2; that of (5, 0) would be 7 - 0, which is no
// near slot any more. In the block (0, 5) is at k = 1, so that t = 1: its far slot is 7 + (5 - 1 - 1) = 10.

// For each line of the domain, by its number, how many positions on it count; 0 before its first cell.
@group(0) @binding(5) var<storage, read_write> counts: array<i32>;
// For each of the BLOCK_LINES slots of a block the number of its line among the lines of the whole domain, which only the
// invocation that has written it reads, and its count; of scores, what its best option is worth.
var<workgroup> line_numbers: array<u32, BLOCK_LINES>;
var<workgroup> block_counts: array<i32, BLOCK_LINES>;

// A slot without a line of cells that the block computes.
const NO_LINE = 0xffffffffu;

// Returns how far z is beyond the origin's y at the first cell of the block.
fn height(block: Block) -> i32 {
    let origin_a = i32(block.origin.z);
    return origin_a - i32(block.origin.x) - 2i * i32(block.origin.y);
}

// Returns how far the least z is beyond the origin's y.
fn least_height(block: Block) -> i32 {
    return height(block) - i32(EDGE_X + EDGE_Y - 2u);
}

// Returns the slot of the line of a ray through the cell that is `within` the block. For a point that is no computed cell
// it may be any number, which is not used.
fn slot_of(ray: Ray, block: Block, within: vec3<u32>) -> u32 {
    let vector = ray.vector;
    let along_a = vector.x + vector.y + vector.z;
    // T - t.
    let back = ray.slots.most_times - within.z / along_a;
    let across = within.z % along_a * ray.slots.width_x + within.x + back * vector.x;
    if ray.is_image == 0u {
        return ray.slots.first + across * ray.slots.width_y + within.y + back * vector.y;
    }
    // The cell's z - t dz + T dz, beyond the origin's y.
    let beyond_y = i32(within.z + back * vector.z) - i32(within.x + within.y) + height(block);
    if beyond_y < i32(ray.slots.width_y) {
        return ray.slots.first + across * ray.slots.width_y + u32(beyond_y);
    }
    // As t dz <= k, i < EDGE_X and j < EDGE_Y, it is not negative.
    let distance = beyond_y - i32(ray.slots.most_times * vector.z) - least_height(block);
    return ray.slots.first + ray.slots.near + across * ray.slots.width_z + u32(distance);
}

// A range of numbers t, from range.x to range.y; it is empty if range.x > range.y. Returns its part with low <= value + t * slope <= high, if all of
// it is from 0 on. That is ceil((low - value) / slope) <= t <= floor((high - value) / slope) where the slope is positive:
// with the value -3, the slope 2 and 0 <= -3 + 2t <= 4 the range (0, 9) becomes (2, 3).
fn clip(range: vec2<i32>, value: i32, slope: i32, low: i32, high: i32) -> vec2<i32> {
    if slope < 0i {
        return clip_upwards(range, -value, -slope, -high, -low);
    }
    return clip_upwards(range, value, slope, low, high);
}

fn clip_upwards(range: vec2<i32>, value: i32, slope: i32, low: i32, high: i32) -> vec2<i32> {
    if value > high || (slope == 0i && value < low) {
        return vec2<i32>(0i, -1i);
    }
    if slope == 0i {
        return range;
    }
    let first = (max(low - value, 0i) + slope - 1i) / slope;
    return vec2<i32>(max(range.x, first), min(range.y, (high - value) / slope));
}

// Returns the number of a line of a base ray among the lines of the whole domain, if the block computes one of the line's
// cells, or of the cells of its mirror image if `of_mirror_image`; else NO_LINE. `point` is the point of the line as above.
fn line_number(ray: Ray, block: Block, point: vec3<i32>, of_mirror_image: bool) -> u32 {
    let origin = vec3<i32>(block.origin);
    let vector = vec3<i32>(ray.vector);
    // The point in x, y and z, which t times the vector lead from to all cells of the line in the block.
    let xy = origin.xy + point.xy;
    let at = vec3<i32>(xy, origin.z + point.z - xy.x - xy.y);
    // The cells that may be computed.
    let cell = select(at, at.xzy, of_mirror_image);
    let along = select(vector, vector.xzy, of_mirror_image);
    var range = vec2<i32>(0i, i32(ray.slots.most_times));
    range = clip(range, point.z, vector.x + vector.y + vector.z, 0i, i32(block.steps) - 1i);
    range = clip(range, cell.x, along.x, origin.x, min(origin.x + i32(EDGE_X), i32(DOMAIN_X)) - 1i);
    range = clip(range, cell.y, along.y, origin.y, min(origin.y + i32(EDGE_Y), i32(DOMAIN_Y)) - 1i);
    range = clip(range, cell.z, along.z, 0i, i32(DOMAIN_Z) - 1i);
    if MIRRORED {
        // y <= z. There is no upper end: this is more than any coordinate.
        range = clip(range, cell.z - cell.y, along.z - along.y, 0i, 0x3fffffff);
    }
    if range.x > range.y {
        return NO_LINE;
    }
    return line_of(ray, vec3<u32>(at + range.x * vector));
}

// Numbers the lines of a base ray's slots, and reads their counts.
fn load_counts_of_ray(ray: Ray, block: Block, local: u32) {
    if ray.is_image == 1u {
        return;
    }
    let most_times = vec3<i32>(vec3<u32>(ray.slots.most_times));
    let back = most_times * vec3<i32>(ray.vector);
    let has_image = ray.slots.all > ray.slots.near;
    for (var index = local; index < ray.slots.all; index += WORKGROUP_SIZE) {
        var number = NO_LINE;
        if index < ray.slots.near {
            let across = index / ray.slots.width_y;
            let point = vec3<i32>(
                i32(across % ray.slots.width_x) - back.x,
                i32(index % ray.slots.width_y) - back.y,
                i32(across / ray.slots.width_x),
            );
            number = line_number(ray, block, point, false);
            if number == NO_LINE && has_image {
                number = line_number(ray, block, point, true);
            }
        } else {
            let far = index - ray.slots.near;
            let across = far / ray.slots.width_z;
            let beyond_y = i32(far % ray.slots.width_z) + least_height(block);
            let point = vec3<i32>(
                i32(across % ray.slots.width_x) - back.x,
                beyond_y,
                i32(across / ray.slots.width_x),
            );
            // Otherwise the line has a near slot.
            if beyond_y + back.y >= i32(ray.slots.width_y) {
                number = line_number(ray, block, point, true);
            }
        }
        let slot = ray.slots.first + index;
        line_numbers[slot] = number;
        if number != NO_LINE {
            block_counts[slot] = counts[number];
        }
    }
}

// Writes the counts of a base ray's slots. The invocation that has read a count writes it.
fn store_counts_of_ray(ray: Ray, local: u32) {
    if ray.is_image == 1u {
        return;
    }
    for (var index = local; index < ray.slots.all; index += WORKGROUP_SIZE) {
        let slot = ray.slots.first + index;
        if line_numbers[slot] != NO_LINE {
            counts[line_numbers[slot]] = block_counts[slot];
        }
    }
}

// The defaults of the hooks of blocks.wgsl, in all kernels whose lines carry counts.
fn hook_enter(block: Block, local: u32) {
    {
        const ray = 0u;
        load_counts_of_ray(rays[ray], block, local);
    }
    {
        const ray = 1u;
        load_counts_of_ray(rays[ray], block, local);
    }
    {
        const ray = 2u;
        load_counts_of_ray(rays[ray], block, local);
    }
    workgroupBarrier();
}

fn hook_find_lines(block: Block, local: u32, step: u32) {
    let within = vec3<u32>(local / EDGE_Y, local % EDGE_Y, step);
    {
        const ray = 0u;
        lines_0 = slot_of(rays[ray], block, within);
    }
    {
        const ray = 1u;
        lines_1 = slot_of(rays[ray], block, within);
    }
    {
        const ray = 2u;
        lines_2 = slot_of(rays[ray], block, within);
    }
}

// Counts are at hand: nothing is read ahead.
fn hook_begin_step() {
}

fn hook_end_step() {
    if ALTERATIONS > 0u {
        // For the history, which is in storage.
        storageBarrier();
    }
    workgroupBarrier();
}

fn hook_leave(block: Block, local: u32) {
    {
        const ray = 0u;
        store_counts_of_ray(rays[ray], local);
    }
    {
        const ray = 1u;
        store_counts_of_ray(rays[ray], local);
    }
    {
        const ray = 2u;
        store_counts_of_ray(rays[ray], local);
    }
}

// ---- wins ----

// Lines that count the positions to which a player would move to win: in impartial games the P-positions.
// Host half: src/engine/gpu/kernels/vector_palaces.rs.
//
// The rays and alterations of Left come first, then those of Right. Where both have the same moves, in impartial games, there
// is one player, Left, who has all of them.

// Number of rays, and of altered vectors, that are Left's.
override LEFT_RAYS: u32;
override LEFT_ALTERATIONS: u32;

// The players.
const LEFT = 0u;
const RIGHT = 1u;

fn moves_of(player: u32) -> Moves {
    if player == LEFT {
        return Moves(0u, LEFT_RAYS, 0u, LEFT_ALTERATIONS);
    }
    return Moves(LEFT_RAYS, RAYS, LEFT_ALTERATIONS, ALTERATIONS);
}

// Whether a player has no move from a cell, and that has to be known. In normal play without exceptions it is false at once,
// also without moves: then there is no line with a count, `wins_behind` is 0, and the player loses as is right.
fn must_treat_as_stuck(player: u32, at: vec3<u32>) -> bool {
    return (MISERE || ALTERATIONS + LISTED > 0u)
        && (is_declared_terminal(at) || !has_move(moves_of(player), at));
}

// Returns how many options of a player, at the cell of the invocation, win for that player.
fn wins_behind(player: u32, at: vec3<u32>) -> i32 {
    let moves = moves_of(player);
    var wins = 0i;
    // Over all rays, so that the loop is unrolled: see README.md.
    {
        const ray = 0u;
        if ray >= moves.first_ray && ray < moves.past_ray {
            wins += rays[ray].weight * block_counts[lines_0];
        }
    }
    {
        const ray = 1u;
        if ray >= moves.first_ray && ray < moves.past_ray {
            wins += rays[ray].weight * block_counts[lines_1];
        }
    }
    {
        const ray = 2u;
        if ray >= moves.first_ray && ray < moves.past_ray {
            wins += rays[ray].weight * block_counts[lines_2];
        }
    }
    for (var altered = moves.first_alteration; altered < moves.past_alteration; altered++) {
        let value = value_behind(altered, at);
        if value != NO_VALUE && hook_is_won(player, value) {
            wins += select(1i, -1i, alterations[altered].removed == 1u);
        }
    }
    // The zero position is P in normal play, and a move to it is a move of both players.
    return wins + select(0i, 1i, !MISERE && has_move_to_zero(at));
}

// Records the value of the cell of the invocation. On the diagonal the line of an image ray shares its count with that of
// the base ray, where the cell is counted.
fn record_wins(at: vec3<u32>, value: u32) {
    record_in_history(at, value);
    {
        const ray = 0u;
        let is_own_line = rays[ray].is_image == 0u || at.y != at.z;
        if is_own_line && hook_is_won(select(RIGHT, LEFT, ray < LEFT_RAYS), value) {
            block_counts[lines_0] += 1i;
        }
    }
    {
        const ray = 1u;
        let is_own_line = rays[ray].is_image == 0u || at.y != at.z;
        if is_own_line && hook_is_won(select(RIGHT, LEFT, ray < LEFT_RAYS), value) {
            block_counts[lines_1] += 1i;
        }
    }
    {
        const ray = 2u;
        let is_own_line = rays[ray].is_image == 0u || at.y != at.z;
        if is_own_line && hook_is_won(select(RIGHT, LEFT, ray < LEFT_RAYS), value) {
            block_counts[lines_2] += 1i;
        }
    }
}

// ---- vector_palaces ----

// Palace numbers and outcomes of vector games, and outcome classes of partizan vector games.
//
// The palace number of a position is how many of its options are P-positions. Before each move the opponent may block
// BLOCKING_NUMBER options, so a position is P exactly if its palace number is at most that. An option lies behind the cell
// on one of its lines, so each line carries the number of P-positions on it so far. The palace number is the sum of the
// counts of the lines through the cell, each times the weight of its ray. The host chooses rays and weights so that each
// option counts once: the multiples of 2 and those of 3 have those of 6 in common, hence the rays (2) and (3) have the
// weight 1, and a ray (6) is added whose weight is -1. Other rays have the weight 1.
//
//        P . .        P-positions of Wythoff Nim. [3] has one to its left, one above and one on its diagonal, so that its
//        . . P        palace number is 1 + 1 + 1, more than the BLOCKING_NUMBER 0. A P-position itself adds 1 to the
//        . P [3]      counts of its three lines.
//
// In a partizan game each player has rays of their own, and wins by moving to a position that the opponent loses from. So
// a line carries the number of positions on it to which the player whose ray it is would move to win. A player who begins
// wins if such a number is positive on some line of theirs through the cell.
//
//        . . . l . .       Left's ray leads across, Right's leads down; l and r mark what Left and Right would win by
//        . . . r . .       moving to. At [ ] Left finds a count of 2 on the line across and wins, Right finds 1 on the
//        l l r [ ]         line down and wins too: the class is N. Then [ ] is counted on Left's line if Left, having
//                          moved there, wins, and on Right's in the same way: N is counted on neither, P on both. (The
//                          marks are made up: with these rays alone no position is N.)
//
// An invocation does this for one cell of each step of its block, with the counts in workgroup memory: see counts.wgsl.
// One dispatch computes a front of blocks, which is the wave: see blocks.wgsl, which has the entry point. The host gives
// `rays` (lines.wgsl), those of Left first, the buffer `counts` (counts.wgsl) and the three buffers of alterations.wgsl.
// blocks.wgsl and counts.wgsl have all hooks that are not here; wins.wgsl adds up the lines of a cell, and adds to them.
// Twin of src/engine/cpu/vector_palaces.rs and src/engine/cpu/partizan.rs; host half:
// src/engine/gpu/kernels/vector_palaces.rs.

// How many options the opponent may block before each move. The host refuses misere play with blocking.
override BLOCKING_NUMBER: i32;
// Whether the players have rays of their own, so that the values are outcome classes.
override IS_PARTIZAN: bool;

// The outcome classes as they are stored: who wins is the previous player, the next player, Left, Right. (Of outcomes, in
// impartial games, a P-position is 1.)
const CLASS_P = 0u;
const CLASS_N = 1u;
const CLASS_L = 2u;
const CLASS_R = 3u;

// Returns the palace number of the cell of the invocation, which is asked for in normal play only, or its outcome.
fn palaces_of(at: vec3<u32>) -> u32 {
    let terminal = must_treat_as_stuck(LEFT, at);
    let palaces = select(wins_behind(LEFT, at), 0i, terminal);
    let is_p = palaces <= BLOCKING_NUMBER && !(terminal && MISERE);
    return select(u32(palaces), u32(is_p), OUTCOMES);
}

// Whether a player who begins at the cell of the invocation wins.
fn wins(player: u32, at: vec3<u32>) -> bool {
    if must_treat_as_stuck(player, at) {
        return MISERE;
    }
    return wins_behind(player, at) > 0i;
}

// Returns the outcome class of the cell of the invocation.
fn class_of(at: vec3<u32>) -> u32 {
    let left = wins(LEFT, at);
    let right = wins(RIGHT, at);
    return select(select(CLASS_P, CLASS_R, right), select(CLASS_L, CLASS_N, right), left);
}

// A player wins who has moved to a P-position, or to a class in which the opponent, who begins there, loses.
fn hook_is_won(player: u32, value: u32) -> bool {
    if IS_PARTIZAN {
        return value == CLASS_P || value == select(CLASS_R, CLASS_L, player == LEFT);
    }
    return select(i32(value) <= BLOCKING_NUMBER, value == 1u, OUTCOMES);
}

fn hook_visit(at: vec3<u32>) -> u32 {
    var value = 0u;
    if IS_PARTIZAN {
        value = class_of(at);
    } else {
        value = palaces_of(at);
    }
    hook_record(at, value);
    return value;
}

fn hook_record(at: vec3<u32>, value: u32) {
    record_wins(at, value);
}
