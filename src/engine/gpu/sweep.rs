//! What the dispatches of a run compute, and how much comes back of each.

use super::block_assembler::most_open_tiles;
use super::kernels::blocks::Blocks;
use super::layer::{LayerUniform, WORKGROUP_SIZE};
use super::least_layers::LeastLayers;
use crate::domain::layer::Layer;
use crate::engine::GpuWork;
use crate::plan::Plan;

/// How the cells of a table are spread over dispatches.
pub(super) enum Sweep {
    /// A layer of positions each: a word and an invocation per slot. A larger value than this is an
    /// error.
    Layers { largest_value: u64 },
    /// A wave of blocks each: the words of a block and a workgroup per slot.
    Waves(Blocks),
    /// The least positions of a layer each: half a word and an invocation per position.
    Least(LeastLayers),
}

impl Sweep {
    /// The layers, of positions or of blocks, in the order in which they are computed.
    pub(super) fn layers<'a>(&'a self, plan: &'a Plan) -> Box<dyn Iterator<Item = Layer> + 'a> {
        match self {
            Sweep::Layers { .. } => Box::new(plan.job().layers()),
            Sweep::Waves(blocks) => Box::new(blocks.waves()),
            Sweep::Least(least) => Box::new(least.layers(plan)),
        }
    }

    /// Words of output of a layer.
    pub(super) fn words(&self, layer: &Layer) -> usize {
        match self {
            Sweep::Layers { .. } => layer.slots(),
            Sweep::Waves(blocks) => layer.slots() * blocks.words(),
            Sweep::Least(least) => least.words(layer.rank),
        }
    }

    /// A layer as the shaders see it, if so many words of output lie before it.
    pub(super) fn uniform(&self, layer: &Layer, words_before: usize) -> LayerUniform {
        match self {
            Sweep::Layers { .. } => LayerUniform::new(layer, layer.first_row, words_before),
            Sweep::Waves(blocks) => {
                LayerUniform::new(layer, layer.first_row, words_before / blocks.words())
            }
            Sweep::Least(least) => {
                LayerUniform::new(layer, least.first_row(layer.rank), words_before)
            }
        }
    }

    /// Workgroups of a layer's dispatch: width and height.
    pub(super) fn workgroups(&self, layer: &Layer, largest_dispatch: u32) -> (u32, u32) {
        let groups = match self {
            Sweep::Layers { .. } => layer.slots().div_ceil(WORKGROUP_SIZE as usize),
            Sweep::Waves(_) => layer.slots(),
            // Rows do not share workgroups.
            Sweep::Least(_) => return (layer.columns.div_ceil(WORKGROUP_SIZE), layer.rows),
        };
        let width = groups.clamp(1, largest_dispatch as usize);
        (width as u32, groups.max(1).div_ceil(width) as u32)
    }

    /// Bytes of the tiles that are open at once.
    pub(super) fn open_tile_bytes(&self, plan: &Plan) -> u64 {
        match self {
            Sweep::Layers { .. } => plan.open_tile_bytes(),
            Sweep::Least(least) => least.host_bytes(plan),
            Sweep::Waves(blocks) => most_open_tiles(plan, blocks).saturating_mul(plan.tile_bytes()),
        }
    }

    /// What a layer makes the GPU do, with so many entry points.
    pub(super) fn work(&self, layer: &Layer, entry_points: usize) -> GpuWork {
        GpuWork { dispatches: entry_points as u64, bytes_read_back: 4 * self.words(layer) as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Coordinates, Grading};

    /// Every slot has an invocation, within the limit of a dimension.
    #[test]
    fn workgroups_cover_all_slots() {
        for slots in [1, 64, 65, 4_194_240, 4_194_241, 30_000_000] {
            let layer = Layer::new(Coordinates([1, slots, slots]), Grading::TokenSum, slots - 1);
            let sweep = Sweep::Layers { largest_value: 1 };
            let (width, height) = sweep.workgroups(&layer, 65_535);
            assert!((1..=65_535).contains(&width) && (1..=65_535).contains(&height));
            assert!(u64::from(width) * u64::from(height) * 64 >= u64::from(slots));
        }
    }
}
