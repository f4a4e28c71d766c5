//! The options of vector games as formulas, counted where options are blocked.

use super::directions::Direction;
use super::symbols::Target;
use crate::automata::{Formula, Variable};
use grundytab::domain::Coordinates;
use grundytab::ruleset::VectorGame;

/// The most options that are blocked, and the most ways in which they may lie in the directions: the formula
/// lists these ways.
const MOST_BLOCKED: u32 = 8;
const MOST_WAYS: usize = 400;

/// Whether the options of a position can be counted as far as blocking asks for it.
pub(super) fn can_be_counted(game: &VectorGame) -> bool {
    game.blocking_number() <= MOST_BLOCKED
        && (game.blocking_number() == 0
            || ways(&Direction::all(game, None), game.blocking_number() + 1).is_some())
}

/// Returns the formula that at least `count` options of a position satisfy the target.
pub(super) fn vector_options(
    game: &VectorGame,
    at: &[Variable],
    count: u32,
    target: Target,
) -> Formula {
    let moves = by_vectors(game, at, count, target);
    let to_zero: Vec<Coordinates> =
        game.to_zero().iter().copied().filter(|&at| game.has_move_to_zero(at)).collect();
    let moves = if to_zero.is_empty() {
        moves
    } else {
        let mut with_zero = vec![is_one_of(&to_zero, at), zero(at, target)];
        if count > 1 {
            with_zero.push(by_vectors(game, at, count - 1, target));
        }
        Formula::Any(vec![moves, Formula::All(with_zero)])
    };
    match game.terminals() {
        [] => moves,
        terminals => Formula::All(vec![Formula::not(is_one_of(terminals, at)), moves]),
    }
}

/// The position is one of these.
fn is_one_of(positions: &[Coordinates], at: &[Variable]) -> Formula {
    let is = |position: &Coordinates| {
        let heaps = position.unpadded(at.len()).iter().zip(at);
        Formula::All(heaps.map(|(&size, &heap)| Formula::Is(heap, size.into())).collect())
    };
    Formula::Any(positions.iter().map(is).collect())
}

/// The zero position satisfies the target.
fn zero(at: &[Variable], target: Target) -> Formula {
    let heaps: Vec<Variable> = at.iter().map(|_| target.variable()).collect();
    heaps.iter().fold(target.of(&heaps), |formula, &heap| {
        Formula::exists(heap, [formula, Formula::Is(heap, 0)])
    })
}

/// At least `count` options that are reached by vectors satisfy the target.
fn by_vectors(game: &VectorGame, at: &[Variable], count: u32, target: Target) -> Formula {
    let directions = Direction::all(game, target.symbols.infinite_set.as_ref());
    let ways = ways(&directions, count).unwrap_or_default().into_iter().map(|counts| {
        let parts = directions.iter().zip(counts).filter(|&(_, count)| count > 0);
        let part = |(direction, count)| in_direction(direction, at, count, target);
        Formula::All(parts.map(part).collect())
    });
    Formula::Any(ways.collect())
}

/// Returns all ways to write a number as an ordered sum with a part for each direction, none larger than
/// its number of moves; `None` if there are too many.
fn ways(directions: &[Direction], number: u32) -> Option<Vec<Vec<u32>>> {
    let mut ways = vec![Vec::new()];
    for direction in directions {
        let most = direction.finite_moves().map_or(number, |moves| number.min(moves as u32));
        let rest = |way: &Vec<u32>| number - way.iter().sum::<u32>();
        let extended = ways.iter().flat_map(|way| {
            (0..=most.min(rest(way))).map(move |part| [way.as_slice(), &[part]].concat())
        });
        ways = extended.collect();
        // One option has as many ways as directions, and they are tried one by one.
        if number > 1 && ways.len() > MOST_WAYS {
            return None;
        }
    }
    ways.retain(|way| way.iter().sum::<u32>() == number);
    Some(ways)
}

/// At least `count` options in a direction satisfy the target.
fn in_direction(direction: &Direction, at: &[Variable], count: u32, target: Target) -> Formula {
    match (direction.only_ray(), direction.added.as_slice()) {
        (Some(ray), _) if count > 1 => on_ray(ray, at, count, target),
        (None, &[factor]) if direction.rays.is_empty() => {
            along(direction.times(factor), at, None, target)
        }
        _ => beyond(direction, at, None, count, target),
    }
}

/// At least `count` options along a ray satisfy the target: there is one such that at least `count - 1`
/// further on do, as seen from there.
fn on_ray(ray: Coordinates, at: &[Variable], count: u32, target: Target) -> Formula {
    let steps = target.variable();
    let further = |option: &[Variable]| match count {
        1 => target.of(option),
        _ => Formula::All(vec![target.of(option), on_ray(ray, option, count - 1, target)]),
    };
    let reached = along(ray, at, Some(steps), Target { says: &further, ..target });
    Formula::exists(steps, [reached, Formula::not(Formula::Is(steps, 0))])
}

/// At least `count` options in a direction satisfy the target, each by a larger multiple of its vector than
/// `after`.
fn beyond(
    direction: &Direction,
    at: &[Variable],
    after: Option<Variable>,
    count: u32,
    target: Target,
) -> Formula {
    let steps = target.variable();
    let mut conditions = vec![
        along(direction.vector, at, Some(steps), target),
        direction.is_move(steps, target.symbols),
    ];
    if count > 1 {
        conditions.push(beyond(direction, at, Some(steps), count - 1, target));
    }
    conditions.extend(after.map(|after| Formula::Less(after, steps)));
    Formula::exists(steps, conditions)
}

/// Says that a vector, or `steps` times the vector, leads to a position that satisfies the target.
fn along(vector: Coordinates, at: &[Variable], steps: Option<Variable>, target: Target) -> Formula {
    let vector = vector.unpadded(at.len());
    let option: Vec<Variable> = at
        .iter()
        .zip(vector)
        .map(|(&heap, &component)| if component == 0 { heap } else { target.variable() })
        .collect();
    let mut formula = target.of(&option);
    for ((&heap, &component), &left) in at.iter().zip(vector).zip(&option) {
        let difference = match (component, steps) {
            (0, _) => continue,
            (1, Some(steps)) => Formula::Sum([left, steps, heap]),
            (_, _) => {
                let taken = target.variable();
                let amount = match steps {
                    Some(steps) => {
                        Formula::multiple(component.into(), steps, taken, &target.symbols.fresh)
                    }
                    None => Formula::Is(taken, component.into()),
                };
                Formula::exists(taken, [amount, Formula::Sum([left, taken, heap])])
            }
        };
        formula = Formula::exists(left, [formula, difference]);
    }
    formula
}
