// The kernel `rules_grundy` for rules: (x - k, y) for 1 <= k <= x; (x, y / k) for k in {2, 3, 5} if y > 0; (a, y) + (x - 1 - a, y) for 0 <= a < x on 20x20: grundy.
// Overrides, of which a bool is 0 or 1, for waves that are computed: REPLAYS=0, CHECKSUMS=1, OUTCOMES=0, MISERE=0,
// BIAS=0, FIRST_P_VALUE=0, LAST_P_VALUE=0, EVEN_P_VALUES=0, IS_SORTED=0, IS_CHECKED=1, STORES_OUTCOMES=0,
// WRITES_VALUES=1, TILE_X=1, TILE_Y=20, TILE_Z=20, STORED_BITS=8, FILL=255, DOMAIN_X=1, DOMAIN_Y=20, DOMAIN_Z=20,
// MOST_TOKENS=38, LARGEST_VALUE=41.
// Bytes of the kernel's own buffers: order: 4, sets: 12.
// Waves: 39. The wave 19: rows of slots from 0 on: 1, columns from 0 on: 20; workgroups: 3 x 1.

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

// ---- rules ----

// Rules that the user writes: every position looks at all its options.
//
// Every move makes the grade of a position smaller. So the positions of one grade do not depend on one another: they
// are a wave, which one dispatch computes. Without a grade in the rules the grade is the token sum:
//
//     z                              the wave of token sum 4 on two heaps, and the options, o, of one of its
//     | 4                            positions, *, by the rules (y - k, z) and (y, z - k): they lie in the
//     | 3 4                          waves before. The digits are token sums
//     | o o *
//     | 1 2 o 4
//     | 0 1 o 3 4
//     +----------- y
//
// An invocation computes a position: it goes through the loops of the clauses, which the host writes, and looks up the
// value of each option in the table. Where waves have few positions, which have many options, LANES invocations of a
// workgroup share the loops of a position, and put together what they have found. The workgroup computes PLACES positions
// that follow one another in the wave: invocations beside one another have these, and the same round of the loops, so
// that their options lie side by side in memory, too. The kernel's file says what is gathered
// of the options. The host writes, for the rules of the game:
//   LANES, PLACES                                                    invocations of a position, and positions of a workgroup:
//                                                                    their product is WORKGROUP_SIZE. The invocation
//                                                                    called `lane` takes every LANES-th round of outer loops
//   fn is_position(at: vec3<u32>) -> bool                            whether a cell of the domain is a position
//   fn is_left_out(at: vec3<u32>) -> bool                            whether a cell outside the domain is no position: a move
//                                                                    there does not exist, else it is a fault of the rules
//   fn grade_of(at: vec3<u32>) -> u32
//   fn list_options(player: u32, at: vec3<u32>, lane: i32)           calls `take_option` for each move of a player, 0 or 1
//   fn is_first_move(at: vec3<u32>, option: vec3<i32>) -> bool       for rules_palaces.wgsl alone
// For instance, of the rules (x - k, y) for 1 <= k <= x (shaders/expanded/rules_grundy.wgsl has more):
//   fn list_options(player: u32, at: vec3<u32>, lane: i32) {
//       let lanes = i32(LANES);
//       let x = i32(at.y);                                           two heaps are padded on the left, see README.md
//       let y = i32(at.z);
//       var v1 = 1i + lane;
//       for (; v1 <= x; v1 += lanes) {
//           let t2 = vec3<i32>(0i, (x - v1), y);
//           if take_option(t2, 0i) {                                 what the move pays is 0
//               return;
//           }
//       }
//       is_cut = is_cut || v1 <= x;
//   }
// For a move to a sum of positions it calls `begin_sum`, `add_to_sum` for each of them, and `take_sum`.
//
// The table stays in `values` as a whole, with a word for each cell. By token sums, what invocations beside one another
// read is side by side: cells whose token sums are equal modulo DOMAIN_Z are a group, and in a group x and y vary, y faster.
// They tell one cell from the other, as z is less than DOMAIN_Z. So the sums lie on 1 x 5 x 4:
//   0 4 4 4 4 | 1 1 5 5 5 | 2 2 2 6 6 | 3 3 3 3 7
// Where the rules state a grade, the cells are in row-major order. words.wgsl finds a word, in one buffer or several.
//
// If something is wrong with the rules at a position, or with the loops, the totals of the wave get a maximum that no
// table has: the complement of the row-major index of its first such position, which the host then looks at.
// Counterpart: src/engine/cpu/clauses/; host half: src/engine/gpu/kernels/rules/.

