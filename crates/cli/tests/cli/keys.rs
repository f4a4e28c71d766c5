//! Keys of JSON objects, as programs find them and as documents list them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Returns the keys that each section of a document lists: the first code span of the rows of tables that begin with
/// one, by the first code span of the heading, or by the heading if that has none.
pub fn documented(document: &str) -> BTreeMap<String, BTreeSet<String>> {
    let span = |line: &str| line.split('`').nth(1).map(str::to_owned);
    let (mut sections, mut section) = (BTreeMap::<String, BTreeSet<String>>::new(), String::new());
    for line in document.lines() {
        if line.starts_with("##") {
            let heading = line.trim_start_matches('#').trim();
            section = span(line).unwrap_or_else(|| heading.to_owned());
        } else if line.starts_with("| `") {
            let key = span(line).unwrap_or_default();
            let is_new = sections.entry(section.clone()).or_default().insert(key);
            assert!(is_new, "{section}: {line} stands twice");
        }
    }
    sections
}

/// Adds the paths of all keys of an object: `answers[].position`.
pub fn add_paths(value: &Value, prefix: &str, paths: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                add_paths(value, &path, paths);
                paths.insert(path);
            }
        }
        Value::Array(values) => {
            for value in values {
                add_paths(value, &format!("{prefix}[]"), paths);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
