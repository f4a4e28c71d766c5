//! A clause, prepared to list the options of many positions.
//!
//! What does not change along the innermost variable is taken out of its loop. The condition is taken apart where `and`
//! connects its parts, and each part goes to the outermost loop in which its variables are known. A comparison of
//! linear forms there becomes a bound of the variable: of `for 1 <= k <= x if 2 * k <= y` no condition is left.
//!
//! What has no value is a fault of the rules where it matters, so that no part may hide one that the definition finds.
//! Two parts of which one may be without a value do not change places, because the first one that is false shields the
//! second. Nor does a part go before a bound that may be without a value: bounds are asked for whatever the condition is.

use heap_rules::extents::range_bounds;
use heap_rules::intervals::{self, Bounds, possible};
use heap_rules::linear::Form;
use heap_rules::rules::{self, OfRules, Range};
use heap_rules::tree::{Number, Truth};

use super::listed::Listed;
use super::loops::{Loop, clamps, hole};
use super::scalar::PLACES;
use super::shape::Shape;

/// A clause, as its loops go through it.
pub(super) struct Clause {
    /// The loops, the outermost first; the last one goes along the innermost variable.
    pub(super) loops: Vec<Loop>,
    /// Conditions, listed by the number of variables that they need: list n is checked when n variables have values.
    pub(super) tests: Vec<Vec<Truth<OfRules>>>,
    /// What is to be true of the innermost variable, beside its bounds.
    pub(super) lane_test: Option<Truth<OfRules>>,
    /// The position that is the option, if it is one.
    pub(super) option: Target,
    /// The summands, if the option is a sum. Then the position above has no heaps.
    pub(super) sum: Option<Vec<Summand>>,
    /// The points that the move pays, and the linear form that they are, if they are one. Nothing stands for 0 points.
    pub(super) pays: Option<(Number<OfRules>, Option<Form>)>,
    /// Whether the options for the last two variables lie at equal distances in two directions (`planes`).
    pub(super) has_planes: bool,
    /// The place of the innermost variable in the environment. Without a variable it is a place that nothing names.
    pub(super) innermost: usize,
}

/// A position that a move leads to.
#[derive(Default)]
pub(super) struct Target {
    /// The heap sizes, as they are written.
    pub(super) written: Vec<Number<OfRules>>,
    /// What is known of each of them.
    pub(super) heaps: Vec<Heap>,
}

/// A position of a sum; or several, one for all values of variables of its own.
pub(super) struct Summand {
    /// The position.
    pub(super) target: Target,
    /// The loops along its variables.
    pub(super) loops: Vec<Loop>,
}

/// What is known of a heap of the option.
pub(super) enum Heap {
    /// It is the heap of the position.
    Same,
    /// It is linear in the innermost variable, piece by piece.
    Shape(Shape),
    /// Nothing.
    Column,
}

/// A part of a condition.
struct Part {
    truth: Truth<OfRules>,
    /// Whether it has a value everywhere.
    is_total: bool,
    /// The number of variables that are known where it is looked at.
    depth: usize,
    /// Whether it may become a bound of the last of them.
    may_be_bound: bool,
    /// Whether the numbers of this variable are listed at which it is true, so that nothing is left to look at.
    is_listed: bool,
}