// Whether the rules state a grade, by which the host has sorted the positions.
override IS_SORTED: bool;
// Whether it is not proved that all options are inside and have a smaller grade.
override IS_CHECKED: bool;
// Whether outcomes are stored that are made of Grundy values, as those of sums of positions must be.
override STORES_OUTCOMES: bool;

// The row-major indices of all positions in the order of their grades, where they are sorted. The slots of a wave are
// the columns, from the first one on.
@group(0) @binding(2) var<storage, read> order: array<u32>;
// The numbers of the sets in the rules, one set after another.
@group(0) @binding(3) var<storage, read> sets: array<i32>;

// Whether something is wrong with the rules at the position: an expression has no value, or an option is outside or has
// no smaller grade. The host then looks at the position by the definition.
var<private> is_faulty: bool;
// Whether the driver has ended a loop before its end, which shows as a condition that still holds behind the loop.
var<private> is_cut: bool;
// The place of the position among those of the workgroup.
var<private> place: u32;
// The grade of the position.
var<private> grade: u32;
// The xor of the values of the positions that a move leads to so far, and whether the move exists.
var<private> sum: u32;
var<private> is_sum: bool;
// The move that is taken in: its clause and the values of its variables. Set where it is asked which move comes first.
var<private> clause: u32;
var<private> variables: vec4<i32>;

struct Cell {
    // False for invocations beyond the wave and for slots that belong to no position.
    exists: bool,
    at: vec3<u32>,
}

fn row_major_index(at: vec3<u32>) -> u32 {
    return (at.x * DOMAIN_Y + at.y) * DOMAIN_Z + at.z;
}

// Returns the index of a cell's word in `values`.
fn index_of(at: vec3<u32>) -> u32 {
    if IS_SORTED {
        return row_major_index(at);
    }
    return ((at.x + at.y + at.z) % DOMAIN_Z * DOMAIN_X + at.x) * DOMAIN_Y + at.y;
}

// Returns the cell of an invocation.
fn cell_of(workgroup: vec3<u32>) -> Cell {
    let slot = workgroup_number(workgroup) * PLACES + place;
    if slot >= wave.slots.rows * wave.slots.columns {
        return Cell(false, vec3<u32>());
    }
    let column = wave.slots.first_column + slot % wave.slots.columns;
    if IS_SORTED {
        let index = order[column];
        let xy = index / DOMAIN_Z;
        return Cell(true, vec3<u32>(xy / DOMAIN_Y, xy % DOMAIN_Y, index % DOMAIN_Z));
    }
    let x = wave.slots.first_row + slot / wave.slots.columns;
    // Where x + y is more than the token sum, z wraps: then there is no cell.
    let at = vec3<u32>(x, column, wave.index - x - column);
    return Cell(x + column <= wave.index && at.z < DOMAIN_Z && is_position(at), at);
}

// Returns whether a move leads to a position. If not, the move does not exist, or the rules have a fault.
fn is_option(option: vec3<i32>) -> bool {
    let at = vec3<u32>(option);
    if any(option < vec3<i32>()) || !is_in_domain(at) {
        is_faulty = is_faulty || any(option < vec3<i32>()) || !is_left_out(at);
        return false;
    }
    if !is_position(at) {
        return false;
    }
    is_faulty = is_faulty || grade_of(at) >= grade;
    return !is_faulty;
}

// Begins an option that is a sum of positions.
fn begin_sum() {
    is_sum = true;
    sum = 0u;
}

// Adds a position to a sum.
fn add_to_sum(option: vec3<i32>) {
    if IS_CHECKED && !is_option(option) {
        is_sum = false;
        return;
    }
    let at = vec3<u32>(option);
    let word = load_value(index_of(at));
    if word == 0u {
        is_faulty = is_faulty || is_position(at);
        is_sum = false;
        return;
    }
    sum ^= decoded(word);
}

// Takes in a sum, if the move exists. Returns whether no other option matters.
fn take_sum() -> bool {
    if !is_sum {
        return is_faulty;
    }
    // There is no single option to be named; kernels whose moves lead to sums do not look at it.
    return hook_take(vec3<i32>(), sum, 0i);
}

// Takes in the option of a move, and what the move pays. Returns whether no other one matters.
fn take_option(option: vec3<i32>, points: i32) -> bool {
    if IS_CHECKED && !is_option(option) {
        return is_faulty;
    }
    let at = vec3<u32>(option);
    let word = load_value(index_of(at));
    if word == 0u {
        // A cell without a value is no position, and the move does not exist. A position has a value by now.
        is_faulty = is_faulty || is_position(at);
        return is_faulty;
    }
    return hook_take(option, decoded(word), points);
}

