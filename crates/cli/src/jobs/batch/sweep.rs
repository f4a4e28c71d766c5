//! Sweeps: a field with several values makes a job for each; several such fields for each combination.

use std::collections::BTreeMap;

use super::file::Fields;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::wording::{counted, did_you_mean};

/// More jobs than this are not made of one file: it is a mistake, or better several files.
const MOST_JOBS: usize = 100_000;

/// Lists the combinations of the values of all fields. The fields are taken in the order of their names;
/// the values of the last one change fastest.
pub(super) fn combinations(fields: &Fields) -> Result<Vec<BTreeMap<String, String>>, InvalidInput> {
    let count = fields.values().map(Vec::len).fold(1, usize::saturating_mul);
    if count > MOST_JOBS {
        return Err(InvalidInput::new(
            InvalidInputKind::TooLarge,
            counted(count, "job"),
            format!("at most {MOST_JOBS} jobs are made of a file"),
            "sweep over fewer values",
        ));
    }
    let mut combinations = vec![BTreeMap::new()];
    for (key, values) in fields {
        let with = |combination: &BTreeMap<String, String>, value: &String| {
            let mut combination = combination.clone();
            combination.insert(key.clone(), value.clone());
            combination
        };
        combinations = combinations
            .iter()
            .flat_map(|combination| values.iter().map(move |value| with(combination, value)))
            .collect();
    }
    Ok(combinations)
}

/// Replaces each `{field}` of a pattern by the value of the field; returns the names of the fields too. The pattern of a
/// game may have sets of numbers in braces, which do not begin with a letter.
pub(super) fn filled_in(
    pattern: &str,
    may_have_sets: bool,
    fields: &BTreeMap<String, String>,
) -> Result<(String, Vec<String>), InvalidInput> {
    let (mut text, mut used, mut rest) = (String::new(), Vec::new(), pattern);
    while let Some((before, after)) = rest.split_once('{') {
        if may_have_sets && !after.starts_with(char::is_alphabetic) {
            text.push_str(before);
            text.push('{');
            rest = after;
            continue;
        }
        let Some((name, after)) = after.split_once('}') else {
            return Err(wrong(pattern, "a { has no }".into(), ""));
        };
        let Some(value) = fields.get(name) else {
            let meant = did_you_mean(name, fields.keys().map(String::as_str));
            return Err(wrong(pattern, format!("there is no field {name:?}"), &meant));
        };
        text.push_str(before);
        text.push_str(value);
        used.push(name.to_owned());
        rest = after;
    }
    text.push_str(rest);
    Ok((text, used))
}

fn wrong(pattern: &str, problem: String, meant: &str) -> InvalidInput {
    let hint = format!("{meant}{{field}} stands for the value of a field of the job");
    InvalidInput::new(InvalidInputKind::Syntax, pattern, problem, hint)
}