impl Clause {
    /// Prepares a clause for heaps between these bounds, and takes what it takes to list numbers out of what is left of the
    /// operations. Points matter to scores alone.
    pub(super) fn new(
        clause: &rules::Clause,
        heap_bounds: &[Bounds],
        with_points: bool,
        operations: &mut u64,
    ) -> Self {
        let (heaps, variables) = (heap_bounds.len(), clause.ranges.len());
        let environment = environment(clause, heap_bounds);
        let innermost = if variables == 0 { PLACES - 1 } else { heaps + variables - 1 };
        let mut loops = loops_of(&clause.ranges, heaps);
        let mut tests: Vec<Vec<Truth<OfRules>>> = Vec::new();
        tests.resize_with(variables.max(1), Vec::new);
        let mut lane_test: Option<Truth<OfRules>> = None;
        let parts = parts(clause, heaps, &environment, &mut loops, operations);
        for Part { truth, depth, may_be_bound, .. } in parts.into_iter().filter(|of| !of.is_listed)
        {
            if may_be_bound
                && let Some(index) = depth.checked_sub(1)
                && loops[index].goes_through(&truth, &clause.ranges[index])
            {
                continue;
            }
            let of_loop = depth.checked_sub(1).and_then(|index| loops.get_mut(index));
            if let Some(of_loop) = of_loop.filter(|_| may_be_bound)
                && let Some(clamps) = clamps(&truth, of_loop.place)
            {
                of_loop.clamps.extend(clamps);
            } else if depth == variables
                && let Some(of_loop) = loops.last_mut().filter(|_| may_be_bound)
                && let Some(hole) = hole(&truth, of_loop)
            {
                of_loop.holes.push(hole);
            } else if let Some(tests) = tests.get_mut(depth) {
                tests.push(truth);
            } else {
                lane_test = Some(match lane_test {
                    None => truth,
                    Some(before) => before.and(truth),
                });
            }
        }
        let of_variable = environment.get(innermost).copied();
        // What is not linear and names the variable alone is looked up in a list.
        let with_lists = |heap: &Number<OfRules>| match of_variable {
            Some(bounds) if Shape::of(heap, innermost).is_none() => {
                heap.with_lists(innermost, bounds)
            }
            _ => heap.clone(),
        };
        let single = clause.single().map(|option| {
            let option: Vec<_> = option.iter().map(with_lists).collect();
            Target::new(&option, innermost)
        });
        let summand = |summand: &rules::Summand| Summand {
            target: Target::new(&summand.heaps, innermost),
            loops: loops_of(&summand.ranges, heaps + variables),
        };
        let sum = single.is_none().then(|| clause.option.iter().map(summand).collect());
        let pays = clause.pays.as_ref().filter(|_| with_points);
        let mut clause = Clause {
            has_planes: false,
            loops,
            tests,
            lane_test,
            option: single.unwrap_or_default(),
            sum,
            pays: pays.map(|pays| (pays.clone(), Form::everywhere(pays))),
            innermost,
        };
        clause.has_planes = clause.are_last_two_independent();
        clause
    }

    /// Returns whether the bounds of the last variable do not depend on the one before, no condition is left of both and
    /// all heaps are linear forms.
    fn are_last_two_independent(&self) -> bool {
        if self.sum.is_some() {
            return false;
        }
        let Some([outer, inner]) = self.loops.last_chunk::<2>() else { return false };
        let are_bounds_known = match &inner.bounds {
            Some(bounds) => !bounds.iter().any(|bound| bound.names(outer.place)),
            None => false,
        };
        let is_form = |heap: &Heap| matches!(heap, Heap::Same | Heap::Shape(Shape::Form(_)));
        are_bounds_known
            && inner.listed.is_none()
            && inner.ones.is_none()
            && inner.clamps.iter().all(|clamp| clamp.at(outer.place) == 0)
            && inner.holes.is_empty()
            && self.tests.last().is_none_or(Vec::is_empty)
            && self.lane_test.is_none()
            && !matches!(self.pays, Some((_, None)))
            && self.option.heaps.iter().all(is_form)
    }

    /// Returns whether all heaps of the option, and the points, are linear in the innermost variable, piece by piece.
    pub(super) fn is_piecewise_linear(&self) -> bool {
        let targets = self.sum.iter().flatten().map(|summand| &summand.target);
        !matches!(self.pays, Some((_, None)))
            && self.sum.iter().flatten().all(|summand| summand.loops.is_empty())
            && targets.chain([&self.option]).all(Target::is_piecewise_linear)
    }
}

