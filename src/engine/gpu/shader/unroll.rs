//! Unrolled loops: a loop over all rays, or over all altered vectors, is repeated for each of them, where they are few.
//! The variables of a shader that are arrays with an element for each become a variable for each: small arrays that are
//! indexed at run time are slow, and some drivers refuse them (`shaders/README.md`).

use super::tokens::{Code, Kind, Token, tokens};

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

impl Loops {
    /// Unrolls the loops `for (var ray = 0u; ray < RAYS; ray++) {`: repeats the body for each round, with the index
    /// as a constant. Bodies must not contain `break` or `continue` of their own. Variables replace the arrays that
    /// end in `, RAYS>`: in a round, `array_3` stands for `array[ray]`, and anywhere for `array[3u]`.
    pub(in crate::engine::gpu) fn unroll(self, text: &str, count: u32) -> String {
        let tokens = tokens(text);
        let declarations = (0..tokens.len()).filter_map(|at| self.declaration(&tokens[at..]));
        let arrays = declarations.map(|declaration| declaration.name).collect();
        let mut unrolled =
            Unrolled { loops: self, count, arrays, text: String::new(), ends_in_note: false };
        unrolled.write(&tokens, None);
        unrolled.text
    }

    /// Reads the declaration of an array with an element for each round that tokens begin with.
    fn declaration<'a>(self, tokens: &[Token<'a>]) -> Option<Declaration<'a>> {
        let mut code = Code::new(tokens);
        code.take("var")?;
        if code.peek() == Some("<") {
            code.take_list()?;
        }
        let begin = code.begin_of_next()?;
        let name = code.next()?;
        code.take(":")?;
        code.take("array")?;
        let list = code.take_list()?;
        code.take(";")?;
        let text = |range: &[Token<'a>]| range.iter().map(|token| token.text).collect::<String>();
        let (element, length) = text(&list[1..list.len() - 1])
            .rsplit_once(',')
            .map(|(element, length)| (element.to_owned(), length.trim().to_owned()))?;
        (length == self.count).then(|| Declaration {
            begin: text(&tokens[..begin]),
            name,
            element,
            tokens: code.at,
        })
    }

    /// Returns the tokens of the body of the loop that tokens begin with, and how many tokens the loop takes.
    fn body<'t, 'a>(self, tokens: &'t [Token<'a>]) -> Option<(&'t [Token<'a>], usize)> {
        let Loops { variable, count } = self;
        let mut code = Code::new(tokens);
        let first_line = [
            "for", "(", "var", variable, "=", "0u", ";", variable, "<", count, ";", variable, "+",
            "+", ")", "{",
        ];
        for expected in first_line {
            code.take(expected)?;
        }
        let first = code.at;
        let mut depth = 1;
        while depth > 0 {
            match code.next()? {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
        }
        Some((&tokens[first..code.at - 1], code.at))
    }
}

/// `BEGIN NAME: array<ELEMENT, COUNT>;`
struct Declaration<'a> {
    begin: String,
    name: &'a str,
    element: String,
    /// How many tokens it takes.
    tokens: usize,
}

/// A text that is being written.
struct Unrolled<'a> {
    loops: Loops,
    count: u32,
    /// The names of the arrays that variables replace.
    arrays: Vec<&'a str>,
    text: String,
    /// Whether the text ends in a comment that the rest of the line must not become a part of.
    ends_in_note: bool,
}

