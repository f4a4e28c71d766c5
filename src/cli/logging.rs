//! The log: what a run does, for somebody who looks at it the next morning.
//!
//! Code of the library or the program writes a line with the macros of the crate `log`:
//!
//! ```ignore
//! log::info!("synced {files} files in {}", seconds(time));
//! log::warn!("the chunk {key} fails its checksum; its tile is computed again");
//! ```
//!
//! Such lines go to stderr with `--verbose`, and with their UTC time to the end of the file of `--log`;
//! without these flags nowhere. A line is for what happens about once a minute or more rarely: the plan,
//! the engine, a rate, a sync, a resume. Notes and errors, which stderr shows anyway, come through
//! [`note`](super::output::note) and [`complain`](super::output::complain) and go to the file too.
//!
//! A log that cannot be written, as on a full disk, does not stop the work. It is said once, when it happens, and
//! what succeeds otherwise ends as an I/O failure ([`has_failed`]).

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::SystemTime;

use clap::Args;
use grundytab::joined;
use grundytab::table::{TableError, check_outside_tables, has_other_names};
use grundytab::version::PROGRAM;
use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::sync::lock;

use super::failure::{Failure, Result};
use super::output::{SHOWN, complain, complain_of_error, shown_text};
use super::ranks;

/// Where the log goes.
#[derive(Args)]
pub struct LogArgs {
    /// Log the plan and progress to stderr.
    #[arg(long, short, global = true)]
    pub verbose: bool,
    /// Append the log to FILE, with UTC times.
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// Whether a word of the command line asks for the log on stderr. `--version` ends the reading of flags, which then has
/// not come to this one.
pub fn is_verbose(word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    let short = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
    word == "--verbose" || short.is_some_and(|letters| letters.contains('v'))
}

/// Whether a line could not be written to the file.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Returns whether a part of the log is lost, which was said when it happened.
pub fn has_failed() -> bool {
    HAS_FAILED.load(Ordering::Relaxed)
}

/// Makes the log go where the arguments say.
///
/// # Errors
/// When the file cannot be opened.
pub fn start(args: &LogArgs) -> Result<()> {
    let file = match &args.log {
        Some(path) => Some((path.clone(), Mutex::new(open(path)?))),
        None => None,
    };
    if file.is_none() && !args.verbose {
        return Ok(());
    }
    static LOGGER: OnceLock<Logger> = OnceLock::new();
    let logger = LOGGER.get_or_init(|| Logger { verbose: args.verbose, file });
    // There is no other logger: this program sets it once.
    if log::set_logger(logger).is_ok() {
        log::set_max_level(LevelFilter::Info);
    }
    let typed: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    log::info!("{PROGRAM}, process {}: {}", std::process::id(), shown_text(&typed.join(" ")));
    Ok(())
}

/// Opens a file to write at its end.
fn open(path: &Path) -> Result<File> {
    check_outside_tables(path)?;
    if has_other_names(path) {
        let problem = "the file has other names, under which it may be something else than a log";
        return Err(Failure::usage(path.display(), problem, "give another file"));
    }
    let opened = File::options().append(true).create(true).open(path);
    let failure =
        |source| TableError::Io { path: path.to_owned(), attempt: "open the log", source };
    Ok(opened.map_err(failure)?)
}

struct Logger {
    verbose: bool,
    file: Option<(PathBuf, Mutex<File>)>,
}

impl Log for Logger {
    /// Other crates, such as the GPU's drivers, log warnings only.
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= Level::Warn || metadata.target().starts_with("grundytab")
    }

    fn log(&self, record: &Record) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let text = one_line(&record.args().to_string());
        if let Some((path, file)) = &self.file {
            let time = humantime::format_rfc3339_seconds(SystemTime::now());
            let level = record.level().as_str().to_lowercase();
            // The line is written at once, so that lines of several processes do not mix.
            let line = format!("{time} {level}: {}{text}\n", ranks::prefix());
            if let Err(error) = lock(file).write_all(line.as_bytes())
                && !HAS_FAILED.swap(true, Ordering::Relaxed)
            {
                let path = path.display();
                complain_of_error(&format!(
                    "{path}: cannot write the log: {error}; the work goes on"
                ));
            }
        }
        if self.verbose && record.target() != SHOWN {
            complain(text);
        }
    }

    fn flush(&self) {}
}

/// Returns a text in one line.
fn one_line(text: &str) -> String {
    joined(text.lines(), " ")
}
