//! Theorems of which the program holds a proof, since a search for it takes long.

use crate::proofs::prove::{Definition, stored_proof};

use super::attempts::Attempts;
use super::session::Session;
use crate::commands::failure::Result;

/// Decides about the stored proof of the sets, if there is one in a numeration that is asked for. `None` if there is none, if
/// it is not decided within the limits, or if a search is asked for.
pub(super) fn proved(session: &Session, definition: &Definition) -> Result<Option<Attempts>> {
    let args = session.args;
    if args.search || args.from.is_some() {
        return Ok(None);
    }
    let caps = session.caps();
    let Some(stored) = stored_proof(definition, &caps.limits()) else { return Ok(None) };
    if !args.numeration.is_empty() && !args.numeration.contains(&*stored.numeration) {
        return Ok(None);
    }
    let decided = session.decide_given(&stored, &"the stored proof")?;
    Ok(Some(decided).filter(|decided| decided.search.end.is_none()))
}
