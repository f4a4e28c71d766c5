//! Parts of a batch: which jobs a run takes, where several runs share a batch.
//!
//! Every run has to find the same parts, on whatever machine. So what a job costs is an integer that
//! depends on the job alone, and finished jobs keep their place. The most costly job left goes to the
//! part that has least so far (Graham 1969: at most 4/3 of the least possible time of the last part).

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use super::{Batch, BatchJob};
use grundytab::engine::{EngineKind, expected_nanoseconds_of_one_thread};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// One of several parts of a batch: `2/8` is the second of eight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// From 1.
    number: u32,
    of: u32,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Part { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        numbers.filter(|part| (1..=part.of).contains(&part.number)).ok_or_else(|| {
            InvalidInput::new(
                InvalidInputKind::OutOfRange,
                text,
                "this is not a part of a batch",
                "parts are counted from 1, as in 1/8, 2/8, ..., 8/8",
            )
        })
    }
}

impl Batch {
    /// Returns the indices of the jobs of a part, in the order of the file.
    pub fn part(&self, part: Part) -> Vec<usize> {
        let costs: Vec<u128> = self.jobs.iter().map(cost).collect();
        let mut by_cost: Vec<usize> = (0..costs.len()).collect();
        by_cost.sort_by_key(|&job| (Reverse(costs[job]), job));
        let mut loads = vec![0u128; part.of as usize];
        let mut own = Vec::new();
        for job in by_cost {
            let least = loads.iter().enumerate().min_by_key(|&(_, load)| *load);
            let least = least.map_or(0, |(index, _)| index);
            // Every job costs something, so that jobs of no cost are not all in one part.
            loads[least] += costs[job] + 1;
            if least + 1 == part.number as usize {
                own.push(job);
            }
        }
        own.sort_unstable();
        own
    }
}

/// Returns about what a job costs, in picoseconds of one core. On a GPU it is taken for as much as on the CPU.
fn cost(job: &BatchJob) -> u128 {
    let engine = job.engine.unwrap_or(EngineKind::Cpu);
    (1e3 * expected_nanoseconds_of_one_thread(&job.plan, engine)) as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!("2/8".parse::<Part>().expect("a part").to_string(), "2/8");
        assert!("0/8".parse::<Part>().is_err());
    }
}
