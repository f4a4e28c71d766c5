//! The functions of `shaders/rules.wgsl` that are written for a game: which cells are positions, their grades, and the
//! loops that go through the options of a position.

use heap_rules::clause::HEAP_NAMES;
use heap_rules::intervals::{Bounds, narrowed};
use heap_rules::rules::{Clause, OfRules, Range, Rules};
use heap_rules::tree::Number;

use crate::engine::gpu::shader::host::Names;

use super::expressions::{TooWide, Writer, both, fits};

/// What the functions use of `shaders/`.
pub(super) const NAMES: &[Names] = &[
    (
        "numbers",
        &[
            "fibonacci_word",
            "floor_phi",
            "floor_phi2",
            "floor_sqrt",
            "greatest_common_divisor",
            "is_prime",
            "is_square",
            "quotient",
            "remainder",
            "zeckendorf_part",
            "zeckendorf_shift",
            "zeckendorf_zeros",
        ],
    ),
    ("rules", &["clause", "is_cut", "is_faulty", "is_option", "sets", "take_option", "variables"]),
];

/// What is written.
pub(super) struct Text {
    pub(super) functions: String,
    /// The numbers of all sets, one set after another.
    pub(super) sets: Vec<i32>,
}

/// What depends on the job, beside the rules.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Whether moves are given what they pay.
    pub(super) points: bool,
    /// Whether it is asked which of several moves to an option comes first.
    pub(super) first_moves: bool,
}

/// By how much a variable may pass its bound where invocations share its range.
const MOST_LANES: i64 = 1 << 10;

/// Writes the functions of a game whose heaps lie between bounds. `texts` are the clauses as the user writes them.
///
/// # Errors
/// The first part of the rules that may pass 32 bits.
pub(super) fn write(
    rules: &Rules,
    texts: &[String],
    heaps: &[Bounds],
    wanted: Wanted,
) -> Result<Text, TooWide> {
    let mut clauses = Clauses { rules, texts, heaps, wanted, sets: Vec::new() };
    let mut functions = clauses.is_position()?;
    functions += &clauses.grade()?;
    functions += &clauses.list_options()?;
    if wanted.first_moves {
        functions += &clauses.is_first_move()?;
    }
    Ok(Text { functions, sets: clauses.sets })
}

struct Clauses<'a> {
    rules: &'a Rules,
    texts: &'a [String],
    heaps: &'a [Bounds],
    wanted: Wanted,
    sets: Vec<i32>,
}

/// What is done with each move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It is taken in.
    Take,
    /// It is compared with a move that leads to the same option.
    Compare,
}

