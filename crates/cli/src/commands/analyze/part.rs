//! Parts of an analysis.

use crate::analyses::expression::Filter;
use grundytab::table::{OtherTables, TableReader};

use super::args::AnalyzeArgs;
use crate::commands::failure::Result;
use crate::commands::terminal::Terminal;
use grundytab::table::AnyPass;

/// What an analysis is about.
pub struct Asked<'a> {
    pub args: &'a AnalyzeArgs,
    pub table: &'a TableReader,
    pub others: &'a OtherTables<'a>,
    /// Which positions count.
    pub filter: &'a Filter,
}

/// A part of an analysis. A new one is a field of `Parts`.
pub trait Part {
    /// Returns its pass over the table, if it has one. All parts share one reading.
    fn pass(&mut self) -> Option<&mut dyn AnyPass>;

    /// Takes what its pass has found, and finds what is left.
    fn find(&mut self, asked: &Asked, terminal: Terminal) -> Result<()>;

    /// Prints what was found.
    fn print(&self, asked: &Asked);
}
