//! Reading what rules bring in under a name, and the graph.

use super::Reader;
use super::clause::wrong_name;
use crate::clause::{KNOWN_GRAPHS, WrittenData, WrittenGraph, WrittenValue};
use crate::language::token::{Token, placed_tokens};
use crate::language::{Problem, Syntax, did_you_mean};

/// The most numbers of a list.
const MOST_NUMBERS: usize = 1 << 17;
/// The place of a binary digit is at most this: a number with 62 digits is still doubled.
pub(crate) const LAST_PLACE: i64 = 61;

/// How lists are written.
const A_LIST: &str =
    "a list is written in square brackets, as in [3, 7, 14], or of sets as in [{1, 2}, {0}]";
/// How graphs are written.
const A_GRAPH: &str = "a graph is given by its edges, as in graph {0-1, 1-2, 3}, or is path(n), cycle(n), complete(n) or grid(m, n)";

impl Reader<'_> {
    /// Reads what stands behind `let`.
    pub(super) fn data(&mut self) -> Result<(), Problem> {
        self.before_clauses("let")?;
        let start = self.place();
        let Token::Word(name) = self.parser.next() else {
            return self.wrong(start, "behind let a name is expected, as in let n = 7");
        };
        if let Some(problem) = wrong_name(name, &[]) {
            return self.wrong(start, problem);
        }
        if self.has_data(name) {
            return self.wrong(start, format!("{name} is given twice"));
        }
        if !self.parser.takes("=") {
            return Err(format!("behind let {name} stands =, as in let {name} = 7"));
        }
        let start = self.place();
        let name = name.to_owned();
        match self.parser.peek() {
            Token::Index(list) => {
                self.parser.next();
                let value = read_list(list).or_else(|problem| self.wrong(start, problem))?;
                self.data.push(WrittenData { name, value });
            }
            Token::Sign("{") => return Err(A_LIST.into()),
            _ => {
                let mut number = self.expression()?;
                if let Some(unknown) = unknown_name(&mut number) {
                    let problem = format!(
                        "there is no name {unknown}; what let brings in is made of numbers, and of those before"
                    );
                    return self.wrong(start, problem);
                }
                self.named.push((name, number));
            }
        }
        Ok(())
    }

    /// Reads what stands behind `graph`.
    pub(super) fn graph(&mut self) -> Result<(), Problem> {
        self.before_clauses("graph")?;
        if self.graph.is_some() {
            return Err("graph is given twice; a game is played on one".into());
        }
        self.graph = Some(match self.parser.peek() {
            Token::Sign("{") => WrittenGraph::Edges(self.edges()?),
            Token::Word(name) => self.known_graph(name)?,
            _ => return Err(A_GRAPH.into()),
        });
        Ok(())
    }

    /// Whether a number or a list has this name.
    pub(super) fn has_data(&self, name: &str) -> bool {
        self.named.iter().any(|(known, _)| known == name)
            || self.data.iter().any(|known| known.name == name)
    }

    /// Takes the word of an item that stands before all clauses.
    fn before_clauses(&mut self, word: &str) -> Result<(), Problem> {
        if self.has_moves.contains(&true) || self.clauses.iter().any(|of| !of.is_empty()) {
            return Err(format!(
                "{word} stands before the clauses, which may name what it brings in"
            ));
        }
        self.parser.next();
        Ok(())
    }

    fn known_graph(&mut self, name: &str) -> Result<WrittenGraph, Problem> {
        let Some((_, count)) = KNOWN_GRAPHS.iter().find(|(known, _)| *known == name) else {
            let meant = did_you_mean(name, KNOWN_GRAPHS.map(|(name, _)| name));
            return Err(format!("there is no graph {name}; {meant}{A_GRAPH}"));
        };
        self.parser.next();
        if !self.parser.takes("(") {
            return Err(format!("behind {name} its size is expected in brackets"));
        }
        let mut sizes = vec![self.expression()?];
        while self.parser.takes(",") {
            sizes.push(self.expression()?);
        }
        if !self.parser.takes(")") {
            return Err("a ) is missing behind the sizes of the graph".into());
        }
        match sizes.len() == *count {
            true => Ok(WrittenGraph::Known { name: name.to_owned(), sizes }),
            false => Err(format!("{name} takes {count} sizes, and {} are given", sizes.len())),
        }
    }

    /// Reads edges and single vertices in braces, each once and in rising order.
    fn edges(&mut self) -> Result<Vec<Vec<i64>>, Problem> {
        self.parser.next();
        let mut edges = Vec::new();
        loop {
            let start = self.place();
            let mut edge = vec![self.vertex()?];
            if self.parser.takes("-") {
                edge.push(self.vertex()?);
                edge.sort_unstable();
            }
            if let [one, two] = edge[..]
                && one == two
            {
                return self
                    .wrong(start, format!("an edge has two vertices, and {one}-{two} has one"));
            }
            edges.push(edge);
            if self.parser.takes("}") {
                break;
            }
            if !self.parser.takes(",") {
                return Err("in a graph a comma or a } is expected, as in {0-1, 1-2}".into());
            }
        }
        edges.sort_unstable();
        edges.dedup();
        // A vertex of an edge need not be named again.
        let in_edges: Vec<i64> =
            edges.iter().filter(|of| of.len() == 2).flatten().copied().collect();
        edges.retain(|edge| edge.len() == 2 || !in_edges.contains(&edge[0]));
        Ok(edges)
    }

    fn vertex(&mut self) -> Result<i64, Problem> {
        match self.parser.peek() {
            Token::Number(number) if number <= LAST_PLACE as u64 => {
                self.parser.next();
                Ok(number as i64)
            }
            Token::Number(number) => Err(format!(
                "the vertices of a graph are called 0 to {LAST_PLACE}, and {number} is larger"
            )),
            token => Err(format!("a vertex is a number, and not {token}; {A_GRAPH}")),
        }
    }
}

