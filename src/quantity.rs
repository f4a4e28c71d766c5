//! What is tabulated, and under which play convention.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::wording::did_you_mean;

/// What a table holds for each position.
///
/// The text that [`Display`](fmt::Display) prints is read by [`FromStr`].
///
/// ```
/// use grundytab::Quantity;
/// assert_eq!("outcome-class".parse(), Ok(Quantity::OutcomeClass));
/// assert_eq!(Quantity::OutcomeClass.to_string(), "outcome-class");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Quantity {
    /// The Grundy value: the mex over the options' values. It is 0 exactly at P-positions.
    Grundy,
    /// The outcome: 1 (true) at P-positions, 0 (false) at N-positions.
    Outcome,
    /// The palace number: how many distinct options are P-positions. With `b` options blocked
    /// before each move, a position is P iff its palace number is at most `b`
    /// (Larsson, Blocking Wythoff Nim, 2011).
    Palaces,
    /// The outcome class of a partizan game, who wins when Left begins and when Right begins: 0 for
    /// P (the previous player wins), 1 for N (the next player), 2 for L (Left, whoever begins), 3
    /// for R (Right).
    #[serde(rename = "outcome-class")]
    OutcomeClass,
    /// The score of a scoring game: what the player to move gets in the end, less what the other
    /// player gets, if both play as well as they can. It is the maximum, over the options, of the points
    /// of the move less the score of the option, and 0 at terminal positions (Milnor, Sums of positional
    /// games, 1953; Hanner, Mean play of sums of positional games, 1959).
    Score,
    /// The score of a partizan game in which Left begins: Left's points less Right's, if both play as well
    /// as they can. Play ends when the player whose turn it is has no move (Stewart, Scoring play
    /// combinatorial games, 2012). [`options`](crate::engine::options) of both players and the recursion are in
    /// [`value_by_definition`](crate::engine::value_by_definition).
    #[serde(rename = "score-left")]
    ScoreLeft,
    /// The score of a partizan game in which Right begins: Left's points less Right's, too.
    #[serde(rename = "score-right")]
    ScoreRight,
}

/// Names of the outcome classes, indexed by their stored values: the previous player wins (P), the
/// next player wins (N), Left wins whoever moves first (L), Right wins whoever moves first (R).
pub(crate) const OUTCOME_CLASSES: [&str; 4] = ["P", "N", "L", "R"];

/// Whether Left, who has moved to a position of this class, wins: Right, moving first, loses.
#[inline]
pub(crate) fn is_won_by_left(class: u32) -> bool {
    class == 0 || class == 2
}

/// Whether Right, who has moved to a position of this class, wins.
#[inline]
pub(crate) fn is_won_by_right(class: u32) -> bool {
    class == 0 || class == 3
}

/// Who wins when no move is left.
///
/// The text that [`Display`](fmt::Display) prints is read by [`FromStr`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins; a terminal position has Grundy value 1.
    Misere,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        })
    }
}

impl Convention {
    /// Returns what the convention is called in a sentence, where its name is that of the notation.
    ///
    /// ```
    /// use grundytab::Convention;
    /// assert_eq!(Convention::Misere.play(), "misère play");
    /// assert_eq!(Convention::Misere.to_string(), "misere");
    /// ```
    pub fn play(self) -> &'static str {
        match self {
            Convention::Normal => "normal play",
            Convention::Misere => "misère play",
        }
    }
}

impl FromStr for Quantity {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        named(Quantity::ALL, text, "quantity")
    }
}

impl FromStr for Convention {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        named(&[Convention::Normal, Convention::Misere], text, "play convention")
    }
}

/// Returns the one of `all` that prints as `text`; `what` names the type in the error.
///
/// # Errors
/// When there is none; the hint lists the names.
pub(crate) fn named<T: Copy + fmt::Display>(
    all: &[T],
    text: &str,
    what: &str,
) -> Result<T, InvalidInput> {
    let found = all.iter().copied().find(|candidate| candidate.to_string() == text);
    found.ok_or_else(|| {
        let names: Vec<String> = all.iter().map(T::to_string).collect();
        let meant = did_you_mean(text, names.iter().map(String::as_str));
        InvalidInput::new(
            InvalidInputKind::UnknownName,
            text,
            format!("there is no {what} {text:?}"),
            format!("{meant}it is one of {}", names.join(", ")),
        )
    })
}

impl Quantity {
    /// All quantities.
    pub const ALL: &[Quantity] = &[
        Quantity::Grundy,
        Quantity::Outcome,
        Quantity::Palaces,
        Quantity::OutcomeClass,
        Quantity::Score,
        Quantity::ScoreLeft,
        Quantity::ScoreRight,
    ];

