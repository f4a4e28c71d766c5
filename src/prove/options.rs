//! The options of a position as formulas: "there is an option for which ...".

use std::cell::Cell;

use crate::automata::{Formula, Variable};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::{DigraphGame, Edge, Ruleset, VectorGame};

/// The most options that are blocked: the formula lists the ways in which they lie on the rays.
const MOST_BLOCKED: u32 = 8;

/// A statement about a position, whose heaps stand for these variables.
pub(super) type Target<'a> = &'a dyn Fn(&[Variable]) -> Formula;

/// Makes variables that are not used otherwise.
pub(super) struct Fresh(Cell<Variable>);

impl Fresh {
    /// Leaves the first `used` variables to the heaps of the position.
    pub(super) fn after(used: usize) -> Self {
        Fresh(Cell::new(used as Variable))
    }

    fn variable(&self) -> Variable {
        self.0.replace(self.0.get() + 1)
    }
}

/// Returns why formulas do not describe the moves of a game.
pub(super) fn obstacle(ruleset: &Ruleset) -> Option<InvalidInput> {
    let refuse = |problem: &str, hint: &str| {
        Some(InvalidInput::new(InvalidInputKind::NoFormula, ruleset, problem, hint))
    };
    match ruleset {
        Ruleset::Euclid(_) => refuse(
            "its moves multiply heaps, which no formula about addition and order describes",
            "its theorems are checked on tables",
        ),
        Ruleset::Vector(game) if game.blocking_number() > MOST_BLOCKED => refuse(
            "so many options are blocked that the formula would be too long",
            "as many as 8 can be blocked",
        ),
        Ruleset::Vector(game) if game.blocking_number() > 0 => {
            let rays = game.rays();
            let are_parallel = |a: &Coordinates, b: &Coordinates| {
                let product = |i: usize, j: usize| u64::from(a[i]) * u64::from(b[j]);
                (0..MAX_HEAPS).all(|i| (0..MAX_HEAPS).all(|j| product(i, j) == product(j, i)))
            };
            let some_parallel =
                rays.iter().enumerate().any(|(i, a)| rays[..i].iter().any(|b| are_parallel(a, b)));
            let some_removed = game
                .alterations()
                .iter()
                .any(|v| rays.iter().any(|ray| multiple(*v, *ray).is_some()));
            (some_parallel || some_removed).then(|| refuse(
                "with blocking, options are counted ray by ray: rays that share moves, and moves that \
                 are removed from a ray, are not counted yet",
                "without blocking such games are proved",
            ))?
        }
        Ruleset::Vector(_) | Ruleset::Digraph(_) | Ruleset::Fibonacci | Ruleset::Partizan(_) => {
            None
        }
    }
}

/// Returns the m with `vector` = m times `ray`, if there is one.
fn multiple(vector: Coordinates, ray: Coordinates) -> Option<u32> {
    let axis = (0..MAX_HEAPS).find(|&axis| ray[axis] > 0)?;
    let m = vector[axis] / ray[axis];
    (m > 0 && ray.map(|c| c.checked_mul(m)) == vector.map(Some)).then_some(m)
}

/// Returns the formula that at least `count` options of a position satisfy the target. Only vector games
/// are asked for more than one, those without an [`obstacle`].
pub(super) fn some_options(
    ruleset: &Ruleset,
    at: &[Variable],
    count: u32,
    target: Target,
    fresh: &Fresh,
) -> Formula {
    match ruleset {
        Ruleset::Vector(game) => vector_options(game, at, count, target, fresh),
        Ruleset::Digraph(game) => digraph_option(game, at, target, fresh),
        Ruleset::Fibonacci => fibonacci_option(at, target, fresh),
        // The players of a partizan game are asked one by one, as vector games; Euclid is refused.
        Ruleset::Partizan(game) => Formula::Any(vec![
            vector_options(game.left(), at, count, target, fresh),
            vector_options(game.right(), at, count, target, fresh),
        ]),
        Ruleset::Euclid(_) => Formula::Any(Vec::new()),
    }
}

fn digraph_option(game: &DigraphGame, at: &[Variable], target: Target, fresh: &Fresh) -> Formula {
    Formula::Any(game.edges().iter().map(|&edge| along_edge(edge, at, target, fresh)).collect())
}

/// Along an edge from x to y a move leads from (x, y) to the (x', y') with y' >= y and
/// x' + y' < x + y, from which x' < x follows. The order of the quantifiers keeps the number of variables
/// at four.
fn along_edge(Edge { from, to }: Edge, at: &[Variable], target: Target, fresh: &Fresh) -> Formula {
    let mut option = at.to_vec();
    option[from] = fresh.variable();
    if from == to {
        let less = Formula::Less(option[from], at[from]);
        return Formula::exists(option[from], [target(&option), less]);
    }
    option[to] = fresh.variable();
    let (sum, smaller_sum) = (fresh.variable(), fresh.variable());
    let with_sum = Formula::exists(
        option[from],
        [target(&option), Formula::Sum([option[from], option[to], smaller_sum])],
    );
    let with_more = Formula::exists(option[to], [with_sum, Formula::at_most(at[to], option[to])]);
    let with_less = Formula::exists(smaller_sum, [with_more, Formula::Less(smaller_sum, sum)]);
    Formula::exists(sum, [with_less, Formula::Sum([at[from], at[to], sum])])
}

