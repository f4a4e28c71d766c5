//! The P-positions of a table, or of as large a corner of it as fits in memory.

use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::control::Control;
use crate::domain::{Coordinates, Domain};
use crate::expression::Filter;
use crate::sync::{into_inner, lock};
use crate::table::{OtherTables, TableError, TableReader, TileScan};

/// At most this many P-positions are kept in memory. Of a table with more a smaller corner is looked at.
const MOST_P_POSITIONS: usize = 1 << 22;

/// The P-positions with a smaller radius than `below`.
#[derive(Serialize, Deserialize)]
pub(super) struct Corner {
    pub(super) below: u32,
    pub(super) points: Vec<Coordinates>,
    /// How many others there are.
    pub(super) left_out: u64,
}

impl Corner {
    /// Adds P-positions. How often the corner is halved depends on them alone, not on their order.
    fn add(&mut self, domain: &Domain, found: Vec<Coordinates>) {
        let below = self.below;
        let all = self.points.len() + found.len();
        self.points.extend(found.into_iter().filter(|&at| radius(domain, at) < below));
        while self.points.len() > MOST_P_POSITIONS {
            self.below /= 2;
            let below = self.below;
            self.points.retain(|&at| radius(domain, at) < below);
        }
        self.left_out += (all - self.points.len()) as u64;
    }
}

/// Returns the radius of a position: the largest heap if the domain is a box, the token sum if it is a simplex.
pub(super) fn radius(domain: &Domain, at: Coordinates) -> u32 {
    if domain.is_box() { at.largest() } else { at.sum() }
}

/// Collects the P-positions that count by a filter, with a smaller radius than `below`, or of as large a corner as fits in memory.
pub(super) fn collect(
    table: &TableReader,
    others: &OtherTables,
    filter: &Filter,
    below: u32,
    control: &Control,
) -> Result<Corner, TableError> {
    let job = table.plan().job();
    let domain = job.domain();
    let end = match domain.is_box() {
        true => domain.sides().largest(),
        false => domain.largest_token_sum().saturating_add(1),
    };
    let below = below.min(end);
    let scan = |tile: &TileScan, corner: &Mutex<Corner>| {
        let mut found = Vec::new();
        let mut add = |at, value| {
            if job.is_p_position(value) {
                found.push(at);
            }
        };
        if filter.counts_all() {
            tile.visit_runs(|run, values| {
                run.cells().for_each(|(at, cell)| add(at, values.get(cell)));
            })?;
        } else {
            filter.visit(tile, others, add)?;
        }
        lock(corner).add(domain, found);
        Ok(())
    };
    let none = Mutex::new(Corner { below, points: Vec::new(), left_out: 0 });
    let of_ranks = table.scan_by_ranks(control, none, scan, into_inner)?;
    let least = of_ranks.iter().map(|corner| corner.below).min();
    let left_out = of_ranks.iter().map(|corner| corner.left_out).sum();
    let mut corner = Corner { below: least.unwrap_or(below), points: Vec::new(), left_out };
    of_ranks.into_iter().for_each(|of_rank| corner.add(domain, of_rank.points));
    Ok(corner)
}
