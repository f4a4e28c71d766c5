// The kernel `digraph` for triangle on tokens 20: grundy.
// Overrides, of which a bool is 0 or 1, for waves that are computed: REPLAYS=0, CHECKSUMS=1, OUTCOMES=0, MISERE=0,
// BIAS=0, FIRST_P_VALUE=0, LAST_P_VALUE=0, EVEN_P_VALUES=0, MOST_ROWS=21, COLUMN_SHIFT=1, COLUMNS_LOST=3, DIVISOR=1,
// TRACKED=21, MOVABLE_AXES=7, VALUE_NODES=2, LOWER_NODES=1, UPPER_NODES=1, COLUMNS=21, WIDTH=21, WRITES_VALUES=1,
// TILE_X=21, TILE_Y=21, TILE_Z=21, STORED_BITS=8, FILL=255, DOMAIN_X=21, DOMAIN_Y=21, DOMAIN_Z=21, MOST_TOKENS=20,
// LARGEST_VALUE=20.
// Bytes of the kernel's own buffers: raised_thresholds: 1344, minima: 1344, next_minima: 1344, added_nim_seen: 16.
// Waves: 21. The wave 10: workgroups: 1 x 1.

// ---- canonical_rows ----

// The rows of canonical positions of a layer, and where their values lie, by closed formulas.
// Host half: src/engine/gpu/schedule/canonical_rows.rs.
//
// A row has a fixed number x of tokens on the first axis, and its columns are the numbers y on the second one. Symmetries
// make a canonical position the one with x <= y, x <= z or y <= z, or several of these, where z = grade - x - y:
//   x <= y      y begins at x in place of 0       COLUMN_SHIFT 1, a column less in each row than in the one before
//   x <= z      y ends at grade - 2 x             a column less in each row
//   y <= z      y ends at half of grade - x       DIVISOR 2
// That y ends at grade - x costs a column anyway, so that COLUMNS_LOST is 1, 2 or 3. Then row x has
// (grade - COLUMNS_LOST * x) / DIVISOR + 1 columns, and column i of it is in half i % 2 of its word i / 2. Row x and its
// partner, row rows - 1 - x, lie side by side, as a pair. In all pairs of a layer
// (grade - COLUMNS_LOST * x) + (grade - COLUMNS_LOST * (rows - 1 - x)) is the same number, whatever x is, and so all pairs
// are given the same length, pair_words. A row in the middle has a pair for itself.
//
// For instance the Triangle Game with 6 tokens (digraph.wgsl), COLUMN_SHIFT 1, COLUMNS_LOST 3 and DIVISOR 1: the rows 0, 1, 2
// have 7, 4, 1 columns and 4, 2, 1 words; pair_words is (12 - 3 * 2) / 2 + 2 = 5, and layer_words 10. As xy, by words:
//   pair 0      00 01 | 02 03 | 04 05 | 06 -- | 22 --        row 0 and its partner, row 2
//   pair 1      11 12 | 13 14 | -- -- | -- -- | -- --        row 1 alone

// Rows of the domain. A layer has fewer where it has fewer tokens.
override MOST_ROWS: u32;
override COLUMN_SHIFT: u32;
override COLUMNS_LOST: u32;
override DIVISOR: u32;

fn row_count(grade: u32) -> u32 {
    return min(MOST_ROWS, grade / COLUMNS_LOST + 1u);
}

fn row_words(grade: u32, x: u32) -> u32 {
    return (grade - COLUMNS_LOST * x) / (2u * DIVISOR) + 1u;
}

// Returns as many words as two partners have, or one more where quotients were rounded down.
fn pair_words(grade: u32) -> u32 {
    let rows = row_count(grade);
    let of_two = (2u * grade - COLUMNS_LOST * (rows - 1u)) / (2u * DIVISOR) + 2u;
    return select(of_two, row_words(grade, 0u), rows == 1u);
}

fn layer_words(grade: u32) -> u32 {
    return pair_words(grade) * ((row_count(grade) + 1u) / 2u);
}

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

// ---- thresholds ----

