//! Games that do not change when the last two heaps are swapped, so that half of a table says all.

use super::alterations::Alterations;
use crate::domain::Coordinates;
use crate::plan::Plan;

/// The image of a position, a vector, a tile or a block.
pub(crate) fn swapped([first, x, y]: Coordinates) -> Coordinates {
    [first, y, x]
}

/// For each ray the index of its image, if all of them have one.
pub(crate) fn ray_images(rays: &[Coordinates]) -> Option<Vec<usize>> {
    let image = |&ray: &Coordinates| rays.iter().position(|&other| other == swapped(ray));
    rays.iter().map(image).collect()
}

/// Whether the domain and everything but the rays are symmetric.
pub(crate) fn is_symmetric_game(plan: &Plan, games: &[Alterations]) -> bool {
    let [_, height, width] = plan.job().domain().sides();
    height == width
        && games.iter().all(|game| {
            // A removed vector asks how often a value occurs, and shared lines do not know.
            game.vectors().next().is_none()
                && game.terminals.iter().all(|&at| game.terminals.contains(&swapped(at)))
        })
}
