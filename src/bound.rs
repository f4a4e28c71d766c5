//! Proven bounds on the values of a table, which decide the type that they are stored in.

use crate::domain::{Coordinates, Domain};
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{GameDefinition, Ruleset, VectorGame, most_points_of_move};

/// A proven bound on the values of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bound {
    /// No value is larger. A score is not less than the negative of it, either.
    pub largest_value: u64,
    /// What the bound is.
    pub reason: &'static str,
}

impl Bound {
    /// Returns the least of the proven bounds.
    ///
    /// **Claim.** The Grundy value of a position is at most the number of its options, and at most the
    /// number of moves that can still be played from it.
    ///
    /// **Proof.** The mex of n values is at most n. By induction the options' values are at most the
    /// length of the longest play from each, which is shorter by at least one than the longest play from
    /// the position; a mex is at most one more than the largest value. The value of a sum of positions, the xor of theirs, is at
    /// most the sum of theirs, and so at most the longest play of the sum, in which all are played one after the other.
    ///
    /// **Source.** Sprague 1935, Grundy 1939.
    ///
    /// In misère play a terminal position has Grundy value 1. The bounds hold elsewhere as in normal
    /// play, because their proofs use nothing of the values but that they are a mex or a count.
    pub(crate) fn of(
        ruleset: &Ruleset,
        domain: &Domain,
        quantity: Quantity,
        convention: Convention,
    ) -> Self {
        if let (Ruleset::Array(values), true) = (ruleset, quantity != Quantity::Outcome) {
            let largest_value = values.most().into();
            return Bound { largest_value, reason: "the largest of the given values" };
        }
        let options = (ruleset.definition().most_options(domain), "the number of options");
        let (largest_value, reason) = match quantity {
            Quantity::Outcome if ruleset.is_loopy() => (2, "an outcome is 0, 1 or 2"),
            Quantity::OutcomeClass if ruleset.is_loopy() => (8, "there are nine outcome classes"),
            Quantity::Grundy if ruleset.is_loopy() => {
                let finite = largest_finite(ruleset, domain);
                // A code for every set of numbers, or for every position: those of drawn positions and the others alternate.
                let sets = 1_u64.checked_shl(finite as u32).unwrap_or(u64::MAX);
                let codes = sets.min(domain.positions()).saturating_mul(2);
                (finite.saturating_add(codes), "the number of options, and of sets of their values")
            }
            Quantity::Outcome => (1, "an outcome is 0 or 1"),
            Quantity::OutcomeClass => (3, "there are four outcome classes"),
            Quantity::Grundy => smaller(ruleset.definition().longest_play(domain), options),
            Quantity::Remoteness => ruleset.definition().longest_play(domain),
            Quantity::Palaces => match ruleset.vector_game() {
                Some(game) => {
                    let reason = "block + 1 palaces on each ray, and the altered moves";
                    smaller(options, (most_palaces(game), reason))
                }
                None => options,
            },
            Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => {
                (most_points(ruleset, domain), "the most points for a token, times the tokens")
            }
        };
        let largest_value = match convention {
            Convention::Normal => largest_value,
            Convention::Misere => largest_value.max(1),
        };
        Bound { largest_value, reason }
    }
}

/// Returns a bound on the finite values of a loopy game.
///
/// **Claim.** A finite value of a position is at most the number of its options, and less than the number of positions.
///
/// **Proof.** It is the mex of the finite values of its options. A value m so has options of the values 0 to m - 1, which are
/// as many positions besides itself.
///
/// **Source.** Smith, Graphs and composite games, 1966; Fraenkel and Perl, Constructions in combinatorial games with cycles,
/// 1975.
pub(crate) fn largest_finite(ruleset: &Ruleset, domain: &Domain) -> u64 {
    let options = ruleset.definition().most_options(domain);
    options.min(domain.positions().saturating_sub(1))
}

