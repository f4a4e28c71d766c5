//! The file of jobs, as it is written: fields with one value or several.

use std::collections::BTreeMap;

use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// The fields of a job, each with the values that it takes in turn, as texts.
pub(super) type Fields = BTreeMap<String, Vec<String>>;

/// A file of jobs.
pub(super) struct JobFile {
    /// Where the tables go.
    pub(super) out: String,
    /// The fields of each job, those that it shares with the others included.
    pub(super) jobs: Vec<Fields>,
}

/// Reads a file of jobs.
pub(super) fn read(name: &str, text: &str) -> Result<JobFile, InvalidInput> {
    let mut shared: toml::Table = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(String::new(), |span| {
            let before = text.get(..span.start).unwrap_or_default();
            format!("line {}: ", before.matches('\n').count() + 1)
        });
        let message = error.message().replace('\n', " ");
        syntax(name, format!("{line}{message}"))
    })?;
    let out = match shared.remove("out") {
        Some(toml::Value::String(out)) if !out.is_empty() => out,
        Some(_) => return Err(syntax(name, "out is not the text of a path".into())),
        None => return Err(syntax(name, "it does not say where the tables go".into())),
    };
    let own = match shared.remove("job") {
        None => vec![toml::Table::new()],
        Some(toml::Value::Array(jobs)) => {
            let table = |job| match job {
                toml::Value::Table(job) => Ok(job),
                _ => Err(syntax(name, "job is not a table".into())),
            };
            jobs.into_iter().map(table).collect::<Result<_, _>>()?
        }
        Some(_) => return Err(syntax(name, "a job is a table that begins with [[job]]".into())),
    };
    if let Some((key, _)) = shared.iter().find(|(_, value)| holds_tables(value)) {
        let hint = "did you mean [[job]]? a job with fields of its own begins with that line";
        let problem = format!("{key} has fields of its own");
        return Err(InvalidInput::new(InvalidInputKind::Syntax, name, problem, hint));
    }
    let jobs = own.into_iter().map(|own| {
        let mut fields = shared.clone();
        // A job's own domain replaces the shared one, be it of the other kind.
        if own.contains_key("box") || own.contains_key("tokens") {
            fields.remove("box");
            fields.remove("tokens");
        }
        fields.extend(own);
        fields
            .into_iter()
            .map(|(key, value)| Ok((key.clone(), values(name, &key, value)?)))
            .collect()
    });
    Ok(JobFile { out, jobs: jobs.collect::<Result<_, _>>()? })
}

fn holds_tables(value: &toml::Value) -> bool {
    value.is_table() || value.as_array().is_some_and(|all| all.iter().any(toml::Value::is_table))
}

/// Returns the values that a field takes, as texts.
fn values(name: &str, key: &str, value: toml::Value) -> Result<Vec<String>, InvalidInput> {
    let text = |value| match value {
        toml::Value::String(text) => Ok(text),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Boolean(flag) => Ok(flag.to_string()),
        toml::Value::Float(_) => {
            let problem = format!("{key} is neither a text, a whole number nor true or false");
            let hint = "what has a point is a text, as in code = \"0.77\"";
            Err(InvalidInput::new(InvalidInputKind::Syntax, name, problem, hint))
        }
        _ => {
            Err(syntax(name, format!("{key} is neither a text, a whole number nor true or false")))
        }
    };
    match value {
        toml::Value::Array(values) if values.is_empty() => {
            Err(syntax(name, format!("{key} has no values")))
        }
        toml::Value::Array(values) => values.into_iter().map(text).collect(),
        value => Ok(vec![text(value)?]),
    }
}

fn syntax(name: &str, problem: String) -> InvalidInput {
    let hint = "it is written as in out = \"sweep.zarr\", game = \"wythoff\", box = 100, \
                quantity = \"palaces\", block = [0, 1, 2]";
    InvalidInput::new(InvalidInputKind::Syntax, name, problem, hint)
}
