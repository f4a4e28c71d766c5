//! Options and commands that texts of the program name. They are data, which is printed as whoever reads the text can
//! type it: users of the program read `--engine cpu` and `grundytab games`, those of the Python package `engine="cpu"`
//! and `grundytab.games()`.

use std::fmt::{self, Display, Formatter};

use super::call::{self, NOT_IN_PYTHON};

/// An option of a command, as a text names it.
#[derive(Clone)]
pub struct NamedOption<'a> {
    /// The flag, as in `--engine`.
    flag: &'a str,
    value: Value,
}

#[derive(Clone)]
enum Value {
    /// The text is about the option, whatever its value is.
    NotNamed,
    /// The option has no value: it is given or left out.
    Switch,
    /// What stands in the place of a value, as in `PATH`.
    Placeholder(String),
    /// A value of one word.
    Word(String),
    /// A value that a shell must not read: an expression.
    Expression(&'static str),
}

/// Names an option that takes a value.
pub fn option(flag: &str) -> NamedOption<'_> {
    NamedOption { flag, value: Value::NotNamed }
}

/// Names the option that gives a table by a name.
pub fn named_table() -> impl Display {
    option("--with").value("NAME=PATH")
}

/// Names an option without a value.
pub fn switch(flag: &str) -> NamedOption<'_> {
    NamedOption { flag, value: Value::Switch }
}

impl NamedOption<'_> {
    /// Adds a value.
    pub fn value(self, value: impl Display) -> Self {
        NamedOption { value: Value::Word(value.to_string()), ..self }
    }

    /// Adds what stands in the place of a value.
    pub fn placeholder(self, name: impl Into<String>) -> Self {
        NamedOption { value: Value::Placeholder(name.into()), ..self }
    }

    /// Adds an expression.
    pub fn expression(self, text: &'static str) -> Self {
        NamedOption { value: Value::Expression(text), ..self }
    }

    fn write_flag(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let flag = self.flag;
        match &self.value {
            Value::NotNamed | Value::Switch => f.write_str(flag),
            Value::Placeholder(name) => write!(f, "{flag} {name}"),
            Value::Word(value) => write!(f, "{flag} {value}"),
            Value::Expression(text) => write!(f, "{flag} '{text}'"),
        }
    }

    fn write_keyword(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let keyword = keyword(self.flag);
        match &self.value {
            Value::NotNamed => f.write_str(&keyword),
            Value::Switch => write!(f, "{keyword}=True"),
            Value::Placeholder(name) => write!(f, "{keyword}={name}"),
            Value::Word(number) if number.parse().is_ok_and(f64::is_finite) => {
                write!(f, "{keyword}={number}")
            }
            Value::Word(value) => write!(f, "{keyword}={value:?}"),
            Value::Expression(text) => write!(f, "{keyword}={text:?}"),
        }
    }
}

impl Display for NamedOption<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match call::current() {
            Some(_) => self.write_keyword(f),
            None => self.write_flag(f),
        }
    }
}

/// Words that Python keeps to itself and that flags may be; as keywords of functions they end with an underscore.
const RESERVED: [&str; 12] =
    ["and", "as", "from", "global", "if", "import", "in", "is", "not", "or", "while", "with"];

/// Returns the keyword of a flag, or the name of an argument, in Python.
pub fn keyword(flag: &str) -> String {
    let name = flag.trim_start_matches('-');
    let underscore = if RESERVED.contains(&name) { "_" } else { "" };
    name.replace('-', "_") + underscore
}

/// A command, as a text names it.
#[derive(Clone, Copy)]
pub struct NamedCommand<'a>(&'a str);

/// Names a command.
pub fn command(name: &str) -> NamedCommand<'_> {
    NamedCommand(name)
}

impl NamedCommand<'_> {
    fn is_function(self) -> bool {
        call::current().is_some() && !NOT_IN_PYTHON.contains(&self.0)
    }

    /// Returns how the help of the command is read.
    pub fn help(self) -> String {
        let name = self.0;
        match self.is_function() {
            true => format!("help(grundytab.{name})"),
            false => format!("grundytab {name} --help"),
        }
    }
}

