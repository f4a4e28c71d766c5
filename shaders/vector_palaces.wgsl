// Palace numbers and outcomes of vector games. Twin of src/engine/cpu/vector_palaces.rs, which
// explains the idea; host half: src/engine/gpu/vector_palaces.rs.
//
// No two cells of a layer share a line, so lines need no atomics.

// How many options may be blocked before each move.
override BLOCK: i32;
// 1 when outcomes are asked for, else 0.
override OUTCOMES: u32;
// 1 in misere play, else 0.
override MISERE: u32;

// Per line, the number of P-positions on it.
@group(0) @binding(6) var<storage, read_write> counts: array<i32>;

fn is_p_position(value: u32) -> bool {
    return select(i32(value) <= BLOCK, value == 1u, OUTCOMES == 1u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cell = cell_of(workgroup, grid, local);
    if !cell.exists {
        return;
    }
    var lines: array<u32, LINES_PER_CELL>;
    var palaces = 0i;
    for (var ray = 0u; ray < RAYS; ray++) {
        lines[ray] = line_of(ray, cell.at);
        palaces += rays[ray].weight * counts[lines[ray]];
    }
    for (var index = 0u; index < ALTERATIONS; index++) {
        let value = value_behind(index, cell.at);
        if value != NO_VALUE && is_p_position(value) {
            palaces += select(1i, -1i, alterations[index].removed == 1u);
        }
    }
    // Without alterations the palace number of a position without moves is 0 by itself.
    let terminal = (MISERE == 1u || ALTERATIONS + TERMINALS > 0u) && is_terminal(cell.at);
    if terminal {
        palaces = 0i;
    }
    let is_p = palaces <= BLOCK && !(terminal && MISERE == 1u);
    let value = select(u32(palaces), u32(is_p), OUTCOMES == 1u);
    values[cell.slot] = 1u + value;
    keep(cell.at, value);
    if is_p {
        for (var ray = 0u; ray < RAYS; ray++) {
            counts[lines[ray]] += 1i;
        }
    }
}
