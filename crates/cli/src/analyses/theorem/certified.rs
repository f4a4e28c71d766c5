//! Certificates as statements: is each position of a table in the sets of a certificate that its value says?

use super::statement::{Statement, Verdict};
use crate::proofs::certificate::{Certificate, SetName};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::quantity::{Quantity, ValueKind, is_won_by_left, is_won_by_right};
use grundytab::table::PositionView;

/// Returns a statement for each set of a certificate: a position of the table is accepted by the automaton
/// of the set exactly if its value says that it is in the set. The certificate itself is not checked, see
/// [`Certificate::check`]; its numeration is as it defines it, whatever its name.
///
/// # Errors
/// When the certificate is about another game or play convention than the table, or the quantity of the table
/// does not tell who is in the sets.
pub fn certified(certificate: &Certificate, job: &Job) -> Result<Vec<Statement>, InvalidInput> {
    let other = |problem: String| {
        let hint = "compare it with a table of the game and the play convention that it is about";
        Err(InvalidInput::new(InvalidInputKind::WrongTable, "certificate", problem, hint))
    };
    if (certificate.ruleset(), certificate.convention()) != (job.ruleset(), job.convention()) {
        return other(format!(
            "it is about {}, {}, and the table about {}, {}",
            certificate.ruleset().short_text(8),
            certificate.convention().play(),
            job.ruleset().short_text(8),
            job.convention().play()
        ));
    }
    let side = job.domain().sides().largest();
    let mut statements = Vec::new();
    for (number, (set, _)) in certificate.sets().enumerate() {
        let kind = job.quantity().kind();
        let is_told = match set {
            SetName::P => matches!(kind, ValueKind::Number | ValueKind::Outcome),
            SetName::Value(_) => job.quantity() == Quantity::Grundy,
            SetName::LeftWinsFirst | SetName::RightWinsFirst => kind == ValueKind::Class,
        };
        if !is_told {
            return other(format!("{} do not determine the {set}", job.quantity().values_name()));
        }
        let Some(members) = certificate.members(number, side) else { continue };
        statements.push(Statement::new(move |position: &PositionView| {
            let is_in_table = match set {
                SetName::P => position.is_p(),
                SetName::Value(value) => position.value() == value,
                // Left wins moving first exactly if Right, who has just moved, does not win.
                SetName::LeftWinsFirst => !is_won_by_right(position.value()),
                SetName::RightWinsFirst => !is_won_by_left(position.value()),
            };
            match members.contains(position.heaps()) {
                Some(is_accepted) => Verdict::from(is_accepted == is_in_table),
                None => Verdict::Undefined,
            }
        }));
    }
    Ok(statements)
}
