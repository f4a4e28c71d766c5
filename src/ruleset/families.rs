//! The list of all families. The notation, files, the catalogue and error messages read it; nothing
//! that a family declares is written anywhere else.

use super::family::{Family, Name};
use super::notation::field::Field;
use super::{
    array, digraph, euclid, fibonacci, partizan, subtraction, take_and_break, vector, written,
};

/// All families, in the order of the catalogue.
pub(super) const FAMILIES: &[Family] = &[
    vector::FAMILY,
    subtraction::FAMILY,
    euclid::FAMILY,
    fibonacci::FAMILY,
    take_and_break::FAMILY,
    digraph::FAMILY,
    partizan::FAMILY,
    written::FAMILY,
    array::FAMILY,
];

/// Returns a name with its family.
pub(super) fn named(game: &str) -> Option<(&'static Family, &'static Name)> {
    FAMILIES
        .iter()
        .flat_map(|family| family.names.iter().map(move |name| (family, name)))
        .find(|(_, name)| name.name == game)
}

/// Returns the field that stands behind the name of a game, if it is one alone: `code` of `octal`.
pub fn argument_of(game: &str) -> Option<&'static str> {
    match named(game)?.1.argument_fields() {
        [field] => Some(field.name),
        _ => None,
    }
}

/// Returns every modifier once.
pub(super) fn modifiers() -> Vec<&'static Field> {
    once(FAMILIES.iter().flat_map(|family| family.modifiers))
}

/// Returns every field once, be it given by an argument or by a modifier.
pub(super) fn fields() -> Vec<&'static Field> {
    let names = FAMILIES.iter().flat_map(|family| family.names);
    let arguments = names.flat_map(|name| name.argument_fields());
    once(arguments.chain(FAMILIES.iter().flat_map(|family| family.modifiers)))
}

/// Drops fields whose name has come before.
fn once(fields: impl Iterator<Item = &'static &'static Field>) -> Vec<&'static Field> {
    let mut found: Vec<&Field> = Vec::new();
    for field in fields {
        if found.iter().all(|other| other.name != field.name) {
            found.push(field);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A name that two families claim would be read as a game of the first one alone.
    #[test]
    fn names_are_unique() {
        let names: Vec<&str> =
            FAMILIES.iter().flat_map(|family| family.names).map(|name| name.name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }
}
