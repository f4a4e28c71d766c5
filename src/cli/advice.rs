//! What helps against an error of the library, in the spelling of a front end: the library names no flags.

use grundytab::engine::{EngineError, EngineKind};
use grundytab::run::{Refusal, Verdict};
use grundytab::table::{Obstacle, TableError};
use grundytab::verify::Fault;
use grundytab::{
    Error, Fitting, InvalidInput, InvalidInputKind, Space, TooLittle, needed_bytes_text,
};

/// How a front end writes what users can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// As flags of the program: `--engine cpu`, `--overwrite`.
    Program,
    /// As arguments in Python: `engine="cpu"`, `overwrite=True`.
    Python,
}

/// The spelling of this program.
pub const PROGRAM: Spelling = Spelling::Program;

impl Spelling {
    /// Writes something that is on or off.
    pub fn switch(self, name: &str) -> String {
        match self {
            Spelling::Program => format!("--{name}"),
            Spelling::Python => format!("{name}=True"),
        }
    }

    /// Writes something that has a value, given as the program and as Python take it.
    pub fn value(self, name: &str, value: &str) -> String {
        let is_literal = value.parse::<f64>().is_ok() || value.chars().all(char::is_uppercase);
        match self {
            Spelling::Program => format!("--{name} {value}"),
            Spelling::Python if is_literal => format!("{name}={value}"),
            Spelling::Python => format!("{name}={value:?}"),
        }
    }

    /// Writes the name alone.
    pub fn name(self, name: &str) -> String {
        match self {
            Spelling::Program => format!("--{name}"),
            Spelling::Python => name.into(),
        }
    }
}

/// Returns what is wrong and, where the user can do something about it, how to ask for that.
pub fn message(error: &Error, spelling: Spelling) -> String {
    match error {
        Error::Refused(error) => of_input(error, spelling),
        Error::Table(TableError::Destination { path, obstacle }) => {
            format!("{}: {obstacle}; {}", path.display(), remedy(obstacle, spelling))
        }
        Error::Engine(engine_error) => format!("{error}{}", of_engine(engine_error, spelling)),
        Error::TooLittle(too_little) => of_space(too_little, spelling),
        Error::WrongValue(_) => {
            format!("{error}; check this machine with `grundytab selftest`")
        }
        Error::False(Fault::Total { .. }) => {
            format!("{error}; if a value is wrong, `verify {}` finds it", spelling.switch("full"))
        }
        error => error.to_string(),
    }
}

/// Says why `auto` does not take an adapter, and what helps.
pub fn refusal(adapter: &str, refusal: &Refusal) -> String {
    let remedy = match refusal {
        Refusal::Engine(_) => "",
        Refusal::Selftest(_) => "; `grundytab selftest` repeats it",
        Refusal::SoonerThanTested | Refusal::NotTestable(_) => "; `grundytab selftest` tests it",
    };
    format!("not {adapter}: {refusal}{remedy}")
}

/// Warns of an adapter that the user has asked for.
pub fn distrust(adapter: &str, verdict: &Verdict) -> String {
    format!(
        "{adapter} is used as requested, but its selftest {verdict}; `grundytab selftest` repeats it"
    )
}

/// Says that the verdict of a selftest could not be kept.
pub fn not_kept(why: &str) -> String {
    format!(
        "the selftest will run again, since its verdict could not be kept: {why}; GRUNDYTAB_CACHE names a folder"
    )
}

/// Returns the message about memory or a disk that are too small, with what would fit.
fn of_space(error: &TooLittle, spelling: Spelling) -> String {
    let TooLittle { space, needed, available, fits } = error;
    let fits = match fits {
        Fitting::Threads(threads) => {
            format!("{} would fit", spelling.value("threads", &threads.to_string()))
        }
        Fitting::Tile(edge) => format!("{} would fit", spelling.value("tile", &edge.to_string())),
        Fitting::Domain(_) | Fitting::Smaller => fits.to_string(),
    };
    let stored = match space {
        Space::MemoryOfArray => {
            format!("; with {} the table is stored instead", spelling.value("out", "PATH"))
        }
        Space::Memory | Space::Disk => String::new(),
    };
    let problem = needed_bytes_text(space.name(), *needed, *available);
    format!("{}: {problem}; {fits}{stored}", space.user())
}

