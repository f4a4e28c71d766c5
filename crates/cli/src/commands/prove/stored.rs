//! Theorems of which the program holds a proof, since a search for it takes long.

use crate::proofs::prove::{Caps, Definition, Step, prove_given, stored_proof};

use super::attempts::{Attempts, Reached, doing};
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
    let numeration = stored.numeration.clone();
    if !args.numeration.is_empty() && !args.numeration.contains(&numeration) {
        return Ok(None);
    }
    let search = session.with_line(|show, states| {
        let caps = Caps { states_so_far: Some(states), ..caps };
        let mut tell = |step: &Step| show(format!("the stored proof: {}", doing(step)));
        prove_given(&stored, &caps, &mut tell)
    })?;
    Ok(search.end.is_none().then_some(Attempts { numeration, search, reached: Reached::default() }))
}
