//! Titles: what a figure calls the game of a table.

use grundytab::catalogue;
use grundytab::table::TableReader;

/// The title shows at most this many of the vectors or numbers of a game.
const MOST_ITEMS: usize = 12;

/// A longer comment is no name of a game.
const LONGEST_NAME: usize = 60;

/// Returns what a figure calls the game of a table. Written rules are called by how their comment begins or, without one, by the
/// name that they have in the catalogue; what has no name is written out.
pub fn title_of(table: &TableReader) -> String {
    let ruleset = table.plan().job().ruleset();
    let text = ruleset.short_text(MOST_ITEMS);
    if ruleset.written_ruleset().is_none() && ruleset.are_moves_known() {
        return text;
    }
    let comment = table.attributes().notes.comment.as_deref().unwrap_or_default();
    let name = comment.split([':', ';', '\n']).next().and_then(|name| name.split(". ").next());
    let name = name.map_or("", |name| name.trim().trim_end_matches('.'));
    if !name.is_empty() && name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    if !ruleset.are_moves_known() {
        return "values given as an array".into();
    }
    let rules = ruleset.to_string();
    let row = catalogue::entries().find(|entry| entry.rules == Some(rules.as_str()));
    row.map_or(text, |row| row.example.to_owned())
}
