//! The `zarr.json` of the group of one table: which array is the table, the table and its overview as an image for
//! other viewers, and a copy of all metadata below, without which xarray warns.

use std::ops::RangeInclusive;

use serde_json::{Map, Value as Json, json};

use super::format::{ATTRIBUTE_KEY, FORMAT_VERSION, group_metadata};
use super::images;
use super::layout::ARRAY_KEY;

/// What of an overview is shown in the group of its table.
#[derive(Debug, Default)]
pub(super) struct ShownOverview {
    /// The paths of arrays that show the values from afar, from the first level on.
    pub(super) arrays: Vec<(u32, String)>,
    /// The metadata of all its groups and arrays, by their paths.
    pub(super) metadata: Map<String, Json>,
}

/// Returns the metadata of a group that holds the table with this name.
pub(super) fn of_table(name: &str) -> Json {
    let own = json!({"format_version": FORMAT_VERSION, ARRAY_KEY: name});
    group_metadata(&json!({ATTRIBUTE_KEY: own}))
}

/// Puts what a group holds into its metadata: its complete table, and the overview of that.
pub(super) fn describe(group: &mut Json, name: &str, table: &Json, overview: ShownOverview) {
    let axes: Vec<&str> = table["dimension_names"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    // An image has as many axes.
    const AXES: RangeInclusive<usize> = 2..=3;
    if AXES.contains(&axes.len()) {
        let mut arrays = vec![images::array(name, axes.len(), 0)];
        let levels = overview.arrays.iter();
        arrays.extend(levels.map(|(level, path)| images::array(path, axes.len(), *level)));
        let image = images::image(name, &axes, &arrays);
        group["attributes"][images::IMAGES_KEY] = images::attribute(&[image]);
    }
    let mut metadata = overview.metadata;
    metadata.insert(name.to_owned(), table.clone());
    group["consolidated_metadata"] = consolidated(metadata);
}

/// Returns metadata below a group as readers look for them in those of the group.
pub(super) fn consolidated(metadata: Map<String, Json>) -> Json {
    json!({"kind": "inline", "must_understand": false, "metadata": metadata})
}
