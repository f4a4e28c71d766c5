//! Arrays that users give, as tables: of a game, or of values whose moves are not known.

use std::path::Path;

use super::store_tiles;
use grundytab::domain::tiling::TileRegion;
use grundytab::domain::{Coordinates, Domain};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::plan::Plan;
use grundytab::quantity::{Convention, Quantity};
use grundytab::ruleset::{GameNotes, GivenValues, Ruleset};
use grundytab::table::{TableReader, TableWriter};
use grundytab::values::Values;

/// What a cell holds that is no position.
pub const MISSING: i64 = i64::MIN;

/// Values of the cells of a box, in row-major order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenArray {
    domain: Domain,
    values: Vec<i64>,
}

/// What an array says besides its values.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// The game whose values they are; `None` if its moves are not known.
    pub game: Option<Ruleset>,
    pub quantity: Quantity,
    pub convention: Convention,
    pub notes: GameNotes,
}

impl GivenArray {
    /// Takes an array of this shape; cells that are no positions hold [`MISSING`].
    ///
    /// # Errors
    /// When it has no axis or more than four, or a side of 0, or not as many values as cells.
    pub fn new(shape: &[u32], values: Vec<i64>) -> Result<Self, InvalidInput> {
        let domain = Domain::boxed(shape)?;
        if domain.positions() != values.len() as u64 {
            return Err(InvalidInput::new(
                InvalidInputKind::OutOfRange,
                &domain,
                format!("the array has {} values", values.len()),
                "give a value for each cell",
            ));
        }
        Ok(GivenArray { domain, values })
    }

    /// Stores the array as a table. One that is there already is replaced only with `overwrite`.
    ///
    /// # Errors
    /// When values or missing ones do not fit to what they are said to be, and when the table cannot be written.
    pub fn store(
        &self,
        meaning: Meaning,
        path: &Path,
        overwrite: bool,
    ) -> Result<TableReader, Error> {
        let plan = Plan::new(self.job(&meaning)?, None)?;
        self.check(&plan)?;
        let writer = TableWriter::options(&plan)
            .given()
            .notes(meaning.notes)
            .overwrite(overwrite)
            .create(path)?;
        store_tiles(&plan, writer, |region, values| {
            self.fill(region, values);
            Ok(())
        })?;
        Ok(TableReader::open(path)?)
    }

    /// Makes a table of the array that is not stored. The name stands in the place of a path where texts name the table.
    ///
    /// # Errors
    /// When values or missing ones do not fit to what they are said to be.
    pub fn in_memory(&self, meaning: Meaning, name: &Path) -> Result<TableReader, InvalidInput> {
        let plan = Plan::new(self.job(&meaning)?, None)?;
        self.check(&plan)?;
        let fill = |region: &_, values: &mut _| self.fill(region, values);
        Ok(TableReader::of_values((name, &plan), meaning.notes, fill))
    }

    /// Writes the values of a tile.
    fn fill(&self, region: &TileRegion, values: &mut Values) {
        let sides = self.domain.sides();
        let mut row = Vec::new();
        for run in region.runs() {
            let cells = run.cells().map(|(at, _)| self.values[at.row_major_index(sides)] as u32);
            row.clear();
            row.extend(cells);
            values.write(run.offset, &row);
        }
    }

    /// Returns what the array is a table of.
    fn job(&self, meaning: &Meaning) -> Result<Job, InvalidInput> {
        let job = |ruleset, domain| Job::new(ruleset, domain, meaning.quantity, meaning.convention);
        let simplex = self.simplex();
        let Some(game) = &meaning.game else {
            let heaps = self.domain.heaps();
            let mut most = 0;
            for (at, value) in self.cells().filter(|&(_, value)| value != MISSING) {
                let size = u32::try_from(value.unsigned_abs()).ok().filter(|&size| size < u32::MAX);
                let Some(size) = size else {
                    let problem = format!("{value} is too large");
                    return Err(self.refuse(
                        at,
                        &problem,
                        "the largest value of a table is 4294967294",
                    ));
                };
                most = most.max(size);
            }
            return match simplex {
                Some(simplex) => job(GivenValues::new(heaps, most, Vec::new()).into(), simplex),
                None => job(GivenValues::new(heaps, most, self.runs()).into(), self.domain.clone()),
            };
        };
        match job(game.clone(), self.domain.clone()) {
            Ok(of_box) if simplex.is_none() => Ok(of_box),
            // Games such as the Triangle Game are played to a token sum.
            of_box => self.largest_simplex().map_or(of_box, |simplex| job(game.clone(), simplex)),
        }
    }

    /// Returns the simplex that fits exactly into the box, if there is one.
    fn largest_simplex(&self) -> Option<Domain> {
        let shape = self.domain.shape();
        let is_cube = shape.iter().all(|side| *side == shape[0]);
        is_cube.then(|| Domain::simplex(shape.len(), shape[0] - 1).ok()).flatten()
    }

    /// Returns the simplex outside of which all values are missing, and none within.
    fn simplex(&self) -> Option<Domain> {
        let simplex = self.largest_simplex().filter(|simplex| simplex.heaps() > 1)?;
        let mut cells = self.cells();
        cells.all(|(at, value)| simplex.encloses(at) == (value != MISSING)).then_some(simplex)
    }

