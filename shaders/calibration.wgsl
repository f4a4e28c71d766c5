// What an adapter takes for the least things that kernels do: a dispatch that waits for the one before it, a step of a
// workgroup, and a load that waits for the one before it. It belongs to no kernel: `src/engine/gpu/calibration.rs`
// dispatches each entry point by itself, times it, and checks what it has written.

// For each place the next one, in a single cycle through places of 4 MiB, which no first cache of a processor holds.
@group(0) @binding(0) var<storage, read> chain: array<u32>;

// What invocations have found; no two write the same element.
@group(0) @binding(1) var<storage, read_write> found: array<u32>;

// A number for each invocation, by turns in one half and in the other.
var<workgroup> numbers: array<array<u32, 64>, 2>;

// How many steps an invocation takes.
override STEPS: u32 = 1u;

// Counts its dispatches.
@compute @workgroup_size(1)
fn count() {
    found[0] += 1u;
}

// Adds 1 to the number of the next invocation, and ends the step with a barrier, as kernels whose lines carry counts do.
@compute @workgroup_size(64)
fn tick(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    numbers[0][local] = local;
    workgroupBarrier();
    for (var step = 0u; step < STEPS; step++) {
        numbers[(step + 1u) % 2u][local] = numbers[step % 2u][(local + 1u) % 64u] + 1u;
        workgroupBarrier();
    }
    found[id.x] = numbers[STEPS % 2u][local];
}

// Goes along the chain, as a search goes through the memory of its lines.
@compute @workgroup_size(64)
fn chase(@builtin(global_invocation_id) id: vec3<u32>) {
    var place = id.x;
    for (var step = 0u; step < STEPS; step++) {
        place = chain[place];
    }
    found[id.x] = place;
}
