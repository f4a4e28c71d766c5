//! What `prove` writes for other programs.

use std::fs;
use std::path::Path;

use crate::automata::AutomataError;
use crate::figures::picture::ImageFormat;
use crate::proofs::prove::{Caps, ExportedFile, Proof};
use grundytab::table::{TableError, check_outside_tables};

use super::args::ProveArgs;
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result};
use crate::commands::flag_values::typed_as;
use crate::commands::option::switch;
use crate::commands::written_file::{STDOUT, write_file};

/// Refuses what cannot be written, before there is a theorem to write.
pub(super) fn check(args: &ProveArgs, flags: &Flags) -> Result<()> {
    if let Some(path) = &args.graph {
        ImageFormat::Dot.check_name(path).map_err(|error| typed_as("--graph", error))?;
    }
    let refuse = |file: &Path, problem: &str, hint: &str| -> Result<()> {
        Err(Failure::usage(file.display(), problem, hint))
    };
    let files: Vec<&Path> = args.graph.iter().chain(&args.certificate).map(|f| &**f).collect();
    if let [one, two] = files[..]
        && one == two
    {
        let hint = "give the graph and the certificate files of their own";
        return refuse(one, "two files would have this name", hint);
    }
    let for_stdout = |flag: &str| format!("leave out {}, or give the name of a file", switch(flag));
    for file in files {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if file == Path::new(STDOUT) {
            if flags.json {
                return refuse(file, "stdout has the JSON object", &for_stdout("--json"));
            }
            if args.describe {
                return refuse(file, "stdout has this document alone", &for_stdout("--describe"));
            }
        } else if file.is_dir() {
            return refuse(file, "it is a folder", "give the name of a file");
        } else if folder.is_some_and(|folder| !folder.is_dir()) {
            return refuse(file, "its folder does not exist", "make the folder first");
        }
    }
    let mut folders = args.walnut.iter().chain(&args.mona);
    let hint = "give the name of a folder; it is made if there is none";
    match folders.find(|folder| folder.exists() && !folder.is_dir()) {
        None => Ok(()),
        Some(file) => refuse(file, "it is a file, not a folder", hint),
    }
}

/// Whether a document is written to stdout, which then has nothing else, so that another program reads it.
pub(super) fn fill_stdout(args: &ProveArgs) -> bool {
    args.graph.iter().chain(&args.certificate).any(|file| &**file == Path::new(STDOUT))
}

/// Writes a theorem for other programs, as the flags ask for.
pub(super) fn write(args: &ProveArgs, theorem: &Proof, caps: &Caps) -> Result<()> {
    let limits = caps.limits();
    if let Some(path) = &args.graph {
        let graph = theorem.graph();
        write_file(path, |file| file.write_all(graph.as_bytes()))?;
    }
    if let Some(path) = &args.certificate {
        let certificate = theorem.certificate();
        write_file(path, |file| file.write_all(certificate.as_bytes()))?;
    }
    if let Some(folder) = &args.walnut {
        write_files(folder, &theorem.walnut(&limits).map_err(failed)?)?;
    }
    if let Some(folder) = &args.mona {
        write_files(folder, &theorem.mona(&limits).map_err(failed)?)?;
    }
    Ok(())
}

/// Writes files into a folder, which is made where there is none.
fn write_files(folder: &Path, files: &[ExportedFile]) -> Result<()> {
    check_outside_tables(folder)?;
    for ExportedFile { path, text } in files {
        let path = folder.join(path);
        let folder = path.parent().unwrap_or(folder);
        fs::create_dir_all(folder).map_err(|source| TableError::Io {
            path: folder.into(),
            attempt: "make the folder",
            source,
        })?;
        write_file(&path, |file| file.write_all(text.as_bytes()))?;
    }
    Ok(())
}

/// Says that a theorem was proved, but could not be written.
pub(super) fn failed(error: AutomataError) -> Failure {
    match error {
        AutomataError::Interrupted => Failure::interruption(),
        error => Failure::check(format!("the theorem is proved, but was not written: {error}")),
    }
}
