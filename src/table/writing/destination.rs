//! Where a table may be written: nothing of a user's is ever replaced but a table, and that only
//! when it was requested.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::table::error::{Foreign, Obstacle, TableError};
use crate::table::format::{Attributes, CHUNK_DIRECTORY, METADATA_FILE};
use crate::table::layout::{Layout, is_group_of_tables, read_metadata};
use crate::table::names::{is_hidden, reserved_for};
use crate::table::other_format::OtherFormat;
use crate::table::storage::files::is_temporary;
use crate::table::writing::lock::TableLock;

/// The most links that are followed one after another.
const MOST_LINKS: u32 = 40;

/// Returns the path of a table as its folder and its name, whatever slashes were typed behind it.
pub fn table_path(path: &Path) -> Result<PathBuf, TableError> {
    let Some(name) = path.file_name() else {
        return Err(TableError::destination(path, Obstacle::NoName));
    };
    if path.to_str().is_none() {
        return Err(TableError::destination(path, Obstacle::NotText));
    }
    if let Some(what) = name.to_str().and_then(reserved_for) {
        return Err(TableError::destination(path, Obstacle::ReservedName(what)));
    }
    if let Some(other) = OtherFormat::of(path) {
        return Err(TableError::destination(path, Obstacle::OtherFormat(other)));
    }
    check_outside_tables(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    if !Path::new(".").join(folder).is_dir() {
        return Err(TableError::destination(path, Obstacle::NoFolder(folder.to_owned())));
    }
    Ok(folder.join(name))
}

/// Checks that a file or a folder of this name would not lie in a table, complete or not, nor in another array
/// of Zarr, and would not be the metadata of a group of tables. Files that a command writes, be it a picture or
/// a log, would else replace chunks. A folder in which tables lie may hold other files too.
///
/// # Errors
/// [`Obstacle::InsideTable`] when it would.
pub fn check_outside_tables(path: impl AsRef<Path>) -> Result<(), TableError> {
    let path = path.as_ref();
    let named = behind_dangling_links(path);
    // Where nothing has the name yet, its folder or one above it may be there.
    let is_there = |path: &&Path| !path.as_os_str().is_empty() && path.exists();
    let there = named.ancestors().find(is_there).unwrap_or(Path::new("."));
    let behind_links = fs::canonicalize(there).map_err(TableError::io(there, "look at it"))?;
    let inside =
        |table: &Path| Err(TableError::destination(path, Obstacle::InsideTable(table.to_owned())));
    let is_file = behind_links.is_file();
    if is_file && behind_links.file_name().is_some_and(|name| name == METADATA_FILE) {
        return inside(behind_links.parent().unwrap_or(&behind_links));
    }
    // A folder that is there holds what is to be made, unless it has the name itself.
    let is_itself = is_file || there == named;
    match behind_links.ancestors().skip(usize::from(is_itself)).find(|folder| is_array(folder)) {
        Some(table) => inside(table),
        None => Ok(()),
    }
}

/// Returns the path that is made by whoever writes to a path: another one only for a link that leads to nothing.
fn behind_dangling_links(path: &Path) -> PathBuf {
    let mut named = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&named) {
            Ok(target) if !named.exists() => {
                named = named.parent().unwrap_or(Path::new("")).join(target);
            }
            _ => break,
        }
    }
    named
}

/// Returns whether a path leads to a file that this process has open, as `/dev/stdout` and links to it do. To put
/// another file in its place would take the link away from all programs.
pub fn is_open_file(path: impl AsRef<Path>) -> bool {
    let mut path = path.as_ref().to_owned();
    let own = ["/proc/self/fd", "/dev/fd"].map(fs::canonicalize);
    for _ in 0..MOST_LINKS {
        let folder = path.parent().unwrap_or(Path::new(""));
        let canonical = fs::canonicalize(folder);
        if canonical.is_ok_and(|folder| own.iter().flatten().any(|own| *own == folder)) {
            return true;
        }
        match fs::read_link(&path) {
            Ok(target) => path = folder.join(target),
            Err(_) => return false,
        }
    }
    false
}

/// Returns whether a folder has metadata, and these are not those of a group that may hold several tables.
fn is_array(folder: &Path) -> bool {
    folder.join(METADATA_FILE).exists() && !is_group_of_tables(folder)
}

/// Checks that nothing is at the final path, or a table that may be replaced.
pub fn check_final(path: &Path, overwrite: bool) -> Result<(), TableError> {
    if !is_there(path)? {
        return Ok(());
    }
    match what_is_foreign(path)? {
        Some(foreign) => Err(TableError::destination(path, Obstacle::Foreign(foreign))),
        None if overwrite => Ok(()),
        None => Err(TableError::destination(path, Obstacle::Table)),
    }
}

