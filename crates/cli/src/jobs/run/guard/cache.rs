//! The files with verdicts: one for each adapter, driver and version of the program, in the user's cache folder or in
//! the folder that an environment variable names. The files may be removed at any time.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::jobs::run::verdict::Verdict;
use grundytab::engine::gpu::AdapterIdentity;
use grundytab::table::WholeFile;
use grundytab::version::VERSION;

/// The variable that names another folder, for machines on which users have no cache folder.
const VARIABLE: &str = "GRUNDYTAB_CACHE";

/// The content of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    /// Marks the file as one of this program.
    grundytab_selftest: String,
    adapter: AdapterIdentity,
    verdict: Verdict,
}

/// Returns the stored verdict on an adapter. An unreadable file counts as missing.
pub(super) fn read(adapter: &AdapterIdentity) -> Option<Verdict> {
    read_from(&folder()?, adapter)
}

/// Stores a verdict and replaces an earlier one.
///
/// # Errors
/// If the verdict cannot be stored: the path and the reason.
pub(super) fn write(adapter: &AdapterIdentity, verdict: &Verdict) -> Result<(), String> {
    let folder = folder().ok_or_else(|| "the user has no folder of caches".to_owned())?;
    write_into(&folder, adapter, verdict)
}

/// Returns the folder of the files, which may not exist yet.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
    named.map(PathBuf::from).or_else(|| Some(dirs::cache_dir()?.join("grundytab")))
}

/// Returns the file of an adapter. If two adapters have the same file name, each replaces the other's verdict and is
/// tested again.
fn path(folder: &Path, adapter: &AdapterIdentity) -> PathBuf {
    let key = format!("{adapter:?} {VERSION}");
    folder.join(format!("selftest-{:08x}.json", crc32c::crc32c(key.as_bytes())))
}

fn read_from(folder: &Path, adapter: &AdapterIdentity) -> Option<Verdict> {
    let kept: Kept = serde_json::from_slice(&fs::read(path(folder, adapter)).ok()?).ok()?;
    (kept.adapter == *adapter && kept.grundytab_selftest == VERSION).then_some(kept.verdict)
}

fn write_into(folder: &Path, adapter: &AdapterIdentity, verdict: &Verdict) -> Result<(), String> {
    let path = path(folder, adapter);
    let failed = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    // A machine that failed may have left an empty file.
    match fs::read(&path) {
        Ok(bytes) if bytes.is_empty() || serde_json::from_slice::<Kept>(&bytes).is_ok() => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(failed(&error)),
        Ok(_) => return Err(failed(&"something else is in the file")),
    }
    let (grundytab_selftest, adapter) = (VERSION.to_owned(), adapter.clone());
    let kept = Kept { grundytab_selftest, adapter, verdict: verdict.clone() };
    let text = serde_json::to_vec_pretty(&kept).map_err(|error| failed(&error))?;
    let mut file = WholeFile::create(&path).map_err(|error| error.to_string())?;
    file.write_all(&text).map_err(|error| failed(&error))?;
    file.finish().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::run::verdict::SelftestOutcome;

    fn adapter(driver: &str, number: u32) -> AdapterIdentity {
        let adapter = serde_json::json!({
            "name": "card", "vendor": 4318, "device": 9, "backend": "Vulkan", "driver": driver, "number": number,
        });
        serde_json::from_value(adapter).expect("an identity")
    }

    fn crashed() -> Verdict {
        Verdict::now(SelftestOutcome::Crashed, vec!["signal: 11 (SIGSEGV)".into()])
    }

    /// Catches a verdict that is lost, that is taken for one on another driver or another card of the same
    /// model, and one that cannot be renewed.
    #[test]
    fn a_verdict_is_that_of_its_adapter_and_driver() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("of/the/user");
        let card = adapter("550.1", 0);
        assert_eq!(read_from(&folder, &card), None);
        write_into(&folder, &card, &crashed()).expect("written");
        assert_eq!(read_from(&folder, &card).expect("a verdict").what, crashed().what);
        for other in [adapter("550.2", 0), adapter("550.1", 1)] {
            assert_eq!(read_from(&folder, &other), None, "{other:?}");
        }
        let passed = Verdict::now(SelftestOutcome::Passed, Vec::new());
        write_into(&folder, &card, &passed).expect("written");
        assert_eq!(read_from(&folder, &card), Some(passed));
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    }

    /// Catches a file of somebody else that is overwritten, or read as a verdict; and an empty one that stays for ever.
    #[test]
    fn other_files_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let (folder, card) = (folder.path(), adapter("550.1", 0));
        let path = path(folder, &card);
        write_into(folder, &card, &crashed()).expect("written");
        let of_card = fs::read_to_string(&path).expect("text");
        for foreign in ["mine", "{}", &of_card.replace("crashed", "exploded")] {
            fs::write(&path, foreign).expect("written");
            assert_eq!(read_from(folder, &card), None, "{foreign}");
            let why = write_into(folder, &card, &crashed()).expect_err("refused");
            assert!(why.contains("something else") && why.contains(".json"), "{why}");
            assert_eq!(fs::read_to_string(&path).expect("text"), foreign);
        }
        // What another version has written under this name, and another adapter.
        for other in [of_card.replace(VERSION, "0.0.1"), of_card.replace("550.1", "1")] {
            fs::write(&path, other).expect("written");
            assert_eq!(read_from(folder, &card), None);
        }
        fs::write(&path, "").expect("written");
        write_into(folder, &card, &crashed()).expect("written");
        assert!(read_from(folder, &card).is_some());
        fs::remove_file(&path).expect("removed");
        fs::create_dir(&path).expect("a folder");
        write_into(folder, &card, &crashed()).expect_err("a folder is in its place");
        let no_folder = path.join("x");
        fs::write(&no_folder, "").expect("written");
        write_into(&no_folder, &card, &crashed()).expect_err("a file is no folder");
    }

    /// Catches a file that is read while it is half written, and writers that are in each other's way.
    #[test]
    fn several_may_write_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (folder, card) = (folder.path(), adapter("550.1", 0));
        write_into(folder, &card, &crashed()).expect("written");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        write_into(folder, &card, &crashed()).expect("written");
                        assert!(read_from(folder, &card).is_some());
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder).expect("a folder").count(), 1);
    }
}
