//! Proven bounds on the values of a table, which decide the type that they are stored in.

use crate::domain::{Coordinates, Domain, MAX_HEAPS};
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{Ruleset, VectorGame};

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
    /// In misère play a terminal position has Grundy value 1. The bounds hold elsewhere as in normal
    /// play, because their proofs use nothing of the values but that they are a mex or a count.
    pub(crate) fn of(
        ruleset: &Ruleset,
        domain: &Domain,
        quantity: Quantity,
        convention: Convention,
    ) -> Self {
        let proven = match quantity {
            Quantity::Outcome => Proven { first: (1, "an outcome is 0 or 1"), second: None },
            Quantity::OutcomeClass => {
                Proven { first: (3, "there are four outcome classes"), second: None }
            }
            Quantity::Grundy => of_grundy_values(ruleset, domain),
            Quantity::Palaces => of_palace_numbers(ruleset, domain),
            Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => {
                of_scores(ruleset, domain)
            }
        };
        let (largest_value, reason) = proven.least();
        let largest_value = match convention {
            Convention::Normal => largest_value,
            Convention::Misere => largest_value.max(1),
        };
        Bound { largest_value, reason }
    }
}

impl Bound {
    /// Returns whether a value, as the number it stands for, is beyond the bound.
    pub(crate) fn is_exceeded_by(&self, value: i64) -> bool {
        value.unsigned_abs() > self.largest_value
    }
}

