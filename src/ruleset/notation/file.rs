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

use std::fmt;

use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::field::{Field, FieldValue, FieldValues, Shape};
use super::{check_modifiers_apply, no_game_named};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::Ruleset;
use crate::ruleset::families::{fields, named};
use crate::wording::did_you_mean;

impl Ruleset {
    /// Reads a game from the text of a TOML file; `name` says in errors where it came from. The keys
    /// are `game` and the fields that [`toml_fields`](crate::ruleset::catalogue::toml_fields) lists for it.
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
        let given: FieldValues = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(String::new(), |span| {
                let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
                format!("line {line}: ")
            });
            let message = error.message().replace('\n', " ");
            InvalidInput::new(
                InvalidInputKind::Syntax,
                name,
                format!("{line}{message}"),
                "it is written as in game = \"wythoff\", alter = [[1, 2], [2, 1]], block = 2",
            )
        })?;
        ruleset(given).map_err(|error| error.about(name))
    }
}

fn ruleset(mut given: FieldValues) -> Result<Ruleset, InvalidInput> {
    let (family, name) = named(&given.game).ok_or_else(|| no_game_named(&given.game))?;
    let arguments = name.argument_fields();
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
    (name.game)(&mut given)
}

/// Reads the fields of a file.
impl<'de> Deserialize<'de> for FieldValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FileVisitor)
    }
}

struct FileVisitor;

impl<'de> Visitor<'de> for FileVisitor {
    type Value = FieldValues;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a game")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FieldValues, A::Error> {
        let (mut game, mut given) = (None, FieldValues::new(""));
        while let Some(key) = map.next_key_seed(KeySeed)? {
            match key {
                Key::Game => game = Some(map.next_value()?),
                Key::Field(field) => {
                    if let Some(value) = map.next_value_seed(field.shape)? {
                        given.insert(field, value);
                    }
                }
            }
        }
        given.game = game.ok_or_else(|| de::Error::missing_field("game"))?;
        Ok(given)
    }
}

/// A key of a file.
enum Key {
    Game,
    Field(&'static Field),
}

struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Key;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeySeed {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: de::Error>(self, key: &str) -> Result<Key, E> {
        if key == "game" {
            return Ok(Key::Game);
        }
        fields().into_iter().find(|field| field.name == key).map(Key::Field).ok_or_else(|| {
            let names: Vec<&str> =
                ["game"].into_iter().chain(fields().iter().map(|field| field.name)).collect();
            let known: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let meant = did_you_mean(key, names);
            E::custom(format!("unknown field `{key}`, {meant}expected one of {}", known.join(", ")))
        })
    }
}

/// Reads the value of a field of this shape. A flag that is false is no value.
impl<'de> DeserializeSeed<'de> for Shape {
    type Value = Option<FieldValue>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<FieldValue>, D::Error> {
        match self {
            Shape::Flag => Ok(bool::deserialize(from)?.then_some(FieldValue::Flag)),
            Shape::Number(_) => u32::deserialize(from).map(FieldValue::Number).map(Some),
            Shape::Integers(_) => Vec::deserialize(from).map(FieldValue::Integers).map(Some),
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
        f.write_str("a list of numbers or the name of a set")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<FieldValue, E> {
        Ok(FieldValue::Name(name.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<FieldValue, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = sequence.next_element()? {
            numbers.push(number);
        }
        Ok(FieldValue::Numbers(numbers))
    }
}
