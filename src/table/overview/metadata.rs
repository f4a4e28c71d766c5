//! What an overview says of itself: the `zarr.json` of its group, of the channels, and of the arrays.

use serde_json::{Value as Json, json};

use super::super::encoding::codec::Codec;
use super::super::format::{Attributes, array_metadata, group_metadata};
use super::super::images;
use super::levels::{FIRST_LEVEL, Levels};
use super::pixels::Channel;
use crate::values::ValueType;

/// How the pixels are compressed. Means and shares repeat where a table does.
pub(super) const CODEC: Codec = Codec::Zstd;
/// Pixels are floating-point numbers of 32 bits, which are stored as integers of that size are.
pub(super) const STORED_AS: ValueType = ValueType::U32;
/// The names of the axes of all arrays.
const AXES: [&str; 2] = ["x", "y"];
/// The key of the attributes that concern this program alone.
const ATTRIBUTE_KEY: &str = "grundytab_overview";
/// The version of these attributes.
const FORMAT_VERSION: u32 = 1;

/// Returns the `zarr.json` of the group. It holds the attributes of the table, totals included: if they are
/// others, the overview is that of another table.
pub(super) fn of_group(table: &Attributes, levels: &Levels, channels: &[Channel]) -> Json {
    let image = |channel: &Channel| {
        let name = channel.name();
        let array = |level: u32| images::array(&format!("{name}/{level}"), AXES.len(), level);
        let arrays: Vec<Json> = (FIRST_LEVEL..=levels.last).map(array).collect();
        images::image(name, &AXES, &arrays)
    };
    let images: Vec<Json> = channels.iter().map(image).collect();
    group_metadata(&json!({
        images::IMAGES_KEY: images::attribute(&images),
        ATTRIBUTE_KEY: {
            "format_version": FORMAT_VERSION,
            "chunk_edge": levels.chunk_edge,
            "table": table,
        },
    }))
}

/// Returns the `zarr.json` of the array of a level. Pixels without positions are no numbers.
pub(super) fn of_array(levels: &Levels, level: u32) -> Json {
    let mut document = array_metadata(
        (&levels.shape(level), &AXES),
        ("float32", json!("NaN")),
        (&[levels.chunk_edge; 2], CODEC.chain(STORED_AS)),
    );
    document["attributes"] = json!({});
    document
}

/// Returns the metadata of all that an overview holds, itself included, by its path below it.
pub(super) fn of_all(
    table: &Attributes,
    levels: &Levels,
    channels: &[Channel],
) -> Vec<(String, Json)> {
    let mut all = vec![(String::new(), of_group(table, levels, channels))];
    for channel in channels {
        let name = channel.name();
        all.push((name.to_owned(), group_metadata(&json!({}))));
        let array = |level| (format!("{name}/{level}"), of_array(levels, level));
        all.extend((FIRST_LEVEL..=levels.last).map(array));
    }
    all
}

/// Whether a `zarr.json` is that of an overview of some table.
pub(super) fn is_overview(document: &Json) -> bool {
    document["attributes"][ATTRIBUTE_KEY].is_object()
}

/// Whether a `zarr.json` is that of the overview of this table.
pub(super) fn is_of_table(document: &Json, expected: &Json) -> bool {
    document["attributes"][ATTRIBUTE_KEY] == expected["attributes"][ATTRIBUTE_KEY]
}