// The defaults of the hooks of tiles.wgsl, in all kernels of rules. No wave takes the place of another one, so that tiles may
// be scattered as a whole: as if all cells were of wave 0, which is before any wave that is not replayed.
fn hook_place(at: vec3<u32>) -> Place {
    let mask = select(0xffffffffu, 3u, STORES_OUTCOMES);
    return Place(0u, index_of(at), 0u, select(0u, mask, is_position(at)));
}

fn hook_computed_image(at: vec3<u32>) -> vec3<u32> {
    return at;
}

fn hook_is_computed(at: vec3<u32>) -> bool {
    return is_position(at);
}

// Returns the word of a value: the value + 1. If outcomes of Grundy values are stored, the two lowest bits are the
// outcome + 1, and the value lies above them: of the value 0, P, 0b10, of the value 3 0b1101.
fn encoded(value: u32) -> u32 {
    if STORES_OUTCOMES {
        return (value << 2u) | (1u + u32(value == 0u));
    }
    return 1u + value;
}

// Returns the value of a word that is not 0; of 0 any number.
fn decoded(word: u32) -> u32 {
    return select(word - 1u, word >> 2u, STORES_OUTCOMES);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    place = local % PLACES;
    let cell = cell_of(workgroup);
    if LANES > 1u {
        hook_begin(local);
        workgroupBarrier();
    }
    if cell.exists && !REPLAYS {
        grade = grade_of(cell.at);
        hook_search(cell.at, i32(local / PLACES));
    }
    if LANES > 1u {
        hook_share();
        workgroupBarrier();
    }
    if cell.exists && local < PLACES {
        // What is read here is used in a replay alone, which kernels that store outcomes do not have.
        var value = decoded(load_value(index_of(cell.at)));
        if !REPLAYS {
            value = hook_value_found();
        }
        count_position(cell.at, select(value, u32(value == 0u), STORES_OUTCOMES));
        store_value(index_of(cell.at), encoded(value));
    }
    if is_faulty || is_cut {
        atomicMax(&totals[wave.first_total + MAXIMUM], ~row_major_index(cell.at));
    }
    add_totals(local);
}

// ---- host ----

// What the host writes for the game: sizes, rays, functions.

const WORKGROUP_SIZE = 64u;
const LANES = 8u;
const PLACES = 8u;
const SEEN_WORDS = 2u;
const WINDOW = 128u;


fn is_position(at: vec3<u32>) -> bool {
    let x = i32(at.y);
    let y = i32(at.z);
    return true;
}

fn grade_of(at: vec3<u32>) -> u32 {
    let x = i32(at.y);
    let y = i32(at.z);
    return at.x + at.y + at.z;
}

fn list_options(player: u32, at: vec3<u32>, lane: i32) {
    let lanes = i32(LANES);
    let x = i32(at.y);
    let y = i32(at.z);
    // (x - k, y) for 1 <= k <= x
    {
        var v1 = 1i + lane;
        for (; v1 <= x; v1 += lanes) {
            let t2 = vec3<i32>(0i, (x - v1), y);
            if take_option(t2, 0i) {
                return;
            }
        }
        is_cut = is_cut || v1 <= x;
    }
    // (x, y / k) for k in {2, 3, 5} if y > 0
    {
        var i1 = 0i + lane;
        for (; i1 <= 2i; i1 += lanes) {
            let v2 = sets[i1];
            if (y > 0i) {
                let t3 = vec3<i32>(0i, x, i32(u32(y) / u32(v2)));
                if take_option(t3, 0i) {
                    return;
                }
            }
        }
        is_cut = is_cut || i1 <= 2i;
    }
    // (a, y) + (x - 1 - a, y) for 0 <= a < x
    {
        let t1 = (x - 1i);
        var v2 = 0i + lane;
        for (; v2 <= t1; v2 += lanes) {
            begin_sum();
            if is_sum {
                add_to_sum(vec3<i32>(0i, v2, y));
            }
            if is_sum {
                add_to_sum(vec3<i32>(0i, ((x - 1i) - v2), y));
            }
            if take_sum() {
                return;
            }
        }
        is_cut = is_cut || v2 <= t1;
    }
}

fn is_left_out(at: vec3<u32>) -> bool {
    let x = i32(at.y);
    let y = i32(at.z);
    return false;
}

// ---- rules_grundy ----

// Grundy values by rules that the user writes: the least number that no option has.
//
// An invocation marks the values of the options that lie in a window of 128 values or a few times as many, a bit each.
// Only if all of them are there, it goes through the options once more, for the next window. The host chooses WINDOW, 128,
// 256 or 512: a wider one takes more instructions for each option, and fewer rounds. If LANES is not 1, the invocations of the
// workgroup share a position, and mark all values in its memory at once, in SEEN_WORDS words, with a bit for each value up to
// the bound.
//
// The waves, the loops over options, the entry point and the hooks that are not here are in rules.wgsl.
// Counterpart: src/engine/cpu/clauses/quantities/grundy.rs; host half: src/engine/gpu/kernels/rules/.

