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

import package::canonical::{HALF_MASK, layer_invocations};
import package::dispatch::wave;

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
