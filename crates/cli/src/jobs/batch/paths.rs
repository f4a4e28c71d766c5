//! Where the tables of a batch go: each to a path of its own, at which no other run of the batch puts anything.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::BatchJob;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::table::{OtherFormat, reserved_for};

/// Checks the paths of all jobs before anything is made: none is that of another one, or lies within its
/// table, and none has a name that the program gives to its own files.
///
/// # Errors
/// When there is one, with the reason.
pub(super) fn check(jobs: &[BatchJob]) -> Result<(), InvalidInput> {
    // Some file systems do not tell capitals from small letters.
    let folded = |path: &Path| PathBuf::from(path.to_string_lossy().to_lowercase());
    let mut paths: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for job in jobs {
        check_name(&job.path)?;
        if let Some(other) = paths.insert(folded(&job.path), &job.path) {
            let problem = match other == job.path {
                true => "two tables go to this path".to_owned(),
                false => format!(
                    "another table goes to {}, which is the same to file systems that do not tell \
                     capitals from small letters",
                    other.display()
                ),
            };
            return Err(refusal(&job.path, &problem));
        }
    }
    for job in jobs {
        let above = folded(&job.path).ancestors().skip(1).find_map(|path| paths.get(path).copied());
        if let Some(above) = above {
            let problem = format!("it lies within {}, where another table goes", above.display());
            return Err(refusal(&job.path, &problem));
        }
    }
    Ok(())
}

/// Checks the last name of a path.
fn check_name(path: &Path) -> Result<(), InvalidInput> {
    let Some(name) = path.file_name() else {
        return Err(refusal(path, "it does not end in the name of a table"));
    };
    let name = name.to_string_lossy();
    let problem = match (reserved_for(&name), OtherFormat::of(path)) {
        (Some(what), _) => {
            format!("{name} is what {what} is called, and cannot be the name of a table")
        }
        (None, Some(OtherFormat { ending, .. })) => {
            format!("files that end with .{ending} are no tables")
        }
        (None, None) => return Ok(()),
    };
    Err(refusal(path, &problem))
}

fn refusal(path: &Path, problem: &str) -> InvalidInput {
    let hint = "choose another name, or another out, as in out = \"{name}.zarr\"";
    InvalidInput::new(InvalidInputKind::Syntax, path.display(), problem, hint)
}
