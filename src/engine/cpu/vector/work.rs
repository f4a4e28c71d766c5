//! The work of a run whose tiles hand lines to one another, from which its time is expected.

/// The work of a run. The counts are exact in a box without mirror symmetry; for a simplex and for half of a mirrored
/// table they are exact except at the edges of tiles.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::engine::cpu) struct Work {
    /// The number of rays, which is the number of lines through a cell.
    pub(in crate::engine::cpu) rays: usize,
    /// Computed cells of plain tiles.
    pub(in crate::engine::cpu) plain: f64,
    /// Computed cells of other tiles, whose cells are visited one by one.
    pub(in crate::engine::cpu) single: f64,
    /// The number of look-ups of values behind altered vectors.
    pub(in crate::engine::cpu) looked_up: f64,
    /// Lines that tiles take over.
    pub(in crate::engine::cpu) lines: f64,
    /// Bytes that lines hold besides their states, after all values of the table have been recorded.
    pub(in crate::engine::cpu) line_bytes: f64,
    /// Computed tiles of each front.
    pub(in crate::engine::cpu) fronts: Vec<u64>,
}

impl Work {
    /// Returns the number of computed tiles.
    pub(super) fn tiles(&self) -> f64 {
        self.fronts.iter().sum::<u64>() as f64
    }

    /// Returns the average number of busy threads, of this number. A thread without tiles in a front continues with the
    /// next front, but each front has a tile that waits for a tile of the front before.
    pub(in crate::engine::cpu) fn busy_threads(&self, threads: u64) -> f64 {
        let rounds = |&tiles: &u64| (tiles as f64 / threads as f64).max(1.0);
        self.tiles() / self.fronts.iter().map(rounds).sum::<f64>().max(1.0)
    }
}
