//! What the commands take, as data: of this other programs make their own functions.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};
use serde::Serialize;
use serde_json::{Value, json};

use super::NOT_IN_PYTHON;
use crate::commands::COMMANDS;
use crate::commands::command::{Entry, Flag};
use crate::commands::option::keyword;
use crate::commands::sweep::TableFile;

/// What a command is.
#[derive(Serialize)]
struct Definition {
    name: &'static str,
    about: String,
    /// What the help shows behind the arguments.
    notes: String,
    /// Whether it prints JSON: one object, or one in each line.
    json: Option<&'static str>,
    arguments: Vec<Argument>,
}

/// An argument of a command.
#[derive(Serialize)]
struct Argument {
    /// The name of the flag, or that of the value where it is none.
    name: String,
    /// Its name in Python.
    keyword: String,
    is_flag: bool,
    help: String,
    takes_value: bool,
    /// Whether it may be given several times.
    repeats: bool,
    required: bool,
    /// What stands for the value in the help.
    value_name: Option<String>,
    /// The values that there are, if they are few.
    choices: Vec<String>,
    /// `int`, `float`, `path` or `text`.
    kind: &'static str,
    /// Whether there is no JSON with it.
    excludes_json: bool,
}

/// Returns what all commands take, in the order of `--help`.
pub fn definitions() -> Value {
    let flags = flags_of_all();
    let definition = |entry: &Entry| {
        let command = entry.to_clap();
        let text = |text: Option<&StyledStr>| {
            let text = text.map(ToString::to_string).unwrap_or_default();
            // The examples are lines for a shell.
            help_in_python(&flags, text.split("Examples:\n").next().unwrap_or_default().trim_end())
        };
        let json = [(Flag::Json, "object"), (Flag::JsonLines, "lines")];
        let json = json.into_iter().find(|(flag, _)| entry.takes(*flag)).map(|(_, form)| form);
        let arguments =
            command.get_arguments().map(|arg| argument(&flags, &command, arg)).collect();
        let after = command.get_after_long_help().or(command.get_after_help());
        let (about, notes) = (text(command.get_about()), text(after));
        Definition { name: entry.name, about, notes, json, arguments }
    };
    json!(COMMANDS.iter().map(definition).collect::<Vec<_>>())
}

fn argument(flags: &Flags, command: &Command, arg: &Arg) -> Argument {
    let id = || arg.get_id().as_str();
    let takes_value = arg.get_action().takes_values();
    let several = arg.get_num_args().is_some_and(|number| number.max_values() > 1);
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
    let choices = arg.get_possible_values().into_iter().filter(|_| takes_value);
    let type_of_value = arg.get_value_parser().type_id();
    let is = |types: &[TypeId]| types.iter().any(|one| type_of_value == *one);
    let excludes = |other: &Arg| other.get_id() == "json";
    let name = arg.get_long().map_or_else(|| id().to_owned(), str::to_owned);
    Argument {
        keyword: keyword(&name),
        name,
        is_flag: arg.get_long().is_some(),
        help: help_in_python(flags, &help.unwrap_or_default()),
        takes_value,
        repeats: several || matches!(arg.get_action(), ArgAction::Append),
        required: arg.is_required_set(),
        value_name: arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string),
        choices: choices.map(|value| value.get_name().to_owned()).collect(),
        kind: if is(&[TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<i64>()]) {
            "int"
        } else if is(&[TypeId::of::<f64>(), TypeId::of::<Duration>()]) {
            "float"
        } else if is(&[TypeId::of::<PathBuf>(), TypeId::of::<TableFile>()]) {
            "path"
        } else {
            "text"
        },
        excludes_json: command.get_arg_conflicts_with(arg).into_iter().any(excludes),
    }
}

/// Flags of commands, and whether they take a value.
type Flags = BTreeMap<String, bool>;

/// Returns the flags of all commands.
pub(in crate::commands) fn flags_of_all() -> Flags {
    let commands: Vec<Command> = COMMANDS.iter().map(Entry::to_clap).collect();
    let flag = |arg: &Arg| Some((arg.get_long()?.to_owned(), arg.get_action().takes_values()));
    commands.iter().flat_map(|command| command.get_arguments().filter_map(flag)).collect()
}

/// Writes the flags that a help names, as in `--dry-run`, as keywords, and commands in quotes as functions.
fn help_in_python(flags: &Flags, help: &str) -> String {
    let mut pieces = help.split("--");
    let mut written = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let (flag, rest) = piece.split_at(piece.find(|c| !is_part(c)).unwrap_or(piece.len()));
        written += &match flags.get(flag) {
            Some(true) => keyword(flag),
            Some(false) => keyword(flag) + "=True",
            None => format!("--{flag}"),
        };
        written += rest;
    }
    let functions = COMMANDS.iter().map(|entry| entry.name);
    let functions = functions.filter(|name| !NOT_IN_PYTHON.contains(name));
    functions.fold(written, |text, name| {
        text.replace(&format!("`grundytab {name}`"), &format!("grundytab.{name}()"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches help in Python that names flags of the program, and texts that are changed although they are none.
    #[test]
    fn flags_in_helps_become_keywords() {
        let flags = flags_of_all();
        for (help, written) in [
            ("by default 300 with --width", "by default 300 with width"),
            ("the ranges of --as, with --full", "the ranges of as_, with full=True"),
            ("(see `grundytab games`)", "(see grundytab.games())"),
            ("`grundytab selftest` tests it", "`grundytab selftest` tests it"),
            ("x --q stays, and --no-flag", "x --q stays, and --no-flag"),
        ] {
            assert_eq!(help_in_python(&flags, help), written);
        }
    }
}