/// Returns a name of an expression that is no number; lists are none, either.
fn unknown_name(number: &mut Syntax) -> Option<String> {
    match number {
        Syntax::Name(name) => Some(name.clone()),
        Syntax::Entry { list, .. } => Some(list.clone()),
        Syntax::Over { name, .. } => Some(name.clone()),
        number => number.parts_mut().into_iter().find_map(unknown_name),
    }
}

/// Reads what stands between square brackets.
fn read_list(text: &str) -> Result<WrittenValue, Problem> {
    let placed = placed_tokens(text).map_err(|(problem, _)| problem)?;
    let tokens: Vec<Token> = placed.iter().map(|(token, _)| *token).collect();
    let mut reader = Reader::of(&tokens, &placed);
    let are_sets = reader.parser.peek() == Token::Sign("{");
    let (mut numbers, mut sets) = (Vec::new(), Vec::new());
    if reader.parser.peek() == Token::End {
        return Err(format!("a list has at least one number; {A_LIST}"));
    }
    loop {
        if numbers.len().max(sets.len()) == MOST_NUMBERS {
            return Err(format!("a list has at most {MOST_NUMBERS} numbers"));
        }
        if are_sets {
            sets.push(reader.places()?);
        } else {
            numbers.push(reader.integer().map_err(|_| A_LIST)?);
        }
        match reader.parser.next() {
            Token::End => break,
            Token::Sign(",") => {}
            token => return Err(format!("in a list a comma or a ] is expected, and not {token}")),
        }
    }
    Ok(if are_sets { WrittenValue::Sets(sets) } else { WrittenValue::Numbers(numbers) })
}

impl Reader<'_> {
    /// Reads a set of places of binary digits, which may be empty.
    fn places(&mut self) -> Result<Vec<i64>, Problem> {
        if let [Token::Sign("{"), Token::Sign("}"), ..] = self.parser.tokens {
            self.parser.next();
            self.parser.next();
            return Ok(Vec::new());
        }
        let places = self.set()?;
        match places.iter().find(|place| !(0..=LAST_PLACE).contains(*place)) {
            Some(place) => Err(format!(
                "the sets of a list hold places of binary digits, from 0 to {LAST_PLACE}, and not {place}"
            )),
            None => Ok(places),
        }
    }
}
