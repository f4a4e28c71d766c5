//! Laws: on which share of the positions a condition holds.
//!
//! A claim asks whether a condition holds everywhere, and gets its first counterexample. A law that holds
//! nearly everywhere has a share, which may grow: it is counted for all positions and for those of the upper
//! half of the grades.

use std::ops::Range;

use crate::analyses::expression::{Condition, Filter};
use grundytab::domain::Grading;
use grundytab::table::{Block, Pass, Selection, TableReader, WithoutValue};

/// On how many positions a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LawCount {
    /// Positions on which it holds.
    pub holds_on: u64,
    /// Positions on which it is false.
    pub fails_on: u64,
    /// Positions of which it says nothing: where the premise of an implication is false.
    pub silent_on: u64,
    /// Positions where it has no value.
    #[serde(flatten)]
    pub without_value: WithoutValue,
}

/// On how many positions a law holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct LawShares {
    /// The count over all positions.
    pub everywhere: LawCount,
    /// The count over the upper half of the grades.
    pub upper_half: LawCount,
}

impl LawCount {
    /// Returns on which share of the positions of which it says something the law holds; `None` if there are
    /// none.
    pub fn share(self) -> Option<f64> {
        let positions = self.holds_on + self.fails_on;
        (positions > 0).then(|| self.holds_on as f64 / positions as f64)
    }

    fn add(&mut self, other: LawCount) {
        self.holds_on += other.holds_on;
        self.fails_on += other.fails_on;
        self.silent_on += other.silent_on;
        self.without_value += other.without_value;
    }
}

/// Returns the least grade of the upper half.
pub fn first_grade_of_upper_half(table: &TableReader) -> u32 {
    u32::try_from(table.plan().job().layer_count().div_ceil(2)).unwrap_or(u32::MAX)
}

/// The pass that counts on how many positions laws hold.
pub(crate) struct Laws<'a> {
    grading: Grading,
    /// The least grade of the upper half.
    middle: u32,
    /// The premises, if there are any, and the conclusions.
    laws: Vec<(Option<Condition>, Condition)>,
    filter: &'a Filter,
}

impl<'a> Laws<'a> {
    pub(crate) fn new(table: &TableReader, laws: &[Condition], filter: &'a Filter) -> Self {
        let laws = laws.iter().map(|law| law.clone().premise_and_conclusion()).collect();
        let (grading, middle) = (table.plan().job().grading(), first_grade_of_upper_half(table));
        Laws { grading, middle, laws, filter }
    }
}

impl Pass for Laws<'_> {
    type State = Vec<LawShares>;

    fn begin(&self) -> Vec<LawShares> {
        vec![LawShares::default(); self.laws.len()]
    }

    fn visit_block(&self, all: &mut Vec<LawShares>, block: &Block) {
        let is_lower = |lane: usize| self.grading.grade(block.at(lane)) < self.middle;
        // The lanes in parts of which each lies in one half. Where grades do not fall along a row, there are two at most.
        let mut parts: Vec<(bool, Range<usize>)> = Vec::new();
        let mut lane = 0;
        while lane < block.length() {
            let half = is_lower(lane);
            let is_over = |&lane: &usize| is_lower(lane) != half;
            let end = match (&self.grading, half) {
                (Grading::TokenSum | Grading::Heap, false) => block.length(),
                _ => (lane..block.length()).find(is_over).unwrap_or(block.length()),
            };
            parts.push((half, lane..end));
            lane = end;
        }
        for ((premise, conclusion), shares) in self.laws.iter().zip(all) {
            let said = conclusion.under(premise.as_ref(), block);
            let count = |lanes: Range<usize>| {
                let mut count = LawCount::default();
                if let (Some(truths), None) = (said.everywhere(), block.wanted()) {
                    let truths = &truths[lanes];
                    count.holds_on = truths.iter().map(|&truth| u64::from(truth)).sum();
                    count.fails_on = truths.len() as u64 - count.holds_on;
                    return count;
                }
                for lane in lanes.filter(|&lane| block.counts(lane)) {
                    match said.at(lane) {
                        Ok(Some(true)) => count.holds_on += 1,
                        Ok(Some(false)) => count.fails_on += 1,
                        Ok(None) => count.silent_on += 1,
                        Err(why) => count.without_value.add(why),
                    }
                }
                count
            };
            for (is_lower, lanes) in parts.iter().cloned() {
                let counted = count(lanes);
                shares.everywhere.add(counted);
                if !is_lower {
                    shares.upper_half.add(counted);
                }
            }
        }
    }

    fn merge(&self, all: &mut Vec<LawShares>, other: Vec<LawShares>) {
        for (all, other) in all.iter_mut().zip(other) {
            all.everywhere.add(other.everywhere);
            all.upper_half.add(other.upper_half);
        }
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.filter.selection()
    }

    fn keeps_tiles(&self) -> bool {
        let parts = self.laws.iter().flat_map(|(premise, law)| premise.iter().chain([law]));
        parts.into_iter().any(Condition::looks_around)
    }
}
