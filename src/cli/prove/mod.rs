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

use grundytab::automata::Numeration;
use grundytab::prove::{Attempt, Caps, Definition, Step, divisibility, prove, prove_from};
use grundytab::table::TableReader;

pub use self::args::ProveArgs;
use self::attempts::{Attempts, doing};
pub use self::check::read as read_certificate;
use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::numerations;
use super::numerations::with_share_of_time;
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
        let numerations = numerations_of(self, &definition)?;
        let stages = if numerations.len() == 1 || table.is_some() {
            vec![caps]
        } else {
            numerations::stages(&caps)
        };
        let mut left = (stages.len() * numerations.len()) as u32;
        let mut tried: Vec<Attempts> = Vec::new();
        for stage in stages {
            let earlier = std::mem::take(&mut tried);
            for numeration in &numerations {
                let own = with_share_of_time(&stage, self.seconds, began, left);
                let table = table.as_ref();
                let attempts = try_in(terminal, &definition, table, numeration, &own, &earlier)?;
                if attempts.search.end.is_none() {
                    return report::proved(self, flags, &attempts, began, &caps);
                }
                tried.push(attempts);
                left -= 1;
            }
        }
        for attempts in &tried {
            terminal.note(attempts.summary());
        }
        report::open(self, flags, &definition, &tried, began, &caps)
    }
}

/// Searches in one numeration. Prints the wrong guesses that no earlier search has made.
fn try_in(
    terminal: Terminal,
    definition: &Definition,
    table: Option<&TableReader>,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    earlier: &[Attempts],
) -> Result<Attempts> {
    let is_quiet = terminal.quiet;
    let is_told = |attempt: &Attempt| {
        let mut same = earlier.iter().filter(|attempts| attempts.numeration == *numeration);
        same.any(|attempts| attempts.failed.contains(attempt))
    };
    let mut failed = Vec::new();
    let search = with_line(is_quiet, |show, states| {
        let caps = Caps { states_so_far: Some(states), ..*caps };
        let mut tell = |step: &Step| {
            if let Step::Failed(attempt) = step {
                note(is_quiet || is_told(attempt), format!("searching in {numeration}: {attempt}"));
                failed.push((*attempt).clone());
            }
            show(format!("{numeration}: {}", doing(step)));
        };
        match table {
            Some(table) => prove_from(table, definition, numeration, &caps, &mut tell),
            None => prove(definition, numeration, &caps, &mut tell),
        }
    })?;
    Ok(Attempts { numeration: Arc::clone(numeration), failed, search })
}

/// Returns the numerations that are tried, in turn: those that are requested, or else those that fit the game.
fn numerations_of(args: &ProveArgs, definition: &Definition) -> Result<Vec<Arc<Numeration>>> {
    for numeration in &args.numeration {
        definition.check_numeration(numeration)?;
    }
    if !args.numeration.is_empty() {
        return Ok(args.numeration.iter().cloned().map(Arc::new).collect());
    }
    let mut numerations = numerations::usual()?;
    numerations.retain(|numeration| definition.check_numeration(numeration).is_ok());
    Ok(numerations.into_iter().map(Arc::new).collect())
}
