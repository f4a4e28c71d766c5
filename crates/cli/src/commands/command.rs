//! What a command is, and the flags that commands share: each is declared here once, and a command names those that
//! it takes.

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Args};
use grundytab::wording::joined;

use super::failure::Result;
use super::flag_values;

/// Command lines without `grundytab`, each with what it does. A test runs them all.
pub type Examples = &'static [(&'static str, &'static str)];

/// A command: its arguments, which are the fields of the type, and what it does. The first line of the type's
/// documentation is what `--help` says of it.
pub trait Command: Args + Send {
    /// The name as it is typed.
    const NAME: &'static str;
    /// The shared flags that it takes; all others are refused.
    const FLAGS: &'static [Flag] = &[];
    /// What `--help` shows behind the flags.
    const EXAMPLES: Examples;

    /// Whether several ranks do it together. Else the first one does it alone.
    const IS_DIVIDED: bool = false;

    /// Whether it may look for GPU adapters.
    fn may_use_gpu(&self) -> bool {
        false
    }

    /// Does what was asked.
    ///
    /// # Errors
    /// When it cannot, or when what it checked is false.
    fn run(&self, flags: &Flags) -> Result<()>;
}

/// A flag that commands share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    /// `--json`, of a command that prints one JSON object, even if it fails.
    Json,
    /// `--json`, of a command that prints several in lines, after which no error may come.
    JsonLines,
    /// `--quiet`
    Quiet,
    /// `--threads`
    Threads,
}

/// What was typed of the shared flags.
#[derive(Clone, Copy, Default)]
pub struct Flags {
    pub json: bool,
    pub quiet: bool,
    threads: Option<u32>,
}

impl Flags {
    /// Whether neither progress nor notes are printed: programs that read JSON want none.
    pub fn is_silent(&self) -> bool {
        self.quiet || self.json
    }

    /// Returns the number of threads that was requested.
    pub fn threads(&self) -> Option<u32> {
        self.threads
    }

    /// Returns what was typed of the flags that a command takes.
    fn read(matches: &ArgMatches) -> Self {
        // A flag that the command does not take is not known to it.
        let is_set = |id| matches!(matches.try_get_one(id), Ok(Some(true)));
        Flags {
            json: is_set("json"),
            quiet: is_set("quiet"),
            threads: matches.try_get_one("threads").ok().flatten().copied(),
        }
    }
}

impl Flag {
    /// Returns the flag as clap knows it.
    fn arg(self) -> Arg {
        let switch = |name| Arg::new(name).long(name).action(clap::ArgAction::SetTrue);
        match self {
            Flag::Json => switch("json").help("Print one JSON object (see docs/json.md)"),
            Flag::JsonLines => {
                switch("json").help("Print a JSON object in a line for each job (see docs/json.md)")
            }
            Flag::Quiet => switch("quiet").help("Print no progress and no notes"),
            Flag::Threads => Arg::new("threads")
                .long("threads")
                .value_name("N")
                .value_parser(flag_values::threads)
                .allow_hyphen_values(true)
                .help("Threads; all cores by default"),
        }
    }
}

/// A command in the list of all: what [`Command`] says of its type.
pub struct Entry {
    pub name: &'static str,
    pub flags: &'static [Flag],
    examples: Examples,
    with_arguments: fn(clap::Command) -> clap::Command,
    read: fn(&ArgMatches) -> std::result::Result<Typed, clap::Error>,
}

/// What is left of a command once its arguments are read.
type Run = Box<dyn FnOnce(&Flags) -> Result<()> + Send>;

/// A command with its arguments.
pub struct Typed {
    pub flags: Flags,
    pub may_use_gpu: bool,
    /// Whether several ranks do it together.
    pub is_divided: bool,
    /// Whether an error is printed as one JSON object too.
    pub fails_in_json: bool,
    /// Whether the command computes by many threads.
    pub takes_threads: bool,
    run: Run,
}

impl Entry {
    /// Makes the entry of a command.
    pub const fn of<C: Command + 'static>() -> Self {
        Entry {
            name: C::NAME,
            flags: C::FLAGS,
            examples: C::EXAMPLES,
            with_arguments: C::augment_args,
            read: |matches| {
                let command = C::from_arg_matches(matches)?;
                let flags = Flags::read(matches);
                Ok(Typed {
                    flags,
                    may_use_gpu: command.may_use_gpu(),
                    is_divided: C::IS_DIVIDED,
                    fails_in_json: flags.json && C::FLAGS.contains(&Flag::Json),
                    takes_threads: C::FLAGS.contains(&Flag::Threads),
                    run: Box::new(move |flags| command.run(flags)),
                })
            },
        }
    }

    /// Returns the command as clap knows it.
    pub fn to_clap(&self) -> clap::Command {
        let command =
            (self.with_arguments)(clap::Command::new(self.name)).next_help_heading(None::<&str>);
        let command = command.args(self.flags.iter().map(|flag| flag.arg()));
        with_examples(command, self.examples)
    }

    /// Whether the command takes a shared flag.
    pub fn takes(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Reads the arguments of the command.
    ///
    /// # Errors
    /// When they do not fit together.
    pub fn read(&self, matches: &ArgMatches) -> std::result::Result<Typed, clap::Error> {
        (self.read)(matches)
    }
}

impl Typed {
    /// Runs the command.
    ///
    /// # Errors
    /// When it does not do what was asked, or what it checked is false.
    pub fn run(self) -> Result<()> {
        (self.run)(&self.flags)
    }
}

/// Adds examples to the help of a command, behind what it says there itself.
fn with_examples(command: clap::Command, examples: Examples) -> clap::Command {
    let line = |(line, what): &(&str, &str)| format!("  grundytab {line}\n      {what}");
    let examples = format!("Examples:\n{}", joined(examples.iter().map(line), "\n"));
    let behind = |own: Option<&StyledStr>| match own {
        Some(own) => format!("{own}\n\n{examples}"),
        None => examples.clone(),
    };
    let short = behind(command.get_after_help());
    let long = command.get_after_long_help().map(|own| behind(Some(own)));
    match long {
        Some(long) => command.after_help(short).after_long_help(long),
        None => command.after_help(short),
    }
}
