//! The `zarr.json` of the group of one table: which array is the table, the table as an image for other viewers, and a
//! copy of the metadata of the array, without which xarray warns.

use std::ops::RangeInclusive;

use serde_json::{Map, Value as Json, json};

use super::format::{ATTRIBUTE_KEY, FORMAT_VERSION, group_metadata};
use super::layout::ARRAY_KEY;

/// How many axes an image has.
const AXES_OF_IMAGES: RangeInclusive<usize> = 2..=3;

/// Returns the metadata of a group that holds the table with this name.
pub(super) fn of_table(name: &str) -> Json {
    let own = json!({"format_version": FORMAT_VERSION, ARRAY_KEY: name});
    group_metadata(&json!({ATTRIBUTE_KEY: own}))
}

/// Puts what a group holds into its metadata: its complete table.
pub(super) fn describe(group: &mut Json, name: &str, table: &Json) {
    let axes = table["dimension_names"].as_array().into_iter().flatten();
    let axes: Vec<&str> = axes.filter_map(Json::as_str).collect();
    if AXES_OF_IMAGES.contains(&axes.len()) {
        group["attributes"]["ome"] = image(name, &axes);
    }
    group["consolidated_metadata"] =
        consolidated(Map::from_iter([(name.to_owned(), table.clone())]));
}

/// Returns an array as an image, as the OME-Zarr specification describes one in the attributes of a group (version
/// 0.5). It has this resolution alone: cells are pixels.
fn image(array: &str, axes: &[&str]) -> Json {
    let scale = json!({"type": "scale", "scale": vec![1.0; axes.len()]});
    let axes: Vec<Json> = axes.iter().map(|name| json!({"name": name, "type": "space"})).collect();
    let datasets = json!([{"path": array, "coordinateTransformations": [scale]}]);
    json!({"version": "0.5", "multiscales": [{"name": array, "axes": axes, "datasets": datasets}]})
}

/// Returns metadata below a group as readers look for them in those of the group.
pub(super) fn consolidated(metadata: Map<String, Json>) -> Json {
    json!({"kind": "inline", "must_understand": false, "metadata": metadata})
}
