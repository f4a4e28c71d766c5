//! The moves of each family of games as choices of hidden numbers, written after the rules.
//!
//! The heaps of the position are the visible tracks 0, 1, ...; the heaps of an option are hidden, unless the
//! move leaves them as they are. Every option is chosen in exactly one way, so that options are counted.

use super::choice::{Choice, Member};
use super::constraint::{Constraint, Sign};
use super::limits::CheckError;
use grundytab::ruleset::{DigraphGame, Edge, Ruleset, VectorGame, is_fibonacci_odd};

/// Whose options are meant; in impartial games all players have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Player {
    Either,
    Left,
    Right,
}

/// What options are counted: those in a set, those not in it, or all.
pub(super) type Target = Option<(usize, bool)>;

/// Returns the choices that are the options of a position which meet the target, in the families whose moves are written
/// here.
pub(super) fn family_options(
    ruleset: &Ruleset,
    player: Player,
    target: Target,
) -> Result<Vec<Choice>, CheckError> {
    match ruleset.recognised() {
        Ruleset::Vector(game) => Ok(vector_options(game, target)),
        Ruleset::Partizan(game) => Ok(match player {
            Player::Left => vector_options(game.left(), target),
            Player::Right => vector_options(game.right(), target),
            Player::Either => {
                [vector_options(game.left(), target), vector_options(game.right(), target)].concat()
            }
        }),
        Ruleset::Digraph(game) => Ok(digraph_options(game, target)),
        Ruleset::Fibonacci => Ok(fibonacci_options(target)),
        Ruleset::Written(_) | Ruleset::TakeAndBreak(_) => Err(CheckError::NotCovered(
            "the options of the game are sums of positions, or the user's".into(),
        )),
        Ruleset::Array(_) => {
            Err(CheckError::NotCovered("the moves of given values are not known".into()))
        }
        Ruleset::Euclid(_) => Err(CheckError::NotCovered(
            "the moves of Euclid multiply heaps, which no condition about sums describes".into(),
        )),
    }
}

/// Says that the option with these heaps meets the target.
fn meets(target: Target, tracks: Vec<usize>) -> Option<Member> {
    target.map(|(set, is_in)| Member::In { set, tracks, is_in })
}

/// The moves of a vector game; terminal positions have no options, and some have the zero position as one.
fn vector_options(game: &VectorGame, target: Target) -> Vec<Choice> {
    let mut choices = match is_fibonacci_odd(game) {
        true => infinite_set_options(game.heaps(), target),
        false => vectors_options(game, target),
    };
    choices.extend(zero_options(game, target));
    for choice in &mut choices {
        for terminal in game.terminals() {
            let sizes = terminal.unpadded(game.heaps()).iter().map(|&size| size.into()).enumerate();
            choice.constraints.push(Constraint::AreNot(sizes.collect()));
        }
    }
    choices
}

/// The listed moves to the zero position that no vector makes.
fn zero_options(game: &VectorGame, target: Target) -> Vec<Choice> {
    let heaps = game.heaps();
    let rays: Vec<&[u32]> = game.rays().iter().map(|ray| ray.unpadded(heaps)).collect();
    let altered: Vec<&[u32]> = game.alterations().iter().map(|v| v.unpadded(heaps)).collect();
    let mut choices = Vec::new();
    for position in game.to_zero().iter().map(|at| at.unpadded(heaps)) {
        let is_on_ray = rays.iter().any(|ray| quotient(position, ray).is_some());
        // If a vector leads to the zero position, that is an option already.
        if is_on_ray == altered.contains(&position) {
            let mut choice = Choice::default();
            let sizes = position.iter().map(|&size| size.into()).enumerate();
            choice.constraints.push(Constraint::Are(sizes.collect()));
            let zero: Vec<usize> = position.iter().map(|_| choice.hide(heaps)).collect();
            let nothing = zero.iter().map(|&heap| (heap, 0)).collect();
            choice.constraints.push(Constraint::Are(nothing));
            choice.members.extend(meets(target, zero));
            choices.push(choice);
        }
    }
    choices
}

/// Take a number of the infinite subtraction set from a heap. The rules list those of 32 bits alone.
fn infinite_set_options(heaps: usize, target: Target) -> Vec<Choice> {
    let from = |heap: usize| {
        let mut choice = Choice::default();
        let vector: Vec<u32> = (0..heaps).map(|other| u32::from(other == heap)).collect();
        // x = x' + m
        let taken = choice.hide(heaps);
        choice.constraints.push(Constraint::IsFibonacciOdd(taken));
        let option = taking(&mut choice, &vector, |_, _| (1, taken));
        choice.members.extend(meets(target, option));
        choice
    };
    (0..heaps).map(from).collect()
}

/// Subtract m times a ray, m >= 1, or an added vector; a vector that is removed is no move.
fn vectors_options(game: &VectorGame, target: Target) -> Vec<Choice> {
    let heaps = game.heaps();
    let rays: Vec<&[u32]> = game.rays().iter().map(|ray| ray.unpadded(heaps)).collect();
    let altered: Vec<&[u32]> = game.alterations().iter().map(|v| v.unpadded(heaps)).collect();
    let mut choices = Vec::new();
    for (number, ray) in rays.iter().enumerate() {
        let mut choice = Choice::default();
        // x = x' + r m, m >= 1
        let steps = choice.hide(heaps);
        choice.constraints.push(Constraint::Linear(vec![(1, steps)], 0, Sign::Positive));
        let option = taking(&mut choice, ray, |_, component| (component.into(), steps));
        for vector in &altered {
            if let Some(m) = quotient(vector, ray) {
                choice.constraints.push(Constraint::AreNot(vec![(steps, m)]));
            }
        }
        if game.blocking_number() > 0 {
            // Options are counted, each once: not again if an earlier ray leads to it, too.
            for earlier in &rays[..number] {
                if let Some(m) = first_common_step(ray, earlier) {
                    choice.constraints.push(Constraint::NoMultiple(steps, m));
                }
            }
        }
        choice.members.extend(meets(target, option));
        choices.push(choice);
    }
    for vector in &altered {
        if rays.iter().all(|ray| quotient(vector, ray).is_none()) {
            let mut choice = Choice::default();
            // x = x' + v; the number v is hidden, too, so that it may be large.
            let option = taking(&mut choice, vector, |choice, component| {
                let number = choice.hide(heaps);
                choice.constraints.push(Constraint::Are(vec![(number, component.into())]));
                (1, number)
            });
            choice.members.extend(meets(target, option));
            choices.push(choice);
        }
    }
    choices
}

