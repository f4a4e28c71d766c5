//! How `prove` ends: what was proved is printed, and written for other programs.

use crate::proofs::prove::{Definition, Proof, Slopes};

use super::attempts::Attempts;
use super::session::Session;
use super::{exports, report};
use crate::commands::failure::Result;

/// Says what the searches have proved, and then writes it for other programs: what was found is said, even if it cannot
/// be written.
///
/// # Errors
/// When the last search has not proved all that was requested.
pub(super) fn conclude(
    session: &Session,
    definition: &Definition,
    tried: &[Attempts],
    slopes: &Slopes,
) -> Result<()> {
    let args = session.args;
    let write = |theorem: &Proof| exports::write(args, theorem, &session.caps_of_exports());
    let last = tried.last().filter(|last| last.search.end.is_none());
    if let Some(last) = last {
        let Some(theorem) = &last.search.theorem else { return Ok(()) };
        let said = report::proved(session, last, theorem);
        write(theorem)?;
        return said;
    }
    let best = report::best_of(tried);
    if let Some((attempts, theorem)) = best {
        report::partly_proved(session, attempts, theorem);
        write(theorem)?;
    }
    Err(report::open(session, definition, tried, slopes, best))
}