    /// Returns the lengths of runs of missing and other values, in turns; none if no value is missing.
    fn runs(&self) -> Vec<u32> {
        if !self.values.contains(&MISSING) {
            return Vec::new();
        }
        let first = if self.values[0] == MISSING { Vec::new() } else { vec![0] };
        let runs = self.values.chunk_by(|one, next| (*one == MISSING) == (*next == MISSING));
        first.into_iter().chain(runs.map(|run| run.len() as u32)).collect()
    }

    fn cells(&self) -> impl Iterator<Item = (Coordinates, i64)> + '_ {
        Coordinates::cells_of_box(self.domain.sides()).zip(self.values.iter().copied())
    }

    /// Refuses the value of a cell.
    fn refuse(&self, at: Coordinates, problem: &str, hint: &str) -> InvalidInput {
        let position = self.domain.position(at).to_string();
        InvalidInput::new(InvalidInputKind::OutOfRange, position, problem, hint)
    }

    /// Checks that every position of the plan has a value that the table can hold, and that no other cell has one.
    fn check(&self, plan: &Plan) -> Result<(), InvalidInput> {
        let (job, largest) = (plan.job(), plan.bound().largest_value);
        let least = if job.is_signed() { -i64::try_from(largest).unwrap_or(i64::MAX) } else { 0 };
        for (at, value) in self.cells() {
            let is_there = value != MISSING;
            let (problem, hint) = if !job.domain().contains(at) {
                // An array of outcomes has no other value for cells that are no positions.
                if !is_there || job.quantity() == Quantity::Outcome && value == 0 {
                    continue;
                }
                let problem = format!(
                    "it is no position of the game on {}, and has the value {value}",
                    job.domain()
                );
                (problem, "mask cells that are no positions, in a masked array or by NaN")
            } else if !is_there {
                ("the value of this position is missing".into(), "give one for every position")
            } else if value < least || value.unsigned_abs() > largest {
                let values = job.quantity().values_name();
                let problem =
                    format!("{value} is none of the {values}, which are {least} to {largest} here");
                let hint = match value < 0 {
                    true => {
                        "scores may be negative: give score as the quantity, if they are scores"
                    }
                    false => "give the quantity that the values are",
                };
                (problem, hint)
            } else {
                continue;
            };
            return Err(self.refuse(at, &problem, hint));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::quantity::Quantity::{Grundy, Outcome, Score};

    fn meaning(game: Option<&str>, quantity: Quantity) -> Meaning {
        Meaning {
            game: game.map(|text| Ruleset::parse(text).expect("a game")),
            quantity,
            convention: Convention::Normal,
            notes: GameNotes::default(),
        }
    }

    /// Catches values in other places, other positions, and values that are taken although they cannot be.
    #[test]
    fn arrays_are_tables() {
        const NO: i64 = MISSING;
        let folder = tempfile::tempdir().expect("a folder");
        for (shape, values, game, quantity, expected) in [
            (&[2, 3][..], vec![0, 1, 2, 1, 0, 3], None, Grundy, Ok(("array:2+most=3", "box 2x3"))),
            (&[2, 3], vec![0, 1, 2, 1, 0, 3], Some("wythoff"), Grundy, Ok(("wythoff", "box 2x3"))),
            (&[2, 2], vec![0, 1, 1, NO], None, Grundy, Ok(("array:2+most=1", "tokens 1"))),
            (
                &[2, 2],
                vec![0, NO, 1, NO],
                None,
                Grundy,
                Ok(("array:2+most=1+runs=0/1/1/1/1", "box 2x2")),
            ),
            (&[2, 2], vec![0, 1, 1, NO], Some("nim:2"), Grundy, Ok(("nim:2", "tokens 1"))),
            (
                &[2, 2],
                vec![1, 0, 0, 0],
                Some("digraph:XY"),
                Outcome,
                Ok(("digraph:XY", "tokens 1")),
            ),
            (&[3], vec![-2, 0, 1], None, Score, Ok(("array:1+most=2", "box 3"))),
            (&[3], vec![-2, 0, 1], None, Grundy, Err("(0): -2 is none of the Grundy values")),
            (
                &[3],
                vec![0, 1, 9],
                Some("nim:1"),
                Grundy,
                Err("(2): 9 is none of the Grundy values, which are 0 to 2"),
            ),
            (&[3], vec![0, 1, 2], None, Outcome, Err("(2): 2 is none of the outcomes")),
            (
                &[3],
                vec![0, NO, 2],
                Some("nim:1"),
                Grundy,
                Err("(1): the value of this position is missing"),
            ),
            (&[3], vec![0, 1], None, Grundy, Err("the array has 2 values")),
        ] {
            let path = folder.path().join("table.zarr");
            let array = GivenArray::new(shape, values.clone()).map_err(Error::from);
            let table = array.and_then(|array| array.store(meaning(game, quantity), &path, true));
            match (table, expected) {
                (Ok(table), Ok((game, domain))) => {
                    let job = table.plan().job();
                    assert_eq!(
                        (job.ruleset().to_string(), job.domain().to_string()),
                        (game.into(), domain.into())
                    );
                    let sides = Coordinates::padded(shape, 1);
                    for (at, value) in Coordinates::cells_of_box(sides).zip(values) {
                        let found = table.value(at.unpadded(shape.len())).ok();
                        let found = found.map(|found| quantity.number(found));
                        assert_eq!(
                            found,
                            job.domain().contains(at).then_some(value),
                            "{game} at {at:?}"
                        );
                    }
                }
                (Err(error), Err(told)) => assert!(error.to_string().contains(told), "{error}"),
                (found, expected) => panic!("{found:?}, {expected:?} expected"),
            }
        }
    }
}
