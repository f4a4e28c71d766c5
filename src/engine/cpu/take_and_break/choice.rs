//! The choice of the way in which values are found.

use super::rare::Split;
use super::sets::Sets;
use super::way::Way;

impl Sets {
    /// Returns a way that is expected to take clearly less time from now on, if there is one.
    pub(super) fn better_way(&self) -> Option<Way> {
        let known = self.values.len();
        if self.demands.way.is_some() || self.moves.leave_three() {
            return None;
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
        (work(best) < work(self.way) / 8 * 7).then_some(best)
    }
}
