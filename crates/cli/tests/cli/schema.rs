//! docs/json-schema.json, and a check of JSON objects against it: of the part of the language of schemas that it uses.

#![allow(clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;

use serde_json::{Map, Value};

const SCHEMA: &str = include_str!("../../../../docs/json-schema.json");

/// Keywords that say nothing about a value that others do not say.
const REMARKS: [&str; 4] = ["$schema", "title", "description", "format"];

/// The schema, and which of its keys have been met in objects.
pub struct Schema {
    definitions: Map<String, Value>,
    met: BTreeSet<String>,
}

/// Which keys a check has met, as `tabulate.ruleset`; or what is wrong with the value, and where.
type Checked = Result<BTreeSet<String>, String>;

impl Schema {
    pub fn read() -> Self {
        let mut schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
        let Value::Object(definitions) = schema["$defs"].take() else { panic!("no definitions") };
        Schema { definitions, met: BTreeSet::new() }
    }

    /// Checks an object against a definition. An object may have no keys that the definition does not name.
    pub fn check(&mut self, name: &str, value: &Value) {
        assert!(self.definitions.contains_key(name), "the schema has no {name}");
        match self.of_definition(name, value) {
            Ok(met) => self.met.extend(met),
            Err(fault) => panic!("{name}: {fault}: {value:#}"),
        }
    }

    /// Returns the keys of all definitions that no checked object had.
    pub fn not_met(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for (name, schema) in &self.definitions {
            add_keys(name, schema, &mut keys);
        }
        keys.retain(|key| !self.met.contains(key));
        keys
    }

    fn of_definition(&self, name: &str, value: &Value) -> Checked {
        self.of_schema(name, &self.definitions[name], value)
    }

    /// Checks a value against the schema of, or within, the definition `name`.
    fn of_schema(&self, name: &str, schema: &Value, value: &Value) -> Checked {
        let mut met = BTreeSet::new();
        let Value::Object(keywords) = schema else { panic!("{name}: no schema: {schema}") };
        for (keyword, says) in keywords {
            let fits = match keyword.as_str() {
                "$ref" => {
                    let name = says.as_str().and_then(|text| text.strip_prefix("#/$defs/"));
                    met.extend(self.of_definition(name.expect("a definition"), value)?);
                    true
                }
                "anyOf" | "oneOf" => {
                    let variants = says.as_array().expect("a list").iter();
                    let checked = variants.map(|variant| self.of_schema(name, variant, value));
                    let (fit, faults): (Vec<_>, Vec<_>) = checked.partition(Result::is_ok);
                    if fit.is_empty() {
                        let faults = faults.into_iter().filter_map(Result::err);
                        return Err(faults.collect::<Vec<_>>().join(", and "));
                    }
                    let is_one = fit.len() == 1;
                    met.extend(fit.into_iter().flatten().flatten());
                    is_one || keyword == "anyOf"
                }
                "type" => match says {
                    Value::Array(names) => names.iter().any(|name| has_type(value, name)),
                    name => has_type(value, name),
                },
                "const" => value == says,
                "enum" => says.as_array().expect("a list").contains(value),
                "minimum" => value.as_f64().is_none_or(|number| Some(number) >= says.as_f64()),
                "maximum" => value.as_f64().is_none_or(|number| Some(number) <= says.as_f64()),
                "minItems" => length(value).is_none_or(|length| length >= says.as_u64()),
                "maxItems" => length(value).is_none_or(|length| length <= says.as_u64()),
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        let checked = self.of_schema(name, says, item);
                        met.extend(checked.map_err(|fault| format!("[{index}]{fault}"))?);
                    }
                    true
                }
                "prefixItems" => {
                    let schemas = says.as_array().expect("a list");
                    for (item, schema) in value.as_array().into_iter().flatten().zip(schemas) {
                        met.extend(self.of_schema(name, schema, item)?);
                    }
                    true
                }
                "properties" | "required" | "additionalProperties" => true,
                remark => {
                    assert!(REMARKS.contains(&remark), "{name}: this check does not know {remark}");
                    true
                }
            };
            if !fits {
                return Err(format!(" is {value}, and not {keyword} {says}"));
            }
        }
        if let Value::Object(object) = value {
            met.extend(self.of_object(name, keywords, object)?);
        }
        Ok(met)
    }

    fn of_object(
        &self,
        name: &str,
        keywords: &Map<String, Value>,
        object: &Map<String, Value>,
    ) -> Checked {
        let mut met = BTreeSet::new();
        let (properties, others) =
            (keywords.get("properties"), keywords.get("additionalProperties"));
        if properties.is_none() && others.is_none() {
            // Another keyword says what it is.
            return Ok(met);
        }
        for (key, value) in object {
            let schema = properties.and_then(|properties| properties.get(key));
            if schema.is_some() {
                met.insert(format!("{name}.{key}"));
            }
            let Some(schema) = schema.or(others).filter(|schema| schema.is_object()) else {
                return Err(format!(".{key} is not in the schema"));
            };
            let checked = self.of_schema(name, schema, value);
            met.extend(checked.map_err(|fault| format!(".{key}{fault}"))?);
        }
        let required = keywords.get("required").and_then(Value::as_array).into_iter().flatten();
        match required.filter_map(Value::as_str).find(|key| !object.contains_key(*key)) {
            Some(key) => Err(format!(".{key} is missing")),
            None => Ok(met),
        }
    }
}

fn length(value: &Value) -> Option<Option<u64>> {
    value.as_array().map(|items| Some(items.len() as u64))
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a name") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other}"),
    }
}

/// Adds the keys of a definition, as `tabulate.ruleset`.
fn add_keys(name: &str, schema: &Value, keys: &mut Vec<String>) {
    match schema {
        Value::Object(keywords) => {
            if let Some(Value::Object(properties)) = keywords.get("properties") {
                keys.extend(properties.keys().map(|key| format!("{name}.{key}")));
            }
            // Names of keys are no keywords.
            let schemas = keywords.iter().flat_map(|(keyword, schema)| match schema {
                Value::Object(properties) if keyword == "properties" => {
                    properties.values().collect()
                }
                schema => vec![schema],
            });
            schemas.for_each(|schema| add_keys(name, schema, keys));
        }
        Value::Array(schemas) => schemas.iter().for_each(|schema| add_keys(name, schema, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Catches a check that accepts everything.
#[test]
fn the_check_finds_faults() {
    let schema = Schema::read();
    let right = serde_json::json!({"set": "P", "states": 3});
    assert_eq!(schema.of_definition("set", &right).map(|met| met.len()), Ok(2));
    for (wrong, fault) in [
        (serde_json::json!({"set": "P"}), ".states is missing"),
        (serde_json::json!({"set": "P", "states": 3, "new": 1}), ".new is not in the schema"),
        (serde_json::json!({"set": "P", "states": null}), ".states is null"),
        (serde_json::json!({"set": "P", "states": -1}), ".states is -1"),
        (serde_json::json!({"set": 1, "states": 3}), ".set is 1"),
        (serde_json::json!([]), " is []"),
    ] {
        let found = schema.of_definition("set", &wrong).expect_err("it is wrong");
        assert!(found.starts_with(fault), "{found}");
    }
    let convention = schema.of_definition("convention", &serde_json::json!("odd"));
    assert!(convention.is_err());
    let domain = serde_json::json!({"box": [2], "tokens": 3});
    assert!(schema.of_definition("domain", &domain).is_err());
}
