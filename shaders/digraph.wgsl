// Digraph games by thresholds. Twin of src/engine/cpu/digraph.rs, which explains the idea;
// host half: src/engine/gpu/digraph.rs.
//
// Two dispatches per layer: `evaluate` reads what earlier layers have left, `remember` adds the
// layer's own values, which must not be seen before all its cells are done.

struct Arc {
    // Axes of padded coordinates.
    receiver: u32,
    beside: u32,
    // Where the arc's thresholds and marks begin.
    first_threshold: u32,
    first_mark: u32,
}

struct NimHeap {
    // The two axes beside the heap's own, and the side along the second.
    beside_first: u32,
    beside_second: u32,
    second_side: u32,
    // Where the heap's words begin.
    first_word: u32,
}

override ARCS: u32;
override NIM_HEAPS: u32;
// Values told apart: 0..TRACKED.
override TRACKED: u32;
// Token sums tabulated: 0..SIDE.
override SIDE: u32;
// Bit k is set when tokens can be taken along axis k.
override MOVABLE_AXES: u32;
// 1 when outcomes are asked for, else 0.
override OUTCOMES: u32;
// 1 in misere play, else 0.
override MISERE: u32;

@group(0) @binding(2) var<storage, read> arcs: array<Arc>;
// Per arc, tokens w beside it and value v: [w][v].
@group(0) @binding(3) var<storage, read_write> thresholds: array<atomic<u32>>;
// Per arc, tokens w beside it and tokens t on the receiver: [w][t].
@group(0) @binding(4) var<storage, read_write> marks: array<u32>;
@group(0) @binding(5) var<storage, read> nim_heaps: array<NimHeap>;
// Per nim heap and line, a bitset of the values seen.
@group(0) @binding(6) var<storage, read_write> seen: array<u32>;

// There are at most six edges between three vertices.
const MOST_ARCS = 6u;

fn word_of(heap: NimHeap, at: vec3<u32>, value: u32) -> u32 {
    var tokens = at;
    let line = tokens[heap.beside_first] * heap.second_side + tokens[heap.beside_second];
    return heap.first_word + line * ((TRACKED + 31u) / 32u) + value / 32u;
}

fn is_terminal(at: vec3<u32>) -> bool {
    let movable = vec3<u32>(MOVABLE_AXES & 1u, (MOVABLE_AXES >> 1u) & 1u, (MOVABLE_AXES >> 2u) & 1u);
    return dot(at, movable) == 0u;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn evaluate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cell = cell_of(workgroup, grid, local);
    if !cell.exists {
        return;
    }
    var at = cell.at;
    var tokens: array<u32, MOST_ARCS>;
    var rows: array<u32, MOST_ARCS>;
    var value = 0u;
    for (var i = 0u; i < ARCS; i++) {
        let arc = arcs[i];
        let beside = at[arc.beside];
        tokens[i] = at[arc.receiver];
        rows[i] = arc.first_threshold + beside * TRACKED;
        // Of a layer's cells only this one has these w and t, so its mark needs no atomic.
        let mark_at = arc.first_mark + beside * SIDE + tokens[i];
        var mark = marks[mark_at];
        while mark < TRACKED && atomicLoad(&thresholds[rows[i] + mark]) > tokens[i] {
            mark++;
        }
        marks[mark_at] = mark;
        value = max(value, mark);
    }
    for (; value < TRACKED; value++) {
        var excluded = false;
        for (var i = 0u; i < ARCS; i++) {
            excluded |= atomicLoad(&thresholds[rows[i] + value]) > tokens[i];
        }
        for (var i = 0u; i < NIM_HEAPS; i++) {
            excluded |= ((seen[word_of(nim_heaps[i], at, value)] >> (value % 32u)) & 1u) == 1u;
        }
        if !excluded {
            break;
        }
    }
    if MISERE == 1u && is_terminal(at) {
        value = 1u;
    }
    values[cell.slot] = 1u + select(value, u32(value == 0u), OUTCOMES == 1u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn remember(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cell = cell_of(workgroup, grid, local);
    if !cell.exists {
        return;
    }
    let stored = values[cell.slot] - 1u;
    let value = select(stored, 1u - stored, OUTCOMES == 1u);
    if value >= TRACKED {
        return;
    }
    var at = cell.at;
    for (var i = 0u; i < ARCS; i++) {
        let arc = arcs[i];
        let row = arc.first_threshold + at[arc.beside] * TRACKED;
        atomicMax(&thresholds[row + value], at[arc.receiver] + 1u);
    }
    for (var i = 0u; i < NIM_HEAPS; i++) {
        // Each line has one cell in a layer.
        seen[word_of(nim_heaps[i], at, value)] |= 1u << (value % 32u);
    }
}
