//! Findings that are kept in a file while the others are sought, so that a run that ended early goes on.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use grundytab::Convention;
use serde::{Deserialize, Serialize};

use crate::search::Finding;

/// A finding, of which game it is, and what it took.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    pub game: String,
    pub is_misere: bool,
    pub seconds: f64,
    pub finding: Finding,
}

/// The findings so far.
pub struct Kept {
    records: HashMap<(String, bool), Record>,
    file: Option<File>,
}

impl Kept {
    /// Reads what a file holds, one object a line, and keeps further findings in it. A line that was cut off
    /// is left out, and sought again.
    pub fn open(path: Option<&Path>) -> io::Result<Self> {
        let Some(path) = path else { return Ok(Kept { records: HashMap::new(), file: None }) };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let records = text.lines().filter_map(|line| serde_json::from_str::<Record>(line).ok());
        let records =
            records.map(|record| ((record.game.clone(), record.is_misere), record)).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        Ok(Kept { records, file: Some(file) })
    }

    /// Returns what was found about a game.
    pub fn of(&self, game: &str, convention: Convention) -> Option<&Record> {
        self.records.get(&(game.to_string(), convention == Convention::Misere))
    }

    /// Keeps a finding.
    pub fn keep(&mut self, record: Record) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            writeln!(file, "{}", serde_json::to_string(&record)?)?;
        }
        self.records.insert((record.game.clone(), record.is_misere), record);
        Ok(())
    }
}
