//! Tameness: the pairs of values in normal and misère play (Conway, On Numbers and Games).

use super::{Cell, Statement};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::table::TableReader;

/// The statement that the values of a table and of its partner are (0, 1), (1, 0) or equal.
pub fn tameness() -> Statement {
    Statement::of_test(Box::new(is_tame))
}

pub(super) fn is_tame(cell: &Cell) -> Option<bool> {
    let other = cell.partner()?;
    Some(cell.value == other || cell.value.saturating_add(other) == 1)
}

/// Checks that two tables hold the same positions of the same game in both play conventions.
///
/// # Errors
/// When they do not; the refusal is about the partner.
pub fn check_partner(table: &TableReader, partner: &TableReader) -> Result<(), InvalidInput> {
    let (job, other) = (table.plan().job(), partner.plan().job());
    let refuse = |wrong: String| {
        let right = "give the table of the same game and domain in the other play convention";
        Err(InvalidInput::new(
            InvalidInputKind::WrongPartner,
            partner.path().display(),
            wrong,
            right,
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
        return refuse(format!("both tables are of {} play", job.convention()));
    }
    Ok(())
}
