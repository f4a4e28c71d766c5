//! Files: written whole and made durable; read only if they are what they should be.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::table::error::TableError;
use crate::wording::counted;

/// The end of the temporary name of a file that is being written.
pub(crate) const TEMPORARY: &str = ".tmp";

/// Writes a file of the table in `root` under a temporary name and renames it, so that it has its
/// name only when it is whole. Makes the folders it needs below `root`, but never `root` itself: if
/// that is gone, someone has removed the table.
pub(crate) fn write_whole(root: &Path, key: &str, bytes: &[u8]) -> Result<(), TableError> {
    write_and_rename(root, key, bytes, |_| Ok(()))
}

/// Does what [`write_whole`] does, and waits until the file is on the disk before it gets its name, and until that
/// is on the disk too.
pub(crate) fn write_durably(root: &Path, key: &str, bytes: &[u8]) -> Result<(), TableError> {
    write_and_rename(root, key, bytes, File::sync_all)?;
    let file = root.join(key);
    let mut above = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    above.try_for_each(sync_folder)
}

/// Writes a file under a temporary name, calls `settle` with it and renames it.
fn write_and_rename(
    root: &Path,
    key: &str,
    bytes: &[u8],
    settle: impl Fn(&File) -> io::Result<()>,
) -> Result<(), TableError> {
    let path = root.join(key);
    let temporary = with_suffix(&path, TEMPORARY);
    let create = || match create_anew(&temporary) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create_folders(root, key).and_then(|()| create_anew(&temporary))
        }
        other => other,
    };
    make_and_rename([&temporary, &path], create, bytes, settle)
        .map_err(TableError::io(&path, "write the file"))
}

/// Makes a file, which has a temporary name, writes it, calls `settle` with it and gives it its name. Removes it
/// where that fails.
pub(crate) fn make_and_rename(
    [temporary, path]: [&Path; 2],
    create: impl FnOnce() -> io::Result<File>,
    bytes: &[u8],
    settle: impl Fn(&File) -> io::Result<()>,
) -> io::Result<()> {
    let write = || {
        let mut file = create()?;
        file.write_all(bytes)?;
        settle(&file)?;
        drop(file);
        fs::rename(temporary, path)
    };
    // The error of the write is the one to report, whether or not this succeeds.
    write().inspect_err(|_| drop(fs::remove_file(temporary)))
}

/// Makes a file in place of what a killed run has left under its name, which is removed and never written: it
/// could be a link.
fn create_anew(path: &Path) -> io::Result<File> {
    match File::create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            File::create_new(path)
        }
        other => other,
    }
}

/// Returns whether a regular file has more names than one: what is written into it may be somebody's own. Links
/// are followed.
#[cfg(unix)]
pub fn has_other_names(path: impl AsRef<Path>) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.nlink() > 1)
}

/// Elsewhere nothing says so.
#[cfg(not(unix))]
pub fn has_other_names(_: impl AsRef<Path>) -> bool {
    false
}

/// Waits until the content of a file is on the disk. A file that is gone was replaced or removed.
pub(crate) fn sync_file(path: &Path) -> Result<(), TableError> {
    match File::open(path).and_then(|file| file.sync_all()) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(TableError::io(path, "write the file to the disk")(error))
        }
        _ => Ok(()),
    }
}

/// Waits until the names in a folder are on the disk, where the system can do so.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), TableError> {
    // Only on Unix a folder can be opened; elsewhere names are made durable by the file system.
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match File::open(folder).and_then(|file| file.sync_all()) {
        // Some network file systems do not synchronize folders.
        Err(error)
            if !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::NotFound) =>
        {
            Err(TableError::io(folder, "write the folder to the disk")(error))
        }
        _ => Ok(()),
    }
}

/// Makes the folders between `root` and the file `root`/`key`.
fn create_folders(root: &Path, key: &str) -> io::Result<()> {
    let mut folder = root.to_owned();
    for name in Path::new(key).parent().into_iter().flatten() {
        folder.push(name);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Returns the path whose last name has this suffix too.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// A file that is read: a regular one, of a length that was checked before anything is read.
pub(crate) struct RegularFile {
    file: File,
    /// Its length in bytes.
    pub(crate) length: u64,
}

/// Why a file cannot be read.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// The system refuses.
    Io(io::Error),
    /// It is not what it should be.
    Odd(String),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Unreadable::Io(error)
    }
}

