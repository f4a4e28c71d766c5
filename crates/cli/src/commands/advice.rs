//! What helps against an error of the library, which names no options: its kind tells which ones.

use crate::jobs::run::{Refusal, Verdict};
use grundytab::engine::{EngineError, EngineKind};
use grundytab::table::{Obstacle, OtherFormat, TableError};
use grundytab::verify::Fault;
use grundytab::wording::needed_bytes_text;
use grundytab::{Error, Fitting, InvalidInput, InvalidInputKind, Space, TooLittle};

use super::option::{command, named_table, option, switch};

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
            format!("{error}; check this machine with {}", command("selftest"))
        }
        Error::False(Fault::Total { .. }) => {
            let (verify, full) = (command("verify"), switch("--full"));
            format!("{error}; if a value is wrong, {verify} finds it with {full}")
        }
        // That rank tells it.
        Error::OtherRank(_) => String::new(),
        error => error.to_string(),
    }
}

/// The commands that read an unfinished table.
const READERS_OF_PARTS: &str = "analyze, list, query, render and view";

/// Returns the message about a table, with the option that helps.
fn of_table(error: &TableError) -> String {
    let resume = format!("the command that tabulates it goes on with {}", switch("--resume"));
    match error {
        TableError::Incomplete { path } => {
            format!(
                "{}: the table is incomplete, its run has not finished; {resume}",
                path.display()
            )
        }
        TableError::Unfinished { path, partial } => format!(
            "{}: the table is incomplete, its run has not finished; {resume}, and {READERS_OF_PARTS} read the part \
             that is stored, {}",
            path.display(),
            partial.display()
        ),
        TableError::NotComputed { path, position } => {
            format!("{}: {position} is not computed yet; {resume}", path.display())
        }
        TableError::Damaged { path, chunk, reason } => format!(
            "{}: damaged chunk {chunk}: {reason}; the command that tabulated it computes it again with {}",
            path.display(),
            switch("--resume")
        ),
        TableError::NotRepaired { .. } => format!("{error} with {}", switch("--overwrite")),
        error => error.to_string(),
    }
}

/// Says why `auto` does not take an adapter, and what helps.
pub fn refusal(adapter: &str, refusal: &Refusal) -> String {
    let selftest = command("selftest");
    let remedy = match refusal {
        Refusal::Engine(_) => String::new(),
        Refusal::Selftest(_) => format!("; {selftest} repeats it"),
        Refusal::SoonerThanTested | Refusal::NotTestable(_) => format!("; {selftest} tests it"),
    };
    format!("not {adapter}: {refusal}{remedy}")
}

/// Warns of an adapter that the user has asked for.
pub fn distrust(adapter: &str, verdict: &Verdict) -> String {
    format!(
        "{adapter} is used as requested, but its selftest {verdict}; {} repeats it",
        command("selftest")
    )
}

/// Says that the verdict of a selftest could not be stored.
pub fn not_kept(why: &str) -> String {
    format!(
        "the selftest will run again, since its verdict could not be stored: {why}; GRUNDYTAB_CACHE names a folder for it"
    )
}

/// Returns the message about memory or a disk that are too small, with what would fit.
fn of_space(error: &TooLittle) -> String {
    let TooLittle { space, needed, available, fits } = error;
    let fits = match fits {
        Fitting::Threads(threads) => format!("{} would fit", option("--threads").value(threads)),
        Fitting::Tile(edge) => format!("{} would fit", option("--tile").value(edge)),
        Fitting::Domain(_) | Fitting::Domains(..) | Fitting::Smaller => fits.to_string(),
    };
    let stored = match space {
        Space::MemoryOfArray => {
            let out = option("--out").placeholder("PATH");
            format!("; with {out} the table is stored instead")
        }
        Space::Memory | Space::MemoryOfRanks | Space::Disk => String::new(),
    };
    let problem = needed_bytes_text(space.name(), *needed, *available);
    format!("{}: {problem}; {fits}{stored}", space.user())
}

