//! `grundytab prove`

mod args;
mod attempts;
mod check;
mod exports;
mod proved;
mod report;
mod what;

use std::sync::Arc;
use std::time::Instant;

use grundytab::Control;
use grundytab::automata::{Limits, Numeration};
use grundytab::prove::{Caps, Definition, Step, prove, prove_from};
use grundytab::table::TableReader;

pub use self::args::ProveArgs;
use self::attempts::{Attempts, doing};
pub use self::check::read as read_certificate;
use super::failure::Result;
use super::interrupt_flag;
use super::output::note;
use super::progress::with_line;

pub fn run(args: &ProveArgs) -> Result<()> {
    if let Some(path) = &args.check {
        return check::run(path, args.json);
    }
    let table = args.from.as_ref().map(TableReader::open).transpose()?;
    let definition = what::definition(args, table.as_ref())?;
    exports::check(args)?;
    let interrupt = interrupt_flag()?;
    let began = Instant::now();
    let mut tried: Vec<Attempts> = Vec::new();
    let numerations = numerations(args, &definition)?;
    let mut left = numerations.len() as u32;
    for numeration in numerations {
        let control = Control::default().interrupted_by(&interrupt);
        let control = match args.seconds {
            Some(seconds) => {
                let share = seconds.saturating_sub(began.elapsed()) / left;
                Instant::now().checked_add(share).map_or(control, |end| control.until(end))
            }
            None => control,
        };
        let attempts = try_in(args, &definition, table.as_ref(), numeration, control)?;
        if attempts.search.end.is_none() {
            return report::proved(args, &attempts, began, &interrupt);
        }
        note(args.quiet || args.json, attempts.summary());
        tried.push(attempts);
        left -= 1;
    }
    report::open(args, &definition, &tried, began, &interrupt)
}

/// Searches in one numeration.
fn try_in(
    args: &ProveArgs,
    definition: &Definition,
    table: Option<&TableReader>,
    numeration: Numeration,
    control: Control,
) -> Result<Attempts> {
    let is_quiet = args.quiet || args.json;
    let limits = Limits { states: args.states, control, ..Limits::default() };
    let caps = Caps { limits, positions: args.positions, ..Caps::default() };
    let numeration = Arc::new(numeration);
    let mut failed = Vec::new();
    let search = with_line(is_quiet, |show| {
        let mut tell = |step: &Step| {
            if let Step::Failed(attempt) = step {
                note(is_quiet, format!("{numeration}, {attempt}"));
                failed.push((*attempt).clone());
            }
            show(format!("{numeration}: {}", doing(step)));
        };
        match table {
            Some(table) => prove_from(table, definition, &numeration, &caps, &mut tell),
            None => prove(definition, &numeration, &caps, &mut tell),
        }
    })?;
    Ok(Attempts { numeration, failed, search })
}

/// Returns the numerations that are tried, in turn: those that are asked for, or else those that fit the game.
fn numerations(args: &ProveArgs, definition: &Definition) -> Result<Vec<Numeration>> {
    for numeration in &args.numeration {
        definition.check_numeration(numeration)?;
    }
    if !args.numeration.is_empty() {
        return Ok(args.numeration.clone());
    }
    let [two, three] = [Numeration::base(2)?, Numeration::base(3)?];
    let mut numerations = vec![Numeration::fibonacci(), two, three, Numeration::pell()];
    numerations.retain(|numeration| definition.check_numeration(numeration).is_ok());
    Ok(numerations)
}
