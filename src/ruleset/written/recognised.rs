//! The families of games that written rulesets are recognised as.

use heap_rules::clause::Players;
use heap_rules::family::{Family, family};

use crate::invalid_input::InvalidInput;
use crate::ruleset::{DigraphGame, Edge, PartizanGame, Ruleset, TakeAndBreakGame, VectorGame};

/// Returns the game of a family that has the same positions and moves, if there is one.
pub(super) fn same_game(
    rules: &heap_rules::rules::Clauses,
    blocking_number: u32,
) -> Option<Ruleset> {
    let game = match family(rules)? {
        Players::Both(Family::Vector { rays, steps }) => {
            let game = vector_game(&rays, &steps).ok()?;
            game.with_blocking_number(blocking_number).into()
        }
        // Blocking is defined for vector games alone.
        Players::Both(_) if blocking_number > 0 => return None,
        Players::Both(Family::Digraph { vertices, edges }) => {
            let edges: Vec<Edge> = edges.iter().map(|&(from, to)| Edge { from, to }).collect();
            DigraphGame::new(vertices, &edges).ok()?.into()
        }
        // Grundy's game alone has a name among those in which heaps must differ.
        Players::Both(Family::TakeAndBreak { digits, is_unequal: true }) => {
            (digits == [4]).then(TakeAndBreakGame::grundys_game)?.into()
        }
        Players::Both(Family::TakeAndBreak { digits, .. }) => {
            TakeAndBreakGame::new(&digits).ok()?.into()
        }
        Players::Each(
            [Family::Vector { rays, steps }, Family::Vector { rays: others, steps: singles }],
        ) => {
            let [left, right] =
                [vector_game(&rays, &steps).ok()?, vector_game(&others, &singles).ok()?];
            PartizanGame::new(left, right).ok()?.into()
        }
        Players::Each(_) => return None,
    };
    Some(game)
}

fn vector_game(rays: &[Vec<u32>], steps: &[Vec<u32>]) -> Result<VectorGame, InvalidInput> {
    match (rays.is_empty(), steps.is_empty()) {
        (true, _) => VectorGame::finite(steps),
        (false, true) => VectorGame::new(rays),
        (false, false) => VectorGame::new(rays)?.with_alterations(steps),
    }
}