impl<'a> Clauses<'a> {
    fn names(&self) -> &'static [&'static str] {
        &HEAP_NAMES[..self.rules.heaps]
    }

    /// Returns statements that give the heaps of a cell their names.
    fn heaps_of_cell(&self) -> String {
        let axes = ["x", "y", "z"].into_iter().skip(3 - self.rules.heaps);
        let heap = |(name, axis): (&&str, &str)| format!("    let {name} = i32(at.{axis});\n");
        self.names().iter().zip(axes).map(|(name, axis)| heap((name, axis))).collect()
    }

    /// Writes the function that tells which cells are positions. Where there is a table, the condition has a value at
    /// every cell.
    fn is_position(&self) -> Result<String, TooWide> {
        let head = "\nfn is_position(at: vec3<u32>) -> bool {\n";
        let Some(condition) = &self.rules.positions else {
            return Ok(format!("{head}    return true;\n}}\n"));
        };
        let mut writer = Writer::new(self.names());
        let written = writer.truth(condition, self.heaps)?;
        let lines = indented(&writer.take_lines(), 1);
        let heaps = self.heaps_of_cell();
        Ok(format!("{head}{heaps}{lines}    return {};\n}}\n", written.text))
    }

    /// Writes the function that returns the grade of a position. Where there is a table, every position has one.
    fn grade(&self) -> Result<String, TooWide> {
        let head = "\nfn grade_of(at: vec3<u32>) -> u32 {\n";
        let Some(grade) = &self.rules.grade else {
            return Ok(format!("{head}    return at.x + at.y + at.z;\n}}\n"));
        };
        let positions = match &self.rules.positions {
            Some(condition) => narrowed(condition, true, self.heaps),
            None => Some(self.heaps.to_vec()),
        };
        let mut writer = Writer::new(self.names());
        let written = writer.number(grade, positions.as_deref().unwrap_or(self.heaps))?;
        let lines = indented(&writer.take_lines(), 1);
        let heaps = self.heaps_of_cell();
        Ok(format!("{head}{heaps}{lines}    return u32({});\n}}\n", written.text))
    }

    /// Writes the function that takes in the options of a player.
    fn list_options(&mut self) -> Result<String, TooWide> {
        let mut text = String::from(
            "\nfn list_options(player: u32, at: vec3<u32>, lane: i32) {\n    let lanes = i32(LANES);\n",
        );
        text += &self.heaps_of_cell();
        let mut lines = self.terminal()?;
        let players: Vec<&'a Vec<Clause>> = self.rules.moves.each();
        let mut texts = self.texts.iter();
        for (player, clauses) in players.iter().enumerate() {
            if players.len() > 1 {
                lines.push(format!("if player == {player}u {{"));
            }
            for (number, clause) in clauses.iter().enumerate() {
                lines.extend(texts.next().map(|text| comment(text)));
                lines.extend(self.clause(clause, number, Use::Take)?);
            }
            if players.len() > 1 {
                lines.push("}".into());
            }
        }
        text += &indented(&lines, 1);
        Ok(text + "}\n")
    }

    /// Writes the function that tells whether no move of a clause or of values that come earlier leads to the option of
    /// the move that is being taken in.
    fn is_first_move(&mut self) -> Result<String, TooWide> {
        let mut text = String::from(
            "\nfn is_first_move(at: vec3<u32>, option: vec3<i32>) -> bool {\n    let lane = 0i;\n    let lanes = 1i;\n",
        );
        text += &self.heaps_of_cell();
        let players: Vec<&'a Vec<Clause>> = self.rules.moves.each();
        let mut lines = Vec::new();
        for (number, clause) in players.into_iter().flatten().enumerate() {
            lines.extend(self.clause(clause, number, Use::Compare)?);
        }
        text += &indented(&lines, 1);
        Ok(text + "    return false;\n}\n")
    }

    /// Returns statements that return from positions at which the game has ended.
    fn terminal(&self) -> Result<Vec<String>, TooWide> {
        let Some(terminal) = &self.rules.terminal else { return Ok(Vec::new()) };
        let mut writer = Writer::new(self.names());
        let written = writer.truth(terminal, self.heaps)?;
        check(&mut writer, written.has_value, Use::Take);
        writer.line(format!("if {} {{", written.text));
        writer.line("return;");
        writer.line("}");
        Ok(writer.take_lines())
    }

    /// Writes the loops of a clause.
    fn clause(
        &mut self,
        clause: &'a Clause,
        number: usize,
        what: Use,
    ) -> Result<Vec<String>, TooWide> {
        let mut writer = Writer::new(self.names());
        let mut environment = self.heaps.to_vec();
        let mut variables = Vec::new();
        writer.line("{");
        // What ends each block, the innermost one last.
        let mut ends = vec![BLOCK.to_owned()];
        for (index, range) in clause.ranges.iter().enumerate() {
            let variable = match range {
                Range::Set(set) => {
                    let (variable, end) = self.set(&mut writer, clause, index, set)?;
                    ends.push(end);
                    variable
                }
                Range::Between(bounds) => {
                    let found = between(&mut writer, bounds, &environment, what)?;
                    let Some((low, high, bounds)) = found else {
                        // The variable takes no number, so that there is no move.
                        return Ok(closed(writer.take_lines(), ends));
                    };
                    let variable = writer.add_variable(&clause.names[index]);
                    let (first, step) = match index {
                        0 => (format!("{low} + lane"), "lanes"),
                        _ => (low, "1i"),
                    };
                    ends.push(begin_loop(&mut writer, &variable, [&first, &high, step]));
                    environment.push(bounds);
                    variable
                }
            };
            if let Range::Set(set) = range {
                let (first, last) = (set.first().copied(), set.last().copied());
                environment.push((first.unwrap_or(0), last.unwrap_or(0)));
            }
            variables.push(variable);
            for condition in range.conditions(environment.len() - 1) {
                match narrowed(&condition, true, &environment) {
                    Some(narrowed) => environment = narrowed,
                    None => return Ok(closed(writer.take_lines(), ends)),
                }
            }
        }
        if clause.ranges.is_empty() && what == Use::Take {
            // One invocation makes the only move, another one for each clause.
            writer.line(format!("if lane == {number}i % lanes {{"));
            ends.push(BLOCK.into());
        }
        if let Some(condition) = &clause.condition {
            let written = writer.truth(condition, &environment)?;
            check(&mut writer, written.has_value, what);
            writer.line(format!("if {} {{", written.text));
            ends.push(BLOCK.into());
            match narrowed(condition, true, &environment) {
                Some(narrowed) => environment = narrowed,
                None => return Ok(closed(writer.take_lines(), ends)),
            }
        }
        self.of_move(&mut writer, clause, number, &variables, &environment, what)?;
        Ok(closed(writer.take_lines(), ends))
    }

    /// Begins the loop over a set, and returns the name of the variable, and what ends the loop.
    fn set(
        &mut self,
        writer: &mut Writer<'a>,
        clause: &'a Clause,
        index: usize,
        set: &[i64],
    ) -> Result<(String, String), TooWide> {
        let wide = set.iter().find(|&&number| !fits((number, number)));
        if let Some(&number) = wide {
            return Err(writer.too_wide(&Number::Constant(number), Some((number, number))));
        }
        // Both functions of a game go through the same sets.
        let numbers: Vec<i32> = set.iter().map(|&number| number as i32).collect();
        let place = self.sets.windows(numbers.len().max(1)).position(|known| known == numbers);
        let begin = place.unwrap_or_else(|| {
            self.sets.extend(&numbers);
            self.sets.len() - numbers.len()
        });
        let end = begin + numbers.len();
        let place = writer.made("i");
        let (first, step) = match index {
            0 => (format!("{begin}i + lane"), "lanes"),
            _ => (format!("{begin}i"), "1i"),
        };
        let last = format!("{}i", end as i64 - 1);
        let end = begin_loop(writer, &place, [&first, &last, step]);
        let variable = writer.add_variable(&clause.names[index]);
        writer.line(format!("let {variable} = sets[{place}];"));
        Ok((variable, end))
    }

    /// Writes what is done with the move of a clause for values of its variables.
    fn of_move(
        &self,
        writer: &mut Writer<'a>,
        clause: &'a Clause,
        number: usize,
        variables: &[String],
        environment: &[Bounds],
        what: Use,
    ) -> Result<(), TooWide> {
        let mut heaps = vec!["0i".to_owned(); 3 - self.rules.heaps];
        let mut has_value = None;
        for heap in &clause.option {
            let written = writer.number(heap, environment)?;
            has_value = both(has_value, written.has_value);
            heaps.push(written.text);
        }
        check(writer, has_value, what);
        let option = format!("vec3<i32>({})", heaps.join(", "));
        let mut values = variables.to_vec();
        values.resize(4, "0i".into());
        let values = format!("vec4<i32>({})", values.join(", "));
        if what == Use::Compare {
            writer.line(format!("if all({option} == option) {{"));
            writer.line(format!("return clause == {number}u && all(variables == {values});"));
            writer.line("}");
            return Ok(());
        }
        if self.wanted.first_moves {
            writer.line(format!("clause = {number}u;"));
            writer.line(format!("variables = {values};"));
        }
        let option = writer.named(option);
        let mut points = "0i".to_owned();
        if let Some(pays) = clause.pays.as_ref().filter(|_| self.wanted.points) {
            let written = writer.number(pays, environment)?;
            points = written.text;
            if let Some(has_value) = written.has_value {
                // What a move pays matters only if there is the move.
                writer.line(format!("if !{has_value} && is_option({option}) {{"));
                give_up(writer, what);
            }
        }
        writer.line(format!("if take_option({option}, {points}) {{"));
        writer.line("return;");
        writer.line("}");
        Ok(())
    }
}

