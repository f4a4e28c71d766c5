//! The shaders: which files make up which kernel. `shaders/README.md` shows the same as a table.

/// A file of `shaders/`.
#[derive(Debug)]
pub(super) struct ShaderFile {
    /// Its name without the ending.
    pub(super) name: &'static str,
    pub(super) text: &'static str,
}

macro_rules! shader_file {
    ($name:literal) => {
        ShaderFile { name: $name, text: include_str!(concat!("../../../shaders/", $name, ".wgsl")) }
    };
}

const OUTPUT: ShaderFile = shader_file!("output");
const LAYER: ShaderFile = shader_file!("layer");
const FRONT: ShaderFile = shader_file!("front");
const CANONICAL: ShaderFile = shader_file!("canonical");
const LINES: ShaderFile = shader_file!("lines");
const BLOCKS: ShaderFile = shader_file!("blocks");
const ALTERATIONS: ShaderFile = shader_file!("alterations");
const COUNTS: ShaderFile = shader_file!("counts");

/// The files of a kernel, in the order in which they are joined.
pub(super) type Join = &'static [ShaderFile];

pub(super) const DIGRAPH: Join = &[OUTPUT, CANONICAL, shader_file!("digraph")];
pub(super) const EUCLID: Join = &[OUTPUT, LAYER, shader_file!("euclid")];
pub(super) const FIBONACCI: Join = &[OUTPUT, LAYER, shader_file!("fibonacci")];
pub(super) const PARTIZAN: Join =
    &[OUTPUT, FRONT, LINES, BLOCKS, ALTERATIONS, COUNTS, shader_file!("partizan")];
pub(super) const VECTOR_GRUNDY: Join =
    &[OUTPUT, FRONT, LINES, BLOCKS, ALTERATIONS, shader_file!("vector_grundy")];
pub(super) const VECTOR_PALACES: Join =
    &[OUTPUT, FRONT, LINES, BLOCKS, ALTERATIONS, COUNTS, shader_file!("vector_palaces")];

/// Returns the text of a kernel: its sizes, then its files, each after a line with its name, then what
/// is written for the game.
///
/// Sizes are the lengths of arrays and workgroups. They are written as `const`, for WGSL takes an
/// `override` only for some of them.
pub(super) fn source(sizes: &[(&'static str, u32)], join: Join, written: &str) -> String {
    let sizes = sizes.iter().map(|(name, value)| format!("const {name} = {value}u;"));
    let texts = join.iter().map(|file| format!("// {}.wgsl\n{}", file.name, file.text));
    sizes.chain(texts).chain([written.to_owned()]).collect::<Vec<_>>().join("\n")
}
