//! Points of moves: what vector games are as scoring games.
//!
//! Only points other than the tokens that a move takes are kept, so that two games are equal whether such
//! points are written or not.

use std::collections::BTreeMap;

use super::rays::{VectorGame, moves};
use crate::domain::Coordinates;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::notation::lists::comma_separated;

impl VectorGame {
    /// Returns the same game in which a step along each of these rays, or each of these added vectors,
    /// pays this number of points. They replace earlier points of the same vectors.
    ///
    /// ```
    /// use grundytab::VectorGame;
    /// use grundytab::Coordinates;
    /// let nim = VectorGame::nim(2)?.with_points([([0, 1], -3)])?;
    /// assert_eq!(nim.points_of(Coordinates([0, 0, 0, 1])), -3);
    /// assert_eq!(nim.points_of(Coordinates([0, 0, 1, 0])), 1);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    ///
    /// # Errors
    /// When a vector is neither a ray nor added to the moves, or is given two numbers of points; when a ray
    /// without any beside others takes 2^31 tokens or more.
    pub fn with_points(
        self,
        points: impl IntoIterator<Item = (impl AsRef<[u32]>, i32)>,
    ) -> Result<Self, InvalidInput> {
        let mut given = BTreeMap::new();
        for (vector, points) in points {
            let shown = comma_separated(vector.as_ref());
            let padded = moves(&[vector.as_ref().to_vec()], self.heaps(), "vector", "the rays")?[0];
            let refuse = |kind: InvalidInputKind, problem: &str, hint: &str| {
                Err(InvalidInput::new(kind, &shown, format!("the vector {shown} {problem}"), hint))
            };
            let is_ray = self.rays().contains(&padded);
            let is_added = self.alterations().contains(&padded) && self.adds(padded);
            if !is_ray && !is_added {
                return refuse(
                    InvalidInputKind::ModifierDoesNotApply,
                    "is neither a ray nor added to the moves",
                    "give points to rays and to added vectors",
                );
            }
            if given.insert(padded, points).is_some_and(|before| before != points) {
                let problem = "is given two numbers of points";
                return refuse(InvalidInputKind::RepeatedModifier, problem, "give one");
            }
        }
        let mut game = self;
        let own = &mut game.points;
        own.extend(given);
        own.retain(|vector, points| i64::from(*points) != tokens(*vector));
        let pays_tokens = |ray: &&Coordinates| game.own_points(**ray).is_none();
        let is_too_long = |ray: &&Coordinates| tokens(**ray) > i32::MAX.into();
        // If one ray has points of its own, those of all are written, in 32 bits.
        if !game.rays().iter().all(|ray| pays_tokens(&ray))
            && let Some(ray) = game.rays().iter().filter(pays_tokens).find(is_too_long)
        {
            return Err(InvalidInput::new(
                InvalidInputKind::OutOfRange,
                comma_separated(ray.unpadded(game.heaps())),
                "the ray takes more tokens than a number of points can be",
                "give it points of its own too",
            ));
        }
        Ok(game)
    }

    /// Returns the same game in which no move pays anything.
    pub(in crate::ruleset) fn without_points(&self) -> Self {
        let vectors = self.rays().iter().chain(self.alterations());
        let points = vectors.map(|&vector| (vector, 0)).collect();
        let mut game = self.clone();
        game.points = points;
        game
    }

    /// Returns how many points a step along a ray or an added vector pays.
    pub fn points_of(&self, vector: Coordinates) -> i64 {
        self.own_points(vector).map_or(tokens(vector), i64::from)
    }

    /// Returns the points of a ray or an added vector that does not pay the tokens it takes.
    pub(crate) fn own_points(&self, vector: Coordinates) -> Option<i32> {
        self.points.get(&vector).copied()
    }

    /// Returns whether some move pays other points than the tokens it takes.
    pub fn has_own_points(&self) -> bool {
        !self.points.is_empty()
    }

    /// Returns the altered vectors that are removed from the moves, which are multiples of rays, and those that are added.
    ///
    /// ```
    /// use grundytab::VectorGame;
    /// use grundytab::Coordinates;
    /// let wythoff = VectorGame::new([[1, 0], [0, 1], [1, 1]])?;
    /// let [removed, added] = wythoff.with_alterations([[2, 2], [2, 1]])?.removed_and_added();
    /// assert_eq!(removed, [Coordinates([0, 0, 2, 2])]);
    /// assert_eq!(added, [Coordinates([0, 0, 2, 1])]);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn removed_and_added(&self) -> [Vec<Coordinates>; 2] {
        let (added, removed) = self.alterations().iter().partition(|vector| self.adds(**vector));
        [removed, added]
    }

    /// Returns whether a vector, if it is altered, is added to the moves: a multiple of a ray is removed.
    pub(in crate::ruleset) fn adds(&self, vector: Coordinates) -> bool {
        !self.rays().iter().any(|&ray| vector.multiple_of(ray).is_some())
    }
}

/// Returns how many tokens a vector takes.
fn tokens(vector: Coordinates) -> i64 {
    vector.iter().map(|&c| i64::from(c)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches points of what is no move, and a ray that pays more than a number of points can be.
    #[test]
    fn points_are_those_of_rays_and_added_vectors() {
        let game = VectorGame::nim(2).and_then(|nim| nim.with_alterations([[2, 0], [1, 1]]));
        let game = game.expect("a game");
        for (vector, is_paid) in [([1, 0], true), ([1, 1], true), ([2, 0], false), ([1, 2], false)]
        {
            let paid = game.clone().with_points([(vector, 7)]);
            assert_eq!(paid.is_ok(), is_paid, "{vector:?}: {paid:?}");
        }
        // A ray without points of its own pays its tokens: in 32 bits, if another one has points of its own.
        let largest = i32::MAX as u32;
        for (tokens, points, is_paid) in
            [(largest, 7, true), (largest + 1, 7, false), (largest + 1, 1, true)]
        {
            let game = VectorGame::new([[0, 1], [tokens, 0]]).expect("a game");
            let paid = game.with_points([([0, 1], points)]);
            assert_eq!(paid.is_ok(), is_paid, "{tokens} tokens, {points} points: {paid:?}");
        }
    }
}
