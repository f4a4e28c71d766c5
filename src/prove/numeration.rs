//! The names of numerations, as users write them.

use crate::automata::{Numeration, NumerationError};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::wording::did_you_mean;

/// Reads the name of a numeration: `fibonacci`, `pell`, `tribonacci`, `base:K` or `ostrowski:K`.
///
/// ```
/// use grundytab::prove::parse_numeration;
/// assert_eq!(parse_numeration("base:3")?.to_string(), "base:3");
/// let error = parse_numeration("fibonaci").unwrap_err().to_string();
/// assert!(error.starts_with("fibonaci: there is no such numeration; did you mean fibonacci? "));
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
///
/// # Errors
/// When there is none of this name.
pub fn parse_numeration(text: &str) -> Result<Numeration, InvalidInput> {
    Numeration::parse(text).map_err(|error| match error {
        NumerationError::UnknownName(_) => {
            let name = text.split(':').next().unwrap_or_default();
            let meant = did_you_mean(name, Numeration::NAMES);
            InvalidInput::new(
                InvalidInputKind::UnknownName,
                text,
                "there is no such numeration",
                format!("{meant}the numerations are {}", Numeration::USAGE),
            )
        }
        error => InvalidInput::new(
            InvalidInputKind::OutOfRange,
            text,
            error.to_string(),
            format!("the numerations are {}", Numeration::USAGE),
        ),
    })
}
