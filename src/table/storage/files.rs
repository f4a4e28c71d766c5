//! Files: written whole and made durable; read only if they are what they should be.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::table::error::TableError;
use crate::wording::counted;

/// The end of the temporary name of a file that is being written.
pub(crate) const TEMPORARY: &str = ".tmp";
/// How many random letters and digits stand before it.
const RANDOM_CHARACTERS: usize = 6;

/// Writes a file of the table in `root` under a temporary name and renames it, so that it has its
/// name only when it is whole. Makes the folders it needs below `root`, but never `root` itself: if
/// that is gone, someone has removed the table.
pub(crate) fn write_whole(root: &Path, key: &str, bytes: &[u8]) -> Result<(), TableError> {
    write_below(root, key, bytes, |_| Ok(()))
}

/// Does what [`write_whole`] does, and waits until the file is on the disk before it gets its name, and until that
/// is on the disk too.
pub(crate) fn write_durably(root: &Path, key: &str, bytes: &[u8]) -> Result<(), TableError> {
    write_below(root, key, bytes, File::sync_all)?;
    let file = root.join(key);
    let mut above = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    above.try_for_each(sync_folder)
}

/// Writes a file under a temporary name, calls `settle` with it and gives it its name.
fn write_below(
    root: &Path,
    key: &str,
    bytes: &[u8],
    settle: impl Fn(&File) -> io::Result<()>,
) -> Result<(), TableError> {
    let path = root.join(key);
    let write = || {
        let mut file = match temporary(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                create_folders(root, key).and_then(|()| temporary(&path))
            }
            other => other,
        }?;
        file.as_file_mut().write_all(bytes)?;
        settle(file.as_file())?;
        give_name(file, &path)
    };
    write().map_err(TableError::io(&path, "write the file"))
}

/// Makes a file beside `path` that is removed when it is dropped without a name of its own. Its temporary one begins with
/// a dot, so that nobody takes it for a file of a table, and nobody can have put a link there.
pub(crate) fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut beginning = OsString::from(".");
    beginning.push(path.file_name().unwrap_or_default());
    beginning.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&beginning).suffix(TEMPORARY).rand_bytes(RANDOM_CHARACTERS);
    // As of every new file, less what the umask takes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

/// Whether a name is one that [`temporary`] gives a file which will have the name `of`, or any name if that is `None`.
pub(crate) fn is_temporary(name: &OsStr, of: Option<&str>) -> bool {
    let name = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(TEMPORARY));
    name.and_then(|name| name.rsplit_once('.')).is_some_and(|(name, random)| {
        of.is_none_or(|of| of == name)
            && random.len() == RANDOM_CHARACTERS
            && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Gives a file that is whole its name, in the place of one that has it.
pub(crate) fn give_name(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.persist(path).map_err(|refused| refused.error)?;
    Ok(())
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

/// Lists the folders of a file, up to that of its table.
pub(crate) fn folders_above(file: &Path, table: &Path) -> Vec<PathBuf> {
    let folders = file.ancestors().skip(1).take_while(|folder| folder.starts_with(table));
    folders.map(Path::to_owned).collect()
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

    /// Catches a file that is read by its owner alone, one that takes its name before it is whole, and one that stays where
    /// the write has failed.
    #[test]
    fn files_get_their_names_when_they_are_whole() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let (own, chunk) = (folder.path().join("own"), folder.path().join("c/0"));
        fs::write(&own, "mine").expect("written");
        for content in [b"first", b"later"] {
            write_whole(folder.path(), "c/0", content).expect("written");
            assert_eq!(fs::read(&chunk).expect("a chunk"), content);
        }
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode(&chunk), mode(&own), "as the umask says");

        let begun = temporary(&chunk).expect("a file");
        let name = begun.path().file_name().expect("a name").to_owned();
        assert!(is_temporary(&name, Some("0")) && is_temporary(&name, None), "{name:?}");
        assert!(!is_temporary(&name, Some("1")), "{name:?}");
        for other in [".0.tmp", "0.abcdef.tmp", ".0.abcdef", ".0.abc-ef.tmp", ".abcdef.tmp"] {
            assert!(!is_temporary(OsStr::new(other), Some("0")), "{other}");
        }
        drop(begun);
        // Where a folder has the name, nothing is replaced.
        fs::create_dir(folder.path().join("c/1")).expect("made");
        assert!(write_whole(folder.path(), "c/1", b"third").is_err());
        assert_eq!(fs::read_dir(folder.path().join("c")).expect("a folder").count(), 2);

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
