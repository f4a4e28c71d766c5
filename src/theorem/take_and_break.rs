//! Take-and-break games.

use super::published::{Games, Subject, Theorem, TheoremClaim};
use super::subtraction::repeats;
use crate::ruleset::Ruleset;

/// Says of all heaps that the values of a game, which are at most the last of these, repeat from a heap on.
macro_rules! period {
    ($game:literal, $period:literal from $from:literal, $largest:literal, $($value:literal)+) => {
        concat!(
            "(forall x: g[", $game, "](x) <= ", $largest, ")",
            $(
                " and (forall x: x >= ", $from, " implies (g[", $game, "](x) == ", $value,
                " iff g[", $game, "](x + ", $period, ") == ", $value, "))",
            )+
        )
    };
}

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "kayles-outcomes",
        games: Games::One("kayles"),
        subject: Subject::PPositions,
        words: "P iff x = 0: the player who moves leaves two equal rows, and copies from then on",
        source: "Dudeney, The Canterbury Puzzles, 1908",
        claim: TheoremClaim::Text("p iff x == 0"),
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
        // Of the games whose proofs take seconds.
        beyond: Some(concat!(
            period!("kayles", 12 from 71, 8, 0 1 2 3 4 5 6 7 8),
            " and ",
            period!("dawson", 34 from 53, 9, 0 1 2 3 4 5 6 7 8 9),
            " and ",
            period!("octal:0.137", 34 from 52, 9, 0 1 2 3 4 5 6 7 8 9),
            " and ",
            period!("octal:0.15", 10 from 1, 9, 0 1 2 3 4 5 6 7 8 9),
            " and ",
            period!("octal:0.17", 34 from 33, 9, 0 1 2 3 4 5 6 7 8 9),
        )),
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
