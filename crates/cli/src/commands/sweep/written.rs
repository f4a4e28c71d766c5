//! A table of tables as CSV, and as a file of the kind that its name says.

use std::path::PathBuf;
use std::str::FromStr;

use grundytab::wording::{counted, joined};
use grundytab::{InvalidInput, InvalidInputKind};

use super::{Cell, Sweep};
use crate::commands::csv_text;
use crate::commands::failure::Result;
use crate::commands::option::option;
use crate::commands::output::object;
use crate::commands::written_file::write_file;

/// A file that a table of tables is written to.
#[derive(Debug, Clone)]
pub struct TableFile {
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Csv,
    Json,
    #[cfg(feature = "parquet")]
    Parquet,
}

impl FromStr for TableFile {
    type Err = InvalidInput;

    fn from_str(typed: &str) -> std::result::Result<Self, InvalidInput> {
        let path = PathBuf::from(typed);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let refuse = |problem: &str, hint: &str| {
            let typed = option("--table").value(typed);
            Err(InvalidInput::new(InvalidInputKind::UnknownName, typed, problem, hint))
        };
        let kind = match ending.unwrap_or_default().to_ascii_lowercase().as_str() {
            "csv" => Kind::Csv,
            "json" => Kind::Json,
            #[cfg(feature = "parquet")]
            "parquet" => Kind::Parquet,
            #[cfg(not(feature = "parquet"))]
            "parquet" => {
                let hint = "build it with the feature parquet, or give a name that ends with .csv or .json";
                return refuse("this program was built without Parquet", hint);
            }
            _ => {
                let problem = "its ending does not say what the file is to be";
                return refuse(problem, "give a name that ends with .csv, .json or .parquet");
            }
        };
        Ok(TableFile { path, kind })
    }
}

impl TableFile {
    /// Writes a table of tables; returns a line that says how many rows it has. The file gets its name when it is whole.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, sweep: &Sweep) -> Result<String> {
        write_file(&self.path, |out| match self.kind {
            Kind::Csv => out.write_all(sweep.csv(None).as_bytes()),
            Kind::Json => writeln!(out, "{:#}", object(&sweep.report())),
            #[cfg(feature = "parquet")]
            Kind::Parquet => {
                out.write_all(&super::parquet::bytes_of(sweep).map_err(std::io::Error::other)?)
            }
        })?;
        let (rows, tables) = (counted(sweep.rows.len(), "row"), counted(sweep.tables, "table"));
        Ok(format!("{}: {rows} of {tables}", self.path.display()))
    }
}

impl Sweep {
    /// Writes it as comma-separated values, of all rows or of the first ones.
    pub fn csv(&self, limit: Option<u32>) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| joined(cells, ",") + "\n";
        let mut text = line(&mut self.columns.iter().map(|column| csv_text::field(column)));
        let most = limit.map_or(usize::MAX, |limit| limit as usize);
        for row in self.rows.iter().take(most) {
            let field = |cell: &Cell| csv_text::field(&cell.for_programs());
            text += &line(&mut row.iter().map(field));
        }
        text
    }
}
