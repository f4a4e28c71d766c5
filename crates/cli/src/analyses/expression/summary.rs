//! Summaries: between which bounds a number expression lies on a table, and its mean.

use super::leaves::LooksAround as _;
use super::{Filter, NumberExpression};
use grundytab::domain::{Grading, Position};
use grundytab::job::Job;
use grundytab::table::{Block, Pass, Selection, WithoutValue};

/// What the values of a number expression on a table are.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Summary {
    /// The number of positions at which the expression has a value.
    pub positions: u64,
    /// At how many positions it has none, or it is not known whether they count, since the condition has none.
    #[serde(flatten)]
    pub without_value: WithoutValue,
    /// The sum of its values. It may not fit the numbers of JSON.
    #[serde(skip)]
    pub sum: i128,
    /// Its least value; `None` if it has no value anywhere.
    pub minimum: Option<Extremum>,
    /// Its largest value.
    pub maximum: Option<Extremum>,
}

/// The least or the largest value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Extremum {
    /// The value.
    pub value: i64,
    /// The first position in grade order at which the expression has it.
    pub position: Position,
    /// The number of such positions.
    pub positions: u64,
}

impl Summary {
    /// Returns the mean of the values.
    pub fn mean(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.sum as f64 / self.positions as f64)
    }

    /// Adds the positions of a block that count.
    fn add_block(&mut self, expression: &NumberExpression, block: &Block, grading: &Grading) {
        let column = expression.0.on(block, block.wanted());
        let mut summary =
            Summary { without_value: block.counted.without_value, ..Summary::default() };
        let (lanes, numbers) = if block.wanted().is_none() && column.faults.are_none() {
            (None, column.lanes.into_vec(block.length()))
        } else {
            let (mut lanes, mut numbers) = (Vec::new(), Vec::new());
            for lane in block.lanes() {
                match column.at(lane) {
                    Ok(number) => {
                        lanes.push(lane);
                        numbers.push(number);
                    }
                    Err(why) => summary.without_value.add(why),
                }
            }
            (Some(lanes), numbers)
        };
        if let (Some(&least), Some(&largest)) = (numbers.iter().min(), numbers.iter().max()) {
            summary.positions = numbers.len() as u64;
            summary.sum = sum(&numbers, least, largest);
            let extremum = |value: i64| {
                let mut places = (0..numbers.len()).filter(|&place| numbers[place] == value);
                let at = |place| block.at(lanes.as_ref().map_or(place, |lanes| lanes[place]));
                // Where grades do not fall along a row, the first place has the first position.
                let first = match grading {
                    Grading::TokenSum | Grading::Heap => at(places.next()?),
                    Grading::Function(_) => {
                        places.map(at).min_by_key(|&at| (grading.grade(at), at))?
                    }
                };
                let position = block.job().domain().position(first);
                let positions = numbers.iter().filter(|&&number| number == value).count() as u64;
                Some(Extremum { value, position, positions })
            };
            // What is none of the table, by what is known by now, is left out.
            if self.minimum.is_none_or(|known| least <= known.value) {
                summary.minimum = extremum(least);
            }
            if self.maximum.is_none_or(|known| largest >= known.value) {
                summary.maximum = extremum(largest);
            }
        }
        self.add(&summary, grading);
    }

    /// Adds what was found on other positions.
    fn add(&mut self, other: &Summary, grading: &Grading) {
        self.positions += other.positions;
        self.without_value += other.without_value;
        self.sum += other.sum;
        self.minimum = more_extreme(self.minimum, other.minimum, |a, b| a < b, grading);
        self.maximum = more_extreme(self.maximum, other.maximum, |a, b| a > b, grading);
    }
}

/// The pass that finds summaries.
pub(crate) struct Summaries<'a> {
    grading: Grading,
    expressions: &'a [NumberExpression],
    filter: &'a Filter,
}

impl<'a> Summaries<'a> {
    pub(crate) fn new(job: &Job, expressions: &'a [NumberExpression], filter: &'a Filter) -> Self {
        Summaries { grading: job.grading(), expressions, filter }
    }

    /// Returns what the pass has found.
    pub(crate) fn found(state: Vec<(Summary, i128)>) -> Vec<Summary> {
        state.into_iter().map(|(summary, sum)| Summary { sum, ..summary }).collect()
    }
}

impl Pass for Summaries<'_> {
    /// The sums stand beside the summaries: they are no part of those that are written.
    type State = Vec<(Summary, i128)>;

    fn begin(&self) -> Self::State {
        vec![Default::default(); self.expressions.len()]
    }

    fn visit_block(&self, state: &mut Self::State, block: &Block) {
        for (expression, (summary, sum)) in self.expressions.iter().zip(state) {
            summary.add_block(expression, block, &self.grading);
            *sum = summary.sum;
        }
    }

    fn merge(&self, state: &mut Self::State, other: Self::State) {
        for ((all, total), (summary, sum)) in state.iter_mut().zip(other) {
            all.add(&Summary { sum, ..summary }, &self.grading);
            *total = all.sum;
        }
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.filter.selection()
    }

    fn keeps_tiles(&self) -> bool {
        self.expressions.iter().any(|expression| expression.0.looks_around())
    }
}

/// Adds up the numbers of a block, which lie between these two.
fn sum(numbers: &[i64], least: i64, largest: i64) -> i128 {
    const SMALL: i64 = 1 << 48;
    match -SMALL < least && largest < SMALL {
        true => numbers.iter().sum::<i64>().into(),
        false => numbers.iter().map(|&number| i128::from(number)).sum(),
    }
}

/// Returns the more extreme of two findings; of equal values the earlier position by grade, then by coordinates, and
/// the number of both.
fn more_extreme(
    known: Option<Extremum>,
    found: Option<Extremum>,
    is_beyond: fn(i64, i64) -> bool,
    grading: &Grading,
) -> Option<Extremum> {
    let (Some(one), Some(other)) = (known, found) else { return known.or(found) };
    if one.value == other.value {
        let order = |extremum: &Extremum| {
            let at = extremum.position.coordinates();
            (grading.grade(at), at)
        };
        let positions = one.positions + other.positions;
        return [one, other]
            .into_iter()
            .min_by_key(order)
            .map(|first| Extremum { positions, ..first });
    }
    Some(if is_beyond(one.value, other.value) { one } else { other })
}
