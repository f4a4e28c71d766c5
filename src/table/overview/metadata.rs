//! What an overview says of itself: the `zarr.json` of its group, of the channels, and of the arrays.

use serde_json::{Value as Json, json};

use super::super::encoding::codec::Codec;
use super::super::format::{Attributes, array_metadata};
use super::levels::{FIRST_LEVEL, Levels};
use super::pixels::Channel;
use crate::values::ValueType;

/// How the pixels are compressed. Means and shares repeat where a table does.
pub(super) const CODEC: Codec = Codec::Zstd;
/// Pixels are floating-point numbers of 32 bits, which are stored as integers of that size are.
pub(super) const STORED_AS: ValueType = ValueType::U32;
/// The key of the attributes that concern this program alone.
const ATTRIBUTE_KEY: &str = "grundytab_overview";
/// The version of these attributes.
const FORMAT_VERSION: u32 = 1;

/// Returns the `zarr.json` of the group. It holds the attributes of the table, totals included: if they are
/// others, the overview is that of another table.
pub(super) fn of_group(table: &Attributes, levels: &Levels, channels: &[Channel]) -> Json {
    let image = |channel: &Channel| {
        let name = channel.name();
        let array = |level: u32| {
            let factor = f64::from(level).exp2();
            // The middle of the first pixel, in cells whose middles are 0, 1, 2, ...
            let middle = (factor - 1.0) / 2.0;
            json!({
                "path": format!("{name}/{level}"),
                "coordinateTransformations": [
                    {"type": "scale", "scale": [factor, factor]},
                    {"type": "translation", "translation": [middle, middle]},
                ],
            })
        };
        json!({
            "name": name,
            "type": "mean",
            "axes": [{"name": "x", "type": "space"}, {"name": "y", "type": "space"}],
            "datasets": (FIRST_LEVEL..=levels.last).map(array).collect::<Vec<_>>(),
        })
    };
    let images: Vec<Json> = channels.iter().map(image).collect();
    group(&json!({
        "ome": {"version": "0.5", "multiscales": images},
        ATTRIBUTE_KEY: {
            "format_version": FORMAT_VERSION,
            "chunk_edge": levels.chunk_edge,
            "table": table,
        },
    }))
}

/// Returns the `zarr.json` of a group with these attributes.
pub(super) fn group(attributes: &Json) -> Json {
    json!({"zarr_format": 3, "node_type": "group", "attributes": attributes})
}

/// Returns the `zarr.json` of the array of a level. Pixels without positions are no numbers.
pub(super) fn of_array(levels: &Levels, level: u32) -> Json {
    let mut document = array_metadata(
        (&levels.shape(level), &["x", "y"]),
        ("float32", json!("NaN")),
        (&[levels.chunk_edge; 2], CODEC.chain(STORED_AS)),
    );
    document["attributes"] = json!({});
    document
}

/// Whether a `zarr.json` is that of an overview of some table.
pub(super) fn is_overview(document: &Json) -> bool {
    document["attributes"][ATTRIBUTE_KEY].is_object()
}

/// Whether a `zarr.json` is that of the overview of this table.
pub(super) fn is_of_table(document: &Json, expected: &Json) -> bool {
    document["attributes"][ATTRIBUTE_KEY] == expected["attributes"][ATTRIBUTE_KEY]
}
