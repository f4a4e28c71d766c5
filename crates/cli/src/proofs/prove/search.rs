//! The search for a proof, from tables that grow, from a stored table, or of given automata.

use std::sync::Arc;
use std::time::Instant;

use super::attempt::Step;
use super::caps::Caps;
use super::columns::Columns;
use super::decision::Decider;
use super::definition::Definition;
use super::end::{End, Halt};
use super::evidence::Evidence;
use super::found::{Search, Times};
use super::given::Given;
use super::proof::{Origin, Proof};
use super::searcher::Searcher;
use super::stored;
use crate::automata::{Arithmetic, Numeration};
use grundytab::domain::Domain;
use grundytab::error::Error;
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;
use grundytab::table::TableReader;

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
    search(definition, numeration, caps, &Source::Tables, tell)
}

/// Does what [`prove`] does, but guesses from a stored table alone, or from the largest part of it that
/// fits into memory and has no more positions than the caps allow.
///
/// # Errors
/// When the table is of another game, or holds another quantity, or cannot be read; when interrupted.
pub fn prove_from(
    table: &TableReader,
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    tell: &mut dyn FnMut(&Step),
) -> Result<Search, Error> {
    search(definition, numeration, caps, &Source::Stored(table), tell)
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
    search(&given.definition, &given.numeration, caps, &Source::Given(given), tell)
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
    let arithmetic = Arithmetic::of(numeration, &caps.limits())
        .map_err(|error| Halt::of_automata(error, &caps.control));
    match arithmetic.and_then(|arithmetic| refuse_fault(&definition, &arithmetic, caps)) {
        Ok(()) => Ok(None),
        Err(Halt::End(end)) => Ok(Some(end)),
        Err(Halt::Error(error)) => Err(error),
    }
}

/// Refuses rules that define no game.
fn refuse_fault(definition: &Definition, arithmetic: &Arithmetic, caps: &Caps) -> Result<(), Halt> {
    let fault = definition.fault_of_rules(arithmetic, &caps.limits());
    match fault.map_err(|error| Halt::of_automata(error, &caps.control))? {
        Some(fault) => Err(Error::from(fault.refusal(definition.ruleset())).into()),
        None => Ok(()),
    }
}

/// Where automata come from.
enum Source<'a> {
    /// Tables that grow.
    Tables,
    /// This table.
    Stored(&'a TableReader),
    /// Nowhere: they are known, and a small table is all that they are compared with.
    Given(&'a Given),
}

fn search(
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    source: &Source,
    tell: &mut dyn FnMut(&Step),
) -> Result<Search, Error> {
    definition.check_numeration(numeration)?;
    let (mut theorem, mut times, mut classes) = (None, Times::default(), None);
    let mut failed = Vec::new();
    // Notes what was found before the search ended.
    let mut run = || -> Result<(), Halt> {
        let limits = caps.limits();
        let arithmetic = Arithmetic::of(numeration, &limits)
            .map_err(|error| Halt::of_automata(error, &caps.control))?;
        refuse_fault(definition, &arithmetic, caps)?;
        let began = Instant::now();
        let mut tell_table = |domain: &Domain| tell(&Step::Table(domain));
        let evidence = match source {
            Source::Stored(table) => stored::read(definition, table, caps, &mut tell_table),
            Source::Tables | Source::Given(_) => Evidence::first(definition, caps, &mut tell_table),
        };
        times.tables = began.elapsed();
        let columns = match source {
            Source::Tables => Columns::of(definition),
            Source::Stored(_) | Source::Given(_) => None,
        };
        let most = if columns.is_some() { POSITIONS_BESIDE_LISTS } else { u64::MAX };
        let mut searcher = Searcher {
            definition,
            numeration,
            caps: Caps { positions: caps.positions.min(most), ..*caps },
            columns: columns.as_ref(),
            caps_of_lists: caps,
            classes: None,
            is_stored: matches!(source, Source::Stored(_)),
            evidence: evidence?,
            decision: Decider::new(definition, &arithmetic, &limits),
            times: &mut times,
            failed: &mut failed,
            depth: 0,
            origin: match source {
                Source::Tables | Source::Stored(_) => Origin::Table,
                Source::Given(given) => given.origin,
            },
            tell,
        };
        let mut proved = Vec::new();
        let mut stages = definition.stages().into_iter();
        let ended = stages.try_for_each(|sets| match source {
            Source::Given(given) => searcher.check(sets, &given.automata, &mut proved),
            Source::Tables | Source::Stored(_) => match searcher.stage(sets.clone(), &mut proved) {
                Err(Halt::End(end)) => searcher.follow_lists(sets, end, &mut proved),
                ended => ended,
            },
        });
        if matches!(&ended, Err(Halt::End(_))) {
            classes = searcher.classes();
        }
        theorem = (!proved.is_empty()).then(|| Proof {
            definition: definition.first_sets(proved.len()),
            automata: proved,
            origin: searcher.origin,
            domain: searcher.evidence.domain().clone(),
            depth: searcher.depth,
        });
        ended
    };
    let end = match run() {
        Ok(()) => None,
        Err(Halt::End(end)) => Some(end),
        Err(Halt::Error(error)) => return Err(error),
    };
    Ok(Search { theorem, end, failed, classes, times })
}