// The thresholds of digraph games, in nodes that a search looks at: what excludes which values at a position. digraph.wgsl
// says what a threshold is.
// Host half: src/engine/gpu/kernels/digraph.rs, which says why nodes are as they are.
//
// Thresholds lie in nodes of ENTRIES entries of 16 bits, which take 32 bytes: entry i in the lower half
// of word i, entry i + 8 in the upper half. A node of values holds the thresholds of as many successive
// values. An entry of a lower node of minima is the least entry of a node of values, or less; one of an upper node is the
// least entry of a lower node, or less. A column is a pair of an edge and a number of tokens on the spectator heap; edges
// that share thresholds by a symmetry of the game share columns. Each column has nodes of every kind.
//
// So an upper node covers 4096 values, a lower one 256, a node of values 16. The value 300 is found by way of upper node 0,
// its entry 300 / 256 = 1 for lower node 1, the entry 18 % 16 = 2 of this for node 300 / 16 = 18, and its entry 300 % 16 = 12.

// Nodes of values in a column, for TRACKED values. Minima of nodes beyond the last one are 0, which is open. No search comes
// there, since one of the TRACKED values is open at any position: they are all up to a proven bound.
override VALUE_NODES: u32;
// Lower and upper nodes of minima in a column: as many as it takes for an entry for each node below.
override LOWER_NODES: u32;
override UPPER_NODES: u32;
// Columns: edges with thresholds of their own, times WIDTH.
override COLUMNS: u32;
// How many numbers of tokens a spectator heap can have, from 0 on.
override WIDTH: u32;

// VALUE_NODES nodes for each column, of two vectors each, of zeros at first. The indices, the first of which varies
// slowest: node, column, vector. `record` sees the same buffer as words, which it raises by atomics.
@group(0) @binding(2) var<storage, read> thresholds: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> raised_thresholds: array<atomic<u32>>;
// First the LOWER_NODES, then the UPPER_NODES, laid out as the thresholds, of zeros at first. `evaluate` reads `minima` and
// writes `next_minima`, in words; the two buffers are swapped after each layer.
@group(0) @binding(3) var<storage, read> minima: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> next_minima: array<u32>;
// Values seen on the lines of Nim heaps, which are heaps from which any number of tokens may be taken as in Nim: a bit each,
// of zeros at first, heap by heap. The indices of one heap, the first of which varies slowest: tokens on the first of the
// other axes, tokens on the second, words of TRACKED bits. `record` adds to them, without
// atomics: no two cells of a layer lie on one line of a heap.
@group(0) @binding(5) var<storage, read> nim_seen: array<u32>;
@group(0) @binding(5) var<storage, read_write> added_nim_seen: array<u32>;

// Entries of a node.
const ENTRIES = 16u;
// Words of a node in a column.
const NODE_WORDS = ENTRIES / 2u;
// Values whose bits share a word of `nim_seen`. Used by the text that the host writes.
const VALUES_PER_WORD = 32u;
// The highest bit of either half of a word. Thresholds, minima and tokens are less.
const HIGHEST_BITS = 0x80008000u;

// Returns tokens such that `tokens_to_compare(tokens) - word` has the highest bit of a half set exactly if the entry there is
// at most the tokens: neither half borrows from anything beyond that bit. 0x8000 + 3 - 3 is 0x8000, and 0x8000 + 3 - 4 is
// 0x7fff. Called by the text that the host writes.
fn tokens_to_compare(tokens: u32) -> u32 {
    return tokens | (tokens << 16u) | HIGHEST_BITS;
}

// Returns bit i for entry i of a node, from the highest bits of the halves of its words, which are shifted by 7 - w for word w
// and then by 8 or 16 for all words at once. Called by the text that the host writes.
//
//        word w, bit 15 (entry w)          to bit 8 + w        to bit w
//        word w, bit 31 (entry w + 8)      to bit 24 + w       to bit 8 + w
fn entry_bits(first: vec4<u32>, second: vec4<u32>) -> u32 {
    let x = (first & vec4<u32>(HIGHEST_BITS)) >> vec4<u32>(7u, 6u, 5u, 4u);
    let y = (second & vec4<u32>(HIGHEST_BITS)) >> vec4<u32>(3u, 2u, 1u, 0u);
    let z = x | y;
    let both = z.x | z.y | z.z | z.w;
    return ((both >> 8u) & 0xffu) | ((both >> 16u) & 0xff00u);
}

