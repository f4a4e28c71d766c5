//! Texts of the program for users of Python: `--overwrite` is `overwrite=True`, `--engine cpu` is `engine="cpu"`, and
//! `grundytab games` is `grundytab.games()`.

use std::sync::OnceLock;

use clap::Arg;

use crate::cli::COMMANDS;

/// Words that Python keeps to itself and that flags may be; as arguments they end with an underscore.
const RESERVED: [&str; 12] =
    ["and", "as", "from", "global", "if", "import", "in", "is", "not", "or", "while", "with"];

/// Returns the name of an argument in Python.
pub fn name_in_python(flag: &str) -> String {
    let underscore = if RESERVED.contains(&flag) { "_" } else { "" };
    flag.replace('-', "_") + underscore
}

/// A flag of some command.
struct Flag {
    name: String,
    takes_value: bool,
    choices: Vec<String>,
}

/// Returns the flags of all commands.
fn flags() -> &'static [Flag] {
    static FLAGS: OnceLock<Vec<Flag>> = OnceLock::new();
    FLAGS.get_or_init(|| {
        let commands: Vec<clap::Command> = COMMANDS.iter().map(|entry| entry.to_clap()).collect();
        let flag = |arg: &Arg| {
            let choices = arg.get_possible_values();
            Some(Flag {
                name: arg.get_long()?.to_owned(),
                takes_value: arg.get_action().takes_values(),
                choices: choices.iter().map(|value| value.get_name().to_owned()).collect(),
            })
        };
        commands.iter().flat_map(|command| command.get_arguments().filter_map(flag)).collect()
    })
}

/// Writes flags and commands in a text as they are written in Python. What merely looks like a flag stays.
pub fn in_python(text: &str) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, found) = rest.split_at(at);
        written += before;
        let begins = !before.ends_with(|c: char| c.is_alphanumeric() || c == '-');
        let replaced = if begins { argument(&found[2..]) } else { None };
        let (argument, left) = replaced.unwrap_or(("--".into(), &found[2..]));
        written += &argument;
        rest = left;
    }
    commands(&(written + rest))
}

/// Writes the flag that a text begins with, and its value; returns what follows, too.
fn argument(text: &str) -> Option<(String, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(text.len());
    let (flag, rest) = text.split_at(end);
    let known: Vec<&Flag> = flags().iter().filter(|known| known.name == flag).collect();
    let name = name_in_python(flag);
    if known.is_empty() {
        return None;
    }
    if !known.iter().any(|known| known.takes_value) {
        return Some((format!("{name}=True"), rest));
    }
    let value = rest.strip_prefix([' ', '=']).and_then(value);
    let is_choice =
        |value: &str| known.iter().any(|flag| flag.choices.iter().any(|choice| choice == value));
    match value {
        Some((value, form, left)) if form != Form::Word || is_choice(value) => {
            let is_literal = form == Form::Name || value.parse::<f64>().is_ok();
            let value = if is_literal { value.to_owned() } else { format!("{value:?}") };
            Some((format!("{name}={value}"), left))
        }
        _ => Some((name, rest)),
    }
}

/// How something is written that may be a value.
#[derive(PartialEq, Eq)]
enum Form {
    /// The name of a value, as in `PATH` or `<PATH>`.
    Name,
    /// In quotes, or with digits or signs as no word of a sentence has them.
    Value,
    /// As a word of a sentence.
    Word,
}

/// Reads what may be the value of a flag at the beginning of a text; returns what follows, too.
fn value(text: &str) -> Option<(&str, Form, &str)> {
    for (open, close) in [('\'', '\''), ('"', '"')] {
        if let Some((value, left)) = text.strip_prefix(open).and_then(|t| t.split_once(close)) {
            return Some((value, Form::Value, left));
        }
    }
    if let Some((name, left)) = text.strip_prefix('<').and_then(|t| t.split_once('>')) {
        return Some((name, Form::Name, left));
    }
    let ends = |c: char| c.is_whitespace() || ";)`'\"".contains(c);
    let word = text.split(ends).next()?.trim_end_matches([',', '.', ':']);
    if word.is_empty() || word.starts_with("--") {
        return None;
    }
    let form = if word.chars().all(|c| c.is_ascii_uppercase()) {
        Form::Name
    } else if word.contains(|c: char| c.is_ascii_digit() || c == '=') {
        Form::Value
    } else {
        Form::Word
    };
    Some((word, form, &text[word.len()..]))
}

/// Writes commands in quotes as calls, and the help of a command as that of a function.
fn commands(text: &str) -> String {
    let names = COMMANDS.iter().map(|entry| entry.name);
    names.filter(|name| !NOT_IN_PYTHON.contains(name)).fold(text.to_owned(), |text, name| {
        text.replace(&format!("`grundytab {name}`"), &format!("grundytab.{name}()"))
            .replace(&format!("grundytab {name} --help"), &format!("help(grundytab.{name})"))
    })
}

/// Commands that are no functions in Python: they are for the shell, or measure and test a machine in processes of
/// their own.
pub const NOT_IN_PYTHON: [&str; 4] = ["selftest", "bench", "completions", "man"];

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches advice in Python that can only be followed in a shell, and texts of users that are changed.
    #[test]
    fn flags_become_arguments() {
        for (text, written) in [
            ("replace it with --overwrite", "replace it with overwrite=True"),
            ("use --engine cpu, or wait", "use engine=\"cpu\", or wait"),
            ("--threads 2 would fit", "threads=2 would fit"),
            ("give --tokens N instead of --box", "give tokens=N instead of box"),
            ("(--with PATH adds one)", "(with_=PATH adds one)"),
            ("'--sample <K>' and '--full'", "'sample=K' and 'full=True'"),
            ("add --claim 'EXPR' to it", "add claim=\"EXPR\" to it"),
            ("--plane z=5 or --plane sum=60", "plane=\"z=5\" or plane=\"sum=60\""),
            ("give --out a file", "give out a file"),
            ("ask for --quantity grundy or", "ask for quantity=\"grundy\" or"),
            ("by --as outcome", "by as_=\"outcome\""),
            ("(see `grundytab games`)", "(see grundytab.games())"),
            ("see grundytab verify --help", "see help(grundytab.verify)"),
            ("`grundytab selftest` tests it", "`grundytab selftest` tests it"),
            ("x --y and a--full stay", "x --y and a--full stay"),
        ] {
            assert_eq!(in_python(text), written);
        }
    }
}
