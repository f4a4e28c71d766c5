//! From waves of blocks to tiles, whose edges are others: every block of a wave is copied to the
//! tiles that it meets, and tiles that it completes are passed on.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::kernels::blocks::Blocks;
use crate::domain::Coordinates;
use crate::domain::layer::Layer;
use crate::domain::tiling::{Tile, TileIndex, TileRegion};
use crate::engine::mirror::mirror_image;
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::values::{Value, Values, on_values};

/// Tiles in the making.
pub(super) struct BlockAssembler<'a> {
    plan: &'a Plan,
    blocks: &'a Blocks,
    sink: &'a dyn Sink,
    /// Tiles not yet begun with their first wave, the next one last.
    waiting: Vec<(u32, TileIndex)>,
    open: Vec<OpenTile>,
}

struct OpenTile {
    index: TileIndex,
    block: TileRegion,
    values: Values,
    last_wave: u32,
}

/// The waves of the first and of the last block that a tile meets.
fn waves_of(block: &TileRegion, blocks: &Blocks) -> (u32, u32) {
    let wave = |at: Coordinates| (at / blocks.edges).sum();
    let last: u32 = wave(last_cell(block));
    (wave(block.origin), last.min(blocks.last_wave()))
}

fn last_cell(block: &TileRegion) -> Coordinates {
    block.last_cell()
}

/// The most tiles that are open at once.
pub(super) fn most_open_tiles(plan: &Plan, blocks: &Blocks) -> u64 {
    let mut changes = vec![0i64; blocks.last_wave() as usize + 2];
    for index in plan.tiling().tiles() {
        let (first, last) = waves_of(&plan.tiling().region(index), blocks);
        changes[first as usize] += 1;
        changes[last as usize + 1] -= 1;
    }
    let open = changes.iter().scan(0, |open, change| {
        *open += change;
        Some(*open)
    });
    open.max().unwrap_or(0) as u64
}

impl<'a> BlockAssembler<'a> {
    pub(super) fn new(plan: &'a Plan, blocks: &'a Blocks, sink: &'a dyn Sink) -> Self {
        let tiles = plan.tiling().tiles();
        let first_wave = |index| waves_of(&plan.tiling().region(index), blocks).0;
        let mut waiting: Vec<_> = tiles.map(|index| (first_wave(index), index)).collect();
        waiting.sort_by_key(|&(wave, _)| Reverse(wave));
        BlockAssembler { plan, blocks, sink, waiting, open: Vec::new() }
    }

    /// Takes the values of a wave as they come from the GPU: for each slot the words of a block.
    /// Waves come in order, all of them. A cell that has no value, or an impossible one, is told.
    pub(super) fn copy(&mut self, wave: &Layer, words: &[u32]) -> Result<(), String> {
        while let Some(&(_, index)) = self.waiting.last().filter(|&&(first, _)| first <= wave.rank)
        {
            self.waiting.pop();
            let block = self.plan.tiling().region(index);
            let (_, last_wave) = waves_of(&block, self.blocks);
            let values = self.plan.blank_tile();
            self.open.push(OpenTile { index, block, values, last_wave });
        }
        let (plan, blocks) = (self.plan, self.blocks);
        self.open.par_iter_mut().try_for_each(|tile| {
            let block = &tile.block;
            let copied = on_values!(&mut tile.values, cells => match blocks.value_bits {
                8 => copy_wave::<u8, _>(plan, blocks, wave, bytemuck::cast_slice(words), block, cells),
                16 => copy_wave::<u16, _>(plan, blocks, wave, bytemuck::cast_slice(words), block, cells),
                _ => copy_wave::<u32, _>(plan, blocks, wave, words, block, cells),
            });
            copied.map_err(|wrong| wrong.to_string(plan))
        })
    }

    /// Passes on the tiles that a wave completes.
    pub(super) fn hand_over(&mut self, wave: &Layer) -> Result<(), Stop> {
        let (finished, open): (Vec<_>, _) = std::mem::take(&mut self.open)
            .into_iter()
            .partition(|tile| tile.last_wave == wave.rank);
        self.open = open;
        let hand_over =
            |tile: OpenTile| self.sink.tile(Tile { index: tile.index, values: tile.values });
        finished.into_par_iter().try_for_each(hand_over)
    }
}

