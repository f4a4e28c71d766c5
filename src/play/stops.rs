//! Left and right stops of positions of scoring games and of their sums, by the definition.
//!
//! The left stop SL of a position is Left's points less Right's if Left begins, the right stop SR the same if Right
//! begins: SL(p) is the maximum of w + SR(p') over Left's moves to p' that pay w, and SR(p) the minimum of SL(p') - w
//! over Right's. Play ends when the player whose turn it is has no move (Stewart, Scoring play combinatorial games,
//! 2012).

use crate::control::{Control, Interrupted};
use crate::domain::Coordinates;
use crate::engine::moves_that_pay;
use crate::ruleset::VectorGame;

/// The stops of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Stops {
    /// The score, seen by Left, if Left begins.
    pub left: i64,
    /// The score, seen by Left, if Right begins.
    pub right: i64,
}

/// How a game compares with another one in all sums with Milnor's games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
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
    /// Returns how G compares with H, by the stops of G - H: Claim 2 of `partizan_score_sum.rs`.
    pub(super) fn by_difference(difference: Stops) -> Self {
        match (difference.right >= 0, difference.left <= 0) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Greater,
            (false, true) => Comparison::Less,
            (false, false) => Comparison::Incomparable,
        }
    }
}

/// A component of a sum: the positions with no larger heap than one position has, in row-major order, and the moves
/// from each.
#[derive(Clone)]
pub(super) struct Component {
    /// Sides of the box of these positions, one more than the heaps.
    sides: Coordinates,
    /// Of Left and of Right: the index of the option and the points of each move.
    moves: [Vec<Vec<(u32, i32)>>; 2],
}

impl Component {
    /// Lists the positions and the moves, of Left and of Right.
    pub(super) fn of(players: [&VectorGame; 2], at: Coordinates) -> Self {
        let sides = Coordinates::from_fn(|axis| at[axis] + 1);
        let moves = players.map(|game| {
            let moves_from = |from| {
                let moves = moves_that_pay(game, from).into_iter();
                // The options are few enough, and a score of 32 bits bounds the points of a move.
                moves
                    .map(|(to, points)| (to.row_major_index(sides) as u32, points as i32))
                    .collect()
            };
            Coordinates::cells_of_box(sides).map(moves_from).collect()
        });
        Component { sides, moves }
    }

    /// Returns the negative of the game: Left and Right are exchanged.
    pub(super) fn negative(&self) -> Self {
        let [left, right] = &self.moves;
        Component { sides: self.sides, moves: [right.clone(), left.clone()] }
    }

    /// Returns the first position at which one player has a move and the other has none.
    pub(super) fn first_one_sided(&self) -> Option<Coordinates> {
        let [left, right] = &self.moves;
        let one_sided = |(left, right): (&Vec<_>, &Vec<_>)| left.is_empty() != right.is_empty();
        left.iter().zip(right).position(one_sided).map(|index| self.position(index))
    }

    /// Returns the coordinates of a position.
    pub(super) fn position(&self, index: usize) -> Coordinates {
        Coordinates::from_row_major_index(index, self.sides)
    }

    fn positions(&self) -> usize {
        self.moves[0].len()
    }
}

/// The stops of all positions of a sum. Every move lowers the index of its component, and so that of the position of
/// the sum.
pub(super) struct SumStops<'a> {
    components: &'a [Component],
    stops: Vec<Stops>,
}

impl<'a> SumStops<'a> {
    /// Computes the stops of all positions of a sum.
    ///
    /// # Errors
    /// When it is interrupted.
    pub(super) fn of(components: &'a [Component], control: &Control) -> Result<Self, Interrupted> {
        let positions = components.iter().map(Component::positions).product();
        let mut sum = SumStops { components, stops: Vec::with_capacity(positions) };
        for index in 0..positions {
            if index % 4096 == 0 {
                control.proceed()?;
            }
            let left = sum.gains_of_left(index).map(|(_, _, gain)| gain).max().unwrap_or(0);
            let right = sum.gains_of_right(index).map(|(_, _, gain)| gain).min().unwrap_or(0);
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
        let strides = self.components.iter().scan(1, |stride, component| {
            let of_this = *stride;
            *stride *= component.positions();
            Some(of_this)
        });
        self.components.iter().zip(strides).enumerate().flat_map(
            move |(part, (component, stride))| {
                let from = index / stride % component.positions();
                component.moves[player][from].iter().map(move |&(option, points)| {
                    let option = option as usize;
                    (part, option, i64::from(points), index - (from - option) * stride)
                })
            },
        )
    }
}
