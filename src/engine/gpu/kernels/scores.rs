//! Scores of vector games and of partizan vector games on the GPU. Host half of `shaders/scores.wgsl`, twin of
//! `engine/cpu/scores/`.

use super::vector::{VectorInputs, VectorParts};
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::Kept;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::WeightedRay;
use crate::engine::vector_games::mirror::mirror_image;
use crate::engine::vector_games::steps::{Step, Steps};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::VectorGame;

/// `Line` of `shaders/scores.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Line {
    pub(in crate::engine::gpu) is_move: u32,
    pub(in crate::engine::gpu) repeats: u32,
    pub(in crate::engine::gpu) source: u32,
}

/// Describes the kernel of a plan, with a game for each player, or one for both.
///
/// # Errors
/// When there are too many moves, and when no blocks are small enough for the adapter.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    games: &[VectorGame],
) -> Result<Kernel, EngineError> {
    let sides = plan.job().domain().sides();
    let steps = Steps::new(plan, games);
    steps.check(plan)?;
    let line = |step: &Step| Line {
        is_move: step.is_move.into(),
        repeats: step.repeats.into(),
        source: step.source as u32,
    };
    let ray = |step: &Step| WeightedRay { ray: step.vector, weight: step.points };
    // Both players have the same terminal positions.
    let terminals = games.iter().take(1).map(|game| Alterations::new(game, sides).with_lines());
    let has_one_player = games.len() == 1;
    let inputs = VectorInputs {
        games: &terminals.collect::<Vec<_>>(),
        rays: &steps.all.iter().map(ray).collect::<Vec<_>>(),
        // The mirror image of a vector may be the other player's, whose lines hold other scores.
        may_mirror: has_one_player && are_as_their_images(&steps.all),
        kept: Kept::Count,
    };
    let mut parts = VectorParts::new(plan, limits, &inputs)?;
    parts.constants.extend([
        ("PLAYERS", games.len() as u32),
        ("FIRST_RAYS", steps.of_players.first().map_or(0, |steps| steps.end as u32)),
        ("SINGLES", u32::from(steps.has_singles())),
        ("STORES_SECOND", u32::from(plan.job().quantity() == Quantity::ScoreRight)),
    ]);
    parts.keep_counts();
    let lines: Vec<Line> = steps.all.iter().map(line).collect();
    parts.buffers.push(KernelBuffer::given("line_kinds", &lines));
    let kernel = parts.kernel("scores", shader::SCORES);
    Ok(Kernel { values_suffice: has_one_player, ..kernel })
}

/// Returns whether each step is as its mirror image, which is one other step or itself. Only then are the scores
/// of a position and its mirror image equal, and so is what the lines of both hold.
fn are_as_their_images(steps: &[Step]) -> bool {
    let is_as_image = |step: &Step| {
        let mut images = steps.iter().filter(|other| other.vector == mirror_image(step.vector));
        let image = images.next().filter(|_| images.next().is_none());
        image.is_some_and(|image| {
            let [source, source_of_image] = [step, image].map(|step| steps[step.source].vector);
            (step.points, step.is_move, step.repeats, mirror_image(source))
                == (image.points, image.is_move, image.repeats, source_of_image)
        })
    };
    steps.iter().all(is_as_image)
}
