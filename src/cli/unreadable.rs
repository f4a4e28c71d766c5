//! A command line that makes no sense: what is wrong with it, what was probably meant, and where help is.

use std::error::Error as _;
use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use grundytab::InvalidInput;

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
    let problem: Vec<&str> =
        text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let problem = problem.join(" ");
    let problem = problem.strip_prefix("error: ").unwrap_or(&problem);
    let help = help_of(error, typed, program);
    let hint = match meant(error) {
        Some(meant) => format!("did you mean {meant}? See {help}"),
        None => format!("see {help}"),
    };
    Failure::unreadable(format!("{problem}; {hint}")).in_json(json)
}

/// Returns the name that clap finds near to an unknown one.
fn meant(error: &clap::Error) -> Option<String> {
    let kinds =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name.clone()),
        ContextValue::Strings(names) => names.first().cloned(),
        _ => None,
    })
}

/// Returns how the help is asked for: that of the command, if one was given.
fn help_of(error: &clap::Error, typed: &[OsString], program: &Command) -> String {
    let is_command = |name: &&str| program.find_subcommand(name).is_some();
    let command = typed.iter().skip(1).filter_map(|argument| argument.to_str()).find(is_command);
    match command {
        Some(command) if error.kind() != ErrorKind::InvalidSubcommand => {
            format!("grundytab {command} --help")
        }
        _ => "grundytab --help".into(),
    }
}
