//! The Triangle Game and other digraph games (Abuku, Inazu, Inoue, Kimura, Suetsugu, Watanabe and
//! Yamashita, Combinatorial games and the golden ratio on digraphs, 2025).

use super::divisibility::DivisibilityFace;
use super::published::{Games, ProofStatus, Subject, Theorem, TheoremClaim};
use super::tame::TAMENESS;
use grundytab::domain::HEAP_NAMES;
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;

const SOURCE: &str = "Abuku et al., Combinatorial games and the golden ratio on digraphs, 2025";

const DIVISIBILITY_GAMES: &str =
    "digraph:XY/XZ/YZ/ZY, with loops, with other names of the vertices, or as a part of a digraph";

const DIVISIBILITY_SOURCE: &str = "A digraph that no automaton describes, docs/theorems.md";

/// Says that a rotation (a, b, c) of (x, y, z) has a = b + c and b >= phi c: b is above floor(phi c), or both are 0,
/// because phi is irrational.
macro_rules! golden {
    () => {
        "(x == y + z and (y > floor_phi(z) or x == 0) or y == z + x and (z > floor_phi(x) or y == 0) or \
         z == x + y and (x > floor_phi(y) or z == 0))"
    };
}

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "triangle-outcomes",
        games: Games::One("triangle"),
        subject: Subject::PPositions,
        words: "P iff a rotation (a, b, c) of the position has a = b + c and b >= phi c",
        source: SOURCE,
        claim: TheoremClaim::Text(concat!("p iff ", golden!())),
        decided: &["triangle"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "triangle-misere",
        games: Games::One("triangle"),
        subject: Subject::PPositions,
        convention: Convention::Misere,
        words: "P iff (1,0,0), (0,1,0), (0,0,1), (1,1,1), or as in normal play with a >= 2",
        source: SOURCE,
        // The heap a = b + c of the statement is the largest one.
        claim: TheoremClaim::Text(concat!(
            "p iff tokens == 1 or x == 1 and y == 1 and z == 1 or (x >= 2 or y >= 2 or z >= 2) and ",
            golden!()
        )),
        decided: &["triangle"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "triangle-tame",
        games: Games::One("triangle"),
        subject: Subject::GrundyPairs,
        words: "the values in normal and misère play are (0,1), (1,0) or equal",
        source: SOURCE,
        known: ProofStatus::ProvedInTheDocumentation,
        claim: TheoremClaim::Text(TAMENESS),
        beyond: Some(TRIANGLE_TAME),
        ..Theorem::PROVED
    },
    Theorem {
        name: "digraph-divisibility",
        games: Games::Family(DIVISIBILITY_GAMES, plays_divisibility),
        subject: Subject::PPositions,
        words: "P iff |y - z| = x and x + 1 divides min(y, z), where the heaps of other vertices are empty",
        source: DIVISIBILITY_SOURCE,
        known: ProofStatus::ProvedInTheDocumentation,
        claim: TheoremClaim::OfGame(|game| {
            on_the_face(game, |x, y, z| {
                format!("abs({y} - {z}) == {x} and min({y}, {z}) % ({x} + 1) == 0")
            })
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "digraph-divisibility-misere",
        games: Games::Family(DIVISIBILITY_GAMES, plays_divisibility),
        subject: Subject::PPositions,
        convention: Convention::Misere,
        words: "P iff one token, (1,1,1), or as in normal play with more than two tokens, where the heaps of \
                other vertices are empty",
        source: DIVISIBILITY_SOURCE,
        known: ProofStatus::ProvedInTheDocumentation,
        claim: TheoremClaim::OfGame(|game| {
            on_the_face(game, |x, y, z| {
                format!(
                    "tokens == 1 or {x} == 1 and {y} == 1 and {z} == 1 or \
                     tokens > 2 and abs({y} - {z}) == {x} and min({y}, {z}) % ({x} + 1) == 0"
                )
            })
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "digraph-bound",
        games: Games::Family("digraph:EDGES", |ruleset| ruleset.digraph_game().is_some()),
        subject: Subject::GrundyValues,
        source: "elementary: every move lowers the token sum",
        claim: TheoremClaim::Text("g <= tokens"),
        ..Theorem::PROVED
    },
];

fn plays_divisibility(game: &Ruleset) -> bool {
    DivisibilityFace::of(game).is_some()
}

/// Returns the claim that the P-positions on the three vertices of divisibility are these, where other heaps are
/// empty.
fn on_the_face(game: &Ruleset, p_positions: fn(&str, &str, &str) -> String) -> String {
    let vertices = DivisibilityFace::of(game).map_or([0, 1, 2], |face| face.vertices());
    let [x, y, z] = vertices.map(|vertex| HEAP_NAMES.get(vertex).copied().unwrap_or_default());
    format!("tokens == {x} + {y} + {z} implies (p iff {})", p_positions(x, y, z))
}

/// Let A be the positions that are P in normal play alone, and B those that are P in misère play alone. Outside of both a
/// move leads to A exactly if one leads to B, and from A and B moves lead to A and B alone. Then the values in normal and
/// in misère play are (0, 1) in A, (1, 0) in B and equal elsewhere, by induction:
///
/// Let all options have such values. From a position of A in normal play no move leads to a P-position, so that all options
/// are in B, with values (1, 0), or there are none; both give (0, 1). From a position of B no move leads to B, so that all
/// options are in A; there is one, since the position is not P in normal play. So its values are (1, 0). From any other
/// position moves lead to A and to B, or to neither of them: in both cases the options have the same values in normal
/// play as in misère play, and some of them exist, since a position without options is in A.
const TRIANGLE_TAME: &str = concat!(
    "(forall x, y, z: (p[triangle](x, y, z) iff p[triangle, misere](x, y, z)) implies \
     ((exists a, b, c: move[triangle](x, y, z; a, b, c) and p[triangle](a, b, c) and \
     not p[triangle, misere](a, b, c)) iff exists u, v, w: move[triangle](x, y, z; u, v, w) and \
     p[triangle, misere](u, v, w) and not p[triangle](u, v, w))) and ",
    "forall x, y, z, u, v, w: not (p[triangle](x, y, z) iff p[triangle, misere](x, y, z)) and \
     move[triangle](x, y, z; u, v, w) implies \
     not (p[triangle](u, v, w) iff p[triangle, misere](u, v, w))"
);
