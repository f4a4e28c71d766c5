//! Digraph games in which divisibility is played: those whose P-positions are the graph of divisibility.
//!
//! Claim. On the vertices X, Y and Z let the edges that are no loops be XY, XZ, YZ and ZY. In normal play (x, y, z) is
//! a P-position exactly if |y - z| = x and x + 1 divides min(y, z). In misère play the positions of one token and
//! (1, 1, 1) take the place of those P-positions that have at most two tokens. `docs/theorems.md` has the proof, and
//! why no automaton accepts them.
//!
//! A loop adds no moves beside another edge out of its vertex, along which nothing need be returned. Nor do edges to
//! a vertex without edges out of it: its tokens never move. So other vertices do not matter where their heaps are empty
//! and no move fills them, or where a move that fills them leads to a vertex without edges out of it.

use grundytab::quantity::Convention;
use grundytab::ruleset::{DigraphGame, Edge, Ruleset};

/// Three vertices of a digraph game on which divisibility is played when the other heaps, if there are any, are
/// empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DivisibilityFace {
    /// The numbers of the vertices X, Y and Z of the claim.
    vertices: [usize; 3],
}

impl DivisibilityFace {
    /// Returns three vertices of a game on which divisibility is played, if there are any.
    pub fn of(game: &Ruleset) -> Option<Self> {
        let game = game.digraph_game()?;
        let vertices = 0..game.heaps();
        let triples = vertices.clone().flat_map(|x| {
            let of_x =
                vertices.clone().flat_map(move |y| (y + 1..game.heaps()).map(move |z| (y, z)));
            of_x.filter(move |&(y, z)| x != y && x != z).map(move |(y, z)| [x, y, z])
        });
        let mut faces =
            triples.filter(|&face| plays_divisibility(game, face) && is_closed(game, face));
        faces.next().map(|vertices| DivisibilityFace { vertices })
    }

    /// Returns the vertices X, Y and Z of the claim, by their numbers in the game. Y and Z may be exchanged.
    pub fn vertices(self) -> [usize; 3] {
        self.vertices
    }

    /// Returns whether a position is a P-position; `None` if another heap is not empty.
    pub fn is_p_position(self, heaps: &[u32], convention: Convention) -> Option<bool> {
        let heap = |vertex: usize| heaps.get(vertex).copied().map(u64::from);
        let [Some(x), Some(y), Some(z)] = self.vertices.map(heap) else { return None };
        let tokens: u64 = heaps.iter().copied().map(u64::from).sum();
        if tokens != x + y + z {
            return None;
        }
        let is_multiple = y.abs_diff(z) == x && y.min(z).is_multiple_of(x + 1);
        Some(match convention {
            Convention::Misere if tokens <= 2 => tokens == 1,
            Convention::Misere => is_multiple || [x, y, z] == [1, 1, 1],
            Convention::Normal => is_multiple,
        })
    }
}

/// Whether the edges between these vertices are those of the claim.
fn plays_divisibility(game: &DigraphGame, face: [usize; 3]) -> bool {
    let [x, y, z] = face;
    let of_claim = [(x, y), (x, z), (y, z), (z, y)].map(|(from, to)| Edge { from, to });
    let is_within =
        |edge: &&Edge| !edge.is_loop() && face.contains(&edge.from) && face.contains(&edge.to);
    let mut within = game.edges().iter().filter(is_within);
    within.clone().count() == of_claim.len() && within.all(|edge| of_claim.contains(edge))
}

