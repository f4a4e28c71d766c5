//! Other tables: those that are read beside the table that is scanned, each by a name.

use super::reader::TableReader;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::table::error::TableError;

/// The name of the table of the other play convention.
pub const PARTNER: &str = "other";

/// Tables beside the one that is scanned, each with a name by which expressions refer to it. They may be of other
/// games, domains and quantities. The table `other` is the one that
/// [`PositionView::other_value`](crate::table::PositionView::other_value) reads.
#[derive(Debug, Clone, Default)]
pub struct OtherTables<'a> {
    named: Vec<(String, &'a TableReader)>,
}

impl<'a> OtherTables<'a> {
    /// Returns the table of the other play convention, if there is one, by the name `other`.
    pub fn partner(partner: Option<&'a TableReader>) -> Self {
        OtherTables {
            named: partner.map(|table| (PARTNER.to_owned(), table)).into_iter().collect(),
        }
    }

    /// Adds a table.
    ///
    /// # Errors
    /// When the name is no word, or when another table has it.
    pub fn with(mut self, name: &str, table: &'a TableReader) -> Result<Self, InvalidInput> {
        let refuse = |problem: String, hint: &str| {
            Err(InvalidInput::new(InvalidInputKind::WrongPartner, name, problem, hint))
        };
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_of_word) {
            let hint = "a name has letters, digits and underscores, as in `other`";
            return refuse("it is no name of a table".into(), hint);
        }
        if self.find(name).is_some() {
            return refuse("two tables have this name".into(), "give each a name of its own");
        }
        self.named.push((name.to_owned(), table));
        Ok(self)
    }

    /// Returns the names of the tables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.named.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the place of the table with this name among the others.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names().position(|known| known == name)
    }

    /// Returns the tables.
    pub fn tables(&self) -> impl Iterator<Item = &'a TableReader> {
        self.named.iter().map(|(_, table)| *table)
    }

    /// Checks that the runs that wrote the tables have finished.
    pub fn require_complete(&self) -> Result<(), TableError> {
        self.tables().try_for_each(TableReader::require_complete)
    }
}
