//! The search for a proof, from tables that grow, from a stored table, or of given automata: addition and the rules are found
//! sound, a first table is filled or read, and one stage of sets is proved after the other (`searcher`).

use std::sync::Arc;
use std::time::Instant;

use super::attempt::Step;
use super::caps::Caps;
use super::decision::Decider;
use super::definition::Definition;
use super::end::{End, Halt};
use super::evidence::{Evidence, Tables};
use super::found::Search;
use super::given_automata::Given;
use super::lists::Listed;
use super::proof::{Origin, Proof};
use super::searcher::{Searcher, Source};
use super::table_evidence;
use crate::automata::{Arithmetic, Numeration};
use grundytab::domain::Domain;
use grundytab::error::Error;
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

/// A table has at most this many positions if the sets can be listed: lists reach further.
const POSITIONS_BESIDE_LISTS: u64 = 30_000;

/// Searches for automata of the sets in one numeration, guessed from tables that grow, and proves them.
/// `tell` hears of every step.
///
/// # Errors
/// When the game does not fit a table, or the search is interrupted.
pub fn prove(
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    tell: &mut dyn FnMut(&Step),
) -> Result<Search, Error> {
    prove_by(Source::Tables, definition, numeration, caps, tell)
}

/// Decides whether given automata are right, after a comparison with a small table.
///
/// # Errors
/// When the game does not fit a table, or the decision is interrupted.
pub fn prove_given(
    given: &Given,
    caps: &Caps,
    tell: &mut dyn FnMut(&Step),
) -> Result<Search, Error> {
    if let Some((set, word)) = &given.accepted_invalid_word {
        let end = Some(End::InvalidWord(*set, word.clone()));
        return Ok(Search { end, ..Search::default() });
    }
    prove_by(Source::Given(given), &given.definition, &given.numeration, caps, tell)
}

/// Checks that a game whose moves are spoken of is one: that the rules, if the user has written them, define it. Returns
/// why that was not decided.
///
/// # Errors
/// When they define none, and when the decision is interrupted.
pub(crate) fn check_rules(
    ruleset: &Ruleset,
    numeration: &Arc<Numeration>,
    caps: &Caps,
) -> Result<Option<End>, Error> {
    let definition = Definition::of_outcomes(ruleset, Convention::Normal)?;
    Halt::end_of(sound_arithmetic(&definition, numeration, caps).map(drop))
}

/// Returns the arithmetic of a numeration, in which the rules are found to define a game.
fn sound_arithmetic(
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
) -> Result<Arithmetic, Halt> {
    let halt = |error| Halt::of_automata(error, &caps.control);
    let arithmetic = Arithmetic::of(numeration, &caps.limits()).map_err(halt)?;
    match definition.fault_of_rules(&arithmetic, &caps.limits()).map_err(halt)? {
        Some(fault) => Err(Error::from(fault.refusal(definition.ruleset())).into()),
        None => Ok(arithmetic),
    }
}

/// Does what [`prove`] does, with automata of another source. From a stored table they are guessed from it alone, or from the
/// largest part of it that fits into memory and has no more positions than the caps allow.
///
/// # Errors
/// When the game does not fit a table, when a stored table is of another game, holds another quantity or cannot be read, and
/// when the search is interrupted.
pub fn prove_by(
    source: Source,
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    tell: &mut dyn FnMut(&Step),
) -> Result<Search, Error> {
    definition.check_numeration(numeration)?;
    let mut found = Search::default();
    found.end = Halt::end_of(follow(definition, numeration, caps, source, tell, &mut found))?;
    Ok(found)
}

/// Goes the way of a search to its end, and notes on it what is found.
fn follow(
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    source: Source,
    tell: &mut dyn FnMut(&Step),
    found: &mut Search,
) -> Result<(), Halt> {
    let arithmetic = sound_arithmetic(definition, numeration, caps)?;
    let began = Instant::now();
    let mut tell_table = |domain: &Domain| tell(&Step::Table(domain));
    let evidence = match source {
        Source::Stored(table) => table_evidence::read(definition, table, caps, &mut tell_table),
        Source::Tables | Source::Given(_) => {
            Evidence::first(&mut Tables { definition, caps, tell: &mut tell_table })
        }
    };
    found.times.tables = began.elapsed();
    let evidence = evidence?;
    let (listed, origin) = match source {
        Source::Tables => (Listed::of(definition, &caps.control), Origin::Table),
        Source::Stored(_) => (Ok(None), Origin::Table),
        Source::Given(given) => (Ok(None), given.origin),
    };
    let listed = listed.map_err(|_| Halt::of_interruption(&caps.control))?;
    let most = if listed.is_some() { POSITIONS_BESIDE_LISTS } else { u64::MAX };
    let limits = caps.limits();
    let mut searcher = Searcher {
        definition,
        numeration,
        source,
        caps: Caps { positions: caps.positions.min(most), ..*caps },
        listed: listed.map(|listed| (listed, caps)),
        decider: Decider::new(definition, &arithmetic, &limits),
        proof: Proof {
            definition: definition.clone(),
            automata: Vec::new(),
            origin,
            domain: evidence.domain().clone(),
            depth: 0,
        },
        evidence,
        found,
        tell,
    };
    let ended = definition.stages().into_iter().try_for_each(|sets| searcher.stage(sets));
    searcher.close(matches!(ended, Err(Halt::End(_))));
    ended
}
