//! The catalogue of games: every name and modifier with an example and its source, as the rows of `catalogue.tsv` have
//! them, family by family, and then those of `named.tsv`.

use std::sync::LazyLock;

use super::families::{FAMILIES, named};
use super::named::NamedGame;
use super::notation::modifiers::BLOCK;

/// One row of the catalogue.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Entry {
    /// How it is written, with the names of its parts in capitals.
    pub notation: &'static str,
    /// A game in this notation.
    pub example: &'static str,
    /// The same game as written rules; `None` where the example is written in them.
    pub rules: Option<&'static str>,
    /// What a move is.
    pub moves: &'static str,
    /// Where the game is studied.
    pub source: &'static str,
    /// What the games of its family are called.
    #[serde(skip)]
    pub(super) family: &'static str,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let of_families: Vec<Entry> =
        include_str!("catalogue.tsv").lines().skip(1).filter_map(entry).collect();
    let of_names = NamedGame::all().iter().map(|game| of_named(game, &of_families));
    of_families.iter().copied().chain(of_names).collect()
});

/// The family of games that have a name and are none.
const NAMED: &str = "";

/// Reads a row of the file.
fn entry(row: &'static str) -> Option<Entry> {
    let columns: Vec<&str> = row.split('\t').collect();
    let [family, notation, example, rules, moves, source] = *columns else { return None };
    let rules = (!rules.is_empty()).then_some(rules);
    Some(Entry { notation, example, rules, moves, source, family })
}

fn of_named(game: &'static NamedGame, of_families: &[Entry]) -> Entry {
    let text = game.text_of_example();
    let of_family = of_families.iter().find(|entry| entry.example == text);
    let rules = match of_family.and_then(|entry| entry.rules) {
        Some(rules) => Some(rules),
        // Once for each row of the file.
        None => Some(&*text.into_owned().leak()),
    };
    let NamedGame { notation, example, moves, source, .. } = *game;
    Entry { notation, example, rules, moves, source, family: NAMED }
}

/// Returns the rows of the catalogue, family by family, and then those of games that have a name and are no family.
///
/// ```
/// use grundytab::Ruleset;
/// use grundytab::catalogue;
/// for entry in catalogue::entries() {
///     assert!(Ruleset::parse(entry.example).is_ok());
/// }
/// ```
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter()
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
    let family = named(name).map(|(family, _)| family.kind);
    entries().filter(move |entry| {
        let beginning = name_of(entry.notation);
        let is_in_family = entry.family == NAMED || family == Some(entry.family);
        is_in_family && (beginning == name || beginning.ends_with("-GAME"))
    })
}

/// Returns the name with which notation begins.
///
/// ```
/// assert_eq!(grundytab::catalogue::name_of("nim:3+block=1"), "nim");
/// ```
pub fn name_of(notation: &str) -> &str {
    notation.split([':', ' ', '+']).next().unwrap_or(notation)
}

/// Returns every name of a game with the fields that a TOML file can give it besides `game`.
pub fn toml_fields() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let of_families = FAMILIES.iter().flat_map(|family| {
        family.names.iter().map(|name| {
            let fields = name.argument_fields().iter().chain(family.modifiers);
            (name.name, fields.map(|field| field.name).collect())
        })
    });
    let of_names = NamedGame::firsts().filter(|game| named(game.parts().0).is_none());
    let with_fields = |game: &'static NamedGame| {
        (game.parts().0, if game.is_of_rules() { vec![BLOCK.name] } else { Vec::new() })
    };
    of_families.chain(of_names.map(with_fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;

    /// Catches a documented game that the parser does not know, and a row that is not read.
    #[test]
    fn examples_parse() {
        let rows = |file: &str| file.lines().count() - 1;
        let all = rows(include_str!("catalogue.tsv")) + rows(include_str!("named.tsv"));
        assert_eq!(entries().count(), all);
        for entry in entries() {
            let ruleset = Ruleset::parse(entry.example).expect(entry.example);
            let name_alone = entry.family == NAMED;
            assert!(name_alone || ruleset.to_string() == entry.example, "{}", entry.example);
        }
    }

    /// Catches a name or a modifier that the catalogue forgets, and an entry of another family.
    #[test]
    fn the_catalogue_has_every_name_and_modifier() {
        for entry in entries() {
            let found = named(name_of(entry.example)).map(|(family, _)| family.kind);
            let is_example_of_a_modifier = entry.notation.contains("GAME+");
            let is_named = entry.family == NAMED;
            let is_right = is_example_of_a_modifier || is_named || found == Some(entry.family);
            assert!(is_right, "{}", entry.notation);
        }
        // Arrays are given, and are no games.
        let games = || FAMILIES.iter().filter(|family| family.kind != "array");
        for name in games().flat_map(|family| family.names) {
            assert!(entries().any(|entry| name_of(entry.notation) == name.name), "{}", name.name);
        }
        for modifier in games().flat_map(|family| family.modifiers) {
            let written = format!("+{}", modifier.name);
            assert!(entries().any(|entry| entry.notation.contains(&written)), "{written}");
        }
    }
}
