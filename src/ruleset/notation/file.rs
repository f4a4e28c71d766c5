//! Rulesets from TOML: the fields of the notation, spelled out.
//!
//! ```toml
//! game = "vector"
//! rays = [[1, 0], [0, 1], [1, 1]]
//! alter = [[1, 2], [2, 1]]
//! terminal = [[0, 3]]
//! block = 2
//! ```
//!
//! The families declare their fields, which [`toml_fields`](crate::ruleset::catalogue::toml_fields) lists.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use toml::de::{DeTable, Error, ValueDeserializer};

use super::field::{Field, FieldValue, FieldValues, Shape};
use super::modifiers::BLOCK;
use super::{check_modifiers_apply, no_game_named, written_out};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::catalogue::name_of;
use crate::ruleset::families::{fields, named};
use crate::ruleset::{Ruleset, written};
use crate::wording::did_you_mean;

/// What files say of a game besides the rules. It is no part of the game: games are equal whatever is said of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GameNotes {
    /// What the file of the game says of it; absent if it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "String"))]
    pub comment: Option<String>,
    /// Where the game is studied, by the file of the game; absent if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "String"))]
    pub source: Option<String>,
    /// What the fields of the game were in the job of the batch that made the table: the placeholders, the modifiers,
    /// and what had several values; absent without a batch.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "json-schema", schemars(with = "BTreeMap<String, PlaceholderValue>"))]
    pub placeholders: BTreeMap<String, PlaceholderValue>,
}

/// What stood in a file of jobs for a placeholder, a modifier, or a field that had several values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(inline))]
#[serde(untagged)]
pub enum PlaceholderValue {
    /// A whole number.
    Number(i64),
    /// Any other text.
    Text(String),
}

impl From<&str> for PlaceholderValue {
    /// Takes for a number what a number would be written as; `007` is a text.
    fn from(text: &str) -> Self {
        match text.parse::<i64>() {
            Ok(number) if number.to_string() == text => PlaceholderValue::Number(number),
            _ => PlaceholderValue::Text(text.to_owned()),
        }
    }
}

/// The keys of [`GameNotes`] that a file of a game may have.
const NOTES: [&str; 2] = ["comment", "source"];

/// A game, and what its file says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameFile {
    /// The game.
    pub ruleset: Ruleset,
    /// What else the file says.
    pub notes: GameNotes,
}

impl From<Ruleset> for GameFile {
    /// A game of which nothing else is said.
    fn from(ruleset: Ruleset) -> Self {
        GameFile { ruleset, notes: GameNotes::default() }
    }
}

impl GameFile {
    /// Reads the text of a TOML file, as [`Ruleset::from_toml`] does.
    ///
    /// # Errors
    /// Those of [`Ruleset::from_toml`].
    ///
    /// ```
    /// use grundytab::{GameFile, Ruleset};
    /// let text = "game = 'rules'\nmoves = ['(x - k) for k in {1, 3, 4}']\nsource = 'Winning Ways'";
    /// let file = GameFile::from_toml("game.toml", text);
    /// # let file = GameFile::from_toml("game.toml", &text.replace("4}']", "4} if x >= k']"));
    /// let file = file?;
    /// assert_eq!(file.ruleset, Ruleset::parse("rules: (x - k) for k in {1, 3, 4} if x >= k")?);
    /// assert_eq!(file.notes.source.as_deref(), Some("Winning Ways"));
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn from_toml(name: &str, text: &str) -> Result<Self, InvalidInput> {
        GameFile::from_toml_with(name, text, &|text| Ok(text.to_owned()))
    }

    /// Reads the text of a TOML file. `prepared` is given each text of written rules, and returns what is read.
    pub fn from_toml_with(
        name: &str,
        text: &str,
        prepared: &dyn Fn(&str) -> Result<String, InvalidInput>,
    ) -> Result<Self, InvalidInput> {
        let (mut given, mut stands_for, notes) = read(name, text)?;
        if let Some(rules) = &mut stands_for {
            *rules = prepared(rules).map_err(|error| error.about(name))?;
        } else if given.game == written::NAME {
            given.change_texts(prepared).map_err(|error| error.about(name))?;
        }
        let ruleset = ruleset(given, stands_for).map_err(|error| error.about(name))?;
        Ok(GameFile { ruleset, notes })
    }
}

impl Ruleset {
    /// Reads a game from the text of a TOML file; `name` says in errors where it came from. The keys
    /// are `game` and the fields that the game has, which an error names. In every file there may be `comment` and
    /// `source`, of which the game knows nothing; [`GameFile`] has them.
    ///
    /// # Errors
    /// When the text is not TOML, has unknown fields or wrong types, or is no game.
    ///
    /// ```
    /// use grundytab::Ruleset;
    /// let text = "game = 'subtraction'\nset = [2, 5, 8]\nheaps = 2";
    /// let game = Ruleset::from_toml("game.toml", text)?;
    /// assert_eq!(game, Ruleset::parse("subtraction:2,5,8+heaps=2")?);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn from_toml(name: &str, text: &str) -> Result<Self, InvalidInput> {
        GameFile::from_toml(name, text).map(|file| file.ruleset)
    }
}

