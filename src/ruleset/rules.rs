//! What every family has to state about its games.

use super::method::Method;
use crate::domain::{Coordinates, Domain, Grading, HEAP_NAMES, Permutation, Position, Sum};
use crate::invalid_input::InvalidInputKind;
use crate::quantity::{Convention, Quantity, ValueKind};

/// The rules of one game. No method has a default, so that a new family answers each question, but the words for a move
/// and those that nearly all families answer alike: which cells are positions, and how large grades are.
pub trait Rules {
    /// Returns the number of heaps, 1 to 4.
    fn heaps(&self) -> usize;

    /// Returns what the grade of a position is: every option of a position has a smaller one.
    fn grading(&self) -> Grading;

    /// Returns whether a move may make a heap larger. Otherwise every option is dominated by its
    /// position, so that any box holds the options of its positions.
    fn heaps_may_grow(&self) -> bool;

    /// Checks that the domain, which has as many heaps as the game, holds every option of each of
    /// its positions.
    fn check_domain(&self, domain: &Domain) -> Result<(), Misfit>;

    /// Returns the domain, which [`check_domain`](Rules::check_domain) has accepted, with the cells alone that are
    /// positions of the game. In nearly all games every cell is one, so that this is the domain itself.
    ///
    /// # Errors
    /// When it cannot be said of a cell whether it is a position, or the domain is too large to say so of every cell.
    fn restrict(&self, domain: Domain) -> Result<Domain, Misfit> {
        Ok(domain)
    }

    /// Returns an upper bound of the grades of the positions of a domain, which they reach if every cell is a position.
    /// Rules whose grade is a function of their own must say how large it gets.
    fn largest_grade(&self, domain: &Domain) -> u32 {
        let (corner, grading) = (Coordinates(domain.sides().map(|side| side - 1)), self.grading());
        match grading {
            // No position has a larger grade than token sum.
            Grading::TokenSum | Grading::Heap => {
                grading.grade(corner).min(domain.largest_token_sum())
            }
            Grading::Function(_) => grading.most_up_to(corner),
        }
    }

    /// Chooses how the quantity is computed in this play convention.
    ///
    /// # Errors
    /// When it is not defined for the game, or not tabulated.
    fn method(
        &self,
        domain: &Domain,
        quantity: Quantity,
        convention: Convention,
    ) -> Result<Method, Misfit>;

    /// Lists the options of a position, for a partizan game those of both players. An option that several moves reach
    /// is listed once for a vector game, because palace numbers count it once; for other games it may be listed more
    /// often. This is the definition of the game, and is never optimised.
    fn options(&self, at: Coordinates) -> Vec<Sum<Coordinates>>;

    /// Returns whether a move may lead to several positions, or to none: to a sum. Then the Grundy values alone tell the
    /// value of an option, the xor of those of its positions.
    fn has_sums(&self) -> bool {
        false
    }

    /// Returns an upper bound of the number of distinct values of the options of a position in the domain.
    fn most_options(&self, domain: &Domain) -> u64;

