//! Jobs: what is to be tabulated, checked to make sense, and the bound on its values.

use crate::domain::layer::Layer;
use crate::domain::{Coordinates, Domain, Grading};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{Ruleset, VectorGame};
use crate::values::ValueType;

/// A ruleset, a domain, a quantity and a play convention that fit together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    ruleset: Ruleset,
    domain: Domain,
    quantity: Quantity,
    convention: Convention,
}

/// A proven bound on the values of a job, which decides the type they are stored in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// No value is larger.
    pub largest_value: u64,
    /// Why.
    pub reason: &'static str,
}

impl Job {
    /// A job, if its parts fit together.
    ///
    /// # Errors
    /// When the domain has another number of heaps than the game, or does not hold the options of
    /// all its positions; when the quantity or the convention does not apply to the game.
    pub fn new(
        ruleset: Ruleset,
        domain: Domain,
        quantity: Quantity,
        convention: Convention,
    ) -> Result<Self, InvalidInput> {
        check_domain(&ruleset, &domain)
            .and_then(|()| check_quantity(&ruleset, quantity, convention))
            .map_err(|Wrong(kind, wrong, right)| {
                InvalidInput::new(kind, format!("{ruleset} on {domain}"), wrong, right)
            })?;
        Ok(Job { ruleset, domain, quantity, convention })
    }

    /// The rules of the game.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The positions to tabulate.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// What is tabulated.
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// Who wins when no move is left.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// What the rank of a position is.
    pub fn grading(&self) -> Grading {
        self.ruleset.grading()
    }

    /// Number of layers, which have the ranks from 0.
    pub fn layer_count(&self) -> u64 {
        let corner = self.domain.sides().map(|side| side - 1);
        // No position has a larger rank than token sum.
        let last = self.grading().rank(Coordinates(corner)).min(self.domain.largest_token_sum());
        u64::from(last) + 1
    }

    /// The positions of one rank.
    pub(crate) fn layer(&self, rank: u32) -> Layer {
        Layer::new(self.domain.sides(), self.grading(), rank)
    }

