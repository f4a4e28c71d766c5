//! How the moves of a player are written: rays, altered vectors, and the points of both.

use super::altered::AlteredVector;
use super::field::{Field, FieldValues, Shape};
use super::lists::{comma_separated, shortened};
use crate::domain::Coordinates;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::VectorGame;
use crate::wording::counted;

/// The fields of the moves of one player, which are those of a vector game.
pub struct MoveFields {
    /// The rays.
    pub rays: Field,
    /// The symmetric difference of the moves with these vectors.
    pub alter: Field,
    /// What a step along each ray pays, in the order in which the rays are written.
    pub points: Field,
}

/// What points of rays are written as.
pub const POINTS: Shape = Shape::Integers("a number of points");

impl MoveFields {
    /// Makes a game of rays, in the order in which they are written, and of altered vectors and points as they are given;
    /// without rays the altered vectors are its moves.
    pub fn game(
        &self,
        rays: &[Vec<u32>],
        given: &mut FieldValues,
    ) -> Result<VectorGame, InvalidInput> {
        let altered = given.altered_vectors(&self.alter);
        let vectors = altered.iter().flatten().map(AlteredVector::vector);
        let game = match (rays.is_empty(), &altered) {
            (_, None) => VectorGame::new(rays)?,
            (true, Some(_)) => VectorGame::finite(vectors)?,
            (false, Some(_)) => VectorGame::new(rays)?.with_alterations(vectors)?,
        };
        self.with_points(game, rays, &altered.unwrap_or_default(), given)
    }

    /// Gives the rays, in the order in which they are written, and the altered vectors of a game their points.
    pub fn with_points(
        &self,
        game: VectorGame,
        rays: &[Vec<u32>],
        altered: &[AlteredVector],
        given: &mut FieldValues,
    ) -> Result<VectorGame, InvalidInput> {
        let (points, name) = (given.integers(&self.points), self.points.name);
        if let Some(points) = &points
            && points.len() != rays.len()
        {
            return Err(InvalidInput::new(
                InvalidInputKind::Syntax,
                points.iter().map(i32::to_string).collect::<Vec<_>>().join("/"),
                format!(
                    "{} of {name} {} given for {}",
                    counted(points.len(), "number"),
                    if points.len() == 1 { "is" } else { "are" },
                    counted(rays.len(), "ray")
                ),
                format!(
                    "give one for each ray in the order of the rays, as in +{name}=3/-1 for two rays; added vectors have \
                     theirs behind a colon, as in +alter=1,2:5"
                ),
            ));
        }
        let of_altered =
            altered.iter().filter_map(|altered| Some((altered.vector(), altered.points()?)));
        let is_removed = |(vector, _): &(&[u32], i32)| !game.adds(Coordinates::padded(vector, 0));
        if let Some((removed, _)) = of_altered.clone().find(is_removed) {
            let vector = comma_separated(removed);
            return Err(InvalidInput::new(
                InvalidInputKind::ModifierDoesNotApply,
                &vector,
                format!(
                    "the vector {vector} is a multiple of a ray, which alter has removed from the moves"
                ),
                "leave out its points: only added vectors have any",
            ));
        }
        let of_rays = rays.iter().map(Vec::as_slice).zip(points.into_iter().flatten());
        game.with_points(of_rays.chain(of_altered))
    }

    /// Writes the altered vectors of a game, at most `most` of them; nothing if there are none. A ray that is removed has its
    /// points in `points`: they are what the other multiples of the ray pay by.
    pub fn alterations_text(&self, game: &VectorGame, most: usize) -> String {
        let count = game.alterations().len();
        if count == 0 {
            return String::new();
        }
        let vectors = game.alterations().iter().map(|vector| {
            let coordinates = comma_separated(vector.unpadded(game.heaps()));
            match game.own_points(*vector).filter(|_| game.adds(*vector)) {
                None => coordinates,
                Some(points) => format!("{coordinates}:{points}"),
            }
        });
        format!("+{}={}", self.alter.name, shortened(count, "vectors", most, "/", vectors))
    }

