//! Values of which nobody says how they were found: an array that a user gives, or the values of a game whose options a
//! program of the user lists.
//!
//! A table of them can be drawn, listed, compared and claimed about as any other. What needs moves is refused, and no engine
//! computes it. Its text holds what the reader of the table has to know besides its shape: `array:2+most=17+runs=0/5/2/3`.

use super::Ruleset;
use super::definition::{GameDefinition, GameWording};
use super::facts::{GameFacts, Misfit, misfit};
use super::family::{Argument, Family, Name};
use super::method::Method;
use super::notation::field::{Field, FieldValues, Shape};
use super::notation::lists::shortened;
use crate::domain::{Coordinates, Domain, MAX_HEAPS, Mask, Permutation, Sum};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Mover, Quantity};

const AXES: Field = Field { name: "axes", usage: "AXES", shape: Shape::Number("a number of axes") };
const MOST: Field = Field { name: "most", usage: "N", shape: Shape::Number("the largest value") };
/// The lengths of runs of cells in row-major order that are no positions and positions, in turns.
const RUNS: Field =
    Field { name: "runs", usage: "N/N", shape: Shape::Integers("the length of a run of cells") };

pub(super) const FAMILY: Family = Family {
    kind: "array",
    names: &[Name {
        name: "array",
        argument: Some(Argument {
            fields: &[&AXES],
            read: |text| Ok(vec![AXES.shape.read(text)?]),
            missing: Some("give the number of its axes, as in array:2"),
        }),
        game: array,
    }],
    modifiers: &[&MOST, &RUNS],
};

fn array(given: &mut FieldValues) -> Result<Ruleset, InvalidInput> {
    let axes = given.number(&AXES).ok_or_else(|| given.needs(&AXES))?;
    let most = given.number(&MOST).unwrap_or(0);
    let runs = given.integers(&RUNS).unwrap_or_default();
    let runs: Option<Vec<u32>> = runs.into_iter().map(|run| run.try_into().ok()).collect();
    let refuse = |problem: &str, hint: &str| {
        InvalidInput::new(InvalidInputKind::OutOfRange, "array", problem, hint)
    };
    let runs = runs.ok_or_else(|| refuse("a run of cells is negative", "give its length"))?;
    match axes {
        1..=4 => Ok(Ruleset::Array(GivenValues { heaps: axes as usize, most, runs })),
        _ => Err(refuse("the number of axes is out of range", "a table has 1 to 4 axes")),
    }
}

/// What is known of given values: their number of axes, how large they are, and which cells have one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenValues {
    heaps: usize,
    /// No value is larger, and none less than the negative of it.
    most: u32,
    /// The lengths of runs of cells in row-major order that are no positions and positions, in turns; empty if every cell is
    /// a position.
    runs: Vec<u32>,
}

impl GivenValues {
    /// Describes values of which none is larger than `most`, nor less than the negative of it, of a table with this number of
    /// axes, 1 to 4. `runs` are the lengths of runs of cells, in row-major order, that are no positions and positions, in
    /// turns; it is empty if every cell is a position.
    pub fn new(heaps: usize, most: u32, runs: Vec<u32>) -> Self {
        debug_assert!((1..=MAX_HEAPS).contains(&heaps));
        GivenValues { heaps, most, runs }
    }

    /// Returns a bound on the values.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// Whether the cell with this index in row-major order is a position, by the index of the first cell after each run.
    fn is_position(ends: &[u64], cell: u64) -> bool {
        ends.partition_point(|&end| end <= cell) % 2 == 1
    }
}

impl GameDefinition for GivenValues {
    fn facts(&self) -> GameFacts {
        GameFacts { are_moves_known: false, ..GameFacts::of_impartial(self.heaps) }
    }

