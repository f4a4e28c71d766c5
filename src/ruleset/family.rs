//! Families of games: what each of them has to declare so that its games can be read, listed and
//! named in messages.

use super::Ruleset;
use super::notation::field::{Field, FieldValue, FieldValues};
use crate::invalid_input::InvalidInput;

/// A family of games that share their rules, and differ in numbers.
pub(super) struct Family {
    /// What its games are called, as in "a vector game".
    pub kind: &'static str,
    /// The names that a game of the family is written under.
    pub names: &'static [Name],
    /// The modifiers that apply to all its names.
    pub modifiers: &'static [&'static Field],
}

/// A name in the notation, before the argument and the modifiers.
pub(super) struct Name {
    pub name: &'static str,
    /// What follows the name behind a colon, if anything can.
    pub argument: Option<Argument>,
    /// Makes the game, after it has been checked that all given fields apply.
    pub game: fn(&mut FieldValues) -> Result<Ruleset, InvalidInput>,
}

/// The argument of a name, which gives one or more fields.
pub(super) struct Argument {
    pub fields: &'static [&'static Field],
    /// Reads the values of the fields, in their order.
    pub read: fn(&str) -> Result<Vec<FieldValue>, InvalidInput>,
    /// What to write where the argument is missing, unless it can be left out.
    pub missing: Option<&'static str>,
}

impl Name {
    /// Returns the fields that the argument gives.
    pub(super) fn argument_fields(&self) -> &'static [&'static Field] {
        self.argument.as_ref().map_or(&[], |argument| argument.fields)
    }

    /// Returns how the name is written with its argument, as in `nim:HEAPS`.
    fn usage(&self) -> String {
        let usages = self.argument_fields().iter().map(|field| field.usage);
        // What a file alone can give has no usage.
        let fields: Vec<&str> = usages.filter(|usage| !usage.is_empty()).collect();
        [&[self.name], fields.as_slice()].concat().join(":")
    }
}

impl Family {
    /// Returns whether the family is one game, written under one name without an argument.
    fn is_one_game(&self) -> bool {
        matches!(self.names, [Name { argument: None, .. }])
    }

    /// Names one of its games in a sentence: "a vector game", but "euclid".
    pub(super) fn a_game(&self) -> String {
        if self.is_one_game() { self.kind.into() } else { format!("a {} game", self.kind) }
    }

    /// Returns whether the modifier applies to games of the family.
    pub(super) fn has_modifier(&self, modifier: &Field) -> bool {
        self.modifiers.iter().any(|own| own.name == modifier.name)
    }
}

/// Says how a modifier is written and which of the families it applies to, as in "+block=B on
/// vector and subtraction games".
pub(super) fn modifier_usage(families: &[Family], modifier: &Field) -> String {
    let equals = if modifier.usage.is_empty() { "" } else { "=" };
    let applying: Vec<&Family> =
        families.iter().filter(|family| family.has_modifier(modifier)).collect();
    let kinds: Vec<&str> = applying.iter().map(|family| family.kind).collect();
    let games = if applying.iter().all(|family| family.is_one_game()) { "" } else { " games" };
    // Nim says by its argument what other games say by the modifier +heaps.
    let names = families.iter().flat_map(|family| family.names);
    let as_argument: Vec<String> = names
        .filter(|name| name.argument_fields().iter().any(|field| field.name == modifier.name))
        .map(|name| format!(" (for {}, write {})", name.name, name.usage()))
        .collect();
    format!(
        "+{}{equals}{} on {}{games}{}",
        modifier.name,
        modifier.usage,
        and_list(&kinds),
        as_argument.concat()
    )
}

/// Joins words as in "vector, subtraction and partizan".
pub(super) fn and_list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
}
