//! Cells of a table of tables, as programs and people read them.

use grundytab::PlaceholderValue;
use grundytab::invalid_input::shortened;
use grundytab::wording::joined;
use serde::Serialize;

/// Characters of a text that people are shown.
const LONGEST_TEXT: usize = 48;

/// A number, a text, or nothing where a table does not have what the column is about.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(inline))]
#[serde(untagged)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// A whole number.
    Integer(i64),
    /// Another number.
    Number(f64),
    /// A text.
    Text(String),
    /// Several numbers; an infinite one is null.
    #[cfg_attr(test, schemars(with = "Vec<Option<f64>>"))]
    Numbers(Vec<f64>),
}

impl Cell {
    /// Whether it holds one number.
    pub fn is_number(&self) -> bool {
        matches!(self, Cell::Integer(_) | Cell::Number(_))
    }

    /// Writes it for programs.
    pub fn for_programs(&self) -> String {
        self.text(&f64::to_string)
    }

    /// Writes it for people.
    pub fn for_people(&self) -> String {
        shortened(&self.text(&|number| format!("{number:.6}")), LONGEST_TEXT)
    }

    fn text(&self, float: &dyn Fn(&f64) -> String) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Integer(number) => number.to_string(),
            Cell::Number(number) => float(number),
            Cell::Text(text) => text.clone(),
            Cell::Numbers(numbers) => joined(numbers.iter().map(float), " "),
        }
    }
}

impl From<u64> for Cell {
    /// No table has as many positions as do not fit.
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or(Cell::Empty, Cell::Integer)
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Cell::Integer(number)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Cell::Number(number)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

impl From<&PlaceholderValue> for Cell {
    fn from(value: &PlaceholderValue) -> Self {
        match value {
            PlaceholderValue::Number(number) => Cell::Integer(*number),
            PlaceholderValue::Text(text) => Cell::Text(text.clone()),
        }
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(found: Option<T>) -> Self {
        found.map_or(Cell::Empty, Into::into)
    }
}
