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
const TILES: ShaderFile = shader_file!("tiles");
const LAYER: ShaderFile = shader_file!("layer");
const CANONICAL_ROWS: ShaderFile = shader_file!("canonical_rows");
const CANONICAL: ShaderFile = shader_file!("canonical");
const LINES: ShaderFile = shader_file!("lines");
const BLOCKS: ShaderFile = shader_file!("blocks");
const ALTERATIONS: ShaderFile = shader_file!("alterations");
const COUNTS: ShaderFile = shader_file!("counts");
const WINS: ShaderFile = shader_file!("wins");

/// The files of a kernel, in the order in which they are joined.
pub(super) type Join = &'static [ShaderFile];

pub(super) const DIGRAPH: Join =
    &[OUTPUT, TILES, CANONICAL_ROWS, CANONICAL, shader_file!("digraph")];
pub(super) const EUCLID: Join = &[OUTPUT, TILES, LAYER, shader_file!("euclid")];
pub(super) const FIBONACCI: Join = &[OUTPUT, TILES, LAYER, shader_file!("fibonacci")];
pub(super) const PARTIZAN: Join =
    &[OUTPUT, TILES, LINES, BLOCKS, ALTERATIONS, COUNTS, WINS, shader_file!("partizan")];
pub(super) const SCORES: Join =
    &[OUTPUT, TILES, LINES, BLOCKS, ALTERATIONS, COUNTS, shader_file!("scores")];
pub(super) const VECTOR_GRUNDY: Join =
    &[OUTPUT, TILES, LINES, BLOCKS, ALTERATIONS, shader_file!("vector_grundy")];
pub(super) const VECTOR_PALACES: Join =
    &[OUTPUT, TILES, LINES, BLOCKS, ALTERATIONS, COUNTS, WINS, shader_file!("vector_palaces")];

/// Loops over at most this many rays are written out. Longer ones would take long to compile.
pub(super) const MOST_WRITTEN_OUT: u32 = 8;

/// Returns the text of a kernel: its sizes, then its files, each after a line with its name, then what
/// is written for the game. Loops over few rays are written out.
///
/// Sizes are the lengths of arrays and workgroups. They are written as `const`, for WGSL takes an
/// `override` only for some of them.
pub(super) fn source(sizes: &[(&'static str, u32)], join: Join, written: &str) -> String {
    let rays = sizes.iter().find(|(name, _)| *name == "RAYS").map(|&(_, rays)| rays);
    let texts = join.iter().map(|file| {
        let text = match rays {
            Some(rays) if rays <= MOST_WRITTEN_OUT => write_out(file.text, rays),
            _ => file.text.to_owned(),
        };
        format!("// {}.wgsl\n{text}", file.name)
    });
    let sizes = sizes.iter().map(|(name, value)| format!("const {name} = {value}u;"));
    sizes.chain(texts).chain([written.to_owned()]).collect::<Vec<_>>().join("\n")
}

/// The first line of a loop over all rays. The last one is a brace as far to the right.
const LOOP_OVER_RAYS: &str = "for (var ray = 0u; ray < RAYS; ray++) {";

/// Writes out the loops over all rays: the body once for each ray, whose index is a constant there.
/// Bodies have no `break` and no `continue` of their own.
fn write_out(text: &str, rays: u32) -> String {
    let mut written = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(indent) = line.strip_suffix(LOOP_OVER_RAYS) else {
            written += line;
            written.push('\n');
            continue;
        };
        let end = format!("{indent}}}");
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
        let body = write_out(&body.join("\n"), rays);
        for ray in 0..rays {
            written += &format!("{indent}{{\n{indent}const ray = {ray}u;\n{body}{end}\n");
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a loop that ends at another brace than its own, and one that is left.
    #[test]
    fn loops_over_rays_are_written_out() {
        let text = "a\n  for (var ray = 0u; ray < RAYS; ray++) {\n    if x {\n    }\n  }\nb";
        let body = |ray| format!("  {{\n  const ray = {ray}u;\n    if x {{\n    }}\n  }}\n");
        assert_eq!(write_out(text, 2), format!("a\n{}{}b\n", body(0), body(1)));
        assert_eq!(write_out(text, 0), "a\nb\n");
        let joins = [VECTOR_GRUNDY, VECTOR_PALACES, PARTIZAN, SCORES];
        for file in joins.into_iter().flatten() {
            assert!(!write_out(file.text, 1).contains("ray < RAYS"), "{}", file.name);
        }
    }
}
