//! Left and right stops of positions of scoring games and of their sums, by the definition.
//!
//! The left stop SL of a position is Left's points less Right's if Left begins, the right stop SR the same if Right
//! begins: SL(p) is the maximum of w + SR(p') over Left's moves to p' that pay w, and SR(p) the minimum of SL(p') - w
//! over Right's. Play ends when the player whose turn it is has no move (Stewart, Scoring play combinatorial games,
//! 2012).

use std::collections::HashMap;
use std::mem;

use grundytab::control::{Control, Interrupted};
use grundytab::domain::Coordinates;
use grundytab::ruleset::Ruleset;

/// The stops of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Stops {
    /// The score, seen by Left, if Left begins.
    pub left: i64,
    /// The score, seen by Left, if Right begins.
    pub right: i64,
}

/// How a game compares with another one in all sums with Milnor's games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// Each is at least the other one.
    Equal,
    /// It is greater: better for Left.
    Greater,
    /// It is less.
    Less,
    /// Neither is at least the other one.
    Incomparable,
}

impl Comparison {
    /// Returns how G compares with H, by the stops of G - H: Claim 2 of `score_sum.rs`.
    pub(super) fn by_difference(difference: Stops) -> Self {
        match (difference.right >= 0, difference.left <= 0) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Greater,
            (false, true) => Comparison::Less,
            (false, false) => Comparison::Incomparable,
        }
    }
}

/// How many moves the positions of a sum may have in all for it to be played through.
pub const MOST_MOVES_OF_A_SUM: u128 = 1 << 27;

/// How many positions of a component are listed.
const MOST_POSITIONS: usize = 1 << 24;

/// A component of a sum: the positions that moves of either player lead to from one position, in row-major order or, of
/// written rules, in the order of their grades, and the moves from each. Every move leads to an earlier one.
#[derive(Clone)]
pub(super) struct Component {
    positions: Vec<Coordinates>,
    /// Of Left and of Right, or of both where they have the same ones: the number of the option and the points of each
    /// move.
    moves: Vec<Vec<Vec<(u32, i32)>>>,
}

impl Component {
    /// Lists the positions and the moves of Left and Right, or of both; `None` if there are more than
    /// [`MOST_MOVES_OF_A_SUM`].
    ///
    /// # Errors
    /// When it is interrupted.
    pub(super) fn of(
        ruleset: &Ruleset,
        at: Coordinates,
        control: &Control,
    ) -> Result<Option<Self>, Interrupted> {
        let players = ruleset.movers();
        let most = most_moves_listed(ruleset, at);
        let mut positions = vec![at];
        let mut numbers = HashMap::from([(at, 0)]);
        let mut moves = vec![Vec::new(); players.len()];
        let (mut next, mut count) = (0, 0);
        while let Some(&from) = positions.get(next) {
            control.proceed()?;
            for (&mover, moves) in players.iter().zip(&mut moves) {
                let numbered = ruleset.definition().moves_that_pay(mover, from).into_iter().map(
                    |(to, points)| {
                        let number = *numbers.entry(to).or_insert_with(|| {
                            positions.push(to);
                            positions.len() as u32 - 1
                        });
                        // A score of 32 bits bounds the points of a move.
                        (number, points as i32)
                    },
                );
                moves.push(numbered.collect::<Vec<(u32, i32)>>());
                count += moves[next].len() as u128;
            }
            if count > most || positions.len() > MOST_POSITIONS {
                return Ok(None);
            }
            next += 1;
        }
        drop(numbers);
        let grading = ruleset.clause_game().map(|_| ruleset.definition().grading());
        let key = |at| (grading.as_ref().map(|grading| grading.grade(at)), at);
        Ok(Some(Component { positions, moves }.sorted(key)))
    }

    /// Puts the positions into their order.
    fn sorted<K: Ord>(self, key: impl Fn(Coordinates) -> K) -> Self {
        let mut order: Vec<u32> = (0..self.positions.len() as u32).collect();
        order.sort_by_cached_key(|&number| key(self.positions[number as usize]));
        let mut places = vec![0; order.len()];
        for (place, &number) in order.iter().enumerate() {
            places[number as usize] = place as u32;
        }
        let of_player = |mut moves: Vec<Vec<(u32, i32)>>| {
            let of_position = |&number: &u32| {
                let mut moves = mem::take(&mut moves[number as usize]);
                moves.iter_mut().for_each(|(to, _)| *to = places[*to as usize]);
                moves
            };
            order.iter().map(of_position).collect()
        };
        let moves = self.moves.into_iter().map(of_player).collect();
        let positions = order.iter().map(|&number| self.positions[number as usize]).collect();
        Component { positions, moves }
    }

    /// Returns the negative of the game: Left and Right are exchanged.
    pub(super) fn negative(&self) -> Self {
        let Component { positions, moves } = self.clone();
        Component { positions, moves: moves.into_iter().rev().collect() }
    }

    /// Whether both players have the same moves, which are listed once.
    pub(super) fn is_impartial(&self) -> bool {
        self.moves.len() == 1
    }

    /// Returns the first position at which one player has a move and the other has none.
    pub(super) fn first_one_sided(&self) -> Option<Coordinates> {
        let [left, right] = [0, 1].map(|player| self.moves_of(player));
        let one_sided = |(left, right): (&Vec<_>, &Vec<_>)| left.is_empty() != right.is_empty();
        left.iter().zip(right).position(one_sided).map(|number| self.position(number))
    }

    /// Returns the coordinates of a position.
    pub(super) fn position(&self, number: usize) -> Coordinates {
        self.positions[number]
    }

