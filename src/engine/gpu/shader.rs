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
const NUMBERS: ShaderFile = shader_file!("numbers");
const RULES: ShaderFile = shader_file!("rules");
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
pub(super) const RULES_GRUNDY: Join =
    &[OUTPUT, TILES, NUMBERS, RULES, shader_file!("rules_grundy")];
pub(super) const RULES_KINDS: Join = &[OUTPUT, TILES, NUMBERS, RULES, shader_file!("rules_kinds")];
pub(super) const RULES_PALACES: Join =
    &[OUTPUT, TILES, NUMBERS, RULES, shader_file!("rules_palaces")];
pub(super) const RULES_REMOTENESS: Join =
    &[OUTPUT, TILES, NUMBERS, RULES, shader_file!("rules_remoteness")];
pub(super) const RULES_SCORES: Join =
    &[OUTPUT, TILES, NUMBERS, RULES, shader_file!("rules_scores")];
pub(super) const SCORES: Join =
    &[OUTPUT, TILES, LINES, BLOCKS, ALTERATIONS, COUNTS, shader_file!("scores")];
pub(super) const VECTOR_GRUNDY: Join =
    &[OUTPUT, TILES, LINES, BLOCKS, ALTERATIONS, shader_file!("vector_grundy")];
pub(super) const VECTOR_PALACES: Join =
    &[OUTPUT, TILES, LINES, BLOCKS, ALTERATIONS, COUNTS, WINS, shader_file!("vector_palaces")];

/// Loops over at most this many rays are unrolled; longer ones would take long to compile. A loop over altered vectors
/// is unrolled if the number of rays times the number of altered vectors is at most this.
pub(super) const MAX_UNROLLED: u32 = 8;

/// Returns the text of a kernel: its sizes, then its files, each after a line with its name, then what
/// is written for the game. Loops over few rays and altered vectors are unrolled.
///
/// Sizes are the lengths of arrays and workgroups. They are written as `const`, for WGSL takes an
/// `override` only for some of them.
pub(super) fn source(sizes: &[(&'static str, u32)], join: Join, written: &str) -> String {
    let size = |name: &str| sizes.iter().find(|(known, _)| *known == name).map(|&(_, size)| size);
    let texts = join.iter().map(|file| format!("// {}.wgsl\n{}", file.name, file.text));
    let mut text = texts.chain([written.to_owned()]).collect::<Vec<_>>().join("\n");
    if let (Some(rays), Some(alterations)) = (size("RAYS"), size("ALTERATIONS")) {
        if rays <= MAX_UNROLLED {
            text = OVER_RAYS.unroll(&text, rays);
        }
        if rays.max(1) * alterations <= MAX_UNROLLED {
            text = OVER_ALTERATIONS.unroll(&text, alterations);
        }
    }
    let sizes = sizes.iter().map(|(name, value)| format!("const {name} = {value}u;\n"));
    sizes.chain([text]).collect()
}

/// Loops of one kind, and the arrays with an element for each round.
struct Loops {
    /// The variable of the loops.
    variable: &'static str,
    /// The number of rounds and of elements.
    count: &'static str,
}

const OVER_RAYS: Loops = Loops { variable: "ray", count: "RAYS" };
const OVER_ALTERATIONS: Loops = Loops { variable: "index", count: "ALTERATIONS" };

impl Loops {
    /// Unrolls the loops: repeats the body for each round, with the index as a constant. Variables replace the arrays:
    /// `array_3` stands for `array[3]`. Bodies must not contain `break` or `continue` of their own. A loop ends at the
    /// first brace with the indentation of its first line.
    fn unroll(&self, text: &str, count: u32) -> String {
        let (declared, arrays) = self.declare_variables(text, count);
        self.unroll_loops(&declared, count, &arrays)
    }

    /// Replaces the declarations of arrays by declarations of a variable for each element. Also returns the names of
    /// the arrays.
    fn declare_variables<'a>(&self, text: &'a str, count: u32) -> (String, Vec<&'a str>) {
        let mut arrays = Vec::new();
        let mut declared = String::new();
        let end = format!(", {}>;", self.count);
        for line in text.lines() {
            let array = line.split_once(": array<").filter(|(start, _)| start.contains("var"));
            if let Some((start, element)) =
                array.and_then(|(start, of)| Some((start, of.strip_suffix(&end)?)))
            {
                arrays.extend(start.rsplit(' ').next());
                for index in 0..count {
                    declared += &format!("{start}_{index}: {element};\n");
                }
            } else if count > 0 || array.is_none_or(|(_, of)| !of.contains(&end[..end.len() - 1])) {
                // An array without elements is not declared, nor is an array of such arrays.
                declared += &format!("{line}\n");
            }
        }
        (declared, arrays)
    }

    fn unroll_loops(&self, text: &str, count: u32, arrays: &[&str]) -> String {
        let Loops { variable, count: name } = self;
        let first_line = format!("for (var {variable} = 0u; {variable} < {name}; {variable}++) {{");
        let mut written = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some(indent) = line.strip_suffix(&first_line) else {
                written += &format!("{line}\n");
                continue;
            };
            let end = format!("{indent}}}");
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
            let body = self.unroll_loops(&body.join("\n"), count, arrays);
            for index in 0..count {
                let of_array = |body: String, array: &&str| {
                    let element = format!("{array}[{variable}]");
                    replace_name(&body, &element, &format!("{array}_{index}"))
                };
                let body = arrays.iter().fold(body.clone(), of_array);
                written +=
                    &format!("{indent}{{\n{indent}const {variable} = {index}u;\n{body}{end}\n");
            }
        }
        written
    }
}

