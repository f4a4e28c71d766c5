//! The walk of a block: one table tells for all blocks of a plan the cells of each antidiagonal, the
//! lines of each cell, and where lines enter. `shaders/blocks.wgsl` reads it, `blocks.rs` explains it.

use super::blocks::Blocks;
use crate::domain::Coordinates;
use crate::engine::line_map::LineMap;

/// Marks of `shaders/blocks.wgsl`.
const IS_REPEATED: u32 = 1 << 31;
const IS_SWAPPED: u32 = 1 << 30;
const IS_OFF_DIAGONAL: u32 = 1 << 31;

/// The buffer `walks`.
pub(in crate::engine::gpu) struct Walks {
    pub(in crate::engine::gpu) words: Vec<u32>,
    /// Where the walk of a block on the diagonal begins, and where the entries do.
    pub(in crate::engine::gpu) diagonal: u32,
    pub(in crate::engine::gpu) entries: u32,
}

impl Blocks {
    /// The walks of a block and the entries of its lines.
    pub(in crate::engine::gpu) fn walks(&self, rays: &[Coordinates]) -> Walks {
        let map = LineMap::new(rays, self.edges);
        let mut walks = self.walk(&map, |_| true, |line| line);
        let diagonal = walks.len() as u32;
        if let Some(images) = &self.images {
            let [_, b, c] = self.edges.map(|edge| edge as usize);
            let name = |line: u32| {
                let entry = &map.entries[line as usize];
                let image = images[entry.ray];
                let [i, j, k] = entry.cell.map(|c| c as usize);
                match is_upper(entry.ray, image, entry.cell) {
                    true => line,
                    false => map.lines_of((i * b + k) * c + j)[image],
                }
            };
            walks.extend(self.walk(&map, |Coordinates([_, y, z])| y <= z, name));
        }
        let entries = walks.len() as u32;
        for entry in &map.entries {
            let images = self.images.as_ref();
            let image = images.map_or(entry.ray, |images| images[entry.ray]);
            let marks = match images.is_none() || is_upper(entry.ray, image, entry.cell) {
                true => entry.ray as u32,
                false if image < entry.ray => image as u32 | IS_SWAPPED | IS_OFF_DIAGONAL,
                false => entry.ray as u32 | IS_OFF_DIAGONAL,
            };
            walks.extend(entry.cell.0);
            walks.push(marks);
        }
        Walks { words: walks, diagonal, entries }
    }

    /// A walk over the cells of a block that are computed, with lines by these names.
    fn walk(
        &self,
        map: &LineMap,
        is_computed: impl Fn(Coordinates) -> bool,
        name: impl Fn(u32) -> u32,
    ) -> Vec<u32> {
        let places = (0..self.cells() as usize)
            .map(|place| (Coordinates::from_row_major_index(place, self.edges), place));
        let mut cells: Vec<(Coordinates, usize)> =
            places.filter(|&(cell, _)| is_computed(cell)).collect();
        let step = |cell: &Coordinates| cell.iter().sum::<u32>();
        cells.sort_by_key(|(cell, _)| step(cell));
        let first = |s: u32| cells.partition_point(|(cell, _)| step(cell) < s) as u32;
        let mut walk: Vec<u32> = (0..=self.steps()).map(first).collect();
        walk.extend(cells.iter().map(|(Coordinates([x, y, z]), _)| x | y << 8 | z << 16));
        for ray in 0..map.rays {
            walk.extend(cells.iter().map(|&(_, place)| {
                let lines = map.lines_of(place);
                let line = name(lines[ray]);
                let is_repeated = lines[..ray].iter().any(|&earlier| name(earlier) == line);
                line | if is_repeated { IS_REPEATED } else { 0 }
            }));
        }
        walk
    }
}

/// Whether a line goes by its own name and not by that of its image: the lesser ray's does, and of
/// those of a symmetric ray the ones on and above the diagonal.
fn is_upper(ray: usize, image: usize, Coordinates([_, y, z]): Coordinates) -> bool {
    ray < image || (ray == image && y <= z)
}
