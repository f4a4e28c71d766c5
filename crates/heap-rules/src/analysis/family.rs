//! Rules that say the same as a family of games with methods of its own.

use super::budget::Budget;
use super::elimination::follows;
use super::extents::{ClauseBounds, clause_bounds};
use super::intervals::{Bounds, bounds};
use super::linear::{Form, inequalities};
use super::option_lines::lines;
use super::proof::{LARGEST_HEAP, grade_falls};
use super::take_and_break::take_and_break;
use crate::clause::Players;
use crate::rules::{Clause, Clauses, Range};

/// The moves of a game of a known family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Family {
    /// Subtract a multiple, from 1 on, of a ray, or one of the steps.
    Vector {
        /// The rays, none of which is a multiple of another one.
        rays: Vec<Vec<u32>>,
        /// The vectors that are subtracted once; none is a multiple of a ray.
        steps: Vec<Vec<u32>>,
    },
    /// Along an edge take i >= 1 tokens from the heap where it begins, and return j < i of them to that where it ends.
    Digraph {
        /// The number of heaps.
        vertices: usize,
        /// The edges, as pairs of heaps; both are the same in a loop.
        edges: Vec<(usize, usize)>,
    },
    /// Take k tokens from the only heap, and leave the rest as so many heaps that are not empty. The positions are the same up
    /// to empty heaps, whose value is 0.
    TakeAndBreak {
        /// For each k from 0 on the numbers of heaps that may be left, as bits.
        digits: Vec<u8>,
        /// Whether two heaps that are left must differ.
        is_unequal: bool,
    },
}

/// Returns the family whose games have the same positions and moves as the rules, if one is recognised. Rules that name
/// positions, terminal positions or points are not; nor are those whose own grade is not proved to fall.
pub fn family(rules: &Clauses) -> Option<Players<Family>> {
    let budget = &Budget::default();
    let clauses = || rules.moves.each().into_iter().flatten();
    if rules.is_loopy
        || rules.positions.is_some()
        || rules.terminal.is_some()
        || clauses().any(|clause| clause.pays.is_some())
    {
        return None;
    }
    if rules.grade.is_some() {
        let heaps: Vec<Bounds> = vec![(0, LARGEST_HEAP); rules.heaps];
        let falls = clauses().all(|clause| grade_falls(rules, clause, budget));
        if !falls || rules.grade_bounds(&heaps)?.0 < 0 {
            return None;
        }
    }
    match &rules.moves {
        Players::Both(clauses) if rules.have_sums() => {
            let game = (rules.heaps == 1).then(|| take_and_break(clauses, budget)).flatten();
            game.map(|(digits, is_unequal)| {
                Players::Both(Family::TakeAndBreak { digits, is_unequal })
            })
        }
        Players::Both(clauses) => vector(clauses, budget)
            .or_else(|| digraph(rules.heaps, clauses, budget))
            .map(Players::Both),
        Players::Each([left, right]) => {
            Some(Players::Each([vector(left, budget)?, vector(right, budget)?]))
        }
    }
}

fn vector(clauses: &[Clause], budget: &Budget) -> Option<Family> {
    let (mut rays, mut steps) = (Vec::new(), Vec::new());
    for clause in clauses {
        let parts = lines(clause, budget)?;
        for line in parts.lines {
            let is_ray = line.base.iter().zip(&line.step).all(|(a, b)| *a == i64::from(*b));
            if !is_ray || !line.is_always_whole() {
                return None;
            }
            rays.push(line.step);
        }
        for step in parts.steps {
            let vector = step.vector.iter().map(|&entry| u32::try_from(entry).ok());
            let vector = vector.collect::<Option<Vec<_>>>()?;
            if !step.guard.is_empty() {
                return None;
            }
            steps.push(vector);
        }
    }
    let mut least: Vec<Vec<u32>> = Vec::new();
    // A multiple has more tokens.
    rays.sort_by_key(|ray| ray.iter().map(|&entry| u64::from(entry)).sum::<u64>());
    for ray in rays {
        if !least.iter().any(|of| is_multiple(&ray, of)) {
            least.push(ray);
        }
    }
    least.sort_by(|a, b| b.cmp(a));
    steps.retain(|step| !least.iter().any(|ray| is_multiple(step, ray)));
    steps.sort();
    steps.dedup();
    (!least.is_empty() || !steps.is_empty()).then_some(Family::Vector { rays: least, steps })
}

