//! Scores of vector games and of partizan vector games on the GPU. Host half of `shaders/scores.wgsl`, twin of
//! `engine/cpu/scores/`.

use std::ops::Range;

use super::vector::{VectorInputs, VectorParts};
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::{BlockInputs, Kept};
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::mirror::mirror_image;
use crate::engine::vector_games::steps::{self, Steps};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::VectorGame;

/// `Handing` of `shaders/scores.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Handing {
    pub(in crate::engine::gpu) points: i32,
    pub(in crate::engine::gpu) window: u32,
    pub(in crate::engine::gpu) wider: u32,
}

/// Stands for no window in the shader.
pub(in crate::engine::gpu) const NO_WINDOW: u32 = u32::MAX;

/// Describes the kernel of a plan, with a game for each player, or one for both.
///
/// # Errors
/// When no blocks are small enough for the adapter.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    games: &[VectorGame],
) -> Result<Kernel, EngineError> {
    let sides = plan.job().domain().sides();
    let steps = Steps::new(plan, games);
    let list = |is_listed: fn(&steps::Step) -> bool| {
        let of_player = |own: &Range<usize>| {
            steps.all[own.clone()].iter().filter(|step| is_listed(step)).copied().collect()
        };
        steps.of_players.iter().map(of_player).collect::<Vec<Vec<steps::Step>>>()
    };
    let rays_of = list(|step| step.repeats);
    let options_of = list(|step| !step.repeats && step.is_move());
    let widening_of = list(|step| !step.repeats && !step.is_move());
    let rays = rays_of.concat();
    let looked_up = [options_of.concat(), widening_of.concat()].concat();
    // Both players have the same listed positions. Whatever is looked up counts as added.
    let moves = games.iter().take(1).map(|game| {
        let mut moves = Alterations::new(game, sides);
        moves.added = looked_up.iter().map(|step| step.vector).collect();
        moves.removed.clear();
        moves
    });
    let has_one_player = games.len() == 1;
    let (vectors, weights): (Vec<_>, Vec<_>) =
        rays.iter().map(|ray| (ray.vector, ray.points)).unzip();
    let inputs = VectorInputs {
        blocks: BlockInputs {
            games: &moves.collect::<Vec<_>>(),
            rays: &vectors,
            // The mirror image of a ray may be the other player's, whose lines hold other scores.
            may_mirror: has_one_player && pay_as_their_images(&rays),
            kept: Kept::Count,
        },
        weights: &weights,
        history_words: steps.windows as u32,
    };
    let mut parts = VectorParts::new(plan, limits, "scores", &inputs)?;
    let quantity = plan.job().quantity();
    parts.kernel.constants.extend([
        ("PLAYERS", games.len() as u32),
        ("LEFT_RAYS", rays_of.first().map_or(0, Vec::len) as u32),
        ("LEFT_OPTIONS", options_of.first().map_or(0, Vec::len) as u32),
        ("OPTIONS", options_of.iter().map(Vec::len).sum::<usize>() as u32),
        ("WINDOWS", steps.windows as u32),
        ("STORES_RIGHT", (quantity == Quantity::ScoreRight).into()),
        ("ARE_REMOTE", (quantity == Quantity::Remoteness).into()),
    ]);
    parts.keep_counts();
    let handing = |step: &steps::Step| Handing {
        points: step.points,
        window: step.window as u32,
        wider: step.wider.map_or(NO_WINDOW, |wider| wider as u32),
    };
    let handings: Vec<Handing> = rays.iter().chain(&looked_up).map(handing).collect();
    parts.kernel.buffers.push(KernelBuffer::given("handings", &handings));
    Ok(Kernel { values_suffice: has_one_player, ..parts.kernel() })
}

/// Returns whether each ray pays as much as its mirror image, if that is a ray too. Only then are the scores of a
/// position and its mirror image equal.
fn pay_as_their_images(rays: &[steps::Step]) -> bool {
    let pays_as_image = |ray: &steps::Step| {
        let mut images = rays.iter().filter(|other| other.vector == mirror_image(ray.vector));
        images.all(|image| image.points == ray.points)
    };
    rays.iter().all(pays_as_image)
}
