//! Rays as the shaders see them. Host half of `shaders/lines.wgsl`.

use crate::engine::vector_games::lines::LineNumbering;

/// `Ray` of `shaders/lines.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Ray {
    pub(in crate::engine::gpu) step: [u32; 3],
    pub(in crate::engine::gpu) weight: i32,
    /// For each first short axis: strides, then the base.
    pub(in crate::engine::gpu) numbering: [[u32; 4]; 3],
}

/// Returns the rays of a kernel and the number of their lines. Lines are numbered one ray after
/// another, except for those of rays that `is_kept` leaves out.
pub(super) fn rays(
    numberings: &[LineNumbering],
    weights: &[i32],
    is_kept: impl Fn(usize) -> bool,
) -> (Vec<Ray>, u64) {
    let mut lines_before = 0u64;
    let ray = |(index, (numbering, &weight)): (usize, (&LineNumbering, &i32))| {
        let ray = Ray {
            step: numbering.ray.0,
            weight,
            numbering: std::array::from_fn(|short| {
                let [x, y, z] = numbering.strides[short];
                [x, y, z, numbering.bases[short].wrapping_add(lines_before as u32)]
            }),
        };
        if is_kept(index) {
            // Numbers beyond 32 bits are refused together with the buffers of that many lines.
            lines_before = lines_before.saturating_add(numbering.count);
        }
        ray
    };
    let rays = numberings.iter().zip(weights).enumerate().map(ray).collect();
    (rays, lines_before)
}