/// Returns the text of a clause as a comment, without the end of a long one.
fn comment(clause: &str) -> String {
    const MOST: usize = 100;
    let end = if clause.chars().count() > MOST { "..." } else { "" };
    format!("// {}{end}", clause.chars().take(MOST).collect::<String>())
}

/// Writes the bounds of a variable: what they are, and between which numbers the variable lies; none if it takes none.
fn between(
    writer: &mut Writer,
    ends: &[Number<OfRules>; 2],
    environment: &[Bounds],
    what: Use,
) -> Result<Option<(String, String, Bounds)>, TooWide> {
    let [low, high] =
        [writer.number(&ends[0], environment)?, writer.number(&ends[1], environment)?];
    if !fits((low.bounds.0, high.bounds.1 + MOST_LANES)) || !fits((0, low.bounds.1 + MOST_LANES)) {
        let widest = usize::from(low.bounds.1 <= high.bounds.1);
        return Err(writer.too_wide(&ends[widest], Some((low.bounds.0, high.bounds.1))));
    }
    check(writer, both(low.has_value, high.has_value), what);
    let bounds = (low.bounds.0, high.bounds.1);
    if bounds.0 > bounds.1 {
        return Ok(None);
    }
    Ok(Some((low.text, writer.named(high.text), bounds)))
}

