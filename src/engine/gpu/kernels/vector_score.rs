//! Scores of vector games on the GPU. Host half of `shaders/vector_score.wgsl`, twin of
//! `engine/cpu/vector_score/`.

use super::vector::{VectorInputs, VectorParts};
use crate::domain::Coordinates;
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::Kept;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::{WeightedRay, multiple};
use crate::engine::vector_games::mirror::mirror_image;
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// Options of a position that are looked up one by one at most: a loop of Mesa's software driver ends after 65535
/// rounds.
const MOST_LOOKED_UP: u64 = 1 << 15;

/// Describes the kernel of a plan.
///
/// # Errors
/// When a position looks up too many options, and when no blocks are small enough for the adapter.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &VectorGame,
) -> Result<Kernel, EngineError> {
    let SingleMoves { moves, points, rays, multiples } = SingleMoves::new(plan, game);
    if points.len() as u64 > MOST_LOOKED_UP {
        return Err(EngineError::BeyondLimits {
            what: "up to the largest removed multiples of rays a position has".into(),
            needed: points.len() as u64,
            unit: "options",
            limit: MOST_LOOKED_UP,
        });
    }
    let inputs = VectorInputs {
        games: &[moves],
        rays: &rays,
        may_mirror: pay_as_their_images(&rays),
        kept: Kept::Count,
    };
    let mut parts = VectorParts::new(plan, limits, &inputs)?;
    let removes = multiples.iter().any(|&multiples| multiples > 0);
    parts.constants.push(("REMOVES", u32::from(removes)));
    parts.buffers.push(KernelBuffer::zeros("counts", parts.lines.saturating_mul(4)));
    let none = vec![0; parts.removed];
    parts.buffers.push(KernelBuffer::given("numbers", &[points, none, multiples].concat()));
    Ok(parts.kernel("vector_score", shader::VECTOR_SCORE))
}

/// What a cell looks up one by one, beside its lines.
struct SingleMoves {
    /// The moves: added vectors, and the multiples of a ray up to the largest that is removed. The history
    /// reaches as far as the removed ones.
    moves: Alterations,
    /// What each move pays.
    points: Vec<i32>,
    /// The rays that fit into the domain, with the points of a step. A multiple of another ray may pay more.
    rays: Vec<WeightedRay>,
    /// For each ray the largest multiple that is removed: lines know of the options beyond.
    multiples: Vec<i32>,
}

impl SingleMoves {
    fn new(plan: &Plan, game: &VectorGame) -> Self {
        let sides = plan.job().domain().sides();
        // What fits into the domain pays no more than the bound on the scores, which has 32 bits.
        let points_of = |vector: Coordinates| game.points_of(vector) as i32;
        let fitting = game.rays().iter().copied().filter(|ray| ray.is_inside(sides));
        let rays: Vec<WeightedRay> =
            fitting.map(|ray| WeightedRay { ray, weight: points_of(ray) }).collect();
        let mut moves = Alterations::new(game, sides);
        let mut points: Vec<i32> = moves.added.iter().copied().map(points_of).collect();
        let mut multiples = Vec::new();
        for &WeightedRay { ray, weight } in &rays {
            let removed = moves.removed.iter().filter_map(|&vector| multiple(vector, ray));
            let largest = removed.max().unwrap_or(0);
            for m in 1..largest {
                let vector = ray.saturating_multiple(m);
                if !moves.removed.contains(&vector) {
                    moves.added.push(vector);
                    points.push(weight.wrapping_mul(m as i32));
                }
            }
            multiples.push(largest as i32);
        }
        SingleMoves { moves, points, rays, multiples }
    }
}

/// Returns whether each ray pays as much as its mirror image, if that is a ray too. Only then are the scores
/// of a position and its mirror image equal.
fn pay_as_their_images(rays: &[WeightedRay]) -> bool {
    let pays_as_image = |ray: &WeightedRay| {
        let mut images = rays.iter().filter(|other| other.ray == mirror_image(ray.ray));
        images.all(|image| image.weight == ray.weight)
    };
    rays.iter().all(pays_as_image)
}
