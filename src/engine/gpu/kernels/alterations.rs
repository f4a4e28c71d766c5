//! Altered vectors and listed positions as the shaders see them. Host half of
//! `shaders/alterations.wgsl`.

use crate::domain::Coordinates;
use crate::engine::gpu::blocks::Blocks;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::vector_games::alterations::Alterations;

/// `Alteration` of `shaders/alterations.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Alteration {
    pub(in crate::engine::gpu) vector: [u32; 3],
    pub(in crate::engine::gpu) removed: u32,
}

/// Adds to a kernel what deals with the alterations of one impartial game, or of both players of a partizan game, who
/// share the listed positions. Returns the number of altered vectors.
pub(super) fn add(
    kernel: &mut Kernel,
    games: &[Alterations],
    history_words: u32,
    blocks: &Blocks,
) -> u32 {
    let list = |game: &Alterations| {
        let altered = |removed| {
            move |&vector: &Coordinates| Alteration { vector: vector.last_three(), removed }
        };
        let added = game.added.iter().map(altered(0));
        added.chain(game.removed.iter().map(altered(1))).collect::<Vec<_>>()
    };
    let altered: Vec<Alteration> = games.iter().flat_map(list).collect();
    let as_words = |to_zero| move |&Coordinates([_, x, y, z]): &Coordinates| [x, y, z, to_zero];
    let of_game = |game: &Alterations| {
        let terminals = game.terminals.iter().map(as_words(0));
        terminals.chain(game.to_zero.iter().map(as_words(1))).collect::<Vec<[u32; 4]>>()
    };
    let mut listed = games.first().map(of_game).unwrap_or_default();
    listed.sort_unstable();
    let vectors = games.iter().flat_map(Alterations::vectors);
    let fronts = blocks.history_fronts(vectors);
    let Coordinates([_, rows, columns, _]) = blocks.grid;
    let front_words = if altered.is_empty() {
        1
    } else {
        let cells = (u64::from(rows) * u64::from(columns)).saturating_mul(blocks.cells());
        cells.saturating_mul(history_words.into())
    };
    kernel.constants.extend([
        ("LISTED", listed.len() as u32),
        ("HISTORY_FRONTS", fronts),
        ("HISTORY_ROWS", rows),
        ("HISTORY_COLUMNS", columns),
    ]);
    kernel.buffers.extend([
        KernelBuffer::given("alterations", &altered),
        KernelBuffer::given("listed", &listed),
        KernelBuffer::zeros("history", front_words.saturating_mul(4 * u64::from(fronts))),
    ]);
    altered.len() as u32
}