    /// Writes the points of the rays, at most `most` of them; nothing if each pays the tokens it takes.
    pub fn points_text(&self, game: &VectorGame, most: usize) -> String {
        let rays = game.rays();
        if rays.iter().all(|&ray| game.own_points(ray).is_none()) {
            return String::new();
        }
        let points = rays.iter().map(|&ray| game.points_of(ray).to_string());
        format!("+{}={}", self.points.name, shortened(rays.len(), "numbers", most, "/", points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    fn game(text: &str) -> VectorGame {
        match Ruleset::parse(text).expect(text) {
            Ruleset::Vector(game) => game,
            other => panic!("{other} is no vector game"),
        }
    }

    /// Catches points that are given to another ray than the one they are written for, and a canonical
    /// text that loses points or does not read back.
    #[test]
    fn points_stay_with_their_vectors() {
        for (text, canonical) in [
            // Rays are put in order, and their points with them.
            ("vector:1,1/0,1/1,0+points=7/-3/2", "wythoff+points=2/-3/7"),
            ("vector:2,1/1,0/0,1+points=1/1/1", "vector:1,0/0,1/2,1+points=1/1/1"),
            ("nim:2+points=1/1", "nim:2"),
            ("wythoff+points=1/1/2", "wythoff"),
            ("wythoff+points=1/1/1", "wythoff+points=1/1/1"),
            ("nim:1+points=0", "nim:1+points=0"),
            ("nim:2+alter=2,1:3/1,2:5", "nim:2+alter=2,1/1,2:5"),
            ("vector:+alter=1:4/3:-2", "vector:+alter=1:4/3:-2"),
            ("vector:+alter=1:1/3:3", "subtraction:1,3"),
            ("maharaja+points=1/1/9", "maharaja+points=1/1/9"),
            ("wythoff+alter=2,1:-7/1,2+points=1/2/3", "wythoff+alter=2,1:-7/1,2+points=1/2/3"),
            ("nim:1+points=-2147483648", "nim:1+points=-2147483648"),
            // Each player's points are in the order of that player's rays.
            (
                "partizan:1,1/1,0:0,1+points-right=5+points-left=7/-3",
                "partizan:1,0/1,1:0,1+points-left=-3/7+points-right=5",
            ),
            ("partizan:1:2+points-left=1+points-right=2", "partizan:1:2"),
            (
                "partizan::2+points-right=-2+alter-right=3:1/4+alter-left=7:-1/3+terminal=5",
                "partizan::2+alter-left=3/7:-1+alter-right=3:1/4+points-right=-2+terminal=5",
            ),
        ] {
            let game = Ruleset::parse(text).expect(text);
            assert_eq!(game.to_string(), canonical);
            assert_eq!(Ruleset::parse(canonical).as_ref(), Ok(&game));
        }
        let wythoff = game("vector:1,1/0,1/1,0+points=7/-3/2");
        let points =
            [[1, 0], [0, 1], [1, 1]].map(|ray| wythoff.points_of(Coordinates::padded(&ray, 0)));
        assert_eq!(points, [2, -3, 7]);
    }

    #[test]
    fn files_have_points_too() {
        let text = "game = 'vector'\nrays = [[1, 0], [0, 1]]\npoints = [3, -1]\n\
                    alter = [[1, 2], { vector = [2, 1], points = 9 }]";
        let game = Ruleset::from_toml("game.toml", text).expect("a game");
        assert_eq!(game.to_string(), "nim:2+alter=2,1:9/1,2+points=3/-1");
        let partizan = "game = 'partizan'\nleft = [[1, 1], [1, 0]]\nright = [[0, 1]]\n\
                        points-left = [7, -3]\n\
                        alter-right = [{ vector = [2, 1], points = 9 }, [0, 3]]";
        let partizan = Ruleset::from_toml("game.toml", partizan).expect("a game");
        let canonical = "partizan:1,0/1,1:0,1+alter-right=2,1:9/0,3+points-left=-3/7";
        assert_eq!(partizan.to_string(), canonical);
        let wrong = Ruleset::from_toml("game.toml", &text.replace("9 }", "'x' }"));
        let error = wrong.expect_err("no number").to_string();
        assert!(error.contains("{ vector = [1, 2], points = 5 }"), "{error}");
    }

    #[test]
    fn points_that_pay_for_nothing_are_refused() {
        use InvalidInputKind::*;
        for (text, kind, words) in [
            ("nim:2+points=1", Syntax, "1 number of points is given for 2 rays"),
            ("nim:2+points=1/2/3", Syntax, "3 numbers of points are given for 2 rays"),
            ("vector:+alter=1+points=5", Syntax, "1 number of points is given for 0 rays"),
            ("nim:2+points=", Syntax, "0 numbers of points"),
            ("nim:2+points=1/x", NotANumber, "not a number"),
            ("nim:2+points=1/2147483648", OutOfRange, "too large"),
            ("nim:2+points=1/-2147483649", OutOfRange, "too small"),
            ("nim:2+alter=1,2:", NotANumber, "empty number"),
            ("nim:2+alter=0,3:5", ModifierDoesNotApply, "removed from the moves"),
            ("nim:2+alter=1,2:5/1,2:6", RepeatedModifier, "two numbers of points"),
            ("vector:1,0/1,0/0,1+points=1/2/3", RepeatedModifier, "two numbers of points"),
            ("euclid+points=1", ModifierDoesNotApply, "does not apply"),
            ("partizan:1:2+points=1", ModifierDoesNotApply, "does not apply"),
            ("nim+points-left=1/1", ModifierDoesNotApply, "does not apply"),
            ("partizan:1:2+points-left=1/1", Syntax, "2 numbers of points-left are given"),
            ("partizan::2+alter-left=1+points-left=1", Syntax, "given for 0 rays"),
            ("partizan:1:2+alter-right=4:1", ModifierDoesNotApply, "removed from the moves"),
            ("subtraction:1,2+points=1/2", ModifierDoesNotApply, "does not apply"),
        ] {
            let error = Ruleset::parse(text).expect_err(text);
            assert_eq!(error.kind, kind, "{error}");
            assert!(error.to_string().contains(words), "{error}");
        }
    }
}