    /// All layers, in the order in which they can be computed.
    pub(crate) fn layers(&self) -> impl Iterator<Item = Layer> + '_ {
        (0..self.layer_count()).map(|rank| self.layer(rank as u32))
    }

    /// Whether the value of a position marks it as a P-position.
    #[inline]
    pub fn is_p_position(&self, value: u32) -> bool {
        self.quantity.is_p_position(value, self.ruleset.blocking_number())
    }

    /// The least and the largest value that mark P-positions.
    pub(crate) fn p_values(&self) -> (u32, u32) {
        self.quantity.p_values(self.ruleset.blocking_number())
    }

    /// A proven bound on the values.
    ///
    /// A Grundy value is at most the number of options (mex) and at most the number of moves that
    /// can still be played: by induction the options' values are below that. In misère play a
    /// terminal position has value 1, and both hold elsewhere. For palace numbers, the k-th
    /// P-position along a line that is not terminal has at least k - 1 - r P-positions among its
    /// options, r the number of removed vectors, so k - 1 - r <= b: a ray contributes at most
    /// b + 1 + r, and an added vector or a terminal position at most 1.
    pub fn bound(&self) -> Bound {
        let bounds = match self.quantity {
            Quantity::Outcome => vec![(1, "an outcome is 0 or 1")],
            Quantity::OutcomeClass => vec![(3, "there are four outcome classes")],
            Quantity::Grundy => self.grundy_bounds(),
            Quantity::Palaces => match &self.ruleset {
                Ruleset::Vector(game) => vec![
                    (self.most_options(game), "the number of options"),
                    (most_palaces(game), "block + 1 palaces on each ray, and the altered moves"),
                ],
                Ruleset::Digraph(_)
                | Ruleset::Euclid(_)
                | Ruleset::Fibonacci
                | Ruleset::Partizan(_) => vec![(u64::MAX, "not tabulated")],
            },
        };
        let (largest_value, reason) =
            bounds.into_iter().min_by_key(|bound| bound.0).unwrap_or((u64::MAX, "no bound"));
        Bound {
            largest_value: match self.convention {
                Convention::Normal => largest_value,
                Convention::Misere => largest_value.max(1),
            },
            reason,
        }
    }

    /// The type of the stored values. Palace numbers have at least 16 bits.
    ///
    /// # Errors
    /// When no type of 32 bits holds the values.
    pub fn value_type(&self) -> Result<ValueType, InvalidInput> {
        let bound = self.bound().largest_value;
        let narrowest = match self.quantity {
            Quantity::Outcome => Some(ValueType::Bool),
            Quantity::Grundy | Quantity::OutcomeClass => ValueType::narrowest(bound, ValueType::U8),
            Quantity::Palaces => ValueType::narrowest(bound, ValueType::U16),
        };
        narrowest.ok_or_else(|| {
            InvalidInput::new(
                InvalidInputKind::TooLarge,
                format!("{} on {}", self.ruleset, self.domain),
                format!("its values may reach {bound}"),
                "choose a domain whose values fit in 32 bits",
            )
        })
    }

    /// About how many options the position with the largest heaps has.
    pub(crate) fn options_of_largest_position(&self) -> u64 {
        let [_, heap, second] = self.domain.sides().map(|side| u64::from(side) - 1);
        match &self.ruleset {
            Ruleset::Vector(game) => self.most_options(game),
            Ruleset::Partizan(game) => {
                self.most_options(game.left()) + self.most_options(game.right())
            }
            Ruleset::Digraph(game) => match game.as_vector_game() {
                Some(nim) => self.most_options(&nim),
                None => {
                    // Take i, return fewer: the sum of 1..=n along each edge, all tokens at one end.
                    let tokens = u64::from(self.domain.largest_token_sum());
                    game.edges().len() as u64 * (tokens * (tokens + 1) / 2)
                }
            },
            Ruleset::Euclid(_) => heap.max(second),
            Ruleset::Fibonacci => heap.min(second),
        }
    }

    fn grundy_bounds(&self) -> Vec<(u64, &'static str)> {
        let [_, heap, second] = self.domain.sides().map(|side| u64::from(side) - 1);
        let of_vector_game = |game: &VectorGame| {
            vec![
                (self.longest_play(game), "the longest play"),
                (self.most_options(game), "the number of options"),
            ]
        };
        match &self.ruleset {
            Ruleset::Vector(game) => of_vector_game(game),
            Ruleset::Digraph(game) => match game.as_vector_game() {
                Some(nim) => of_vector_game(&nim),
                None => {
                    vec![(u64::from(self.domain.largest_token_sum()), "the largest token sum")]
                }
            },
            Ruleset::Euclid(_) => vec![(heap.max(second), "the number of options")],
            Ruleset::Fibonacci => vec![(heap.min(second), "the number of options")],
            Ruleset::Partizan(_) => vec![(u64::MAX, "not tabulated")],
        }
    }

    fn longest_play(&self, game: &VectorGame) -> u64 {
        let moves = game.rays().iter().chain(game.alterations());
        let shortest_move = moves.map(|vector| sum((*vector).0)).min().unwrap_or(1);
        u64::from(self.domain.largest_token_sum()) / shortest_move
    }

    fn most_options(&self, game: &VectorGame) -> u64 {
        let sides = self.domain.sides();
        let options = |ray: &Coordinates| {
            let steps =
                (0..3).filter(|&axis| ray[axis] > 0).map(|axis| (sides[axis] - 1) / ray[axis]);
            u64::from(steps.min().unwrap_or(0))
        };
        game.rays().iter().map(options).sum::<u64>() + game.alterations().len() as u64
    }
}

