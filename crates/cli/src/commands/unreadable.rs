//! A command line that makes no sense: what is wrong with it, what was probably meant, and where help is.

use std::cmp::Reverse;
use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use grundytab::InvalidInput;
use grundytab::wording::{did_you_mean, joined};

use super::call;
use super::failure::Failure;
use super::option::{self, option, switch};

/// Makes a failure, in one line, of what clap says of a command line.
pub fn failure(error: &clap::Error, typed: &[OsString], program: &Command) -> Failure {
    // Which command it was is not known, but whether it was to print JSON.
    let json = typed.iter().any(|argument| argument == "--json");
    // A value that could not be read has an error of our own, which says it all.
    if let Some(invalid) = error.source().and_then(|source| source.downcast_ref::<InvalidInput>()) {
        return Failure::from(invalid.clone()).in_json(json);
    }
    let command = match error.kind() {
        ErrorKind::InvalidSubcommand => program,
        _ => command(typed, program),
    };
    // The first paragraph of clap's message says what is wrong.
    let text = error.render().to_string();
    let problem = joined(text.lines().take_while(|line| !line.is_empty()).map(str::trim), " ");
    let problem = with_names(problem.strip_prefix("error: ").unwrap_or(&problem), command);
    let meant = meant(error, command, program);
    let help = match command.get_name() {
        name if name == program.get_name() => "grundytab --help".to_owned(),
        name => option::command(name).help(),
    };
    Failure::unreadable(format!("{problem}; {meant}see {help}")).in_json(json)
}

/// Writes the options that clap names, as in `--out <PATH>`, as whoever has called the command writes them.
fn with_names(problem: &str, command: &Command) -> String {
    if call::current().is_none() {
        return problem.to_owned();
    }
    let flags = command.get_arguments().filter(|arg| arg.get_long().is_some());
    let mut flags: Vec<(String, &Arg)> = flags.map(|arg| (arg.to_string(), arg)).collect();
    // The beginning of a name may be another one.
    flags.sort_by_key(|(shown, _)| Reverse(shown.len()));
    flags.iter().fold(problem.to_owned(), |text, (shown, arg)| text.replace(shown, &named(arg)))
}

fn named(arg: &Arg) -> String {
    let flag = format!("--{}", arg.get_long().unwrap_or_default());
    match arg.get_value_names().and_then(|names| names.first()) {
        _ if !arg.get_action().takes_values() => switch(&flag).to_string(),
        Some(value) => option(&flag).placeholder(value.as_str()).to_string(),
        None => option(&flag).to_string(),
    }
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
                return "it goes after the command; ".into();
            }
            did_you_mean(unknown, flags.iter().map(String::as_str))
        }
        (ErrorKind::InvalidValue, _, Some(unknown)) => {
            did_you_mean(unknown, context(ContextKind::ValidValue))
        }
        _ => String::new(),
    }
}
