//! Altered vectors and terminal positions as the shaders see them. Host half of
//! `shaders/alterations.wgsl`.

use super::kernel::KernelBuffer;
use crate::engine::alterations::Alterations;
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// `Alteration` of `shaders/alterations.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct Alteration {
    pub(super) step: [u32; 3],
    pub(super) removed: u32,
}

/// The share of a kernel that deals with alterations.
pub(super) struct AlterationParts {
    /// How many there are.
    pub(super) count: usize,
    /// How many of them remove a move.
    pub(super) removed: usize,
    pub(super) constants: [(&'static str, u32); 4],
    pub(super) buffers: [KernelBuffer; 3],
}

/// Of one game, or of one for each player, whose terminal positions are the same.
pub(super) fn parts(plan: &Plan, games: &[&VectorGame]) -> AlterationParts {
    let domain = plan.job().domain();
    let sides = domain.sides();
    let games: Vec<Alterations> = games.iter().map(|game| Alterations::new(game, sides)).collect();
    let list = |game: &Alterations| {
        let added = game.added.iter().map(|&step| Alteration { step, removed: 0 });
        let removed = game.removed.iter().map(|&step| Alteration { step, removed: 1 });
        added.chain(removed).collect::<Vec<_>>()
    };
    let altered: Vec<Alteration> = games.iter().flat_map(list).collect();
    let terminals = games.first().into_iter().flat_map(|game| &game.terminals);
    let mut terminals: Vec<[u32; 4]> = terminals.map(|&[x, y, z]| [x, y, z, 0]).collect();
    terminals.sort_unstable();
    // A vector leads back as many layers as it has tokens; the cell's own layer is one more.
    let longest = altered.iter().map(|altered| altered.step.iter().sum::<u32>()).max();
    let layers = longest.map_or(1, |tokens| tokens.min(domain.largest_token_sum()) + 1);
    let slots = if altered.is_empty() { 1 } else { u64::from(sides[0]) * u64::from(sides[1]) };
    AlterationParts {
        count: altered.len(),
        removed: altered.iter().filter(|altered| altered.removed == 1).count(),
        constants: [
            ("TERMINALS", terminals.len() as u32),
            ("HISTORY_LAYERS", layers),
            ("HISTORY_ROWS", sides[0]),
            ("HISTORY_COLUMNS", sides[1]),
        ],
        buffers: [
            KernelBuffer::given("alterations", &altered),
            KernelBuffer::given("terminals", &terminals),
            KernelBuffer::zeros("history", slots.saturating_mul(4 * u64::from(layers))),
        ],
    }
}
