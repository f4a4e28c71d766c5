//! Unrolled loops: a loop over all rays, or over all altered vectors, is repeated for each of them, where they are few.
//! The variables of a shader that are arrays with an element for each become a variable for each: small arrays that are
//! indexed at run time are slow, and some drivers refuse them (`shaders/README.md`).
//!
//! Shaders are read line by line: the first line of a loop has one form, the last one is its brace below that line, and an
//! array is declared on a line of its own. Tests hold the files of `shaders/` to this.

/// Loops of one kind, and the arrays with an element for each round.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine::gpu) struct Loops {
    /// The variable of the loops.
    variable: &'static str,
    /// The number of rounds and of elements.
    count: &'static str,
}

pub(in crate::engine::gpu) const OVER_RAYS: Loops = Loops { variable: "ray", count: "RAYS" };
pub(in crate::engine::gpu) const OVER_ALTERATIONS: Loops =
    Loops { variable: "index", count: "ALTERATIONS" };

/// Returns the white space that a line begins with.
fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

impl Loops {
    /// Unrolls the loops `for (var ray = 0u; ray < RAYS; ray++) {`: repeats the body for each round, with the index
    /// as a constant. Bodies must not contain `break` or `continue` of their own. Variables replace the arrays that
    /// end in `, RAYS>`: in a round, `array_3` stands for `array[ray]`, and anywhere for `array[3u]`.
    pub(in crate::engine::gpu) fn unroll(self, text: &str, count: u32) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let declared = lines.iter().filter_map(|line| self.declaration(line));
        let arrays = declared.filter_map(|(begin, _)| begin.split_whitespace().last()).collect();
        let unrolled = Unrolled { loops: self, count, arrays };
        unrolled.lines(&lines, None).join("\n") + "\n"
    }

    /// Reads the declaration of an array with an element for each round: what comes before the type, and the type of an
    /// element.
    fn declaration(self, line: &str) -> Option<(&str, &str)> {
        let (begin, rest) = line.split_once(": array<")?;
        let element = rest.strip_suffix(&format!(", {}>;", self.count))?;
        begin.trim_start().starts_with("var").then_some((begin, element))
    }

    /// Returns the lines between the first and the last line of the loop that lines begin with.
    fn body<'t, 'a>(self, lines: &'t [&'a str]) -> Option<&'t [&'a str]> {
        let Loops { variable, count } = self;
        let (first, rest) = lines.split_first()?;
        let begin = format!("for (var {variable} = 0u; {variable} < {count}; {variable}++) {{");
        let end = format!("{}}}", indentation(first));
        let length = rest.iter().position(|line| *line == end)?;
        (first.trim_start() == begin).then_some(&rest[..length])
    }
}

/// A text whose loops are unrolled.
struct Unrolled<'a> {
    loops: Loops,
    count: u32,
    /// The names of the arrays that variables replace.
    arrays: Vec<&'a str>,
}

impl Unrolled<'_> {
    /// Writes lines; those of the body of a loop with the number of the round. A comment takes the place of what has no
    /// round and no element.
    fn lines(&self, lines: &[&str], round: Option<u32>) -> Vec<String> {
        let Loops { variable, count } = self.loops;
        let mut written: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            let indentation = indentation(line);
            let note = |what: &str| format!("{indentation}// No {what}, {count} is 0.");
            let body = self.loops.body(&lines[at..]);
            let has_length = line.contains(&format!(", {count}>"));
            let is_empty = has_length && line.trim_start().starts_with("var") && self.count == 0;
            if is_empty {
                // One note stands for several declarations.
                if written.last() != Some(&note("variable")) {
                    written.push(note("variable"));
                }
            } else if let Some(body) = body {
                for round in 0..self.count {
                    written.push(format!("{indentation}{{"));
                    written.push(format!("{indentation}    const {variable} = {round}u;"));
                    written.extend(self.lines(body, Some(round)));
                    written.push(format!("{indentation}}}"));
                }
                written.extend((self.count == 0).then(|| note("round")));
                at += body.len() + 1;
            } else if let Some((begin, element)) = self.loops.declaration(line) {
                let of_round = |round| format!("{begin}_{round}: {element};");
                written.extend((0..self.count).map(of_round));
            } else {
                let variables = |line, array: &&str| self.elements(line, array, round);
                written.push(self.arrays.iter().fold((*line).to_owned(), variables));
            }
            at += 1;
        }
        written
    }

    /// Writes the variables for the elements of an array in a line.
    fn elements(&self, line: String, array: &str, round: Option<u32>) -> String {
        let mut written = String::new();
        let mut rest = line.as_str();
        while let Some((before, behind)) = rest.split_once(&format!("{array}[")) {
            written += before;
            let is_name = !before.ends_with(|c: char| c.is_alphanumeric() || "_.".contains(c));
            let number = |index: &str| match round {
                Some(round) if index == self.loops.variable => Some(round),
                _ => index.strip_suffix('u')?.parse().ok(),
            };
            let element = behind.split_once(']').filter(|_| is_name);
            match element.and_then(|(index, behind)| Some((number(index)?, behind))) {
                Some((number, behind)) => {
                    written += &format!("{array}_{number}");
                    rest = behind;
                }
                None => {
                    written += &format!("{array}[");
                    rest = behind;
                }
            }
        }
        written + rest
    }
}

