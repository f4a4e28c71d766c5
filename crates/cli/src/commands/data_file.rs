//! Data of written rules from files: sets, lists and edges, as the notation writes them.

use grundytab::wording::joined;
use grundytab::{InvalidInput, InvalidInputKind};

use super::text_file;

/// What a path stands for in rules, by what stands before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Behind `in`.
    Set,
    /// Behind `let NAME =`.
    List,
    /// Behind `graph`.
    Graph,
}

impl Use {
    /// Returns what a path stands for behind a text, if it may stand there.
    pub fn behind(text: &str) -> Option<Self> {
        let text = text.trim_end();
        // A file of a game has what stands behind these words alone.
        let item = text.rsplit([';', ':']).next().unwrap_or(text).trim_start();
        match item {
            "graph" => Some(Use::Graph),
            "" if text.is_empty() => Some(Use::Graph),
            _ if text.ends_with(" in") => Some(Use::Set),
            _ if is_named(item) => Some(Use::List),
            _ => None,
        }
    }
}

/// Whether an item is `let NAME =` or what a file has of that.
fn is_named(item: &str) -> bool {
    let name = item.strip_prefix("let ").unwrap_or(item).strip_suffix('=').map(str::trim);
    name.is_some_and(|name| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    })
}

/// A line of a file, without a comment, and its number, counted from 1.
pub struct Line<'a> {
    number: usize,
    pub text: &'a str,
}

/// Reads a list: a number in each line, or in each a set, in braces or as several numbers.
///
/// # Errors
/// When the file cannot be read, and the line and the column of what is no number.
pub fn list(typed: &str, path: &str) -> Result<String, InvalidInput> {
    let file = text_file::read(typed, path)?;
    let mut items = Vec::new();
    let mut are_sets = false;
    for line in lines(&file) {
        let in_braces = line.text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let numbers = line.numbers(typed, path)?;
        are_sets |= in_braces.is_some() || numbers.len() > 1;
        items.push(numbers);
    }
    if items.is_empty() {
        let hint = "give a file with a number, or with the numbers of a set, in each line";
        return Err(refused(typed, format!("{path} holds no numbers"), hint));
    }
    let item = |numbers: &Vec<&str>| match are_sets {
        true => format!("{{{}}}", joined(numbers, ", ")),
        false => joined(numbers, ", "),
    };
    Ok(format!("[{}]", joined(items.iter().map(item), ", ")))
}

/// Reads the edges of a graph: two vertices in each line, or a single one.
///
/// # Errors
/// When the file cannot be read, and the line that is no edge.
pub fn edges(typed: &str, path: &str) -> Result<String, InvalidInput> {
    let file = text_file::read(typed, path)?;
    let mut edges = Vec::new();
    for line in lines(&file) {
        let vertices = line.numbers(typed, path)?;
        let negative = vertices.iter().find(|vertex| vertex.starts_with('-'));
        if vertices.len() > 2 || vertices.is_empty() || negative.is_some() {
            let problem = match negative {
                Some(vertex) => format!("the vertex {vertex} is negative"),
                None => format!("{} vertices stand in a line", vertices.len()),
            };
            let problem = format!("in {path}, line {}: {problem}", line.number);
            return Err(refused(typed, problem, HINT_OF_GRAPHS));
        }
        edges.push(joined(vertices, "-"));
    }
    match edges.is_empty() {
        true => Err(refused(typed, format!("{path} holds no edges"), HINT_OF_GRAPHS)),
        false => Ok(format!("{{{}}}", joined(edges, ", "))),
    }
}

const HINT_OF_GRAPHS: &str =
    "write the two vertices of an edge in each line, as in 0 1; vertices are called 0, 1, 2, ...";

fn refused(typed: &str, problem: String, hint: &str) -> InvalidInput {
    InvalidInput::new(InvalidInputKind::Syntax, typed, problem, hint)
}

/// Returns the lines that are not empty; a `#` begins a comment.
pub fn lines(file: &str) -> impl Iterator<Item = Line<'_>> {
    let lines = (1..).zip(file.lines());
    let lines = lines
        .map(|(number, text)| Line { number, text: text.split('#').next().unwrap_or_default() });
    lines.filter(|line| !line.text.trim().is_empty())
}

impl<'a> Line<'a> {
    /// Returns the numbers, between which commas and spaces may stand.
    fn numbers(&self, typed: &str, path: &str) -> Result<Vec<&'a str>, InvalidInput> {
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}');
        let words = self.text.split(is_between).filter(|word| !word.is_empty());
        let mut numbers = Vec::new();
        for word in words {
            if word.parse::<i64>().is_err() {
                let column = word.as_ptr() as usize - self.text.as_ptr() as usize;
                let column = self.text[..column].chars().count() + 1;
                let word: String = word.chars().take(24).collect();
                let problem = format!(
                    "in {path}, line {}, column {column}: {word} is no number of 64 bits",
                    self.number
                );
                return Err(refused(typed, problem, "write whole numbers in digits"));
            }
            numbers.push(word);
        }
        Ok(numbers)
    }
}
