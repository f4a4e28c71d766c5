//! The beginning of a table that several ranks fill together. The first rank locks the table and creates it, or
//! examines the unfinished table of an earlier run; the others join. Each rank reads back its own tiles, and the ranks
//! exchange what they have found.

use std::path::Path;

use crate::control::Control;
use crate::engine::cluster::Share;
use crate::error::{Error, share_error};
use crate::table::{Resumed, TableWriter, WriterOptions};

/// The state of the table that the first rank has found.
const COMPLETE: u64 = 1;
const UNFINISHED: u64 = 2;

/// Begins a table at `path`, or resumes it if `resumes` is set. All ranks call this function.
///
/// # Errors
/// If a rank cannot write or read the table, or is interrupted.
pub fn begin_table(
    options: WriterOptions,
    path: &Path,
    resumes: bool,
    share: Share,
    control: &Control,
) -> Result<Resumed, Error> {
    let network = share.network;
    let begin = || match resumes {
        true => options.clone().open(path, control),
        false => Ok(Resumed::Unfinished(options.clone().create(path)?.into())),
    };
    let begun = if network.rank() == 0 { begin().map(Some) } else { Ok(None) };
    let begun = share_error(network, begun.map_err(Error::from))?;
    let state = match &begun {
        None => 0,
        Some(Resumed::Complete) => COMPLETE,
        Some(Resumed::Unfinished(writer)) if writer.is_resumed => UNFINISHED,
        Some(Resumed::Unfinished(_)) => 0,
    };
    let state = network.sum(state);
    let writer = match begun {
        _ if state == COMPLETE => return Ok(Resumed::Complete),
        Some(Resumed::Unfinished(writer)) => Ok(writer),
        Some(Resumed::Complete) | None => options.join(path).map(Box::new),
    };
    let mut writer: Box<TableWriter> = share_error(network, writer.map_err(Error::from))?;
    if state == UNFINISHED {
        let found = writer.read_back(share, control);
        let found = share_error(network, found.map_err(Error::from))?.of_all(network);
        let recorded = writer.go_on_from(found);
        share_error(network, recorded.map_err(Error::from))?;
    }
    Ok(Resumed::Unfinished(writer))
}
