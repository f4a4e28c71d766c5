//! The file of a report, and the address of the form by which it is sent.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use grundytab::table::check_outside_tables;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;
use crate::commands::output::object;

/// How often the usual name gets another number.
const MOST_NAMES: u32 = 1000;

/// A file of lines, and their union.
pub struct ReportFile {
    pub path: PathBuf,
    file: File,
    whole: Map<String, Value>,
}

impl ReportFile {
    /// Makes a new file: this one, or one with the usual name and, where there are such, a number.
    ///
    /// # Errors
    /// If it exists, or cannot be made.
    pub fn create(path: Option<&Path>) -> Result<Self> {
        let usual = (2..MOST_NAMES).map(|number| format!("grundytab-gpu-{number}.json").into());
        let usual = std::iter::once(PathBuf::from("grundytab-gpu.json")).chain(usual);
        let mut paths: Box<dyn Iterator<Item = PathBuf>> = match path {
            Some(path) => Box::new(std::iter::once(path.to_owned())),
            None => Box::new(usual),
        };
        let mut path = paths.next().unwrap_or_default();
        loop {
            check_outside_tables(&path)?;
            let error = match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => return Ok(ReportFile { path, file, whole: Map::new() }),
                Err(error) => error,
            };
            let other = format!("give another name by {}", option("--out").placeholder("FILE"));
            match paths.next().filter(|_| error.kind() == ErrorKind::AlreadyExists) {
                Some(next) => path = next,
                None if error.kind() == ErrorKind::AlreadyExists => {
                    return Err(Failure::usage(path.display(), "it is there already", &other));
                }
                None => {
                    let path = path.display();
                    return Err(Failure::system(format!(
                        "{path} cannot be made: {error}; {other}"
                    )));
                }
            }
        }
    }

    /// Adds a line, and waits until the disk has it: a card that fails may take the machine along. Returns the line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, line: &impl Serialize) -> Result<Value> {
        let line = object(line);
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
        Ok(line)
    }

    /// Returns the union of the lines.
    pub fn whole(&self) -> Value {
        Value::Object(self.whole.clone())
    }
}

/// Returns the address of the form for GPUs (`.github/ISSUE_TEMPLATE/gpu.yml`), in which these fields are filled in.
pub fn form(adapter: &str, report: &str, selftest: &str) -> String {
    let mut address =
        "https://github.com/grundytab/grundytab/issues/new?template=gpu.yml".to_owned();
    let title = format!("GPU: {adapter}");
    for (field, text) in [("title", title.as_str()), ("report", report), ("selftest", selftest)] {
        let _ = write!(address, "&{field}=");
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
    use crate::tests::common::repository;
    use serde_json::json;

    /// Catches a field that the form has not, and a character that ends a field or the address.
    #[test]
    fn the_form_has_the_fields() {
        let address = form("A&B #1 (é)", "50 %\n+ more", "passed");
        let (_, query) = address.split_once("?template=gpu.yml&").expect("a query");
        assert_eq!(
            query,
            "title=GPU%3A%20A%26B%20%231%20%28%C3%A9%29&report=50%20%25%0A%2B%20more&selftest=passed"
        );
        let form = repository().join(".github/ISSUE_TEMPLATE/gpu.yml");
        let form = std::fs::read_to_string(form).expect("a form");
        for field in ["report", "selftest"] {
            assert!(form.contains(&format!("\n    id: {field}\n")), "{field}");
        }
    }

    /// Catches lists that replace one another, and a file that is written over.
    #[test]
    fn lines_are_joined() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("report.json");
        let mut file = ReportFile::create(Some(&path)).expect("new");
        let lines = [json!({"a": 1, "rows": [1]}), json!({"rows": [2, 3]}), json!({"a": 2})];
        lines.iter().for_each(|line| drop(file.append(line).expect("written")));
        assert_eq!(file.whole(), json!({"a": 2, "rows": [1, 2, 3]}));
        let written = std::fs::read_to_string(&path).expect("text");
        assert!(written.lines().map(str::to_owned).eq(lines.map(|line| line.to_string())));
        let refused = ReportFile::create(Some(&path)).map(drop).expect_err("it is there");
        assert!(refused.message().contains("it is there already"), "{}", refused.message());
    }
}
