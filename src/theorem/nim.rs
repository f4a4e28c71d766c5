//! Nim (Bouton 1901).

use super::published::{Games, Subject, Test, Theorem};
use crate::domain::Coordinates;
use crate::quantity::Convention;
use crate::ruleset::{Ruleset, VectorGame};

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "nim-values",
        games: Games::Family("nim:HEAPS", is_nim),
        subject: Subject::GrundyValues,
        statement: "g = x xor y xor z",
        source: "Bouton 1901; Sprague 1935, Grundy 1939",
        test: Test::At(|position| Some(position.value == xor(position.at))),
        ..Theorem::PROVED
    },
    Theorem {
        name: "nim-outcomes",
        games: Games::Family("nim:HEAPS", is_nim),
        subject: Subject::PPositions,
        statement: "P iff x xor y xor z = 0",
        source: "Bouton 1901",
        sentence: Some(NIM_OUTCOMES),
        test: Test::At(|position| Some(position.is_p == (xor(position.at) == 0))),
        ..Theorem::PROVED
    },
    Theorem {
        name: "nim-misere",
        games: Games::Family("nim:HEAPS", is_nim),
        subject: Subject::PPositions,
        convention: Convention::Misere,
        statement: "P iff x xor y xor z = 0 and some heap exceeds 1, or an odd number of heaps is \
                    1 and none exceeds 1",
        source: "Bouton 1901",
        sentence: Some(NIM_MISERE),
        test: Test::At(|position| {
            let some_heap_exceeds_1 = position.at.iter().any(|&heap| heap > 1);
            Some(position.is_p == (some_heap_exceeds_1 == (xor(position.at) == 0)))
        }),
        ..Theorem::PROVED
    },
];

const NIM_OUTCOMES: &str = "(forall x: p[nim:1](x) iff x == 0) and (forall x, y: p[nim:2](x, y) iff x == y) \
                            and forall x, y, z: p[nim:3](x, y, z) iff x ^ y ^ z == 0";
const NIM_MISERE: &str = "(forall x: p[nim:1, misere](x) iff x == 1) and \
                          (forall x, y: p[nim:2, misere](x, y) iff (x ^ y == 0 iff x > 1 or y > 1)) and \
                          forall x, y, z: p[nim:3, misere](x, y, z) iff \
                          (x ^ y ^ z == 0 iff x > 1 or y > 1 or z > 1)";

/// Returns whether a game is Nim, however it was written.
pub(super) fn is_nim(ruleset: &Ruleset) -> bool {
    ruleset.vector_game().is_some_and(|game| VectorGame::nim(game.heaps()).as_ref() == Ok(game))
}

/// Returns the xor of the heap sizes. Padded ones are 0.
fn xor(at: Coordinates) -> u32 {
    at.iter().fold(0, |xor, heap| xor ^ heap)
}
