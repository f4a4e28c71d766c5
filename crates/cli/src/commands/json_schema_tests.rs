//! The JSON schema of what `--json` prints, docs/json-schema.json. It is written here from the structs that the commands
//! print: the comments of their fields say what the keys mean.
//!
//! This is code of the tests alone, so that the program does not carry the schema of its reports.

use std::fs;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::command::Flag;
use super::{
    COMMANDS, analyze, batch, bench, decide, devices, diff, dry_run, export, failure, games, info,
    list, prove, query, render, run_report, star, sum, sweep, tabulate, theorems, verify,
};

/// What a command prints: the command, with a flag or a remark if it prints several objects, and the schema.
type Output = (&'static str, fn(&mut SchemaGenerator) -> Schema);

/// All that is printed, in the order of the schema.
const OUTPUTS: &[Output] = &[
    ("errors", of::<failure::ErrorReport>),
    ("tabulate", of::<run_report::TabulateReport>),
    ("tabulate --dry-run", of::<dry_run::PlanReport>),
    ("tabulate --resume, of a complete table", of::<tabulate::CompleteReport>),
    ("batch", of::<batch::display::BatchJobReport>),
    ("batch --status", of::<batch::status::BatchStatusReport>),
    ("batch --dry-run", of::<batch::dry_run::BatchPlanReport>),
    ("info", of::<info::InfoReport>),
    ("verify", of::<verify::verdict::VerifyReport>),
    ("verify, of a false table", of::<verify::verdict::FaultReport>),
    ("query", of::<query::QueryReport>),
    ("analyze", of::<analyze::AnalyzeReport>),
    ("analyze --group-by", of::<analyze::groups::GroupsReport>),
    ("analyze --x", of::<analyze::coordinates::PointsReport>),
    ("analyze, of several tables", of::<sweep::SweepReport>),
    ("list", of::<list::positions::ListReport>),
    ("list, without a condition", of::<list::grid::GridReport>),
    ("sum", of::<sum::SumReport>),
    ("sum, of loopy games", of::<sum::loopy::LoopySumReport>),
    ("sum, of outcome classes", of::<sum::classes::ClassSumReport>),
    ("sum, of partizan scoring games", of::<sum::scores::PartizanScoreSumReport>),
    ("sum, of scoring games", of::<sum::scores::ScoreSumReport>),
    ("render", of::<render::RenderReport>),
    ("render --repeat", of::<render::repeat::Repeated>),
    ("diff", of::<diff::ComparisonReport>),
    ("star", of::<star::StarReport>),
    ("export", of::<export::agreements::ExportReport>),
    ("prove", of::<prove::report::ProveReport>),
    ("prove, without an automaton", of::<prove::no_automaton::NoAutomatonReport>),
    ("prove --check", of::<prove::check::CertificateReport>),
    ("decide", of::<decide::report::DecideReport>),
    ("games", of::<games::GamesReport>),
    ("theorems", of::<theorems::TheoremsReport>),
    ("devices", of::<devices::DevicesReport>),
    ("bench", of::<bench::rows::BenchReport>),
    ("bench --web", of::<bench::web::WebPageReport>),
];

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    T::json_schema(generator)
}

/// Returns the key of an output in the schema: `tabulate-dry-run`.
fn key_of(output: &str) -> String {
    let words = output.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Returns the key of a type in the schema: `component-move`, and `set` of `SetReport`.
fn key_of_type(name: &str) -> String {
    let name = name.strip_suffix("Report").unwrap_or(name);
    let mut key = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !key.is_empty() {
            key.push('-');
        }
        key.push(c.to_ascii_lowercase());
    }
    key
}

/// Returns the schema: what commands print and the types that this has, under `$defs`.
fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut definitions = Map::new();
    for (output, schema) in OUTPUTS {
        let mut schema = schema(&mut generator).to_value();
        schema["title"] = json!(output);
        definitions.insert(key_of(output), schema);
    }
    let types = generator.take_definitions(true);
    for (name, schema) in types {
        let before = definitions.insert(key_of_type(&name), schema);
        assert_eq!(before, None, "two types of JSON objects are called {name}: rename one");
    }
    for (name, schema) in &mut definitions {
        tidy(schema, name);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://grundytab.github.io/grundytab/json-schema.json",
        "title": "What grundytab prints with --json",
        "description": "Under $defs are the objects that commands print, under the names of the commands, and the types \
            of their parts. A command that fails prints an object of errors, which has the keys of what was found as well.",
        "$defs": definitions,
    })
}

/// Makes a comment of Rust a description for users: its first paragraph, in which nothing is called as in Rust; gives
/// the types their keys; and sees that every key is described.
fn tidy(schema: &mut Value, at: &str) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::String(text)) = object.get_mut("description") {
                let paragraph = text.split("\n\n").next().unwrap_or_default();
                *text = paragraph.replace('\n', " ").replace("`None`", "null");
                let is_of_rust = text.contains("[`") || text.contains("::");
                assert!(!is_of_rust, "{at}: users do not know the names of Rust: {text}");
            }
            if let Some(Value::String(target)) = object.get_mut("$ref") {
                let name = target.strip_prefix("#/$defs/").expect("a type");
                *target = format!("#/$defs/{}", key_of_type(name));
            }
            // The comment of a variant with one key is that of the key.
            if object.get("additionalProperties") == Some(&Value::Bool(false))
                && let Some(description) = object.remove("description")
                && let Some(Value::Object(properties)) = object.get_mut("properties")
            {
                for property in properties.values_mut() {
                    property["description"] = description.clone();
                }
            }
            if let Some(Value::Object(properties)) = object.get("properties") {
                for (key, property) in properties {
                    let is_described = property["description"].is_string();
                    assert!(is_described, "{at}: the field of the key {key} has no comment");
                }
            }
            object.values_mut().for_each(|part| tidy(part, at));
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| tidy(part, at)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Catches a report that has changed, whose schema has not been written anew.
#[test]
fn the_schema_is_that_of_the_reports() {
    let path = crate::tests::common::repository().join("docs/json-schema.json");
    let schema = format!("{:#}\n", schema());
    if std::env::var_os("GRUNDYTAB_WRITE").is_some() {
        fs::write(&path, &schema).expect("written");
    }
    let written = fs::read_to_string(&path).expect("a text");
    assert!(
        written == schema,
        "{} is not that of the reports: GRUNDYTAB_WRITE=1 cargo test -p grundytab-cli --lib json_schema writes it",
        path.display()
    );
}

/// Catches a command that has got `--json` and is not among the outputs.
#[test]
fn every_command_with_json_has_a_schema() {
    let prints_json = |flag: &Flag| matches!(flag, Flag::Json | Flag::JsonLines);
    for command in COMMANDS.iter().filter(|command| command.flags.iter().any(prints_json)) {
        let is_listed = OUTPUTS.iter().any(|(output, _)| *output == command.name);
        assert!(is_listed, "OUTPUTS has nothing of {}", command.name);
    }
}