impl Bound {
    /// Returns whether a value, as the number it stands for, is beyond the bound.
    pub(crate) fn is_exceeded_by(&self, value: i64) -> bool {
        value.unsigned_abs() > self.largest_value
    }
}

/// Returns the smaller of two bounds, each with what it is; of equal ones the first.
fn smaller(first: (u64, &'static str), second: (u64, &'static str)) -> (u64, &'static str) {
    if second.0 < first.0 { second } else { first }
}

/// Bounds the absolute values of scores.
///
/// **Claim.** Let every ray and every added vector ℓ pay at most r points of either sign for each token that
/// it takes, where r >= 1 if there is a move to the zero position that pays the tokens it takes. Then the score of a position with t tokens is from -r t to r t, whoever begins.
///
/// **Proof.** By induction over t. Where the player to move has no move the score is 0. Else it is
/// w - v, where w are the points of a move that takes s tokens, and v is the score of its option for the
/// other player. So |w| <= r s, |v| <= r (t - s), and |w - v| <= r t.
fn most_points(ruleset: &Ruleset, domain: &Domain) -> u64 {
    let tokens = u128::from(domain.largest_token_sum());
    let of_game = |game: &VectorGame| {
        let fits = |vector: &&Coordinates| vector.is_inside(domain.sides());
        let of_vector = |vector: &Coordinates| {
            let taken = u128::from(vector.tokens()).max(1);
            u128::from(game.points_of(*vector).unsigned_abs()) * tokens / taken
        };
        let vectors = game.rays().iter().chain(game.alterations()).filter(fits).map(of_vector);
        let to_zero = game.to_zero().iter().filter(fits).map(|_| tokens);
        vectors.chain(to_zero).max().unwrap_or(0)
    };
    if let Some(game) = ruleset.written_ruleset() {
        // A play is no longer than this, and each of its moves pays at most so much.
        return most_points_of_move(game, domain).saturating_mul(game.longest_play(domain).0);
    }
    let bound = ruleset.players().into_iter().flatten().map(of_game).max().unwrap_or(0);
    u64::try_from(bound).unwrap_or(u64::MAX)
}

/// Returns an upper bound of the palace numbers of a vector game, and of the P-positions on one of
/// its lines.
///
/// **Claim.** With b options blocked, r vectors altered and t terminal positions, a ray contributes
/// at most b + 1 + r to a palace number, all altered vectors and terminal positions r + t, and a move to the
/// zero position that no vector makes 1.
///
/// **Proof.** Consider the P-positions that are not terminal along a line of the ray. The k-th of
/// them has the k - 1 earlier ones among its options, except for at most r removed vectors. A
/// P-position has at most b P-positions among its options, so that k - 1 - r <= b. An added vector
/// leads to one option, and a terminal position is one.
///
/// **Source.** Larsson, Blocking Wythoff Nim, 2011, for the queen without altered vectors.
pub(crate) fn most_palaces(game: &VectorGame) -> u64 {
    let altered = game.alterations().len() as u64;
    let to_zero = u64::from(!game.to_zero().is_empty());
    let of_ray = u64::from(game.blocking_number()) + 1 + altered;
    of_ray * game.rays().len() as u64 + altered + game.terminals().len() as u64 + to_zero
}

