//! What is true of a game as a whole, and which quantities are tabulated of such a game.

use crate::invalid_input::InvalidInputKind;
use crate::quantity::{Convention, Quantity};

/// What is true of a game whatever the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameFacts {
    /// The number of heaps, 1 to 4.
    pub heaps: usize,
    /// Whether Left and Right have different moves.
    pub is_partizan: bool,
    /// What moves pay the player who makes them.
    pub points: Points,
    /// How many options the opponent may block before each move.
    pub blocking_number: u32,
    /// Whether a move may lead to several positions, or to none: to a sum. Then the Grundy values alone tell the value of an
    /// option, the xor of those of its positions.
    pub has_sums: bool,
    /// Whether a move may make a heap larger. Otherwise every option is dominated by its position, so that any box
    /// holds the options of its positions.
    pub heaps_may_grow: bool,
    /// Whether play may go on for ever, so that positions may be drawn.
    pub is_loopy: bool,
    /// Whether anything is known of its moves; not of values that a user gives, of whatever quantity they are.
    pub are_moves_known: bool,
    /// Whether no method counts the options of positions, or what moves pay: Grundy values and outcomes alone are tabulated.
    pub has_wins_alone: bool,
}

/// What moves pay the player who makes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Points {
    /// Nothing is said of points.
    Unstated,
    /// Some points, of which quantities that are no scores know nothing.
    Stated,
    /// Points other than the tokens that the moves take, which are given for the sake of scores alone.
    ForScores,
}

impl GameFacts {
    /// Returns the facts of an impartial game of which nothing else is true.
    pub(crate) const fn of_impartial(heaps: usize) -> Self {
        GameFacts {
            heaps,
            is_partizan: false,
            points: Points::Unstated,
            blocking_number: 0,
            has_sums: false,
            is_loopy: false,
            heaps_may_grow: false,
            are_moves_known: true,
            has_wins_alone: false,
        }
    }

    /// Checks that a quantity is tabulated of games of which these facts are true, in this play convention.
    ///
    /// # Errors
    /// When it is not defined for them, or not tabulated.
    pub(super) fn check(&self, quantity: Quantity, convention: Convention) -> Result<(), Misfit> {
        use Quantity::*;
        if !self.are_moves_known {
            return Ok(());
        }
        if self.has_sums {
            return self.check_sums(quantity, convention);
        }
        let (is_partizan, is_blocking) = (self.is_partizan, self.blocking_number > 0);
        let (is_score, is_misere) = (quantity.is_score(), convention == Convention::Misere);
        let values = values_of_all_players(quantity);
        let (scores, no_scores) = match is_partizan {
            true => ("score-left or score-right", "outcome-class"),
            false => ("score", "grundy or outcome"),
        };
        match quantity {
            Palaces | Score | ScoreLeft | ScoreRight if self.is_loopy => not_tabulated(
                match quantity {
                    Palaces => {
                        "the rules are loopy: how many options are P-positions does not tell whether a position without one \
                         is a P-position or drawn"
                    }
                    _ => {
                        "the rules are loopy: points are counted at the end of play, and play may go on for ever"
                    }
                },
                if is_partizan { "outcome-class" } else { "grundy, outcome or remoteness" },
            ),
            Grundy if self.is_loopy && is_misere => misfit(
                InvalidInputKind::QuantityDoesNotApply { instead: "outcome" },
                "the values of loopy games, which tell those of sums, are defined for normal play alone",
                "choose normal play, or tabulate outcome",
            ),
            OutcomeClass if !is_partizan => not_tabulated(
                "outcome classes are tabulated for partizan games",
                "grundy or outcome",
            ),
            _ if self.has_wins_alone && !matches!(quantity, Grundy | Outcome) => {
                not_tabulated(format!("{values} are tabulated for vector games"), no_scores)
            }
            Score if is_partizan => not_tabulated(
                "a partizan game has two scores: if Left begins, and if Right begins",
                scores,
            ),
            ScoreLeft | ScoreRight if !is_partizan => {
                not_tabulated("the game is impartial: it has a single score", scores)
            }
            Grundy | Outcome | Palaces | Remoteness if is_partizan => not_tabulated(
                "a partizan game has outcome classes and scores alone",
                "outcome-class, score-left or score-right",
            ),
            _ if self.points == Points::ForScores && !is_score => misfit(
                InvalidInputKind::QuantityDoesNotApply { instead: scores },
                "the points of the moves matter to scores alone",
                format!("tabulate {scores}, or leave the points out"),
            ),
            Score | Remoteness if is_blocking => misfit(
                InvalidInputKind::QuantityDoesNotApply { instead: "palaces or outcome" },
                format!("{values} are not defined with blocking"),
                "leave out the modifier block, or tabulate palaces or outcome",
            ),
            Grundy if is_blocking => {
                not_tabulated("a blocking game has no Grundy values", "palaces or outcome")
            }
            _ if is_score && is_misere => misfit(
                InvalidInputKind::MisereOfScores { instead: no_scores },
                "in a scoring game the points decide, not who moves last, so it has no misère play",
                format!("choose normal play, or tabulate {no_scores}"),
            ),
            _ if is_score && self.points == Points::Unstated => misfit(
                InvalidInputKind::QuantityDoesNotApply { instead: no_scores },
                "no clause says what its moves pay",
                "write `pays` behind a clause, as in (x - k) for 1 <= k <= x pays k",
            ),
            _ if is_misere && is_blocking => misfit(
                InvalidInputKind::MisereWithBlocking,
                "misère play is not defined with blocking",
                "choose normal play, or leave out the modifier block",
            ),
            Palaces | Remoteness if is_misere => misfit(
                InvalidInputKind::MisereOfPalaces,
                format!("{values} are tabulated for normal play"),
                format!("choose normal play, or tabulate {no_scores}"),
            ),
            _ => Ok(()),
        }
    }

    /// Checks the same where moves lead to sums of positions: all but Grundy values and outcomes in normal play is refused.
    fn check_sums(&self, quantity: Quantity, convention: Convention) -> Result<(), Misfit> {
        if self.is_partizan {
            return misfit(
                InvalidInputKind::ModifierDoesNotApply,
                "moves lead to sums of positions, and the outcome of a sum does not follow from the outcome classes of its \
                 positions, nor its score from their scores",
                "give Left and Right the same moves, or moves to single positions",
            );
        }
        if self.blocking_number > 0 {
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
                    "moves lead to sums of positions, of which Grundy values tell who wins, but {} of positions do not \
                     tell that of their sum",
                    values_of_all_players(quantity)
                ),
                "grundy or outcome",
            ),
        }
    }
}

/// Returns what the values of a quantity are called, whoever begins.
fn values_of_all_players(quantity: Quantity) -> &'static str {
    if quantity.is_score() { "scores" } else { quantity.values_name() }
}

/// Why a domain, a quantity or a play convention does not fit a game.
pub struct Misfit {
    pub kind: InvalidInputKind,
    pub problem: String,
    pub hint: String,
}

/// Describes a misfit.
pub(crate) fn misfit<T>(
    kind: InvalidInputKind,
    problem: impl Into<String>,
    hint: impl Into<String>,
) -> Result<T, Misfit> {
    Err(Misfit { kind, problem: problem.into(), hint: hint.into() })
}

/// Refuses a quantity; `instead` names those that are tabulated.
fn not_tabulated<T>(problem: impl Into<String>, instead: &'static str) -> Result<T, Misfit> {
    let kind = InvalidInputKind::QuantityDoesNotApply { instead };
    misfit(kind, problem, format!("tabulate {instead}"))
}
