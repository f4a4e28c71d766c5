//! The lock of a table in the making: two runs never write one table.
//!
//! The file `NAME.lock` stands next to the table as long as a run writes it, and says who that is. Where
//! the file system can lock files, the run holds it locked, and the lock ends with the process, however
//! that ends. Some file systems of clusters cannot (Lustre mounted with `noflock`), and some can, but only
//! among the processes of one node. So the run also renews the time of the file every minute: a lock that
//! another host has not renewed for five minutes is given up. Where files cannot be locked at all, having
//! signed the file is the lock, and a process of this host that has ended has given it up.
//!
//! Only a regular file that is empty or signed is taken for a lock: anything else of that name, a link
//! included, is somebody's own and stays as it is. A run that is refused leaves the lock of an earlier run as
//! it has found it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, SystemTime};

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::table::error::{Obstacle, TableError};
use crate::table::names::{LOCK, TAKEOVER};
use crate::table::storage::files::{has_other_names, with_suffix};

/// How old a lock of another host is that is given up. Its run renews it once a minute.
const GIVEN_UP: Duration = Duration::from_secs(300);
/// How often a run tries again when others begin at the same time.
const MOST_ATTEMPTS: u32 = 500;
/// The most bytes of a lock file.
const MOST_BYTES: u64 = 1 << 12;

/// A lock that this process holds. It is given up when dropped.
#[derive(Debug)]
pub(crate) struct TableLock {
    path: PathBuf,
    file: File,
    /// What the file held that an earlier run has left, and that is put back if this run is refused; `None`
    /// if this run has made the file or goes on.
    found: Option<Vec<u8>>,
}

/// Who holds a lock.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Owner {
    host: String,
    process: u32,
    /// The job of a batch system, if it is one.
    job: Option<String>,
}

impl Owner {
    /// Returns this process.
    fn this() -> Self {
        let variables = ["SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"];
        Owner {
            host: System::host_name().unwrap_or_else(|_| "unknown".into()),
            process: process::id(),
            job: variables.iter().find_map(|name| std::env::var(name).ok()),
        }
    }

    fn text(&self) -> String {
        let job = self.job.as_ref().map_or(String::new(), |job| format!(", job {job}"));
        format!("host {}, process {}{job}", self.host, self.process)
    }

    /// Reads what [`Owner::text`] has written.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, ", ");
        let host = parts.next()?.strip_prefix("host ")?.to_owned();
        let process = parts.next()?.strip_prefix("process ")?.parse().ok()?;
        let job = parts.next().and_then(|job| job.strip_prefix("job ")).map(str::to_owned);
        Some(Owner { host, process, job })
    }

    /// Whether this is a process of this host that has ended.
    fn has_ended(&self) -> bool {
        let process = Pid::from_u32(self.process);
        let Ok(mut system) = System::new() else { return false };
        let which = ProcessesToUpdate::Some(&[process]);
        system.refresh_processes_specifics(which, true, ProcessRefreshKind::nothing());
        self.host == Owner::this().host && system.process(process).is_none()
    }
}

/// How files are locked: [`File::try_lock`], or a substitute in tests.
type TryLock<'a> = &'a dyn Fn(&File) -> Result<(), TryLockError>;

impl TableLock {
    /// Locks the table at `path` against other runs.
    ///
    /// # Errors
    /// [`Obstacle::Locked`] when another run writes it, with its host and process.
    pub(crate) fn take(path: &Path) -> Result<Self, TableError> {
        TableLock::take_with(path, &File::try_lock)
    }

    fn take_with(table: &Path, try_lock: TryLock) -> Result<Self, TableError> {
        let path = with_suffix(table, LOCK);
        let failed = |error: io::Error| TableError::io(&path, "lock the table")(error);
        let locked = |by: String| TableError::destination(table, Obstacle::Locked(by));
        // A few times: the file that was opened may be removed before it is locked.
        for _ in 0..MOST_ATTEMPTS {
            let Some(opened) = Opened::open(&path)? else { continue };
            let is_locked = match try_lock(&opened.file) {
                Ok(()) => true,
                Err(TryLockError::WouldBlock) => return Err(locked(description(&path))),
                Err(TryLockError::Error(error)) if is_unsupported(&error) => false,
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            };
            // Where files cannot be locked, this keeps other runs from signing the file at the same time.
            let _takeover = if is_locked { None } else { Some(Takeover::make(table, &path)?) };
            if !is_still_there(&opened.file, &path).map_err(failed)? {
                continue;
            }
            // The lock of another node, where locks do not reach beyond a node; or of any process, where there are
            // none.
            let is_held = |owner: Owner| {
                let is_of_this_host = owner.host == Owner::this().host;
                !is_given_up(&path) && (!is_of_this_host || !is_locked && !owner.has_ended())
            };
            if owner(&path).is_some_and(is_held) {
                return Err(locked(description(&path)));
            }
            return opened.sign(path);
        }
        Err(locked("several runs that begin at the same time".into()))
    }

