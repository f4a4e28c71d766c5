// The kernel `vector_palaces` for wythoff+block=2+alter=1,2 on 600x600: palaces.
// Overrides, of which a bool is 0 or 1, for waves that are computed: REPLAYS=0, CHECKSUMS=1, OUTCOMES=0, MISERE=0,
// BIAS=0, FIRST_P_VALUE=0, LAST_P_VALUE=2, EVEN_P_VALUES=0, GRID_DEPTH=19, EDGE_X=1, EDGE_Y=256, EDGE_A=64, MIRRORED=0,
// VALUE_BITS=8, LISTED=0, HISTORY_FRONTS=3, HISTORY_ROWS=1, HISTORY_COLUMNS=3, FIRST_RAYS=3, FIRST_ALTERATIONS=1,
// BLOCKING_NUMBER=2, IS_PARTIZAN=0, WRITES_VALUES=1, TILE_X=1, TILE_Y=128, TILE_Z=128, STORED_BITS=16, FILL=65535,
// DOMAIN_X=1, DOMAIN_Y=600, DOMAIN_Z=600, MOST_TOKENS=1198, LARGEST_VALUE=13.
// Bytes of the kernel's own buffers: alterations: 16, listed: 16, history: 589824, counts: 9596.
// Waves: 21. The wave 10: rows of slots from 0 on: 1, columns from 0 on: 3; workgroups: 3 x 1.

// ---- dispatch ----

// The uniform of a dispatch: which wave it computes, and where the results of the wave lie.
// Host half: `WaveUniform` in src/engine/gpu/schedule/mod.rs.
//
// A wave is a set of positions that do not need one another's values: a layer of one grade, or a front of blocks. Each
// entry point that computes is dispatched for one wave after another.

// Rows and columns, each pair of which has a slot.
struct LayerRectangle {
    first_row: u32,
    rows: u32,
    first_column: u32,
    columns: u32,
}

struct Wave {
    // The slots of the cells of a layer, or of the blocks of a front. Canonical positions have none.
    slots: LayerRectangle,
    // The grade of the positions, or the sum of the indices of each block.
    index: u32,
    // The workgroups of a wave are a grid, since a dimension of a dispatch takes at most 65,535. Those beyond the wave,
    // in the last row, return. A wave that takes long is cut into several dispatches, each of some rows; this is the
    // first row of the dispatch.
    first_workgroup_row: u32,
    // Workgroups of a row of the grid.
    workgroup_columns: u32,
    // Word of `values` at which the wave begins.
    first_word: u32,
    // Index into `totals` at which the wave begins.
    first_total: u32,
}

@group(0) @binding(0) var<uniform> wave: Wave;

// Returns the number of a workgroup within its wave, row by row.
fn workgroup_number(workgroup: vec3<u32>) -> u32 {
    return (wave.first_workgroup_row + workgroup.y) * wave.workgroup_columns + workgroup.x;
}

// ---- lines ----