/// One or two bounds, each with what it is.
struct Proven {
    first: (u64, &'static str),
    second: Option<(u64, &'static str)>,
}

impl Proven {
    /// Returns the smaller bound; of equal ones the first.
    fn least(self) -> (u64, &'static str) {
        self.second.filter(|second| second.0 < self.first.0).unwrap_or(self.first)
    }
}

/// Bounds Grundy values.
///
/// **Claim.** The Grundy value of a position is at most the number of its options, and at most the
/// number of moves that can still be played from it.
///
/// **Proof.** The mex of n values is at most n. By induction the options' values are at most the
/// length of the longest play from each, which is shorter by at least one than the longest play from
/// the position; a mex is at most one more than the largest value.
///
/// **Source.** Sprague 1935, Grundy 1939.
fn of_grundy_values(ruleset: &Ruleset, domain: &Domain) -> Proven {
    let options = (most_options(ruleset, domain), "the number of options");
    let of_vector_game = |game: &VectorGame| Proven {
        first: (longest_play(game, domain), "the longest play"),
        second: Some((most_options_of(game, domain), "the number of options")),
    };
    match ruleset {
        Ruleset::Vector(game) => of_vector_game(game),
        Ruleset::Digraph(game) => match game.as_vector_game() {
            Some(nim) => of_vector_game(&nim),
            // Every move lowers the token sum, for fewer tokens are returned than taken.
            None => Proven {
                first: (u64::from(domain.largest_token_sum()), "the largest token sum"),
                second: None,
            },
        },
        // Equal heaps have two options, which are mirror images and have the same value.
        Ruleset::Euclid(_) => Proven { first: options, second: None },
        Ruleset::Fibonacci => Proven { first: options, second: None },
        // The value that a mex over the options of both players would have.
        Ruleset::Partizan(_) => Proven { first: options, second: None },
    }
}

/// Bounds palace numbers, which count options.
fn of_palace_numbers(ruleset: &Ruleset, domain: &Domain) -> Proven {
    let options = (most_options(ruleset, domain), "the number of options");
    match ruleset {
        Ruleset::Vector(game) => Proven {
            first: options,
            second: Some((
                most_palaces(game),
                "block + 1 palaces on each ray, and the altered moves",
            )),
        },
        Ruleset::Digraph(_) | Ruleset::Fibonacci | Ruleset::Partizan(_) => {
            Proven { first: options, second: None }
        }
        // Equal heaps have two options.
        Ruleset::Euclid(_) => Proven { first: (options.0.max(2), options.1), second: None },
    }
}

/// Bounds the absolute values of scores.
///
/// **Claim.** Let every ray and every added vector ℓ pay at most r points of either sign for each token that
/// it takes. Then the score of a position with t tokens is from -r t to r t, whoever begins.
///
/// **Proof.** By induction over t. Where the player to move has no move the score is 0. Else it is
/// w - v, where w are the points of a move that takes s tokens, and v is the score of its option for the
/// other player. So |w| <= r s, |v| <= r (t - s), and |w - v| <= r t.
fn of_scores(ruleset: &Ruleset, domain: &Domain) -> Proven {
    let tokens = u128::from(domain.largest_token_sum());
    let of_game = |game: &VectorGame| {
        let fits = |vector: &&Coordinates| vector.is_inside(domain.sides());
        let of_vector = |vector: &Coordinates| {
            let taken = vector.iter().map(|&c| u128::from(c)).sum::<u128>().max(1);
            u128::from(game.points_of(*vector).unsigned_abs()) * tokens / taken
        };
        game.rays().iter().chain(game.alterations()).filter(fits).map(of_vector).max().unwrap_or(0)
    };
    let bound = match ruleset {
        Ruleset::Vector(game) => of_game(game),
        Ruleset::Partizan(game) => of_game(game.left()).max(of_game(game.right())),
        // No job asks for their scores: a token taken pays a point.
        Ruleset::Digraph(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci => tokens,
    };
    let bound = u64::try_from(bound).unwrap_or(u64::MAX);
    Proven { first: (bound, "the most points for a token, times the tokens"), second: None }
}

/// Returns an upper bound of the palace numbers of a vector game, and of the P-positions on one of
/// its lines.
///
/// **Claim.** With b options blocked, r vectors altered and t terminal positions, a ray contributes
/// at most b + 1 + r to a palace number, and all altered vectors and terminal positions r + t.
///
/// **Proof.** Consider the P-positions that are not terminal along a line of the ray. The k-th of
/// them has the k - 1 earlier ones among its options, except for at most r removed vectors. A
/// P-position has at most b P-positions among its options, so that k - 1 - r <= b. An added vector
/// leads to one option, and a terminal position is one.
///
/// **Source.** Larsson, Blocking Wythoff Nim, 2011, for the queen without altered vectors.
pub(crate) fn most_palaces(game: &VectorGame) -> u64 {
    let altered = game.alterations().len() as u64;
    let of_ray = u64::from(game.blocking_number()) + 1 + altered;
    of_ray * game.rays().len() as u64 + altered + game.terminals().len() as u64
}

/// Returns an upper bound of the number of options of a position in the domain. It counts the two
/// mirror-image options of equal heaps in Euclid once.
pub(crate) fn most_options(ruleset: &Ruleset, domain: &Domain) -> u64 {
    let [.., first, second] = domain.sides().map(|side| u64::from(side) - 1);
    match ruleset {
        Ruleset::Vector(game) => most_options_of(game, domain),
        Ruleset::Partizan(game) => {
            most_options_of(game.left(), domain) + most_options_of(game.right(), domain)
        }
        Ruleset::Digraph(game) => match game.as_vector_game() {
            Some(nim) => most_options_of(&nim, domain),
            // Along each edge i tokens are taken and fewer returned: with all n tokens at one end
            // these are 1 + 2 + ... + n options.
            None => {
                let tokens = u64::from(domain.largest_token_sum());
                game.edges().len() as u64 * (tokens * (tokens + 1) / 2)
            }
        },
        Ruleset::Euclid(_) => first.max(second),
        Ruleset::Fibonacci => first.min(second),
    }
}

/// Returns an upper bound of the number of ways to play two moves from a position in the domain, of which the
/// players of a partizan game make one each.
pub(crate) fn most_pairs_of_moves(ruleset: &Ruleset, domain: &Domain) -> u64 {
    let (first, second) = match ruleset {
        Ruleset::Partizan(game) => {
            (most_options_of(game.left(), domain), most_options_of(game.right(), domain))
        }
        Ruleset::Vector(_) | Ruleset::Digraph(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci => {
            let options = most_options(ruleset, domain);
            (options, options)
        }
    };
    first.saturating_mul(second)
}

fn most_options_of(game: &VectorGame, domain: &Domain) -> u64 {
    let sides = domain.sides();
    let along_ray = |ray: &Coordinates| {
        let steps =
            (0..MAX_HEAPS).filter(|&axis| ray[axis] > 0).map(|axis| (sides[axis] - 1) / ray[axis]);
        u64::from(steps.min().unwrap_or(0))
    };
    game.rays().iter().map(along_ray).sum::<u64>() + game.alterations().len() as u64
}

/// Returns an upper bound of the number of moves in a play of a vector game.
fn longest_play(game: &VectorGame, domain: &Domain) -> u64 {
    let tokens = |vector: &Coordinates| vector.iter().map(|&c| u64::from(c)).sum::<u64>();
    let shortest_move = game.rays().iter().chain(game.alterations()).map(tokens).min();
    u64::from(domain.largest_token_sum()) / shortest_move.unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::engine::value_by_definition;
    use crate::job::Job;
    use crate::ruleset::catalogue;

    /// Catches a bound that a value exceeds, for every game of the catalogue and every job that can
    /// be made of it.
    #[test]
    fn no_value_exceeds_its_bound() {
        let games = catalogue::entries().map(|entry| entry.example);
        let mut jobs = 0;
        for text in games.chain(["wythoff+alter=1,1/2,3+terminal=0,1+block=2", "digraph:XX/YY"]) {
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
        positions.sort_by_key(|&at| job.grading().rank(at));
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
