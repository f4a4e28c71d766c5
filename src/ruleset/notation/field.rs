//! Fields: what the text or the file of a game says besides the game's name.
//!
//! The notation writes a field as the argument of a name (`vector:RAYS`) or as a modifier
//! (`+block=B`); a TOML file writes all of them as keys. Both are read into [`FieldValues`], from which a
//! family makes its game.

use std::collections::BTreeMap;

use super::altered::{AlteredVector, altered_vectors};
use super::lists::{Vectors, coordinates, integer, list, number, numbers};
use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// A field of one or several families.
pub struct Field {
    /// The key in a file and, of a modifier, in the notation.
    pub name: &'static str,
    /// How its value is written in the notation, as in `V/V`. Empty for a flag.
    pub usage: &'static str,
    /// What its values are.
    pub shape: Shape,
}

/// The values that a field can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The field is there or not: `true` or `false` in a file.
    Flag,
    /// A number. The text says in error messages what the number is.
    Number(&'static str),
    /// A list of numbers that may be negative. The text says in error messages what a number is.
    Integers(&'static str),
    /// A list of vectors or positions.
    Vectors,
    /// A list of vectors, each of which may have points of its own.
    AlteredVectors,
    /// A list of numbers and ranges of them, or the name of one.
    NumbersOrName,
    /// A list of words.
    Words,
    /// A text, or in a file a list of texts.
    Texts,
    /// A text.
    Text,
}

/// The value of a field, as it was written.
pub enum FieldValue {
    Flag,
    Number(u32),
    Integers(Vec<i32>),
    Vectors(Vectors),
    AlteredVectors(Vec<AlteredVector>),
    Numbers(Vec<u32>),
    Name(String),
    Words(Vec<String>),
    Text(String),
}

impl Shape {
    /// Reads a value from the notation.
    pub fn read(self, text: &str) -> Result<FieldValue, InvalidInput> {
        Ok(match self {
            Shape::Flag => FieldValue::Flag,
            Shape::Number(meaning) => FieldValue::Number(number(text, meaning)?),
            Shape::Integers(meaning) => {
                FieldValue::Integers(list(text, '/', |text| integer(text, meaning))?)
            }
            Shape::Text => FieldValue::Text(text.to_owned()),
            Shape::Texts => FieldValue::Words(vec![text.to_owned()]),
            Shape::Vectors => FieldValue::Vectors(list(text, '/', coordinates)?),
            Shape::AlteredVectors => FieldValue::AlteredVectors(altered_vectors(text)?),
            Shape::NumbersOrName if text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                FieldValue::Name(text.to_owned())
            }
            Shape::NumbersOrName => FieldValue::Numbers(numbers(text, "a number of the set")?),
            Shape::Words => FieldValue::Words(list(text, '/', |text| Ok(text.to_owned()))?),
        })
    }
}

/// The name of a game and the values of its fields, as they were given.
pub struct FieldValues {
    pub game: String,
    values: BTreeMap<&'static str, FieldValue>,
}

impl FieldValues {
    /// Returns the name of a game without any field.
    pub fn new(game: &str) -> Self {
        FieldValues { game: game.to_owned(), values: BTreeMap::new() }
    }

    /// Adds the value of a field. Returns whether the field had one already.
    pub fn insert(&mut self, field: &Field, value: FieldValue) -> bool {
        self.values.insert(field.name, value).is_some()
    }

    /// Returns whether a field is given.
    pub fn has(&self, field: &Field) -> bool {
        self.values.contains_key(field.name)
    }

    /// Takes a flag: whether it was given.
    pub fn flag(&mut self, field: &Field) -> bool {
        self.values.remove(field.name).is_some()
    }

    /// Takes the number of a field, if it was given.
    pub fn number(&mut self, field: &Field) -> Option<u32> {
        let FieldValue::Number(value) = self.value(field)? else { return None };
        Some(value)
    }

    /// Takes the vectors of a field, if they were given.
    pub fn vectors(&mut self, field: &Field) -> Option<Vectors> {
        let FieldValue::Vectors(value) = self.value(field)? else { return None };
        Some(value)
    }

    /// Takes the numbers of a field that may be negative, if they were given.
    pub fn integers(&mut self, field: &Field) -> Option<Vec<i32>> {
        let FieldValue::Integers(value) = self.value(field)? else { return None };
        Some(value)
    }

    /// Takes the altered vectors of a field, if they were given.
    pub fn altered_vectors(&mut self, field: &Field) -> Option<Vec<AlteredVector>> {
        let FieldValue::AlteredVectors(value) = self.value(field)? else { return None };
        Some(value)
    }

    /// Takes the words of a field, if they were given.
    pub fn words(&mut self, field: &Field) -> Option<Vec<String>> {
        let FieldValue::Words(value) = self.value(field)? else { return None };
        Some(value)
    }

    /// Takes the text of a field, if it was given.
    pub fn text(&mut self, field: &Field) -> Option<String> {
        let FieldValue::Text(text) = self.value(field)? else { return None };
        Some(text)
    }

    /// Changes every text.
    pub fn change_texts(
        &mut self,
        change: impl Fn(&str) -> Result<String, InvalidInput>,
    ) -> Result<(), InvalidInput> {
        for value in self.values.values_mut() {
            match value {
                FieldValue::Text(text) => *text = change(text)?,
                FieldValue::Words(texts) => {
                    texts.iter_mut().try_for_each(|text| change(text).map(|new| *text = new))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes whatever value a field has.
    pub fn value(&mut self, field: &Field) -> Option<FieldValue> {
        self.values.remove(field.name)
    }

    /// Describes that a field is missing without which there is no game. In the notation the
    /// argument of a name always gives it.
    pub fn needs(&self, field: &Field) -> InvalidInput {
        InvalidInput::new(
            InvalidInputKind::MissingArgument,
            &self.game,
            format!("{} needs the field {}", self.game, field.name),
            "give it in the file",
        )
    }
}
