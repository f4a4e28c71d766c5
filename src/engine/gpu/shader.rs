//! The shaders: which files make up which kernel.

const LAYER: &str = include_str!("../../../shaders/layer.wgsl");
const LINES: &str = include_str!("../../../shaders/lines.wgsl");
const ALTERATIONS: &str = include_str!("../../../shaders/alterations.wgsl");
const VECTOR_GRUNDY: &str = include_str!("../../../shaders/vector_grundy.wgsl");
const VECTOR_PALACES: &str = include_str!("../../../shaders/vector_palaces.wgsl");
const PARTIZAN: &str = include_str!("../../../shaders/partizan.wgsl");
const DIGRAPH: &str = include_str!("../../../shaders/digraph.wgsl");
const EUCLID: &str = include_str!("../../../shaders/euclid.wgsl");
const FIBONACCI: &str = include_str!("../../../shaders/fibonacci.wgsl");

pub(super) fn vector_grundy(rays: usize, alterations: usize) -> String {
    [&counts(rays, alterations), LAYER, LINES, ALTERATIONS, VECTOR_GRUNDY].join("\n")
}

pub(super) fn vector_palaces(rays: usize, alterations: usize) -> String {
    [&counts(rays, alterations), LAYER, LINES, ALTERATIONS, VECTOR_PALACES].join("\n")
}

pub(super) fn partizan(rays: usize, alterations: usize) -> String {
    [&counts(rays, alterations), LAYER, LINES, ALTERATIONS, PARTIZAN].join("\n")
}

pub(super) fn digraph() -> String {
    [LAYER, DIGRAPH].join("\n")
}

pub(super) fn euclid() -> String {
    [LAYER, EUCLID].join("\n")
}

pub(super) fn fibonacci() -> String {
    [LAYER, FIBONACCI].join("\n")
}

/// These numbers size arrays of each invocation, which WGSL allows for a `const` but not for an
/// `override`.
fn counts(rays: usize, alterations: usize) -> String {
    format!("const RAYS = {rays}u;\nconst ALTERATIONS = {alterations}u;")
}
