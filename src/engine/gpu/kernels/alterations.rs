//! Altered vectors and terminal positions as the shaders see them. Host half of
//! `shaders/alterations.wgsl`.

use super::blocks::Blocks;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::alterations::Alterations;
use crate::engine::gpu::kernel::KernelBuffer;

/// `Alteration` of `shaders/alterations.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Alteration {
    pub(in crate::engine::gpu) step: [u32; 3],
    pub(in crate::engine::gpu) removed: u32,
}

/// The share of a kernel that deals with alterations.
pub(in crate::engine::gpu) struct AlterationParts {
    /// How many there are.
    pub(in crate::engine::gpu) count: usize,
    /// How many of them remove a move.
    pub(in crate::engine::gpu) removed: usize,
    pub(in crate::engine::gpu) constants: [(&'static str, u32); 4],
    pub(in crate::engine::gpu) buffers: [KernelBuffer; 3],
}

/// Of one game, or of one for each player, whose terminal positions are the same.
pub(in crate::engine::gpu) fn parts(games: &[Alterations], blocks: &Blocks) -> AlterationParts {
    let list = |game: &Alterations| {
        let added = game.added.iter().map(|&step| Alteration { step: step.0, removed: 0 });
        let removed = game.removed.iter().map(|&step| Alteration { step: step.0, removed: 1 });
        added.chain(removed).collect::<Vec<_>>()
    };
    let altered: Vec<Alteration> = games.iter().flat_map(list).collect();
    let terminals = games.first().into_iter().flat_map(|game| &game.terminals);
    let mut terminals: Vec<[u32; 4]> =
        terminals.map(|&Coordinates([x, y, z])| [x, y, z, 0]).collect();
    terminals.sort_unstable();
    let waves = blocks.history_waves(altered.iter().map(|altered| Coordinates(altered.step)));
    let Coordinates([rows, columns, _]) = blocks.grid;
    let cells = match altered.is_empty() {
        true => 1,
        false => (u64::from(rows) * u64::from(columns)).saturating_mul(blocks.cells()),
    };
    AlterationParts {
        count: altered.len(),
        removed: altered.iter().filter(|altered| altered.removed == 1).count(),
        constants: [
            ("TERMINALS", terminals.len() as u32),
            ("HISTORY_WAVES", waves),
            ("HISTORY_ROWS", rows),
            ("HISTORY_COLUMNS", columns),
        ],
        buffers: [
            KernelBuffer::given("alterations", &altered),
            KernelBuffer::given("terminals", &terminals),
            KernelBuffer::zeros("history", cells.saturating_mul(4 * u64::from(waves))),
        ],
    }
}

/// How many waves of blocks with these edges the vectors lead back at most.
pub(in crate::engine::gpu) fn reach(
    edges: Coordinates,
    vectors: impl Iterator<Item = Coordinates>,
) -> u32 {
    let mut blocks_back = [0; MAX_HEAPS];
    for vector in vectors {
        for axis in 0..MAX_HEAPS {
            blocks_back[axis] = blocks_back[axis].max(vector[axis].div_ceil(edges[axis]));
        }
    }
    blocks_back.into_iter().fold(0, u32::saturating_add)
}
