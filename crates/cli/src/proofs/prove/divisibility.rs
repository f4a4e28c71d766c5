//! Games of which no automaton can be found, since divisibility is played in them.
//!
//! Where the P-positions of a digraph game are the graph of divisibility
//! ([`DivisibilityFace`](crate::analyses::theorem::DivisibilityFace)), an automaton of them would make "d divides m" a formula.
//! With addition that defines multiplication (J. Robinson, Definability and decision problems in arithmetic, 1949),
//! and sentences about addition and multiplication are undecidable, while those about addition and automata are
//! decidable in every numeration whose addition an automaton accepts. So the search would end at a limit.

use std::fmt;

use super::caps::Caps;
use super::definition::{Definition, SetName};
use super::evidence::Evidence;
use crate::analyses::theorem::DivisibilityFace;
use grundytab::domain::{Domain, MAX_HEAPS};
use grundytab::error::Error;
use grundytab::quantity::Convention;
use grundytab::wording::joined;

/// The tables with which the theorem is compared have at most this many positions.
const MOST_POSITIONS: u64 = 2_000_000;

/// The names of heaps.
const HEAPS: [char; MAX_HEAPS] = ['x', 'y', 'z', 'w'];

/// The reason why no automaton accepts the P-positions of a game: where they are the graph of divisibility. `Display`
/// says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divisibility {
    face: DivisibilityFace,
    /// The heaps of the game.
    heaps: usize,
    convention: Convention,
    /// The domain of a table that was compared with the theorem.
    checked: Domain,
}

impl Divisibility {
    /// Returns the heaps, by their numbers, that are x, y and z in: |y - z| = x and x + 1 divides min(y, z).
    pub fn heaps(&self) -> [usize; 3] {
        self.face.vertices()
    }

    /// Returns the domain of the table at whose positions the theorem was found true.
    pub fn checked(&self) -> &Domain {
        &self.checked
    }
}

impl fmt::Display for Divisibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vertices = self.face.vertices();
        let [x, y, z] = vertices.map(|vertex| HEAPS[vertex]);
        let others = (0..self.heaps).filter(|vertex| !vertices.contains(vertex));
        let empty: Vec<String> = others.map(|vertex| format!("{} = 0", HEAPS[vertex])).collect();
        let face = match empty.is_empty() {
            true => String::new(),
            false => format!("with {} ", joined(empty, ", ")),
        };
        let exceptions = match self.convention {
            Convention::Normal => "",
            Convention::Misere => ", but for finitely many,",
        };
        write!(
            f,
            "{face}the P-positions are{exceptions} those where |{y} - {z}| = {x} and {x} + 1 divides min({y}, {z}), which is \
             proved and agrees with the table of {}; divisibility and addition define multiplication, so that no automaton \
             accepts them in a numeration whose addition an automaton accepts",
            self.checked
        )
    }
}

/// Returns why no automaton accepts the P-positions that a definition is about, if divisibility is played in the game
/// and a table, no larger than the caps allow, agrees.
///
/// # Errors
/// When the table cannot be filled, or that is interrupted.
pub fn divisibility(definition: &Definition, caps: &Caps) -> Result<Option<Divisibility>, Error> {
    let game = definition.ruleset();
    let face = DivisibilityFace::of(game);
    // The positions of Grundy value 0 are the P-positions.
    let asked = matches!(definition.sets().first(), Some(SetName::P | SetName::Value(0)));
    let Some(face) = face.filter(|_| asked) else { return Ok(None) };
    let outcomes = Definition::of_outcomes(game, definition.convention())?;
    let caps = Caps { positions: caps.positions.min(MOST_POSITIONS), ..*caps };
    let Some(evidence) = Evidence::largest(&outcomes, &caps)? else { return Ok(None) };
    let (domain, heaps, convention) = (evidence.domain(), game.heaps(), definition.convention());
    let agrees = |on_face: [u32; 3]| {
        let mut at = vec![0; heaps];
        for (vertex, heap) in face.vertices().into_iter().zip(on_face) {
            at[vertex] = heap;
        }
        let long: Vec<u64> = at.iter().copied().map(u64::from).collect();
        let found = evidence.is_member(&outcomes, SetName::P, &long);
        found.is_none() || found == face.is_p_position(&at, convention)
    };
    let most = domain.largest_token_sum();
    let all_agree =
        (0..=most).all(|x| (0..=most - x).all(|y| (0..=most - x - y).all(|z| agrees([x, y, z]))));
    Ok(all_agree.then(|| Divisibility { face, heaps, convention, checked: domain.clone() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::ruleset::Ruleset;

    fn found(game: &str, convention: Convention) -> Option<Divisibility> {
        let game = Ruleset::parse(game).expect("a game");
        let definition = Definition::of_outcomes(&game, convention).expect("a definition");
        divisibility(&definition, &Caps::default()).expect("a table")
    }

    /// Catches heaps that are named in the order of the claim instead of the game's, and a table so small that it says
    /// little.
    #[test]
    fn games_of_divisibility_are_told() {
        for (convention, exceptions) in
            [(Convention::Normal, ""), (Convention::Misere, ", but for finitely many,")]
        {
            let told = found("digraph:XY/XZ/YZ/ZY", convention).expect("divisibility");
            let words =
                format!("the P-positions are{exceptions} those where |y - z| = x and x + 1 ");
            assert!(told.to_string().starts_with(&words), "{told}");
            assert!(told.checked().positions() > 1_000_000);
            let told = found("digraph:WX/WZ/XZ/ZX/YW", convention).expect("divisibility");
            assert_eq!(told.heaps(), [3, 0, 2]);
            let words = format!(
                "with y = 0 the P-positions are{exceptions} those where |x - z| = w and w + 1 divides min(x, z)"
            );
            assert!(told.to_string().starts_with(&words), "{told}");
        }
        assert_eq!(found("triangle", Convention::Normal), None);
        assert_eq!(found("wythoff", Convention::Normal), None);
    }

    /// Grundy values include the P-positions; a table that may have no positions shows nothing.
    #[test]
    fn values_are_of_that_kind_too_and_caps_are_kept() {
        let game = Ruleset::parse("digraph:XY/XZ/YZ/ZY").expect("a game");
        let definition = Definition::of_values(&game, 1).expect("a definition");
        assert!(divisibility(&definition, &Caps::default()).expect("a table").is_some());
        let caps = Caps { positions: 10, ..Caps::default() };
        assert_eq!(divisibility(&definition, &caps).expect("no table"), None);
    }
}
