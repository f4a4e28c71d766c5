//! `grundytab prove --guess`

use std::path::Path;

use crate::proofs::prove::{Given, Slopes};
use grundytab::{Error, InvalidInput, InvalidInputKind};

use super::args::ProveArgs;
use super::conclusion::conclude;
use super::session::Session;
use super::{exports, report};
use crate::commands::certificate_file;
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;

/// Decides about the automata of a certificate.
pub(super) fn run(args: &ProveArgs, flags: &Flags, path: &Path) -> Result<()> {
    let certificate = certificate_file::read(path)?;
    exports::check(args, flags)?;
    let session = Session::open(args, flags)?;
    let caps = session.caps();
    let shown = path.display().to_string();
    let given = Given::of(&certificate, &caps.limits()).map_err(|error| failure(&shown, error))?;
    let attempts =
        session.decide_given(&given, &given.numeration).map_err(|error| match error {
            Error::Refused(error) => failure(&shown, error),
            error => error.into(),
        })?;
    let definition = &given.definition;
    match &attempts.search.end {
        Some(end) if end.is_refutation() => {
            Err(report::refuted(&session, definition, format!("{shown}: {end}"), &attempts))
        }
        None | Some(_) => conclude(&session, definition, &[attempts], &Slopes::default()),
    }
}

/// Returns the failure of a certificate that is not decided: of one that the method does not cover, or whose automata are
/// larger than is allowed, nothing is known.
fn failure(shown: &str, error: InvalidInput) -> Failure {
    let states = option("--states");
    let hint = match error.kind {
        InvalidInputKind::NoFormula | InvalidInputKind::OutOfRange => {
            format!("{} may decide it by another method", option("--check"))
        }
        InvalidInputKind::TooLarge => format!("a larger limit may help ({states})"),
        _ => return error.within(shown).into(),
    };
    Failure::undecided(format!("{shown} is not decided: {}; {hint}", error.problem))
}