/// A cell that holds what it cannot.
struct Wrong {
    at: Coordinates,
    /// With 1 added; 0 where there is none.
    value: u32,
}

impl Wrong {
    fn to_string(&self, plan: &Plan) -> String {
        let position = plan.job().domain().position(self.at);
        match self.value.checked_sub(1) {
            None => format!("the shader wrote no value for {position}"),
            Some(value) => format!(
                "the shader wrote {value} for {position}, beyond the bound {}",
                plan.bound().largest_value,
            ),
        }
    }
}

/// Copies the blocks of a wave to a tile, as far as they meet it.
fn copy_wave<F: Value, V: Value>(
    plan: &Plan,
    blocks: &Blocks,
    wave: &Layer,
    fields: &[F],
    tile: &TileRegion,
    cells: &mut [V],
) -> Result<(), Wrong> {
    let block_of = |at: Coordinates| -> Coordinates { at / blocks.edges };
    let (first, last) = (block_of(tile.origin), block_of(last_cell(tile)));
    for i in first[0]..=last[0] {
        for j in first[1]..=last[1] {
            let index = wave.rank.checked_sub(i + j).map(|k| Coordinates([i, j, k]));
            if let Some(index) = index.filter(|index| (first[2]..=last[2]).contains(&index[2])) {
                copy_block(plan, blocks, (index, wave), fields, tile, cells)?;
            }
        }
    }
    Ok(())
}

/// Copies the cells that a block and a tile have in common, row by row. In a folded table those with
/// y > z are read from their images: from the image of the block, a column instead of a row.
fn copy_block<F: Value, V: Value>(
    plan: &Plan,
    blocks: &Blocks,
    (index, wave): (Coordinates, &Layer),
    fields: &[F],
    tile: &TileRegion,
    cells: &mut [V],
) -> Result<(), Wrong> {
    let is_image = blocks.is_folded() && index[1] > index[2];
    let computed = if is_image { mirror_image(index) } else { index };
    let length = blocks.words() * (32 / blocks.value_bits) as usize;
    let fields = &fields[wave.slot(computed[0], computed[1]) * length..][..length];
    let pitch = (blocks.row_words() * (32 / blocks.value_bits)) as usize;
    let origin = computed * blocks.edges;
    let field = |at: Coordinates| {
        let [x, y, z] = (at - origin).map(|step| step as usize);
        (x * blocks.edges[1] as usize + y) * pitch + z
    };
    let common = |axis: usize| {
        let first = index[axis] * blocks.edges[axis];
        let past = first + blocks.edges[axis];
        first.max(tile.origin[axis])..past.min(tile.origin[axis] + tile.extent[axis])
    };
    let (rows, columns) = (common(1), common(2));
    let largest = u32::try_from(plan.bound().largest_value).unwrap_or(u32::MAX - 1);
    let copy = |value: u32, at: Coordinates, cell: &mut V| match value.checked_sub(1) {
        Some(found) if found <= largest => {
            *cell = V::from_u32(found);
            Ok(())
        }
        _ => Err(Wrong { at, value }),
    };
    for x in common(0) {
        for y in rows.clone() {
            let Some(room) = plan.job().domain().largest_token_sum().checked_sub(x + y) else {
                break;
            };
            let (first, past) = (columns.start, columns.end.min(room + 1));
            if first >= past {
                continue;
            }
            let split = if blocks.is_folded() { y.clamp(first, past) } else { first };
            let start = tile.offset(Coordinates([x, y, first]));
            let row = &mut cells[start..][..(past - first) as usize];
            let (mirrored, direct) = row.split_at_mut((split - first) as usize);
            for (z, cell) in (first..).zip(mirrored) {
                copy(fields[field(Coordinates([x, z, y]))].to_u32(), Coordinates([x, z, y]), cell)?;
            }
            if !direct.is_empty() {
                let values = &fields[field(Coordinates([x, y, split]))..];
                for ((z, cell), value) in (split..).zip(direct).zip(values) {
                    copy(value.to_u32(), Coordinates([x, y, z]), cell)?;
                }
            }
        }
    }
    Ok(())
}
