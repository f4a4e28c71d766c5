//! Rays as the shaders see them. Host half of `shaders/lines.wgsl`.

use std::ops::Range;

use crate::engine::gpu::blocks::sizes::BlockPlan;
use crate::engine::gpu::blocks::slots::Slots;
use crate::engine::gpu::shader::MAX_UNROLLED;
use crate::engine::vector_games::line_numbering::LineNumbering;

/// `Ray` of `shaders/lines.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Ray {
    pub(in crate::engine::gpu) vector: [u32; 3],
    pub(in crate::engine::gpu) weight: i32,
    /// For each first short axis: strides, then the base.
    pub(in crate::engine::gpu) numbering: [[u32; 4]; 3],
    pub(in crate::engine::gpu) is_image: u32,
    pub(in crate::engine::gpu) slots: Slots,
}

/// Returns the rays of a kernel, and the numbers of the lines of each. Lines are numbered one ray after
/// another, except for those of rays that are kept as the lines of their mirror images, and of lines
/// without computed cells.
pub(super) fn rays(
    numberings: &[LineNumbering],
    weights: &[i32],
    block_plan: &BlockPlan,
) -> (Vec<Ray>, Vec<Range<u64>>) {
    let mut lines_before = 0u64;
    let mut rays: Vec<Ray> = Vec::new();
    let mut lines_of: Vec<Range<u64>> = Vec::new();
    for (index, (numbering, &weight)) in numberings.iter().zip(weights).enumerate() {
        let kept_as = block_plan.kept_as(index);
        let own_numbering = std::array::from_fn(|axis| {
            let short = axis + 1;
            let [_, x, y, z] = numbering.strides[short];
            [x, y, z, numbering.bases[short].wrapping_add(lines_before as u32)]
        });
        let is_image = kept_as < index;
        rays.push(Ray {
            vector: numbering.ray.last_three(),
            weight,
            numbering: if is_image { rays[kept_as].numbering } else { own_numbering },
            is_image: u32::from(is_image),
            slots: block_plan.slots.get(index).copied().unwrap_or_default(),
        });
        if is_image {
            lines_of.push(lines_of[kept_as].clone());
            continue;
        }
        let count = if block_plan.is_own_image(index) {
            // Lines that enter at y >= dy and z < dz, where dy = dz, have no cells with y <= z.
            numbering.count.saturating_sub(numbering.count_of_last_axis)
        } else {
            numbering.count
        };
        // Numbers beyond 32 bits are refused together with the buffers of that many lines.
        let past = lines_before.saturating_add(count);
        lines_of.push(lines_before..past);
        lines_before = past;
    }
    (rays, lines_of)
}

/// Whether the rays are few enough to be constants of the shader, with unrolled loops over them.
pub(super) fn are_constants(rays: &[Ray]) -> bool {
    rays.len() <= MAX_UNROLLED as usize
}

/// Returns the declaration of `rays`: constants if there are few, else a buffer at `binding`.
pub(super) fn text(rays: &[Ray], binding: u32) -> String {
    if !are_constants(rays) {
        return format!("@group(0) @binding({binding}) var<storage, read> rays: array<Ray>;\n");
    }
    if rays.is_empty() {
        // WGSL has no empty arrays, and no loop is left that would read this one.
        return "const rays = array<Ray, 1>();\n".to_owned();
    }
    let constants: String = rays.iter().map(|ray| format!("    {},\n", constant(ray))).collect();
    format!("const rays = array<Ray, {}>(\n{constants});\n", rays.len())
}

/// Returns a ray as an expression of WGSL.
fn constant(ray: &Ray) -> String {
    let list =
        |words: &[u32]| words.iter().map(|word| format!("{word}u")).collect::<Vec<_>>().join(", ");
    let numbering = ray.numbering.map(|row| format!("vec4<u32>({})", list(&row))).join(", ");
    let (vector, weight, is_image) = (list(&ray.vector), ray.weight, ray.is_image);
    let slots = list(bytemuck::cast_slice(std::slice::from_ref(&ray.slots)));
    format!(
        "Ray(vec3<u32>({vector}), {weight}i, array<vec4<u32>, 3>({numbering}), {is_image}u, Slots({slots}))"
    )
}