/// Replaces text that begins with a name, but not inside of a longer name: `second_leaves[ray]` contains `leaves[ray]`.
fn replace_name(text: &str, from: &str, to: &str) -> String {
    let mut replaced = String::new();
    let mut end = 0;
    for (start, _) in text.match_indices(from) {
        let is_in_name = |before: char| before.is_alphanumeric() || before == '_';
        let is_whole = !text[..start].ends_with(is_in_name);
        replaced += &text[end..start];
        replaced += if is_whole { to } else { from };
        end = start + from.len();
    }
    replaced + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a loop that ends at another brace than its own, and one that is left.
    #[test]
    fn loops_are_unrolled() {
        let text = "a\n  for (var ray = 0u; ray < RAYS; ray++) {\n    if x {\n    }\n  }\nb";
        let body = |ray| format!("  {{\n  const ray = {ray}u;\n    if x {{\n    }}\n  }}\n");
        assert_eq!(OVER_RAYS.unroll(text, 2), format!("a\n{}{}b\n", body(0), body(1)));
        assert_eq!(OVER_RAYS.unroll(text, 0), "a\nb\n");
        let joins = [VECTOR_GRUNDY, VECTOR_PALACES, PARTIZAN, SCORES];
        for file in joins.into_iter().flatten() {
            assert!(!OVER_RAYS.unroll(file.text, 1).contains("ray < RAYS"), "{}", file.name);
            let written = OVER_ALTERATIONS.unroll(file.text, 1);
            assert!(!written.contains("index < ALTERATIONS"), "{}", file.name);
        }
    }

    /// Catches an array whose name is the end of another one's, and that is taken for it where that one stays an array.
    #[test]
    fn names_are_replaced_as_wholes() {
        let text = "var free: array<u32, RAYS>;\n\
                    for (var ray = 0u; ray < RAYS; ray++) {\n\
                    un_free[ray] = free[ray] + (free[ray]);\n\
                    }\n";
        let written = OVER_RAYS.unroll(text, 1);
        assert!(written.contains("un_free[ray] = free_0 + (free_0);"), "{written}");
    }

    /// Catches an array that stays, one that has no variable of some index, an array that is no variable and is taken
    /// for one, and an array without elements.
    #[test]
    fn variables_take_the_place_of_arrays() {
        let text = "var<private> lines: array<u32, RAYS>;\n\
                    var free: array<array<u32, ALTERATIONS>, RAYS>;\n\
                    for (var ray = 0u; ray < RAYS; ray++) {\n\
                    for (var index = 0u; index < ALTERATIONS; index++) {\n\
                    free[ray][index] = lines[ray] + rays[ray];\n\
                    }\n\
                    }\n";
        // A brace of either loop would end the other one: they are as far to the right as one another.
        let text = text.replace("for (var index", "  for (var index").replacen("}\n", "  }\n", 1);
        let of_rays = OVER_RAYS.unroll(&text, 2);
        let declared = "var<private> lines_0: u32;\nvar<private> lines_1: u32;\n\
                        var free_0: array<u32, ALTERATIONS>;\nvar free_1: array<u32, ALTERATIONS>;\n";
        assert!(of_rays.starts_with(declared), "{of_rays}");
        assert!(of_rays.contains("free_1[index] = lines_1 + rays[ray];"), "{of_rays}");
        let of_both = OVER_ALTERATIONS.unroll(&of_rays, 2);
        assert!(of_both.contains("var free_1_0: u32;\nvar free_1_1: u32;\n"), "{of_both}");
        assert!(of_both.contains("free_0_1 = lines_0 + rays[ray];"), "{of_both}");
        assert!(!OVER_ALTERATIONS.unroll(&text, 0).contains("free"));
    }
}
