//! The order in which a workgroup visits the cells of its block, and their lines: one table for all
//! blocks of a plan. `shaders/blocks.wgsl` gives its layout, `schedule/wavefront.rs` explains it.

use crate::domain::Coordinates;
use crate::engine::gpu::blocks::Blocks;
use crate::engine::vector_games::line_map::{LineEntry, LineMap};
use crate::engine::vector_games::mirror::mirror_image;

/// Marks of `shaders/blocks.wgsl`.
pub(in crate::engine::gpu) const IS_REPEATED: u32 = 1 << 31;
pub(in crate::engine::gpu) const IS_MIRRORED: u32 = 1 << 30;
pub(in crate::engine::gpu) const IS_OFF_DIAGONAL: u32 = 1 << 31;

/// The buffer `traversal`.
pub(super) struct Traversal {
    pub(super) words: Vec<u32>,
    /// Index at which the table of a block on the diagonal begins.
    pub(super) diagonal: u32,
    /// Index at which the line entries begin.
    pub(super) entries: u32,
}

impl Traversal {
    /// Tabulates the cells of a block and the lines of these rays. Where half of a table is computed,
    /// `images` gives the index of the mirror image of each ray.
    pub(super) fn new(blocks: &Blocks, images: Option<&[usize]>, rays: &[Coordinates]) -> Self {
        let map = LineMap::new(rays, blocks.edges);
        let mut words = table(blocks, &map, |_| true, |line| line);
        let diagonal = words.len() as u32;
        if let Some(images) = images {
            // On the diagonal a line and its mirror image share the state of one of them.
            let name = |line: u32| {
                let entry = &map.entries[line as usize];
                if is_upper(entry, images[entry.ray]) {
                    return line;
                }
                let image = mirror_image(entry.cell).row_major_index(blocks.edges);
                map.lines_of(image)[images[entry.ray]]
            };
            words.extend(table(blocks, &map, |Coordinates([_, y, z])| y <= z, name));
        }
        let entries = words.len() as u32;
        for entry in &map.entries {
            let image = images.map_or(entry.ray, |images| images[entry.ray]);
            let ray = if images.is_none() || is_upper(entry, image) {
                entry.ray as u32
            } else if image < entry.ray {
                image as u32 | IS_MIRRORED | IS_OFF_DIAGONAL
            } else {
                entry.ray as u32 | IS_OFF_DIAGONAL
            };
            words.extend(entry.cell.0);
            words.push(ray);
        }
        Traversal { words, diagonal, entries }
    }
}

/// Returns the table of the cells of a block that are computed, with lines by these names.
fn table(
    blocks: &Blocks,
    map: &LineMap,
    is_computed: impl Fn(Coordinates) -> bool,
    name: impl Fn(u32) -> u32,
) -> Vec<u32> {
    let mut cells: Vec<(usize, Coordinates)> = Coordinates::cells_of_box(blocks.edges)
        .enumerate()
        .filter(|&(_, cell)| is_computed(cell))
        .collect();
    cells.sort_by_key(|(_, cell)| cell.sum());
    let first = |step: u32| cells.partition_point(|(_, cell)| cell.sum() < step) as u32;
    let mut table: Vec<u32> = (0..=blocks.steps()).map(first).collect();
    table.extend(cells.iter().map(|(_, Coordinates([x, y, z]))| x | y << 8 | z << 16));
    for ray in 0..map.rays {
        table.extend(cells.iter().map(|&(index, _)| {
            let lines = map.lines_of(index);
            let line = name(lines[ray]);
            let is_repeated = lines[..ray].iter().any(|&earlier| name(earlier) == line);
            line | if is_repeated { IS_REPEATED } else { 0 }
        }));
    }
    table
}

/// Whether a line keeps its own number instead of that of its mirror image: the lines of the first
/// of two rays do, and of a ray that is its own image those that enter on or above the diagonal.
fn is_upper(entry: &LineEntry, image: usize) -> bool {
    entry.ray < image || (entry.ray == image && entry.cell[1] <= entry.cell[2])
}