/// Reads the fields of a file, and what its game stands for if that has a name and is no family.
fn read(name: &str, text: &str) -> Result<(FieldValues, Option<String>, GameNotes), InvalidInput> {
    let refuse = |span: Option<Range<usize>>, message: &str| {
        let line = span.map_or(String::new(), |span| {
            let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
            format!("line {line}: ")
        });
        InvalidInput::new(
            InvalidInputKind::Syntax,
            name,
            format!("{line}{}", message.replace('\n', " ")),
            "it is written as in game = \"wythoff\", alter = [[1, 2], [2, 1]], block = 2",
        )
    };
    let wrong = |error: Error| refuse(error.span(), error.message());
    let table = DeTable::parse(text).map_err(wrong)?;
    let whole = table.span();
    let mut fields_of_game = table.into_inner();
    // The game comes first: of a game that does not exist no field is right.
    let Some(game) = fields_of_game.remove("game") else {
        return Err(refuse(Some(whole), "missing field `game`"));
    };
    let game = String::deserialize(ValueDeserializer::from(game)).map_err(wrong)?;
    let stands_for = match written_out(&game).map_err(|error| error.about(name))? {
        Cow::Owned(text) => Some(text),
        Cow::Borrowed(_) => None,
    };
    let of_family = stands_for.as_deref().map_or(&*game, name_of);
    let (family, of_game) = named(of_family).ok_or_else(|| no_game_named(&game).about(name))?;
    let arguments = if stands_for.is_some() { &[] } else { of_game.argument_fields() };
    let own = || arguments.iter().chain(family.modifiers).copied();
    let note = |value| String::deserialize(ValueDeserializer::from(value)).map_err(wrong);
    let [comment, source] = NOTES.map(|key| fields_of_game.remove(key).map(note).transpose());
    let notes = GameNotes { comment: comment?, source: source?, ..GameNotes::default() };
    let mut given = FieldValues::new(&game);
    for (key, value) in fields_of_game {
        let (span, key) = (key.span(), key.into_inner());
        let value = ValueDeserializer::from(value);
        // Fields of other games may have the same name, and another shape.
        let Some(field) = own().chain(fields()).find(|field| field.name == key) else {
            return Err(refuse(Some(span), &unknown_field(&key)));
        };
        match field.shape.read_toml(value) {
            Ok(None) => {}
            Ok(Some(value)) => drop(given.insert(field, value)),
            Err(error) if own().any(|own| own.name == key) => return Err(wrong(error)),
            // What does not apply to the game is refused for that.
            Err(_) => drop(given.insert(field, FieldValue::Flag)),
        }
    }
    Ok((given, stands_for, notes))
}

fn unknown_field(key: &str) -> String {
    let names: Vec<&str> =
        ["game"].into_iter().chain(fields().iter().map(|field| field.name)).chain(NOTES).collect();
    let known: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let meant = did_you_mean(key, names);
    format!("unknown field `{key}`, {meant}expected one of {}", known.join(", "))
}

fn ruleset(mut given: FieldValues, stands_for: Option<String>) -> Result<Ruleset, InvalidInput> {
    let of_family = stands_for.as_deref().map_or(&*given.game, name_of);
    let (family, name) = named(of_family).ok_or_else(|| no_game_named(&given.game))?;
    let arguments = if stands_for.is_some() { &[] } else { name.argument_fields() };
    check_modifiers_apply(family, &given, arguments)?;
    let applies = |field: &Field| {
        family.has_modifier(field) || arguments.iter().any(|other| other.name == field.name)
    };
    if let Some(field) = fields().into_iter().find(|field| given.has(field) && !applies(field)) {
        return Err(InvalidInput::new(
            InvalidInputKind::ModifierDoesNotApply,
            field.name,
            format!("the field {} does not apply to {}", field.name, given.game),
            "leave it out",
        ));
    }
    let Some(text) = stands_for else { return (name.game)(&mut given) };
    let block = given.number(&BLOCK).map(|block| format!("+{}={block}", BLOCK.name));
    Ruleset::parse(&format!("{text}{}", block.unwrap_or_default()))
}

impl Shape {
    /// Reads a value from a file. A flag that is false is no value.
    fn read_toml(self, from: ValueDeserializer) -> Result<Option<FieldValue>, Error> {
        match self {
            Shape::Flag => Ok(bool::deserialize(from)?.then_some(FieldValue::Flag)),
            Shape::Number(_) => u32::deserialize(from).map(FieldValue::Number).map(Some),
            Shape::Integers(_) => Vec::deserialize(from).map(FieldValue::Integers).map(Some),
            Shape::Text => String::deserialize(from).map(FieldValue::Text).map(Some),
            Shape::Texts => Texts::deserialize(from).map(FieldValue::from).map(Some),
            Shape::Vectors => Vec::deserialize(from).map(FieldValue::Vectors).map(Some),
            Shape::AlteredVectors => {
                Vec::deserialize(from).map(FieldValue::AlteredVectors).map(Some)
            }
            Shape::NumbersOrName => from.deserialize_any(SetVisitor).map(Some),
            Shape::Words => Vec::deserialize(from).map(FieldValue::Words).map(Some),
        }
    }
}

struct SetVisitor;

impl<'de> Visitor<'de> for SetVisitor {
    type Value = FieldValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of numbers, or a text as in \"1..3,7\" or the name of a set")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<FieldValue, E> {
        Shape::NumbersOrName.read(text).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<FieldValue, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = sequence.next_element()? {
            numbers.push(number);
        }
        Ok(FieldValue::Numbers(numbers))
    }
}

/// A text, or a list of texts.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of texts, as in terminal = \"x == y\"")]
enum Texts {
    One(String),
    Several(Vec<String>),
}

impl From<Texts> for FieldValue {
    fn from(texts: Texts) -> Self {
        match texts {
            Texts::One(text) => FieldValue::Words(vec![text]),
            Texts::Several(texts) => FieldValue::Words(texts),
        }
    }
}
