//! Mirror symmetry: tables that stay as they are when the last two heaps are swapped, so that only
//! cells with y <= z need computing.

use std::collections::HashSet;

use super::alterations::Alterations;
use crate::domain::Coordinates;
use crate::plan::Plan;

/// Returns the mirror image of a position, a vector, a tile index or a block index.
pub(crate) fn mirror_image(Coordinates([w, x, y, z]): Coordinates) -> Coordinates {
    Coordinates([w, x, z, y])
}

/// Returns for each ray the index of its mirror image, or `None` if the rays, the rest of the games
/// or the domain are not mirror symmetric.
pub(crate) fn mirror_rays(
    plan: &Plan,
    games: &[Alterations],
    rays: &[Coordinates],
) -> Option<Vec<usize>> {
    let Coordinates([.., height, width]) = plan.job().domain().sides();
    let is_symmetric = |game: &Alterations| {
        let vectors: HashSet<Coordinates> = game.vectors().collect();
        vectors.iter().all(|&vector| vectors.contains(&mirror_image(vector)))
            && [&game.terminals, &game.to_zero]
                .into_iter()
                .all(|listed| listed.iter().all(|&at| listed.contains(&mirror_image(at))))
    };
    if height != width || !games.iter().all(is_symmetric) {
        return None;
    }
    let image = |&ray: &Coordinates| rays.iter().position(|&other| other == mirror_image(ray));
    rays.iter().map(image).collect()
}
