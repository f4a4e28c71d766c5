//! Take-and-break games.

use super::published::{Games, Subject, Theorem, TheoremClaim};
use super::subtraction::repeats;
use grundytab::ruleset::Ruleset;

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "kayles-outcomes",
        games: Games::One("kayles"),
        subject: Subject::PPositions,
        words: "P iff x = 0: the player who moves leaves two equal rows, and copies from then on",
        source: "Dudeney, The Canterbury Puzzles, 1908",
        claim: TheoremClaim::Text("p iff x == 0"),
        decided: &["kayles"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "octal-periods",
        games: Games::Family(
            "kayles, dawson, octal:0.137, 0.15, 0.17, 0.45, 0.055, 0.156, 0.165, 0.356 or 0.644",
            |game| known_period(game).is_some(),
        ),
        subject: Subject::GrundyValues,
        words: "the periods are 12 (from 71 on), 34 (from 53), 34 (from 52), 10 (from 1), 34 (from 33), 20 (from 498), 148 \
                (from 259), 349 (from 3479), 1550 (from 5181), 142 (from 7315) and 442 (from 3256)",
        source: "Guy and Smith, The G-values of various games, 1956; for the last four Kenyon 1967 and Austin 1976; Berlekamp, \
                 Conway and Guy, Winning Ways, chapter 4",
        claim: TheoremClaim::OfGame(|game| {
            let (from, period) = known_period(game).unwrap_or((0, 1));
            repeats(from, period)
        }),
        decided: &["kayles", "dawson", "octal:0.137", "octal:0.15", "octal:0.17", "octal:0.45"],
        ..Theorem::PROVED
    },
];

/// Returns from which heap on the values of a game repeat, and the period, if that is listed.
fn known_period(ruleset: &Ruleset) -> Option<(u32, u32)> {
    let game = ruleset.take_and_break_game().filter(|game| !game.is_unequal())?;
    match game.code().as_str() {
        "0.77" => Some((71, 12)),
        "0.07" => Some((53, 34)),
        "0.137" => Some((52, 34)),
        "0.15" => Some((1, 10)),
        "0.17" => Some((33, 34)),
        "0.45" => Some((498, 20)),
        "0.055" => Some((259, 148)),
        "0.156" => Some((3479, 349)),
        "0.165" => Some((5181, 1550)),
        "0.356" => Some((7315, 142)),
        "0.644" => Some((3256, 442)),
        _ => None,
    }
}
