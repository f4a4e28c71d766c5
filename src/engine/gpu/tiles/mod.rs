//! Finished tiles, gathered on the GPU from the values of the waves that they cross. Host half of
//! `shaders/tiles.wgsl`.
//!
//! The values of the latest waves stay on the GPU, in a ring with a slot for each wave. When the last wave that a
//! tile crosses is computed, a dispatch writes the tile in its stored form, including images under symmetries and cells
//! outside the domain, and only the tile is read back. The host checks that no cell is missing and hands the tile on.
//!
//! Tiles of an earlier run take the opposite way: they are scattered over the slots of the waves that they cross,
//! before the first of these waves is replayed.

mod transfer;

pub(super) use transfer::{Transfer, gathering_workgroups};

use super::buffer::{BufferDescriptor, descriptor};
use super::kernel::Kernel;
use super::limits::{check_limit, largest_buffer_bytes};
use super::schedule::WavePlace;
use super::shader::Constant;
use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, Position};
use crate::engine::EngineError;
use crate::plan::Plan;
use crate::values::Values;

/// The approximate size of the tiles of a batch: copying them from a fast GPU takes some milliseconds.
const USUAL_TILES_BYTES: u64 = 1 << 26;
/// The largest number of tiles of a batch.
const MOST_TILES: u64 = 1 << 12;
/// The size of the ring, unless the longest tile needs more.
const USUAL_RING_BYTES: u64 = 1 << 26;

/// Returns the constants of `shaders/tiles.wgsl` for a plan whose values are proved to be at most `largest_value`, with
/// the bias.
pub(super) fn constants(plan: &Plan, largest_value: u64) -> [Constant; 10] {
    let Coordinates([_, tile_x, tile_y, tile_z]) = plan.tiling().edges();
    let domain = plan.job().domain();
    let Coordinates([_, domain_x, domain_y, domain_z]) = domain.sides();
    let value_type = plan.value_type();
    let stored_bits = 8 * value_type.bytes() as u32;
    // With 1 added it fits in 32 bits.
    let largest_value = u32::try_from(largest_value).unwrap_or(u32::MAX).min(u32::MAX - 1);
    [
        ("TILE_X", tile_x),
        ("TILE_Y", tile_y),
        ("TILE_Z", tile_z),
        ("STORED_BITS", stored_bits),
        ("FILL", value_type.fill() & (u32::MAX >> (32 - stored_bits))),
        ("DOMAIN_X", domain_x),
        ("DOMAIN_Y", domain_y),
        ("DOMAIN_Z", domain_z),
        ("MOST_TOKENS", domain.largest_token_sum()),
        ("LARGEST_VALUE", largest_value),
    ]
}

/// Returns the position of the first wrong cell of a tile, if its word in `faults` names one.
pub(super) fn wrong_position(plan: &Plan, index: TileIndex, fault: u32) -> Option<Position> {
    let cells = plan.tiling().tile_cells() as usize;
    let cell = cells.checked_sub(fault as usize).filter(|&cell| cell < cells)?;
    let region = plan.tiling().region(index);
    let at = region.origin + Coordinates::from_row_major_index(cell, region.edges);
    Some(plan.job().domain().position(at))
}

/// Returns the values of a tile that was read back. Whole words are read back, so that some bytes may be left over.
pub(super) fn values(plan: &Plan, bytes: &[u8]) -> Values {
    Values::from_bytes(plan.value_type(), &bytes[..plan.tile_bytes() as usize])
}

/// Returns the words of a tile.
pub(super) fn words_per_tile(plan: &Plan) -> u64 {
    plan.tile_bytes().div_ceil(4)
}

/// Returns the largest number of waves that a tile crosses.
fn most_waves(plan: &Plan, kernel: &Kernel) -> u32 {
    let tiling = plan.tiling();
    let crossed = tiling.tiles().map(|index| {
        let (first, last) = kernel.schedule.waves_of(&tiling.region(index));
        last - first + 1
    });
    crossed.max().unwrap_or(1)
}

/// Returns how many waves a tile crosses at most, each of which takes this many bytes in the ring.
///
/// # Errors
/// When these waves, or a tile, do not fit into a buffer.
fn fitting_waves(
    plan: &Plan,
    kernel: &Kernel,
    slot_bytes: u64,
    largest: u64,
) -> Result<u32, EngineError> {
    let longest = most_waves(plan, kernel);
    let what = format_args!("the {longest} layers that a tile crosses take");
    check_limit(what, slot_bytes.saturating_mul(longest.into()), "bytes", largest)?;
    check_limit("a tile takes", 4 * words_per_tile(plan), "bytes", largest)?;
    Ok(longest)
}

/// The tiles of a plan and their buffers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TilesPlan {
    /// Slots of the ring, and words of each.
    pub(super) ring_waves: u32,
    pub(super) slot_words: u64,
    /// Waves that a tile crosses at most.
    pub(super) longest: u32,
    /// Waves that may be computed before the tiles that they complete are gathered.
    pub(super) waves_per_batch: u32,
    /// Tiles of a batch at most.
    pub(super) tiles_per_batch: usize,
    pub(super) words_per_tile: u64,
    /// All tiles, the one that is complete first last, each with the last wave that it crosses.
    pub(super) by_last_wave: Vec<(u32, TileIndex)>,
}

