//! Files that a command writes, other than tables: they get their names when they are whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use grundytab::table::TableError;

use super::failure::Result;
use super::output;

/// The path that stands for stdout.
pub const STDOUT: &str = "-";

/// Calls `write` with a file of a temporary name and renames it to `path`, whose old content is gone
/// then; with stdout, if the path is `-`; with a pipe or a device itself. What cannot be written is
/// removed.
///
/// # Errors
/// When the system refuses. That the reader of stdout has gone away is no error.
pub fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    if path.as_os_str() == STDOUT {
        let mut stdout = io::stdout().lock();
        if let Err(error) = write(&mut stdout).and_then(|()| stdout.flush()) {
            output::stdout_failed(error);
        }
        return Ok(());
    }
    let buffered = |file: File| {
        let mut file = BufWriter::new(file);
        write(&mut file).and_then(|()| file.flush())
    };
    let is_special = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    let written = if is_special {
        File::options().write(true).open(path).and_then(buffered)
    } else {
        let mut temporary = OsString::from(path);
        temporary.push(".tmp");
        File::create(&temporary)
            .and_then(buffered)
            .and_then(|()| fs::rename(&temporary, path))
            // The error of the write is the one to report, whether or not this succeeds.
            .inspect_err(|_| drop(fs::remove_file(&temporary)))
    };
    let failed = |source| TableError::Io { path: path.into(), attempt: "write the file", source };
    Ok(written.map_err(failed)?)
}
