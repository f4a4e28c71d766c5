//! Rays as the shaders see them. Host half of `shaders/lines.wgsl`.

use crate::engine::gpu::blocks::sizes::BlockPlan;
use crate::engine::gpu::shader::MOST_WRITTEN_OUT;
use crate::engine::vector_games::lines::LineNumbering;

/// `Ray` of `shaders/lines.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Ray {
    pub(in crate::engine::gpu) step: [u32; 3],
    pub(in crate::engine::gpu) weight: i32,
    /// For each first short axis: strides, then the base.
    pub(in crate::engine::gpu) numbering: [[u32; 4]; 3],
    pub(in crate::engine::gpu) is_image: u32,
    pub(in crate::engine::gpu) first_slot: u32,
    pub(in crate::engine::gpu) slots: u32,
    pub(in crate::engine::gpu) near_slots: u32,
    pub(in crate::engine::gpu) most_times: u32,
    pub(in crate::engine::gpu) width_x: u32,
    pub(in crate::engine::gpu) width_y: u32,
    pub(in crate::engine::gpu) width_z: u32,
}

/// Returns the rays of a kernel and the number of their lines. Lines are numbered one ray after
/// another, except for those of rays that are kept as the lines of their mirror images, and of lines
/// without computed cells.
pub(super) fn rays(
    numberings: &[LineNumbering],
    weights: &[i32],
    block_plan: &BlockPlan,
) -> (Vec<Ray>, u64) {
    let mut lines_before = 0u64;
    let mut rays: Vec<Ray> = Vec::new();
    for (index, (numbering, &weight)) in numberings.iter().zip(weights).enumerate() {
        let slots = block_plan.slots.get(index).copied().unwrap_or_default();
        let kept_as = block_plan.kept_as(index);
        let own_numbering = std::array::from_fn(|axis| {
            let short = axis + 1;
            let [_, x, y, z] = numbering.strides[short];
            [x, y, z, numbering.bases[short].wrapping_add(lines_before as u32)]
        });
        let is_image = kept_as < index;
        rays.push(Ray {
            step: numbering.ray.last_three(),
            weight,
            numbering: if is_image { rays[kept_as].numbering } else { own_numbering },
            is_image: u32::from(is_image),
            first_slot: slots.first,
            slots: slots.all,
            near_slots: slots.near,
            most_times: slots.most_times,
            width_x: slots.widths[1],
            width_y: slots.widths[2],
            width_z: slots.widths[3],
        });
        // Numbers beyond 32 bits are refused together with the buffers of that many lines.
        lines_before = lines_before.saturating_add(if is_image {
            0
        } else if block_plan.is_own_image(index) {
            // Lines that enter at y >= dy and z < dz, where dy = dz, have no cells with y <= z.
            numbering.count.saturating_sub(numbering.count_of_last_axis)
        } else {
            numbering.count
        });
    }
    (rays, lines_before)
}

/// Whether these rays are few enough to be constants of the shader. The loops over them are written out
/// then.
pub(super) fn are_constants(rays: &[Ray]) -> bool {
    rays.len() <= MOST_WRITTEN_OUT as usize
}

/// Returns the declaration of `rays`: constants where they are few, else a buffer at `binding`.
pub(super) fn text(rays: &[Ray], binding: u32) -> String {
    if !are_constants(rays) {
        return format!("@group(0) @binding({binding}) var<storage, read> rays: array<Ray>;\n");
    }
    if rays.is_empty() {
        // WGSL has no empty arrays, and no loop is left that would read one.
        return String::new();
    }
    let constants: Vec<String> = rays.iter().map(constant).collect();
    format!("const rays = array<Ray, {}>({});\n", rays.len(), constants.join(", "))
}

/// Returns a ray as an expression of WGSL.
fn constant(ray: &Ray) -> String {
    let [x, y, z] = ray.step;
    let numbering = ray.numbering.map(|[x, y, z, w]| format!("vec4<u32>({x}u, {y}u, {z}u, {w}u)"));
    let rest = [
        ray.is_image,
        ray.first_slot,
        ray.slots,
        ray.near_slots,
        ray.most_times,
        ray.width_x,
        ray.width_y,
        ray.width_z,
    ]
    .map(|number| format!("{number}u"));
    format!(
        "Ray(vec3<u32>({x}u, {y}u, {z}u), {}i, array<vec4<u32>, 3>({}), {})",
        ray.weight,
        numbering.join(", "),
        rest.join(", ")
    )
}
