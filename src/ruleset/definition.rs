//! What every family has to state about its games: facts, as data; the definition; and its wording.

use super::facts::{GameFacts, Misfit};
use super::method::Method;
use crate::domain::{Coordinates, Domain, Grading, HEAP_NAMES, Permutation, Position, Sum};
use crate::quantity::{Convention, Mover, Quantity};

/// The definition of a game: its positions, their options, and what is proved of these. What has a default is answered so
/// by nearly all families.
pub trait GameDefinition: GameWording {
    /// Returns what is true of the game whatever the position.
    fn facts(&self) -> GameFacts;

    /// Checks what these facts do not tell: that the domain, which has as many heaps as the game, holds every option of
    /// each of its positions, and that the quantity has a value at each.
    fn check(&self, _: &Domain, _: Quantity, _: Convention) -> Result<(), Misfit> {
        Ok(())
    }

    /// Returns the domain, which [`check`](GameDefinition::check) has accepted, with the cells alone that are
    /// positions of the game. In nearly all games every cell is one, so that this is the domain itself.
    ///
    /// # Errors
    /// When it cannot be said of a cell whether it is a position, or the domain is too large to say so of every cell.
    fn restrict(&self, domain: Domain) -> Result<Domain, Misfit> {
        Ok(domain)
    }

    /// Chooses how a quantity is computed that [`check`](GameDefinition::check) and the facts of the game allow.
    fn method(&self, domain: &Domain, quantity: Quantity, convention: Convention) -> Method;

    /// Lists the options of a position for a player, for the next player of a partizan game those of both. An option that
    /// several moves reach is listed once for a vector game, because palace numbers count it once; for other games it may
    /// be listed more often. This is the definition of the game, and is never optimised.
    fn options_of(&self, mover: Mover, at: Coordinates) -> Vec<Sum<Coordinates>>;

    /// Lists the options of a position, for a partizan game those of both players.
    fn options(&self, at: Coordinates) -> Vec<Sum<Coordinates>> {
        self.options_of(Mover::Next, at)
    }

    /// Lists the moves of a player, each as its option and the points that it pays; none where moves pay nothing. Scores are
    /// tabulated of no game whose moves lead to sums.
    fn moves_that_pay(&self, _: Mover, _: Coordinates) -> Vec<(Coordinates, i64)> {
        Vec::new()
    }

    /// Returns what the grade of a position is: every option of a position has a smaller one.
    fn grading(&self) -> Grading {
        Grading::TokenSum
    }

    /// Returns an upper bound of the grades of the positions of a domain, which they reach if every cell is a position.
    /// A game whose grade is a function of its own must say how large it gets.
    fn largest_grade(&self, domain: &Domain) -> u32 {
        let corner = Coordinates(domain.sides().map(|side| side - 1));
        // No position has a larger grade than token sum.
        self.grading().grade(corner).min(domain.largest_token_sum())
    }

    /// Returns an upper bound of the number of distinct values of the options of a position in the domain.
    fn most_options(&self, domain: &Domain) -> u64;

    /// Returns an upper bound of the number of moves in a play from a position in the domain, and what it is. Most moves
    /// lower the number of tokens.
    fn longest_play(&self, domain: &Domain) -> (u64, &'static str) {
        (domain.largest_token_sum().into(), "the largest token sum")
    }

    /// Returns whether a permutation of the heaps, which leaves the padding in its place, is found to map the game to
    /// itself: as the notation writes it, or by what written rulesets say.
    fn has_symmetry(&self, permutation: &Permutation) -> bool;
}

/// How a game and its moves are written.
pub trait GameWording {
    /// Returns the game in the notation, with the first `most` items of each list. With all of them
    /// this is the canonical text, which is the same for equal games and parses to the game.
    fn text(&self, most: usize) -> String;

    /// Describes the move between two positions in words, as in `take 3 from x, return 1 to y`.
    fn describe_move(&self, from: Position, to: Position) -> String {
        take_and_return(from, to)
    }