/// Returns an upper bound of the number of ways to play two moves from a position in the domain, of which the
/// players of a partizan game make one each.
pub(crate) fn most_pairs_of_moves(ruleset: &Ruleset, domain: &Domain) -> u64 {
    let options = match ruleset.partizan_game() {
        Some(game) => [game.left(), game.right()].map(|player| player.most_options(domain)),
        None => [ruleset.definition().most_options(domain); 2],
    };
    options[0].saturating_mul(options[1])
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::engine::value_by_definition;
    use crate::job::Job;
    use crate::ruleset::catalogue;

    /// Catches a check of values that no value fails, or that the bound itself fails.
    #[test]
    fn values_beyond_the_bound_exceed_it() {
        let bound = Bound { largest_value: 3, reason: "" };
        let beyond = [-4, -3, 0, 3, 4].map(|value| bound.is_exceeded_by(value));
        assert_eq!(beyond, [true, false, false, false, true]);
    }

    /// Catches a bound that is larger than what is proved, or whose reason is that of the other.
    #[test]
    fn the_smaller_bound_is_taken_and_the_first_of_equal_ones() {
        for (second, expected) in [(2, (2, "b")), (3, (3, "a")), (4, (3, "a"))] {
            assert_eq!(smaller((3, "a"), (second, "b")), expected);
        }
    }

    /// Catches bounds that hold, but are larger than the ones that are proved above.
    #[test]
    fn bounds_are_those_of_the_proofs() {
        let game = |text| Ruleset::parse(text).expect(text);
        let palaces = |text| most_palaces(game(text).vector_game().expect(text));
        assert_eq!(palaces("wythoff+block=2"), 3 * 3);
        assert_eq!(palaces("wythoff+alter=1,1/2,3+terminal=0,1+block=2"), 3 * (3 + 2) + 2 + 1);
        assert_eq!(palaces("wythoff+to-zero=1,2/2,1+block=2"), 3 * 3 + 1);
        let domain = Domain::boxed(&[10, 7]).expect("a box");
        assert_eq!(most_points(&game("nim:2+alter=1,0/0,1+points=0/0+to-zero=1,2"), &domain), 15);
        // A move takes 4 tokens and pays 5, and there are 15.
        assert_eq!(most_points(&game("vector:2,2+points=5"), &domain), 5 * 15 / 4);
        assert_eq!(most_pairs_of_moves(&game("nim:2"), &domain), (9 + 6) * (9 + 6));
        assert_eq!(most_pairs_of_moves(&game("partizan:1,0:0,1"), &domain), 9 * 6);
    }

    /// Catches a bound that a value exceeds, for every game of the catalogue and every job that can
    /// be made of it.
    #[test]
    fn no_value_exceeds_its_bound() {
        let games = catalogue::entries().map(|entry| entry.example);
        let mut jobs = 0;
        for text in games.chain([
            "wythoff+alter=1,1/2,3+terminal=0,1+block=2",
            "nim:2+points=0/0+to-zero=1,2/5,5/3,0",
            "subtraction:3+to-zero=1/2/5",
            "digraph:XX/YY",
            "rules: (a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k",
            "rules: (x - k) + (x - k) + (x - 1) for 1 <= k <= x",
        ]) {
            let game = Ruleset::parse(text).expect(text);
            let boxed = Domain::boxed(&vec![6; game.heaps()]).expect("a box");
            let simplex = Domain::simplex(game.heaps(), 6).expect("a simplex");
            for &quantity in Quantity::ALL {
                for convention in [Convention::Normal, Convention::Misere] {
                    for domain in [&boxed, &simplex] {
                        let job = Job::new(game.clone(), domain.clone(), quantity, convention);
                        if let Ok(job) = job {
                            assert_no_value_exceeds_the_bound(&job);
                            jobs += 1;
                        }
                    }
                }
            }
        }
        assert!(jobs > 100, "{jobs} jobs");
    }

    fn assert_no_value_exceeds_the_bound(job: &Job) {
        let (ruleset, domain, bound) = (job.ruleset(), job.domain(), job.bound());
        let cells = Coordinates::cells_of_box(domain.sides());
        let mut positions: Vec<Coordinates> = cells.filter(|&at| domain.contains(at)).collect();
        positions.sort_by_key(|&at| job.grading().grade(at));
        let mut values = HashMap::new();
        for at in positions {
            let (quantity, convention) = (job.quantity(), job.convention());
            let value =
                value_by_definition(ruleset, quantity, convention, at, |option| values[&option]);
            assert!(
                !bound.is_exceeded_by(quantity.number(value)),
                "{ruleset} on {domain}, {quantity}: {value} at {at:?} exceeds {bound:?}"
            );
            values.insert(at, value);
        }
    }
}
