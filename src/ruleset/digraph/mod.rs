//! The family of Digraph Triangular Nim: the Triangle Game and its relatives (Abuku et al.,
//! Combinatorial games and the golden ratio on digraphs, 2025).

pub(super) mod vertices;

use super::Ruleset;
use super::definition::{GameDefinition, GameWording, singles};
use super::facts::{GameFacts, Misfit, misfit};
use super::family::{Argument, Family, Name};
use super::method::Method;
use super::notation::field::{Field, FieldValues, Shape};
use super::notation::modifiers::HEAPS;
use crate::domain::{Coordinates, Domain, MAX_HEAPS, Permutation, Sum};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Mover, Quantity};
use vertices::{DigraphGame, Edge, VERTICES, edges_text, named_vertices};

const EDGES: Field = Field { name: "edges", usage: "EDGES", shape: Shape::Words };

pub(super) const FAMILY: Family = Family {
    kind: "digraph",
    names: &[
        Name {
            name: "triangle",
            argument: None,
            game: |given| on_vertices(DigraphGame::triangle().edges().to_vec(), given),
        },
        Name {
            name: "digraph",
            argument: Some(Argument {
                fields: &[&EDGES],
                read: |text| Ok(vec![EDGES.shape.read(text)?]),
                missing: Some("give its edges, as in digraph:XY/YZ/ZX"),
            }),
            game: |given| {
                let edges = given.words(&EDGES).ok_or_else(|| given.needs(&EDGES))?;
                on_vertices(read_edges(&edges)?, given)
            },
        },
    ],
    modifiers: &[&HEAPS],
};

/// Makes the game with these edges on as many vertices as are given, or else as the edges name.
fn on_vertices(edges: Vec<Edge>, given: &mut FieldValues) -> Result<Ruleset, InvalidInput> {
    let heaps = given.number(&HEAPS).map(|heaps| heaps as usize);
    let vertices = heaps.unwrap_or_else(|| named_vertices(&edges));
    DigraphGame::new(vertices, &edges).map(Ruleset::from)
}

/// Reads edges, each two letters.
fn read_edges(texts: &[String]) -> Result<Vec<Edge>, InvalidInput> {
    let pair = |text: &String| {
        read_edge(text).ok_or_else(|| {
            let hint = "an edge is two capital letters, as in digraph:XY/YZ/ZX";
            let problem = format!("{text:?} is not an edge");
            InvalidInput::new(InvalidInputKind::Syntax, text, problem, hint)
        })
    };
    let pairs = texts.iter().map(pair).collect::<Result<Vec<[char; 2]>, _>>()?;
    let vertices = letters_of(&pairs);
    if vertices.len() > MAX_HEAPS {
        let names: String = vertices.iter().collect();
        return Err(InvalidInput::new(
            InvalidInputKind::WrongHeapCount,
            texts.join("/"),
            format!("the edges name {} vertices: {names}", vertices.len()),
            "a digraph has at most four vertices, X, Y, Z and W or other letters",
        ));
    }
    let vertex = |letter| vertices.iter().position(|&vertex| vertex == letter).unwrap_or(0);
    Ok(pairs.iter().map(|pair| Edge { from: vertex(pair[0]), to: vertex(pair[1]) }).collect())
}

/// Reads an edge: the letters of its two ends.
fn read_edge(text: &str) -> Option<[char; 2]> {
    let mut letters = text.chars().filter(char::is_ascii_uppercase);
    match (letters.next(), letters.next(), text.chars().count()) {
        (Some(from), Some(to), 2) => Some([from, to]),
        _ => None,
    }
}

