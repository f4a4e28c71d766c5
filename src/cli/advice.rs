//! What helps against an error of the library, which names no flags.

use grundytab::engine::{EngineError, EngineKind};
use grundytab::run::{Refusal, Verdict};
use grundytab::table::{Obstacle, TableError};
use grundytab::verify::Fault;
use grundytab::{
    Error, Fitting, InvalidInput, InvalidInputKind, Space, TooLittle, needed_bytes_text,
};

/// Returns what is wrong and, where the user can do something about it, how to ask for that.
pub fn message(error: &Error) -> String {
    match error {
        Error::Refused(error) => of_input(error),
        Error::Table(TableError::Destination { path, obstacle }) => {
            format!("{}: {obstacle}; {}", path.display(), remedy(obstacle))
        }
        Error::Table(table_error) => of_table(table_error),
        Error::Engine(engine_error) => format!("{error}{}", of_engine(engine_error)),
        Error::TooLittle(too_little) => of_space(too_little),
        Error::WrongValue(_) => {
            format!("{error}; check this machine with `grundytab selftest`")
        }
        Error::False(Fault::Total { .. }) => {
            format!("{error}; if a value is wrong, `verify --full` finds it")
        }
        // That rank tells it.
        Error::OtherRank(_) => String::new(),
        error => error.to_string(),
    }
}

/// The commands that read an unfinished table.
const READERS_OF_PARTS: &str = "analyze, list, query, render and view";

/// Returns the message about a table, with the flag that helps.
fn of_table(error: &TableError) -> String {
    let resume = "the command that tabulates it goes on with --resume";
    match error {
        TableError::Incomplete { path } => {
            format!(
                "{}: the table is incomplete, its run has not finished; {resume}",
                path.display()
            )
        }
        TableError::Unfinished { path, partial } => format!(
            "{}: the table is incomplete, its run has not finished; {resume}, and {READERS_OF_PARTS} read what is \
             there of it, {}",
            path.display(),
            partial.display()
        ),
        TableError::NotComputed { path, position } => {
            format!("{}: {position} is not computed yet; {resume}", path.display())
        }
        TableError::Damaged { path, chunk, reason } => format!(
            "{}: damaged chunk {chunk}: {reason}; the command that tabulated it computes it again with --resume",
            path.display()
        ),
        TableError::NotRepaired { .. } => format!("{error} by --overwrite"),
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
fn of_space(error: &TooLittle) -> String {
    let TooLittle { space, needed, available, fits } = error;
    let fits = match fits {
        Fitting::Threads(threads) => format!("--threads {threads} would fit"),
        Fitting::Tile(edge) => format!("--tile {edge} would fit"),
        Fitting::Domain(_) | Fitting::Domains(..) | Fitting::Smaller => fits.to_string(),
    };
    let stored = match space {
        Space::MemoryOfArray => "; with --out PATH the table is stored instead",
        Space::Memory | Space::MemoryOfRanks | Space::Disk => "",
    };
    let problem = needed_bytes_text(space.name(), *needed, *available);
    format!("{}: {problem}; {fits}{stored}", space.user())
}

/// Returns the message about input, with its hint.
fn of_input(error: &InvalidInput) -> String {
    let quantity = |instead: &str| format!("ask for --quantity {instead}");
    let hint = match error.kind {
        InvalidInputKind::NeedsSimplex => "give --tokens N instead of --box".into(),
        InvalidInputKind::NeedsBox => "give --box N instead of --tokens".into(),
        InvalidInputKind::QuantityDoesNotApply { instead } => quantity(instead),
        InvalidInputKind::MisereWithBlocking => "leave out --misere or the modifier block".into(),
        InvalidInputKind::MisereOfPalaces => {
            format!("leave out --misere, or {}", quantity("grundy or outcome"))
        }
        InvalidInputKind::MisereOfScores { instead } => {
            format!("leave out --misere, or {}", quantity(instead))
        }
        InvalidInputKind::AdapterWithoutGpu => "leave it out, or ask for --engine gpu".into(),
        InvalidInputKind::MissingPartner => {
            format!("{} (--with PATH adds one)", error.hint)
        }
        InvalidInputKind::UnknownTable => {
            format!("{} (--with NAME=PATH adds one)", error.hint)
        }
        InvalidInputKind::UnknownGame => {
            format!("{} (see `grundytab games`)", error.hint)
        }
        InvalidInputKind::OtherQuantity => "compare their outcomes, by --as outcome".into(),
        InvalidInputKind::NoGrundyValues => "tabulate it with --quantity grundy".into(),
        // The other hints name nothing that is a flag or an argument.
        _ => error.hint.clone(),
    };
    let input = match error.kind {
        InvalidInputKind::AdapterWithoutGpu => format!("--adapter {}", error.input),
        _ => error.input.clone(),
    };
    InvalidInput { input, hint, ..error.clone() }.to_string()
}

/// Returns the remedy for an obstacle to writing a table.
fn remedy(obstacle: &Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Table => "choose another path, or replace it with --overwrite",
        Obstacle::UnfinishedTable => "continue it with --resume, or replace it with --overwrite",
        Obstacle::FinishedTable => "finish it with --resume, or replace it with --overwrite",
        Obstacle::WrongValues(_) => "replace it with --overwrite, by another engine or adapter",
        Obstacle::OtherJob { .. } => {
            "ask for the same job, replace it with --overwrite, or choose another path"
        }
        // The other remedies name nothing that is a flag or an argument.
        _ => obstacle.remedy(),
    }
}

/// Returns what is advised after an error of an engine.
fn of_engine(error: &EngineError) -> &'static str {
    match error {
        EngineError::NotBuilt => "; use --engine cpu, or build it with the feature gpu",
        EngineError::NoAdapter { present, .. } if present.is_empty() => ", or use --engine cpu",
        EngineError::TooLarge { .. } => "; choose a smaller domain",
        EngineError::BeyondLimits { .. } | EngineError::OutOfDeviceMemory { .. } => {
            "; use a smaller domain or --engine cpu"
        }
        EngineError::SmallerFits { .. } => ", or use --engine cpu",
        EngineError::SmallerTilesFit { .. } => " (--tile), or use --engine cpu",
        EngineError::FourHeaps { engine: EngineKind::Gpu, .. } => "; use --engine cpu",
        EngineError::SeveralRanks { .. } => "; use --engine cpu, or start one process",
        EngineError::DeviceLost { .. } => {
            "; a driver resets a GPU that is busy for seconds, or that fails: check it with \
             `grundytab selftest`, or use --engine cpu"
        }
        EngineError::Device { .. } => {
            "; check this adapter with `grundytab selftest`, or use --engine cpu"
        }
        EngineError::OtherStoredValue { .. } => "; replace the unfinished table with --overwrite",
        _ => "",
    }
}
