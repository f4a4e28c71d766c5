//! Rays as the shaders see them. Host half of `shaders/lines.wgsl`.

use crate::engine::lines::LineNumbering;

/// `Ray` of `shaders/lines.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct Ray {
    pub(super) step: [u32; 3],
    pub(super) weight: i32,
    /// Per first short axis: strides, then the base.
    pub(super) numbering: [[u32; 4]; 3],
}

/// The rays of a kernel, their lines numbered one ray after the other.
pub(super) fn rays(numberings: &[LineNumbering], weights: &[i32]) -> Vec<Ray> {
    let mut lines_before = 0u32;
    let ray = |(numbering, &weight): (&LineNumbering, &i32)| {
        let ray = Ray {
            step: numbering.ray,
            weight,
            numbering: std::array::from_fn(|short| {
                let [x, y, z] = numbering.strides[short];
                [x, y, z, numbering.bases[short].wrapping_add(lines_before)]
            }),
        };
        lines_before = lines_before.wrapping_add(numbering.count as u32);
        ray
    };
    numberings.iter().zip(weights).map(ray).collect()
}
