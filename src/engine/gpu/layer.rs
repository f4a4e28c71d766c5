//! A layer as the shaders see it. Host half of `shaders/layer.wgsl`.

use crate::domain::layer::Layer;

/// Invocations per workgroup, or of blocks a multiple of it.
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
    pub(super) fn new(layer: &Layer, first_row: u32, first_slot: usize) -> Self {
        LayerUniform {
            rank: layer.rank,
            first_row,
            rows: layer.rows,
            first_column: layer.first_column,
            columns: layer.columns,
            first_slot: first_slot as u32,
        }
    }
}
