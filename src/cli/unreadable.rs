//! A command line that makes no sense: what is wrong with it, what was probably meant, and where help is.

use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use grundytab::{InvalidInput, did_you_mean, joined};

use super::failure::Failure;

/// Makes a failure, in one line, of what clap says of a command line.
pub fn failure(error: &clap::Error, typed: &[OsString], program: &Command) -> Failure {
    // Which command it was is not known, but whether it was to print JSON.
    let json = typed.iter().any(|argument| argument == "--json");
    // A value that could not be read has an error of our own, which says it all.
    if let Some(invalid) = error.source().and_then(|source| source.downcast_ref::<InvalidInput>()) {
        return Failure::from(invalid.clone()).in_json(json);
    }
    // The first paragraph of clap's message says what is wrong.
    let text = error.render().to_string();
    let problem = joined(text.lines().take_while(|line| !line.is_empty()).map(str::trim), " ");
    let problem = problem.strip_prefix("error: ").unwrap_or(&problem);
    let command = match error.kind() {
        ErrorKind::InvalidSubcommand => program,
        _ => command(typed, program),
    };
    let meant = meant(error, command, program);
    let help = match command.get_name() {
        name if name == program.get_name() => "grundytab --help".to_owned(),
        name => format!("grundytab {name} --help"),
    };
    Failure::unreadable(format!("{problem}; {meant}see {help}")).in_json(json)
}

/// Returns the command that was typed; the whole program, if there is none.
fn command<'a>(typed: &[OsString], program: &'a Command) -> &'a Command {
    let words = typed.iter().skip(1).filter_map(|argument| argument.to_str());
    words.filter_map(|name| program.find_subcommand(name)).next().unwrap_or(program)
}

/// Asks whether a name was meant that is near to an unknown one of a command, a flag or a value.
fn meant(error: &clap::Error, command: &Command, program: &Command) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.as_str()],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    let first = |kind| context(kind).first().copied();
    if let Some(unknown) = first(ContextKind::InvalidSubcommand) {
        return did_you_mean(unknown, command.get_subcommands().map(Command::get_name));
    }
    match (error.kind(), first(ContextKind::InvalidArg), first(ContextKind::InvalidValue)) {
        (ErrorKind::UnknownArgument, Some(unknown), _) => {
            let all = command.get_arguments().chain(program.get_arguments());
            let flags = all.filter_map(Arg::get_long);
            let flags: Vec<String> = flags.map(|flag| format!("--{flag}")).collect();
            if flags.iter().any(|flag| flag == unknown) {
                return "it stands behind the command; ".into();
            }
            did_you_mean(unknown, flags.iter().map(String::as_str))
        }
        (ErrorKind::InvalidValue, _, Some(unknown)) => {
            did_you_mean(unknown, context(ContextKind::ValidValue))
        }
        _ => String::new(),
    }
}