impl Unrolled<'_> {
    /// Writes tokens; those of the body of a loop with the number of the round.
    fn write(&mut self, tokens: &[Token], round: Option<u32>) {
        let mut at = 0;
        while at < tokens.len() {
            let rest = &tokens[at..];
            let is_field = self.text.ends_with('.');
            if self.ends_in_note && !rest[0].text.starts_with('\n') {
                self.text += "\n";
            }
            self.ends_in_note = false;
            if let Some(declaration) = self.loops.declaration(rest) {
                self.declare(&declaration);
                at += declaration.tokens;
            } else if let Some((body, length)) = self.loops.body(rest) {
                self.repeat(body);
                at += length;
            } else if let Some((element, length)) = self.element(rest, round).filter(|_| !is_field)
            {
                self.text += &element;
                at += length;
            } else if let Some(length) = self.without_elements(rest) {
                self.note("variable");
                at += length;
            } else {
                self.text += rest[0].text;
                at += 1;
            }
        }
    }

    /// Writes a comment in the place of what has no round and no element, unless the same is written there already.
    fn note(&mut self, what: &str) {
        let note = format!("// No {what}, {} is 0.", self.loops.count);
        let before = self.text.trim_end().len();
        if self.text[..before].ends_with(&note) {
            self.text.truncate(before);
        } else {
            self.text += &note;
        }
        self.ends_in_note = true;
    }

    /// Returns the white space that the last line begins with.
    fn indentation(&self) -> String {
        let line = self.text.rsplit('\n').next().unwrap_or_default();
        line.chars().take_while(|c| c.is_whitespace()).collect()
    }

    fn declare(&mut self, declaration: &Declaration) {
        let Declaration { begin, name, element, .. } = declaration;
        let declared = (0..self.count).map(|index| format!("{begin}{name}_{index}: {element};"));
        let declared: Vec<String> = declared.collect();
        let line_break = format!("\n{}", self.indentation());
        match declared.as_slice() {
            [] => self.note("variable"),
            declared => self.text += &declared.join(&line_break),
        }
    }

    fn repeat(&mut self, body: &[Token]) {
        let variable = self.loops.variable;
        let indentation = self.indentation();
        if self.count == 0 {
            self.note("round");
        }
        for index in 0..self.count {
            if index > 0 {
                self.text += &format!("\n{indentation}");
            }
            self.text += &format!("{{\n{indentation}    const {variable} = {index}u;");
            self.write(body, Some(index));
            self.text += "}";
        }
    }

    /// Returns the variable for the element of an array that tokens begin with, and how many tokens that is.
    fn element(&self, tokens: &[Token], round: Option<u32>) -> Option<(String, usize)> {
        if tokens[0].kind != Kind::Word {
            return None;
        }
        let mut code = Code::new(tokens);
        let name = code.next()?;
        self.arrays.iter().find(|array| **array == name)?;
        code.take("[")?;
        let index = code.next()?;
        code.take("]")?;
        let number = match round {
            Some(round) if index == self.loops.variable => round,
            _ => index.strip_suffix('u')?.parse().ok()?,
        };
        Some((format!("{name}_{number}"), code.at))
    }

    /// Returns how many tokens the declaration takes of an array of arrays without elements, where one begins here.
    fn without_elements(&self, tokens: &[Token]) -> Option<usize> {
        if self.count > 0 || tokens[0].text != "var" {
            return None;
        }
        let end = tokens.iter().position(|token| token.text == ";")?;
        let code: Vec<&str> =
            tokens[..end].iter().filter(|t| t.is_code()).map(|t| t.text).collect();
        let is_length = |code: &[&str]| code == [",", self.loops.count, ">"];
        code.windows(3).any(is_length).then_some(end + 1)
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
        let text = format!("a\n  {FIRST_LINE} // why\n    if x {{\n    }}\n  }}\nb");
        let body = |ray| format!("{{\n      const ray = {ray}u; // why\n    if x {{\n    }}\n  }}");
        let expected = format!("a\n  {}\n  {}\nb", body(0), body(1));
        assert_eq!(OVER_RAYS.unroll(&text, 2), expected);
        assert_eq!(OVER_RAYS.unroll(&text, 0), "a\n  // No round, RAYS is 0.\nb");
        // Whatever the white space, and on one line.
        let on_one_line = "for(var ray=0u;ray<RAYS;ray ++){f(ray);}";
        assert_eq!(OVER_RAYS.unroll(on_one_line, 1), "{\n    const ray = 0u;f(ray);}");
        let followed = format!("{on_one_line} g();");
        assert_eq!(OVER_RAYS.unroll(&followed, 0), "// No round, RAYS is 0.\n g();");
        // Another loop, which stays.
        let other = text.replace("ray < RAYS", "ray < past");
        assert_eq!(OVER_RAYS.unroll(&other, 2), other);
    }

    /// Catches a `break` in a loop that is unrolled, which would leave another loop.
    #[test]
    fn no_loop_is_left_early() {
        let mut bodies = 0;
        for (name, text) in MODULES {
            let tokens = tokens(text);
            let loops = [OVER_RAYS, OVER_ALTERATIONS];
            let body = |at: usize| loops.iter().find_map(|loops| loops.body(&tokens[at..]));
            for (body, _) in (0..tokens.len()).filter_map(body) {
                let leaves = body.iter().any(|token| ["break", "continue"].contains(&token.text));
                assert!(!leaves, "a loop of {name}.wgsl");
                bodies += 1;
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
             un_free[ray] = free[ray] + (free [ ray ]) + free[1u] + a.free[ray] + free[other];\n}}\n"
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
             for (var index = 0u; index < ALTERATIONS; index++) {{\n\
             free[ray][index] = lines[ray] + rays[ray];\n\
             }}\n\
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
