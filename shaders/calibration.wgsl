// What an adapter takes for the least things that kernels do: a dispatch that waits for the one before it, and a step of a
// workgroup. It belongs to no kernel: `src/engine/gpu/calibration.rs` dispatches each entry point by itself, times it, and
// checks what it has written.

// For each place the next one, in a single cycle through places of 4 MiB, which no first cache of a processor holds.
@group(0) @binding(0) var<storage, read> chain: array<u32>;

// What invocations have found; no two write the same element.
@group(0) @binding(1) var<storage, read_write> found: array<u32>;

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
