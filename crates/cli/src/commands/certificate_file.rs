//! Certificates in files.

use std::path::Path;

use crate::proofs::certificate::Certificate;
use crate::proofs::prove::numeration_of;
use grundytab::InvalidInput;

use super::failure::Result;
use super::text_file;

/// Reads a certificate from a file, in the numeration that it names.
pub fn read(path: &Path) -> Result<Certificate> {
    let shown = path.display().to_string();
    // A path that is no text cannot be read as one either: the message says so.
    let text = text_file::read(&shown, &shown)?;
    let within = |error: InvalidInput| error.within(&shown);
    let certificate = Certificate::parse(&text).map_err(within)?;
    numeration_of(&certificate).map_err(within)?;
    Ok(certificate)
}
