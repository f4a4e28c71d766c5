//! A layer as the shaders see it. Host half of `shaders/layer.wgsl`.

use crate::domain::layer::Layer;

/// Invocations per workgroup, of all kernels.
pub(super) const WORKGROUP_SIZE: u32 = 64;

/// `Layer` of `shaders/layer.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct LayerUniform {
    pub(super) rank: u32,
    pub(super) first_row: u32,
    pub(super) rows: u32,
    pub(super) first_column: u32,
    pub(super) columns: u32,
    pub(super) first_slot: u32,
}

impl LayerUniform {
    pub(super) fn new(layer: &Layer, first_slot: usize) -> Self {
        LayerUniform {
            rank: layer.rank,
            first_row: layer.first_row,
            rows: layer.rows,
            first_column: layer.first_column,
            columns: layer.columns,
            first_slot: first_slot as u32,
        }
    }
}

/// Workgroups of a dispatch with an invocation for every slot: width and height.
pub(super) fn workgroups(slots: usize, largest_dispatch: u32) -> (u32, u32) {
    let groups = slots.div_ceil(WORKGROUP_SIZE as usize).max(1);
    let width = groups.min(largest_dispatch as usize);
    (width as u32, groups.div_ceil(width) as u32)
}