// The rays of a game, and the lines of each, numbered.
// Twin of src/engine/vector_games/line_numbering.rs, which explains the numbering; host half:
// src/engine/gpu/kernels/lines.rs.
//
// A ray is a vector of which any multiple is a move; a line is the set of the cells that differ by multiples of one ray.
// So each cell lies on a line of every ray, and the options along a ray are the cells behind on that line.
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
    step: vec3<u32>,
    // What it weighs: the factor of the line's count in the sum over the rays of a cell (palace numbers), or the
    // points of a step (scores).
    weight: i32,
    // Strides of the three coordinates, and the base, for each axis k: see `line_of`.
    numbering: array<vec4<u32>, 3>,
    // 1 when its lines have the numbers of their mirror images, which are lines of an earlier ray, else 0: a `bool` is
    // not host-shareable. Numbering and slots are then those of that ray.
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
//
// The entry of a line is its cell from which the ray cannot be subtracted. With k the first axis along which the entry has
// fewer tokens than the ray, the number of the line is dot(entry, numbering[k].xyz) + numbering[k].w.
fn line_of(ray: Ray, cell: vec3<u32>) -> u32 {
    let step = select(ray.step, ray.step.xzy, ray.is_image == 1u);
    let at = select(cell, cell.xzy, ray.is_image == 1u);
    var times = 0xffffffffu;
    if step.x > 0u { times = min(times, at.x / step.x); }
    if step.y > 0u { times = min(times, at.y / step.y); }
    if step.z > 0u { times = min(times, at.z / step.z); }
    let entry = at - times * step;
    var numbering = ray.numbering[2];
    if entry.y < step.y { numbering = ray.numbering[1]; }
    if entry.x < step.x { numbering = ray.numbering[0]; }
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

// The values of the latest waves, each wave from `wave.first_word` on. Every value has 1 added, so that 0 marks a cell that
// no invocation has written: if tiles are gathered, the host clears the words of a wave before the wave is computed. If
// none are, the buffer has room for one wave where a later dispatch reads it (digraph.wgsl, rules.wgsl), else for nothing.
// How the words of a wave are laid out is said in blocks.wgsl (packed, block by block), canonical.wgsl (two in a word, row
// by row) and rules.wgsl (the whole table).
@group(0) @binding(1) var<storage, read_write> values: array<u32>;

// ---- words ----

// The words of `values`, as tiles and rules find them. Where a table that stays as a whole takes several buffers, the
// host writes this module instead, with the same functions, which choose the buffer.
// Host half: src/engine/gpu/table.rs.

// The values, of zeros before finished tiles are scattered. Atomic, since cells of several words of tiles may share a word.
@group(0) @binding(1) var<storage, read_write> scattered_values: array<atomic<u32>>;

fn value_word(word: u32) -> u32 {
    return values[word];
}

fn set_value_word(word: u32, bits: u32) {
    values[word] = bits;
}

// Only for entry points that do not call the functions above, which have another name for the same buffer.
fn add_to_value_word(word: u32, bits: u32) {
    atomicOr(&scattered_values[word], bits);
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
// Sides of the domain, and the largest token sum in it. They are constants of all kernels.
override DOMAIN_X: u32;
override DOMAIN_Y: u32;
override DOMAIN_Z: u32;
override MOST_TOKENS: u32;
// A proven bound on the values, with the bias.
override LARGEST_VALUE: u32;

// Where the values of a wave lie.
struct WavePlace {
    // Word of `values` at which they begin.
    first_word: u32,
    // First row, first column and number of columns of its slots.
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
    // Index into `values`.
    word: u32,
    // The lowest bit of the value in that word.
    shift: u32,
    // The bits of a value, from the lowest one on; none where the cell is no position.
    bits: u32,
}

fn wave_place(index: u32) -> WavePlace {
    return wave_places[index % arrayLength(&wave_places)];
}

// The words of a tile that an invocation gathers or scatters. The workgroups of a row share a tile.
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

fn is_in_domain(at: vec3<u32>) -> bool {
    return all(at < vec3<u32>(DOMAIN_X, DOMAIN_Y, DOMAIN_Z))
        && at.x + at.y + at.z <= MOST_TOKENS;
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
    if place.bits == 0u {
        return FILL;
    }
    let written = (value_word(place.word) >> place.shift) & place.bits;
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
            add_to_value_word(place.word, (value + 1u) << place.shift);
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
// the copies: of 256 invocations 16 wait for one another, and then 16 copies are added up, which a binary tree of
// invocations would do in 8 rounds with a barrier after each.

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
// the token sum. Here for two heaps, with y downwards and a to the right:
//
//            a ->                      A wave is a front: the blocks whose indices have one sum, here 2. They share no
//          +-----+-----+-----+         line, and all that they need lies in fronts before. One dispatch computes them,
//        y |  0  |  1  | *2* |         a workgroup each. The cells of a block with one a are a step, here a column of
//          +-----+-----+-----+         the block: each invocation has a row, and computes one cell of each step. The
//        | |  1  | *2* |  3  |         steps follow one another, with a barrier between them.
//        v +-----+-----+-----+
//
// The host gives the slots of the front, in the uniform `wave`: a slot (i, j) is for the block with these indices along x
// and y, whose index along a is wave.index - i - j. It gives the edges of blocks as constants, and dispatches a workgroup
// for each slot. What is kept for a line, a bitset or a count, is the kernel's own, which supplies the hooks.
// Host half, with a proof that no two invocations share a line: src/engine/gpu/schedule/wavefront.rs.

// Blocks of the grid along the last axis.
override GRID_DEPTH: u32;
// Edges of a block, the last along a. WORKGROUP_SIZE is EDGE_X * EDGE_Y: each row, with x and y fixed, has an invocation.
override EDGE_X: u32;
override EDGE_Y: u32;
override EDGE_A: u32;
// Whether only cells with y <= z are computed.
override MIRRORED: bool;
// Bits of a value in `values`.
override VALUE_BITS: u32;

// The words of a block in `values`, the first index of which varies slowest:
//   ceil(EDGE_A / values_per_word())      word of a row, which holds successive steps
//   EDGE_X, EDGE_Y                        row
// The first value of a word is in its lowest bits; cells that are not computed are 0.

struct Block {
    // False for workgroups beyond the front, for slots that belong to no block, and for blocks without computed cells.
    exists: bool,
    // The least x, y and a.
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
        let rest = wave.index - i - j;
        origin = vec3<u32>(i, j, rest) * vec3<u32>(EDGE_X, EDGE_Y, EDGE_A);
        let past = origin + vec3<u32>(EDGE_X, EDGE_Y, EDGE_A);
        // Whether a <= x + y + DOMAIN_Z - 1, and z >= 0 or z >= y, for some of its x, y and a.
        let is_before_far_side = origin.z <= past.x + past.y + DOMAIN_Z - 3u;
        let is_beyond_near_side = origin.x + (1u + u32(MIRRORED)) * origin.y < past.z;
        exists = i + j <= wave.index && rest < GRID_DEPTH
            && is_before_far_side && is_beyond_near_side;
    }
    let steps = min(EDGE_A, MOST_TOKENS - min(origin.z, MOST_TOKENS) + 1u);
    return Block(exists, origin, steps, wave.first_word + slot * words_of_block());
}

// Returns x, y and a of the cell of an invocation in a step: its row is the pair of x and y.
fn sheared_cell(block: Block, local: u32, step: u32) -> vec3<u32> {
    return block.origin + vec3<u32>(local / EDGE_Y, local % EDGE_Y, step);
}

// Whether the cell with these sheared coordinates is in the domain, and not computed as the mirror image
// of another one.
fn is_computed_cell(at: vec3<u32>) -> bool {
    let least = at.x + at.y;
    return at.x < DOMAIN_X && at.y < DOMAIN_Y
        && at.z >= least + u32(MIRRORED) * at.y && at.z - least < DOMAIN_Z;
}

// Returns the cell with these sheared coordinates.
fn unsheared(at: vec3<u32>) -> vec3<u32> {
    return vec3<u32>(at.xy, at.z - at.x - at.y);
}

// The values of the row that have not been written to `values`.
var<private> row_word: u32;

// Writes the value of a step, with 1 added, to the row of an invocation, or 0 for no cell.
fn write_value(block: Block, local: u32, step: u32, field: u32) {
    if !WRITES_VALUES {
        return;
    }
    let per_word = values_per_word();
    row_word |= field << (step % per_word * VALUE_BITS);
    if step % per_word == per_word - 1u || step + 1u == block.steps {
        values[block.first_word + step / per_word * (EDGE_X * EDGE_Y) + local] = row_word;
        row_word = 0u;
    }
}

// Counts the value of a cell, for its mirror image too if that is not computed. Returns the value with 1
// added, or 0 for one for which there are too few bits: it is beyond the bound, and is left as not written.
fn finish(at: vec3<u32>, value: u32) -> u32 {
    count_position(at, value);
    if MIRRORED && at.y != at.z {
        count_position(at.xzy, value);
    }
    return select(0u, value + 1u, value < written_bits());
}

// Returns what lies in `values` for the cell of an invocation in a step of a wave that is replayed,
// without the 1 that is added. Where nothing lies, that is 0xffffffff: the maximum in the totals is then beyond the bound,
// and the host ends the run with an error, whatever else follows from it.
fn known_value(block: Block, local: u32, step: u32) -> u32 {
    let per_word = values_per_word();
    let word = values[block.first_word + step / per_word * (EDGE_X * EDGE_Y) + local];
    return ((word >> (step % per_word * VALUE_BITS)) & written_bits()) - 1u;
}

// Returns the bits of a value in `values`.
fn written_bits() -> u32 {
    return 0xffffffffu >> (32u - VALUE_BITS);
}

// Whether a position is computed, and not only as the mirror image of another one.
fn is_in_computed_half(at: vec3<u32>) -> bool {
    return !MIRRORED || at.y <= at.z;
}

// Returns the one of a position and its mirror image that is computed.
fn image_in_computed_half(at: vec3<u32>) -> vec3<u32> {
    return select(at.xzy, at, is_in_computed_half(at));
}

// Returns where the value of a computed position lies, if its front is one of the latest.
fn place_in_block(at: vec3<u32>) -> Place {
    let sheared = vec3<u32>(at.xy, at.x + at.y + at.z);
    let edges = vec3<u32>(EDGE_X, EDGE_Y, EDGE_A);
    let block = sheared / edges;
    let within = sheared - block * edges;
    let front = block.x + block.y + block.z;
    let place = wave_place(front);
    let slot = (block.x - place.first_row) * place.columns + block.y - place.first_column;
    let per_word = values_per_word();
    let row = within.x * EDGE_Y + within.y;
    let word = slot * words_of_block() + within.z / per_word * (EDGE_X * EDGE_Y) + row;
    return Place(front, place.first_word + word, within.z % per_word * VALUE_BITS, written_bits());
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
        var field = 0u;
        if is_computed_cell(sheared) {
            let at = unsheared(sheared);
            var value = 0u;
            if REPLAYS {
                value = known_value(block, local, step);
                hook_record(at, value);
            } else {
                value = hook_visit(at);
            }
            field = finish(at, value);
        }
        write_value(block, local, step, field);
        // Before the barrier, so that invocations that have finished early do not only wait.
        hook_find_lines(block, local, step + 1u);
        hook_end_step();
    }
    hook_leave(block, local);
    add_totals(local);
}

// ---- counts ----

// Lines that carry a number each, which the steps of a block read and write in workgroup memory: a count of positions,
// or what the best option on the line is worth.
// Host half: src/engine/gpu/kernels/vector.rs, and src/engine/gpu/blocks/slots.rs for the slots.
//
// Blocks of a front share no line, and neither do cells of a step, so counts need no
// atomics. While a block is computed, the counts of the lines that cross it are in workgroup memory, where
// each has a slot. No slot is looked up: it follows from the cell by a few additions.
//
// Let (i, j, k) be a cell of the block relative to its origin, and (dx, dy, da) a ray, both in sheared coordinates. The
// line through the cell is followed back by the t = floor(k / da) times that the step k allows, to the point
// (i - t dx, j - t dy, k % da). The line has exactly one such point, whose first coordinates may be negative. With T the
// largest t of the block, the slots of the ray, the first index of which varies slowest, are
//   da                    k % da
//   width_x               i - t dx + T dx
//   width_y               j - t dy + T dy
// These are all slots of a ray whose lines do not share their counts. If they do, the mirror image of the
// ray has no slots of its own: its line through (x, y, z) has the slot of the line that it shares the
// count with, which is the line of the ray through (x, z, y). The point of that line is found as above, with
// z in place of y. Near the diagonal that line may cross the block too; then its slot is one of those above,
// the near slots. Otherwise it is one of the far slots, which follow them. They have in place of
// j - t dy + T dy the distance from the least z that a line of the block may have there.

// For each line of the domain, by its number, how many positions on it count; 0 before its first cell.
@group(0) @binding(5) var<storage, read_write> counts: array<i32>;
// For each of the BLOCK_LINES slots of a block the number of its line among the lines of the whole domain, which only the
// invocation that has written it reads, and its count.
var<workgroup> line_numbers: array<u32, BLOCK_LINES>;
var<workgroup> block_counts: array<i32, BLOCK_LINES>;

// A slot without a line of cells that the block computes.
const NO_LINE = 0xffffffffu;

// Returns how far z is beyond the origin's y at the first cell of the block.
fn height(block: Block) -> i32 {
    return i32(block.origin.z) - i32(block.origin.x) - 2i * i32(block.origin.y);
}

// Returns the slot of the line of a ray through the cell that is `within` the block, in sheared
// coordinates.
fn slot_of(ray: Ray, block: Block, within: vec3<u32>) -> u32 {
    let along_a = ray.step.x + ray.step.y + ray.step.z;
    let back = ray.slots.most_times - within.z / along_a;
    let across = within.z % along_a * ray.slots.width_x + within.x + back * ray.step.x;
    if ray.is_image == 0u {
        return ray.slots.first + across * ray.slots.width_y + within.y + back * ray.step.y;
    }
    // The mirror image of the ray has dy where this one has dz.
    let beyond = i32(within.z + back * ray.step.z) - i32(within.x + within.y);
    let near = beyond + height(block);
    if near < i32(ray.slots.width_y) {
        return ray.slots.first + across * ray.slots.width_y + u32(near);
    }
    let distance = beyond + i32(EDGE_X + EDGE_Y) - 2i - i32(ray.slots.most_times * ray.step.z);
    return ray.slots.first + ray.slots.near + across * ray.slots.width_z + u32(distance);
}

// Finds the slots of the lines of the cell of an invocation in a step.
fn find_slots(block: Block, local: u32, step: u32) {
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

// Returns the t of a range, from 0 on, with low <= value + t * slope <= high; a range with -1 as its end if there is none.
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

// Returns the number of a line among the lines of the whole domain if the block computes one of its cells,
// else NO_LINE. `point` is the point of the line as above; it has z in place of y if the line is `of_mirror_image`.
fn line_number(ray: Ray, block: Block, point: vec3<i32>, of_mirror_image: bool) -> u32 {
    let origin = vec3<i32>(block.origin);
    let step = vec3<i32>(ray.step);
    let at = origin.xy + point.xy;
    let third = origin.z + point.z - at.x - at.y;
    let y = select(at.y, third, of_mirror_image);
    let z = select(third, at.y, of_mirror_image);
    let along_y = select(step.y, step.z, of_mirror_image);
    let along_z = select(step.z, step.y, of_mirror_image);
    var range = vec2<i32>(0i, i32(ray.slots.most_times));
    range = clip(range, point.z, step.x + step.y + step.z, 0i, i32(block.steps) - 1i);
    range = clip(range, at.x, step.x, origin.x, min(origin.x + i32(EDGE_X), i32(DOMAIN_X)) - 1i);
    range = clip(range, y, along_y, origin.y, min(origin.y + i32(EDGE_Y), i32(DOMAIN_Y)) - 1i);
    range = clip(range, z, along_z, 0i, i32(DOMAIN_Z) - 1i);
    if MIRRORED {
        range = clip(range, z - y, along_z - along_y, 0i, 0x3fffffff);
    }
    if range.x > range.y {
        return NO_LINE;
    }
    return line_of(ray, vec3<u32>(vec3<i32>(at, third) + range.x * step));
}

// Numbers the lines of all slots, and reads their counts.
fn load_counts(block: Block, local: u32) {
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

fn load_counts_of_ray(ray: Ray, block: Block, local: u32) {
    if ray.is_image == 1u {
        return;
    }
    let most_times = vec3<i32>(vec3<u32>(ray.slots.most_times));
    let back = most_times * vec3<i32>(ray.step);
    for (var slot = local; slot < ray.slots.all; slot += WORKGROUP_SIZE) {
        var number = NO_LINE;
        if slot < ray.slots.near {
            let across = slot / ray.slots.width_y;
            let point = vec3<i32>(
                i32(across % ray.slots.width_x) - back.x,
                i32(slot % ray.slots.width_y) - back.y,
                i32(across / ray.slots.width_x),
            );
            number = line_number(ray, block, point, false);
            if number == NO_LINE && ray.slots.all > ray.slots.near {
                number = line_number(ray, block, point, true);
            }
        } else {
            let far = slot - ray.slots.near;
            let across = far / ray.slots.width_z;
            let distance = i32(far % ray.slots.width_z) + height(block) - i32(EDGE_X + EDGE_Y) + 2i;
            let point = vec3<i32>(
                i32(across % ray.slots.width_x) - back.x,
                distance,
                i32(across / ray.slots.width_x),
            );
            if distance + back.y >= i32(ray.slots.width_y) {
                number = line_number(ray, block, point, true);
            }
        }
        line_numbers[ray.slots.first + slot] = number;
        if number != NO_LINE {
            block_counts[ray.slots.first + slot] = counts[number];
        }
    }
}

// Writes the counts of all slots. The invocation that has read a count writes it.
fn store_counts(local: u32) {
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

// Lets the invocations of a workgroup wait for one another, and see what the others have recorded.
fn wait_for_counts() {
    if ALTERATIONS > 0u {
        storageBarrier();
    }
    workgroupBarrier();
}

// ---- alterations ----

// Exceptions: the values that a cell depends on other than through its lines, which are those that altered vectors lead
// to, terminal positions, and moves to the zero position that no vector makes.
// Counterpart of src/engine/vector_games/alterations.rs; host half: src/engine/gpu/kernels/alterations.rs.
//
// An altered vector leads to a single cell, so the values of past fronts of blocks are recorded, for as many fronts as
// the longest vectors span. If there are altered vectors, every cell is computed by itself: MIRRORED is false.
//
// The host gives three buffers, `alterations`, `listed` and `history`. Each has an element at least, which is not read if
// the game has none, since a binding is never empty.

struct Alteration {
    // Coordinates, padded on the left.
    step: vec3<u32>,
    // 1 for a multiple of a ray that is no move, 0 for a move that no ray makes: a `bool` is not host-shareable.
    removed: u32,
}

// Number of positions in `listed`.
override LISTED: u32;
// Fronts of the history, and rows and columns of the whole grid of blocks.
override HISTORY_FRONTS: u32;
override HISTORY_ROWS: u32;
override HISTORY_COLUMNS: u32;

// The ALTERATIONS altered vectors, one player's after the other's.
@group(0) @binding(2) var<storage, read> alterations: array<Alteration>;
// Coordinates of the LISTED positions, padded on the left. The last word is 0 for a position that is declared terminal,
// and 1 for one with a move to the zero position that no vector makes.
@group(0) @binding(3) var<storage, read> listed: array<vec4<u32>>;
// Values of the cells of past blocks, without the 1 that is added in `values`; scores.wgsl has several words for each.
// A cell is written before it is read. The indices, the first of which varies slowest:
//   HISTORY_FRONTS                front, modulo this number
//   HISTORY_ROWS                  first index of the block in the grid
//   HISTORY_COLUMNS               second index of the block in the grid
//   EDGE_A                        step of the cell in the block
//   EDGE_X, EDGE_Y                row of the cell in the block: cells of a step lie side by side
// Atomic, because other invocations of the workgroup read what one has written, see bitsets.wgsl.
@group(0) @binding(4) var<storage, read_write> history: array<atomic<u32>>;

// No value and no count is as large.
const NO_VALUE = 0xffffffffu;

fn history_index(at: vec3<u32>) -> u32 {
    let edges = vec3<u32>(EDGE_X, EDGE_Y, EDGE_A);
    let sheared = vec3<u32>(at.xy, at.x + at.y + at.z);
    let block = sheared / edges;
    let within = sheared - block * edges;
    let front = (block.x + block.y + block.z) % HISTORY_FRONTS;
    let slot = (front * HISTORY_ROWS + block.x) * HISTORY_COLUMNS + block.y;
    return ((slot * EDGE_A + within.z) * EDGE_X + within.x) * EDGE_Y + within.y;
}

// Records the value of a cell for those that altered vectors lead here from.
fn record_in_history(at: vec3<u32>, value: u32) {
    if ALTERATIONS > 0u {
        atomicStore(&history[history_index(at)], value);
    }
}

// Returns the value that alterations[index] leads to from a cell, or NO_VALUE if it does not fit.
fn value_behind(index: u32, at: vec3<u32>) -> u32 {
    let step = alterations[index].step;
    if any(step > at) {
        return NO_VALUE;
    }
    return atomicLoad(&history[history_index(at - step)]);
}

// Whether a vector is a multiple of a ray.
fn is_on_ray(vector: vec3<u32>, ray: Ray) -> bool {
    let step = ray.step;
    var times = 0u;
    if step.x > 0u {
        times = vector.x / step.x;
    } else if step.y > 0u {
        times = vector.y / step.y;
    } else {
        times = vector.z / step.z;
    }
    return all(times * step == vector);
}

// Moves of the game, or of one player: ranges of rays and of altered vectors.
struct Moves {
    first_ray: u32,
    past_ray: u32,
    first_alteration: u32,
    past_alteration: u32,
}

// Whether a vector is one of those removed from the moves.
fn is_removed(moves: Moves, vector: vec3<u32>) -> bool {
    for (var index = moves.first_alteration; index < moves.past_alteration; index++) {
        if alterations[index].removed == 1u && all(alterations[index].step == vector) {
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
    var vector = ray.step;
    while all(vector <= at) {
        if !is_removed(moves, vector) {
            return true;
        }
        vector += ray.step;
    }
    return false;
}

// Whether one of these moves, or one to the zero position, leads from a cell to a position, declared terminal or not.
fn has_move(moves: Moves, at: vec3<u32>) -> bool {
    for (var index = moves.first_alteration; index < moves.past_alteration; index++) {
        if alterations[index].removed == 0u && all(alterations[index].step <= at) {
            return true;
        }
    }
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

// ---- wins ----

// Lines that count the positions to which a player would move to win: in impartial games the P-positions.
// Host half: src/engine/gpu/kernels/vector_palaces.rs.
//
// The rays and alterations of the first player come first, then those of the second. Where both have the same
// moves, there is one player, who has all of them.

// Number of rays, and of altered vectors, that are the first player's.
override FIRST_RAYS: u32;
override FIRST_ALTERATIONS: u32;

const FIRST = 0u;
const SECOND = 1u;

fn moves_of(player: u32) -> Moves {
    if player == FIRST {
        return Moves(0u, FIRST_RAYS, 0u, FIRST_ALTERATIONS);
    }
    return Moves(FIRST_RAYS, RAYS, FIRST_ALTERATIONS, ALTERATIONS);
}

// Whether a player has no move from a cell, where that matters. In normal play without exceptions it is false at once: a
// player without moves finds no line with a count there, so that `wins_behind` is 0 anyway.
fn is_stuck(player: u32, at: vec3<u32>) -> bool {
    return (MISERE || ALTERATIONS + LISTED > 0u)
        && (is_declared_terminal(at) || !has_move(moves_of(player), at));
}

// Returns how many options of a player, at the cell of the invocation, win for that player.
fn wins_behind(player: u32, at: vec3<u32>) -> i32 {
    let moves = moves_of(player);
    var wins = 0i;
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
    // The zero position is P in normal play.
    return wins + select(0i, 1i, !MISERE && has_move_to_zero(at));
}

// Records the value of the cell of the invocation. On the diagonal the line of a mirrored ray shares its count with
// that of the earlier ray, where the cell is counted.
fn record_wins(at: vec3<u32>, value: u32) {
    record_in_history(at, value);
    {
        const ray = 0u;
        let is_own_line = rays[ray].is_image == 0u || at.y != at.z;
        if is_own_line && hook_is_won(select(SECOND, FIRST, ray < FIRST_RAYS), value) {
            block_counts[lines_0] += 1i;
        }
    }
    {
        const ray = 1u;
        let is_own_line = rays[ray].is_image == 0u || at.y != at.z;
        if is_own_line && hook_is_won(select(SECOND, FIRST, ray < FIRST_RAYS), value) {
            block_counts[lines_1] += 1i;
        }
    }
    {
        const ray = 2u;
        let is_own_line = rays[ray].is_image == 0u || at.y != at.z;
        if is_own_line && hook_is_won(select(SECOND, FIRST, ray < FIRST_RAYS), value) {
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
// counts of the lines through the cell, each times the weight of its ray, which is 1 unless rays overlap.
//
//        P . .        P-positions of Wythoff Nim. [3] has one in its row, one in its column and one on its diagonal, so
//        . . P        that its palace number is 1 + 1 + 1, more than the BLOCKING_NUMBER 0. A P-position itself adds 1 to
//        . P [3]      the counts of its three lines.
//
// In a partizan game each player has rays of their own, and wins by moving to a position that the opponent loses from. So
// a line carries the number of positions on it to which the player whose ray it is would move to win. A player, moving
// first, wins if such a number is positive on some line of theirs through the cell.
//
//        . . . l . .       Left's ray leads along the row, Right's along the column; l and r mark what Left and Right
//        . . . r . .       would win by moving to. At [ ] Left finds a count of 2 on the row and wins, Right finds 1 on
//        l l r [ ]         the column and wins too: the class is N. Then [ ] is counted on either line if it is won.
//
// An invocation does this for one cell of each step of its block, with the counts in workgroup memory: see counts.wgsl.
// One dispatch computes a front of blocks, which is the wave: see blocks.wgsl, which has the entry point. The host gives
// `rays` (lines.wgsl), those of the first player first, the buffer `counts` (counts.wgsl) and the three buffers of
// alterations.wgsl.
// Twin of src/engine/cpu/vector_palaces.rs and src/engine/cpu/partizan.rs; host half:
// src/engine/gpu/kernels/vector_palaces.rs.

// How many options the opponent may block before each move.
override BLOCKING_NUMBER: i32;
// Whether the players have rays of their own, so that the values are outcome classes.
override IS_PARTIZAN: bool;

// The outcome classes as they are stored: the previous player, the next player, Left, Right wins.
const P = 0u;
const N = 1u;
const L = 2u;
const R = 3u;

// Returns the palace number of the cell of the invocation, which is asked for in normal play only, or its outcome.
fn palaces_of(at: vec3<u32>) -> u32 {
    let terminal = is_stuck(FIRST, at);
    let palaces = select(wins_behind(FIRST, at), 0i, terminal);
    let is_p = palaces <= BLOCKING_NUMBER && !(terminal && MISERE);
    return select(u32(palaces), u32(is_p), OUTCOMES);
}

// Whether a player, moving first, wins at the cell of the invocation.
fn wins(player: u32, at: vec3<u32>) -> bool {
    if is_stuck(player, at) {
        return MISERE;
    }
    return wins_behind(player, at) > 0i;
}

// Returns the outcome class of the cell of the invocation.
fn class_of(at: vec3<u32>) -> u32 {
    let left = wins(FIRST, at);
    let right = wins(SECOND, at);
    return select(select(P, R, right), select(L, N, right), left);
}

// A player wins who has moved to a P-position, or to a class in which the opponent, moving first, loses.
fn hook_is_won(player: u32, value: u32) -> bool {
    if IS_PARTIZAN {
        return value == P || value == select(R, L, player == FIRST);
    }
    return select(i32(value) <= BLOCKING_NUMBER, value == 1u, OUTCOMES);
}

fn hook_enter(block: Block, local: u32) {
    load_counts(block, local);
}

fn hook_find_lines(block: Block, local: u32, step: u32) {
    find_slots(block, local, step);
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

fn hook_begin_step() {}

fn hook_end_step() {
    wait_for_counts();
}

fn hook_leave(block: Block, local: u32) {
    store_counts(local);
}

fn hook_place(at: vec3<u32>) -> Place {
    return place_in_block(at);
}

fn hook_computed_image(at: vec3<u32>) -> vec3<u32> {
    return image_in_computed_half(at);
}

fn hook_is_computed(at: vec3<u32>) -> bool {
    return is_in_computed_half(at);
}
