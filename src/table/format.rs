//! The table format: the `zarr.json` of the Zarr v3 array that is the table.
//!
//! Any Zarr v3 reader opens it. Where it lies says [`layout`](super::layout). What concerns grundytab alone stands
//! under the attribute key `grundytab`, see [`Attributes`].

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::domain::{Domain, DomainText, HEAP_NAMES};
use crate::engine::InfiniteSets;
use crate::invalid_input::InvalidInput;
use crate::job::Job;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{GameNotes, Ruleset};
use crate::table::encoding::codec::Codec;
use crate::table::storage::sharding::Sharding;
use crate::totals::Statistics;
use crate::values::ValueType;
use crate::version::PROGRAM;

/// The version of the format. A reader refuses every other one.
pub(super) const FORMAT_VERSION: u32 = 1;
/// The file that makes a directory a Zarr v3 array or group.
pub(super) const METADATA_FILE: &str = "zarr.json";
/// The most bytes of that file: a game can have a million numbers.
pub(super) const MOST_METADATA_BYTES: u64 = 1 << 26;
/// What a table names as its engine whose values a user gave.
pub(super) const GIVEN: &str = "array";
/// The directory of the chunks.
pub(super) const CHUNK_DIRECTORY: &str = "c";
/// The key of what concerns this program alone.
pub(super) const ATTRIBUTE_KEY: &str = "grundytab";
/// The attribute by which netCDF's conventions name the value of missing cells. xarray does not take an
/// array's `fill_value` for it.
const FILL_ATTRIBUTE: &str = "_FillValue";

/// The description of a table, under the key `grundytab` of the array's attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Attributes {
    /// Version of these attributes.
    pub format_version: u32,
    /// The canonical text of the game.
    pub ruleset: String,
    /// The tabulated positions.
    #[cfg_attr(feature = "json-schema", schemars(with = "Domain"))]
    pub domain: DomainText,
    /// What is tabulated.
    pub quantity: Quantity,
    /// The meanings of the values 0, 1, 2, ...; absent if they are numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "Vec<String>"))]
    pub value_names: Option<Vec<String>>,
    /// The first value that is no number but infinity, in a table of Grundy values of a loopy game; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "u32"))]
    pub first_infinite: Option<u32>,
    /// The sets of that and the following values: of the numbers that the options have. Those in even places, counted from
    /// 0, are drawn positions. Absent otherwise, and as long as they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "InfiniteSets"))]
    pub infinite_sets: Option<InfiniteSets>,
    /// Who wins when no move is left.
    pub convention: Convention,
    /// The engine that has computed the table: `reference`, `cpu` or `gpu`; `difference` in a difference of two
    /// tables.
    pub engine: String,
    /// The adapter that the GPU engine ran on; `None` on other engines.
    pub adapter: Option<String>,
    /// The name and the version of the program that wrote the table.
    pub program: String,
    /// How the run has ended that has left an unfinished table; absent if it could not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "String"))]
    pub ended: Option<String>,
    /// The wrong value that was found while the table was computed, so that no run goes on with it; absent if none
    /// was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "String"))]
    pub wrong: Option<String>,
    /// Each time that a run was resumed; absent if none was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interruptions: Vec<Interruption>,
    /// What the file of the game says of it besides the rules.
    #[serde(flatten)]
    pub notes: GameNotes,
    /// What was compared, in a difference of two tables; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "ComparedTables"))]
    pub difference: Option<ComparedTables>,
    /// Whether every chunk is there. Only then the totals are known, and present.
    pub complete: bool,
    /// Totals over all positions.
    #[serde(flatten)]
    pub totals: Option<Statistics>,
}

/// How a run ended before the table was complete, and what went on with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Interruption {
    /// How the run ended, as in `interrupted`; `without notice`, if it was killed; `complete, and damaged later`, if
    /// the table was repaired.
    pub ended: String,
    /// Positions that the resumed run found stored.
    pub positions: u64,
    /// Stored chunks that it found damaged and has computed again; in a table that was repaired, lost ones too.
    pub damaged_chunks: u64,
    /// The engine of the resumed run.
    pub resumed_by: String,
    /// Its adapter; `None` unless it was the GPU engine.
    pub adapter: Option<String>,
}

/// What an [`Interruption`] has in place of the end of a run if the table was complete.
pub(super) const DAMAGED_LATER: &str = "complete, and damaged later";

impl Interruption {
    /// Whether the table was complete, and was repaired.
    pub fn is_repair(&self) -> bool {
        self.ended == DAMAGED_LATER
    }
}

/// What was compared in a difference of two tables: its value is true where the first of them, of the ruleset that
/// the attributes have, and the second differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ComparedTables {
    /// What was compared.
    pub quantity: Quantity,
    /// The path of the first table.
    pub first: String,
    /// The path of the second table.
    pub second: String,
    /// The canonical text of the second table's game.
    pub second_ruleset: String,
    /// The play convention of the second table.
    pub second_convention: Convention,
}

