//! The file of a report, and the address of the form by which it is sent.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use grundytab::table::check_outside_tables;
use serde_json::{Map, Value};

use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;

/// A file of lines, each an object, and their union, in which lists are joined.
pub struct ReportFile {
    pub path: PathBuf,
    file: File,
    whole: Map<String, Value>,
}

impl ReportFile {
    /// Makes a new file: this one, or one of the usual name, with a number where there is one.
    ///
    /// # Errors
    /// If it is there, or cannot be made.
    pub fn create(path: Option<&Path>) -> Result<Self> {
        let numbers = (2..).map(|number| format!("-{number}"));
        let mut usual = std::iter::once(String::new())
            .chain(numbers)
            .map(|number| PathBuf::from(format!("grundytab-gpu{number}.json")));
        let free = || usual.find(|path| !path.exists()).unwrap_or_default();
        let path = path.map_or_else(free, Path::to_owned);
        check_outside_tables(&path)?;
        let file = OpenOptions::new().append(true).create_new(true).open(&path);
        let file = file.map_err(|error| {
            let (path, other) = (path.display(), option("--out").placeholder("FILE"));
            let what = "the report cannot be made there";
            Failure::system(format!("{path}: {what} ({error}); give another new file by {other}"))
        })?;
        Ok(ReportFile { path, file, whole: Map::new() })
    }

    /// Adds a line, and waits until the disk has it: a card that fails may take the machine along.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, line: &Value) -> Result<()> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.and_then(|()| self.file.sync_data()).map_err(|error| {
            Failure::system(format!("{} cannot be written: {error}", self.path.display()))
        })?;
        for (key, value) in line.as_object().into_iter().flatten() {
            match (self.whole.get_mut(key), value) {
                (Some(Value::Array(all)), Value::Array(more)) => all.extend(more.iter().cloned()),
                _ => drop(self.whole.insert(key.clone(), value.clone())),
            }
        }
        Ok(())
    }

    /// Returns the elements of a list, of all lines.
    pub fn list(&self, key: &str) -> &[Value] {
        self.whole.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}

/// Returns the address of the form for GPUs (`.github/ISSUE_TEMPLATE/gpu.yml`), in which these fields are filled in.
pub fn form(title: &str, report: &str, selftest: &str) -> String {
    let mut address = "https://github.com/grundytab/grundytab/issues/new?template=gpu.yml".into();
    for (field, text) in [("title", title), ("report", report), ("selftest", selftest)] {
        address = format!("{address}&{field}=");
        for byte in text.bytes() {
            let _ = match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                    write!(address, "{}", char::from(byte))
                }
                _ => write!(address, "%{byte:02X}"),
            };
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a field that the form has not, and a character that ends a field or the address.
    #[test]
    fn the_form_has_the_fields() {
        let address = form("A&B #1 (é)", "50 %\n+ more", "passed");
        let (_, query) = address.split_once("?template=gpu.yml&").expect("a query");
        assert_eq!(
            query,
            "title=A%26B%20%231%20%28%C3%A9%29&report=50%20%25%0A%2B%20more&selftest=passed"
        );
        let form = crate::tests::common::repository().join(".github/ISSUE_TEMPLATE/gpu.yml");
        let form = std::fs::read_to_string(form).expect("a form");
        assert!(
            ["report", "selftest"].iter().all(|id| form.contains(&format!("\n    id: {id}\n")))
        );
    }
}
