//! Certificates as statements: is each position of a table in the sets of a certificate that its value says?

use super::statement::{Statement, Verdict};
use crate::certificate::{Certificate, ProvedSet};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::job::Job;
use crate::quantity::{Quantity, ValueKind, is_won_by_left, is_won_by_right};
use crate::table::PositionView;

/// Returns a statement for each set of a certificate: a position of the table is accepted by the automaton
/// of the set exactly if its value says that it is in the set. The certificate itself is not checked, see
/// [`Certificate::check`]; its numeration is as it defines it, whatever its name.
///
/// # Errors
/// When the certificate is about another game or play convention than the table, or the quantity of the table
/// does not tell who is in the sets.
///
/// ```
/// # use grundytab::{Control, Plan, tabulate};
/// # use grundytab::engine::cpu::CpuEngine;
/// # use grundytab::table::{TableReader, TableWriter};
/// # let plan = Plan::parse("nim", "50x50", "grundy")?;
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("table.zarr");
/// # let writer = TableWriter::options(&plan).create(&path)?;
/// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
/// use grundytab::certificate::Certificate;
/// use grundytab::table::OtherTables;
/// use grundytab::theorem::{certified, count};
/// let table = TableReader::open(&path)?;
/// // The P-positions of Nim are those with equal heaps, digit by digit.
/// let certificate = Certificate::parse(r#"{
///     "format": "grundytab certificate", "version": 1, "program": "written by hand",
///     "ruleset": "nim:2", "convention": "normal",
///     "numeration": { "name": "base:2", "digits": 2, "recurrence": [2], "weights": [1],
///         "valid": { "tracks": 1, "states": 1, "accepting": [0],
///             "transitions": [[0, [0], 0], [0, [1], 0]] } },
///     "sets": [{ "set": "p", "automaton": { "tracks": 2, "states": 1, "accepting": [0],
///         "transitions": [[0, [0, 0], 0], [0, [1, 1], 0]] } }]
/// }"#)?;
/// let statements = certified(&certificate, table.plan().job())?;
/// let (others, control) = (OtherTables::default(), Control::default());
/// let findings = count(&table, &others, &statements, 1, &control)?;
/// assert_eq!((findings[0].holds_on, findings[0].fails_on), (2500, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        let is_told = match set {
            ProvedSet::PPositions => {
                matches!(job.quantity().kind(), ValueKind::Number | ValueKind::Outcome)
            }
            ProvedSet::Value(_) => job.quantity() == Quantity::Grundy,
            ProvedSet::LeftWinsFirst | ProvedSet::RightWinsFirst => {
                job.quantity().kind() == ValueKind::Class
            }
        };
        if !is_told {
            return other(format!("{} do not determine the {set}", job.quantity().values_name()));
        }
        let Some(members) = certificate.members(number, side) else { continue };
        statements.push(Statement::new(move |position: &PositionView| {
            let is_in_table = match set {
                ProvedSet::PPositions => position.is_p(),
                ProvedSet::Value(value) => position.value() == value,
                // Left wins moving first exactly if Right, who has just moved, does not win.
                ProvedSet::LeftWinsFirst => !is_won_by_right(position.value()),
                ProvedSet::RightWinsFirst => !is_won_by_left(position.value()),
            };
            match members.contains(position.heaps()) {
                Some(is_accepted) => Verdict::from(is_accepted == is_in_table),
                None => Verdict::Undefined,
            }
        }));
    }
    Ok(statements)
}
