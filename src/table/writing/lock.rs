//! The lock of a table in the making: two runs never write one table.
//!
//! The file `NAME.lock` stands next to the table as long as a run writes it, and says who that is. The run holds it
//! locked by the system, and the lock ends with the process, however that ends: a file that a killed run has left is in
//! nobody's way. Where the file system cannot lock files, as Lustre that is mounted with `noflock`, nothing is written.
//!
//! Only a regular file that is empty or signed is taken for a lock: anything else of that name, a link
//! included, is somebody's own and stays as it is.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::time::SystemTime;

use sysinfo::System;

use crate::table::error::{Obstacle, TableError};
use crate::table::names::LOCK;
use crate::table::storage::files::{has_other_names, with_suffix};

/// How often a run tries again when others begin or end at the same time.
const MOST_ATTEMPTS: u32 = 500;
/// The most bytes of a lock file.
const MOST_BYTES: u64 = 1 << 12;

/// A lock that this process holds. It is given up when dropped.
#[derive(Debug)]
pub(crate) struct TableLock {
    path: PathBuf,
    file: File,
}

/// How files are locked: [`File::try_lock`], or a substitute in tests.
type TryLock<'a> = &'a dyn Fn(&File) -> Result<(), TryLockError>;

impl TableLock {
    /// Locks the table at `path` against other runs.
    ///
    /// # Errors
    /// [`Obstacle::Locked`] when another run writes it, with its host and process; [`Obstacle::Unlockable`] when files
    /// cannot be locked there.
    pub(crate) fn take(path: &Path) -> Result<Self, TableError> {
        TableLock::take_with(path, &File::try_lock)
    }

    fn take_with(table: &Path, try_lock: TryLock) -> Result<Self, TableError> {
        let path = with_suffix(table, LOCK);
        let refuse = |obstacle| Err(TableError::destination(table, obstacle));
        for _ in 0..MOST_ATTEMPTS {
            let Some((file, is_new)) = open(&path)? else { continue };
            match try_lock(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return refuse(Obstacle::Locked(description(&path)));
                }
                Err(TryLockError::Error(error)) => {
                    if is_new {
                        let _ = fs::remove_file(&path);
                    }
                    return refuse(Obstacle::Unlockable(error.to_string()));
                }
            }
            let failed = TableError::io(&path, "lock the table");
            // The run that held the lock may have removed the file before it was locked here.
            if is_still_there(&file, &path).map_err(failed)? {
                let lock = TableLock { path: path.clone(), file };
                lock.sign().map_err(TableError::io(&path, "lock the table"))?;
                return Ok(lock);
            }
        }
        refuse(Obstacle::Locked("several runs that begin at the same time".into()))
    }

    /// Writes into the file who holds the lock.
    fn sign(&self) -> io::Result<()> {
        let mut file = &self.file;
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "{}", signature())
    }
}

