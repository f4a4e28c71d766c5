//! The plane that a command shows of a table.

use std::path::Path;

use grundytab::Domain;
use grundytab::domain::Plane;
use grundytab::wording::joined;

use super::failure::{Failure, Result};
use super::flag_values::typed_as;
use super::option::option;

/// Reads a plane as it was typed after `--plane`.
pub fn read(text: &str, domain: &Domain) -> Result<Plane> {
    Ok(Plane::parse(text, domain).map_err(|error| typed_as("--plane", error))?)
}

/// Returns the plane that was typed, or all of a table of two heaps. An error says what shows a plane, as in `a grid`, and
/// what else could be typed.
pub fn plane_or_whole(
    typed: Option<&str>,
    path: &Path,
    domain: &Domain,
    what_shows: &str,
    otherwise: &str,
) -> Result<Plane> {
    match (typed, domain.heaps()) {
        (Some(text), _) => read(text, domain),
        (None, 2) => Ok(Plane::whole(domain)?),
        (None, _) => {
            let (heaps, planes) = planes_of(domain);
            Err(Failure::usage(
                path.display(),
                &format!("it is a table of {heaps}, and {what_shows} shows a plane"),
                &format!("choose one, as in {planes}{otherwise}"),
            ))
        }
    }
}

/// Returns how many heaps a domain of more than two has, and how the planes are typed that are shown of it.
pub fn planes_of(domain: &Domain) -> (&'static str, String) {
    let (heaps, planes) = match domain.heaps() {
        0..=3 => ("three heaps", ["z=5", "sum=60"]),
        _ => ("four heaps", ["z=5,w=1", "w=1,sum=60"]),
    };
    (heaps, joined(planes.map(|plane| option("--plane").value(plane)), " or "))
}
