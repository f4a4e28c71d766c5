// Palace numbers and outcomes of vector games. Twin of src/engine/cpu/vector_palaces.rs, which
// explains the idea; host half: src/engine/gpu/vector_palaces.rs.
//
// No two blocks of a wave share a line, and no two cells of an antidiagonal, so lines need no atomics.

// How many options may be blocked before each move.
override BLOCK: i32;
// 1 when outcomes are asked for, else 0.
override OUTCOMES: u32;
// 1 in misere play, else 0.
override MISERE: u32;

// Per line, the number of P-positions on it.
@group(0) @binding(7) var<storage, read_write> counts: array<i32>;
// Those of the block's lines, while it is walked.
var<workgroup> counted: array<i32, BLOCK_LINES>;

fn is_p_position(value: u32) -> bool {
    return select(i32(value) <= BLOCK, value == 1u, OUTCOMES == 1u);
}

// The value of one cell. No two cells of a step share a line.
fn visit(block: Block, place: u32) {
    let within = within_at(block, place);
    let at = block.origin + within;
    if !is_inside(at) {
        return;
    }
    var palaces = 0i;
    for (var ray = 0u; ray < RAYS; ray++) {
        palaces += rays[ray].weight * counted[marked_line_at(block, place, ray) & ~IS_REPEATED];
    }
    for (var index = 0u; index < ALTERATIONS; index++) {
        let value = value_behind(index, at);
        if value != NO_VALUE && is_p_position(value) {
            palaces += select(1i, -1i, alterations[index].removed == 1u);
        }
    }
    // Without alterations the palace number of a position without moves is 0 by itself.
    let terminal = (MISERE == 1u || ALTERATIONS + TERMINALS > 0u) && is_terminal(at);
    if terminal {
        palaces = 0i;
    }
    let is_p = palaces <= BLOCK && !(terminal && MISERE == 1u);
    let value = select(u32(palaces), u32(is_p), OUTCOMES == 1u);
    put(within, value);
    keep(at, value);
    if is_p {
        for (var ray = 0u; ray < RAYS; ray++) {
            let line = marked_line_at(block, place, ray);
            if (line & IS_REPEATED) == 0u {
                counted[line] += 1i;
            }
        }
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let block = block_of(workgroup, grid);
    if !block.exists {
        return;
    }
    enter(block, local);
    for (var line = local; line < BLOCK_LINES; line += WORKGROUP_SIZE) {
        if names[line] != NO_LINE {
            counted[line] = counts[names[line]];
        }
    }
    workgroupBarrier();
    for (var step = 0u; step < STEPS; step++) {
        let past = first_of(block, step + 1u);
        for (var place = first_of(block, step) + local; place < past; place += WORKGROUP_SIZE) {
            visit(block, place);
        }
        if ALTERATIONS > 0u {
            storageBarrier();
        }
        workgroupBarrier();
    }
    for (var line = local; line < BLOCK_LINES; line += WORKGROUP_SIZE) {
        if names[line] != NO_LINE {
            counts[names[line]] = counted[line];
        }
    }
    leave(block, local);
}