    fn restrict(&self, domain: Domain) -> Result<Domain, Misfit> {
        if self.runs.is_empty() {
            return Ok(domain);
        }
        let ends = self.runs.iter().scan(0_u64, |end, &run| {
            *end += u64::from(run);
            Some(*end)
        });
        let ends: Vec<u64> = ends.collect();
        let cells =
            domain.sides().iter().fold(1, |cells: u64, &side| cells.saturating_mul(side.into()));
        if cells > Mask::MOST_CELLS || ends.last() != Some(&cells) {
            return misfit(
                InvalidInputKind::OutOfRange,
                format!("its runs have {} cells, and the box {cells}", ends.last().unwrap_or(&0)),
                "give the lengths of all runs of cells that are no positions and positions, in turns",
            );
        }
        let sides = domain.sides();
        let mask = Mask::of(&domain, |first, row| {
            let start = first.row_major_index(sides) as u64;
            for (cell, is_position) in (start..).zip(row) {
                *is_position = GivenValues::is_position(&ends, cell);
            }
            Ok::<_, Misfit>(())
        })?;
        Ok(domain.restricted(mask))
    }

    fn method(&self, _: &Domain, _: Quantity, _: Convention) -> Method {
        Method::Array
    }

    /// None are known: whoever asks for moves refuses the table before.
    fn options_of(&self, _: Mover, _: Coordinates) -> Vec<Sum<Coordinates>> {
        Vec::new()
    }

    fn most_options(&self, _: &Domain) -> u64 {
        self.most.into()
    }

    fn longest_play(&self, _: &Domain) -> (u64, &'static str) {
        (self.most.into(), "the largest of the given values")
    }

    fn has_symmetry(&self, _: &Permutation) -> bool {
        false
    }
}

impl GameWording for GivenValues {
    fn text(&self, most: usize) -> String {
        let values = if self.most > 0 { format!("+most={}", self.most) } else { String::new() };
        let runs = match self.runs.len() {
            0 => String::new(),
            count => {
                let lengths = self.runs.iter().map(u32::to_string);
                format!("+runs={}", shortened(count, "runs", most, "/", lengths))
            }
        };
        format!("array:{}{values}{runs}", self.heaps)
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::cpu::CpuEngine;
    use crate::engine::reference::ReferenceEngine;
    use crate::engine::{Engine, Wanted};
    use crate::plan::Plan;
    use crate::ruleset::Ruleset;
    use crate::values::ValueType;

    /// Catches given values that an engine computes, as if no position had a move, and a type that does not hold them.
    #[test]
    fn no_engine_computes_given_values() {
        for (text, value_type) in [
            ("array:2", ValueType::U8),
            ("array:2+most=300", ValueType::U16),
            ("array:2+most=70000+runs=3/97", ValueType::U32),
        ] {
            let plan = Plan::parse(text, "10x10", "grundy").expect(text);
            assert_eq!(
                (plan.value_type(), plan.job().ruleset().to_string()),
                (value_type, text.into())
            );
            for engine in [&CpuEngine as &dyn Engine, &ReferenceEngine] {
                let refusal = engine.prepare(&plan, Wanted::Values).err().expect("no engine");
                assert!(refusal.to_string().contains("moves are not known"), "{refusal}");
            }
        }
        for quantity in ["outcome misere", "palaces", "outcome-class", "score-left", "remoteness"] {
            assert!(Plan::parse("array:1+most=3", "10", quantity).is_ok(), "{quantity}");
        }
    }

    /// Catches cells that are taken for positions although they are none.
    #[test]
    fn runs_say_which_cells_are_positions() {
        let plan = Plan::parse("array:2+runs=0/2/2/2", "2x3", "outcome").expect("a plan");
        let domain = plan.job().domain();
        let positions = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
            .map(|[x, y]| domain.contains(crate::domain::Coordinates([0, 0, x, y])));
        assert_eq!(positions, [true, true, false, false, true, true]);
        for (text, told) in [
            ("array:2+runs=0/2/2", "runs have 4 cells, and the box 6"),
            ("array:2+runs=-1/7", "negative"),
            ("array:5", "out of range"),
        ] {
            let game = Ruleset::parse(text).map_err(|error| error.to_string());
            let refusal = game.and_then(|_| {
                Plan::parse(text, "2x3", "outcome").map(drop).map_err(|error| error.to_string())
            });
            assert!(
                refusal.as_ref().is_err_and(|error| error.contains(told)),
                "{text}: {refusal:?}"
            );
        }
    }
}