    /// Returns the moves of Left, who is 0, or of Right, from each position.
    fn moves_of(&self, player: usize) -> &[Vec<(u32, i32)>] {
        &self.moves[player.min(self.moves.len() - 1)]
    }
}

/// Returns how many moves of a component are listed. Where the positions with no larger heap may have more than all that
/// could be listed, few are tried: mostly all of these positions are reached. Of written rules nothing is known before.
fn most_moves_listed(ruleset: &Ruleset, at: Coordinates) -> u128 {
    let Some(players) = ruleset.players() else {
        return MOST_MOVES_OF_A_SUM >> 3;
    };
    let players = &players[..ruleset.movers().len()];
    let cells = at.iter().fold(1u128, |cells, &heap| cells.saturating_mul(u128::from(heap) + 1));
    let steps = |ray: &Coordinates| {
        let steps = ray.iter().zip(at.iter()).filter(|(step, _)| **step > 0);
        steps.map(|(step, heap)| u128::from(heap / step)).min().unwrap_or(0)
    };
    let moves_of_one = players.iter().map(|game| {
        let listed = game.alterations().len() + usize::from(!game.to_zero().is_empty());
        game.rays().iter().map(steps).sum::<u128>() + listed as u128
    });
    match cells.saturating_mul(moves_of_one.sum()) <= MOST_MOVES_OF_A_SUM {
        true => MOST_MOVES_OF_A_SUM,
        false => MOST_MOVES_OF_A_SUM >> 5,
    }
}

/// Whether a sum of components is played through.
pub(super) fn are_few(components: &[Component]) -> bool {
    let all = components
        .iter()
        .fold(1u128, |all, component| all.saturating_mul(component.positions.len() as u128));
    let moves = components.iter().map(|component| {
        let own: usize = component.moves.iter().flatten().map(Vec::len).sum();
        (all / component.positions.len() as u128).saturating_mul(own as u128)
    });
    all.max(moves.fold(0, u128::saturating_add)) <= MOST_MOVES_OF_A_SUM
}

/// The stops of all positions of a sum. Every move lowers the number of its position of a component, and so that of the
/// position of the sum.
pub(super) struct SumStops<'a> {
    components: &'a [Component],
    /// How far the number of a position of the sum moves when that of each component moves by one.
    strides: Vec<usize>,
    stops: Vec<Stops>,
}

impl<'a> SumStops<'a> {
    /// Computes the stops of all positions of a sum.
    ///
    /// # Errors
    /// When it is interrupted.
    pub(super) fn of(components: &'a [Component], control: &Control) -> Result<Self, Interrupted> {
        let mut positions = 1;
        let strides = components.iter().map(|component| {
            let stride = positions;
            positions *= component.positions.len();
            stride
        });
        let strides = strides.collect();
        let is_impartial = components.iter().all(Component::is_impartial);
        let mut sum = SumStops { components, strides, stops: Vec::with_capacity(positions) };
        for index in 0..positions {
            if index % 4096 == 0 {
                control.proceed()?;
            }
            let left = sum.gains_of_left(index).map(|(_, _, gain)| gain).max().unwrap_or(0);
            let right = match is_impartial {
                true => -left,
                false => sum.gains_of_right(index).map(|(_, _, gain)| gain).min().unwrap_or(0),
            };
            sum.stops.push(Stops { left, right });
        }
        Ok(sum)
    }

    /// Returns the stops of all positions, of which the last has the heaps that were asked for.
    pub(super) fn all(&self) -> &[Stops] {
        &self.stops
    }

    /// Returns the stops of the last position.
    pub(super) fn last(&self) -> Stops {
        self.stops.last().copied().unwrap_or(Stops { left: 0, right: 0 })
    }

    /// Lists Left's moves from the last position that attain the left stop, and Right's that attain the right one: the
    /// component, and its option.
    pub(super) fn best(&self) -> [Vec<(usize, Coordinates)>; 2] {
        let (last, stops) = (self.stops.len() - 1, self.last());
        let attain = |gains: &mut dyn Iterator<Item = (usize, usize, i64)>, stop| {
            let best = gains.filter(|&(_, _, gain)| gain == stop);
            let mut best: Vec<(usize, Coordinates)> = best
                .map(|(part, option, _)| (part, self.components[part].position(option)))
                .collect();
            best.sort_unstable();
            best.dedup();
            best
        };
        [
            attain(&mut self.gains_of_left(last), stops.left),
            attain(&mut self.gains_of_right(last), stops.right),
        ]
    }

    fn gains_of_left(&self, index: usize) -> impl Iterator<Item = (usize, usize, i64)> {
        self.moves_from(0, index)
            .map(|(part, option, points, after)| (part, option, points + self.stops[after].right))
    }

    fn gains_of_right(&self, index: usize) -> impl Iterator<Item = (usize, usize, i64)> {
        self.moves_from(1, index)
            .map(|(part, option, points, after)| (part, option, self.stops[after].left - points))
    }

    /// Lists the moves of a player from a position: the component, its option, the points, and the position of the sum
    /// that the move leads to.
    fn moves_from(
        &self,
        player: usize,
        index: usize,
    ) -> impl Iterator<Item = (usize, usize, i64, usize)> {
        self.components.iter().zip(&self.strides).enumerate().flat_map(
            move |(part, (component, &stride))| {
                let from = index / stride % component.positions.len();
                component.moves_of(player)[from].iter().map(move |&(option, points)| {
                    let option = option as usize;
                    (part, option, i64::from(points), index - (from - option) * stride)
                })
            },
        )
    }
}
