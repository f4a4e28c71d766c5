//! The catalogue of games: every name and modifier with an example and its source, as the families
//! declare them.

use super::families::FAMILIES;
pub use super::family::Entry;
use super::family::Family;

/// Returns the rows of the catalogue, family by family.
///
/// ```
/// use grundytab::Ruleset;
/// use grundytab::catalogue;
/// for entry in catalogue::entries() {
///     assert!(Ruleset::parse(entry.example).is_ok());
/// }
/// ```
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.iter().flat_map(|family| family.entries)
}

/// Returns the rows about a name of a game: those of the name, and those of the modifiers that apply to it. None if
/// there is no such name.
///
/// ```
/// use grundytab::catalogue;
/// let about: Vec<_> = catalogue::entries_about("euclid").map(|entry| entry.notation).collect();
/// assert_eq!(about, ["euclid", "euclid+positive"]);
/// assert!(catalogue::entries_about("wythoff").any(|entry| entry.notation.contains("+block")));
/// assert_eq!(catalogue::entries_about("chess").count(), 0);
/// ```
pub fn entries_about(name: &str) -> impl Iterator<Item = &'static Entry> {
    let has_name = move |family: &&Family| family.names.iter().any(|known| known.name == name);
    let entries = FAMILIES.iter().filter(has_name).flat_map(|family| family.entries);
    entries.filter(move |entry| {
        let beginning = name_of(entry.notation);
        beginning == name || beginning.ends_with("-GAME")
    })
}

/// Returns the name with which notation begins.
///
/// ```
/// assert_eq!(grundytab::catalogue::name_of("nim:3+block=1"), "nim");
/// ```
pub fn name_of(notation: &str) -> &str {
    notation.split([':', '+']).next().unwrap_or(notation)
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
