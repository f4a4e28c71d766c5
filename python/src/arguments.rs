//! Jobs from the arguments that Python passes.

use grundytab::{Convention, Domain, InvalidInput, InvalidInputKind, Job, Plan, Ruleset};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A whole number, or one for each heap.
pub enum Sides {
    /// For all heaps.
    One(i64),
    /// One for each heap.
    Each(Vec<i64>),
}

impl<'py> FromPyObject<'_, 'py> for Sides {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(side) = given.extract() {
            return Ok(Sides::One(side));
        }
        given.extract().map(Sides::Each).map_err(|_| {
            let text =
                "a whole number or a tuple of whole numbers is expected, as in 100 or (3, 5)";
            PyTypeError::new_err(text)
        })
    }
}

impl Sides {
    /// Returns the numbers, one for each heap.
    fn of_heaps(&self, heaps: usize) -> Vec<i64> {
        match self {
            Sides::One(side) => vec![*side; heaps],
            Sides::Each(sides) => sides.clone(),
        }
    }
}

/// Plans what is to be tabulated, as it is passed.
///
/// # Errors
/// When something cannot be read or does not fit.
pub fn plan(
    game: &str,
    sides: Option<&Sides>,
    tokens: Option<i64>,
    quantity: &str,
    misere: bool,
    tile: Option<i64>,
) -> Result<Plan, InvalidInput> {
    let ruleset = Ruleset::parse(game)?;
    let heaps = ruleset.heaps();
    let domain = match (sides, tokens) {
        (Some(sides), None) => {
            let side = |side| number("box", side, "every side is from 1 to 1073741824");
            let sides: Result<Vec<u32>, _> = sides.of_heaps(heaps).into_iter().map(side).collect();
            Domain::boxed(&sides?)?
        }
        (None, Some(tokens)) => {
            Domain::simplex(heaps, number("tokens", tokens, "it is from 0 to 1073741823")?)?
        }
        (Some(_), Some(_)) => return Err(domain_needed("both box and tokens are given")),
        (None, None) => return Err(domain_needed("neither box nor tokens is given")),
    };
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    let tile = tile.map(|edge| number("tile", edge, "the edge of a tile is at least 1"));
    Plan::new(Job::new(ruleset, domain, quantity.parse()?, convention)?, tile.transpose()?)
}

fn domain_needed(problem: &str) -> InvalidInput {
    let hint = "give box=N, a side for all heaps or a tuple of one for each, or tokens=N, the largest \
                token sum";
    InvalidInput::new(InvalidInputKind::MissingArgument, "the domain", problem, hint)
}

/// Reads a number that is an argument of this name; `hint` says which numbers are right.
///
/// # Errors
/// When it is negative or too large.
pub fn number(name: &str, value: i64, hint: &str) -> Result<u32, InvalidInput> {
    u32::try_from(value).map_err(|_| {
        let problem = "the number is out of range";
        InvalidInput::new(InvalidInputKind::OutOfRange, format!("{name}={value}"), problem, hint)
    })
}
