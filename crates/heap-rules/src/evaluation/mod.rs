//! The evaluation of expressions, on blocks of positions: each part is evaluated in all lanes of a block before the
//! next part is looked at.
//!
//! Of what is decided in a lane, the rest is not evaluated there: `wanted` names the lanes that matter to a part.
//! What a part is in the others does not matter, and it may be computed there where that is quicker; but no value is
//! read there.

pub mod column;
mod operations;

use crate::language::tree::{Leaves, Number, Truth, entry};
use crate::language::{Connective, Predicate, Sign, of_natural};
use column::{Column, Faults, Lanes, NoValue, Truths, Wanted, compared, is_wanted};

/// Positions, or other things of which an expression says something, one in each lane.
///
/// ```
/// use heap_rules::column::{Column, Truths, Wanted};
/// use heap_rules::evaluation::Block;
/// use heap_rules::rules::{NoTruth, OfRules, condition};
///
/// /// Positions (0, y), (1, y), (2, y), ...
/// struct Row(i64);
///
/// impl Block<OfRules> for Row {
///     fn length(&self) -> usize {
///         8
///     }
///     fn number(&self, heap: &usize, _: Wanted) -> Column {
///         if *heap == 0 { Column::linear(0, 1) } else { Column::constant(self.0) }
///     }
///     fn truth(&self, none: &NoTruth, _: Wanted) -> Truths {
///         match *none {}
///     }
/// }
///
/// let truths = condition("x < y and (x + y) % 2 == 1", 2)?.on(&Row(5), None);
/// assert_eq!(truths.lanes, [true, false, true, false, true, false, false, false]);
/// assert!(truths.faults.are_none());
/// # Ok::<(), heap_rules::Problem>(())
/// ```
pub trait Block<L: Leaves> {
    /// The number of lanes.
    fn length(&self) -> usize;
    /// Returns what a leaf is in the lanes that matter.
    fn number(&self, leaf: &L::Number, wanted: Wanted) -> Column;
    /// Returns where a leaf is true, among the lanes that matter.
    fn truth(&self, leaf: &L::Truth, wanted: Wanted) -> Truths;
}

impl<L: Leaves> Number<L> {
    /// Returns the numbers at the positions of a block.
    pub fn on(&self, block: &impl Block<L>, wanted: Wanted) -> Column {
        let length = block.length();
        match self {
            Number::Constant(number) => Column::constant(*number),
            Number::Leaf(leaf) => block.number(leaf, wanted),
            Number::Function(function, of) => {
                each(of.on(block, wanted), length, wanted, |number| function.of(number))
            }
            Number::OfNatural(function, of) => {
                each(of.on(block, wanted), length, wanted, |number| of_natural(*function, number))
            }
            Number::Entry(list, of) => {
                each(of.on(block, wanted), length, wanted, |place| entry(list, place))
            }
            Number::Fold(fold, of) => {
                let mut all = of.iter().map(|number| number.on(block, wanted));
                let first = all.next().unwrap_or_else(|| Column::constant(0));
                all.fold(first, |folded, number| folded.fold(*fold, number, length))
            }
            Number::Indicator(truth) => {
                let Truths { lanes, faults } = truth.on(block, wanted);
                Column::each(lanes.into_iter().map(i64::from).collect(), (0, 1), faults)
            }
            Number::If(condition, of) => {
                let condition = condition.on(block, wanted);
                let sides = [true, false].map(|truth| open(&condition, truth, wanted));
                let (mut faults, mut numbers) = (condition.faults, vec![0; length]);
                for (number, open) in of.iter().zip(sides).filter(|(_, open)| open.contains(&true))
                {
                    let found = number.on(block, Some(&open));
                    let lanes = numbers.iter_mut().enumerate().filter(|(lane, _)| open[*lane]);
                    lanes.for_each(|(lane, number)| *number = found.lanes.at(lane));
                    faults = faults.then(found.faults.among(&open));
                }
                Column::of_numbers(numbers, faults)
            }
        }
    }
}

/// Returns the lanes that matter in which a condition is true, or false.
fn open(Truths { lanes, faults }: &Truths, truth: bool, wanted: Wanted) -> Vec<bool> {
    let mut open: Vec<bool> = lanes.iter().map(|&lane| lane == truth).collect();
    if let Some(wanted) = wanted {
        open.iter_mut().zip(wanted).for_each(|(open, wanted)| *open &= wanted);
    }
    if !faults.are_none() {
        let lanes = open.iter_mut().enumerate();
        lanes.for_each(|(lane, open)| *open &= faults.get(lane).is_none());
    }
    open
}