// Returns the lesser one of the halves of the words of both vectors.
fn least_entry(first: vec4<u32>, second: vec4<u32>) -> u32 {
    let low = min(first & vec4<u32>(HALF_MASK), second & vec4<u32>(HALF_MASK));
    let high = min(first >> vec4<u32>(16u), second >> vec4<u32>(16u));
    let least = min(low, high);
    return min(min(least.x, least.y), min(least.z, least.w));
}

// Returns the least threshold of a node of values, or 0 beyond the last one.
fn least_threshold(node: u32, column: u32) -> u32 {
    if node >= VALUE_NODES {
        return 0u;
    }
    let index = 2u * (node * COLUMNS + column);
    return least_entry(thresholds[index], thresholds[index + 1u]);
}

// Returns the least entry of a lower node, or 0 beyond the last one.
fn least_minimum(node: u32, column: u32) -> u32 {
    if node >= LOWER_NODES {
        return 0u;
    }
    let index = 2u * (node * COLUMNS + column);
    return least_entry(minima[index], minima[index + 1u]);
}

// Computes this invocation's share of the minima for the next layer: lower minima from the thresholds as they are before
// `record` of this layer, upper minima from the lower ones that this layer reads. So they are one or two layers old.
// Thresholds only rise, so old minima are lower bounds: a search may visit a node in vain, and never skips one.
fn renew_minima(invocation: u32) {
    // Neither tokens nor values exceed the grade so far, but for the 1 of misere play, so that thresholds of others are 0: the
    // spectators are the first `width`, and the nodes those of as many values, 256 in a lower one and 4096 in an upper one.
    let width = min(wave.index + 1u, WIDTH);
    let columns = COLUMNS / WIDTH * width;
    let lower_nodes = wave.index / (ENTRIES * ENTRIES) + 1u;
    let upper_nodes = wave.index / (ENTRIES * ENTRIES * ENTRIES) + 1u;
    let words = (lower_nodes + upper_nodes) * NODE_WORDS;
    if invocation >= layer_invocations(wave.index) {
        return;
    }
    // The words of these nodes, numbered with the column varying fastest and the node slowest. Word w has the entries w and
    // w + NODE_WORDS, which are for the nodes ENTRIES * node + w and + w + NODE_WORDS below.
    for (var index = invocation; index < words * columns; index += layer_invocations(wave.index)) {
        let edge = index % columns / width;
        let column = edge * WIDTH + index % width;
        let word = index / columns % NODE_WORDS;
        var node = index / columns / NODE_WORDS;
        var least = vec2<u32>();
        if node < lower_nodes {
            let first = ENTRIES * node + word;
            least = vec2<u32>(
                least_threshold(first, column),
                least_threshold(first + NODE_WORDS, column),
            );
        } else {
            let first = ENTRIES * (node - lower_nodes) + word;
            least = vec2<u32>(
                least_minimum(first, column),
                least_minimum(first + NODE_WORDS, column),
            );
            // Upper nodes lie behind all lower ones of a column, not only those that are renewed.
            node += LOWER_NODES - lower_nodes;
        }
        next_minima[NODE_WORDS * (node * COLUMNS + column) + word] = least.x | (least.y << 16u);
    }
}

