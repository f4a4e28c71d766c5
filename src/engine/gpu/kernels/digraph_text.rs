//! What the host writes for a digraph game, for `shaders/digraph.wgsl`: the functions that look at every edge, every
//! Nim heap and every automorphism.
//!
//! A loop over them would index arrays of an invocation at run time, and wgpu adds a bound to every loop. Unrolled,
//! limits and indices stay in registers, and the loads of a node depend on one another in no way.

use std::fmt::Write as _;

use crate::domain::Permutation;
use crate::engine::gpu::shader::host::HostModule;

/// The modules of `shaders/` that the functions use.
const MODULES: &[&str] = &["canonical", "thresholds", "totals"];

/// An edge between two vertices, as the shader needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    /// Axis of the heap that receives tokens.
    pub(super) to: usize,
    /// Axis of the spectator heap.
    pub(super) spectator: usize,
    /// The number of its thresholds among those of all edges that have some of their own.
    pub(super) table: usize,
}

/// A Nim heap, as the shader needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NimHeap {
    /// The two other axes, and the side along the second of them.
    pub(super) others: [usize; 2],
    pub(super) second_side: u32,
    /// Word at which its bitsets begin.
    pub(super) first_word: u64,
    /// Words of the bitset of a line.
    pub(super) line_words: u64,
}

/// Returns the coordinate of a position `at`; the axes of three heaps are 1, 2 and 3.
fn coordinate(axis: usize) -> &'static str {
    ["at.x", "at.y", "at.z"][axis - 1]
}

/// Returns the coordinates of the image of a position under a permutation.
fn swizzle(permutation: &Permutation) -> String {
    permutation[1..].iter().map(|&axis| ["x", "y", "z"][axis - 1]).collect()
}

impl Edge {
    fn column(&self) -> String {
        let spectator = coordinate(self.spectator);
        match self.table {
            0 => spectator.to_owned(),
            table => format!("({table}u * WIDTH + {spectator})"),
        }
    }
}

impl NimHeap {
    fn line(&self) -> String {
        let [first, second] = self.others.map(coordinate);
        let NimHeap { second_side, first_word, line_words, .. } = self;
        let words = format!("({first} * {second_side}u + {second}) * {line_words}u");
        if *first_word == 0 { words } else { format!("{first_word}u + {words}") }
    }
}

/// Writes the functions that look at every edge, Nim heap and automorphism.
pub(super) fn write(
    host: &mut HostModule,
    edges: &[Edge],
    nim_heaps: &[NimHeap],
    automorphisms: &[Permutation],
) {
    let mut text = String::from(
        "// The data that exclude values at a position: for each edge the tokens on the heap that\n\
         // receives and the first vector of its column; for each Nim heap the first word of its line.\n",
    );
    let edge_fields =
        (0..edges.len()).map(|i| format!("    tokens_{i}: u32,\n    vector_{i}: u32,\n"));
    let heap_fields = (0..nim_heaps.len()).map(|i| format!("    line_{i}: u32,\n"));
    let fields: String = edge_fields.chain(heap_fields).collect();
    let of_edge = |edge: &Edge| {
        format!(
            "        tokens_to_compare({}),\n        2u * {},\n",
            coordinate(edge.to),
            edge.column()
        )
    };
    let of_heap = |heap: &NimHeap| format!("        {},\n", heap.line());
    let of_edges: String = edges.iter().map(of_edge).collect();
    let of_heaps: String = nim_heaps.iter().map(of_heap).collect();
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "struct Exclusion {{\n{fields}}}\n\n\
         fn exclusion_at(at: vec3<u32>) -> Exclusion {{\n    \
         return Exclusion(\n{of_edges}{of_heaps}    );\n}}\n\n"
    );
    let unseen = |i| {
        let word = format!("nim_seen[exclusion.line_{i} + node / 2u]");
        format!("\n        & ~({word} >> (ENTRIES * (node % 2u)))")
    };
    let unseen: String = (0..nim_heaps.len()).map(unseen).collect();
    text += &open("open_values", "thresholds", edges.len(), &unseen);
    text += &open("open_minima", "minima", edges.len(), "");
    text += &raise_thresholds(edges, nim_heaps);
    text += &count_orbit(automorphisms);
    text += &first_of_orbit(automorphisms);
    host.add(MODULES, &text);
}

