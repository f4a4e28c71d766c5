// The lines of each ray, numbered.
// Twin of src/engine/lines.rs, which explains the numbering; host half: src/engine/gpu/lines.rs.

struct Ray {
    // Coordinates, padded on the left.
    step: vec3<u32>,
    // How often the count along the ray is added (palace numbers).
    weight: i32,
    // Per first short axis k: strides of the three coordinates, and the base.
    numbering: array<vec4<u32>, 3>,
}

@group(0) @binding(2) var<storage, read> rays: array<Ray>;

// One line per ray; an array is never empty.
const LINES_PER_CELL = max(RAYS, 1u);

// The number of the line of rays[index] through a cell, among the lines of all rays.
fn line_of(index: u32, at: vec3<u32>) -> u32 {
    let step = rays[index].step;
    var steps = 0xffffffffu;
    if step.x > 0u { steps = min(steps, at.x / step.x); }
    if step.y > 0u { steps = min(steps, at.y / step.y); }
    if step.z > 0u { steps = min(steps, at.z / step.z); }
    let entry = at - steps * step;
    var short = 2u;
    if entry.y < step.y { short = 1u; }
    if entry.x < step.x { short = 0u; }
    let numbering = rays[index].numbering[short];
    return dot(entry, numbering.xyz) + numbering.w;
}