// Raises the threshold in the half of a word that begins at bit `shift`, if it is less. `word` is the word as it was a moment
// ago. Called by the text that the host writes.
fn raise(index: u32, shift: u32, threshold: u32, word: u32) {
    var both = word;
    while ((both >> shift) & HALF_MASK) < threshold {
        let raised = (both & ~(HALF_MASK << shift)) | (threshold << shift);
        let exchange = atomicCompareExchangeWeak(&raised_thresholds[index], both, raised);
        if exchange.exchanged {
            return;
        }
        both = exchange.old_value;
    }
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

// ---- host ----

// What the host writes for the game: sizes, rays, functions.

const WORKGROUP_SIZE = 64u;

// The data that exclude values at a position: for each edge the tokens on the heap that
// receives and the first vector of its column; for each Nim heap the first word of its line.
struct Exclusion {
    tokens_0: u32,
    vector_0: u32,
    tokens_1: u32,
    vector_1: u32,
    tokens_2: u32,
    vector_2: u32,
}

fn exclusion_at(at: vec3<u32>) -> Exclusion {
    return Exclusion(
        tokens_to_compare(at.y),
        2u * at.z,
        tokens_to_compare(at.z),
        2u * at.x,
        tokens_to_compare(at.x),
        2u * at.y,
    );
}

fn open_values(exclusion: Exclusion, node: u32) -> u32 {
    let node_vector = 2u * COLUMNS * node;
    let first = vec4<u32>(HIGHEST_BITS)
        & (vec4<u32>(exclusion.tokens_0) - thresholds[node_vector + exclusion.vector_0])
        & (vec4<u32>(exclusion.tokens_1) - thresholds[node_vector + exclusion.vector_1])
        & (vec4<u32>(exclusion.tokens_2) - thresholds[node_vector + exclusion.vector_2]);
    let second = vec4<u32>(HIGHEST_BITS)
        & (vec4<u32>(exclusion.tokens_0) - thresholds[node_vector + exclusion.vector_0 + 1u])
        & (vec4<u32>(exclusion.tokens_1) - thresholds[node_vector + exclusion.vector_1 + 1u])
        & (vec4<u32>(exclusion.tokens_2) - thresholds[node_vector + exclusion.vector_2 + 1u]);
    return entry_bits(first, second);
}

fn open_minima(exclusion: Exclusion, node: u32) -> u32 {
    let node_vector = 2u * COLUMNS * node;
    let first = vec4<u32>(HIGHEST_BITS)
        & (vec4<u32>(exclusion.tokens_0) - minima[node_vector + exclusion.vector_0])
        & (vec4<u32>(exclusion.tokens_1) - minima[node_vector + exclusion.vector_1])
        & (vec4<u32>(exclusion.tokens_2) - minima[node_vector + exclusion.vector_2]);
    let second = vec4<u32>(HIGHEST_BITS)
        & (vec4<u32>(exclusion.tokens_0) - minima[node_vector + exclusion.vector_0 + 1u])
        & (vec4<u32>(exclusion.tokens_1) - minima[node_vector + exclusion.vector_1 + 1u])
        & (vec4<u32>(exclusion.tokens_2) - minima[node_vector + exclusion.vector_2 + 1u]);
    return entry_bits(first, second);
}

fn raise_thresholds(at: vec3<u32>, value: u32) {
    let first = NODE_WORDS * COLUMNS * (value / ENTRIES) + value % NODE_WORDS;
    let shift = 16u * (value / NODE_WORDS % 2u);
    let index_0 = first + NODE_WORDS * at.z;
    let word_0 = atomicLoad(&raised_thresholds[index_0]);
    let index_1 = first + NODE_WORDS * at.x;
    let word_1 = atomicLoad(&raised_thresholds[index_1]);
    let index_2 = first + NODE_WORDS * at.y;
    let word_2 = atomicLoad(&raised_thresholds[index_2]);
    raise(index_0, shift, at.y + 1u, word_0);
    raise(index_1, shift, at.z + 1u, word_1);
    raise(index_2, shift, at.x + 1u, word_2);
}

fn count_orbit(at: vec3<u32>, value: u32) {
    let image_0 = at.xyz;
    let order_0 = order_of(image_0);
    let image_1 = at.yzx;
    let order_1 = order_of(image_1);
    let image_2 = at.zxy;
    let order_2 = order_of(image_2);
    if order_1 < order_0 {
        return;
    }
    if order_2 < order_0 {
        return;
    }
    count_position(image_0, value);
    if order_1 != order_0 {
        count_position(image_1, value);
    }
    if order_2 != order_0 && order_2 != order_1 {
        count_position(image_2, value);
    }
}

fn first_of_orbit(at: vec3<u32>) -> vec3<u32> {
    var first = at;
    if order_of(at.yzx) < order_of(first) {
        first = at.yzx;
    }
    if order_of(at.zxy) < order_of(first) {
        first = at.zxy;
    }
    return first;
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

// ---- canonical ----

// The canonical positions of one token sum, one for each invocation: the position that an invocation computes, and
// where its value lies.
// Host half: src/engine/gpu/schedule/canonical.rs.

// The lower half of a word; as a number, the most that a half holds.
const HALF_MASK = 0xffffu;

struct CanonicalCell {
    exists: bool,
    // Coordinates, padded on the left.
    at: vec3<u32>,
    // Index of the word in `values`, and which half of it: 0 is the lower one.
    index: u32,
    half: u32,
}

// Returns how many invocations a layer has, idle ones in the last workgroup included.
fn layer_invocations(grade: u32) -> u32 {
    let cells = 2u * layer_words(grade);
    return (cells + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE * WORKGROUP_SIZE;
}

// Returns the number of an invocation in its layer.
fn invocation_of(workgroup: vec3<u32>, local: u32) -> u32 {
    return workgroup_number(workgroup) * WORKGROUP_SIZE + local;
}

// Returns the cell of an invocation, of which two share a word.
fn canonical_cell(invocation: u32) -> CanonicalCell {
    let word = invocation / 2u;
    let half = invocation % 2u;
    let pair = word / pair_words(wave.index);
    let rows = row_count(wave.index);
    if 2u * pair >= rows {
        return CanonicalCell(false, vec3<u32>(), 0u, 0u);
    }
    var x = pair;
    var word_of_row = word % pair_words(wave.index);
    let words = row_words(wave.index, pair);
    let is_partner = word_of_row >= words;
    if is_partner {
        x = rows - 1u - pair;
        word_of_row -= words;
    }
    let column = 2u * word_of_row + half;
    // No row is so far down that the difference is below 0. The row in the middle is its own partner.
    let exists =
        column <= (wave.index - COLUMNS_LOST * x) / DIVISOR && !(is_partner && x == pair);
    let y = COLUMN_SHIFT * x + column;
    let at = vec3<u32>(x, y, wave.index - x - y);
    return CanonicalCell(exists, at, wave.first_word + word, half);
}

// Returns a number that tells positions of a layer apart, and orders them as their coordinates do. Called by the text that
// the host writes.
fn order_of(at: vec3<u32>) -> u32 {
    return (at.x << 16u) | at.y;
}

// Returns the value that lies in `values` for a cell; 0xffffffff where none does.
fn stored_value(cell: CanonicalCell) -> u32 {
    return ((values[cell.index] >> (16u * cell.half)) & HALF_MASK) - 1u;
}

// The defaults of the hooks of tiles.wgsl, in digraph games. If an orbit has several canonical positions, each is computed.
fn hook_is_computed(at: vec3<u32>) -> bool {
    let grade = at.x + at.y + at.z;
    let first_column = COLUMN_SHIFT * at.x;
    return at.x < row_count(grade) && at.y >= first_column
        && at.y - first_column <= (grade - COLUMNS_LOST * at.x) / DIVISOR;
}

fn hook_computed_image(at: vec3<u32>) -> vec3<u32> {
    return first_of_orbit(at);
}

fn hook_place(at: vec3<u32>) -> Place {
    let grade = at.x + at.y + at.z;
    let partner = row_count(grade) - 1u - at.x;
    let column = at.y - COLUMN_SHIFT * at.x;
    var word = min(at.x, partner) * pair_words(grade) + column / 2u;
    if at.x > partner {
        word += row_words(grade, partner);
    }
    return Place(grade, wave_place(grade).first_word + word, 16u * (column % 2u), HALF_MASK);
}

// ---- digraph ----

// Grundy values and outcomes of digraph games, such as the Triangle Game, by thresholds.
//
// A digraph game has three heaps x, y and z, and edges, as x -> y, y -> z and z -> x of the Triangle Game. A move of the edge
// x -> y takes tokens from x and puts fewer on y, perhaps none; z is the spectator. With s, t and r tokens on the heap that
// gives, the one that receives and the spectator, it leads to the (s', t', r) with t' >= t and fewer tokens together. The
// threshold of an edge, a number r and a value v is 1 + the most tokens on the heap that receives, among the positions of
// earlier layers that have the value v and r tokens on the spectator, or 0 if there are none. So an option has the value v
// exactly if t is less than the threshold: the edge excludes v. The value of a position is the least v that no edge excludes:
// src/engine/cpu/digraph/mod.rs. An edge from a heap to itself makes it a Nim heap, from which any number of tokens may be
// taken; it has bitsets of the values seen on its lines in place of thresholds.
//
// The Triangle Game: (0, 0, 0) has the value 0, so that the thresholds of each edge, r = 0 and v = 0 become 0 + 1 = 1. At
// (1, 0, 0) the edge x -> y has t = y = 0 < 1 and excludes 0: the value is 1. At (0, 1, 0) it has t = 1 and does not exclude
// 0, but y -> z does, with t = z = 0 and the spectator x = 0.
//
//        y ->  0 1 2 3 4 5 6
//     x = 0    * * * * * * *      A wave is the layer of one token sum, here 6, with z = 6 - x - y. Of positions that a
//         1    . * * * * .        symmetry of the game maps to one another, one is computed: here those of the Triangle
//         2    . . * . .          Game, x <= y and x <= z, an invocation each. They need the layers of fewer tokens.
//         3    . . . .
//
// Two dispatches for each wave. In `evaluate` an invocation computes a position from what the layers before have
// left; in `record` it adds the value to the thresholds, which no cell of the layer may see before all are computed.
// The host gives the buffers of thresholds.wgsl, and functions written for the game, listed below.
// canonical.wgsl has all hooks. Host half: src/engine/gpu/kernels/digraph.rs, which explains what is different from the CPU.

// The host writes these for the game, without loops over edges, Nim heaps and automorphisms (the maps of heaps to heaps that
// leave the game as it is):
//   struct Exclusion                                     what excludes values at a position: for each edge the tokens on
//                                                        the heap that receives and the first vector of its column, for
//                                                        each Nim heap the first word of its line
//   fn exclusion_at(at: vec3<u32>) -> Exclusion
//   fn open_values(exclusion: Exclusion, node: u32) -> u32
//                                                        bit i is set if nothing excludes the value ENTRIES * node + i
//   fn open_minima(exclusion: Exclusion, node: u32) -> u32
//                                                        bit i is set if no edge's entry i of this node of `minima`
//                                                        exceeds the tokens on the heap that receives
//   fn raise_thresholds(at: vec3<u32>, value: u32)       records a value for every edge, and in `added_nim_seen`
//   fn count_orbit(at: vec3<u32>, value: u32)            counts each image of a position once, or none if another
//                                                        canonical image comes first by `order_of`
//   fn first_of_orbit(at: vec3<u32>) -> vec3<u32>        the image that comes first
// They call functions of thresholds.wgsl and canonical.wgsl that no file calls. Of a game with the single edge x -> y
// (shaders/expanded/digraph.wgsl has three):
//   fn exclusion_at(at: vec3<u32>) -> Exclusion {
//       return Exclusion(tokens_to_compare(at.y), 2u * at.z);
//   }
//   fn open_values(exclusion: Exclusion, node: u32) -> u32 {             of each further edge another `& (...)`
//       let node_vector = 2u * COLUMNS * node;
//       let first = vec4<u32>(HIGHEST_BITS)
//           & (vec4<u32>(exclusion.tokens_0) - thresholds[node_vector + exclusion.vector_0]);
//       let second = ...                                                 the same with `+ 1u` in the brackets
//       return entry_bits(first, second);                                of a Nim heap `& ~` its bits of `nim_seen`
//   }
//   fn raise_thresholds(at: vec3<u32>, value: u32) {
//       let index_0 = NODE_WORDS * COLUMNS * (value / ENTRIES) + value % NODE_WORDS + NODE_WORDS * at.z;
//       raise(index_0, 16u * (value / NODE_WORDS % 2u), at.y + 1u, atomicLoad(&raised_thresholds[index_0]));
//   }

// The values 0 .. TRACKED - 1 have thresholds: all up to a proven bound. It is 1 for outcomes, which ask for 0 alone.
override TRACKED: u32;
// Bit k is set when tokens can be taken along axis k.
override MOVABLE_AXES: u32;

// The two halves of a word of `values` are found by neighbouring invocations of one workgroup.
const_assert WORKGROUP_SIZE % 2u == 0u;

// The values of a workgroup, with 1 added; 0 where there is no cell.
var<workgroup> found: array<u32, WORKGROUP_SIZE>;

fn has_no_move(at: vec3<u32>) -> bool {
    let movable = vec3<u32>(MOVABLE_AXES & 1u, (MOVABLE_AXES >> 1u) & 1u, (MOVABLE_AXES >> 2u) & 1u);
    return dot(at, movable) == 0u;
}

// Returns the least value that nothing excludes.
//
// An entry is open if no edge's threshold or minimum there exceeds the tokens on the heap that receives.
// Nodes are visited in the order of their values, and only where the entry that stands for them is open:
//   for each upper node
//       for each lower node that is open in it
//           for each node of values that is open in that
//               if there is an open value: return the least one
// Here these are one loop, of which a round visits the next upper node if no lower one is left, the next lower one if no node
// of values is left, and the next node of values: so invocations of a subgroup stay together although each visits others.
fn least_open_value(at: vec3<u32>) -> u32 {
    let exclusion = exclusion_at(at);
    if TRACKED == 1u {
        // 0 if it is open, else 1, which stands for all others.
        return firstTrailingBit(open_values(exclusion, 0u) | 2u);
    }
    // The next upper node.
    var upper = 0u;
    // Lower nodes to be visited, below the upper node that was visited last: a bit each, from `first_lower` on.
    var open_lower = 0u;
    var first_lower = 0u;
    // Nodes of values to be visited, below the lower node that was visited last: a bit each, from `first_value_node` on.
    var open_value_nodes = 0u;
    var first_value_node = 0u;
    loop {
        if open_value_nodes == 0u {
            if open_lower == 0u {
                if upper == UPPER_NODES {
                    // Never where the bound holds, see VALUE_NODES. It lies beyond the bound, so that the host ends the run.
                    return TRACKED;
                }
                open_lower = open_minima(exclusion, LOWER_NODES + upper);
                first_lower = ENTRIES * upper;
                upper++;
            }
            if open_lower != 0u {
                let lower = first_lower + firstTrailingBit(open_lower);
                open_lower &= open_lower - 1u;
                open_value_nodes = open_minima(exclusion, lower);
                first_value_node = ENTRIES * lower;
            }
        }
        if open_value_nodes != 0u {
            let node = first_value_node + firstTrailingBit(open_value_nodes);
            open_value_nodes &= open_value_nodes - 1u;
            let open = open_values(exclusion, node);
            if open != 0u {
                return ENTRIES * node + firstTrailingBit(open);
            }
        }
    }
    // Never reached; FXC asks for it, see README.md.
    return TRACKED;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn evaluate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let invocation = invocation_of(workgroup, local);
    if TRACKED > 1u {
        renew_minima(invocation);
    }
    let cell = canonical_cell(invocation);
    found[local] = 0u;
    if cell.exists && REPLAYS {
        let known = stored_value(cell);
        if known < HALF_MASK {
            count_orbit(cell.at, known);
        } else {
            // Nothing is known: 0xffffffff. This is counted even if the orbit is counted by another invocation.
            count_position(cell.at, known);
        }
    } else if cell.exists {
        var value = least_open_value(cell.at);
        if MISERE && has_no_move(cell.at) {
            value = 1u;
        }
        let stored = select(value, u32(value == 0u), OUTCOMES);
        // What a half cannot hold becomes the most that it holds, which is beyond the bound as well.
        found[local] = min(stored, HALF_MASK - 1u) + 1u;
        count_orbit(cell.at, stored);
    }
    workgroupBarrier();
    if cell.exists && cell.half == 0u && !REPLAYS {
        values[cell.index] = found[local] | (found[local + 1u] << 16u);
    }
    add_totals(local);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn record(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cell = canonical_cell(invocation_of(workgroup, local));
    if !cell.exists {
        return;
    }
    let stored = stored_value(cell);
    let value = select(stored, 1u - stored, OUTCOMES);
    if value < TRACKED {
        raise_thresholds(cell.at, value);
    }
}
