// The totals of a table, which kernels add up while they compute it: positions, values, P-positions, a checksum.
// Host half: src/engine/gpu/totals.rs.
//
// An invocation counts its positions in private variables, the invocations of a workgroup add them up in workgroup
// memory, and one of these adds the result to the totals of the wave. So a workgroup touches a word of those once.

import package::dispatch::wave;
import package::host::WORKGROUP_SIZE;
import package::values::BIAS;

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
// Those of the workgroup.
var<workgroup> workgroup_totals: array<atomic<u32>, TOTAL_WORDS>;

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
        if CHECKSUMS {
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
    let first = wave.first_total;
    let low = atomicLoad(&workgroup_totals[SUM_LOW]);
    let before = atomicAdd(&totals[first + SUM_LOW], low);
    let carry = u32(before + low < before);
    atomicAdd(&totals[first + SUM_HIGH], atomicLoad(&workgroup_totals[SUM_HIGH]) + carry);
    atomicAdd(&totals[first + POSITIONS], atomicLoad(&workgroup_totals[POSITIONS]));
    atomicAdd(&totals[first + P_POSITIONS], atomicLoad(&workgroup_totals[P_POSITIONS]));
    atomicMax(&totals[first + MAXIMUM], atomicLoad(&workgroup_totals[MAXIMUM]));
    if CHECKSUMS {
        atomicAdd(&totals[first + CHECKSUM], atomicLoad(&workgroup_totals[CHECKSUM]));
    }
    if BIAS > 0u {
        let complement = atomicLoad(&workgroup_totals[LEAST_COMPLEMENT]);
        atomicMax(&totals[first + LEAST_COMPLEMENT], complement);
    }
}