impl TilesPlan {
    /// Plans the ring and the buffers of tiles.
    ///
    /// # Errors
    /// When the waves that a tile crosses, or a tile, do not fit into a buffer; with the edge of tiles that do, if
    /// there is one.
    pub(super) fn new(
        plan: &Plan,
        kernel: &Kernel,
        limits: &wgpu::Limits,
    ) -> Result<Self, EngineError> {
        let largest = largest_buffer_bytes(limits);
        let (largest_words, waves) = kernel.schedule.extent();
        // A table in which all values stay has a single slot, and no wave takes the place of another one.
        let slot_words =
            kernel.table.as_ref().map_or(largest_words.max(1) as u64, |table| table.words);
        let slot_bytes = if kernel.table.is_some() { 0 } else { 4 * slot_words };
        let longest = fitting_waves(plan, kernel, slot_bytes, largest).map_err(|why| {
            let fits = |edge: &u32| {
                let smaller = plan.clone().with_tile(*edge);
                smaller.is_ok_and(|plan| fitting_waves(&plan, kernel, slot_bytes, largest).is_ok())
            };
            let edge = plan.tiling().edges().largest();
            let mut smaller =
                (0..u32::BITS).rev().map(|log| 1 << log).filter(|&power| power < edge);
            match smaller.find(fits) {
                Some(fitting) => EngineError::SmallerTilesFit { why: Box::new(why), fitting },
                None => why,
            }
        })?;
        let tiling = plan.tiling();
        let mut by_last_wave: Vec<(u32, TileIndex)> = tiling
            .tiles()
            .map(|index| (kernel.schedule.waves_of(&tiling.region(index)).1, index))
            .collect();
        by_last_wave.sort_by(|a, b| b.cmp(a));
        let tile_bytes = 4 * words_per_tile(plan);
        let ring = |slot_bytes: u64| {
            let usual = (USUAL_RING_BYTES / slot_bytes).max(2 * u64::from(longest));
            usual.min(largest / slot_bytes).min(waves.into()) as u32
        };
        let (ring_waves, waves_per_batch) = match kernel.table {
            Some(_) => (1, waves),
            None => match ring(slot_bytes) {
                all if all == waves => (waves, waves),
                some => (some, some - longest + 1),
            },
        };
        let most_tiles = (USUAL_TILES_BYTES.min(largest) / tile_bytes).clamp(1, MOST_TILES);
        Ok(TilesPlan {
            ring_waves,
            slot_words,
            longest,
            waves_per_batch,
            tiles_per_batch: most_tiles.min(tiling.count()) as usize,
            words_per_tile: words_per_tile(plan),
            by_last_wave,
        })
    }

    /// Returns the word of the ring at which a wave begins.
    pub(super) fn first_word(&self, wave: u32) -> u32 {
        (u64::from(wave % self.ring_waves) * self.slot_words) as u32
    }

    /// Returns the bytes of this many tiles with their faults in the staging buffer.
    pub(super) fn staged_bytes(&self, tiles: usize) -> u64 {
        4 * (1 + self.words_per_tile) * tiles as u64
    }

    /// Returns the bytes of the ring.
    pub(super) fn ring_bytes(&self) -> u64 {
        4 * u64::from(self.ring_waves) * self.slot_words
    }

    /// Describes the buffers of group 2, in the order of their bindings.
    pub(super) fn buffers(&self) -> [BufferDescriptor; 4] {
        let tiles = self.tiles_per_batch as u64;
        let written = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        let copied = written | wgpu::BufferUsages::COPY_SRC;
        let places = u64::from(self.ring_waves) * size_of::<WavePlace>() as u64;
        [
            descriptor("wave_places", places, written),
            descriptor("tile_origins", 16 * tiles, written),
            descriptor("tiles", 4 * self.words_per_tile * tiles, copied),
            descriptor("faults", 4 * tiles, copied),
        ]
    }

    /// Returns the bytes of the buffers of group 2.
    pub(super) fn buffer_bytes(&self) -> u64 {
        self.buffers().iter().map(|buffer| buffer.size).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::{kernel, plan};

    /// Catches advice that does not help, and a limit that is off by one slot of the ring.
    #[test]
    fn smaller_tiles_are_advised_where_the_ring_does_not_fit() {
        let plan = plan("triangle", "tokens 300", "grundy").with_tile(64).expect("a plan");
        let kernel = kernel(&plan).expect("a kernel");
        let ring = |plan: &Plan, bytes: u64| {
            let limits =
                wgpu::Limits { max_storage_buffer_binding_size: bytes, ..Default::default() };
            TilesPlan::new(plan, &kernel, &limits)
        };
        let needed = 4 * ring(&plan, 1 << 27).expect("it fits").slot_words * 190;
        assert!(ring(&plan, needed).is_ok());
        let refused = ring(&plan, needed - 4).expect_err("refused");
        assert_eq!(
            refused.to_string(),
            format!(
                "the 190 layers that a tile crosses take {needed} B, the GPU engine takes at most {} B on this \
                 adapter; tiles of edge 32 would fit",
                needed - 4
            )
        );
        let smaller = plan.with_tile(32).expect("a plan");
        assert!(ring(&smaller, needed - 4).is_ok());
    }
}
