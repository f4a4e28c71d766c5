//! `grundytab prove --guess`

use std::path::Path;
use std::time::Instant;

use grundytab::prove::{Caps, Definition, Given, Step, prove_given};

use super::args::ProveArgs;
use super::attempts::{Attempts, doing};
use super::{check, exports, report};
use crate::cli::command::Flags;
use crate::cli::failure::Result;
use crate::cli::progress::with_line;
use crate::cli::terminal::Terminal;

/// Decides about the automata of a certificate.
pub(super) fn run(args: &ProveArgs, flags: &Flags, path: &Path) -> Result<()> {
    let certificate = check::read(path)?;
    exports::check(args, flags)?;
    let terminal = Terminal::open(flags)?;
    let began = Instant::now();
    let caps = Caps { states: args.states(), control: terminal.control(), ..Caps::default() };
    let caps = caps.with_share_of_time(args.seconds, began, 1);
    let shown = path.display().to_string();
    let given = Given::of(&certificate, &caps.limits()).map_err(|error| error.within(&shown))?;
    let numeration = &given.numeration;
    let search = with_line(terminal.quiet, |show, states| {
        let caps = Caps { states_so_far: Some(states), ..caps };
        let mut tell = |step: &Step| show(format!("{numeration}: {}", doing(step)));
        prove_given(&given, &caps, &mut tell)
    })?;
    let attempts = Attempts { numeration: numeration.clone(), search };
    let definition: &Definition = &given.definition;
    match &attempts.search.end {
        None => report::proved(args, flags, &attempts, began, &caps),
        Some(end) if end.is_refutation() => {
            Err(report::refuted(definition, format!("{shown}: {end}"), &attempts, began))
        }
        Some(_) => report::open(args, flags, definition, &[attempts], began, &caps),
    }
}
