//! The table format: a Zarr v3 `zarr.json`.
//!
//! Any Zarr v3 reader opens it. What concerns grundytab alone stands under the attribute key
//! `grundytab`, see [`Attributes`].

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::codec::Codec;
use crate::analysis::Statistics;
use crate::domain::{Domain, HEAP_NAMES};
use crate::invalid_input::InvalidInput;
use crate::job::Job;
use crate::plan::Plan;
use crate::quantity::{Convention, OUTCOME_CLASSES, Quantity};
use crate::ruleset::Ruleset;
use crate::values::ValueType;

/// The version of [`Attributes`]. A reader refuses a version that it does not know.
const FORMAT_VERSION: u32 = 1;
/// The file that makes a directory a Zarr v3 array.
pub(super) const METADATA_FILE: &str = "zarr.json";
/// The directory of the chunks.
pub(super) const CHUNK_DIRECTORY: &str = "c";
const ATTRIBUTE_KEY: &str = "grundytab";

/// The description of a table, under the key `grundytab` of the array's attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Attributes {
    /// Version of these attributes.
    pub format_version: u32,
    /// The canonical text of the game.
    pub ruleset: String,
    /// The tabulated positions.
    pub domain: DomainText,
    /// What is tabulated.
    pub quantity: Quantity,
    /// The meanings of the values 0, 1, 2, ..., where they are not numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_names: Option<Vec<String>>,
    /// Who wins when no move is left.
    pub convention: Convention,
    /// The engine that computed the table: `reference`, `cpu` or `gpu`.
    pub engine: String,
    /// The adapter that the GPU engine ran on.
    pub adapter: Option<String>,
    /// The name and the version of the program that wrote the table.
    pub program: String,
    /// Whether every chunk is there. Only then the totals are known.
    pub complete: bool,
    /// Totals over all positions.
    #[serde(flatten)]
    pub totals: Option<Statistics>,
}

/// A domain as the attributes have it: `{"box": [500, 300]}` or `{"tokens": 512}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DomainText {
    /// The sides of a box, one for each heap.
    Box(Vec<u32>),
    /// The largest token sum of a simplex.
    Tokens(u32),
}

impl Attributes {
    /// Returns the attributes of a table that is about to be computed.
    pub(super) fn of_unfinished(job: &Job, engine: String, adapter: Option<String>) -> Self {
        let domain = job.domain();
        Attributes {
            format_version: FORMAT_VERSION,
            ruleset: job.ruleset().to_string(),
            domain: if domain.is_box() {
                DomainText::Box(domain.shape().to_vec())
            } else {
                DomainText::Tokens(domain.largest_token_sum())
            },
            quantity: job.quantity(),
            value_names: match job.quantity() {
                Quantity::OutcomeClass => Some(OUTCOME_CLASSES.map(str::to_owned).to_vec()),
                Quantity::Grundy | Quantity::Outcome | Quantity::Palaces => None,
            },
            convention: job.convention(),
            engine,
            adapter,
            program: concat!("grundytab ", env!("CARGO_PKG_VERSION")).into(),
            complete: false,
            totals: None,
        }
    }

    /// Finds the attributes in a parsed `zarr.json`.
    ///
    /// # Errors
    /// Why there are none that this program reads.
    pub(super) fn find(metadata: &Json) -> Result<Self, String> {
        let attributes = &metadata["attributes"][ATTRIBUTE_KEY];
        if attributes.is_null() {
            return Err(format!("its attributes have no key {ATTRIBUTE_KEY:?}"));
        }
        let version = &attributes["format_version"];
        if *version != json!(FORMAT_VERSION) {
            return Err(format!(
                "its format version is {version}, this program reads {FORMAT_VERSION}"
            ));
        }
        serde_json::from_value(attributes.clone())
            .map_err(|error| format!("its attributes: {error}"))
    }

    /// Returns the job whose values the table holds.
    pub(super) fn job(&self) -> Result<Job, InvalidInput> {
        let ruleset = Ruleset::parse(&self.ruleset)?;
        let domain = match &self.domain {
            DomainText::Box(sides) => Domain::boxed(sides),
            DomainText::Tokens(tokens) => Domain::simplex(ruleset.heaps(), *tokens),
        }?;
        Job::new(ruleset, domain, self.quantity, self.convention)
    }
}

/// Returns the `zarr.json` of a table.
pub(super) fn metadata(plan: &Plan, codec: Codec, attributes: &Attributes) -> Json {
    let value_type = plan.value_type();
    let (data_type, fill_value) = match value_type {
        ValueType::Bool => ("bool", json!(false)),
        ValueType::U8 => ("uint8", json!(value_type.fill())),
        ValueType::U16 => ("uint16", json!(value_type.fill())),
        ValueType::U32 => ("uint32", json!(value_type.fill())),
    };
    let heaps = plan.job().domain().heaps();
    json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": plan.job().domain().shape(),
        "data_type": data_type,
        "chunk_grid": {
            "name": "regular",
            "configuration": {"chunk_shape": plan.tiling().chunk_shape()},
        },
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": fill_value,
        "codecs": codec.chain(value_type),
        "dimension_names": (HEAP_NAMES[..heaps]),
        "attributes": {ATTRIBUTE_KEY: attributes},
    })
}