/// Writes a function that returns the open entries of a node, a bit each.
fn open(name: &str, buffer: &str, edges: usize, unseen: &str) -> String {
    let vector = |offset: &str| {
        let one = |i| {
            format!(
                "\n        & (vec4<u32>(exclusion.tokens_{i}) - {buffer}[node_vector + exclusion.vector_{i}{offset}])"
            )
        };
        (0..edges).map(one).collect::<String>()
    };
    let (first, second) = (vector(""), vector(" + 1u"));
    format!(
        "fn {name}(exclusion: Exclusion, node: u32) -> u32 {{\n    \
         let node_vector = 2u * COLUMNS * node;\n    \
         let first = vec4<u32>(HIGHEST_BITS){first};\n    \
         let second = vec4<u32>(HIGHEST_BITS){second};\n    \
         return entry_bits(first, second){unseen};\n}}\n\n"
    )
}

/// Writes the function that adds a computed cell to the thresholds and bitsets. All words are loaded
/// before the first of them is raised.
fn raise_thresholds(edges: &[Edge], nim_heaps: &[NimHeap]) -> String {
    let load = |(i, edge): (usize, &Edge)| {
        format!(
            "    let index_{i} = first + NODE_WORDS * {};\n    \
             let word_{i} = atomicLoad(&raised_thresholds[index_{i}]);\n",
            edge.column()
        )
    };
    let raise = |(i, edge): (usize, &Edge)| {
        let tokens = coordinate(edge.to);
        format!("    raise(index_{i}, shift, {tokens} + 1u, word_{i});\n")
    };
    let loads: String = edges.iter().enumerate().map(load).collect();
    let raises: String = edges.iter().enumerate().map(raise).collect();
    let add = |heap: &NimHeap| {
        format!(
            "    // A line has one cell in a layer.\n    \
             added_nim_seen[{} + value / VALUES_PER_WORD] |= 1u << (value % VALUES_PER_WORD);\n",
            heap.line()
        )
    };
    let adds: String = nim_heaps.iter().map(add).collect();
    format!(
        "fn raise_thresholds(at: vec3<u32>, value: u32) {{\n    \
         let first = NODE_WORDS * COLUMNS * (value / ENTRIES) + value % NODE_WORDS;\n    \
         let shift = 16u * (value / NODE_WORDS % 2u);\n{loads}{raises}{adds}}}\n"
    )
}

/// Writes the function that counts all positions of an orbit, if the cell is the first of them. Where
/// heaps are equal, several canonical positions belong to one orbit, and several automorphisms map the
/// cell to one position, which counts once.
fn count_orbit(automorphisms: &[Permutation]) -> String {
    let image = |(k, permutation): (usize, &Permutation)| {
        let axes = swizzle(permutation);
        format!("    let image_{k} = at.{axes};\n    let order_{k} = order_of(image_{k});\n")
    };
    let first = |k| format!("    if order_{k} < order_0 {{\n        return;\n    }}\n");
    let count = |k: usize| {
        let differs = |earlier| format!("order_{k} != order_{earlier}");
        match (0..k).map(differs).collect::<Vec<_>>().as_slice() {
            [] => format!("    count_position(image_{k}, value);\n"),
            conditions => {
                let condition = conditions.join(" && ");
                format!(
                    "    if {condition} {{\n        count_position(image_{k}, value);\n    }}\n"
                )
            }
        }
    };
    let images: String = automorphisms.iter().enumerate().map(image).collect();
    let firsts: String = (1..automorphisms.len()).map(first).collect();
    let counts: String = (0..automorphisms.len()).map(count).collect();
    format!("\nfn count_orbit(at: vec3<u32>, value: u32) {{\n{images}{firsts}{counts}}}\n")
}

/// Writes the function that returns the first position of an orbit in the order of coordinates, which
/// is a canonical one.
fn first_of_orbit(automorphisms: &[Permutation]) -> String {
    let lesser = |permutation: &Permutation| {
        let axes = swizzle(permutation);
        format!(
            "    if order_of(at.{axes}) < order_of(first) {{\n        first = at.{axes};\n    }}\n"
        )
    };
    let lessers: String = automorphisms.iter().skip(1).map(lesser).collect();
    format!(
        "\nfn first_of_orbit(at: vec3<u32>) -> vec3<u32> {{\n    var first = at;\n{lessers}    return first;\n}}\n"
    )
}