    /// Returns an upper bound of the number of moves in a play from a position in the domain, and what it is.
    fn longest_play(&self, domain: &Domain) -> (u64, &'static str);

    /// Returns whether a permutation of the heaps, which leaves the padding in its place, is found to map the rules to
    /// themselves: as the notation writes them, or by what rules of a user's own say.
    fn has_symmetry(&self, permutation: &Permutation) -> bool;

    /// Describes the move between two positions in words, as in `take 3 from x, return 1 to y`.
    fn describe_move(&self, from: Position, to: Position) -> String {
        take_and_return(from, to)
    }

    /// Describes the move from a position to a sum of several positions, or of none.
    fn describe_split(&self, from: Position, to: &Sum<Position>) -> String {
        if from.heaps().len() == 1 { take_and_leave(from, to) } else { format!("leave {to}") }
    }

    /// Returns the game in the notation, with the first `most` items of each list. With all of them
    /// this is the canonical text, which is the same for equal games and parses to the game.
    fn text(&self, most: usize) -> String;
}

/// Returns options that are single positions.
pub(super) fn singles(options: impl IntoIterator<Item = Coordinates>) -> Vec<Sum<Coordinates>> {
    options.into_iter().map(Sum::from).collect()
}

/// Why a domain, a quantity or a play convention does not fit a game.
pub struct Misfit {
    pub kind: InvalidInputKind,
    pub problem: String,
    pub hint: &'static str,
}

/// Describes a misfit.
pub(crate) fn misfit<T>(
    kind: InvalidInputKind,
    problem: impl Into<String>,
    hint: &'static str,
) -> Result<T, Misfit> {
    Err(Misfit { kind, problem: problem.into(), hint })
}

/// Refuses a quantity; `instead` names those that are tabulated.
pub(super) fn not_tabulated<T>(
    problem: impl Into<String>,
    instead: &'static str,
    hint: &'static str,
) -> Result<T, Misfit> {
    misfit(InvalidInputKind::QuantityDoesNotApply { instead }, problem, hint)
}

/// Refuses another quantity than Grundy values and outcomes, for impartial games that are no vector games.
pub(super) fn neither_grundy_nor_outcome<T>(quantity: Quantity) -> Result<T, Misfit> {
    let games = if quantity.kind() == ValueKind::Class { "partizan" } else { "vector" };
    let values = if quantity.is_score() { "scores" } else { quantity.values_name() };
    not_tabulated(
        format!("{values} are tabulated for {games} games"),
        "grundy or outcome",
        "tabulate grundy or outcome",
    )
}

/// Refuses what is not defined, or not tabulated, for a game whose moves lead to sums of positions: all but Grundy values
/// and outcomes in normal play.
pub(super) fn check_sums(
    quantity: Quantity,
    convention: Convention,
    is_partizan: bool,
    blocking_number: u32,
) -> Result<(), Misfit> {
    if is_partizan {
        return misfit(
            InvalidInputKind::ModifierDoesNotApply,
            "moves lead to sums of positions, and the outcome of a sum does not follow from the outcome classes of its \
             positions, nor its score from their scores",
            "give Left and Right the same moves, or moves to single positions",
        );
    }
    if blocking_number > 0 {
        return misfit(
            InvalidInputKind::ModifierDoesNotApply,
            "moves lead to sums of positions, and who wins a sum in which options are blocked does not follow from the \
             values of its positions",
            "leave out the modifier block",
        );
    }
    match quantity {
        Quantity::Grundy | Quantity::Outcome if convention == Convention::Misere => misfit(
            InvalidInputKind::MisereOfSums,
            "moves lead to sums of positions, and a sum has no Grundy value in misère play that those of its positions \
             determine",
            "choose normal play",
        ),
        Quantity::Grundy | Quantity::Outcome => Ok(()),
        _ => not_tabulated(
            format!(
                "moves lead to sums of positions, of which Grundy values tell who wins, but {} of positions do not tell \
                 that of their sum",
                if quantity.is_score() { "scores" } else { quantity.values_name() }
            ),
            "grundy or outcome",
            "tabulate grundy or outcome",
        ),
    }
}

/// Bounds the moves of a play by the tokens, of which every move lowers the number.
pub(super) fn largest_token_sum(domain: &Domain) -> (u64, &'static str) {
    (domain.largest_token_sum().into(), "the largest token sum")
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
            assert_eq!(game.rules().most_options(&domain), most_options, "{text}");
            assert_eq!(game.rules().longest_play(&domain).0, longest_play, "{text}");
            let mut positions: Vec<Coordinates> = Coordinates::cells_of_box(domain.sides())
                .filter(|&at| domain.contains(at))
                .collect();
            positions.sort_by_key(|&at| game.rules().grading().grade(at));
            let mut longest_plays: BTreeMap<Coordinates, u64> = BTreeMap::new();
            let mut heaps_grow = false;
            for at in positions {
                let options: BTreeSet<Coordinates> =
                    game.rules().options(at).into_iter().flat_map(Sum::into_parts).collect();
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
        let options = game.rules().options(Coordinates([0, 0, 1, 1]));
        assert_eq!(options, singles([[0, 0, 0, 1], [0, 0, 1, 0]].map(Coordinates)));
        // Along a loop each heap that can be left is listed once: of large heaps there is memory for no more.
        let game = Ruleset::parse("digraph:XX").expect("a game");
        assert_eq!(game.rules().options(Coordinates([0, 0, 0, 4000])).len(), 4000);
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
