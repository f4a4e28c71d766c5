//! Scores of partizan vector games on the GPU. Host half of `shaders/partizan_score.wgsl`, twin of
//! `engine/cpu/partizan_score/`.

use super::vector::{VectorInputs, VectorParts};
use crate::domain::Coordinates;
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::Kept;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::shader;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::{WeightedRay, multiple};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{PartizanGame, VectorGame};

/// `Line` of `shaders/partizan_score.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Line {
    pub(in crate::engine::gpu) is_move: u32,
    pub(in crate::engine::gpu) repeats: u32,
    pub(in crate::engine::gpu) source: u32,
}

/// Describes the kernel of a plan.
///
/// # Errors
/// When no blocks are small enough for the adapter.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &PartizanGame,
) -> Result<Kernel, EngineError> {
    let sides = plan.job().domain().sides();
    let mut vectors = Vectors::default();
    vectors.add_those_of(game.left(), sides);
    let left_rays = vectors.lines.len();
    vectors.add_those_of(game.right(), sides);
    let inputs = VectorInputs {
        // The terminal positions of both.
        games: &[Alterations::new(game.left(), sides).with_lines()],
        rays: &vectors.rays,
        // The mirror image of a ray may be the other player's, whose lines hold other scores.
        may_mirror: false,
        kept: Kept::Count,
    };
    let mut parts = VectorParts::new(plan, limits, &inputs)?;
    parts.constants.extend([
        ("LEFT_RAYS", left_rays as u32),
        ("SINGLES", u32::from(vectors.lines.iter().any(|line| line.repeats == 0))),
        ("STORES_RIGHT", u32::from(plan.job().quantity() == Quantity::ScoreRight)),
    ]);
    parts.buffers.push(KernelBuffer::zeros("counts", parts.lines.saturating_mul(4)));
    parts.buffers.push(KernelBuffer::given("line_kinds", &vectors.lines));
    let kernel = parts.kernel("partizan_score", shader::PARTIZAN_SCORE);
    Ok(Kernel { values_suffice: false, ..kernel })
}

/// The vectors that have lines, with their points, and what their lines are for.
#[derive(Default)]
struct Vectors {
    rays: Vec<WeightedRay>,
    lines: Vec<Line>,
}

impl Vectors {
    /// Adds the vectors of a player that fit into the domain.
    fn add_those_of(&mut self, game: &VectorGame, sides: Coordinates) {
        let Alterations { added, removed, .. } = &Alterations::new(game, sides);
        // What fits into the domain pays no more than the bound on the scores, which has 32 bits.
        let points_of = |vector: Coordinates| game.points_of(vector) as i32;
        let first = self.lines.len();
        for &ray in game.rays().iter().filter(|ray| ray.is_inside(sides)) {
            self.add(ray, points_of(ray), [1, 1]);
        }
        let past = self.lines.len();
        added.iter().for_each(|&vector| self.add(vector, points_of(vector), [1, 0]));
        for index in first..past {
            let WeightedRay { ray, weight } = self.rays[index];
            let multiples = removed.iter().filter_map(|&vector| multiple(vector, ray));
            let largest = multiples.max().unwrap_or(0);
            for m in 1..=largest {
                let vector = ray.saturating_multiple(m);
                let is_move = !removed.contains(&vector);
                if m == largest {
                    self.lines[index].source = self.lines.len() as u32;
                }
                if m == largest || is_move {
                    self.add(vector, weight.wrapping_mul(m as i32), [u32::from(is_move), 0]);
                }
            }
        }
    }

    /// Adds a vector, whose lines have the last cell's score.
    fn add(&mut self, ray: Coordinates, points: i32, [is_move, repeats]: [u32; 2]) {
        self.lines.push(Line { is_move, repeats, source: self.lines.len() as u32 });
        self.rays.push(WeightedRay { ray, weight: points });
    }
}
