//! The shaders: which files make up which kernel.

const LAYER: &str = include_str!("../../../shaders/layer.wgsl");
const BLOCKS: &str = include_str!("../../../shaders/blocks.wgsl");
const LINES: &str = include_str!("../../../shaders/lines.wgsl");
const ALTERATIONS: &str = include_str!("../../../shaders/alterations.wgsl");
const COUNTS: &str = include_str!("../../../shaders/counts.wgsl");
const VECTOR_GRUNDY: &str = include_str!("../../../shaders/vector_grundy.wgsl");
const VECTOR_PALACES: &str = include_str!("../../../shaders/vector_palaces.wgsl");
const PARTIZAN: &str = include_str!("../../../shaders/partizan.wgsl");
const DIGRAPH: &str = include_str!("../../../shaders/digraph.wgsl");
const EUCLID: &str = include_str!("../../../shaders/euclid.wgsl");
const FIBONACCI: &str = include_str!("../../../shaders/fibonacci.wgsl");

pub(super) fn vector_grundy(counts: Counts) -> String {
    [&counts.text(), LAYER, LINES, BLOCKS, ALTERATIONS, VECTOR_GRUNDY].join("\n")
}

pub(super) fn vector_palaces(counts: Counts) -> String {
    [&counts.text(), LAYER, LINES, BLOCKS, ALTERATIONS, COUNTS, VECTOR_PALACES].join("\n")
}

pub(super) fn partizan(counts: Counts) -> String {
    [&counts.text(), LAYER, LINES, BLOCKS, ALTERATIONS, COUNTS, PARTIZAN].join("\n")
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

/// Numbers that size arrays of each invocation or workgroup, which WGSL allows for a `const` but not
/// everywhere for an `override`.
pub(super) struct Counts {
    pub(super) rays: usize,
    pub(super) alterations: usize,
    pub(super) block_words: usize,
    pub(super) block_lines: usize,
    pub(super) block_lanes: u32,
}

impl Counts {
    fn text(&self) -> String {
        format!(
            "const RAYS = {}u;\nconst ALTERATIONS = {}u;\nconst BLOCK_WORDS = {}u;\n\
             const BLOCK_LINES = {}u;\nconst BLOCK_LANES = {}u;",
            self.rays, self.alterations, self.block_words, self.block_lines, self.block_lanes,
        )
    }
}
