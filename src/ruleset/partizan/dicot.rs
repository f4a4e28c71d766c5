//! Whether a partizan game is dicot: at every position both players have a move, or neither has.
//!
//! A player has a move at p, which is not terminal, exactly if some vector of the player is at most p on every
//! heap. The least of these vectors decide that, and there are finitely many: of the multiples of a ray the first that
//! was not removed, and the added vectors. So the positions at which Left has a move and Right has none are those
//! above a least vector of Left and above none of Right. If all of them are terminal, they are finitely many, and a
//! search from the least vectors upwards meets them all.

use std::collections::BTreeSet;

use super::players::PartizanGame;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::quantity::Mover;
use crate::ruleset::VectorGame;

impl PartizanGame {
    /// Returns a position, of any heap sizes, at which one player has a move and the other has none, and the player
    /// who has one. `None` if there is no such position: then the game is dicot.
    ///
    /// ```
    /// use grundytab::{Coordinates, Mover, Ruleset};
    /// let found = |text: &str| {
    ///     let game = Ruleset::parse(text)?;
    ///     Ok::<_, grundytab::InvalidInput>(game.partizan_game().and_then(|game| game.one_sided_position()))
    /// };
    /// // Left takes any number of tokens from a heap, Right one or two from the other.
    /// assert_eq!(found("partizan:1,0/0,1:0,1/0,2")?, Some((Mover::Left, Coordinates([0, 0, 1, 0]))));
    /// assert_eq!(found("partizan:1,0/0,1:1,0/0,1/1,1")?, None);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn one_sided_position(&self) -> Option<(Mover, Coordinates)> {
        let (left, right) = (least_moves(self.left()), least_moves(self.right()));
        let of_left = self.position_above(&left, &right).map(|at| (Mover::Left, at));
        let of_right = self.position_above(&right, &left).map(|at| (Mover::Right, at));
        let tokens = |at: &Coordinates| at.iter().map(|&heap| u64::from(heap)).sum::<u64>();
        of_left.into_iter().chain(of_right).min_by_key(|(_, at)| (tokens(at), *at))
    }

    /// Returns a position that is not terminal, above one of the first vectors and above none of the others.
    fn position_above(&self, some: &[Coordinates], none: &[Coordinates]) -> Option<Coordinates> {
        let mut open = some.to_vec();
        let mut seen = BTreeSet::new();
        while let Some(at) = open.pop() {
            if none.iter().any(|&vector| at.dominates(vector)) || !seen.insert(at) {
                continue;
            }
            if !self.terminals().contains(&at) {
                return Some(at);
            }
            let heaps = MAX_HEAPS - self.heaps()..MAX_HEAPS;
            open.extend(heaps.filter_map(|axis| {
                let mut above = at;
                above[axis] = at[axis].checked_add(1)?;
                Some(above)
            }));
        }
        None
    }
}

/// Returns moves of which every other one takes as much or more from each heap.
fn least_moves(game: &VectorGame) -> Vec<Coordinates> {
    let altered = game.alterations();
    let is_multiple =
        |vector: &Coordinates| game.rays().iter().any(|&ray| has_multiple(ray, *vector));
    let first_left = |ray: &Coordinates| {
        let multiples = (1..).map_while(|steps| multiple(*ray, steps));
        multiples.into_iter().find(|vector| !altered.contains(vector))
    };
    let of_rays = game.rays().iter().filter_map(first_left);
    of_rays.chain(altered.iter().filter(|vector| !is_multiple(vector)).copied()).collect()
}

/// Returns a multiple of a vector; `None` beyond all heaps of 32 bits.
fn multiple(vector: Coordinates, steps: u32) -> Option<Coordinates> {
    let product = vector.map(|taken| taken.checked_mul(steps));
    let [Some(w), Some(x), Some(y), Some(z)] = product else { return None };
    Some(Coordinates([w, x, y, z]))
}

/// Whether a vector is a multiple of a ray.
fn has_multiple(ray: Coordinates, vector: Coordinates) -> bool {
    let steps = (0..MAX_HEAPS).find(|&axis| ray[axis] > 0).map(|axis| vector[axis] / ray[axis]);
    steps.is_some_and(|steps| multiple(ray, steps) == Some(vector))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    fn game(text: &str) -> PartizanGame {
        Ruleset::parse(text).expect(text).partizan_game().expect(text).clone()
    }

    /// The players who have a move, by the options that the family lists.
    fn movers(game: &PartizanGame, at: Coordinates) -> [bool; 2] {
        [game.left(), game.right()].map(|moves| !moves.options(at).is_empty())
    }

    /// Catches removed moves that count, moves of which a multiple is the least one, and terminal positions that hide
    /// others or are taken for positions of one player.
    #[test]
    fn one_sided_positions_are_those_of_the_definition() {
        let mut dicot = 0;
        let games = [
            "partizan:1,0/0,1:0,1",
            "partizan:1,0/0,1:1,0/0,1/1,1",
            "partizan:1,0/0,2:1,0/0,2/1,1",
            "partizan:1:1+alter-left=1",
            "partizan:1:1+alter-left=1+terminal=1",
            "partizan:1:1+alter-left=1/2+terminal=1",
            "partizan:1:1+alter-left=1/2+terminal=1/2",
            "partizan:1:2+terminal=1",
            "partizan:1:3+terminal=1",
            "partizan:1:3+terminal=2",
            "partizan:2/3:2/3+alter-left=2+alter-right=2",
            "partizan:1,1:1,0/0,1",
            "partizan:1,1:1,1/2,1",
            "partizan::+alter-left=1,2/2,1+alter-right=1,2/2,1/3,3",
            "partizan::+alter-left=1,2/2,1+alter-right=1,2",
            "partizan::+alter-left=1,1+alter-right=1,2/2,1+terminal=1,1",
            "partizan::+alter-left=1,1+alter-right=2,2+terminal=1,1",
            "partizan:1,0,0/0,0,1:1,0,0/0,0,1/0,1,0+terminal=0,1,0/0,2,0",
        ];
        for text in games {
            let game = game(text);
            let sides = Coordinates::padded(&vec![7; game.heaps()], 1);
            let one_sided = |at: &Coordinates| movers(&game, *at)[0] != movers(&game, *at)[1];
            let first = Coordinates::cells_of_box(sides).find(one_sided);
            match game.one_sided_position() {
                None => {
                    assert_eq!(first, None, "{text}");
                    dicot += 1;
                }
                Some((mover, at)) => {
                    assert!(first.is_some(), "{text}");
                    let expected = [mover == Mover::Left, mover == Mover::Right];
                    assert_eq!(movers(&game, at), expected, "{text} at {at:?}");
                }
            }
        }
        assert!(dicot >= 5 && dicot <= games.len() - 5, "{dicot}");
    }

    /// Vectors near the largest heaps neither overflow nor are searched one by one.
    #[test]
    fn large_moves_are_compared_at_once() {
        let found =
            game("partizan::+alter-left=4294967295+alter-right=4294967294").one_sided_position();
        assert_eq!(found, Some((Mover::Right, Coordinates([0, 0, 0, 4_294_967_294]))));
        let removed =
            game("partizan:4294967295:4294967295+alter-left=4294967295").one_sided_position();
        assert_eq!(removed, Some((Mover::Right, Coordinates([0, 0, 0, u32::MAX]))));
    }
}
