//! Tameness: a condition on the values of a position in normal and in misère play (Conway, On
//! Numbers and Games, chapter 12).

use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::table::TableReader;

/// The claim that the values of a position in a table and in its partner are (0, 1), (1, 0) or equal.
pub const TAMENESS: &str = "g == other or g + other == 1";

/// Checks that two tables hold the same positions of the same game in both play conventions.
///
/// # Errors
/// When they do not. The error is about the partner.
pub fn check_partner(table: &TableReader, partner: &TableReader) -> Result<(), InvalidInput> {
    let (job, other) = (table.plan().job(), partner.plan().job());
    let refuse = |problem: String| {
        let hint = "give the table of the same game and domain in the other play convention";
        Err(InvalidInput::new(
            InvalidInputKind::WrongPartner,
            partner.path().display(),
            problem,
            hint,
        ))
    };
    if job.ruleset() != other.ruleset() {
        return refuse(format!("it is a table of {}, not of {}", other.ruleset(), job.ruleset()));
    }
    if job.domain() != other.domain() {
        return refuse(format!("its domain is {}, not {}", other.domain(), job.domain()));
    }
    if job.quantity() != other.quantity() {
        return refuse(format!("it holds {}, not {}", other.quantity(), job.quantity()));
    }
    if job.convention() == other.convention() {
        return refuse(format!("both tables are of {}", job.convention().play()));
    }
    Ok(())
}
