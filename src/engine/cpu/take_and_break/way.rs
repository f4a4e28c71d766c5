//! The choice of the way in which values are found.

use super::rare::Split;
use super::tabulation::Tabulation;

/// How values are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// All pairs of heaps are looked at.
    Plain,
    /// Pairs with a rare heap are.
    Sparse(Split),
}

impl Tabulation {
    /// Chooses the way anew, at ever greater distances.
    pub(super) fn choose(&mut self) {
        let known = self.len();
        self.choose_at = known + (known / 4).clamp(64, 1 << 16);
        if self.demands.way.is_some() || self.moves.leave_three() {
            return;
        }
        let values = self.counts.len();
        let work = |way| match way {
            Way::Plain => known / 2 * values.div_ceil(64),
            Way::Sparse(split) => {
                let fixed = split.count_rare(&self.counts) + self.sample();
                // There is a number for every other value.
                fixed * values.div_ceil(128)
            }
        };
        let best = Way::Sparse(Split::best(&self.counts, self.moves.parity_of_splits()));
        let best = if work(best) < work(Way::Plain) { best } else { Way::Plain };
        // Another way makes all sets anew, which should be worth its time.
        if work(best) < work(self.way) / 8 * 7 {
            self.way = best;
            self.planes = 1;
            self.is_stale = true;
        }
    }
}
