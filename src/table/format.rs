//! The table format: a Zarr v3 `zarr.json`, spelled out.
//!
//! Any Zarr v3 reader opens it. What only grundytab knows stands under the attribute key
//! `grundytab`, see [`Attributes`].

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::analysis::Statistics;
use crate::domain::Domain;
use crate::engine::EngineKind;
use crate::invalid_input::InvalidInput;
use crate::job::Job;
use crate::plan::Plan;
use crate::quantity::{Convention, OUTCOME_CLASSES, Quantity};
use crate::ruleset::Ruleset;
use crate::values::ValueType;

/// The version of the attributes below. Readers refuse a version they do not know.
const FORMAT_VERSION: u32 = 1;
/// The file that makes a directory a Zarr v3 array.
pub(super) const METADATA_FILE: &str = "zarr.json";
/// The directory of the chunks.
pub(super) const CHUNK_DIRECTORY: &str = "c";
const ATTRIBUTE_KEY: &str = "grundytab";

/// How chunks are compressed. A checksum (crc32c) always follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    /// Zstandard, a fast level.
    Zstd,
    /// Raw little-endian values.
    None,
}

/// What the table says about itself, under the key `grundytab` of the array's attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attributes {
    /// Version of these attributes.
    pub format_version: u32,
    /// Canonical notation of the game.
    pub ruleset: String,
    /// The tabulated positions.
    pub domain: DomainText,
    /// What is tabulated.
    pub quantity: Quantity,
    /// What the values stand for, from 0, where they are not numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_names: Option<Vec<String>>,
    /// Who wins when no move is left.
    pub convention: Convention,
    /// The engine that computed it: `reference`, `cpu` or `gpu`.
    pub engine: String,
    /// The adapter the GPU engine ran on.
    pub adapter: Option<String>,
    /// Name and version of the program.
    pub program: String,
    /// Whether every chunk is there; totals are known only then.
    pub complete: bool,
    /// Totals over all positions.
    #[serde(flatten)]
    pub totals: Option<Statistics>,
}

/// A domain as it stands in the attributes: `{"box": [500, 300]}` or `{"tokens": 512}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DomainText {
    /// Sides, one per heap.
    Box(Vec<u32>),
    /// Largest token sum.
    Tokens(u32),
}

impl Attributes {
    /// The attributes of a table that is about to be computed.
    pub(super) fn of_unfinished(job: &Job, engine: EngineKind, adapter: Option<String>) -> Self {
        let domain = job.domain();
        Attributes {
            format_version: FORMAT_VERSION,
            ruleset: job.ruleset().to_string(),
            domain: match domain.is_box() {
                true => DomainText::Box(domain.shape().to_vec()),
                false => DomainText::Tokens(domain.largest_token_sum()),
            },
            quantity: job.quantity(),
            value_names: match job.quantity() {
                Quantity::OutcomeClass => Some(OUTCOME_CLASSES.map(str::to_owned).to_vec()),
                _ => None,
            },
            convention: job.convention(),
            engine: engine.to_string(),
            adapter,
            program: concat!("grundytab ", env!("CARGO_PKG_VERSION")).into(),
            complete: false,
            totals: None,
        }
    }

    /// Finds the attributes in a parsed `zarr.json`; the error says why there are none.
    pub(super) fn find(metadata: &Value) -> Result<Self, String> {
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

    /// The job that the table holds.
    pub(super) fn job(&self) -> Result<Job, InvalidInput> {
        let ruleset = Ruleset::parse(&self.ruleset)?;
        let domain = match &self.domain {
            DomainText::Box(sides) => Domain::boxed(sides),
            DomainText::Tokens(tokens) => Domain::simplex(ruleset.heaps(), *tokens),
        }?;
        Job::new(ruleset, domain, self.quantity, self.convention)
    }
}

/// The whole `zarr.json` of a table.
pub(super) fn metadata(plan: &Plan, codec: Codec, attributes: &Attributes) -> Value {
    let value_type = plan.value_type();
    let (data_type, fill_value) = match value_type {
        ValueType::Bool => ("bool", json!(false)),
        ValueType::U8 => ("uint8", json!(value_type.fill())),
        ValueType::U16 => ("uint16", json!(value_type.fill())),
        ValueType::U32 => ("uint32", json!(value_type.fill())),
    };
    // The bytes codec takes a byte order only for values that have one.
    let bytes = match value_type.bytes() {
        1 => json!({"name": "bytes"}),
        _ => json!({"name": "bytes", "configuration": {"endian": "little"}}),
    };
    let checksum = json!({"name": "crc32c"});
    let codecs = match codec {
        Codec::Zstd => {
            let zstd = json!({"name": "zstd", "configuration": {"level": 1, "checksum": false}});
            json!([bytes, zstd, checksum])
        }
        Codec::None => json!([bytes, checksum]),
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
        "codecs": codecs,
        "dimension_names": (["x", "y", "z"][..heaps]),
        "attributes": {ATTRIBUTE_KEY: attributes},
    })
}