/// Returns the letters of the vertices, in their order: X, Y, Z and W; where an edge names another letter, those
/// that the edges name, in alphabetical order.
fn letters_of(pairs: &[[char; 2]]) -> Vec<char> {
    let named = pairs.as_flattened();
    if named.iter().all(|letter| VERTICES.contains(letter)) {
        return VERTICES.to_vec();
    }
    let mut letters = named.to_vec();
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// Returns the letters of the vertices in the notation of a digraph game, each with the letter that the
/// canonical text of the game has for it. There are none if these are the same.
pub fn renamed_vertices(notation: &str) -> Vec<(char, char)> {
    let edges = notation.split('+').next().and_then(|game| game.strip_prefix("digraph:"));
    let pairs: Option<Vec<[char; 2]>> =
        edges.and_then(|edges| edges.split('/').map(read_edge).collect());
    let letters = letters_of(&pairs.unwrap_or_default());
    let pairs = letters.iter().copied().zip(VERTICES);
    if letters == VERTICES { Vec::new() } else { pairs.collect() }
}

impl GameDefinition for DigraphGame {
    fn facts(&self) -> GameFacts {
        GameFacts {
            heaps_may_grow: !self.edges().iter().all(|edge| edge.is_loop()),
            has_wins_alone: true,
            ..GameFacts::of_impartial(self.heaps())
        }
    }

    fn check(&self, domain: &Domain, _: Quantity, _: Convention) -> Result<(), Misfit> {
        if domain.is_box() && self.facts().heaps_may_grow {
            return misfit(
                InvalidInputKind::NeedsSimplex,
                "tokens can return to a heap, and options lie outside the box",
                "bound the token sum instead of the heaps",
            );
        }
        Ok(())
    }

    fn method(&self, domain: &Domain, quantity: Quantity, convention: Convention) -> Method {
        match self.as_vector_game() {
            Some(nim) => nim.method(domain, quantity, convention),
            None if self.heaps() <= 3 => Method::Digraph(self.clone()),
            None => Method::DigraphFour(self.clone()),
        }
    }

    /// Take i >= 1 tokens from one end of an edge, return 0 <= j < i to the other.
    fn options_of(&self, _: Mover, at: Coordinates) -> Vec<Sum<Coordinates>> {
        let mut options = Vec::new();
        let padding = MAX_HEAPS - self.heaps();
        for edge in self.edges() {
            for taken in 1..=at[padding + edge.from] {
                // Along a loop whatever is returned leaves a heap that fewer tokens taken leave, too.
                let most_returned = if edge.is_loop() { 0 } else { taken - 1 };
                for returned in 0..=most_returned {
                    let mut option = at;
                    option[padding + edge.from] -= taken;
                    option[padding + edge.to] += returned;
                    options.push(option);
                }
            }
        }
        singles(options)
    }

    fn most_options(&self, domain: &Domain) -> u64 {
        match self.as_vector_game() {
            Some(nim) => nim.most_options(domain),
            // Along each edge i tokens are taken and fewer returned: with all n tokens at one end
            // these are 1 + 2 + ... + n options.
            None => {
                let tokens = u64::from(domain.largest_token_sum());
                self.edges().len() as u64 * (tokens * (tokens + 1) / 2)
            }
        }
    }

    /// Every move lowers the token sum, for fewer tokens are returned than taken.
    fn longest_play(&self, domain: &Domain) -> (u64, &'static str) {
        match self.as_vector_game() {
            Some(nim) => nim.longest_play(domain),
            None => (domain.largest_token_sum().into(), "the largest token sum"),
        }
    }

    /// Edges are mapped to edges. The vertex of an axis is mapped to that of the axis whose tokens it gets.
    fn has_symmetry(&self, permutation: &Permutation) -> bool {
        let padding = MAX_HEAPS - self.heaps();
        let mapped = |vertex: usize| permutation[padding + vertex] - padding;
        let image = |edge: &Edge| Edge { from: mapped(edge.from), to: mapped(edge.to) };
        self.edges().iter().all(|edge| self.edges().contains(&image(edge)))
    }
}

impl GameWording for DigraphGame {
    fn text(&self, _: usize) -> String {
        if *self == DigraphGame::triangle() {
            return "triangle".into();
        }
        let mut text = format!("digraph:{}", edges_text(self.edges()));
        if self.heaps() > named_vertices(self.edges()) {
            text += &format!("+{}={}", HEAPS.name, self.heaps());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::renamed_vertices;

    /// The canonical text calls vertices X, Y, Z and W; a note tells users who have given them other names.
    #[test]
    fn other_names_of_vertices_are_told() {
        let renamed = renamed_vertices("digraph:CA/AB+heaps=3");
        assert_eq!(renamed, [('A', 'X'), ('B', 'Y'), ('C', 'Z')]);
        assert_eq!(renamed_vertices("digraph:ZX/XY"), []);
        assert_eq!(renamed_vertices("wythoff"), []);
    }
}