/// Writes statements for the case that something has no value: the position has a fault.
fn check(writer: &mut Writer, has_value: Option<String>, what: Use) {
    if let Some(has_value) = has_value {
        writer.line(format!("if !{has_value} {{"));
        give_up(writer, what);
    }
}

fn give_up(writer: &mut Writer, what: Use) {
    match what {
        Use::Take => {
            writer.line("is_faulty = true;");
            writer.line("return;");
        }
        Use::Compare => writer.line("return false;"),
    }
    writer.line("}");
}

/// What ends a block.
const BLOCK: &str = "}";

/// Begins a loop from a first number to a last one, and returns what ends it: a driver may end a loop early, as Mesa's
/// llvmpipe does after 65,535 rounds of all loops of an invocation, and that is noticed.
fn begin_loop(writer: &mut Writer, variable: &str, [first, last, step]: [&str; 3]) -> String {
    writer.line(format!("var {variable} = {first};"));
    writer.line(format!("for (; {variable} <= {last}; {variable} += {step}) {{"));
    format!("}}\nis_cut = is_cut || {variable} <= {last};")
}

/// Ends blocks, the innermost one first.
fn closed(mut lines: Vec<String>, ends: Vec<String>) -> Vec<String> {
    lines.extend(ends.iter().rev().flat_map(|end| end.lines()).map(str::to_owned));
    lines
}

/// Joins lines, indented by their braces.
fn indented(lines: &[String], depth: usize) -> String {
    let mut depth = depth;
    let mut text = String::new();
    for line in lines {
        if line.starts_with('}') {
            depth -= 1;
        }
        text += &format!("{}{line}\n", "    ".repeat(depth));
        if line.ends_with('{') {
            depth += 1;
        }
    }
    text
}