    /// Says that the run goes on: it has taken the place of an earlier one that has left its lock.
    pub(crate) fn go_on(&mut self) {
        self.found = None;
    }

    /// Renews the time of the file, which tells other hosts that the run goes on. That it cannot be
    /// renewed is no reason to stop the run.
    pub(crate) fn renew(&self) {
        let _ = self.file.set_modified(SystemTime::now());
    }
}

impl Drop for TableLock {
    fn drop(&mut self) {
        // Another run may have taken a lock over that was not renewed for long. A file that stays is
        // taken for the lock of a process that has ended.
        if owner(&self.path) == Some(Owner::this()) {
            let _ = match &self.found {
                None => fs::remove_file(&self.path),
                Some(found) => write(&self.file, found),
            };
        }
    }
}

/// A lock file that is open, but not locked.
struct Opened {
    file: File,
    /// What it held; `None` if it was made.
    found: Option<Vec<u8>>,
}

impl Opened {
    /// Makes the lock file, or opens the one that is there. Returns `None` if that is removed meanwhile.
    ///
    /// # Errors
    /// [`Obstacle::ForeignLock`] when something has its name that is no lock.
    fn open(path: &Path) -> Result<Option<Self>, TableError> {
        let failed = |error: io::Error| TableError::io(path, "lock the table")(error);
        // Follows no link, even one that leads nowhere.
        match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
            Ok(file) => return Ok(Some(Opened { file, found: None })),
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
        let is_signed = || str::from_utf8(&found).ok().and_then(Owner::parse).is_some();
        if found.len() as u64 > MOST_BYTES || !found.is_empty() && !is_signed() {
            return foreign();
        }
        Ok(Some(Opened { file, found: Some(found) }))
    }

    /// Writes into the file who holds the lock.
    fn sign(self, path: PathBuf) -> Result<TableLock, TableError> {
        let Opened { file, found } = self;
        let lock = TableLock { path, file, found };
        let signature = format!("{}\n", Owner::this().text());
        write(&lock.file, signature.as_bytes())
            .map_err(TableError::io(&lock.path, "lock the table"))?;
        Ok(lock)
    }
}

/// Makes this the content of a file.
fn write(mut file: &File, content: &[u8]) -> io::Result<()> {
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(content)
}

/// Whether locking is not supported by the file system.
fn is_unsupported(error: &io::Error) -> bool {
    // ENOSYS, ENOTSUP and EOPNOTSUPP of Linux, the last two of macOS.
    const CODES: [i32; 4] = [38, 95, 45, 102];
    error.kind() == io::ErrorKind::Unsupported
        || cfg!(unix) && error.raw_os_error().is_some_and(|code| CODES.contains(&code))
}

/// A second file beside a lock, which is made exclusively, and removed when dropped.
struct Takeover(PathBuf);

