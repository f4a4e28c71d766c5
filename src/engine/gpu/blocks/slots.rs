//! Slots: where a workgroup keeps the count of each line that crosses its block.
//! `shaders/counts.wgsl` explains them.

use crate::domain::Coordinates;

/// The slots of the lines of a ray in a block, as `shaders/lines.wgsl` has them.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Slots {
    /// The first slot among those of all rays.
    pub(in crate::engine::gpu) first: u32,
    pub(in crate::engine::gpu) all: u32,
    /// How many come before those that only lines of the mirror image have.
    pub(in crate::engine::gpu) near: u32,
    /// How often the ray can be subtracted within the steps of a block.
    pub(in crate::engine::gpu) most_times: u32,
    /// Widths along x, y, and the distance from the least z.
    pub(in crate::engine::gpu) width_x: u32,
    pub(in crate::engine::gpu) width_y: u32,
    pub(in crate::engine::gpu) width_z: u32,
}

/// Returns the slots of each ray in a block with these edges, and the number of all slots. Where half of a
/// table is computed, `images` gives for each ray the index of its mirror image, with which it shares
/// its slots. Numbers that are too large for any workgroup are smaller than they should be, but
/// still too large.
pub(super) fn slots(
    rays: &[Coordinates],
    images: Option<&[usize]>,
    edges: Coordinates,
) -> (Vec<Slots>, u64) {
    let mut all_slots = 0u64;
    let mut slots: Vec<Slots> = Vec::new();
    for (index, ray) in rays.iter().enumerate() {
        let image = images.map_or(index, |images| images[index]);
        if image < index {
            slots.push(slots[image]);
            continue;
        }
        let [_, step_x, step_y, step_z] = ray.map(u64::from);
        let [_, edge_x, edge_y, edge_a] = edges.map(u64::from);
        let along_a = step_x + step_y + step_z;
        let most_times = (edge_a - 1) / along_a;
        let width_x = edge_x + most_times * step_x;
        let width_y = edge_y + most_times * step_y;
        // The remainders of the steps of a block.
        let phases = along_a.min(edge_a);
        // The values of k - i - j - t dy + (edge_x - 1) + (edge_y - 1), of which k - t dy is
        // t (da - dy) and the remainder.
        let width_z = edge_x + edge_y - 2 + most_times * (along_a - step_y) + phases;
        let product = |width: u64| phases.saturating_mul(width_x).saturating_mul(width);
        let near = product(width_y);
        let far = if image > index { product(width_z) } else { 0 };
        let clamped = |number: u64| number.min(u64::from(u32::MAX)) as u32;
        slots.push(Slots {
            first: clamped(all_slots),
            all: clamped(near.saturating_add(far)),
            near: clamped(near),
            most_times: clamped(most_times),
            width_x: clamped(width_x),
            width_y: clamped(width_y),
            width_z: clamped(width_z),
        });
        all_slots = all_slots.saturating_add(near).saturating_add(far);
    }
    (slots, all_slots)
}
