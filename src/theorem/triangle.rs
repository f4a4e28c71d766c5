//! The Triangle Game and other digraph games (Abuku, Inazu, Inoue, Kimura, Suetsugu, Watanabe and
//! Yamashita, Combinatorial games and the golden ratio on digraphs, 2025).

use super::divisibility::DivisibilityFace;
use super::golden_ratio::exceeds_phi_times;
use super::published::{Games, ProofStatus, Subject, Test, Theorem};
use super::statement::Statement;
use super::tame::is_tame;
use crate::domain::Coordinates;
use crate::job::Job;
use crate::quantity::Convention;
use crate::ruleset::Ruleset;
use crate::table::PositionView;

const SOURCE: &str = "Abuku et al., Combinatorial games and the golden ratio on digraphs, 2025";

const DIVISIBILITY_GAMES: &str =
    "digraph:XY/XZ/YZ/ZY, with loops, with other names of the vertices, or as a part of a digraph";

const DIVISIBILITY_SOURCE: &str = "A digraph that no automaton describes, docs/theorems.md";

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "triangle-outcomes",
        games: Games::One("triangle"),
        subject: Subject::PPositions,
        statement: "P iff a rotation (a, b, c) of the position has a = b + c and b >= phi c",
        source: SOURCE,
        sentence: Some(TRIANGLE),
        test: Test::At(|position| Some(position.is_p == is_golden(position.at))),
        ..Theorem::PROVED
    },
    Theorem {
        name: "triangle-misere",
        games: Games::One("triangle"),
        subject: Subject::PPositions,
        convention: Convention::Misere,
        statement: "P iff (1,0,0), (0,1,0), (0,0,1), (1,1,1), or as in normal play with a >= 2",
        source: SOURCE,
        sentence: Some(TRIANGLE_MISERE),
        test: Test::At(|position| {
            let is_small = matches!(
                position.at,
                Coordinates([_, 1, 0, 0])
                    | Coordinates([_, 0, 1, 0])
                    | Coordinates([_, 0, 0, 1])
                    | Coordinates([_, 1, 1, 1])
            );
            // The heap a = b + c of the statement is the largest one.
            let is_large = position.at.iter().any(|&heap| heap >= 2) && is_golden(position.at);
            Some(position.is_p == (is_small || is_large))
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "triangle-tame",
        games: Games::One("triangle"),
        subject: Subject::GrundyPairs,
        statement: "the values in normal and misère play are (0,1), (1,0) or equal",
        source: SOURCE,
        known: ProofStatus::ProvedInTheDocumentation,
        sentence: Some(TRIANGLE_TAME),
        test: Test::At(is_tame),
        ..Theorem::PROVED
    },
    Theorem {
        name: "digraph-divisibility",
        games: Games::Family(DIVISIBILITY_GAMES, plays_divisibility),
        subject: Subject::PPositions,
        statement: "P iff |y - z| = x and x + 1 divides min(y, z), where the heaps of other vertices are empty",
        source: DIVISIBILITY_SOURCE,
        known: ProofStatus::ProvedInTheDocumentation,
        test: Test::Of(is_divisibility),
        ..Theorem::PROVED
    },
    Theorem {
        name: "digraph-divisibility-misere",
        games: Games::Family(DIVISIBILITY_GAMES, plays_divisibility),
        subject: Subject::PPositions,
        convention: Convention::Misere,
        statement: "P iff one token, (1,1,1), or as in normal play with more than two tokens, where the heaps of \
                    other vertices are empty",
        source: DIVISIBILITY_SOURCE,
        known: ProofStatus::ProvedInTheDocumentation,
        test: Test::Of(is_divisibility),
        ..Theorem::PROVED
    },
    Theorem {
        name: "digraph-bound",
        games: Games::Family("digraph:EDGES", |ruleset| ruleset.digraph_game().is_some()),
        subject: Subject::GrundyValues,
        statement: "g is at most the token sum",
        source: "elementary: every move lowers the token sum",
        test: Test::At(|position| Some(position.value <= position.at.iter().sum())),
        ..Theorem::PROVED
    },
];

fn plays_divisibility(game: &Ruleset) -> bool {
    DivisibilityFace::of(game).is_some()
}

/// Returns the statement that the P-positions are the graph of divisibility, where other heaps are empty.
fn is_divisibility(job: &Job) -> Statement {
    let face = DivisibilityFace::of(job.ruleset());
    let convention = job.convention();
    Statement::new(move |position: &PositionView| {
        let expected = face?.is_p_position(position.heaps(), convention)?;
        Some(position.is_p == expected)
    })
}

/// Says that a rotation of (x, y, z) has a = b + c and b >= phi c: b is above floor(phi c), or both are 0,
/// because phi is irrational.
macro_rules! golden {
    () => {
        "(x == y + z and (y > floor_phi(z) or x == 0) or y == z + x and (z > floor_phi(x) or y == 0) or \
         z == x + y and (x > floor_phi(y) or z == 0))"
    };
}

const TRIANGLE: &str = concat!("forall x, y, z: p[triangle](x, y, z) iff ", golden!());
const TRIANGLE_MISERE: &str = concat!(
    "forall x, y, z: p[triangle, misere](x, y, z) iff x + y + z == 1 or x == 1 and y == 1 and z == 1 or \
     (x >= 2 or y >= 2 or z >= 2) and ",
    golden!()
);

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

/// Returns whether a rotation (a, b, c) of a position has a = b + c and b >= phi c. Because phi is
/// irrational, b = phi c only if both are 0.
fn is_golden(Coordinates([_, x, y, z]): Coordinates) -> bool {
    let rotations = [[x, y, z], [y, z, x], [z, x, y]];
    rotations.iter().any(|&[a, b, c]| a == b + c && (exceeds_phi_times(b, c) || b + c == 0))
}