    /// Returns the name of the quantity, as in `grundy`.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Grundy => "grundy",
            Quantity::Outcome => "outcome",
            Quantity::Palaces => "palaces",
            Quantity::OutcomeClass => "outcome-class",
            Quantity::Score => "score",
            Quantity::ScoreLeft => "score-left",
            Quantity::ScoreRight => "score-right",
        }
    }

    /// Describes the values of the quantity in a line.
    pub fn description(self) -> &'static str {
        match self {
            Quantity::Grundy => "The mex over the options' values",
            Quantity::Outcome => "True at P-positions, where the previous player wins",
            Quantity::Palaces => "How many options are P-positions (vector games)",
            Quantity::OutcomeClass => "P, N, L or R as 0 to 3 (partizan games)",
            Quantity::Score => "Points of the player to move minus the other's (vector games)",
            Quantity::ScoreLeft => "Left's points minus Right's if Left begins (partizan games)",
            Quantity::ScoreRight => "Left's points minus Right's if Right begins (partizan games)",
        }
    }

    /// Returns what a value of this quantity is called, as in `Grundy value`.
    pub fn value_name(self) -> &'static str {
        match self {
            Quantity::Grundy => "Grundy value",
            Quantity::Outcome => "outcome",
            Quantity::Palaces => "palace number",
            Quantity::OutcomeClass => "outcome class",
            Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => "score",
        }
    }

    /// Returns whether the values are numbers, Grundy values, palace numbers or scores, and no outcomes.
    ///
    /// ```
    /// use grundytab::Quantity;
    /// assert!(Quantity::Palaces.is_number() && !Quantity::OutcomeClass.is_number());
    /// ```
    pub fn is_number(self) -> bool {
        match self {
            Quantity::Grundy | Quantity::Palaces => true,
            Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => true,
            Quantity::Outcome | Quantity::OutcomeClass => false,
        }
    }

    /// Returns whether the values are scores, of whoever begins. Only scores can be negative.
    #[inline]
    pub fn is_score(self) -> bool {
        match self {
            Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => true,
            Quantity::Grundy | Quantity::Outcome | Quantity::Palaces | Quantity::OutcomeClass => {
                false
            }
        }
    }

    /// Returns whether the values are scores of a partizan game, in which one of the players begins.
    pub(crate) fn is_of_one_player(self) -> bool {
        match self {
            Quantity::ScoreLeft | Quantity::ScoreRight => true,
            Quantity::Grundy
            | Quantity::Outcome
            | Quantity::Palaces
            | Quantity::OutcomeClass
            | Quantity::Score => false,
        }
    }

    /// Returns whether values can be negative.
    #[inline]
    pub fn is_signed(self) -> bool {
        self.is_score()
    }

    /// Returns the number that a stored value stands for. Negative scores are passed in two's complement,
    /// see [`values`](crate::values).
    ///
    /// ```
    /// use grundytab::Quantity;
    /// assert_eq!(Quantity::Score.number(u32::MAX), -1);
    /// assert_eq!(Quantity::Grundy.number(u32::MAX), 4_294_967_295);
    /// ```
    #[inline]
    pub fn number(self, value: u32) -> i64 {
        if self.is_signed() { i64::from(value as i32) } else { i64::from(value) }
    }

    /// Returns whether the values say which positions are P-positions. In a scoring game the player who
    /// has more points wins, not the one who moves last, and a score tells nothing of that.
    pub fn has_p_positions(self) -> bool {
        !self.is_score()
    }

    /// Returns what values of this quantity are called, as in `Grundy values`.
    pub fn values_name(self) -> &'static str {
        match self {
            Quantity::Grundy => "Grundy values",
            Quantity::Outcome => "outcomes",
            Quantity::Palaces => "palace numbers",
            Quantity::OutcomeClass => "outcome classes",
            Quantity::Score => "scores",
            Quantity::ScoreLeft => "scores if Left begins",
            Quantity::ScoreRight => "scores if Right begins",
        }
    }

    /// Returns the outcome class of a position that has the stored value `value`: `P`, `N`, `L` or
    /// `R`. None of them, `?`, if no position has this value, or the value is a score.
    pub fn outcome_class(self, value: u32, blocking_number: u32) -> &'static str {
        match self {
            Quantity::OutcomeClass => OUTCOME_CLASSES.get(value as usize).unwrap_or(&"?"),
            Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => "?",
            Quantity::Grundy | Quantity::Outcome | Quantity::Palaces => {
                OUTCOME_CLASSES[usize::from(!self.is_p_position(value, blocking_number))]
            }
        }
    }

    /// Whether `value`, the stored value of a position, marks it as a P-position when the opponent
    /// may block up to `blocking_number` options.
    #[inline]
    pub fn is_p_position(self, value: u32, blocking_number: u32) -> bool {
        let (first, last) = self.p_values(blocking_number);
        (first..=last).contains(&value)
    }

    /// Returns the smallest and the largest value that mark P-positions. The smallest is the greater one
    /// if no value marks any.
    #[inline]
    pub(crate) fn p_values(self, blocking_number: u32) -> (u32, u32) {
        match self {
            Quantity::Grundy | Quantity::OutcomeClass => (0, 0),
            Quantity::Outcome => (1, 1),
            Quantity::Palaces => (0, blocking_number),
            // No value lies between these.
            Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => (1, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_outcome_classes() {
        let classes = |quantity: Quantity, blocking_number| {
            [0, 1, 2, 3, 4].map(|value| quantity.outcome_class(value, blocking_number)).join("")
        };
        assert_eq!(classes(Quantity::Grundy, 0), "PNNNN");
        assert_eq!(classes(Quantity::Outcome, 0), "NPNNN");
        assert_eq!(classes(Quantity::Palaces, 2), "PPPNN");
        assert_eq!(classes(Quantity::OutcomeClass, 0), "PNLR?");
    }

    #[test]
    fn printing_and_parsing_are_inverse() {
        for &quantity in Quantity::ALL {
            assert_eq!(quantity.to_string().parse(), Ok(quantity));
            // A new quantity does not compile here: add it to the list of all as well.
            match quantity {
                Quantity::Grundy
                | Quantity::Outcome
                | Quantity::Palaces
                | Quantity::OutcomeClass
                | Quantity::Score
                | Quantity::ScoreLeft
                | Quantity::ScoreRight => {}
            }
        }
        for convention in [Convention::Normal, Convention::Misere] {
            assert_eq!(convention.to_string().parse(), Ok(convention));
        }
        let error = "nimbers".parse::<Quantity>().expect_err("no quantity");
        assert_eq!(error.kind, InvalidInputKind::UnknownName);
        assert!(
            error.hint.contains("grundy, outcome, palaces, outcome-class, score, score-left"),
            "{error}"
        );
    }
}
