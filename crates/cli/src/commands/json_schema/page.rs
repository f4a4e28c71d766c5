//! The page docs/json.md: a section for each output, and one for each type that several keys have.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// What stands above the sections.
const HEAD: &str = "\
<!-- Written by `GRUNDYTAB_WRITE=1 cargo test --lib json_schema` from the comments in the structs. -->

# What `--json` prints

Every command whose help lists `--json` prints one JSON object on stdout; `batch` prints one in a line for each job.
Notes and progress are off then, and errors go to stderr as always. The same thing has the same name in every command;
the functions of the Python package return these objects as dicts.

The keys stand in the order in which they are printed. `a[].b` is the key `b` of each object in the list `a`. A key that
may be null is always present; a key that may be absent is called absent. A path is a string. Types with names of their
own are explained [below](#types).

[json-schema.json](json-schema.json) says the same as a JSON schema, of which a release has a copy: the section
`tabulate --dry-run` is its `#/$defs/tabulate-dry-run`. A test runs the commands and compares what they print with it, in
both directions.
";

/// What stands above the types.
const TYPES: &str = "\n## Types\n";

/// Returns the page of a schema, whose definitions with these keys are what commands print.
pub fn page(schema: &Value, outputs: &[String]) -> String {
    let definitions = schema["$defs"].as_object().expect("definitions");
    let pages = Pages::new(definitions);
    let mut text = HEAD.to_owned();
    for output in outputs {
        let title = definitions[output]["title"].as_str().expect("a title");
        let title = match title.split_once(',') {
            Some((command, remark)) => format!("`{command}`,{remark}"),
            None => format!("`{title}`"),
        };
        text += &pages.section(&format!("## {title}"), &definitions[output]);
    }
    text += TYPES;
    let mut types: Vec<&String> = definitions.keys().collect();
    types.retain(|name| !outputs.contains(name) && pages.has_section(name));
    types.sort();
    for name in types {
        text += &pages.section(&format!("### `{name}`"), &definitions[name]);
    }
    text
}

struct Pages<'a> {
    definitions: &'a Map<String, Value>,
    /// How often each type is referred to.
    uses: BTreeMap<&'a str, usize>,
}

impl<'a> Pages<'a> {
    fn new(definitions: &'a Map<String, Value>) -> Self {
        let mut uses = BTreeMap::new();
        definitions.values().for_each(|schema| count_uses(schema, &mut uses));
        Pages { definitions, uses }
    }

    /// Whether a type has a section of its own. The keys of others stand where the object does.
    fn has_section(&self, name: &str) -> bool {
        let is_object = self.definitions[name].get("properties").is_some();
        !is_object || self.uses.get(name).is_some_and(|&uses| uses > 1)
    }

    fn section(&self, heading: &str, schema: &Value) -> String {
        let mut text = format!("\n{heading}\n\n");
        if let Some(description) = schema["description"].as_str() {
            text += &format!("{}\n\n", wrapped(description));
        }
        if schema.get("properties").is_some() {
            text += "| key | type | what it is |\n|---|---|---|\n";
            self.add_rows(schema, "", &mut text);
        } else if let Some(variants) = variants(schema) {
            if variants.iter().all(|variant| variant.get("const").is_some()) {
                text += "| value | what it means |\n|---|---|\n";
                for variant in variants {
                    text += &row(&[&code(&variant["const"]), &described(variant)]);
                }
            } else {
                text += "An object with one of these keys:\n\n| key | type | what it is |\n|---|---|---|\n";
                variants.iter().for_each(|variant| self.add_rows(variant, "", &mut text));
            }
        } else {
            text += &format!("In JSON: {}.\n", self.type_text(schema, Number::One));
        }
        text
    }