impl Display for NamedCommand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.0;
        match self.is_function() {
            true => write!(f, "grundytab.{name}()"),
            false => write!(f, "`grundytab {name}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::any::Any;
    use std::ffi::OsString;
    use std::fs;
    use std::path::{Path, PathBuf};

    use crate::jobs::run::Program;

    use super::*;
    use crate::commands::COMMANDS;
    use crate::commands::call::definitions::flags_of_all;
    use crate::commands::call::ready::Ready;
    use crate::commands::call::{Call, Host};

    struct Nobody;

    impl Host for Nobody {
        fn program(&self) -> Option<Program> {
            None
        }

        fn keep_loader_quiet(&self) -> Box<dyn Any> {
            Box::new(())
        }
    }

    /// Catches advice in Python that can only be followed in a shell, and the other way round.
    #[test]
    fn everybody_reads_what_can_be_typed_there() {
        let call = Call::new(&Nobody, false);
        let options = [
            (switch("--overwrite"), "--overwrite", "overwrite=True"),
            (option("--font-size"), "--font-size", "font_size"),
            (option("--as").value("outcome"), "--as outcome", "as_=\"outcome\""),
            (option("--threads").value(2), "--threads 2", "threads=2"),
            (option("--check").value("nan"), "--check nan", "check=\"nan\""),
            (option("--tokens").placeholder("N"), "--tokens N", "tokens=N"),
            (option("--claim").expression("x > 0"), "--claim 'x > 0'", "claim=\"x > 0\""),
        ];
        for (option, typed, written) in options {
            assert_eq!(option.to_string(), typed);
            assert_eq!(call.within(|| option.to_string()), written);
        }
        let commands = [
            ("games", "`grundytab games`", "grundytab.games()"),
            ("selftest", "`grundytab selftest`", "`grundytab selftest`"),
        ];
        for (name, typed, written) in commands {
            assert_eq!(command(name).to_string(), typed);
            assert_eq!(call.within(|| command(name).to_string()), written);
        }
        assert_eq!(command("verify").help(), "grundytab verify --help");
        assert_eq!(call.within(|| command("verify").help()), "help(grundytab.verify)");
    }

    /// Catches errors about a command line that name flags where a caller has given keywords.
    #[test]
    fn callers_read_their_own_arguments_in_errors() {
        let call = Call::new(&Nobody, false);
        for (arguments, words) in [
            ("wythoff --box=3 --tokens=3", "cannot be used with 'tokens=N'"),
            ("wythoff --box=3 --out=", "a value is required for 'out=PATH'"),
            ("wythoff --box=3 --engine=cuda", "for 'engine=ENGINE'"),
            ("wythoff --box=-1", "box=-1: "),
            ("wythoff --discard", "help(grundytab.tabulate)"),
        ] {
            let arguments = arguments.split(' ').map(OsString::from).collect();
            let message = Ready::read(&call, "tabulate", arguments).err().expect(words).message;
            assert!(message.contains(words) && !message.contains("--"), "{message}");
        }
    }

    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("").path());
        let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
        // Tests of the schema name options of cargo.
        let is_of_schema = |path: &PathBuf| path.ends_with("json_schema_tests.rs");
        let files = entries.filter(|path| !is_of_schema(path)).flat_map(below);
        files.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
    }

    /// Catches options that no command has, switches with values, and texts that name an option for a shell alone.
    #[test]
    fn texts_name_options_that_there_are() {
        // Options of other programs, and of command lines that are printed as a whole.
        const OTHERS: [&str; 4] = ["mpi", "features", "help", "verbose"];
        let flags = flags_of_all();
        let mut named = 0;
        for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/commands")) {
            let text = fs::read_to_string(&path).expect("a source");
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in lines {
                for (at, _) in line.match_indices("--") {
                    let (before, flag) = (&line[..at], &line[at + 2..]);
                    let end = flag.find(|c: char| !c.is_ascii_lowercase() && c != '-');
                    let (flag, after) = flag.split_at(end.unwrap_or(flag.len()));
                    let is_flag = flag.starts_with(|c: char| c.is_ascii_lowercase());
                    let is_in_command = before.contains("grundytab ")
                        || COMMANDS
                            .iter()
                            .any(|entry| before.contains(&format!("\"{} ", entry.name)));
                    if !is_flag || is_in_command || OTHERS.contains(&flag) {
                        continue;
                    }
                    let shown = format!("{}: {line}", path.display());
                    assert!(before.trim_end().ends_with('"') && after.starts_with('"'), "{shown}");
                    let takes_value = flags.get(flag).expect(&shown);
                    assert!(!before.ends_with("switch(\"") || !takes_value, "{shown}");
                    assert!(!before.ends_with("option(\"") || *takes_value, "{shown}");
                    named += 1;
                }
            }
        }
        assert!(named > 100, "{named}");
    }
}