#[cfg(test)]
mod tests {
    use super::super::MODULES;
    use super::*;

    const FIRST_LINE: &str = "for (var ray = 0u; ray < RAYS; ray++) {";

    /// Catches a loop that ends at another brace than its own, one that is left, and a comment that is lost.
    #[test]
    fn loops_are_unrolled() {
        let text = format!("a\n  {FIRST_LINE}\n    if x {{ // why\n    }}\n  }}\nb\n");
        let body = |ray| format!("{{\n      const ray = {ray}u;\n    if x {{ // why\n    }}\n  }}");
        let expected = format!("a\n  {}\n  {}\nb\n", body(0), body(1));
        assert_eq!(OVER_RAYS.unroll(&text, 2), expected);
        assert_eq!(OVER_RAYS.unroll(&text, 0), "a\n  // No round, RAYS is 0.\nb\n");
        // Another loop, which stays.
        let other = text.replace("ray < RAYS", "ray < past");
        assert_eq!(OVER_RAYS.unroll(&other, 2), other);
    }

    /// Catches a `break` in a loop that is unrolled, which would leave another loop; and a loop or an array that is
    /// written in another form than the one that is read.
    #[test]
    fn all_loops_are_read_and_none_is_left_early() {
        let mut bodies = 0;
        for (name, text) in MODULES {
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().enumerate() {
                let loops = [OVER_RAYS, OVER_ALTERATIONS];
                if let Some(body) = loops.iter().find_map(|loops| loops.body(&lines[at..])) {
                    let leaves = |line: &&str| line.contains("break") || line.contains("continue");
                    assert!(!body.iter().any(leaves), "a loop of {name}.wgsl");
                    bodies += 1;
                    continue;
                }
                let is_array = loops.iter().any(|loops| loops.declaration(line).is_some());
                for other in ["ray < RAYS", "index < ALTERATIONS", ", RAYS>", ", ALTERATIONS>"] {
                    assert!(is_array || !line.contains(other), "{name}.wgsl: {line}");
                }
            }
        }
        assert!(bodies > 10, "{bodies} loops");
    }

    /// Catches an array whose name is the end of another one's or the name of a field, and an index that is another
    /// variable.
    #[test]
    fn names_are_replaced_as_wholes() {
        let text = format!(
            "var free: array<u32, RAYS>;\n{FIRST_LINE}\n\
             un_free[ray] = free[ray] + (free[ray]) + free[1u] + a.free[ray] + free[other];\n}}\n"
        );
        let unrolled = OVER_RAYS.unroll(&text, 1);
        let expected = "un_free[ray] = free_0 + (free_0) + free_1 + a.free[ray] + free[other];";
        assert!(unrolled.contains(expected), "{unrolled}");
    }

    /// Catches an array that stays, one that has no variable of some index, an array that is no variable and is taken
    /// for one, and an array without elements, with a note for each.
    #[test]
    fn variables_take_the_place_of_arrays() {
        let text = format!(
            "var<private> lines: array<u32, RAYS>;\n\
             var free: array<array<u32, ALTERATIONS>, RAYS>;\n\
             {FIRST_LINE}\n\
             \x20   for (var index = 0u; index < ALTERATIONS; index++) {{\n\
             \x20       free[ray][index] = lines[ray] + rays[ray];\n\
             \x20   }}\n\
             }}\n"
        );
        let of_rays = OVER_RAYS.unroll(&text, 2);
        let declared = "var<private> lines_0: u32;\nvar<private> lines_1: u32;\n\
                        var free_0: array<u32, ALTERATIONS>;\nvar free_1: array<u32, ALTERATIONS>;\n";
        assert!(of_rays.starts_with(declared), "{of_rays}");
        assert!(of_rays.contains("free_1[index] = lines_1 + rays[ray];"), "{of_rays}");
        let of_both = OVER_ALTERATIONS.unroll(&of_rays, 2);
        assert!(of_both.contains("var free_1_0: u32;\nvar free_1_1: u32;\n"), "{of_both}");
        assert!(of_both.contains("free_0_1 = lines_0 + rays[ray];"), "{of_both}");
        assert!(!OVER_ALTERATIONS.unroll(&text, 0).contains("free"));
        // One note stands for both declarations.
        assert_eq!(OVER_ALTERATIONS.unroll(&of_rays, 0).matches("No variable").count(), 1);
    }
}