impl Takeover {
    /// Makes it; waits as long as another run has it.
    fn make(table: &Path, lock: &Path) -> Result<Self, TableError> {
        let path = with_suffix(lock, TAKEOVER);
        for _ in 0..MOST_ATTEMPTS {
            match File::create_new(&path) {
                Ok(_) => return Ok(Takeover(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(error) => return Err(TableError::io(lock, "lock the table")(error)),
            }
        }
        let by = format!("another run that begins; if there is none, remove {}", path.display());
        Err(TableError::destination(table, Obstacle::Locked(by)))
    }
}

impl Drop for Takeover {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Reads who holds a lock. `None` if nobody has signed it.
fn owner(path: &Path) -> Option<Owner> {
    let mut text = String::new();
    File::open(path).ok()?.take(MOST_BYTES).read_to_string(&mut text).ok()?;
    Owner::parse(&text)
}

/// Describes who holds a lock, and what to do if that run is gone.
fn description(path: &Path) -> String {
    match owner(path) {
        None => "a run that has just begun".into(),
        Some(owner) if owner.host == Owner::this().host => owner.text(),
        Some(owner) => {
            let ago = age(path).map_or(String::new(), |age| {
                format!(", which has renewed its lock {} s ago", age.as_secs())
            });
            format!("{}{ago}; if that run has ended, remove {}", owner.text(), path.display())
        }
    }
}

fn age(path: &Path) -> Option<Duration> {
    SystemTime::now().duration_since(fs::metadata(path).ok()?.modified().ok()?).ok()
}

fn is_given_up(path: &Path) -> bool {
    age(path).is_some_and(|age| age > GIVEN_UP)
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

    fn obstacle(outcome: Result<TableLock, TableError>) -> String {
        match outcome {
            Err(TableError::Destination { obstacle: Obstacle::Locked(by), .. }) => by,
            other => panic!("{other:?}"),
        }
    }

    fn unsupported(_: &File) -> Result<(), TryLockError> {
        Err(TryLockError::Error(io::Error::from_raw_os_error(38)))
    }

    fn unlocked(_: &File) -> Result<(), TryLockError> {
        Ok(())
    }

    /// Returns a folder, which is removed when dropped, and the paths of a table in it and of its lock.
    fn places() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let table = folder.path().join("table.zarr");
        let path = with_suffix(&table, LOCK);
        (folder, table, path)
    }

    const WAYS: [TryLock; 2] = [&File::try_lock, &unsupported];

    /// Catches two runs that both hold the lock, one that does not say who the other is, and files that
    /// stay.
    #[test]
    fn one_of_two_runs_has_the_lock() {
        for try_lock in WAYS {
            let (folder, table, _) = places();
            let lock = TableLock::take_with(&table, try_lock).expect("it is free");
            let by = obstacle(TableLock::take_with(&table, try_lock));
            assert_eq!(by, Owner::this().text());
            drop(lock);
            drop(TableLock::take_with(&table, try_lock).expect("it is free again"));
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        }
    }

    /// Catches a lock that the dead hold for ever, and one that is taken from the living.
    #[test]
    fn locks_of_the_dead_are_taken_over() {
        for try_lock in [&unsupported as TryLock, &unlocked] {
            let (_folder, table, path) = places();
            let own = Owner::this();
            // No system gives out this number.
            let ended = Owner { process: u32::MAX - 1, ..own.clone() };
            fs::write(&path, ended.text()).expect("written");
            drop(TableLock::take_with(&table, try_lock).expect("its process has ended"));

            let job = Some("17".to_owned());
            let elsewhere = Owner { host: "elsewhere".into(), job, ..own };
            fs::write(&path, elsewhere.text()).expect("written");
            let by = obstacle(TableLock::take_with(&table, try_lock));
            assert!(by.starts_with(&elsewhere.text()), "{by}");
            let long_ago = SystemTime::now() - 2 * GIVEN_UP;
            let file = File::options().write(true).open(&path).expect("it is there");
            file.set_modified(long_ago).expect("a time");
            drop(TableLock::take_with(&table, try_lock).expect("it was given up"));
        }
    }

    /// Catches a run that signs, changes or removes what is no lock, and one that is refused and does not leave
    /// the lock of an ended run as it was.
    #[test]
    fn what_is_no_lock_stays_as_it_is() {
        let ended = Owner { process: u32::MAX - 1, ..Owner::this() }.text();
        for try_lock in WAYS {
            for content in ["precious\n", "host a, process b", "host a, process 1\nand more", "\n"]
            {
                let (_folder, table, path) = places();
                fs::write(&path, content).expect("written");
                match TableLock::take_with(&table, try_lock) {
                    Err(TableError::Destination { obstacle: Obstacle::ForeignLock, .. }) => {}
                    other => panic!("{content:?}: {other:?}"),
                }
                assert_eq!(fs::read_to_string(&path).expect("there"), content);
            }
            for content in ["", &ended] {
                let (_folder, table, path) = places();
                fs::write(&path, content).expect("written");
                drop(TableLock::take_with(&table, try_lock).expect("nobody holds it"));
                assert_eq!(fs::read_to_string(&path).expect("there"), content);
                let mut lock = TableLock::take_with(&table, try_lock).expect("nobody holds it");
                lock.go_on();
                drop(lock);
                assert!(!path.exists());
            }
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

    /// Catches a message about a lock of another host that says neither how old it is nor what to do.
    #[test]
    fn owners_on_other_hosts_are_told_with_their_time() {
        let (_folder, _, path) = places();
        let own = Owner::this();
        fs::write(&path, own.text()).expect("written");
        assert_eq!(description(&path), own.text());
        let elsewhere = Owner { host: "elsewhere".into(), ..own };
        fs::write(&path, elsewhere.text()).expect("written");
        let told = description(&path);
        assert!(told.starts_with(&format!("{}, which has renewed", elsewhere.text())), "{told}");
        assert!(told.contains("; if that run has ended, remove"), "{told}");
    }

    /// Catches two runs of many that have the lock at the same time, also while locks are given back.
    #[test]
    fn of_many_runs_at_a_time_one_has_the_lock() {
        use std::sync::atomic::{AtomicU32, Ordering};
        for (which, try_lock) in
            [File::try_lock as fn(&File) -> _, unsupported].into_iter().enumerate()
        {
            let (_folder, table, _) = places();
            let (holders, taken) = (AtomicU32::new(0), AtomicU32::new(0));
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        for _ in 0..100 {
                            let Ok(lock) = TableLock::take_with(&table, &try_lock) else {
                                continue;
                            };
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "way {which}");
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
}
