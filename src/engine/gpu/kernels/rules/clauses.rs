//! The functions of `shaders/rules.wgsl` that are written for a game: which cells are positions, their grades, and the
//! loops that go through the options of a position.

use std::rc::Rc;

use heap_rules::clause::HEAP_NAMES;
use heap_rules::intervals::{Bounds, narrowed};
use heap_rules::rules::{Clause, Clauses};

use crate::engine::gpu::shader::statements::indented;

use super::expressions::{TooWide, Writer};
use super::loops::Nest;
use super::writer::{ClauseWriter, Use, Wanted};

/// The modules of `shaders/` that the functions use.
pub(super) const MODULES: &[&str] = &["numbers", "rules"];

/// What is written.
pub(super) struct Text {
    pub(super) functions: String,
    /// The numbers of all sets, one set after another.
    pub(super) sets: Vec<i32>,
    /// The values of variables at a position at most, of both players.
    pub(super) most_options: u64,
}

/// Writes the functions of a game whose heaps lie between bounds. `texts` are the clauses as the user writes them.
///
/// # Errors
/// The first part of the rules that may pass 32 bits.
pub(super) fn write(
    rules: &Clauses,
    texts: &[String],
    heaps: &[Bounds],
    wanted: Wanted,
) -> Result<Text, TooWide> {
    let mut clauses = ClauseWriter {
        rules,
        texts,
        heaps,
        wanted,
        sets: Rc::default(),
        most_options: 0,
        reached: heaps.to_vec(),
    };
    let mut functions = clauses.is_position()?;
    functions += &clauses.grade()?;
    functions += &clauses.list_options()?;
    functions += &clauses.is_left_out()?;
    if wanted.first_moves {
        functions += &clauses.is_first_move()?;
    }
    Ok(Text {
        functions: indented(&functions),
        sets: clauses.sets.all(),
        most_options: clauses.most_options,
    })
}

impl<'a> ClauseWriter<'a> {
    pub(super) fn names(&self) -> &'static [&'static str] {
        &HEAP_NAMES[..self.rules.heaps]
    }

    /// Returns statements that give the heaps of a cell their names.
    fn heaps_of_cell(&self) -> String {
        let axes = ["x", "y", "z"].into_iter().skip(3 - self.rules.heaps);
        let heap = |(name, axis): (&&str, &str)| format!("let {name} = i32(at.{axis});\n");
        self.names().iter().zip(axes).map(|(name, axis)| heap((name, axis))).collect()
    }

    /// Writes a function of a cell that returns what `write` writes.
    fn of_cell(
        &self,
        head: &str,
        write: impl FnOnce(&mut Writer<'a>) -> Result<String, TooWide>,
    ) -> Result<String, TooWide> {
        let mut writer = Writer::new(self.names(), self.sets.clone());
        let result = write(&mut writer)?;
        let lines = self.heaps_of_cell() + &text_of(&writer.take_lines());
        Ok(format!("\nfn {head} {{\n{lines}return {result};\n}}\n"))
    }

    /// Writes the function that tells which cells are positions. Where there is a table, the condition has a value at
    /// every cell.
    fn is_position(&self) -> Result<String, TooWide> {
        self.of_cell("is_position(at: vec3<u32>) -> bool", |writer| match &self.rules.positions {
            Some(condition) => Ok(writer.truth(condition, self.heaps)?.text),
            None => Ok("true".into()),
        })
    }

    /// Writes the function that tells which cells outside of the table are no positions, so that there are no moves to them.
    /// Rules that are proved to have no fault have no moves to others.
    fn is_left_out(&self) -> Result<String, TooWide> {
        let condition = self.rules.positions.as_ref().filter(|_| !self.wanted.is_faultless);
        self.of_cell("is_left_out(at: vec3<u32>) -> bool", |writer| {
            let Some(condition) = condition else { return Ok("false".into()) };
            let natural = |&(low, high): &Bounds| (low.max(0), high.max(0));
            let reached: Vec<Bounds> = self.reached.iter().map(natural).collect();
            let written = writer.truth(condition, &reached)?;
            let has_value = written.has_value.map(|of| format!("({of}) && ")).unwrap_or_default();
            Ok(format!("{has_value}!({})", written.text))
        })
    }

    /// Writes the function that returns the grade of a position. Where there is a table, every position has one.
    fn grade(&self) -> Result<String, TooWide> {
        self.of_cell("grade_of(at: vec3<u32>) -> u32", |writer| {
            let Some(grade) = &self.rules.grade else { return Ok("at.x + at.y + at.z".into()) };
            let narrowed =
                self.rules.positions.as_ref().and_then(|of| narrowed(of, true, self.heaps));
            let written = writer.number(grade, narrowed.as_deref().unwrap_or(self.heaps))?;
            Ok(format!("u32({})", written.text))
        })
    }

    /// Writes the function that takes in the options of a player.
    fn list_options(&mut self) -> Result<String, TooWide> {
        let mut text = String::from(
            "\nfn list_options(player: u32, at: vec3<u32>, lane: i32) {\nlet lanes = i32(LANES);\n",
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
        text += &text_of(&lines);
        Ok(text + "}\n")
    }

    /// Writes the function that tells whether no move of a clause or of values that come earlier leads to the option of
    /// the move that is being taken in.
    fn is_first_move(&mut self) -> Result<String, TooWide> {
        let mut text = String::from(
            "\nfn is_first_move(at: vec3<u32>, option: vec3<i32>) -> bool {\nlet lane = 0i;\nlet lanes = 1i;\n",
        );
        text += &self.heaps_of_cell();
        let players: Vec<&'a Vec<Clause>> = self.rules.moves.each();
        let mut lines = Vec::new();
        for (number, clause) in players.into_iter().flatten().enumerate() {
            lines.extend(self.clause(clause, number, Use::Compare)?);
        }
        text += &text_of(&lines);
        Ok(text + "return false;\n}\n")
    }

    /// Returns statements that return from positions at which the game has ended.
    fn terminal(&self) -> Result<Vec<String>, TooWide> {
        let Some(terminal) = &self.rules.terminal else { return Ok(Vec::new()) };
        let mut nest = Nest::new(self, Use::Take);
        let written = nest.writer.truth(terminal, self.heaps)?;
        nest.check(written.has_value);
        nest.writer.return_if(&written.text);
        Ok(nest.writer.take_lines())
    }
}

/// Returns the text of a clause as a comment, without the end of a long one.
fn comment(clause: &str) -> String {
    const MOST: usize = 100;
    let end = if clause.chars().count() > MOST { "..." } else { "" };
    format!("// {}{end}", clause.chars().take(MOST).collect::<String>())
}

/// Joins lines to a text.
fn text_of(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}
