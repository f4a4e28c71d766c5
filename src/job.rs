//! Jobs: what is to be tabulated, checked to make sense, and the bound on its values.

use crate::domain::Domain;
use crate::quantity::{Convention, Quantity};
use crate::refusal::Refusal;
use crate::ruleset::{DigraphGame, Ruleset, VectorGame};
use crate::values::ValueType;

/// A ruleset, a domain, a quantity and a play convention that fit together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    ruleset: Ruleset,
    domain: Domain,
    quantity: Quantity,
    convention: Convention,
}

/// How the fast engines compute a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// Accumulators along the lines of each ray.
    Lines(VectorGame),
    /// A threshold per value, edge and heap beside the edge.
    Thresholds(DigraphGame),
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
    /// When the domain has another number of heaps than the game, or is a box and tokens can
    /// return; when Grundy values are asked of a blocking game, palace numbers of a game that is
    /// not a vector game, or misère play of either.
    pub fn new(
        ruleset: Ruleset,
        domain: Domain,
        quantity: Quantity,
        convention: Convention,
    ) -> Result<Self, Refusal> {
        let refuse = |wrong: String, right: &str| {
            Err(Refusal::new(format!("{ruleset} on {domain}"), wrong, right))
        };
        if domain.heaps() != ruleset.heaps() {
            return refuse(
                format!(
                    "the box has {} sides and the game {} heaps",
                    domain.heaps(),
                    ruleset.heaps()
                ),
                "give one side for all heaps, as in 100, or one for each, as in 500x300",
            );
        }
        match &ruleset {
            Ruleset::Digraph(game) if domain.is_box() && game.as_vector_game().is_none() => {
                return refuse(
                    "tokens can return to a heap, and options lie outside the box".into(),
                    "give --tokens N instead of --box",
                );
            }
            Ruleset::Digraph(_) if quantity == Quantity::Palaces => {
                return refuse(
                    "palace numbers are tabulated for vector games".into(),
                    "ask for --quantity grundy or outcome",
                );
            }
            _ => {}
        }
        if ruleset.block() > 0 && quantity == Quantity::Grundy {
            return refuse(
                "a blocking game has no Grundy values".into(),
                "ask for --quantity palaces or outcome",
            );
        }
        if convention == Convention::Misere && ruleset.block() > 0 {
            return refuse(
                "misère play is not defined with blocking".into(),
                "leave out --misere or the modifier block",
            );
        }
        if convention == Convention::Misere && quantity == Quantity::Palaces {
            return refuse(
                "palace numbers are tabulated for normal play".into(),
                "leave out --misere, or ask for --quantity grundy or outcome",
            );
        }
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

    /// Whether the value of a position marks it as a P-position.
    #[inline]
    pub fn is_p_position(&self, value: u32) -> bool {
        self.quantity.is_p_position(value, self.ruleset.block())
    }

    /// The mathematics that computes it fast.
    pub fn method(&self) -> Method {
        match &self.ruleset {
            Ruleset::Vector(game) => Method::Lines(game.clone()),
            Ruleset::Digraph(game) => match game.as_vector_game() {
                Some(game) => Method::Lines(game),
                None => Method::Thresholds(game.clone()),
            },
        }
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
        let bounds = match (self.quantity, self.method()) {
            (Quantity::Outcome, _) => vec![(1, "an outcome is 0 or 1")],
            (Quantity::Grundy, Method::Lines(game)) => vec![
                (self.longest_play(&game), "the longest play"),
                (self.most_options(&game), "the number of options"),
            ],
            (Quantity::Grundy, Method::Thresholds(_)) => {
                vec![(u64::from(self.domain.largest_rank()), "the largest token sum")]
            }
            (Quantity::Palaces, Method::Lines(game)) => vec![
                (self.most_options(&game), "the number of options"),
                (most_palaces(&game), "block + 1 palaces on each ray, and the altered moves"),
            ],
            (Quantity::Palaces, Method::Thresholds(_)) => vec![(u64::MAX, "not tabulated")],
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
    pub fn value_type(&self) -> Result<ValueType, Refusal> {
        let bound = self.bound().largest_value;
        let narrowest = match self.quantity {
            Quantity::Outcome => Some(ValueType::Bool),
            Quantity::Grundy => ValueType::narrowest(bound, ValueType::U8),
            Quantity::Palaces => ValueType::narrowest(bound, ValueType::U16),
        };
        narrowest.ok_or_else(|| {
            Refusal::new(
                format!("{} on {}", self.ruleset, self.domain),
                format!("its values may reach {bound}"),
                "choose a domain whose values fit in 32 bits",
            )
        })
    }

    /// About how many options the position with the largest heaps has.
    pub(crate) fn options_of_largest_position(&self) -> u64 {
        match self.method() {
            Method::Lines(game) => self.most_options(&game),
            Method::Thresholds(game) => {
                // Take i, return fewer: the sum of 1..=n along each edge, all tokens at one end.
                let tokens = u64::from(self.domain.largest_rank());
                game.edges().len() as u64 * (tokens * (tokens + 1) / 2)
            }
        }
    }

    fn longest_play(&self, game: &VectorGame) -> u64 {
        let moves = game.rays().iter().chain(game.alterations());
        let shortest_move = moves.map(|vector| sum(*vector)).min().unwrap_or(1);
        u64::from(self.domain.largest_rank()) / shortest_move
    }

    fn most_options(&self, game: &VectorGame) -> u64 {
        let sides = self.domain.sides();
        let options = |ray: &[u32; 3]| {
            let steps =
                (0..3).filter(|&axis| ray[axis] > 0).map(|axis| (sides[axis] - 1) / ray[axis]);
            u64::from(steps.min().unwrap_or(0))
        };
        game.rays().iter().map(options).sum::<u64>() + game.alterations().len() as u64
    }
}

fn most_palaces(game: &VectorGame) -> u64 {
    let altered = game.alterations().len() as u64;
    let of_ray = u64::from(game.block()) + 1 + altered;
    of_ray * game.rays().len() as u64 + altered + game.terminals().len() as u64
}

fn sum(ray: [u32; 3]) -> u64 {
    ray.iter().map(|&c| u64::from(c)).sum()
}