/// Whether no token comes to another vertex from which it can move on.
fn is_closed(game: &DigraphGame, face: [usize; 3]) -> bool {
    let moves_on = |vertex: usize| game.edges().iter().any(|edge| edge.from == vertex);
    game.edges()
        .iter()
        .all(|edge| !face.contains(&edge.from) || face.contains(&edge.to) || !moves_on(edge.to))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use grundytab::domain::{Coordinates, Sum};

    fn game(text: &str) -> Ruleset {
        Ruleset::parse(text).expect(text)
    }

    fn face(game: &Ruleset) -> Option<[usize; 3]> {
        Some(DivisibilityFace::of(game)?.vertices())
    }

    fn is_p(
        game: &Ruleset,
        at: Coordinates,
        convention: Convention,
        known: &mut HashMap<Coordinates, bool>,
    ) -> bool {
        if let Some(&answer) = known.get(&at) {
            return answer;
        }
        let options = game.definition().options(at).into_iter().flat_map(Sum::into_parts);
        let options: Vec<Coordinates> = options.collect();
        let answer = match options.is_empty() {
            true => convention == Convention::Normal,
            false => !options.into_iter().any(|to| is_p(game, to, convention, known)),
        };
        known.insert(at, answer);
        answer
    }

    /// Catches vertices that are taken in a wrong order, and moves that leave the face and matter.
    #[test]
    fn faces_are_found_where_divisibility_is_played() {
        for (text, expected) in [
            ("digraph:XY/XZ/YZ/ZY", Some([0, 1, 2])),
            ("digraph:YX/YZ/XZ/ZX", Some([1, 0, 2])),
            ("digraph:XY/XZ/YZ/ZY/XX/ZZ", Some([0, 1, 2])),
            ("digraph:XY/XZ/YZ/ZY+heaps=4", Some([0, 1, 2])),
            // From W tokens come to the face, but an empty heap has none.
            ("digraph:XY/XZ/YZ/ZY/WX/WW", Some([0, 1, 2])),
            ("digraph:WX/WZ/XZ/ZX", Some([3, 0, 2])),
            // Tokens that come to W stay there.
            ("digraph:XY/XZ/YZ/ZY/XW/YW", Some([0, 1, 2])),
            ("digraph:XY/XZ/YZ/ZY/XW/WX", None),
            ("digraph:XY/XZ/YZ/ZY/ZW/WW", None),
            ("digraph:XY/XZ/YZ/ZY/YX", None),
            ("digraph:XY/XZ/YZ", None),
            ("triangle", None),
            ("digraph:XY/YX", None),
            ("nim:3", None),
        ] {
            assert_eq!(face(&game(text)), expected, "{text}");
        }
    }

    /// The claim, against the definition, on every game that has such a face among those on three vertices and on
    /// some on four.
    #[test]
    fn the_claim_agrees_with_the_definition() {
        let pairs: Vec<[char; 2]> =
            "XYZ".chars().flat_map(|from| "XYZ".chars().map(move |to| [from, to])).collect();
        let mut games: Vec<Ruleset> = (1_u32..1 << pairs.len())
            .map(|set| {
                let edges = (0..).zip(&pairs).filter(|(bit, _)| set >> bit & 1 == 1);
                let edges: Vec<String> = edges.map(|(_, pair)| pair.iter().collect()).collect();
                game(&format!("digraph:{}+heaps=3", edges.join("/")))
            })
            .filter(|game| face(game).is_some())
            .collect();
        // Three choices of X, and eight sets of loops.
        assert_eq!(games.len(), 24);
        games.push(game("digraph:XY/XZ/YZ/ZY/WX/WW"));
        games.push(game("digraph:WX/WZ/XZ/ZX/XY/WY"));
        for game in &games {
            let face = DivisibilityFace::of(game).expect("a face");
            for convention in [Convention::Normal, Convention::Misere] {
                let (mut known, mut compared) = (HashMap::new(), 0);
                let sides = Coordinates::padded(&vec![9; game.heaps()], 1);
                for at in Coordinates::cells_of_box(sides) {
                    let expected = face.is_p_position(at.unpadded(game.heaps()), convention);
                    if at.iter().sum::<u32>() <= 11
                        && let Some(expected) = expected
                    {
                        let found = is_p(game, at, convention, &mut known);
                        assert_eq!(found, expected, "{game} in {convention} play at {at:?}");
                        compared += 1;
                    }
                }
                assert!(compared > 200, "{game}: {compared}");
            }
        }
    }
}