impl Target {
    fn new(option: &[Number<OfRules>], innermost: usize) -> Self {
        let heap = |(axis, number): (usize, &Number<OfRules>)| match number {
            Number::Leaf(place) if *place == axis => Heap::Same,
            number => Shape::of(number, innermost).map_or(Heap::Column, Heap::Shape),
        };
        Target { written: option.to_vec(), heaps: option.iter().enumerate().map(heap).collect() }
    }

    fn is_piecewise_linear(&self) -> bool {
        self.heaps.iter().all(|heap| matches!(heap, Heap::Same | Heap::Shape(_)))
    }
}

/// Returns loops along variables, of which the first has this place.
fn loops_of(ranges: &[Range], first: usize) -> Vec<Loop> {
    ranges.iter().zip(first..).map(|(range, place)| Loop::new(place, range)).collect()
}

/// Returns the bounds of the heaps and of the variables, up to the first one whose bounds may be without a value.
fn environment(clause: &rules::Clause, heaps: &[Bounds]) -> Vec<Bounds> {
    let mut environment = heaps.to_vec();
    for range in &clause.ranges {
        match range_bounds(range, &environment) {
            // There are none, and whatever is said of them is so.
            Some((low, high)) if low > high => environment.push((low, low)),
            Some(bounds) => environment.push(bounds),
            None => break,
        }
    }
    environment
}

/// Takes the condition of a clause apart. What names a variable alone and is no bound of it is evaluated for all its numbers, which
/// are listed in its loop.
fn parts(
    clause: &rules::Clause,
    heaps: usize,
    environment: &[Bounds],
    loops: &mut [Loop],
    operations: &mut u64,
) -> Vec<Part> {
    let truths = clause.condition.iter().flat_map(Truth::conjoined);
    let truths = truths.filter(|truth| !matches!(truth, Truth::Constant(true))).cloned();
    let variables = clause.ranges.len();
    // The bounds of a loop that may be without a value are asked for before anything else of it.
    let is_without_value = |depth: &usize| match &clause.ranges[*depth] {
        Range::Set(_) => false,
        Range::Between(of) => of.iter().any(|of| intervals::bounds(of, environment).is_none()),
    };
    let behind_bounds = (0..variables).rfind(is_without_value).map_or(0, |depth| depth + 1);
    let mut parts: Vec<Part> = Vec::new();
    for truth in truths {
        let is_known_with = |depth: &usize| {
            !truth.any_leaf(&|&place| place >= heaps + depth, &|none| match *none {})
        };
        let own_depth = (0..variables).find(is_known_with).unwrap_or(variables);
        let of_loop = own_depth.checked_sub(1).and_then(|index| loops.get_mut(index));
        let listed = of_loop.as_deref().and_then(|of_loop| {
            let is_of_others = truth.any_leaf(&|&place| place != of_loop.place, &|_| false);
            let is_bound = is_of_others || clamps(&truth, of_loop.place).is_some();
            if is_bound || own_depth == variables && hole(&truth, of_loop).is_some() {
                return None;
            }
            let bounds = *environment.get(of_loop.place)?;
            let numbers = || Listed::of_range(&clause.ranges[own_depth - 1], bounds);
            let numbers = of_loop.listed.clone().or_else(numbers)?;
            numbers.where_true(&truth, of_loop.place, operations)
        });
        let is_total = possible(&truth, environment).is_some()
            || listed.as_ref().is_some_and(Listed::are_total);
        let shields = parts.iter().filter(|before| !(is_total && before.is_total));
        let shields = shields.map(|before| before.depth);
        let depth = shields.chain([behind_bounds]).fold(own_depth, usize::max);
        // A bound is looked at before the other parts of the same depth.
        let is_shielded = parts.iter().any(|before| before.depth == depth && !before.is_total);
        let may_be_bound = depth == own_depth && !is_shielded;
        let is_listed = may_be_bound && listed.is_some();
        if let Some(of_loop) = of_loop.filter(|_| is_listed) {
            of_loop.listed = listed;
        }
        parts.push(Part { truth, is_total, depth, may_be_bound, is_listed });
    }
    parts
}