    /// Describes the move from a position to a sum of several positions, or of none.
    fn describe_split(&self, from: Position, to: &Sum<Position>) -> String {
        if from.heaps().len() == 1 { take_and_leave(from, to) } else { format!("leave {to}") }
    }
}

/// Returns options that are single positions.
pub(super) fn singles(options: impl IntoIterator<Item = Coordinates>) -> Vec<Sum<Coordinates>> {
    options.into_iter().map(Sum::from).collect()
}

/// Describes a move from a single heap to a sum of heaps: `take 2, leave 1 and 5`, `split into 1 and 5`, `take all`.
fn take_and_leave(from: Position, to: &Sum<Position>) -> String {
    let sizes = to.parts().iter().map(Position::token_sum).filter(|&size| size > 0);
    let left = sizes.clone().map(|size| size.to_string()).collect::<Vec<_>>().join(" and ");
    match from.token_sum().checked_sub(sizes.sum()) {
        Some(_) if left.is_empty() => "take all".into(),
        Some(0) => format!("split into {left}"),
        Some(taken) => format!("take {taken}, leave {left}"),
        // The heaps are more together than the heap was.
        None => format!("leave {left}"),
    }
}

/// Describes a move by the heaps that it makes smaller and larger: `take 3 from x, return 1 to y`, `add 1 to x`.
pub(super) fn take_and_return(from: Position, to: Position) -> String {
    let heaps = from.heaps().iter().zip(to.heaps()).zip(HEAP_NAMES);
    let (mut taken, mut returned) = (Vec::new(), Vec::new());
    for ((&before, &after), name) in heaps {
        if after < before {
            taken.push(format!("{} from {name}", before - after));
        } else if after > before {
            returned.push(format!("{} to {name}", after - before));
        }
    }
    let [taken, returned] = [taken, returned].map(|heaps| heaps.join(" and "));
    match (taken.as_str(), returned.as_str()) {
        ("", "") => "leave the heaps as they are".into(),
        ("", returned) => format!("add {returned}"),
        (taken, "") => format!("take {taken}"),
        (taken, returned) => format!("take {taken}, return {returned}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::singles;
    use crate::domain::{Coordinates, Domain, Sum};
    use crate::plan::Plan;
    use crate::ruleset::{Method, Ruleset};

    /// Catches a family that says of its heaps, its options or its plays what its moves contradict, and a bound that is
    /// weaker than it was.
    #[test]
    fn what_a_family_says_of_its_moves_is_so() {
        for (text, domain, most_options, longest_play) in [
            ("wythoff+alter=1,2/2,2+terminal=3,1", "12x9", 11 + 8 + 8 + 2, 19),
            ("wythoff+alter=4,4+to-zero=3,1/4,4", "12x9", 11 + 8 + 8 + 1 + 1, 19),
            ("vector:3,4/5,2+to-zero=1,1", "20x20", 4 + 3 + 1, 38 / 2),
            ("nim:4", "tokens 5", 4 * 5, 5),
            ("subtraction:2,5", "30", 2, 29 / 2),
            ("triangle", "tokens 9", 3 * 45, 9),
            ("digraph:XY/XZ", "tokens 9", 2 * 45, 9),
            ("digraph:XY/ZW", "tokens 6", 2 * 21, 6),
            ("digraph:XX/YY", "tokens 9", 2 * 9, 9),
            ("euclid", "12x9", 11, 19),
            ("euclid+positive", "12x9", 11, 19),
            ("fibonacci", "12x9", 8, 11),
            ("partizan:1,0/0,1:1,1/2,1+alter-left=2,3", "9x8", (8 + 7 + 1) + (7 + 4), 15),
        ] {
            let game = Ruleset::parse(text).expect(text);
            let domain = Domain::parse(domain, game.heaps()).expect(text);
            assert_eq!(game.definition().most_options(&domain), most_options, "{text}");
            assert_eq!(game.definition().longest_play(&domain).0, longest_play, "{text}");
            let mut positions: Vec<Coordinates> = Coordinates::cells_of_box(domain.sides())
                .filter(|&at| domain.contains(at))
                .collect();
            positions.sort_by_key(|&at| game.definition().grading().grade(at));
            let mut longest_plays: BTreeMap<Coordinates, u64> = BTreeMap::new();
            let mut heaps_grow = false;
            for at in positions {
                let options: BTreeSet<Coordinates> =
                    game.definition().options(at).into_iter().flat_map(Sum::into_parts).collect();
                assert!(options.len() as u64 <= most_options, "{text} at {at:?}");
                heaps_grow |= options.iter().any(|&option| !at.dominates(option));
                // Options have smaller grades and lie in the domain.
                let plays = options.iter().map(|option| longest_plays[option] + 1);
                longest_plays.insert(at, plays.max().unwrap_or(0));
            }
            assert_eq!(heaps_grow, game.heaps_may_grow(), "{text}");
            let longest = longest_plays.into_values().max();
            assert!(longest <= Some(longest_play), "{text}: {longest:?}");
        }
        // The players of a partizan game have moves of their own.
        let game = Ruleset::parse("partizan:1,0:0,1").expect("a game");
        let options = game.definition().options(Coordinates([0, 0, 1, 1]));
        assert_eq!(options, singles([[0, 0, 0, 1], [0, 0, 1, 0]].map(Coordinates)));
        // Along a loop each heap that can be left is listed once: of large heaps there is memory for no more.
        let game = Ruleset::parse("digraph:XX").expect("a game");
        assert_eq!(game.definition().options(Coordinates([0, 0, 0, 4000])).len(), 4000);
    }

    /// Catches a quantity that is tabulated although it is not defined, and a refusal that says something else.
    #[test]
    fn what_is_not_tabulated_is_refused() {
        for (text, domain, quantity, told) in [
            ("nim:2", "9x9", "score misere", "the points decide, not who moves last"),
            ("nim:2", "9x9", "palaces misere", "palace numbers are tabulated for normal play"),
            ("nim:2", "9x9", "remoteness misere", "are tabulated for normal play"),
            ("nim:2", "9x9", "score-left", "it has a single score"),
            ("nim:2", "9x9", "outcome-class", "are tabulated for partizan games"),
            ("nim:2+points=3/3", "9x9", "remoteness", "the points of the moves matter to scores"),
            ("nim:2+block=1", "9x9", "score", "are not defined with blocking"),
            ("nim:2+block=1", "9x9", "remoteness", "are not defined with blocking"),
            ("nim:2+block=1", "9x9", "grundy", "a blocking game has no Grundy values"),
            ("nim:2+block=1", "9x9", "outcome misere", "misère play is not defined with blocking"),
            ("partizan:1:2", "9", "score-left misere", "the points decide, not who moves last"),
            ("partizan:1:2", "9", "score", "a partizan game has two scores"),
            ("partizan:1:2", "9", "grundy", "has outcome classes and scores alone"),
            ("partizan:1:2+points-left=3", "9", "outcome-class", "matter to scores alone"),
            ("partizan:1:2+points-right=3", "9", "outcome-class", "matter to scores alone"),
            ("euclid", "9x9", "palaces", "palace numbers are tabulated for vector games"),
            ("triangle", "tokens 9", "score", "scores are tabulated for vector games"),
            ("fibonacci", "9x9", "outcome-class", "are tabulated for partizan games"),
        ] {
            let refusal = Plan::parse(text, domain, quantity).expect_err(text).to_string();
            assert!(refusal.contains(told), "{text}, {quantity}: {refusal}");
        }
    }

    /// Catches games that are computed by a slower method than they have.
    #[test]
    fn subtraction_games_on_one_heap_have_a_method_of_their_own() {
        let plan = |quantity| Plan::parse("subtraction:2,5", "90", quantity).expect("a plan");
        assert!(matches!(plan("grundy").job().method(), Method::SubtractionGrundy(_)));
        assert!(matches!(plan("palaces").job().method(), Method::SubtractionPalaces(_)));
    }
}