impl Attributes {
    /// Returns the attributes of a table that is about to be computed.
    pub(super) fn of_unfinished(job: &Job, engine: String, adapter: Option<String>) -> Self {
        Attributes {
            format_version: FORMAT_VERSION,
            ruleset: job.ruleset().to_string(),
            domain: job.domain().into(),
            quantity: job.quantity(),
            value_names: job
                .value_names()
                .map(|names| names.iter().map(ToString::to_string).collect()),
            first_infinite: job.first_infinite(),
            infinite_sets: None,
            convention: job.convention(),
            engine,
            adapter,
            program: PROGRAM.into(),
            ended: None,
            wrong: None,
            interruptions: Vec::new(),
            notes: GameNotes::default(),
            difference: None,
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
        if *version != FORMAT_VERSION {
            return Err(format!(
                "its format version is {version}, this program reads version {FORMAT_VERSION}; tabulate the game anew, or \
                 use the program that wrote the table"
            ));
        }
        serde_json::from_value(attributes.clone())
            .map_err(|error| format!("its attributes: {error}"))
    }

    /// Checks that whoever reads these attributes reads this job.
    ///
    /// # Errors
    /// What would be read instead.
    pub(super) fn check_describes(&self, job: &Job) -> Result<(), String> {
        let fault = "this is a fault of the program, please report it";
        match self.job() {
            Ok(read) if read == *job => Ok(()),
            Ok(_) => {
                Err(format!("its game would be read as another than {}; {fault}", self.ruleset))
            }
            Err(refusal) => Err(format!("its game would not be read: {refusal}; {fault}")),
        }
    }

    /// Checks that the totals of a complete table are of as many positions as its game has: somebody may have changed the text
    /// of the game, and chunks would be missing that were never there.
    ///
    /// # Errors
    /// That they are not, and what to do.
    pub(super) fn check_positions(&self, job: &Job) -> Result<(), String> {
        let of_game = job.domain().positions();
        match &self.totals {
            Some(Statistics { positions, .. })
                if self.complete && self.difference.is_none() && *positions != of_game =>
            {
                Err(format!(
                    "the game that is its \"ruleset\" has {of_game} positions on its \"domain\", and the values are those of \
                     {positions}: one of both was changed after the table was computed; put back what it was, or tabulate \
                     the game anew"
                ))
            }
            _ => Ok(()),
        }
    }

    /// Returns what the values are called where programs look for them: as an array, as a column.
    pub fn values_name(&self) -> String {
        values_name(self.quantity, self.difference.is_some())
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

/// Returns what values are called in a difference of two tables, and in others.
pub(super) fn values_name(quantity: Quantity, is_difference: bool) -> String {
    if is_difference { "differs".to_owned() } else { quantity.name().replace('-', "_") }
}

/// Returns the `zarr.json` of a table whose chunks are compressed in this way.
pub(super) fn metadata(
    plan: &Plan,
    codec: Codec,
    sharding: Sharding,
    attributes: &Attributes,
) -> Json {
    let mut document = chunk_metadata(plan, codec);
    if !sharding.is_none() {
        document["chunk_grid"]["configuration"]["chunk_shape"] = json!(sharding.shard_shape(plan));
        document["codecs"] = json!([{
            "name": "sharding_indexed",
            "configuration": {
                "chunk_shape": plan.tiling().chunk_shape(),
                "codecs": codec.chain(plan.value_type()),
                // As `shard.rs` writes it.
                "index_codecs": [
                    {"name": "bytes", "configuration": {"endian": "little"}},
                    {"name": "crc32c"},
                ],
                "index_location": "end",
            },
        }]);
    }
    document["attributes"] = json!({ATTRIBUTE_KEY: attributes});
    if has_fill_attribute(plan) {
        document["attributes"][FILL_ATTRIBUTE] = document["fill_value"].clone();
    }
    document
}

/// Returns whether cells of the array that are outside the domain are marked as missing for readers that follow
/// netCDF's conventions. A box of which every cell is a position has none, and its values stay whole numbers where a
/// reader would make floats of them. In tables of outcomes every value is that of a position.
fn has_fill_attribute(plan: &Plan) -> bool {
    let domain = plan.job().domain();
    let has_others = domain.mask().is_some() || !domain.is_box() && domain.heaps() > 1;
    has_others && plan.value_type() != ValueType::Bool
}

/// Returns the `zarr.json` of a table without shards and without attributes.
fn chunk_metadata(plan: &Plan, codec: Codec) -> Json {
    let value_type = plan.value_type();
    let data_type = type_name(value_type);
    let fill_value = match value_type {
        ValueType::Bool => json!(false),
        number => json!(number.number(number.fill())),
    };
    let domain = plan.job().domain();
    array_metadata(
        (domain.shape(), &HEAP_NAMES[..domain.heaps()]),
        (&data_type, fill_value),
        (plan.tiling().chunk_shape(), codec.chain(value_type)),
    )
}

/// Returns what Zarr calls a type.
fn type_name(value_type: ValueType) -> String {
    let bits = 8 * value_type.bytes();
    match value_type {
        ValueType::Bool => "bool".into(),
        ValueType::U8 | ValueType::U16 | ValueType::U32 => format!("uint{bits}"),
        ValueType::I8 | ValueType::I16 | ValueType::I32 => format!("int{bits}"),
    }
}

/// Checks that a `zarr.json` names the type of the values of a plan.
///
/// # Errors
/// Which other type it names.
pub(super) fn check_type(document: &Json, plan: &Plan) -> Result<(), String> {
    let (found, wanted) = (&document["data_type"], type_name(plan.value_type()));
    if *found == wanted {
        return Ok(());
    }
    let values = plan.job().quantity().values_name();
    Err(format!("its \"data_type\" is {found}, this program reads {values} of {wanted} here"))
}

/// Returns the `zarr.json` of a group with these attributes.
pub(super) fn group_metadata(attributes: &Json) -> Json {
    json!({"zarr_format": 3, "node_type": "group", "attributes": attributes})
}

/// Returns the `zarr.json` of an array: its shape and the names of its axes, the type and the fill value of its
/// values, the shape and the codecs of its chunks.
pub(super) fn array_metadata(
    (shape, dimension_names): (&[u32], &[&str]),
    (data_type, fill_value): (&str, Json),
    (chunk_shape, codecs): (&[u32], Json),
) -> Json {
    json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": shape,
        "data_type": data_type,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk_shape}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": fill_value,
        "codecs": codecs,
        "dimension_names": dimension_names,
    })
}

