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
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use clap::Args;
use env_logger::Target;
use env_logger::fmt::Formatter;
use grundytab::table::{TableError, check_outside_tables, has_other_names};
use grundytab::version::PROGRAM;
use grundytab::wording::joined;
use log::{LevelFilter, Record};

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
    let file = args.log.as_deref().map(LogFile::open).transpose()?;
    let (verbose, has_file) = (args.verbose, file.is_some());
    if !has_file && !verbose {
        return Ok(());
    }
    let write = move |to: &mut Formatter, record: &Record<'_>| {
        let text = joined(record.args().to_string().lines(), " ");
        if verbose && record.target() != SHOWN {
            complain(&text);
        }
        if !has_file {
            return Ok(());
        }
        let time = humantime::format_rfc3339_seconds(SystemTime::now());
        let level = record.level().as_str().to_lowercase();
        writeln!(to, "{time} {level}: {}{text}", ranks::prefix())
    };
    let mut logger = env_logger::Builder::new();
    // Other crates, such as the GPU's drivers, log warnings only.
    logger.filter_level(LevelFilter::Warn).filter_module("grundytab", LevelFilter::Info);
    logger.format(write);
    if let Some(file) = file {
        logger.target(Target::Pipe(Box::new(file)));
    }
    // There is no other logger: this program sets it once.
    let _ = logger.try_init();
    let typed: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    log::info!("{PROGRAM}, process {}: {}", std::process::id(), shown_text(&typed.join(" ")));
    Ok(())
}

/// The file of the log, which is written at its end.
struct LogFile {
    path: PathBuf,
    file: File,
}

impl LogFile {
    fn open(path: &Path) -> Result<Self> {
        check_outside_tables(path)?;
        if has_other_names(path) {
            let problem =
                "the file has other names, under which it may be something else than a log";
            return Err(Failure::usage(path.display(), problem, "give another file"));
        }
        let opened = File::options().append(true).create(true).open(path);
        let failure =
            |source| TableError::Io { path: path.to_owned(), attempt: "open the log", source };
        Ok(LogFile { path: path.to_owned(), file: opened.map_err(failure)? })
    }
}

impl Write for LogFile {
    /// Writes a line, which comes as a whole, at once, so that lines of several processes do not mix.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if let Err(error) = self.file.write_all(line)
            && !HAS_FAILED.swap(true, Ordering::Relaxed)
        {
            let path = self.path.display();
            complain_of_error(&format!("{path}: cannot write the log: {error}; the work goes on"));
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
