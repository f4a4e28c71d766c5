//! Images of several resolutions, as the OME-Zarr specification describes them in the attributes of a group
//! (`multiscales`, version 0.5).

use serde_json::{Value as Json, json};

/// The key of the attribute.
pub(super) const IMAGES_KEY: &str = "ome";

/// Returns the attribute of a group that holds these images.
pub(super) fn attribute(images: &[Json]) -> Json {
    json!({"version": "0.5", "multiscales": images})
}

/// Returns an image, whose arrays show the same in fewer and fewer pixels.
pub(super) fn image(name: &str, axes: &[&str], arrays: &[Json]) -> Json {
    let axes: Vec<Json> = axes.iter().map(|name| json!({"name": name, "type": "space"})).collect();
    json!({"name": name, "type": "mean", "axes": axes, "datasets": arrays})
}

/// Returns an array of an image: its path in the group, and its place. Its pixels have 2^level cells along each axis.
pub(super) fn array(path: &str, axes: usize, level: u32) -> Json {
    let factor = f64::from(level).exp2();
    // The middle of the first pixel, in cells whose middles are 0, 1, 2, ...
    let middle = (factor - 1.0) / 2.0;
    json!({
        "path": path,
        "coordinateTransformations": [
            {"type": "scale", "scale": vec![factor; axes]},
            {"type": "translation", "translation": vec![middle; axes]},
        ],
    })
}