/// What an earlier run has left where the directory of the unfinished table is to be.
pub(crate) enum Leftover {
    /// Nothing.
    Nothing,
    /// The directory of a table that it had just made.
    Beginning,
    /// A table whose run has ended before it was complete.
    Unfinished,
    /// A complete table that was not given its final name.
    Finished,
}

/// Looks at what an earlier run has left.
///
/// # Errors
/// When something else is there, which is never removed.
pub(crate) fn left_behind(partial: &Path) -> Result<Leftover, TableError> {
    if !is_there(partial)? {
        return Ok(Leftover::Nothing);
    }
    if partial.is_dir() && !partial.is_symlink() && !holds_more_than_a_beginning(partial)? {
        return Ok(Leftover::Beginning);
    }
    if let Some(foreign) = what_is_foreign(partial)? {
        return Err(TableError::destination(partial, Obstacle::ForeignUnfinished(foreign)));
    }
    let is_complete = attributes(partial).is_ok_and(|attributes| attributes.complete);
    Ok(if is_complete { Leftover::Finished } else { Leftover::Unfinished })
}

/// Returns whether a run has found that what it has left is wrong.
pub(crate) fn is_wrong(partial: &Path) -> bool {
    attributes(partial).is_ok_and(|attributes| attributes.wrong.is_some())
}

/// Returns whether a directory holds more than what a run makes before it has written the metadata of the array,
/// which is also what is left last where a table is removed.
fn holds_more_than_a_beginning(folder: &Path) -> Result<bool, TableError> {
    let layout = Layout::at(folder);
    let Some(array) = layout.array() else { return holds_others(folder, &[], &[]) };
    if holds_others(folder, &[METADATA_FILE], &[array])? {
        return Ok(true);
    }
    let array = folder.join(array);
    if array.exists() { holds_others(&array, &[], &[]) } else { Ok(false) }
}

/// Returns whether a directory holds anything but these files and these folders, and hidden files.
fn holds_others(folder: &Path, files: &[&str], folders: &[&str]) -> Result<bool, TableError> {
    let listed = TableError::io(folder, "list the folder");
    let mut entries = fs::read_dir(folder).map_err(listed)?;
    let is_known = |entry: fs::DirEntry| {
        let (name, kind) = (entry.file_name(), entry.file_type());
        let is_among = |names: &[&str]| names.iter().any(|known| name == *known);
        // Neither is a link.
        kind.is_ok_and(|kind| {
            kind.is_file() && (is_among(files) || is_hidden(&name))
                || kind.is_dir() && is_among(folders)
        })
    };
    Ok(entries.any(|entry| !entry.is_ok_and(is_known)))
}

/// Puts in order what a run has left that ended while it was replacing a table: the replaced table gets
/// its name back. Returns whether it is to be removed instead, since something has the name.
pub(crate) fn restore_replaced(replaced: &Path, path: &Path) -> Result<bool, TableError> {
    if !is_there(replaced)? {
        return Ok(false);
    }
    // The metadata are removed last, so that even a rest of a table is known by them.
    let is_rest = replaced.is_dir() && !holds_more_than_a_beginning(replaced)?;
    if let (false, Some(foreign)) = (is_rest, what_is_foreign(replaced)?) {
        return Err(TableError::destination(replaced, Obstacle::Foreign(foreign)));
    }
    if is_rest || is_there(path)? {
        return Ok(true);
    }
    let renamed = fs::rename(replaced, path);
    renamed.map_err(TableError::io(replaced, "give the table its name back"))?;
    Ok(false)
}

/// Removes a directory that was found to be a table: its metadata last, so that what an interruption
/// leaves is still known to be a table.
pub(crate) fn remove_table(path: &Path) -> Result<(), TableError> {
    let layout = Layout::at(path);
    let array = layout.array_folder(path);
    let chunks = array.join(CHUNK_DIRECTORY);
    let remove = |folder: &Path| match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    };
    let mut folders = [chunks.as_path(), &array, path].into_iter();
    folders.try_for_each(remove).map_err(TableError::io(path, "remove the table"))
}

/// Removes the unfinished table of a job that no run can complete, unless another run writes it.
pub fn remove_unfinished(path: &Path, partial: &Path) -> Result<(), TableError> {
    let _lock = TableLock::take(path)?;
    remove_table(partial)
}

