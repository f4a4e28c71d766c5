//! Mirror symmetric tables, of which half is computed.
//!
//! If swapping the last two heaps changes neither the game nor the domain, the value at (.., y, z) is
//! that at (.., z, y), and only cells with y <= z are computed: the tiles above the diagonal of the
//! grid, of which mirror images are made, and the upper half of each tile on the diagonal.
//!
//! The mirror image of a line is a line of the mirrored ray with the same values at corresponding
//! cells, so one state serves both. A line that would come out of a tile below the diagonal is the
//! mirror image of one that comes out of the mirror image of that tile. Within a tile on the diagonal
//! both lines of a pair occur and share one state. That is sound in any order of the cells in which a
//! cell comes after all cells that it dominates: if q is beyond p along a line, the image of q above the
//! diagonal is beyond p too, so that exactly the cells behind p have been recorded when p is computed.

use crate::domain::tiling::{TileIndex, TileRegion};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::line_map::{LineEntry, LineMap};
use crate::engine::vector_games::mirror::{mirror_image, mirror_rays};
use crate::plan::Plan;
use crate::values::{Value, Values, on_values};

/// Edge of the patches in which a tile is transposed, so that the cache lines of a column are used
/// while they are in the nearest cache.
const PATCH: u32 = 16;

/// How the lines of a mirror symmetric table correspond.
pub(in crate::engine::cpu) struct MirroredLines {
    /// For each line of a tile, the number of its mirror image in the mirror image of the tile.
    images: Vec<u32>,
    /// The lines of a tile on the diagonal, where both lines of a pair have the smaller of their
    /// numbers.
    pub(in crate::engine::cpu) diagonal: LineMap,
}

impl MirroredLines {
    /// Pairs the lines of the plan's table, if that is mirror symmetric.
    pub(in crate::engine::cpu) fn new(
        plan: &Plan,
        games: &[Alterations],
        rays: &[Coordinates],
        map: &LineMap,
    ) -> Option<Self> {
        let mirror_rays = mirror_rays(plan, games, rays)?;
        // The last two sides are equal, and so are the edges.
        let edges = plan.tiling().edges();
        let image = |line: &LineEntry| {
            map.lines_of(mirror_image(line.cell).row_major_index(edges))[mirror_rays[line.ray]]
        };
        let images: Vec<u32> = map.entries.iter().map(image).collect();
        let diagonal = map.renumbered(|line| line.min(images[line as usize]));
        Some(MirroredLines { images, diagonal })
    }

    /// Returns the mirror image of a line of a tile on the diagonal.
    pub(super) fn image(&self, line: u32) -> u32 {
        self.images[line as usize]
    }

    /// Returns the number under which a tile on the diagonal keeps a line and its mirror image.
    pub(in crate::engine::cpu) fn on_diagonal(&self, line: u32) -> u32 {
        line.min(self.images[line as usize])
    }

    /// Returns the computed tile that keeps the lines of a tile, and the number of each line there.
    pub(in crate::engine::cpu) fn keeper(
        &self,
        tile: TileIndex,
    ) -> (TileIndex, impl Fn(u32) -> u32) {
        let (is_below, is_on) = (is_below_diagonal(tile), is_on_diagonal(tile));
        let keeper = if is_below { mirror_image(tile) } else { tile };
        (keeper, move |line: u32| match (is_below, is_on) {
            (true, _) => self.images[line as usize],
            (_, true) => self.on_diagonal(line),
            _ => line,
        })
    }
}

/// Returns whether a tile lies on the diagonal.
pub(in crate::engine::cpu) fn is_on_diagonal(tile: TileIndex) -> bool {
    let Coordinates([.., y, z]) = tile;
    y == z
}

/// Returns whether a tile lies below the diagonal, so that its mirror image is computed instead.
pub(in crate::engine::cpu) fn is_below_diagonal(tile: TileIndex) -> bool {
    let Coordinates([.., y, z]) = tile;
    y > z
}

/// Returns the values of a tile's mirror image.
pub(in crate::engine::cpu) fn mirrored_values(region: &TileRegion, values: &Values) -> Values {
    on_values!(values, values => Value::wrap(transposed(region, values)))
}

/// Returns a copy in which the last two axes are swapped.
fn transposed<V: Value>(region: &TileRegion, values: &[V]) -> Vec<V> {
    let mut image = values.to_vec();
    let Coordinates([.., edge, _]) = region.edges;
    let patches = (0..edge).step_by(PATCH as usize);
    for [w, x] in region.planes() {
        for (top, left) in
            patches.clone().flat_map(|top| patches.clone().map(move |left| (top, left)))
        {
            for y in top..edge.min(top + PATCH) {
                for z in left..edge.min(left + PATCH) {
                    let cell = Coordinates([w, x, y, z]);
                    let there = mirror_image(cell).row_major_index(region.edges);
                    image[there] = values[cell.row_major_index(region.edges)];
                }
            }
        }
    }
    image
}

/// Completes a tile on the diagonal, whose cells with y <= z are known.
pub(in crate::engine::cpu) fn complete(region: &TileRegion, values: &mut Values) {
    on_values!(values, values => copy_upper_half(region, values));
}

/// Copies the cells with y < z to their mirror images.
fn copy_upper_half<V: Value>(region: &TileRegion, values: &mut [V]) {
    let edge = region.edges[MAX_HEAPS - 1] as usize;
    for plane in values.chunks_exact_mut(edge * edge) {
        for y in 1..edge {
            for z in 0..y {
                plane[y * edge + z] = plane[z * edge + y];
            }
        }
    }
}
