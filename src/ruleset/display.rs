//! The canonical notation of a ruleset; parsing it gives the same ruleset back.

use std::fmt;

use super::notation::{fibonacci_odd, maharaja, wythoff};
use super::{DigraphGame, PartizanGame, Ruleset, VectorGame};
use crate::domain::Coordinates;
use crate::invalid_input::InvalidInput;

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ruleset::Vector(game) => f.write_str(&vector_text(game)),
            Ruleset::Digraph(game) if *game == DigraphGame::triangle() => f.write_str("triangle"),
            Ruleset::Digraph(game) => {
                write!(f, "digraph:{}", game.text())?;
                if game.heaps() > game.named_vertices() {
                    write!(f, "+heaps={}", game.heaps())?;
                }
                Ok(())
            }
            Ruleset::Euclid(game) if game.is_positive() => f.write_str("euclid+positive"),
            Ruleset::Euclid(_) => f.write_str("euclid"),
            Ruleset::Fibonacci => f.write_str("fibonacci"),
            Ruleset::Partizan(game) => f.write_str(&partizan_text(game)),
        }
    }
}

fn vector_text(game: &VectorGame) -> String {
    let has_rays_of = |other: &Result<VectorGame, InvalidInput>| {
        let same =
            |other: &VectorGame| (other.heaps(), other.rays()) == (game.heaps(), game.rays());
        other.as_ref().is_ok_and(same)
    };
    let maharaja = maharaja();
    let is_maharaja = has_rays_of(&maharaja)
        && maharaja.is_ok_and(|other| other.alterations() == game.alterations());
    let mut text = if is_maharaja {
        "maharaja".into()
    } else if has_rays_of(&VectorGame::nim(game.heaps())) {
        format!("nim:{}", game.heaps())
    } else if has_rays_of(&wythoff()) {
        "wythoff".into()
    } else if let Some(set) = game.subtraction_set() {
        let numbers: Vec<String> = set.iter().map(u32::to_string).collect();
        let name = if set == fibonacci_odd() { "fibonacci-odd".into() } else { numbers.join(",") };
        let heaps = format!("+heaps={}", game.heaps());
        format!("subtraction:{name}{}", if game.heaps() > 1 { &heaps } else { "" })
    } else {
        format!("vector:{}", join(game.heaps(), game.rays()))
    };
    if !is_maharaja && !game.rays().is_empty() {
        text += &modifier("alter", game.heaps(), game.alterations());
    }
    text += &modifier("terminal", game.heaps(), game.terminals());
    if game.blocking_number() > 0 {
        text += &format!("+block={}", game.blocking_number());
    }
    text
}

fn partizan_text(game: &PartizanGame) -> String {
    let (left, right, heaps) = (game.left(), game.right(), game.heaps());
    [
        format!("partizan:{}:{}", join(heaps, left.rays()), join(heaps, right.rays())),
        modifier("alter-left", heaps, left.alterations()),
        modifier("alter-right", heaps, right.alterations()),
        modifier("terminal", heaps, game.terminals()),
    ]
    .concat()
}

/// A modifier with these vectors; nothing if there are none.
fn modifier(name: &str, heaps: usize, vectors: &[Coordinates]) -> String {
    match vectors.is_empty() {
        true => String::new(),
        false => format!("+{name}={}", join(heaps, vectors)),
    }
}

fn join(heaps: usize, vectors: &[Coordinates]) -> String {
    let vector = |vector: &Coordinates| {
        let coordinates = vector.unpadded(heaps).iter();
        coordinates.map(u32::to_string).collect::<Vec<_>>().join(",")
    };
    vectors.iter().map(vector).collect::<Vec<_>>().join("/")
}
