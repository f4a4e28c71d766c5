//! The names of numerations, as users write them.

use crate::automata::{Numeration, NumerationError};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::wording::did_you_mean;

/// Reads the name of a numeration: `fibonacci`, `pell`, `tribonacci`, `base:K`, `ostrowski:K`,
/// `quadratic:A,B`, `recurrence:A,B` or `fraenkel:S,T`.
///
/// # Errors
/// When there is none of this name.
pub fn parse_numeration(text: &str) -> Result<Numeration, InvalidInput> {
    let out_of_range = |problem: &str, least: u32, most: u32| {
        let hint = format!("it is from {least} to {most}");
        InvalidInput::new(InvalidInputKind::OutOfRange, text, problem, hint)
    };
    let largest = Numeration::LARGEST_BASE;
    Numeration::parse(text).map_err(|error| match error {
        NumerationError::Base(_) => out_of_range("the base is out of range", 2, largest),
        NumerationError::PartialQuotient(_) => {
            out_of_range("the partial quotient is out of range", 1, largest - 1)
        }
        NumerationError::Quadratic(..) => {
            let hint = format!("in quadratic:A,B A is from 3 to {largest}, and B from 1 to A - 2");
            InvalidInput::new(InvalidInputKind::OutOfRange, text, "A or B is out of range", hint)
        }
        NumerationError::Recurrence(..) => {
            let most = largest - 1;
            let hint = format!(
                "in recurrence:A,B A is from 2 to {most}, and B from 2 to A; recurrence:A,1 is ostrowski:A"
            );
            InvalidInput::new(InvalidInputKind::OutOfRange, text, "A or B is out of range", hint)
        }
        NumerationError::Fraenkel(..) => {
            let hint = format!("in fraenkel:S,T S and T are at least 1, and S + T at most {largest}");
            InvalidInput::new(InvalidInputKind::OutOfRange, text, "S or T is out of range", hint)
        }
        _ => {
            let name = text.split(':').next().unwrap_or_default();
            let meant = did_you_mean(name, Numeration::NAMES);
            let hint = format!("{meant}the numerations are {}", Numeration::USAGE);
            let problem = "there is no such numeration";
            InvalidInput::new(InvalidInputKind::UnknownName, text, problem, hint)
        }
    })
}
