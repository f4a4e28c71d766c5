// Rules that the user writes: every position looks at all its options.
// Counterpart of src/engine/cpu/clauses/; host half: src/engine/gpu/kernels/rules/.
// Joined after: sizes, output, tiles, numbers.
//
// Every move makes the grade of a position smaller. So the positions of one grade do not depend on one another: they
// are a wave, which one dispatch computes. Without a grade in the rules the grade is the token sum:
//
//     z                              the wave of token sum 4 on two heaps, and the options of one of its
//     | 4                            positions, *, by the rules (y - k, z) and (y, z - k): they lie in the
//     | 3 4                          waves before
//     | o o *
//     | 1 2 o 4
//     | 0 1 o 3 4
//     +----------- y
//
// An invocation computes a position: it goes through the loops of the clauses, which the host writes, and looks up the
// value of each option in the table. Where waves have few positions, which have many options, all invocations of a
// workgroup share the loops of one position, and put together what they have found.
//
// The host writes `is_position`, `grade_of` and `list_options`, which calls `take_option` for each move. The file of the
// quantity, which follows, says what is gathered of the options: `begin`, `search`, `take`, `share` and `value_found`.
//
// The table stays in `values` as a whole, with a word for each cell. By token sums, what invocations beside one another
// read is side by side: cells of equal token sums follow one another, those of token sum s + DOMAIN_Z among those of s.
// Where the rules state a grade, the cells are in row-major order.

// 1 where the rules state a grade, by which the host has sorted the positions, else 0.
override IS_SORTED: u32;
// 1 where it is not proved that all options are inside and have a smaller grade, else 0.
override IS_CHECKED: u32;

// The row-major indices of all positions in the order of their grades, where they are sorted. The slots of a wave are
// the columns, from the first one on.
@group(0) @binding(2) var<storage, read> order: array<u32>;
// The numbers of the sets in the rules, one set after another.
@group(0) @binding(3) var<storage, read> sets: array<i32>;

// The word of a stage's totals that tells its first position at which the rules have a fault, or a loop was ended
// early: the complement of its row-major index. 0 if there is none.
const FAULT = 7u;

// Whether something is wrong with the rules at the position: an expression has no value, or an option is outside or has
// no smaller grade. The host then looks at the position by the definition.
var<private> is_faulty: bool;
// Whether the driver has ended a loop before its end.
var<private> is_cut: bool;
// The grade of the position.
var<private> grade: u32;

struct Cell {
    // False for invocations beyond the wave and for slots that belong to no position.
    exists: bool,
    at: vec3<u32>,
}

fn row_major_index(at: vec3<u32>) -> u32 {
    return (at.x * DOMAIN_Y + at.y) * DOMAIN_Z + at.z;
}

// Returns the word of a cell in `values`.
fn word_of(at: vec3<u32>) -> u32 {
    if IS_SORTED == 1u {
        return row_major_index(at);
    }
    return ((at.x + at.y + at.z) % DOMAIN_Z * DOMAIN_X + at.x) * DOMAIN_Y + at.y;
}

// Returns the cell of an invocation.
fn cell_of(workgroup: vec3<u32>, local: u32) -> Cell {
    let slot = workgroup_number(workgroup) * (WORKGROUP_SIZE / LANES) + local / LANES;
    if slot >= stage.slots.rows * stage.slots.columns {
        return Cell(false, vec3<u32>());
    }
    let column = stage.slots.first_column + slot % stage.slots.columns;
    if IS_SORTED == 1u {
        let index = order[column];
        let row = index / DOMAIN_Z;
        return Cell(true, vec3<u32>(row / DOMAIN_Y, row % DOMAIN_Y, index % DOMAIN_Z));
    }
    let row = stage.slots.first_row + slot / stage.slots.columns;
    let at = vec3<u32>(row, column, stage.index - row - column);
    return Cell(row + column <= stage.index && at.z < DOMAIN_Z && is_position(at), at);
}

// Returns whether a move leads to a position. If not, the move does not exist, or the rules have a fault.
fn is_option(option: vec3<i32>) -> bool {
    let at = vec3<u32>(option);
    if any(option < vec3<i32>()) || !is_in_domain(at) {
        is_faulty = true;
        return false;
    }
    if !is_position(at) {
        return false;
    }
    is_faulty = is_faulty || grade_of(at) >= grade;
    return !is_faulty;
}

// Takes in the option of a move, and what the move pays. Returns whether no other one matters.
fn take_option(option: vec3<i32>, points: i32) -> bool {
    if IS_CHECKED == 1u && !is_option(option) {
        return is_faulty;
    }
    let at = vec3<u32>(option);
    let written = values[word_of(at)];
    if written == 0u {
        // A cell without a value is no position, and the move does not exist. A position has a value by now.
        is_faulty = is_faulty || is_position(at);
        return is_faulty;
    }
    return take(option, written - 1u, points);
}

// Returns the bits of a value in `values`: it takes a word.
fn written_bits() -> u32 {
    return 0xffffffffu;
}

// Every position is computed.
fn computed_image(at: vec3<u32>) -> vec3<u32> {
    return at;
}

fn has_invocation(at: vec3<u32>) -> bool {
    return true;
}

// Returns where the value of a position lies. No wave takes the place of another one, so that tiles may be scattered as
// a whole.
fn place_of(at: vec3<u32>) -> Place {
    return Place(0u, word_of(at), 0u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn tabulate(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let cell = cell_of(workgroup, local);
    if LANES > 1u {
        begin(local);
        workgroupBarrier();
    }
    if cell.exists && REPLAYS == 0u {
        grade = grade_of(cell.at);
        search(cell.at, i32(local % LANES));
    }
    if LANES > 1u {
        share();
        workgroupBarrier();
    }
    if cell.exists && local % LANES == 0u {
        var value = values[word_of(cell.at)] - 1u;
        if REPLAYS == 0u {
            value = value_found();
        }
        count_position(cell.at, value);
        values[word_of(cell.at)] = 1u + value;
    }
    if is_faulty || is_cut {
        atomicMax(&totals[stage.first_total + FAULT], ~row_major_index(cell.at));
    }
    add_totals(workgroup, local);
}