/// Removes a table that another has replaced. Network file systems keep files that somebody reads under hidden names,
/// and their folders with them: these stay, and the next run that replaces the table removes them.
pub(crate) fn remove_replaced(path: &Path) -> Result<(), TableError> {
    remove_table(path)
        .or_else(|error| if holds_hidden_files_alone(path) { Ok(()) } else { Err(error) })
}

/// Returns whether a folder and those in it hold no files but hidden ones.
fn holds_hidden_files_alone(folder: &Path) -> bool {
    let is_hidden = |entry: fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => holds_hidden_files_alone(&entry.path()),
        _ => is_hidden(&entry.file_name()),
    };
    fs::read_dir(folder).is_ok_and(|mut entries| entries.all(|entry| entry.is_ok_and(is_hidden)))
}

/// Removes the temporary files of an interrupted run from a table.
pub(crate) fn remove_temporary(folder: &Path) -> Result<(), TableError> {
    let clean = || {
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if is_temporary(&entry.file_name(), None) {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    };
    clean().map_err(TableError::io(folder, "remove temporary files"))
}

/// Returns whether anything has this name, a dangling link included.
fn is_there(path: &Path) -> Result<bool, TableError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(TableError::io(path, "look at what is there")(error)),
    }
}

/// Reads the attributes of a directory that may be a table.
fn attributes(path: &Path) -> Result<Attributes, TableError> {
    let array = Layout::at(path).array_folder(path);
    let refuse = |reason| TableError::not_a_table(path, reason);
    Attributes::find(&read_metadata(&array)?).map_err(refuse)
}

/// Returns what keeps a path from being a table and nothing else; `None` for a table.
fn what_is_foreign(path: &Path) -> Result<Option<Foreign>, TableError> {
    if path.is_symlink() || !path.is_dir() {
        return Ok(Some(Foreign::NoDirectory));
    }
    let layout = Layout::at(path);
    let folder = layout.array_folder(path);
    match attributes(path) {
        Ok(_) => {}
        Err(_) if folder.exists() && !folder.is_dir() => {
            return Ok(Some(Foreign::OtherDirectory));
        }
        // The rest of a table in a group of its own, whose array was removed already.
        Err(_) if layout.array().is_some() && !is_there(&folder.join(METADATA_FILE))? => {}
        Err(TableError::NotATable { .. }) => return Ok(Some(Foreign::OtherDirectory)),
        Err(error) => return Err(error),
    }
    let is_of_array = |name: &str| [METADATA_FILE, CHUNK_DIRECTORY].contains(&name);
    let in_array = || {
        let is_empty = !folder.exists();
        let found = if is_empty { None } else { foreign_file(&folder, &is_of_array) };
        found.or_else(|| foreign_chunk(&folder.join(CHUNK_DIRECTORY)))
    };
    let Some(array) = layout.array() else { return Ok(in_array().map(Foreign::InTable)) };
    let is_of_group = |name: &str| [METADATA_FILE, array].contains(&name);
    Ok(foreign_file(path, &is_of_group).or_else(in_array).map(Foreign::InTable))
}

/// Describes an entry below the chunk directory that is no chunk and no folder of chunks: both have
/// numbers as names.
fn foreign_chunk(folder: &Path) -> Option<String> {
    let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    if folder.exists() { foreign_below(folder, &is_number) } else { None }
}

/// Describes an entry below a folder that [`foreign_file`] describes, in the folder or in one that it holds.
fn foreign_below(folder: &Path, is_of_table: &dyn Fn(&str) -> bool) -> Option<String> {
    foreign_file(folder, is_of_table).or_else(|| {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let mut folders = entries.filter(|entry| entry.file_type().is_ok_and(|t| t.is_dir()));
        folders.find_map(|entry| foreign_below(&entry.path(), is_of_table))
    })
}

