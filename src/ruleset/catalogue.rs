//! The catalogue of games: every name and modifier with an example and its source, as the families
//! declare them.

use super::families::FAMILIES;
pub use super::family::Entry;

/// Returns the rows of the catalogue, family by family.
///
/// ```
/// use grundytab::Ruleset;
/// use grundytab::ruleset::catalogue;
/// for entry in catalogue::entries() {
///     assert!(Ruleset::parse(entry.example).is_ok());
/// }
/// ```
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.iter().flat_map(|family| family.entries)
}

/// Returns every name of a game with the fields that a TOML file can give it besides `game`.
pub fn toml_fields() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    FAMILIES.iter().flat_map(|family| {
        family.names.iter().map(|name| {
            let fields = name.argument_fields().iter().chain(family.modifiers);
            (name.name, fields.map(|field| field.name).collect())
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::Ruleset;

    /// Catches a documented game that the parser does not know.
    #[test]
    fn examples_parse() {
        for entry in super::entries() {
            let ruleset = Ruleset::parse(entry.example).expect(entry.example);
            assert_eq!(ruleset.to_string(), entry.example);
        }
    }
}