impl Drop for TableLock {
    fn drop(&mut self) {
        // Somebody may have removed the file, and another run may have made its own.
        if is_still_there(&self.file, &self.path).is_ok_and(|is_there| is_there) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Names this process: its host, its number and, if it is one of a batch system, its job.
fn signature() -> String {
    let host = System::host_name().unwrap_or_else(|_| "unknown".into());
    let variables = ["SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"];
    let job = variables.iter().find_map(|name| std::env::var(name).ok());
    let job = job.map_or(String::new(), |job| format!(", job {job}"));
    format!("host {host}, process {}{job}", process::id())
}

/// Whether a text is what [`signature`] has written.
fn is_signature(text: &str) -> bool {
    let mut parts = text.trim_end().splitn(3, ", ");
    let is_host = parts.next().is_some_and(|host| host.starts_with("host "));
    let process = parts.next().and_then(|process| process.strip_prefix("process "));
    is_host && process.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Describes who holds a lock, and since when.
fn description(path: &Path) -> String {
    let text = File::open(path).and_then(|file| {
        let mut text = String::new();
        file.take(MOST_BYTES).read_to_string(&mut text).map(|_| text)
    });
    let Some(owner) = text.ok().filter(|text| is_signature(text)) else {
        return "a run that has just begun".into();
    };
    let began = fs::metadata(path).and_then(|found| found.modified());
    let age = began.ok().and_then(|began| SystemTime::now().duration_since(began).ok());
    let ago = age.map_or(String::new(), |age| format!(", which began {} s ago", age.as_secs()));
    format!("{}{ago}", owner.trim_end())
}

/// Makes the lock file, or opens the one that is there; returns whether it has made it. Returns `None` if a file was
/// there and is removed meanwhile.
///
/// # Errors
/// [`Obstacle::ForeignLock`] when something has its name that is no lock.
fn open(path: &Path) -> Result<Option<(File, bool)>, TableError> {
    let failed = |error: io::Error| TableError::io(path, "lock the table")(error);
    // Follows no link, even one that leads nowhere.
    match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
        Ok(file) => return Ok(Some((file, true))),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(failed(error)),
    }
    let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let foreign = || Err(TableError::destination(path, Obstacle::ForeignLock));
    match fs::symlink_metadata(path) {
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(failed(error)),
        Ok(there) if !there.is_file() || has_other_names(path) => return foreign(),
        Ok(_) => {}
    }
    let file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if is_missing(&error) => return Ok(None),
        opened => opened.map_err(failed)?,
    };
    // A link may have taken the name since then.
    if !is_still_there(&file, path).map_err(failed)? {
        return Ok(None);
    }
    let mut found = Vec::new();
    (&file).take(MOST_BYTES + 1).read_to_end(&mut found).map_err(failed)?;
    let is_lock = found.is_empty() || str::from_utf8(&found).is_ok_and(is_signature);
    if is_lock && found.len() as u64 <= MOST_BYTES { Ok(Some((file, false))) } else { foreign() }
}

/// Returns whether the file that was opened still has the name of the lock, itself and not through a link.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let locked = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(there) => Ok((locked.dev(), locked.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn obstacle(outcome: Result<TableLock, TableError>) -> Obstacle {
        match outcome {
            Err(TableError::Destination { obstacle, .. }) => obstacle,
            other => panic!("{other:?}"),
        }
    }

    /// Returns a folder, which is removed when dropped, and the paths of a table in it and of its lock.
    fn places() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let table = folder.path().join("table.zarr");
        let path = with_suffix(&table, LOCK);
        (folder, table, path)
    }

    /// Catches two runs that both hold the lock, one that does not say who the other is, and files that
    /// stay.
    #[test]
    fn one_of_two_runs_has_the_lock() {
        let (folder, table, _) = places();
        let lock = TableLock::take(&table).expect("it is free");
        let by = obstacle(TableLock::take(&table));
        assert!(matches!(&by, Obstacle::Locked(by) if by.starts_with(&signature())), "{by}");
        drop(lock);
        drop(TableLock::take(&table).expect("it is free again"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    /// Catches a file of a killed run that keeps others away, also one on another host.
    #[test]
    fn what_killed_runs_have_left_is_in_nobodys_way() {
        for left in ["", &format!("{}\n", signature()), "host elsewhere, process 7, job 17\n"] {
            let (_folder, table, path) = places();
            fs::write(&path, left).expect("written");
            let lock = TableLock::take(&table).expect("nobody holds it");
            assert_eq!(fs::read_to_string(&path).expect("there"), format!("{}\n", signature()));
            drop(lock);
            assert!(!path.exists());
        }
    }

    /// Catches a run that writes where nothing keeps another one away, or leaves something behind there.
    #[test]
    fn nothing_is_locked_where_files_cannot_be() {
        let unsupported = |_: &File| Err(TryLockError::Error(io::ErrorKind::Unsupported.into()));
        for left in [None, Some(signature())] {
            let (_folder, table, path) = places();
            if let Some(left) = &left {
                fs::write(&path, left).expect("written");
            }
            let obstacle = obstacle(TableLock::take_with(&table, &unsupported));
            assert!(matches!(obstacle, Obstacle::Unlockable(_)), "{obstacle}");
            assert_eq!(fs::read_to_string(&path).ok(), left);
        }
    }

    /// Catches a run that signs, changes or removes what is no lock.
    #[test]
    fn what_is_no_lock_stays_as_it_is() {
        for content in ["precious\n", "host a, process b", "host a, process 1\nand more", "\n"] {
            let (_folder, table, path) = places();
            fs::write(&path, content).expect("written");
            let obstacle = obstacle(TableLock::take(&table));
            assert!(matches!(obstacle, Obstacle::ForeignLock), "{content:?}: {obstacle}");
            assert_eq!(fs::read_to_string(&path).expect("there"), content);
        }
    }

    /// Catches a file that is locked although another one has taken its name, and a folder that cannot be read and is
    /// taken for one without the lock.
    #[cfg(unix)]
    #[test]
    fn locked_files_have_their_name() {
        let (folder, _, path) = places();
        let file = File::create(&path).expect("made");
        let is_there = |path: &Path| is_still_there(&file, path).map_err(|error| error.kind());
        assert_eq!(is_there(&path), Ok(true));
        assert_eq!(is_there(&path.join("below")), Err(io::ErrorKind::NotADirectory));
        let kept = folder.path().join("kept");
        fs::rename(&path, &kept).expect("renamed");
        assert_eq!(is_there(&path), Ok(false));
        std::os::unix::fs::symlink(&kept, &path).expect("a link");
        assert_eq!(is_there(&path), Ok(false));
        fs::remove_file(&path).expect("removed");
        fs::write(&path, "").expect("another file");
        assert_eq!(is_there(&path), Ok(false));
    }

    /// Catches a message that does not say who writes the table, or since when.
    #[test]
    fn owners_are_told_with_their_time() {
        let (_folder, _, path) = places();
        assert_eq!(description(&path), "a run that has just begun");
        fs::write(&path, "").expect("written");
        assert_eq!(description(&path), "a run that has just begun");
        fs::write(&path, "host elsewhere, process 7, job 17\n").expect("written");
        let began = SystemTime::now() - std::time::Duration::from_secs(300);
        let file = File::options().write(true).open(&path).expect("it is there");
        file.set_modified(began).expect("a time");
        let told = description(&path);
        let words = "host elsewhere, process 7, job 17, which began 30";
        assert!(told.starts_with(words) && told.ends_with(" s ago"), "{told}");
    }

    /// Catches two runs of many that have the lock at the same time, also while locks are given back.
    #[test]
    fn of_many_runs_at_a_time_one_has_the_lock() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let (_folder, table, _) = places();
        let (holders, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let Ok(lock) = TableLock::take(&table) else { continue };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                        taken.fetch_add(1, Ordering::SeqCst);
                        holders.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert!(taken.into_inner() > 0);
    }
}