/// Returns the message about input, with its hint.
fn of_input(error: &InvalidInput) -> String {
    let quantity = |instead: &str| {
        let (first, others) = instead.split_at(instead.find(' ').unwrap_or(instead.len()));
        format!("ask for {}{others}", option("--quantity").value(first))
    };
    let without_misere = format!("leave out {}", switch("--misere"));
    let [tokens, sides] = ["--tokens", "--box"].map(option);
    let hint = match error.kind {
        InvalidInputKind::NeedsSimplex => {
            format!("give {} instead of {sides}", tokens.placeholder("N"))
        }
        InvalidInputKind::NeedsBox => {
            format!("give {} instead of {tokens}", sides.placeholder("N"))
        }
        InvalidInputKind::QuantityDoesNotApply { instead } => quantity(instead),
        InvalidInputKind::OutcomesOfSums => {
            format!("prove all its values, as with {}", option("--values").value(8))
        }
        InvalidInputKind::MisereOfSums => without_misere,
        InvalidInputKind::MisereWithBlocking => format!("{without_misere} or the modifier block"),
        InvalidInputKind::MisereOfPalaces => {
            format!("{without_misere}, or {}", quantity("grundy or outcome"))
        }
        InvalidInputKind::MisereOfScores { instead } => {
            format!("{without_misere}, or {}", quantity(instead))
        }
        InvalidInputKind::AdapterWithoutGpu => {
            format!("leave it out, or ask for {}", option("--engine").value("gpu"))
        }
        InvalidInputKind::MissingPartner => {
            format!("{} ({} adds one)", error.hint, option("--with").placeholder("PATH"))
        }
        InvalidInputKind::UnknownTable => {
            format!("{} ({} adds one)", error.hint, named_table())
        }
        InvalidInputKind::UnknownGame => {
            format!("{} (see {})", error.hint, command("games"))
        }
        InvalidInputKind::OtherQuantity => {
            format!("compare their outcomes, by {}", option("--as").value("outcome"))
        }
        InvalidInputKind::NoGrundyValues => {
            format!("tabulate it with {}", option("--quantity").value("grundy"))
        }
        InvalidInputKind::DamagedCertificate => {
            let (prove, certificate) = (command("prove"), option("--certificate"));
            format!("{}; {prove} writes certificates with {certificate}", error.hint)
        }
        // The other hints name nothing that is an option or an argument.
        _ => error.hint.clone(),
    };
    let input = match error.kind {
        InvalidInputKind::AdapterWithoutGpu => option("--adapter").value(&error.input).to_string(),
        _ => error.input.clone(),
    };
    InvalidInput { input, hint, ..error.clone() }.to_string()
}

/// Returns the remedy for an obstacle to writing a table.
fn remedy(obstacle: &Obstacle) -> String {
    let resume = switch("--resume");
    let replace = format!("replace it with {}", switch("--overwrite"));
    match obstacle {
        Obstacle::OtherFormat(OtherFormat { maker: Some((maker, format)), .. }) => format!(
            "store the table as in table.zarr; {} with {} then makes a file of it",
            command(maker),
            option("--format").value(format)
        ),
        Obstacle::Table => format!("choose another path, or {replace}"),
        Obstacle::UnfinishedTable => format!("continue it with {resume}, or {replace}"),
        Obstacle::FinishedTable => format!("finish it with {resume}, or {replace}"),
        Obstacle::WrongValues(_) => format!("{replace}, by another engine or adapter"),
        Obstacle::OtherJob { .. } => {
            format!("ask for the same job, {replace}, or choose another path")
        }
        // The other remedies name nothing that is an option or an argument.
        _ => obstacle.remedy().to_owned(),
    }
}

/// Returns what is advised after an error of an engine.
fn of_engine(error: &EngineError) -> String {
    let cpu = format!("use {}", option("--engine").value("cpu"));
    let selftest = command("selftest");
    match error {
        EngineError::NotBuilt => format!("; {cpu}, or build it with the feature gpu"),
        EngineError::NoAdapter { present, .. } if present.is_empty() => format!(", or {cpu}"),
        EngineError::TooLarge { .. } => "; choose a smaller domain".into(),
        EngineError::BeyondLimits { .. } | EngineError::OutOfDeviceMemory { .. } => {
            format!("; choose a smaller domain, or {cpu}")
        }
        EngineError::SmallerFits { .. } => format!(", or {cpu}"),
        EngineError::SmallerTilesFit { .. } => format!(" ({}), or {cpu}", option("--tile")),
        EngineError::FourHeaps { engine: EngineKind::Gpu, .. }
        | EngineError::OneAfterAnother { .. }
        | EngineError::Loopy { .. }
        | EngineError::RulesPast32Bits { .. } => {
            format!("; {cpu}")
        }
        EngineError::RulesOnRanks => "; start one process".into(),
        EngineError::SeveralRanks { .. } => format!("; {cpu}, or start one process"),
        EngineError::DeviceLost { .. } => format!(
            "; a driver resets a GPU that is busy for seconds, or that fails: check it with {selftest}, or {cpu}"
        ),
        EngineError::Device { .. } => format!("; check this adapter with {selftest}, or {cpu}"),
        EngineError::OtherStoredValue { .. } => {
            format!("; replace the unfinished table with {}", switch("--overwrite"))
        }
        _ => String::new(),
    }
}
