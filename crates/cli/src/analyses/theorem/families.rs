//! Families of games that theorems are about: which games belong to each, and the claims that are made of their parameters.

use super::divisibility::DivisibilityFace;
use grundytab::domain::HEAP_NAMES;
use grundytab::ruleset::{Ruleset, VectorGame};

/// Whether a game belongs to a family, which is named as in the table of theorems.
pub(super) fn has(family: &str, game: &Ruleset) -> bool {
    match family {
        "nim:HEAPS" => is_nim(game),
        "wythoff+block=B" => is_wythoff_with_blocking(game),
        "subtraction:A,B" => two_moves(game).is_some(),
        "subtraction:1,2+heaps=K" => set(game).is_some_and(|set| set == [1, 2]),
        "digraph:EDGES" => game.digraph_game().is_some(),
        _ if family.starts_with("subtraction:1,2, 1,3,4") => known_period(game).is_some(),
        _ if family.starts_with("kayles, dawson") => octal_period(game).is_some(),
        _ if family.starts_with("digraph:XY/XZ/YZ/ZY") => DivisibilityFace::of(game).is_some(),
        _ => false,
    }
}

/// Returns what the theorem of this name claims about a game; `None` if the claim stands in the table, or there is none.
pub(super) fn claim(theorem: &str, game: &Ruleset) -> Option<String> {
    Some(match theorem {
        "nim-values" => format!("g == {}", xor(game)),
        "nim-outcomes" => format!("p iff {} == 0", xor(game)),
        "nim-misere" => {
            let exceed_1: Vec<String> = heaps(game).map(|heap| format!("{heap} > 1")).collect();
            format!("p iff ({} == 0 iff {})", xor(game), exceed_1.join(" or "))
        }
        "nim-scores" => format!("g == {}", score_of_nim(game)),
        "subtraction-two-moves-period" => {
            let (a, b) = two_moves(game)?;
            repeats((0, if b % a == 0 && b / a % 2 == 1 { 2 * a } else { a + b }))
        }
        "subtraction-two-moves-outcomes" => {
            let (a, b) = two_moves(game)?;
            format!("x >= {} implies (p iff p(x - {a} - {b}))", a + b)
        }
        "subtraction-periods" => repeats(known_period(game)?),
        "subtraction-1-2-sum" => {
            let remainders: Vec<String> = heaps(game).map(|heap| format!("({heap} % 3)")).collect();
            format!("g == {}", remainders.join(" ^ "))
        }
        "octal-periods" => repeats(octal_period(game)?),
        "digraph-divisibility" => {
            let [x, y, z] = face(game)?;
            let is_p = format!("abs({y} - {z}) == {x} and min({y}, {z}) % ({x} + 1) == 0");
            format!("tokens == {x} + {y} + {z} implies (p iff {is_p})")
        }
        "digraph-divisibility-misere" => {
            let [x, y, z] = face(game)?;
            let is_p = format!(
                "tokens == 1 or {x} == 1 and {y} == 1 and {z} == 1 or \
                 tokens > 2 and abs({y} - {z}) == {x} and min({y}, {z}) % ({x} + 1) == 0"
            );
            format!("tokens == {x} + {y} + {z} implies (p iff {is_p})")
        }
        _ => return None,
    })
}

/// Returns whether a game is Nim, however it was written.
fn is_nim(ruleset: &Ruleset) -> bool {
    ruleset.vector_game().is_some_and(|game| VectorGame::nim(game.heaps()).as_ref() == Ok(game))
}

/// Returns the names of the heaps of a game.
fn heaps(game: &Ruleset) -> impl Iterator<Item = &'static str> {
    HEAP_NAMES.into_iter().take(game.heaps())
}

/// Returns the xor of the heaps, in the language of claims.
fn xor(game: &Ruleset) -> String {
    heaps(game).collect::<Vec<_>>().join(" ^ ")
}

/// Returns the score of Nim. The least heap is the minimum. The second largest of four heaps is the maximum of the minima of
/// pairs.
fn score_of_nim(game: &Ruleset) -> &'static str {
    match game.heaps() {
        1 => "x",
        2 => "max(x, y) - min(x, y)",
        3 => "2*max(x, y, z) + 2*min(x, y, z) - tokens",
        _ => {
            "max(x, y, z, w) - min(x, y, z, w) \
             - max(min(x, y), min(x, z), min(x, w), min(y, z), min(y, w), min(z, w)) \
             + min(max(x, y), max(x, z), max(x, w), max(y, z), max(y, w), max(z, w))"
        }
    }
}

/// Returns whether a game is Wythoff Nim with some blocking number.
fn is_wythoff_with_blocking(ruleset: &Ruleset) -> bool {
    let without_blocking = |game: &VectorGame| Ruleset::from(game.clone().with_blocking_number(0));
    ruleset.vector_game().is_some_and(|game| without_blocking(game).to_string() == "wythoff")
}

/// Returns the names of the heaps of the vertices X, Y and Z of a game in which divisibility is played.
fn face(game: &Ruleset) -> Option<[&'static str; 3]> {
    let vertices = DivisibilityFace::of(game)?.vertices();
    Some(vertices.map(|vertex| HEAP_NAMES.get(vertex).copied().unwrap_or_default()))
}

/// Returns the claim that the values repeat from a heap on.
fn repeats((from, period): (u32, u32)) -> String {
    format!("x >= {} implies g == g(x - {period})", from + period)
}

/// Returns the subtraction set of a game on any number of heaps, if it is a subtraction game without
/// blocking and terminal positions.
fn set(ruleset: &Ruleset) -> Option<Vec<u32>> {
    let is_plain = |game: &&VectorGame| game.is_invariant() && game.blocking_number() == 0;
    ruleset.vector_game().filter(is_plain)?.subtraction_set()
}

/// Returns the subtraction set of such a game on one heap.
fn set_of_one_heap(ruleset: &Ruleset) -> Option<Vec<u32>> {
    set(ruleset).filter(|_| ruleset.heaps() == 1)
}

/// Returns the two numbers of such a set, the smaller one first.
fn two_moves(ruleset: &Ruleset) -> Option<(u32, u32)> {
    match set_of_one_heap(ruleset)?.as_slice() {
        // If the sum is larger than any heap, the theorems say nothing.
        &[a, b] if a.checked_add(b).is_some() => Some((a, b)),
        _ => None,
    }
}

/// Returns the first position of the period and its length, if the period of a game is published.
fn known_period(ruleset: &Ruleset) -> Option<(u32, u32)> {
    match set_of_one_heap(ruleset)?.as_slice() {
        [1, 2] => Some((0, 3)),
        [1, 3, 4] => Some((0, 7)),
        [2, 5, 7] => Some((0, 22)),
        [2, 4, 7] => Some((8, 3)),
        [2, 5, 8] => Some((0, 10)),
        _ => None,
    }
}

/// Returns from which heap on the values of an octal game repeat, and the period, if that is listed.
fn octal_period(ruleset: &Ruleset) -> Option<(u32, u32)> {
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