/// What a `zarr.json` says of chunks: their shape, their codecs and where these stand in it, and the shape of shards,
/// if there are shards.
pub(super) struct StoredChunks<'a> {
    pub(super) shape: &'a Json,
    pub(super) codecs: &'a Json,
    pub(super) codecs_at: &'static str,
    pub(super) shard_shape: Option<&'a Json>,
}

impl<'a> StoredChunks<'a> {
    /// Finds them in a parsed `zarr.json`.
    pub(super) fn find(document: &'a Json) -> Self {
        let grid = &document["chunk_grid"]["configuration"]["chunk_shape"];
        let outer = &document["codecs"];
        if outer[0]["name"] == json!("sharding_indexed") {
            let sharding = &outer[0]["configuration"];
            let (shape, codecs) = (&sharding["chunk_shape"], &sharding["codecs"]);
            let codecs_at = "/codecs/0/configuration/codecs";
            return StoredChunks { shape, codecs, codecs_at, shard_shape: Some(grid) };
        }
        StoredChunks { shape: grid, codecs: outer, codecs_at: "/codecs", shard_shape: None }
    }
}

/// Reads the shape of chunks or shards.
pub(super) fn shape_of(shape: &Json) -> Vec<u32> {
    let sides = shape.as_array().into_iter().flatten();
    sides.map(|side| side.as_u64().and_then(|side| side.try_into().ok()).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a table that is computed although nobody could read what it is, or would take it for another.
    #[test]
    fn a_description_that_is_not_read_back_is_found() {
        let plan = Plan::parse("nim:1+points=5", "9", "score").expect("a plan");
        let attributes = Attributes::of_unfinished(plan.job(), "cpu".into(), None);
        assert_eq!(attributes.check_describes(plan.job()), Ok(()));
        for (text, words) in [("nim:1+points=6", "another"), ("nim:1+alter=2:5", "not be read")] {
            let other = Attributes { ruleset: text.into(), ..attributes.clone() };
            let reason = other.check_describes(plan.job()).expect_err("another game");
            assert!(reason.contains(words), "{reason}");
        }
    }

    /// Catches values that readers take for missing ones, and missing ones that they take for values.
    #[test]
    fn cells_outside_the_domain_are_marked_as_missing() {
        for (game, domain, quantity, are_marked) in [
            ("nim:2", "tokens 9", "grundy", true),
            ("nim:2", "9x9", "grundy", false),
            ("nim:1", "tokens 9", "grundy", false),
            ("nim:2", "tokens 9", "outcome", false),
        ] {
            let plan = Plan::parse(game, domain, quantity).expect("a plan");
            assert_eq!(has_fill_attribute(&plan), are_marked, "{game} on {domain}, {quantity}");
        }
    }

    /// Catches types that other readers do not know, or that have another width than the chunks.
    #[test]
    fn types_have_the_names_of_zarr() {
        for (game, heaps, quantity, name) in [
            ("nim:1", "200", "outcome", "bool"),
            ("nim:1", "200", "grundy", "uint8"),
            ("nim:1", "300", "grundy", "uint16"),
            ("nim:1", "70000", "grundy", "uint32"),
            ("nim:1", "100", "score", "int8"),
            ("nim:1", "200", "score", "int16"),
        ] {
            let plan = Plan::parse(game, heaps, quantity).expect("a plan");
            let document = chunk_metadata(&plan, Codec::None);
            assert_eq!(document["data_type"], name, "{game} on {heaps}, {quantity}");
        }
    }
}
