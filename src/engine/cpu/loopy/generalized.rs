//! Generalized Grundy values.
//!
//! In round m the positions get the number m that have no option with it, and all of whose options without a number have an
//! option with the number m. Each position has a count of its options that have no number, from which in each round those are
//! taken that can answer to m. A position that no option with the number m is left of is infinite from then on: of the number
//! m it has been kept by an option that cannot answer (Fraenkel and Perl, 1975).

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::graph::{self, Graph, Moves, next_wave, zeros};
use crate::domain::Coordinates;
use crate::engine::{EngineError, InfiniteSets};
use crate::plan::Plan;
use crate::sync::{into_inner, lock};

/// The bytes of a node: of the graph, its value, its open options, its last round, and of the waves and the nodes without a value.
pub(super) const BYTES_OF_NODE: u64 = graph::BYTES_OF_NODE + 12 + 12;

/// A node that has no value yet.
const UNKNOWN: u32 = u32::MAX;
/// A node whose value is infinite.
const INFINITE: u32 = u32::MAX - 1;
/// The most numbers that all sets have: they are stored in the description of the table.
const MOST_NUMBERS: u64 = 1 << 22;

/// Returns the value of each cell.
pub(super) fn values(plan: &Plan, moves: &Moves) -> Result<Vec<u32>, EngineError> {
    let values = labels(plan, moves, &Graph::of(moves)?)?;
    let first = plan.job().first_infinite().unwrap_or(INFINITE);
    let set_of = |options: &mut dyn Iterator<Item = usize>| {
        let finite = |option: usize| Some(values[option].load(Relaxed)).filter(|&of| of < first);
        let mut set: Vec<u32> = options.filter_map(finite).collect();
        set.sort_unstable();
        set.dedup();
        set
    };
    let (found, numbers) = (Mutex::new(HashSet::new()), AtomicU32::new(0));
    moves.for_each(|node, options| {
        let are_few = || u64::from(numbers.load(Relaxed)) <= MOST_NUMBERS;
        if values[node].load(Relaxed) == INFINITE && are_few() {
            let set = set_of(options);
            let length = set.len() as u32;
            if lock(&found).insert(set) {
                numbers.fetch_add(length, Relaxed);
            }
        }
    })?;
    let sets = InfiniteSets::of(into_inner(found));
    let what = "the sets of values of positions that have no number have";
    EngineError::check_size(what, sets.numbers(), "numbers", MOST_NUMBERS)?;
    moves.sink.infinite_sets(&sets);
    let places = sets.places();
    moves.for_each(|node, options| {
        if values[node].load(Relaxed) == INFINITE {
            let place = places.get(&set_of(options)[..]).copied().unwrap_or_default();
            values[node].store(first + place, Relaxed);
        }
    })?;
    Ok(values.into_iter().map(AtomicU32::into_inner).collect())
}

/// Returns the number of each node, or that it is infinite.
fn labels(plan: &Plan, moves: &Moves, graph: &Graph) -> Result<Vec<AtomicU32>, EngineError> {
    let nodes = moves.nodes();
    let domain = plan.job().domain();
    let is_position =
        |&cell: &usize| domain.contains(Coordinates::from_row_major_index(cell, domain.sides()));
    let mut open: Vec<u32> = (0..nodes).filter(is_position).map(|node| node as u32).collect();
    let values: Vec<AtomicU32> =
        std::iter::repeat_with(|| AtomicU32::new(UNKNOWN)).take(nodes).collect();
    // The options that have no number, less those that can answer in this round; and the last round, counted from 1, whose
    // number an option has.
    let [left, rounds] = [zeros(nodes), zeros(nodes)];
    let value = |node: usize| values[node].load(Relaxed);
    for number in 0.. {
        if open.is_empty() {
            break;
        }
        let round = number + 1;
        let count = |&node: &u32| graph.counts[node as usize].load(Relaxed);
        open.par_iter().for_each(|node| left[*node as usize].store(count(node), Relaxed));
        let mut wave: Vec<u32> = open.iter().copied().filter(|node| count(node) == 0).collect();
        while !wave.is_empty() {
            moves.decided(wave.len())?;
            wave.iter().for_each(|&node| values[node as usize].store(number, Relaxed));
            let reached = next_wave(&wave, |node, next| {
                for before in graph.before(node) {
                    graph.counts[before].fetch_sub(1, Relaxed);
                    let has_number = value(before) < INFINITE;
                    if has_number || rounds[before].swap(round, Relaxed) == round {
                        continue;
                    }
                    for earlier in graph.before(before) {
                        if value(earlier) == UNKNOWN && left[earlier].fetch_sub(1, Relaxed) == 1 {
                            next.push(earlier as u32);
                        }
                    }
                }
            });
            // What has an option with this number has been reached too late, or is another's answer.
            let gets = |&node: &u32| rounds[node as usize].load(Relaxed) != round;
            wave = reached.into_iter().filter(gets).collect();
        }
        open.retain(|&node| {
            let is_unknown = value(node as usize) == UNKNOWN;
            let has_answer = rounds[node as usize].load(Relaxed) == round;
            if is_unknown && !has_answer {
                values[node as usize].store(INFINITE, Relaxed);
            }
            is_unknown && has_answer
        });
    }
    Ok(values)
}