/// Takes tokens from each heap that the vector makes smaller: hides the heap that is left. What is taken is
/// a number of times the number of a track, which `taken` returns for each component of the vector. Returns
/// the tracks of the option.
fn taking(
    choice: &mut Choice,
    vector: &[u32],
    mut taken: impl FnMut(&mut Choice, u32) -> (i64, usize),
) -> Vec<usize> {
    let heaps = vector.len();
    let mut option: Vec<usize> = (0..heaps).collect();
    for (heap, &component) in vector.iter().enumerate() {
        if component > 0 {
            option[heap] = choice.hide(heaps);
            let (times, track) = taken(choice, component);
            let terms = vec![(1, heap), (-1, option[heap]), (-times, track)];
            choice.constraints.push(Constraint::Linear(terms, 0, Sign::Zero));
        }
    }
    option
}

/// Returns the m >= 1 with vector = m ray, if there is one.
fn quotient(vector: &[u32], ray: &[u32]) -> Option<u64> {
    let steps = vector.iter().zip(ray).find(|(_, r)| **r > 0).map(|(v, r)| u64::from(v / r))?;
    let is_multiple = vector.iter().zip(ray).all(|(&v, &r)| u64::from(v) == steps * u64::from(r));
    (steps > 0 && is_multiple).then_some(steps)
}

/// Returns the least m >= 1 for which m times `ray` is a multiple of `other`, if there is one: then these
/// are the multiples of this m.
fn first_common_step(ray: &[u32], other: &[u32]) -> Option<u64> {
    let product = |i: usize, j: usize| u64::from(ray[i]) * u64::from(other[j]);
    let is_parallel =
        (0..ray.len()).all(|i| (0..ray.len()).all(|j| product(i, j) == product(j, i)));
    let axis = ray.iter().position(|&r| r > 0)?;
    let (mine, others) = (u64::from(ray[axis]), u64::from(other[axis]));
    is_parallel.then(|| others / greatest_common_divisor(mine, others))
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Take i >= 1 tokens from a vertex and return j tokens, 0 <= j < i, to the other end of an edge. Different
/// edges may lead to the same option, which is then counted several times; of digraph games no number of
/// options is requested.
fn digraph_options(game: &DigraphGame, target: Target) -> Vec<Choice> {
    let heaps = game.heaps();
    let along = |&Edge { from, to }: &Edge| {
        let mut choice = Choice::default();
        let mut option: Vec<usize> = (0..heaps).collect();
        option[from] = choice.hide(heaps);
        // i = x - x'
        let taken = [(1, from), (-1, option[from])];
        choice.constraints.push(Constraint::Linear(taken.to_vec(), 0, Sign::Positive));
        if from != to {
            option[to] = choice.hide(heaps);
            // j = y' - y
            let returned = [(1, option[to]), (-1, to)];
            choice.constraints.push(Constraint::Linear(returned.to_vec(), 0, Sign::NotNegative));
            let kept = returned.map(|(coefficient, track): (i64, usize)| (-coefficient, track));
            let difference = [taken, kept].concat();
            choice.constraints.push(Constraint::Linear(difference, 0, Sign::Positive));
        }
        choice.members.extend(meets(target, option));
        choice
    };
    game.edges().iter().map(along).collect()
}

/// From (n, r) take m tokens, 1 <= m <= r and m <= n; the option is (n - m, min(2m, n - m)). One choice is
/// that 2m is less than n - m, the other that it is not.
fn fibonacci_options(target: Target) -> Vec<Choice> {
    const HEAPS: usize = 2;
    let (heap, limit) = (0, 1);
    let taking = || {
        let mut choice = Choice::default();
        let (taken, left) = (choice.hide(HEAPS), choice.hide(HEAPS));
        choice.constraints = vec![
            Constraint::Linear(vec![(1, taken)], 0, Sign::Positive),
            Constraint::Linear(vec![(1, limit), (-1, taken)], 0, Sign::NotNegative),
            Constraint::Linear(vec![(1, heap), (-1, taken), (-1, left)], 0, Sign::Zero),
        ];
        (choice, taken, left)
    };
    let (mut doubled, taken, left) = taking();
    let next = doubled.hide(HEAPS);
    doubled.constraints.extend([
        Constraint::Linear(vec![(1, next), (-2, taken)], 0, Sign::Zero),
        Constraint::Linear(vec![(1, left), (-2, taken)], 0, Sign::Positive),
    ]);
    doubled.members.extend(meets(target, vec![left, next]));
    let (mut whole, taken, left) = taking();
    whole.constraints.push(Constraint::Linear(vec![(2, taken), (-1, left)], 0, Sign::NotNegative));
    whole.members.extend(meets(target, vec![left, left]));
    vec![doubled, whole]
}
