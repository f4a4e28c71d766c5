//! Symmetric tables, of which half is computed.
//!
//! When swapping the last two heaps changes neither the game nor the domain, the value at (.., x, y)
//! is that at (.., y, x), and only cells with x <= y are computed: the tiles above the diagonal of
//! the grid, whose mirror images are copies, and of the tiles on it the upper half.
//!
//! A line reflected at the diagonal is a line of the reflected ray with the same values at
//! corresponding cells, so the two are one: what would come out of a tile below the diagonal comes
//! out of the image of that tile, as the image of that line. Within a tile on the diagonal both
//! meet and share one place. That is sound in any order of the cells that respects the
//! componentwise order: if q is beyond p along a line, its image above the diagonal is beyond p
//! too, so that exactly the cells behind p are in the place when p is visited.

use crate::domain::Coordinates;
use crate::domain::tiling::{TileIndex, TileRegion};
use crate::engine::alterations::Alterations;
use crate::engine::line_map::{Entry, LineMap};
use crate::engine::mirror::ray_images;
pub(in crate::engine::cpu) use crate::engine::mirror::swapped;
use crate::plan::Plan;
use crate::values::Value;

/// How the tiles and lines of a symmetric table correspond.
pub(in crate::engine::cpu) struct Fold {
    /// The image of each line, which belongs to the image of the tile.
    mirror: Vec<u32>,
    /// The lines of a tile on the diagonal, each under the lesser of its two names.
    pub(in crate::engine::cpu) diagonal: LineMap,
}

impl Fold {
    /// How the plan's table folds, if it is symmetric.
    pub(in crate::engine::cpu) fn new(
        plan: &Plan,
        games: &[Alterations],
        rays: &[Coordinates],
        map: &LineMap,
    ) -> Option<Self> {
        let ray_images = ray_images(plan, games, rays)?;
        // Sides are equal, and so are edges.
        let edge = plan.tiling().edges()[2] as usize;
        let image = |line: &Entry| {
            let [i, j, k] = line.cell.map(|c| c as usize);
            map.lines_of((i * edge + k) * edge + j)[ray_images[line.ray]]
        };
        let mirror: Vec<u32> = map.entries.iter().map(image).collect();
        let diagonal = map.renamed(|line| line.min(mirror[line as usize]));
        Some(Fold { mirror, diagonal })
    }

    /// The name a line goes by in a tile on the diagonal.
    pub(in crate::engine::cpu) fn name(&self, line: u32) -> u32 {
        line.min(self.mirror[line as usize])
    }

    /// Where a line of a tile is kept: in which of the computed tiles, under which name.
    pub(in crate::engine::cpu) fn keeper(
        &self,
        tile: TileIndex,
    ) -> (TileIndex, impl Fn(u32) -> u32) {
        let (below, on) = (tile[1] > tile[2], is_on_diagonal(tile));
        let kept = if below { swapped(tile) } else { tile };
        (kept, move |line: u32| match (below, on) {
            (true, _) => self.mirror[line as usize],
            (_, true) => self.name(line),
            _ => line,
        })
    }
}

pub(in crate::engine::cpu) fn is_on_diagonal(tile: TileIndex) -> bool {
    tile[1] == tile[2]
}

/// The image of a tile's values.
pub(in crate::engine::cpu) fn mirrored<V: Value>(block: &TileRegion, values: &[V]) -> Vec<V> {
    let mut image = values.to_vec();
    for_patches(block, |here, there| image[there] = values[here]);
    image
}

/// Completes a tile on the diagonal, whose upper half is known.
pub(in crate::engine::cpu) fn complete<V: Value>(block: &TileRegion, values: &mut [V]) {
    let edge = block.edges[2] as usize;
    for plane in values.chunks_exact_mut(edge * edge) {
        for i in 1..edge {
            for j in 0..i {
                plane[i * edge + j] = plane[j * edge + i];
            }
        }
    }
}

/// Calls `visit` with the place of each cell and that of its image, patch by patch: walking down
/// a column of a whole tile would touch a line of the cache for every cell.
fn for_patches(block: &TileRegion, mut visit: impl FnMut(usize, usize)) {
    const PATCH: usize = 16;
    let [planes, edge, _] = block.edges.map(|edge| edge as usize);
    for plane in 0..planes {
        let base = plane * edge * edge;
        for top in (0..edge).step_by(PATCH) {
            for left in (0..edge).step_by(PATCH) {
                for i in top..edge.min(top + PATCH) {
                    for j in left..edge.min(left + PATCH) {
                        visit(base + i * edge + j, base + j * edge + i);
                    }
                }
            }
        }
    }
}