/// The kind of problem, what is wrong, and what would be right.
struct Wrong(InvalidInputKind, String, &'static str);

fn wrong<T>(
    kind: InvalidInputKind,
    what: impl Into<String>,
    right: &'static str,
) -> Result<T, Wrong> {
    Err(Wrong(kind, what.into(), right))
}

/// A domain holds every option of each of its positions.
fn check_domain(ruleset: &Ruleset, domain: &Domain) -> Result<(), Wrong> {
    if domain.heaps() != ruleset.heaps() {
        return wrong(
            InvalidInputKind::WrongHeapCount,
            format!("the box has {} sides and the game {} heaps", domain.heaps(), ruleset.heaps()),
            "give one side for all heaps, as in 100, or one for each, as in 500x300",
        );
    }
    match ruleset {
        Ruleset::Digraph(_) if domain.is_box() && ruleset.heaps_may_grow() => wrong(
            InvalidInputKind::NeedsSimplex,
            "tokens can return to a heap, and options lie outside the box",
            "bound the token sum instead of the heaps",
        ),
        Ruleset::Fibonacci if !domain.is_box() => wrong(
            InvalidInputKind::NeedsBox,
            "the second coordinate of Fibonacci Nim is a limit, not a heap",
            "bound the heap and the limit by a box instead of the token sum",
        ),
        Ruleset::Fibonacci => {
            let [_, heap, limit] = domain.sides().map(|side| side - 1);
            // Taking m of n leaves the limit min(2m, n - m), which is largest near m = n/3.
            match limit == 0 || limit >= largest_limit_after(heap) {
                true => Ok(()),
                false => wrong(
                    InvalidInputKind::OptionsOutsideDomain,
                    format!(
                        "a move from the heap {heap} may leave the limit {}, beyond the box",
                        largest_limit_after(heap)
                    ),
                    "give a square box, as in 1000, or one with two thirds as many limits as heaps",
                ),
            }
        }
        _ => Ok(()),
    }
}

/// The largest limit that a move from a heap of n leaves: the largest min(2m, n - m).
fn largest_limit_after(n: u32) -> u32 {
    (u64::from(n) * 2 / 3) as u32
}

fn check_quantity(
    ruleset: &Ruleset,
    quantity: Quantity,
    convention: Convention,
) -> Result<(), Wrong> {
    let is_partizan = matches!(ruleset, Ruleset::Partizan(_));
    match quantity {
        Quantity::OutcomeClass if !is_partizan => wrong(
            InvalidInputKind::QuantityDoesNotApply { instead: "grundy or outcome" },
            "outcome classes are tabulated for partizan games",
            "tabulate grundy or outcome",
        ),
        Quantity::OutcomeClass => Ok(()),
        _ if is_partizan => wrong(
            InvalidInputKind::QuantityDoesNotApply { instead: "outcome-class" },
            "a partizan game has outcome classes alone",
            "tabulate outcome-class",
        ),
        Quantity::Palaces if !matches!(ruleset, Ruleset::Vector(_)) => wrong(
            InvalidInputKind::QuantityDoesNotApply { instead: "grundy or outcome" },
            "palace numbers are tabulated for vector games",
            "tabulate grundy or outcome",
        ),
        Quantity::Grundy if ruleset.blocking_number() > 0 => wrong(
            InvalidInputKind::QuantityDoesNotApply { instead: "palaces or outcome" },
            "a blocking game has no Grundy values",
            "tabulate palaces or outcome",
        ),
        _ if convention == Convention::Misere && ruleset.blocking_number() > 0 => wrong(
            InvalidInputKind::MisereWithBlocking,
            "misère play is not defined with blocking",
            "choose normal play, or leave out the modifier block",
        ),
        Quantity::Palaces if convention == Convention::Misere => wrong(
            InvalidInputKind::MisereOfPalaces,
            "palace numbers are tabulated for normal play",
            "choose normal play, or tabulate grundy or outcome",
        ),
        _ => Ok(()),
    }
}

/// A bound on the palace numbers of a game, and on the P-positions on one line of it.
pub(crate) fn most_palaces(game: &VectorGame) -> u64 {
    let altered = game.alterations().len() as u64;
    let of_ray = u64::from(game.blocking_number()) + 1 + altered;
    of_ray * game.rays().len() as u64 + altered + game.terminals().len() as u64
}

fn sum(ray: [u32; 3]) -> u64 {
    ray.iter().map(|&c| u64::from(c)).sum()
}
