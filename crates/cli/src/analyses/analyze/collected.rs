//! The P-positions of a table, or of as large a corner of it as fits in memory.

use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::analyses::expression::Filter;
use grundytab::domain::{Coordinates, Domain};
use grundytab::job::Job;
use grundytab::sync::lock;
use grundytab::table::{Block, Pass, Selection};

/// At most this many P-positions are kept in memory. Of a table with more a smaller corner is looked at.
const MOST_P_POSITIONS: usize = 1 << 22;

/// The P-positions with a smaller radius than `below`.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Corner {
    pub(super) below: u32,
    pub(super) points: Vec<Coordinates>,
    /// How many others there are.
    pub(super) left_out: u64,
}

impl Corner {
    /// Adds the P-positions of another corner. How often the corner is halved depends on them alone, not on their order.
    fn add(&mut self, domain: &Domain, other: Corner) {
        let all = self.points.len() + other.points.len();
        if other.below < self.below {
            self.shrink(domain, other.below);
        }
        let below = self.below;
        self.points.extend(other.points.into_iter().filter(|&at| radius(domain, at) < below));
        while self.points.len() > MOST_P_POSITIONS {
            self.shrink(domain, self.below / 2);
        }
        self.left_out += other.left_out + (all - self.points.len()) as u64;
    }

    fn shrink(&mut self, domain: &Domain, below: u32) {
        self.below = below;
        self.points.retain(|&at| radius(domain, at) < below);
    }
}

/// Returns the radius of a position: the largest heap if the domain is a box, the token sum if it is a simplex.
pub(super) fn radius(domain: &Domain, at: Coordinates) -> u32 {
    if domain.is_box() { at.largest() } else { at.sum() }
}

/// The pass that collects the P-positions that count by a filter, or those in as large a corner as fits in memory.
pub(crate) struct PPositions<'a> {
    job: &'a Job,
    filter: &'a Filter,
    below: u32,
    /// What all threads have found: together they keep no more than one would.
    corner: Mutex<Corner>,
}

impl<'a> PPositions<'a> {
    /// Those with a smaller radius than `below` are collected.
    pub(super) fn new(job: &'a Job, filter: &'a Filter, below: u32) -> Self {
        let domain = job.domain();
        let end = match domain.is_box() {
            true => domain.sides().largest(),
            false => domain.largest_token_sum().saturating_add(1),
        };
        let below = below.min(end);
        let corner = Mutex::new(Corner { below, ..Corner::default() });
        PPositions { job, filter, below, corner }
    }
}

impl Pass for PPositions<'_> {
    type State = Corner;

    fn begin(&self) -> Corner {
        Corner { below: self.below, ..Corner::default() }
    }

    fn visit_block(&self, _: &mut Corner, block: &Block) {
        let p_values = self.job.p_values();
        let is_p = |&lane: &usize| p_values.contains(block.values[lane]);
        let found = block.lanes().filter(is_p).map(|lane| block.at(lane));
        let points: Vec<Coordinates> = found.collect();
        if !points.is_empty() {
            let found = Corner { below: u32::MAX, points, left_out: 0 };
            lock(&self.corner).add(self.job.domain(), found);
        }
    }

    fn merge(&self, corner: &mut Corner, other: Corner) {
        corner.add(self.job.domain(), other);
    }

    fn close(&self, corner: &mut Corner) {
        *corner = std::mem::take(&mut lock(&self.corner));
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.filter.selection()
    }
}