/// Reads a regular file of at most `most_bytes` bytes. Returns `None` if there is none.
///
/// # Errors
/// When the system refuses, and when the file is odd.
pub(crate) fn read_file(path: &Path, most_bytes: u64) -> Result<Option<Vec<u8>>, Unreadable> {
    RegularFile::open(path, most_bytes)?.map(|mut file| file.read_all()).transpose()
}

impl RegularFile {
    /// Opens a file for reading. A named pipe or a device, which could keep the reader waiting for ever,
    /// is not opened, nor is a file of more than `most_bytes` bytes. Returns `None` if there is no file.
    ///
    /// # Errors
    /// When the system refuses, and when the file is odd.
    pub(crate) fn open(path: &Path, most_bytes: u64) -> Result<Option<Self>, Unreadable> {
        let missing = |error: &io::Error| {
            matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
        };
        match fs::metadata(path) {
            Err(error) if missing(&error) => return Ok(None),
            Err(error) => return Err(error.into()),
            Ok(found) if !found.is_file() => {
                return Err(Unreadable::Odd("it is not a regular file".into()));
            }
            Ok(_) => {}
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        if length > most_bytes {
            return Err(Unreadable::Odd(format!(
                "it has {}, which is more than the {most_bytes} that it can have",
                counted(length, "byte")
            )));
        }
        Ok(Some(RegularFile { file, length }))
    }

    /// Reads the whole file.
    ///
    /// # Errors
    /// When the system refuses, or the file has changed its length.
    pub(crate) fn read_all(&mut self) -> Result<Vec<u8>, Unreadable> {
        self.read_at(0, self.length)
    }

    /// Reads bytes at an offset, all within the length of the file.
    ///
    /// # Errors
    /// When the system refuses, or the file has become shorter.
    pub(crate) fn read_at(&mut self, offset: u64, length: u64) -> Result<Vec<u8>, Unreadable> {
        self.file.seek(SeekFrom::Start(offset))?;
        let mut bytes = Vec::new();
        (&mut self.file).take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == length {
            Ok(bytes)
        } else {
            Err(Unreadable::Odd(format!(
                "it ends {} early",
                counted(length - bytes.len() as u64, "byte")
            )))
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Catches a write through what a killed run has left, and a file that is taken for nobody else's.
    #[test]
    fn what_was_left_is_replaced_and_never_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let (own, chunk) = (folder.path().join("own"), folder.path().join("c/0"));
        fs::write(&own, "mine").expect("written");
        write_whole(folder.path(), "c/0", b"first").expect("written");
        std::os::unix::fs::symlink(&own, with_suffix(&chunk, TEMPORARY)).expect("linked");
        write_whole(folder.path(), "c/0", b"second").expect("written");
        assert_eq!(fs::read(&chunk).expect("a chunk"), b"second");
        assert_eq!(fs::read(&own).expect("a file"), b"mine");
        // Where a folder has the name, nothing is removed.
        fs::create_dir(with_suffix(&chunk, TEMPORARY)).expect("made");
        assert!(write_whole(folder.path(), "c/0", b"third").is_err());
        assert_eq!(fs::read(&chunk).expect("a chunk"), b"second");

        assert!(!has_other_names(&own) && !has_other_names(folder.path()));
        fs::hard_link(&own, folder.path().join("name")).expect("linked");
        assert!(has_other_names(&own));
    }

    /// Catches a file that is missing, odd or too long and is not told from another fault.
    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "mine").expect("written");
        let open = |path: &Path, most| RegularFile::open(path, most).map(|found| found.is_some());
        assert!(matches!(open(&file, 4), Ok(true)));
        assert!(matches!(open(&file, 3), Err(Unreadable::Odd(_))));
        assert!(matches!(open(folder.path(), 1 << 20), Err(Unreadable::Odd(_))));
        assert!(matches!(open(&folder.path().join("none"), 9), Ok(false)));
        assert!(matches!(open(&file.join("below"), 9), Ok(false)));
        assert!(matches!(open(&folder.path().join("n".repeat(999)), 9), Err(Unreadable::Io(_))));
    }
}