    /// Adds a row for each key of an object, and of the objects in it that have no section of their own.
    fn add_rows(&self, object: &Value, above: &str, text: &mut String) {
        let is_variant = object["additionalProperties"] == false;
        let is_present = |key: &str| {
            object["required"].as_array().is_some_and(|keys| keys.iter().any(|other| other == key))
        };
        for (key, schema) in object["properties"].as_object().expect("keys") {
            let path = format!("{above}{key}");
            let mut shown = self.type_text(schema, Number::One);
            if !is_variant && !is_present(key) {
                shown += ", or absent";
            }
            *text += &row(&[&format!("`{path}`"), &shown, &described(schema)]);
            self.add_rows_below(schema, path, text);
        }
    }

    fn add_rows_below(&self, schema: &Value, path: String, text: &mut String) {
        if let Some(name) = reference(schema) {
            if !self.has_section(name) {
                self.add_rows(&self.definitions[name], &format!("{path}."), text);
            }
        } else if let Some(items) = schema.get("items") {
            self.add_rows_below(items, format!("{path}[]"), text);
        } else if let Some(variants) = variants(schema) {
            variants.iter().for_each(|variant| self.add_rows_below(variant, path.clone(), text));
        }
    }

    /// Says what type a value has: `list of integers or null`.
    fn type_text(&self, schema: &Value, number: Number) -> String {
        if let Some(name) = reference(schema) {
            let plural = if number == Number::Many { "s" } else { "" };
            return match self.has_section(name) {
                true => format!("[{}{plural}](#{name})", name.replace('-', " ")),
                false => format!("object{plural}"),
            };
        }
        if let Some(variants) = variants(schema) {
            return one_of(variants.iter().map(|variant| self.type_text(variant, number)));
        }
        let name = |name: &Value| match name.as_str().expect("a type") {
            "array" => self.list_text(schema, number),
            "object" => self.map_text(schema, number),
            "null" => "null".to_owned(),
            name if number == Number::Many => format!("{name}s"),
            name => name.to_owned(),
        };
        match &schema["type"] {
            Value::Array(names) => one_of(names.iter().map(name)),
            single => name(single),
        }
    }

    fn list_text(&self, schema: &Value, number: Number) -> String {
        let list = if number == Number::Many { "lists" } else { "list" };
        let items = match (schema.get("items"), schema["prefixItems"].as_array()) {
            (Some(items), _) => self.type_text(items, Number::Many),
            (None, Some(items)) => {
                one_of(items.iter().map(|item| self.type_text(item, Number::Many)))
            }
            (None, None) => panic!("a list of what? {schema}"),
        };
        let items = if items.contains(" or ") { format!("({items})") } else { items };
        match schema["minItems"].as_u64().filter(|_| schema["minItems"] == schema["maxItems"]) {
            Some(length) => format!("{list} of {length} {items}"),
            None => format!("{list} of {items}"),
        }
    }

    /// Describes an object whose keys are no names of this program.
    fn map_text(&self, schema: &Value, number: Number) -> String {
        let object = if number == Number::Many { "objects" } else { "object" };
        match schema.get("additionalProperties") {
            Some(values) => format!("{object} of {}", self.type_text(values, Number::Many)),
            None => panic!("which keys has it? {schema}"),
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Number {
    One,
    Many,
}

fn count_uses<'a>(schema: &'a Value, uses: &mut BTreeMap<&'a str, usize>) {
    if let Some(name) = reference(schema) {
        *uses.entry(name).or_default() += 1;
    }
    match schema {
        Value::Object(parts) => parts.values().for_each(|part| count_uses(part, uses)),
        Value::Array(parts) => parts.iter().for_each(|part| count_uses(part, uses)),
        _ => {}
    }
}

fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

fn variants(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("anyOf").or_else(|| schema.get("oneOf"))?.as_array()
}

/// Joins types, each of which is named once.
fn one_of(texts: impl Iterator<Item = String>) -> String {
    let mut different: Vec<String> = Vec::new();
    for text in texts {
        if !different.contains(&text) {
            different.push(text);
        }
    }
    match different.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

fn described(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().to_owned()
}

fn code(value: &Value) -> String {
    format!("`{}`", value.as_str().expect("a text"))
}

fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Breaks a paragraph into lines.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 118;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("one");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= WIDTH {
            *line += &format!(" {word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}
