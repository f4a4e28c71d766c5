//! The shaders: which files make up which kernel.

const LAYER: &str = include_str!("../../../shaders/layer.wgsl");
const LINES: &str = include_str!("../../../shaders/lines.wgsl");
const VECTOR_GRUNDY: &str = include_str!("../../../shaders/vector_grundy.wgsl");
const VECTOR_PALACES: &str = include_str!("../../../shaders/vector_palaces.wgsl");
const DIGRAPH: &str = include_str!("../../../shaders/digraph.wgsl");

pub(super) fn vector_grundy(rays: usize) -> String {
    [&rays_constant(rays), LAYER, LINES, VECTOR_GRUNDY].join("\n")
}

pub(super) fn vector_palaces(rays: usize) -> String {
    [&rays_constant(rays), LAYER, LINES, VECTOR_PALACES].join("\n")
}

pub(super) fn digraph() -> String {
    [LAYER, DIGRAPH].join("\n")
}

/// The number of rays sizes an array of each invocation, which WGSL allows for a `const` but not
/// for an `override`.
fn rays_constant(rays: usize) -> String {
    format!("const RAYS = {rays}u;")
}
