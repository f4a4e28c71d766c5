//! `grundytab prove`

mod args;
mod attempts;
pub(super) mod check;
mod conclusion;
mod description;
mod exports;
mod formulas;
mod guess_of_certificate;
mod next_steps;
pub(super) mod no_automaton;
pub(super) mod report;
mod session;
mod stored_theorem;
mod what;

use std::sync::Arc;

use crate::automata::Numeration;
use crate::proofs::prove::{
    Caps, Definition, Numerations, Slopes, Source, Step, Tried, divisibility, prove_by,
    prove_in_turn,
};
use grundytab::Error;
use grundytab::table::TableReader;

pub use self::args::ProveArgs;
pub use self::attempts::doing;
use self::attempts::{Attempts, Reached};
use self::conclusion::conclude;
use self::session::Session;
use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;

impl Command for ProveArgs {
    const NAME: &'static str = "prove";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet];
    const EXAMPLES: Examples = &[
        ("prove wythoff", "its P-positions, for all heap sizes"),
        ("prove nim --numeration base:2 --values 3", "the positions of values 0 to 3"),
        ("prove maharaja", "a stored proof, since a search takes minutes, decided anew"),
        ("prove --from wythoff.zarr", "guesses from a stored table"),
        ("prove wythoff --describe", "says what its automaton is like"),
        ("prove wythoff --formula", "looks for formulas of the P-positions, and decides them"),
        ("prove wythoff --certificate wythoff.json", "writes the theorem as a certificate"),
        ("prove --check wythoff.json", "decides by another method whether the certificate is true"),
        ("prove --guess wythoff.json", "decides whether its automata are right"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        if let Some(path) = &self.check {
            return check::run(self, flags, path);
        }
        if let Some(path) = &self.guess {
            return guess_of_certificate::run(self, flags, path);
        }
        let table = self.from.as_ref().map(TableReader::open).transpose()?;
        let definition = what::definition(self, flags, table.as_ref())?;
        exports::check(self, flags)?;
        let session = Session::open(self, flags)?;
        match divisibility(&definition, &session.caps()) {
            Ok(None) => {}
            Ok(Some(found)) => return Err(no_automaton::failure(&definition, &found)),
            // The time is over, which the search will say.
            Err(Error::Interrupted) if !session.terminal.control().is_stopped() => {}
            Err(error) => return Err(error.into()),
        }
        if let Some(proved) = stored_theorem::proved(&session, &definition)? {
            return conclude(&session, &definition, &[proved], &Slopes::default());
        }
        let (tried, slopes) = search(&session, &definition, table.as_ref())?;
        conclude(&session, &definition, &tried, &slopes)
    }
}

/// Searches in one numeration after the other, under a line that says what is being done.
fn search(
    session: &Session,
    definition: &Definition,
    table: Option<&TableReader>,
) -> Result<(Vec<Attempts>, Slopes)> {
    let given = session.args.numeration.clone();
    let numerations =
        if given.is_empty() { Numerations::ThatSuit } else { Numerations::Given(given) };
    let mut reached: Vec<(Arc<Numeration>, Reached)> = Vec::new();
    let time = session.args.seconds.saturating_sub(session.began.elapsed());
    let Tried { searches, slopes } = session.with_line(|show, states| {
        let caps = Caps { states_so_far: Some(states), ..session.caps() };
        let mut search = |numeration: &Arc<Numeration>, caps: &Caps| {
            let reached = reached_in(&mut reached, numeration);
            let mut tell = |step: &Step| {
                if let Step::Failed(attempt) = step {
                    log::info!("searching in {numeration}: {attempt}");
                }
                reached.take(step);
                show(format!("{numeration}: {}", doing(step)));
            };
            let source = table.map_or(Source::Tables, Source::Stored);
            prove_by(source, definition, numeration, caps, &mut tell)
        };
        prove_in_turn(definition, numerations, &caps, Some(time), &mut search)
    })?;
    let attempts = |(numeration, search)| {
        let reached = reached_in(&mut reached, &numeration).clone();
        Attempts { numeration, search, reached }
    };
    Ok((searches.into_iter().map(attempts).collect(), slopes))
}

/// Returns how far the searches in a numeration have come.
fn reached_in<'a>(
    all: &'a mut Vec<(Arc<Numeration>, Reached)>,
    numeration: &Arc<Numeration>,
) -> &'a mut Reached {
    let place = all.iter().position(|(known, _)| known == numeration).unwrap_or_else(|| {
        all.push((Arc::clone(numeration), Reached::default()));
        all.len() - 1
    });
    &mut all[place].1
}