/// Take 1 <= m <= min(heap, limit) tokens; the next limit is min(2m, heap - m).
fn fibonacci_option(at: &[Variable], target: Target, fresh: &Fresh) -> Formula {
    let (heap, limit) = (at[0], at[1]);
    let [taken, left, next, double] = [(); 4].map(|()| fresh.variable());
    let is_minimum = Formula::Any(vec![
        Formula::All(vec![Formula::at_most(double, left), Formula::Equal(next, double)]),
        Formula::All(vec![Formula::Less(left, double), Formula::Equal(next, left)]),
    ]);
    let limit_is = Formula::exists(double, [Formula::Sum([taken, taken, double]), is_minimum]);
    let reached = Formula::exists(next, [target(&[left, next]), limit_is]);
    let with_heap = Formula::exists(left, [reached, Formula::Sum([left, taken, heap])]);
    let is_allowed = [Formula::at_most(taken, limit), Formula::not(Formula::Is(taken, 0))];
    Formula::exists(taken, std::iter::once(with_heap).chain(is_allowed))
}

fn vector_options(
    game: &VectorGame,
    at: &[Variable],
    count: u32,
    target: Target,
    fresh: &Fresh,
) -> Formula {
    let (rays, heaps) = (game.rays(), game.heaps());
    let added =
        game.alterations().iter().filter(|v| rays.iter().all(|r| multiple(**v, *r).is_none()));
    // Each source of options, and how many it may give: a ray many, an added vector one.
    let sources: Vec<(Coordinates, bool)> =
        rays.iter().map(|&ray| (ray, true)).chain(added.map(|&vector| (vector, false))).collect();
    let from_source = |&(vector, is_ray): &(Coordinates, bool), count: u32| match (is_ray, count) {
        (true, _) => Some(on_ray(game, vector, at, count, target, fresh)),
        (false, 1) => Some(along(vector.unpadded(heaps), at, None, target, fresh)),
        (false, _) => None,
    };
    let ways = distributions(count, sources.len()).into_iter().filter_map(|counts| {
        let parts = sources.iter().zip(counts).filter(|&(_, count)| count > 0);
        let parts = parts.map(|(source, count)| from_source(source, count));
        Some(Formula::All(parts.collect::<Option<Vec<_>>>()?))
    });
    let moves = Formula::Any(ways.collect());
    let at_terminal = game.terminals().iter().map(|terminal| {
        let heaps = terminal.unpadded(heaps).iter().zip(at);
        Formula::All(heaps.map(|(&size, &heap)| Formula::Is(heap, size.into())).collect())
    });
    let at_terminal: Vec<Formula> = at_terminal.collect();
    match at_terminal.is_empty() {
        true => moves,
        false => Formula::All(vec![Formula::not(Formula::Any(at_terminal)), moves]),
    }
}

/// Returns all ways to write a number as an ordered sum of `parts` natural numbers.
fn distributions(number: u32, parts: usize) -> Vec<Vec<u32>> {
    if parts == 0 {
        return if number == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let with_first = |first: u32| {
        distributions(number - first, parts - 1)
            .into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    (0..=number).flat_map(with_first).collect()
}

/// At least `count` options along a ray satisfy the target: there is one such that at least `count - 1`
/// further on do.
fn on_ray(
    game: &VectorGame,
    ray: Coordinates,
    at: &[Variable],
    count: u32,
    target: Target,
    fresh: &Fresh,
) -> Formula {
    let steps = fresh.variable();
    let further = |option: &[Variable]| match count {
        1 => target(option),
        _ => {
            Formula::All(vec![target(option), on_ray(game, ray, option, count - 1, target, fresh)])
        }
    };
    let removed = game.alterations().iter().filter_map(|&vector| multiple(vector, ray));
    // A vector that several rays share is no move if it is altered, on any of them.
    let is_allowed = removed.chain([0]).map(|m| Formula::not(Formula::Is(steps, m.into())));
    let reached = along(ray.unpadded(game.heaps()), at, Some(steps), &further, fresh);
    Formula::exists(steps, std::iter::once(reached).chain(is_allowed))
}

/// Says that a vector, or `steps` times the vector, leads to a position that satisfies the target.
fn along(
    vector: &[u32],
    at: &[Variable],
    steps: Option<Variable>,
    target: Target,
    fresh: &Fresh,
) -> Formula {
    let option: Vec<Variable> = at
        .iter()
        .zip(vector)
        .map(|(&heap, &component)| if component == 0 { heap } else { fresh.variable() })
        .collect();
    let mut formula = target(&option);
    for ((&heap, &component), &left) in at.iter().zip(vector).zip(&option) {
        if component > 0 {
            let taken = fresh.variable();
            let amount = match steps {
                Some(steps) => product(component, steps, taken, fresh),
                None => Formula::Is(taken, component.into()),
            };
            let difference = Formula::exists(taken, [amount, Formula::Sum([left, taken, heap])]);
            formula = Formula::exists(left, [formula, difference]);
        }
    }
    formula
}

/// `factor` times x is y, by doubling and adding.
fn product(factor: u32, x: Variable, y: Variable, fresh: &Fresh) -> Formula {
    match factor {
        0 => Formula::Is(y, 0),
        1 => Formula::Equal(x, y),
        _ => {
            let part = fresh.variable();
            let (smaller, sum) = match factor % 2 {
                0 => (factor / 2, Formula::Sum([part, part, y])),
                _ => (factor - 1, Formula::Sum([part, x, y])),
            };
            Formula::exists(part, [product(smaller, x, part, fresh), sum])
        }
    }
}
