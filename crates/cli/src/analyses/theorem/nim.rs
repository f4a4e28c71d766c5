//! Nim (Bouton 1901).

use super::published::{Games, Subject, Theorem, TheoremClaim};
use grundytab::domain::HEAP_NAMES;
use grundytab::quantity::Convention;
use grundytab::ruleset::{Ruleset, VectorGame};

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "nim-values",
        games: Games::Family("nim:HEAPS", is_nim),
        subject: Subject::GrundyValues,
        words: "g = x xor y xor z",
        source: "Bouton 1901; Sprague 1935, Grundy 1939",
        claim: TheoremClaim::OfGame(|game| format!("g == {}", xor(game))),
        ..Theorem::PROVED
    },
    Theorem {
        name: "nim-outcomes",
        games: Games::Family("nim:HEAPS", is_nim),
        subject: Subject::PPositions,
        words: "P iff x xor y xor z = 0",
        source: "Bouton 1901",
        claim: TheoremClaim::OfGame(|game| format!("p iff {} == 0", xor(game))),
        decided: &["nim:1", "nim:2", "nim:3"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "nim-misere",
        games: Games::Family("nim:HEAPS", is_nim),
        subject: Subject::PPositions,
        convention: Convention::Misere,
        words: "P iff x xor y xor z = 0 and some heap exceeds 1, or an odd number of heaps is \
                1 and none exceeds 1",
        source: "Bouton 1901",
        claim: TheoremClaim::OfGame(|game| {
            let exceed_1: Vec<String> = heaps(game).map(|heap| format!("{heap} > 1")).collect();
            format!("p iff ({} == 0 iff {})", xor(game), exceed_1.join(" or "))
        }),
        decided: &["nim:1", "nim:2", "nim:3"],
        ..Theorem::PROVED
    },
];

/// Returns whether a game is Nim, however it was written.
pub(super) fn is_nim(ruleset: &Ruleset) -> bool {
    ruleset.vector_game().is_some_and(|game| VectorGame::nim(game.heaps()).as_ref() == Ok(game))
}

/// Returns the names of the heaps of a game.
pub(super) fn heaps(game: &Ruleset) -> impl Iterator<Item = &'static str> {
    HEAP_NAMES.into_iter().take(game.heaps())
}

/// Returns the xor of the heaps, in the language of claims.
fn xor(game: &Ruleset) -> String {
    heaps(game).collect::<Vec<_>>().join(" ^ ")
}