/// Returns what a predicate says of the numbers.
fn asked(lanes: Lanes, length: usize, predicate: Predicate) -> Vec<bool> {
    match lanes {
        Lanes::Linear { first, step: 0 } => vec![predicate.of(first); length],
        lanes => lanes.into_vec(length).into_iter().map(|number| predicate.of(number)).collect(),
    }
}

/// Returns what a function makes of the numbers in the lanes that matter.
fn each(
    of: Column,
    length: usize,
    wanted: Wanted,
    function: impl Fn(i64) -> Option<i64>,
) -> Column {
    let Column { lanes, mut faults } = of;
    if let Lanes::Linear { first, step: 0 } = lanes {
        return match function(first) {
            Some(number) => Column { faults, ..Column::constant(number) },
            None => Column {
                faults: faults.then(Faults::everywhere(NoValue::Undefined, length)),
                ..Column::constant(0)
            },
        };
    }
    let mut numbers = lanes.into_vec(length);
    // Along a row the smaller heap, and what is made of it, often stays the same.
    let mut last = None;
    for (lane, number) in numbers.iter_mut().enumerate() {
        if !is_wanted(wanted, lane) || faults.get(lane).is_some() {
            *number = 0;
            continue;
        }
        let result = match last {
            Some((argument, result)) if argument == *number => result,
            _ => function(*number),
        };
        last = Some((*number, result));
        *number = result.unwrap_or_else(|| {
            faults.add(lane, NoValue::Undefined, length);
            0
        });
    }
    Column::of_numbers(numbers, faults)
}

impl<L: Leaves> Truth<L> {
    /// Returns whether it is true at the positions of a block.
    pub fn on(&self, block: &impl Block<L>, wanted: Wanted) -> Truths {
        let length = block.length();
        match self {
            Truth::Constant(truth) => Truths::constant(*truth, length),
            Truth::Leaf(leaf) => block.truth(leaf, wanted),
            Truth::Not(truth) => {
                let mut truths = truth.on(block, wanted);
                truths.lanes.iter_mut().for_each(|truth| *truth = !*truth);
                truths
            }
            Truth::Connected(Connective::Iff, of) => {
                let (mut one, two) = (of[0].on(block, wanted), of[1].on(block, wanted));
                one.lanes.iter_mut().zip(&two.lanes).for_each(|(one, two)| *one = *one == *two);
                Truths { lanes: one.lanes, faults: one.faults.then(two.faults) }
            }
            Truth::Connected(connective, of) => {
                let side = |first| connective.decided_by(first).map_or(Ok(&of[1]), Err);
                chosen(&of[0], [side(true), side(false)], block, wanted)
            }
            Truth::Comparison(sign, of) => {
                let (one, two) = (of[0].on(block, wanted), of[1].on(block, wanted));
                let (a, b) = (&one.lanes, &two.lanes);
                let lanes = match sign {
                    Sign::Equal => compared(a, b, length, i64::eq),
                    Sign::NotEqual => compared(a, b, length, i64::ne),
                    Sign::Less => compared(a, b, length, i64::lt),
                    Sign::AtMost => compared(a, b, length, i64::le),
                    Sign::Greater => compared(a, b, length, i64::gt),
                    Sign::AtLeast => compared(a, b, length, i64::ge),
                };
                Truths { lanes, faults: one.faults.then(two.faults) }
            }
            Truth::Predicate(predicate, of) => {
                let Column { lanes, faults } = of.on(block, wanted);
                Truths { lanes: asked(lanes, length, *predicate), faults }
            }
            Truth::If(of) => chosen(&of[0], [Ok(&of[1]), Ok(&of[2])], block, wanted),
        }
    }
}

/// Returns the first of two sides where a condition is true and the second one where it is false. A side is a part, or
/// known.
fn chosen<L: Leaves>(
    condition: &Truth<L>,
    of_sides: [Result<&Truth<L>, bool>; 2],
    block: &impl Block<L>,
    wanted: Wanted,
) -> Truths {
    let condition = condition.on(block, wanted);
    let sides = of_sides.into_iter().zip([true, false]);
    let parts = sides
        .clone()
        .filter_map(|(side, truth)| Some((side.ok()?, open(&condition, truth, wanted))));
    let parts: Vec<(&Truth<L>, Vec<bool>)> = parts.collect();
    let Truths { mut lanes, mut faults } = condition;
    for (side, truth) in sides {
        // Elsewhere the condition is so already, or a part tells.
        if side.err() == Some(!truth) {
            lanes.fill(!truth);
        }
    }
    for (part, open) in parts.into_iter().filter(|(_, open)| open.contains(&true)) {
        let found = part.on(block, Some(&open));
        for ((lane, &is_open), &found) in lanes.iter_mut().zip(&open).zip(&found.lanes) {
            *lane = if is_open { found } else { *lane };
        }
        faults = faults.then(found.faults.among(&open));
    }
    Truths { lanes, faults }
}
