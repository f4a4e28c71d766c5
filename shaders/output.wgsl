// What a kernel hands to the host: values, and the totals of them.
// Host half: src/engine/gpu/stream/; that of the totals: src/engine/gpu/totals.rs.
// Joined after: sizes.

// Rows and columns, each pair of which has a slot.
struct LayerRectangle {
    first_row: u32,
    rows: u32,
    first_column: u32,
    columns: u32,
}

// What a dispatch computes, and where the output of its stage begins.
struct Stage {
    // The slots of the cells of a layer, or of the blocks of a front. Canonical positions have none.
    slots: LayerRectangle,
    // The grade of the positions, or the sum of the indices of each block.
    index: u32,
    // A stage that takes long is cut into several dispatches, each of some rows of workgroups.
    first_workgroup_row: u32,
    // Workgroups of a row.
    workgroup_columns: u32,
    // Word of `values` at which the stage begins.
    first_word: u32,
    // Index into `totals` at which the stage begins.
    first_total: u32,
}

@group(0) @binding(0) var<uniform> stage: Stage;

// 1 when the values come back, 0 when only the totals are requested.
override WRITES_VALUES: u32;
// 1 in stages whose values are known, from tiles that an earlier run has finished: they lie in `values`
// already, and are recorded as if they had just been found. Else 0.
override REPLAYS: u32;
// 1 when a checksum is added up beside the totals, else 0: it costs a sixth of a step that adds counts.
override CHECKSUMS: u32;
// 1 when outcomes are requested, else 0.
override OUTCOMES: u32;
// 1 in misere play, else 0: the Grundy value of a terminal position.
override MISERE: u32;
// The values of P-positions: from the first to the last; if EVEN_P_VALUES is 1, only the even ones, else it is 0.
override FIRST_P_VALUE: u32;
override LAST_P_VALUE: u32;
override EVEN_P_VALUES: u32;
// Kernels know no negative values: to values with a sign they add this bias, which is the bound on them. It is
// 0 for values without a sign. What is stored, and the checksum, are of the values without it.
override BIAS: u32;

// The values of the stages of a batch, one stage after another. Every value has 1 added, so that 0
// marks a cell that no invocation has written. How the words of a stage are laid out is said in
// layer.wgsl (a word for each slot), blocks.wgsl (packed, block by block) and canonical.wgsl (two in
// a word, row by row).
@group(0) @binding(1) var<storage, read_write> values: array<u32>;

// The totals of the stages of a batch. The indices, the first of which varies slowest:
//   stages of the batch
//   TOTAL_STRIPES        a workgroup adds to one of them, so that fewer wait for one another
//   TOTAL_WORDS          one of the words below
@group(1) @binding(0) var<storage, read_write> totals: array<atomic<u32>>;

const TOTAL_STRIPES = 8u;
const TOTAL_WORDS = 8u;
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
// Those of the workgroup.
var<workgroup> workgroup_totals: array<atomic<u32>, TOTAL_WORDS>;

// Returns the number of a workgroup within its stage, row by row.
fn workgroup_number(workgroup: vec3<u32>) -> u32 {
    return (stage.first_workgroup_row + workgroup.y) * stage.workgroup_columns + workgroup.x;
}

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
    let is_p = FIRST_P_VALUE <= value && value <= LAST_P_VALUE && (value & EVEN_P_VALUES) == 0u;
    p_positions += u32(is_p);
    maximum = max(maximum, value);
    if CHECKSUMS == 1u {
        checksum += (value - BIAS + 1u) * checksum_weight(at);
    }
    if BIAS > 0u {
        least_complement = max(least_complement, ~value);
    }
}

// Adds what the invocations of a workgroup have counted to the totals of the stage. All of them call
// it, once, at the end.
fn add_totals(workgroup: vec3<u32>, local: u32) {
    for (var word = local; word < TOTAL_WORDS; word += WORKGROUP_SIZE) {
        atomicStore(&workgroup_totals[word], 0u);
    }
    workgroupBarrier();
    if positions > 0u {
        atomicAdd(&workgroup_totals[POSITIONS], positions);
        let before = atomicAdd(&workgroup_totals[SUM_LOW], sum_low);
        atomicAdd(&workgroup_totals[SUM_HIGH], sum_high + u32(before + sum_low < before));
        atomicAdd(&workgroup_totals[P_POSITIONS], p_positions);
        atomicMax(&workgroup_totals[MAXIMUM], maximum);
        if CHECKSUMS == 1u {
            atomicAdd(&workgroup_totals[CHECKSUM], checksum);
        }
        if BIAS > 0u {
            atomicMax(&workgroup_totals[LEAST_COMPLEMENT], least_complement);
        }
    }
    workgroupBarrier();
    if local > 0u {
        return;
    }
    let stripe = workgroup_number(workgroup) % TOTAL_STRIPES;
    let first = stage.first_total + stripe * TOTAL_WORDS;
    let low = atomicLoad(&workgroup_totals[SUM_LOW]);
    let before = atomicAdd(&totals[first + SUM_LOW], low);
    let carry = u32(before + low < before);
    atomicAdd(&totals[first + SUM_HIGH], atomicLoad(&workgroup_totals[SUM_HIGH]) + carry);
    atomicAdd(&totals[first + POSITIONS], atomicLoad(&workgroup_totals[POSITIONS]));
    atomicAdd(&totals[first + P_POSITIONS], atomicLoad(&workgroup_totals[P_POSITIONS]));
    atomicMax(&totals[first + MAXIMUM], atomicLoad(&workgroup_totals[MAXIMUM]));
    if CHECKSUMS == 1u {
        atomicAdd(&totals[first + CHECKSUM], atomicLoad(&workgroup_totals[CHECKSUM]));
    }
    if BIAS > 0u {
        let complement = atomicLoad(&workgroup_totals[LEAST_COMPLEMENT]);
        atomicMax(&totals[first + LEAST_COMPLEMENT], complement);
    }
}
