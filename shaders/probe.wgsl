// Probes: small kernels that each take what one constant of the model stands for.
// Host half: src/engine/gpu/probe.rs. The model: src/engine/gpu/model.rs.
// Joined after: sizes.

struct Probe {
    // How often an invocation does what is measured.
    rounds: u32,
    // Length of `links`, a power of 2.
    links: u32,
}

@group(0) @binding(0) var<uniform> probe: Probe;
// Where the probes leave what they have computed, two words for each invocation of a workgroup, so that
// no compiler leaves anything out. Workgroups write over one another.
@group(0) @binding(1) var<storage, read_write> results: array<atomic<u32>>;
// The first word of an entry is the index of another one. They form one circle through the whole array.
@group(0) @binding(2) var<storage, read> links: array<vec4<u32>>;

// Two words for each invocation, which take turns.
var<workgroup> exchanged: array<u32, 2u * WORKGROUP_SIZE>;

// Does nothing: the time of a dispatch, and of the barrier between two dispatches.
@compute @workgroup_size(WORKGROUP_SIZE)
fn dispatch(@builtin(local_invocation_index) local: u32) {
    atomicStore(&results[local], probe.rounds);
}

// Steps of a walk through workgroup memory: each writes a word, and reads its neighbour's after a
// barrier. Turns are taken so that one barrier a step suffices.
@compute @workgroup_size(WORKGROUP_SIZE)
fn step(@builtin(local_invocation_index) local: u32) {
    var sum = local;
    for (var round = 0u; round < probe.rounds; round++) {
        let first = (round % 2u) * WORKGROUP_SIZE;
        exchanged[first + local] = sum;
        workgroupBarrier();
        sum += exchanged[first + (local + 1u) % WORKGROUP_SIZE];
    }
    atomicStore(&results[local], sum);
}

// Steps after which other invocations see what was written to a buffer.
@compute @workgroup_size(WORKGROUP_SIZE)
fn storage_step(@builtin(local_invocation_index) local: u32) {
    for (var round = 0u; round < probe.rounds; round++) {
        atomicStore(&results[(round % 2u) * WORKGROUP_SIZE + local], round);
        storageBarrier();
    }
}

// Loads, each of which needs what the one before has found.
@compute @workgroup_size(WORKGROUP_SIZE)
fn load(@builtin(local_invocation_index) local: u32) {
    var at = 0u;
    for (var round = 0u; round < probe.rounds; round++) {
        at = links[at].x;
    }
    atomicStore(&results[local], at);
}

// Independent loads: neighbours read neighbouring vectors.
@compute @workgroup_size(WORKGROUP_SIZE)
fn loads(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    var sum = vec4<u32>();
    var at = workgroup.x * WORKGROUP_SIZE + local;
    for (var round = 0u; round < probe.rounds; round++) {
        sum += links[at % probe.links];
        at += workgroups.x * WORKGROUP_SIZE;
    }
    atomicStore(&results[local], sum.x + sum.y + sum.z + sum.w);
}
