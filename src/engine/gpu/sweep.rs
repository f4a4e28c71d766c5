//! What the dispatches of a run compute, and how much comes back of each.

use super::block_assembler::most_open_tiles;
use super::blocks::Blocks;
use super::layer::WORKGROUP_SIZE;
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
}

impl Sweep {
    /// The layers, of positions or of blocks, in the order in which they are computed.
    pub(super) fn layers<'a>(&'a self, plan: &'a Plan) -> Box<dyn Iterator<Item = Layer> + 'a> {
        match self {
            Sweep::Layers { .. } => Box::new(plan.job().layers()),
            Sweep::Waves(blocks) => Box::new(blocks.waves()),
        }
    }

    /// Words of output of a slot.
    pub(super) fn slot_words(&self) -> usize {
        match self {
            Sweep::Layers { .. } => 1,
            Sweep::Waves(blocks) => blocks.words(),
        }
    }

    /// Words of output of a layer.
    pub(super) fn words(&self, layer: &Layer) -> usize {
        layer.slots() * self.slot_words()
    }

    /// Workgroups of a layer's dispatch: width and height.
    pub(super) fn workgroups(&self, layer: &Layer, largest_dispatch: u32) -> (u32, u32) {
        let groups = match self {
            Sweep::Layers { .. } => layer.slots().div_ceil(WORKGROUP_SIZE as usize),
            Sweep::Waves(_) => layer.slots(),
        };
        let width = groups.clamp(1, largest_dispatch as usize);
        (width as u32, groups.max(1).div_ceil(width) as u32)
    }

    /// Bytes of the tiles that are open at once.
    pub(super) fn open_tile_bytes(&self, plan: &Plan) -> u64 {
        match self {
            Sweep::Layers { .. } => plan.open_tile_bytes(),
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
    use crate::domain::Grading;

    /// Every slot has an invocation, within the limit of a dimension.
    #[test]
    fn workgroups_cover_all_slots() {
        for slots in [1, 64, 65, 4_194_240, 4_194_241, 30_000_000] {
            let layer = Layer::new([1, slots, slots], Grading::TokenSum, slots - 1);
            let sweep = Sweep::Layers { largest_value: 1 };
            let (width, height) = sweep.workgroups(&layer, 65_535);
            assert!((1..=65_535).contains(&width) && (1..=65_535).contains(&height));
            assert!(u64::from(width) * u64::from(height) * 64 >= u64::from(slots));
        }
    }
}