/// Whether a vector is a multiple of another one that is not 0.
fn is_multiple(vector: &[u32], of: &[u32]) -> bool {
    let factor = vector.iter().zip(of).find(|(_, b)| **b > 0);
    factor.and_then(|(a, b)| a.checked_div(*b)).is_some_and(|factor| {
        let times = |b: u32| u64::from(b) * u64::from(factor);
        factor > 0 && vector.iter().zip(of).all(|(a, b)| u64::from(*a) == times(*b))
    })
}

fn digraph(heaps: usize, clauses: &[Clause], budget: &Budget) -> Option<Family> {
    let mut edges = clauses
        .iter()
        .map(|clause| a_loop(clause, budget).or_else(|| edge(clause, budget)))
        .collect::<Option<Vec<_>>>()?;
    edges.sort_unstable();
    edges.dedup();
    (!edges.is_empty()).then_some(Family::Digraph { vertices: heaps, edges })
}

/// Recognises a Nim heap.
fn a_loop(clause: &Clause, budget: &Budget) -> Option<(usize, usize)> {
    let Family::Vector { rays, steps } = vector(std::slice::from_ref(clause), budget)? else {
        return None;
    };
    let [ray] = &rays[..] else { return None };
    let heap = ray.iter().position(|&entry| entry == 1)?;
    (steps.is_empty() && ray.iter().sum::<u32>() == 1).then_some((heap, heap))
}

/// Recognises an edge between two heaps: the tokens taken and returned determine the variables, and the inequalities of
/// the clause say the same of them as those of the edge.
fn edge(clause: &Clause, budget: &Budget) -> Option<(usize, usize)> {
    let option = clause.single()?;
    let heaps = option.len();
    let everywhere = vec![(0, LARGEST_HEAP); heaps];
    let ClauseBounds::Within(environment) = clause_bounds(clause, &everywhere)? else {
        return None;
    };
    let mut forms = Vec::new();
    for condition in clause.conditions(heaps) {
        forms.extend(inequalities(&condition, true)?);
    }
    if clause.ranges.iter().any(|range| matches!(range, Range::Set(_))) {
        return None;
    }
    let mut changes = Vec::new();
    for (heap, option) in option.iter().enumerate() {
        bounds(option, &environment)?;
        let change = Form::of(option)?.minus(&Form::place(heap))?;
        if change != Form::number(0) {
            changes.push((heap, change));
        }
    }
    let [(one, change_one), (two, change_two)] = &changes[..] else { return None };
    let (k, j) = (heaps, heaps + 1);
    let product = |a: &Form, b: &Form| a.at(k).checked_mul(b.at(j));
    let determinant =
        product(change_one, change_two)?.checked_sub(product(change_two, change_one)?)?;
    if clause.ranges.len() != 2 || determinant.abs() != 1 {
        return None;
    }
    let is_edge = |from: usize, taken: &Form, to: &Form| -> Option<bool> {
        let taken = taken.times(-1)?;
        let less = taken.minus(&Form::number(1))?;
        let edge = [less.clone(), Form::place(from).minus(&taken)?, to.clone(), less.minus(to)?];
        Some(implies(heaps, &forms, &edge, budget) && implies(heaps, &edge, &forms, budget))
    };
    if is_edge(*one, change_one, change_two)? {
        return Some((*one, *two));
    }
    is_edge(*two, change_two, change_one)?.then_some((*two, *one))
}

/// Returns whether it is proved that inequalities imply others, on heaps that are not negative.
fn implies(heaps: usize, premises: &[Form], conclusions: &[Form], budget: &Budget) -> bool {
    let mut facts: Vec<Form> = (0..heaps).map(Form::place).collect();
    facts.extend_from_slice(premises);
    conclusions.iter().all(|conclusion| follows(&facts, conclusion, budget))
}
