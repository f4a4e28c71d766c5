//! Games that do not change when the last two heaps are swapped, so that half of a table says all.

use super::alterations::Alterations;
use crate::domain::Coordinates;
use crate::plan::Plan;

/// The image of a position, a vector, a tile or a block.
pub(crate) fn swapped(Coordinates([first, x, y]): Coordinates) -> Coordinates {
    Coordinates([first, y, x])
}

/// For each ray the index of its image, if the rays, the rest of the games and the domain are
/// symmetric.
pub(crate) fn ray_images(
    plan: &Plan,
    games: &[Alterations],
    rays: &[Coordinates],
) -> Option<Vec<usize>> {
    let Coordinates([_, height, width]) = plan.job().domain().sides();
    let is_symmetric = |game: &Alterations| {
        // A removed vector asks how often a value occurs, and shared lines do not know.
        game.vectors().next().is_none()
            && game.terminals.iter().all(|&at| game.terminals.contains(&swapped(at)))
    };
    if height != width || !games.iter().all(is_symmetric) {
        return None;
    }
    let image = |&ray: &Coordinates| rays.iter().position(|&other| other == swapped(ray));
    rays.iter().map(image).collect()
}