/// Describes an entry of a folder that does not belong to a table, by its name or because it is a link, through
/// which a run would write elsewhere; or that the folder cannot be listed. A hidden file is nobody's own: systems make
/// them. A hidden folder may be, as a repository is.
fn foreign_file(folder: &Path, is_of_table: &dyn Fn(&str) -> bool) -> Option<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Some(format!("{} which cannot be listed", folder.display()));
    };
    for entry in entries {
        match entry.map(|entry| (entry.file_name(), entry.file_type())) {
            Ok((name, Ok(kind))) if kind.is_symlink() => {
                return Some(format!("the link {}", folder.join(name).display()));
            }
            Ok((name, Ok(kind))) if kind.is_file() && is_hidden(&name) => {}
            Ok((name, _)) if name.to_str().is_some_and(is_of_table) => {}
            Ok((name, _)) => return Some(format!("the file {}", folder.join(name).display())),
            Err(error) => return Some(format!("{}: {error}", folder.display())),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::CpuEngine;
    use crate::table::{Sharding, TableWriter};
    use crate::{Control, Plan, tabulate};

    /// Makes a complete table in a folder.
    fn table(folder: &Path, name: &str) -> PathBuf {
        let plan = Plan::parse("wythoff", "20", "grundy").expect("a plan");
        let plan = plan.with_tile(10).expect("tiles");
        let path = folder.join(name);
        let writer = TableWriter::options(&plan).sharding(Sharding::NONE).create(&path);
        let writer = Some(writer.expect("nothing in the way"));
        tabulate(&plan, &CpuEngine, writer, &Control::default()).expect("it is stored");
        path
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    /// Catches a file that would be written into a table or another array, and one that is refused beside it.
    #[test]
    fn files_lie_outside_tables() {
        let folder = folder();
        let folder = fs::canonicalize(folder.path()).expect("a path");
        let table = table(&folder, "table.zarr");
        let group = folder.join("group");
        fs::create_dir(&group).expect("made");
        fs::write(group.join(METADATA_FILE), r#"{"node_type": "group"}"#).expect("written");
        let odd = folder.join("odd");
        fs::create_dir(&odd).expect("made");
        fs::write(odd.join(METADATA_FILE), "precious").expect("written");

        for beside in [&folder.join("new.png"), &folder.join("a/b/new.png"), &table, &group] {
            assert!(check_outside_tables(beside).is_ok(), "{}", beside.display());
        }
        assert!(check_outside_tables("new.png").is_ok());
        assert!(check_outside_tables(group.join("new.png")).is_ok());
        for (array, inside) in [
            (&table, "new.png"),
            (&table, "c/0/0"),
            (&table, "a/b/new.png"),
            (&table, METADATA_FILE),
            (&odd, "new.png"),
            (&group, METADATA_FILE),
        ] {
            match check_outside_tables(array.join(inside)) {
                Err(TableError::Destination { obstacle: Obstacle::InsideTable(found), .. }) => {
                    assert_eq!(&found, array, "{inside}");
                }
                other => panic!("{inside}: {other:?}"),
            }
        }
        #[cfg(unix)]
        for target in ["c/0/0", "new"] {
            let link = folder.join(target.replace('/', "-"));
            std::os::unix::fs::symlink(table.join(target), &link).expect("a link");
            assert!(check_outside_tables(&link).is_err(), "a link to {target}");
        }
    }

    fn names(left: Result<Leftover, TableError>) -> &'static str {
        match left {
            Ok(Leftover::Nothing) => "nothing",
            Ok(Leftover::Beginning) => "beginning",
            Ok(Leftover::Unfinished) => "unfinished",
            Ok(Leftover::Finished) => "finished",
            Err(TableError::Destination { obstacle: Obstacle::ForeignUnfinished(_), .. }) => {
                "foreign"
            }
            Err(other) => panic!("{other:?}"),
        }
    }

    /// Catches what an earlier run has left that is taken for something else, and what it has not left.
    #[test]
    fn what_is_left_is_known() {
        let folder = folder();
        let partial = folder.path().join("table.zarr.partial");
        assert_eq!(names(left_behind(&partial)), "nothing");
        fs::create_dir(&partial).expect("made");
        assert_eq!(names(left_behind(&partial)), "beginning");
        fs::create_dir(partial.join("zarr.json.tmp")).expect("made");
        assert_eq!(names(left_behind(&partial)), "foreign");
        fs::remove_dir(partial.join("zarr.json.tmp")).expect("removed");
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&partial, &link).expect("a link");
            assert_eq!(names(left_behind(&link)), "foreign");
        }
        fs::write(partial.join("notes"), "precious").expect("written");
        assert_eq!(names(left_behind(&partial)), "foreign");
        fs::remove_dir_all(&partial).expect("removed");
        let plan = Plan::parse("wythoff", "20", "grundy").expect("a plan");
        let path = folder.path().join("table.zarr");
        let mut writer = TableWriter::options(&plan).create(&path).expect("begun");
        writer.suspend("stopped").expect("it stays");
        assert_eq!(names(left_behind(&partial)), "unfinished");
        let table = table(folder.path(), "complete.zarr");
        assert_eq!(names(left_behind(&table)), "finished");
        // What is below a file cannot be looked at, which is not to say that nothing is there.
        assert!(is_there(&table.join(METADATA_FILE).join("below")).is_err());
    }

    /// Catches a replaced table that is lost, or that takes the place of another one.
    #[test]
    fn replaced_tables_get_their_names_back() {
        let folder = folder();
        let path = folder.path().join("table.zarr");
        let replaced = folder.path().join("replaced");
        let restored = || restore_replaced(&replaced, &path).expect("in order");
        assert!(!restored());
        fs::create_dir(&replaced).expect("made");
        assert!(restored(), "the rest of a removed table");
        fs::remove_dir(&replaced).expect("removed");
        table(folder.path(), "replaced");
        assert!(!restored() && path.join(METADATA_FILE).exists() && !replaced.exists());
        table(folder.path(), "replaced");
        assert!(restored() && replaced.exists(), "something has the name");
        remove_table(&replaced).expect("removed");
        fs::write(&replaced, "precious").expect("written");
        assert!(restore_replaced(&replaced, &path).is_err());
    }

    /// Catches a table that is replaced although something else lies in it, and temporary files that stay.
    #[test]
    fn tables_hold_nothing_else() {
        let folder = folder();
        let table = table(folder.path(), "table.zarr");
        assert!(check_final(&table, true).is_ok() && check_final(&table, false).is_err());
        let array = table.join("grundy");
        let chunks = array.join(CHUNK_DIRECTORY);
        let temporary = chunks.join("1/.1.0aBcD5.tmp");
        fs::write(&temporary, "half").expect("written");
        assert!(check_final(&table, true).is_ok());
        remove_temporary(&table).expect("removed");
        assert!(!temporary.exists() && chunks.join("1/1").exists());
        for hidden in [".DS_Store", "grundy/._1", "grundy/c/.DS_Store", "grundy/c/1/.nfs0123"] {
            fs::write(table.join(hidden), "of the system").expect("written");
        }
        assert!(check_final(&table, true).is_ok());
        let repository = chunks.join(".git");
        fs::create_dir(&repository).expect("made");
        assert!(check_final(&table, true).is_err(), "a repository");
        fs::remove_dir(&repository).expect("removed");
        for foreign in ["notes", "grundy/notes", "grundy/c/notes", "grundy/c/1/notes"] {
            let foreign = table.join(foreign);
            fs::write(&foreign, "precious").expect("written");
            assert!(check_final(&table, true).is_err(), "{}", foreign.display());
            fs::remove_file(foreign).expect("removed");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path(), chunks.join("7")).expect("a link");
            assert!(check_final(&table, true).is_err(), "a link");
        }
    }

    /// Catches a replacement that fails since a network file system keeps what somebody reads, and files that are taken for
    /// such ones.
    #[test]
    fn what_file_systems_keep_is_no_failure() {
        let folder = folder();
        let kept = folder.path().join("grundy/c/1");
        fs::create_dir_all(&kept).expect("made");
        assert!(holds_hidden_files_alone(folder.path()));
        fs::write(kept.join(".nfs0123"), "read by somebody").expect("written");
        assert!(holds_hidden_files_alone(folder.path()));
        fs::write(kept.join("1"), "a chunk").expect("written");
        assert!(!holds_hidden_files_alone(folder.path()));
        assert!(!holds_hidden_files_alone(&folder.path().join("none")));
    }

    /// Catches a table whose removal, or whose beginning, was interrupted at some step and whose rest is taken for
    /// somebody's own or for a table to go on with.
    #[test]
    fn every_rest_of_a_table_is_known() {
        let folder = folder();
        let partial = folder.path().join("table.zarr.partial");
        fs::rename(table(folder.path(), "table.zarr"), &partial).expect("renamed");
        assert_eq!(names(left_behind(&partial)), "finished");
        fs::remove_dir_all(partial.join("grundy/c")).expect("removed");
        assert_eq!(names(left_behind(&partial)), "finished");
        let hide = |name: &str| {
            let hidden = partial.join(name).with_file_name(".zarr.json.0aBcD5.tmp");
            fs::rename(partial.join(name), hidden).expect("renamed");
        };
        hide("grundy/zarr.json");
        assert_eq!(names(left_behind(&partial)), "beginning");
        fs::create_dir(partial.join("grundy/c")).expect("made");
        assert_eq!(names(left_behind(&partial)), "unfinished");
        fs::remove_dir_all(partial.join("grundy")).expect("removed");
        assert_eq!(names(left_behind(&partial)), "beginning");
        fs::write(partial.join("grundy"), "precious").expect("written");
        assert_eq!(names(left_behind(&partial)), "foreign");
        fs::remove_file(partial.join("grundy")).expect("removed");
        hide("zarr.json");
        assert_eq!(names(left_behind(&partial)), "beginning");
        remove_table(&partial).expect("removed");
        assert!(!partial.exists());
    }
}
