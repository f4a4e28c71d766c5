//! `grundytab prove`

mod args;
mod attempts;
mod check;
mod exports;
mod given;
mod no_automaton;
mod report;
mod what;

use std::sync::Arc;
use std::time::Instant;

use grundytab::Error;
use grundytab::automata::Numeration;
use grundytab::prove::{
    Attempt, Caps, Definition, Numerations, Search, Step, divisibility, prove, prove_from,
    prove_in_turn,
};
use grundytab::table::TableReader;

pub use self::args::ProveArgs;
use self::attempts::{Attempts, doing};
pub use self::check::read as read_certificate;
use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::output::note;
use super::progress::with_line;
use super::terminal::Terminal;

impl Command for ProveArgs {
    const NAME: &'static str = "prove";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet];
    const EXAMPLES: Examples = &[
        ("prove wythoff", "its P-positions, for all heap sizes"),
        ("prove nim --numeration base:2 --values 3", "the positions of values 0 to 3"),
        ("prove --from wythoff.zarr", "guesses from a stored table"),
        ("prove wythoff --certificate wythoff.json", "writes the theorem as a certificate"),
        ("prove --check wythoff.json", "decides by another method whether the certificate is true"),
        ("prove --guess wythoff.json", "decides about its automata as if they had been guessed"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        if let Some(path) = &self.check {
            return check::run(self, flags, path);
        }
        if let Some(path) = &self.guess {
            return given::run(self, flags, path);
        }
        let table = self.from.as_ref().map(TableReader::open).transpose()?;
        let definition = what::definition(self, flags, table.as_ref())?;
        exports::check(self, flags)?;
        let terminal = Terminal::open(flags)?;
        let (positions, states, control) = (self.positions, self.states(), terminal.control());
        let caps = Caps { positions, states, control, ..Caps::default() };
        if let Some(found) = divisibility(&definition, &caps)? {
            return Err(no_automaton::failure(&definition, &found));
        }
        let began = Instant::now();
        let given = self.numeration.clone();
        let numerations =
            if given.is_empty() { Numerations::ThatSuit } else { Numerations::Given(given) };
        let mut told: Vec<Told> = Vec::new();
        let mut search = |numeration: &Arc<Numeration>, caps: &Caps| {
            search_in(terminal, &definition, table.as_ref(), numeration, caps, &mut told)
        };
        let found = prove_in_turn(&definition, numerations, &caps, self.seconds, &mut search)?;
        let attempts =
            found.into_iter().map(|(numeration, search)| Attempts { numeration, search });
        let tried: Vec<Attempts> = attempts.collect();
        if let Some(last) = tried.last().filter(|last| last.search.end.is_none()) {
            return report::proved(self, flags, last, began, &caps);
        }
        report::open(self, flags, &definition, &tried, began, &caps)
    }
}

/// A wrong guess that has been printed, and its numeration.
type Told = (Arc<Numeration>, Attempt);

/// Searches in one numeration. Prints the wrong guesses that an earlier search has not made.
fn search_in(
    terminal: Terminal,
    definition: &Definition,
    table: Option<&TableReader>,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    told: &mut Vec<Told>,
) -> std::result::Result<Search, Error> {
    let is_quiet = terminal.quiet;
    with_line(is_quiet, |show, states| {
        let caps = Caps { states_so_far: Some(states), ..*caps };
        let mut tell = |step: &Step| {
            if let Step::Failed(attempt) = step {
                let own = (Arc::clone(numeration), (*attempt).clone());
                if !told.contains(&own) {
                    note(is_quiet, format!("searching in {numeration}: {attempt}"));
                    told.push(own);
                }
            }
            show(format!("{numeration}: {}", doing(step)));
        };
        match table {
            Some(table) => prove_from(table, definition, numeration, &caps, &mut tell),
            None => prove(definition, numeration, &caps, &mut tell),
        }
    })
}
