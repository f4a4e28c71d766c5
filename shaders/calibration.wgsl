// What an adapter takes for the least things that kernels do: a dispatch that waits for the one before it, a step of a
// workgroup, and a stream of bytes. It belongs to no kernel: `src/engine/gpu/calibration.rs` dispatches and times each
// entry point by itself, and checks what it has written. Every entry point has bindings of its own in group 0.

// For each place the next one, in a single cycle through all. It is larger than the first cache of a processor.
@group(0) @binding(0) var<storage, read> chain: array<u32>;

// What invocations have found; no two write the same element.
@group(0) @binding(1) var<storage, read_write> found: array<u32>;

// Zeros, and where they are copied to.
@group(0) @binding(2) var<storage, read> zeros: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> copied: array<vec4<u32>>;

// How many places an invocation goes along the chain.
override STEPS: u32 = 1u;

// Counts its dispatches.
@compute @workgroup_size(1)
fn count() {
    found[0] += 1u;
}

// Goes along the chain, a load and a barrier for each step, as kernels of lines do: no load can begin before the last one
// has ended.
@compute @workgroup_size(64)
fn chase(@builtin(global_invocation_id) id: vec3<u32>) {
    var place = id.x;
    for (var step = 0u; step < STEPS; step++) {
        place = chain[place];
        workgroupBarrier();
    }
    found[id.x] = place;
}

// Copies four words at a time, and adds their index, by which the host sees that they were copied.
@compute @workgroup_size(64)
fn copy(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var at = id.x; at < arrayLength(&copied); at += 64u * groups.x) {
        copied[at] = zeros[at] + at;
    }
}