const FULL = 0xffffffffu;

// The first value of the window, and the bits of its values, 128 in each vector. Those beyond WINDOW are not used. They
// begin as 0, as private variables do.
var<private> first: u32;
var<private> seen_0: vec4<u32>;
var<private> seen_1: vec4<u32>;
var<private> seen_2: vec4<u32>;
var<private> seen_3: vec4<u32>;
var<private> has_option: bool;
// The bits of all values, and whether there is an option, for invocations that share a position: word by word, and in
// each word place by place.
var<workgroup> all_seen: array<atomic<u32>, SEEN_WORDS * PLACES>;
var<workgroup> any_option: array<atomic<u32>, PLACES>;

fn hook_begin(local: u32) {
    for (var index = local; index < SEEN_WORDS * PLACES; index += WORKGROUP_SIZE) {
        atomicStore(&all_seen[index], 0u);
    }
    if local < PLACES {
        atomicStore(&any_option[local], 0u);
    }
}

fn is_full() -> bool {
    var full = all(seen_0 == vec4<u32>(FULL));
    if WINDOW > 128u {
        full = full && all(seen_1 == vec4<u32>(FULL));
    }
    if WINDOW > 256u {
        full = full && all(seen_2 == vec4<u32>(FULL)) && all(seen_3 == vec4<u32>(FULL));
    }
    return full;
}

fn hook_search(at: vec3<u32>, lane: i32) {
    list_options(0u, at, lane);
    while LANES == 1u && !is_faulty && is_full() {
        first += WINDOW;
        seen_0 = vec4<u32>();
        seen_1 = vec4<u32>();
        seen_2 = vec4<u32>();
        seen_3 = vec4<u32>();
        list_options(0u, at, lane);
    }
    // The loop ends only if something is clear; if all is full still, the driver has cut it.
    is_cut = is_cut || (LANES == 1u && !is_faulty && is_full());
}

// Returns 128 bits with one more, in the word with this index, if it is from 0 to 3.
fn with_bit(bits: vec4<u32>, index: u32, bit: u32) -> vec4<u32> {
    return bits | select(vec4<u32>(), vec4<u32>(bit), vec4<u32>(index) == vec4<u32>(0u, 1u, 2u, 3u));
}

fn hook_take(option: vec3<i32>, value: u32, points: i32) -> bool {
    has_option = true;
    let bit = 1u << (value % 32u);
    if LANES > 1u {
        // A sum may have a value that is larger than those of positions, which excludes none.
        if value / 32u < SEEN_WORDS {
            atomicOr(&all_seen[value / 32u * PLACES + place], bit);
        }
        return false;
    }
    // Values below the window wrap to large numbers, and so does what is below 4, 8 or 12: then there is no such word.
    let index = (value - first) / 32u;
    seen_0 = with_bit(seen_0, index, bit);
    if WINDOW > 128u {
        seen_1 = with_bit(seen_1, index - 4u, bit);
    }
    if WINDOW > 256u {
        seen_2 = with_bit(seen_2, index - 8u, bit);
        seen_3 = with_bit(seen_3, index - 12u, bit);
    }
    return false;
}

fn hook_share() {
    if has_option {
        atomicOr(&any_option[place], 1u);
    }
}

// Returns the number of the first of 128 bits that is clear, or 128.
fn first_clear(bits: vec4<u32>) -> u32 {
    var word = bits.x;
    var before = 0u;
    if word == FULL {
        word = bits.y;
        before = 32u;
    }
    if before == 32u && word == FULL {
        word = bits.z;
        before = 64u;
    }
    if before == 64u && word == FULL {
        word = bits.w;
        before = 96u;
    }
    return before + countTrailingZeros(~word);
}

fn hook_value_found() -> u32 {
    if LANES > 1u {
        has_option = atomicLoad(&any_option[place]) == 1u;
        // Never are all words full, as they have a bit for each value up to the bound.
        while first / 32u < SEEN_WORDS && atomicLoad(&all_seen[first / 32u * PLACES + place]) == FULL {
            first += 32u;
        }
        seen_0.x = atomicLoad(&all_seen[min(first / 32u, SEEN_WORDS - 1u) * PLACES + place]);
    }
    var clear = first_clear(seen_0);
    if WINDOW > 128u && clear == 128u {
        clear += first_clear(seen_1);
    }
    if WINDOW > 256u && clear == 256u {
        clear += first_clear(seen_2);
    }
    if WINDOW > 256u && clear == 384u {
        clear += first_clear(seen_3);
    }
    return select(u32(MISERE), first + clear, has_option);
}