/// Returns the message about input, with its hint in this spelling.
fn of_input(error: &InvalidInput, spelling: Spelling) -> String {
    let quantity = |instead: &str| match spelling {
        Spelling::Program => format!("ask for --quantity {instead}"),
        Spelling::Python => format!("ask for the quantity {instead}"),
    };
    let misere = spelling.switch("misere");
    let instead_of = |given: &str, other: &str| {
        format!("give {} instead of {}", spelling.value(given, "N"), spelling.name(other))
    };
    let hint = match error.kind {
        InvalidInputKind::NeedsSimplex => instead_of("tokens", "box"),
        InvalidInputKind::NeedsBox => instead_of("box", "tokens"),
        InvalidInputKind::QuantityDoesNotApply { instead } => quantity(instead),
        InvalidInputKind::MisereWithBlocking => format!("leave out {misere} or the modifier block"),
        InvalidInputKind::MisereOfPalaces => {
            format!("leave out {misere}, or {}", quantity("grundy or outcome"))
        }
        InvalidInputKind::MisereOfScores { instead } => {
            format!("leave out {misere}, or {}", quantity(instead))
        }
        InvalidInputKind::AdapterWithoutGpu => {
            format!("leave it out, or ask for {}", spelling.value("engine", "gpu"))
        }
        InvalidInputKind::MissingPartner => {
            let partner = if spelling == PROGRAM { "with" } else { "partner" };
            format!("{} ({} adds one)", error.hint, spelling.value(partner, "PATH"))
        }
        InvalidInputKind::UnknownGame => {
            let games = if spelling == PROGRAM { "`grundytab games`" } else { "grundytab.games()" };
            format!("{} (see {games})", error.hint)
        }
        InvalidInputKind::OtherQuantity if spelling == PROGRAM => {
            "compare their outcomes, by --as outcome".into()
        }
        InvalidInputKind::NoGrundyValues if spelling == PROGRAM => {
            "tabulate it with --quantity grundy".into()
        }
        // The other hints name nothing that is a flag or an argument.
        _ => error.hint.clone(),
    };
    let input = match error.kind {
        InvalidInputKind::AdapterWithoutGpu => spelling.value("adapter", &error.input),
        _ => error.input.clone(),
    };
    InvalidInput { input, hint, ..error.clone() }.to_string()
}

/// Returns the remedy for an obstacle to writing a table.
fn remedy(obstacle: &Obstacle, spelling: Spelling) -> String {
    let [overwrite, resume] = ["overwrite", "resume"].map(|name| spelling.switch(name));
    match obstacle {
        Obstacle::Table => format!("choose another path, or replace it with {overwrite}"),
        Obstacle::UnfinishedTable => {
            format!("continue it with {resume}, or replace it with {overwrite}")
        }
        Obstacle::FinishedTable => {
            format!("finish it with {resume}, or replace it with {overwrite}")
        }
        Obstacle::WrongValues(_) => {
            format!("replace it with {overwrite}, by another engine or adapter")
        }
        Obstacle::OtherJob { .. } => {
            format!("ask for the same job, replace it with {overwrite}, or choose another path")
        }
        // The other remedies name nothing that is a flag or an argument.
        _ => obstacle.remedy().into(),
    }
}

/// Returns what is advised after an error of an engine.
fn of_engine(error: &EngineError, spelling: Spelling) -> String {
    let cpu = spelling.value("engine", "cpu");
    match error {
        EngineError::NotBuilt => format!("; use {cpu}, or build it with the feature gpu"),
        EngineError::NoAdapter { present, .. } if present.is_empty() => format!(", or use {cpu}"),
        EngineError::TooLarge { .. } => "; choose a smaller domain".into(),
        EngineError::BeyondLimits { .. } | EngineError::OutOfDeviceMemory { .. } => {
            format!("; use a smaller domain or {cpu}")
        }
        EngineError::SmallerFits { .. } => format!(", or use {cpu}"),
        EngineError::SmallerTilesFit { .. } => {
            format!(" ({}), or use {cpu}", spelling.name("tile"))
        }
        EngineError::FourHeaps { engine: EngineKind::Gpu, .. } => format!("; use {cpu}"),
        EngineError::DeviceLost { .. } => format!(
            "; a driver resets a GPU that is busy for seconds, or that fails: check it with \
             `grundytab selftest`, or use {cpu}"
        ),
        EngineError::Device { .. } => {
            format!("; check this adapter with `grundytab selftest`, or use {cpu}")
        }
        EngineError::OtherStoredValue { .. } => {
            format!("; replace the unfinished table with {}", spelling.switch("overwrite"))
        }
        _ => String::new(),
    }
}
