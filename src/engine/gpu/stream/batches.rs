//! Which stages are submitted together: as many as a desktop's watchdog allows, and their output.

use std::iter::Peekable;
use std::time::Duration;

use crate::engine::gpu::schedule::Stage;

/// A submission should take about this long: a desktop's watchdog resets a GPU that is busy for
/// seconds.
const SUBMISSION_TARGET: Duration = Duration::from_millis(200);
/// Workgroups of the first submission; later ones grow or shrink with the time they take.
const FIRST_WORKGROUPS: u64 = 1 << 10;
/// Stages of a batch at most; each has a uniform, and totals.
pub(super) const MOST_STAGES: usize = 512;

/// Stages whose output comes back together.
pub(super) struct Batch {
    pub(super) stages: Vec<Stage>,
    /// Words of their values, as far as these come back.
    pub(super) words: usize,
    /// Submissions that a dispatch is cut into; more than 1 only for a single stage.
    pub(super) parts: u32,
}

impl Batch {
    /// Returns the workgroups of each of its submissions.
    pub(super) fn workgroups(&self) -> u64 {
        let all: u64 = self.stages.iter().map(|stage| stage.workgroups.count()).sum();
        all.div_ceil(self.parts.into())
    }
}

/// The stages of a schedule, batch by batch.
pub(super) struct Batches<'a> {
    stages: Peekable<Box<dyn Iterator<Item = Stage> + 'a>>,
    /// Words of values that a batch may have; `None` where values do not come back.
    most_words: Option<usize>,
    /// Workgroups that a submission may have.
    most_workgroups: u64,
}

impl<'a> Batches<'a> {
    pub(super) fn new(
        stages: Box<dyn Iterator<Item = Stage> + 'a>,
        most_words: Option<usize>,
    ) -> Self {
        Batches { stages: stages.peekable(), most_words, most_workgroups: FIRST_WORKGROUPS }
    }

    /// Returns the next stages. A stage that is too large for a submission of its own comes alone, in
    /// parts.
    pub(super) fn next(&mut self) -> Option<Batch> {
        let first = self.stages.next()?;
        let words_of = |stage: &Stage| if self.most_words.is_some() { stage.words } else { 0 };
        let mut workgroups = first.workgroups.count();
        let parts = workgroups.div_ceil(self.most_workgroups).max(1);
        let mut batch = Batch {
            words: words_of(&first),
            stages: vec![first],
            parts: u32::try_from(parts).unwrap_or(u32::MAX),
        };
        while let Some(next) = self.stages.next_if(|next| {
            workgroups + next.workgroups.count() <= self.most_workgroups
                && batch.words + words_of(next) <= self.most_words.unwrap_or(usize::MAX)
                && batch.stages.len() < MOST_STAGES
        }) {
            workgroups += next.workgroups.count();
            batch.words += words_of(&next);
            batch.stages.push(next);
        }
        Some(batch)
    }

    /// Learns that a submission of this many workgroups has taken `elapsed`.
    pub(super) fn learn(&mut self, workgroups: u64, elapsed: Duration) {
        self.most_workgroups = adapted(self.most_workgroups, workgroups, elapsed);
    }
}

/// Returns the workgroups that a submission may have, after one of `workgroups` took `elapsed`. It does
/// not grow far beyond what has been tried.
fn adapted(most: u64, workgroups: u64, elapsed: Duration) -> u64 {
    if elapsed < SUBMISSION_TARGET / 2 {
        most.saturating_mul(2).min(workgroups.saturating_mul(4).max(most))
    } else if elapsed > SUBMISSION_TARGET * 2 {
        (most.min(workgroups) / 2).max(1)
    } else {
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::schedule::Workgroups;

    #[test]
    fn submissions_grow_when_short_and_shrink_when_long() {
        let short = SUBMISSION_TARGET / 10;
        assert_eq!(adapted(400, 400, short), 800);
        assert_eq!(adapted(400, 150, short), 600);
        assert_eq!(adapted(400, 3, short), 400);
        assert_eq!(adapted(800, 800, SUBMISSION_TARGET), 800);
        assert_eq!(adapted(800, 600, SUBMISSION_TARGET * 3), 300);
        assert_eq!(adapted(1, 1, SUBMISSION_TARGET * 3), 1);
    }

    fn batches(workgroups: &[usize], most_words: Option<usize>) -> Vec<(usize, usize, u32)> {
        let stage = |(index, &count): (u32, &usize)| Stage {
            index,
            words: 10,
            workgroups: Workgroups::Numbered(count),
        };
        let stages: Vec<Stage> = (0..).zip(workgroups).map(stage).collect();
        let mut batches = Batches::new(Box::new(stages.into_iter()), most_words);
        std::iter::from_fn(|| batches.next().map(|b| (b.stages.len(), b.words, b.parts))).collect()
    }

    /// Catches a batch that is longer or larger than allowed, and a long stage that is not cut.
    #[test]
    fn batches_keep_to_their_limits() {
        let most = FIRST_WORKGROUPS as usize;
        assert_eq!(batches(&[most / 2; 5], None), [(2, 0, 1), (2, 0, 1), (1, 0, 1)]);
        assert_eq!(batches(&[1; 5], Some(30)), [(3, 30, 1), (2, 20, 1)]);
        assert_eq!(batches(&[1; 5], Some(3)), [(1, 10, 1); 5]);
        assert_eq!(batches(&[1, 5 * most - 1, 1], None), [(1, 0, 1), (1, 0, 5), (1, 0, 1)]);
        assert_eq!(batches(&[0; MOST_STAGES + 1], None), [(MOST_STAGES, 0, 1), (1, 0, 1)]);
    }
}
