//! What is tabulated, and under which play convention.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::values::ValueType;
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
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
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
    OutcomeClass,
    /// The score of a scoring game: what the player to move gets in the end, less what the other player gets, if both
    /// play as well as they can. It is the maximum, over the options, of the points of the move less the score of the
    /// option, and 0 at terminal positions (Milnor, Sums of positional games, 1953; Hanner, Mean play of sums of
    /// positional games, 1959).
    Score,
    /// The score of a partizan game in which Left begins: Left's points less Right's, if both play as well
    /// as they can. Play ends when the player whose turn it is has no move (Stewart, Scoring play
    /// combinatorial games, 2012).
    ///
    /// [`options`](crate::engine::options) of both players and the recursion are in
    /// [`value_by_definition`](crate::engine::value_by_definition).
    ScoreLeft,
    /// The score of a partizan game in which Right begins: Left's points less Right's, too.
    ScoreRight,
    /// The remoteness: how many moves are left until play ends, if the player who wins hurries and the other one
    /// delays. It is 0 at terminal positions; else one more than the least even remoteness of an option or, if all
    /// are odd, one more than the largest. It is even exactly at P-positions (Smith, Graphs and composite games,
    /// 1966; Berlekamp, Conway and Guy, Winning Ways, chapter 9).
    Remoteness,
}

/// What is the same for all values of a quantity.
struct QuantityFacts {
    name: &'static str,
    description: &'static str,
    value_name: &'static str,
    values_name: &'static str,
    values_in_full: &'static str,
    heading: &'static str,
    least_type: ValueType,
}

/// What kind of values a quantity has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Numbers without a sign.
    Number,
    /// Whether a position is a P-position.
    Outcome,
    /// Outcome classes.
    Class,
    /// Scores, which can be negative.
    Score,
}

/// The values that mark P-positions: those from the first to the last, none if the first is the greater one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PValues {
    pub first: u32,
    pub last: u32,
    /// Whether only the even ones of them mark P-positions.
    pub are_even: bool,
}

impl PValues {
    /// Whether a value marks P-positions.
    #[inline]
    pub fn contains(self, value: u32) -> bool {
        self.first <= value && value <= self.last && !(self.are_even && value % 2 == 1)
    }
}

/// The player who moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// The next player of an impartial game.
    Next,
    /// Left in a partizan game.
    Left,
    /// Right in a partizan game.
    Right,
}

impl Mover {
    /// Returns who moves next.
    pub fn opponent(self) -> Self {
        match self {
            Mover::Next => Mover::Next,
            Mover::Left => Mover::Right,
            Mover::Right => Mover::Left,
        }
    }
}

/// Names of the outcome classes, indexed by their stored values: the previous player wins (P), the
/// next player wins (N), Left wins whoever moves first (L), Right wins whoever moves first (R).
pub const OUTCOME_CLASSES: [&str; 4] = ["P", "N", "L", "R"];

/// Names of all outcome classes: those above, and behind them those of loopy games, in which a play without end is a draw.
/// `D` is drawn whoever begins. Of the others, one play is drawn and who begins the other one decides it: Left wins moving
/// first (`NHat`) or second (`PHat`), or Right does (`NCheck`, `PCheck`) (Siegel, Combinatorial Game Theory, 2013, chapter VI,
/// where the letters have hats and checks).
pub const OUTCOME_CLASSES_WITH_DRAWS: [&str; 9] =
    ["P", "N", "L", "R", "D", "NHat", "NCheck", "PHat", "PCheck"];

/// The value of a drawn position in a table of outcomes.
pub const DRAWN_OUTCOME: u32 = 2;
/// The value of a drawn position in a table of remotenesses: -1, as values travel.
pub const DRAWN_REMOTENESS: u32 = u32::MAX;

/// How a play ends for the player who begins it, or that it does not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayResult {
    /// The player who begins loses.
    Lost,
    /// The player who begins wins.
    Won,
    /// Both can avoid to lose, for ever.
    Drawn,
}

/// Returns the outcome class of a position by how plays end that Left and Right begin.
pub fn class_of_results(left: PlayResult, right: PlayResult) -> u32 {
    use PlayResult::*;
    match (left, right) {
        (Lost, Lost) => 0,
        (Won, Won) => 1,
        (Won, Lost) => 2,
        (Lost, Won) => 3,
        (Drawn, Drawn) => 4,
        (Won, Drawn) => 5,
        (Drawn, Won) => 6,
        (Drawn, Lost) => 7,
        (Lost, Drawn) => 8,
    }
}

/// Returns how plays end that Left and Right begin, of a position of this class.
pub fn results_of_class(class: u32) -> [PlayResult; 2] {
    use PlayResult::*;
    match class {
        0 => [Lost, Lost],
        1 => [Won, Won],
        2 => [Won, Lost],
        3 => [Lost, Won],
        4 => [Drawn, Drawn],
        5 => [Won, Drawn],
        6 => [Drawn, Won],
        7 => [Drawn, Lost],
        _ => [Lost, Drawn],
    }
}

/// Returns the class of a position that each player, moving first, wins or not.
#[inline]
pub(crate) fn class_of_wins(left_wins: bool, right_wins: bool) -> u32 {
    match (left_wins, right_wins) {
        (false, false) => 0,
        (true, true) => 1,
        (true, false) => 2,
        (false, true) => 3,
    }
}

/// Whether Left, who has moved to a position of this class, wins: Right, moving first, loses.
#[inline]
pub fn is_won_by_left(class: u32) -> bool {
    matches!(class, 0 | 2 | 7)
}

/// Whether Right, who has moved to a position of this class, wins.
#[inline]
pub fn is_won_by_right(class: u32) -> bool {
    matches!(class, 0 | 3 | 8)
}

/// Who wins when no move is left.
///
/// The text that [`Display`](fmt::Display) prints is read by [`FromStr`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
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
        self.serialize(f)
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
        Quantity::Remoteness,
    ];

    /// Returns what is known of the quantity.
    fn facts(self) -> &'static QuantityFacts {
        match self {
            Quantity::Grundy => &QuantityFacts {
                name: "grundy",
                description: "The mex over the options' values",
                value_name: "Grundy value",
                values_name: "Grundy values",
                values_in_full: "Grundy values",
                heading: "Grundy value",
                least_type: ValueType::U8,
            },
            Quantity::Outcome => &QuantityFacts {
                name: "outcome",
                description: "True at P-positions, where the previous player wins",
                value_name: "outcome",
                values_name: "outcomes",
                values_in_full: "outcomes (1 at P-positions, else 0)",
                heading: "outcome",
                least_type: ValueType::Bool,
            },
            Quantity::Palaces => &QuantityFacts {
                name: "palaces",
                description: "How many options are P-positions (vector games)",
                value_name: "palace number",
                values_name: "palace numbers",
                values_in_full: "palace numbers (how many options are P-positions)",
                heading: "palace number",
                least_type: ValueType::U16,
            },
            Quantity::OutcomeClass => &QuantityFacts {
                name: "outcome-class",
                description: "P, N, L or R as 0 to 3 (partizan games)",
                value_name: "outcome class",
                values_name: "outcome classes",
                values_in_full: "outcome classes (0 P, 1 N, 2 L, 3 R)",
                heading: "outcome class",
                least_type: ValueType::U8,
            },
            Quantity::Score => &QuantityFacts {
                name: "score",
                description: "Points of the player to move minus the other's (vector games)",
                value_name: "score",
                values_name: "scores",
                values_in_full: "scores (of the player to move, minus the other's)",
                heading: "score of the player to move",
                least_type: ValueType::I8,
            },
            Quantity::ScoreLeft => &QuantityFacts {
                name: "score-left",
                description: "Left's points minus Right's if Left begins (partizan games)",
                value_name: "score",
                values_name: "scores if Left begins",
                values_in_full: "scores (of Left, minus Right's) if Left begins",
                heading: "Left's points less Right's, if Left begins",
                least_type: ValueType::I8,
            },
            Quantity::ScoreRight => &QuantityFacts {
                name: "score-right",
                description: "Left's points minus Right's if Right begins (partizan games)",
                value_name: "score",
                values_name: "scores if Right begins",
                values_in_full: "scores (of Left, minus Right's) if Right begins",
                heading: "Left's points less Right's, if Right begins",
                least_type: ValueType::I8,
            },
            Quantity::Remoteness => &QuantityFacts {
                name: "remoteness",
                description: "Moves left if the winner hurries and the loser delays (vector games)",
                value_name: "remoteness",
                values_name: "remotenesses",
                values_in_full: "remotenesses (moves left if the winner hurries, the loser delays)",
                heading: "remoteness",
                least_type: ValueType::U8,
            },
        }
    }

    /// Returns what kind of values the quantity has.
    #[inline]
    pub fn kind(self) -> ValueKind {
        match self {
            Quantity::Grundy | Quantity::Palaces | Quantity::Remoteness => ValueKind::Number,
            Quantity::Outcome => ValueKind::Outcome,
            Quantity::OutcomeClass => ValueKind::Class,
            Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => ValueKind::Score,
        }
    }

    /// Returns whose first move the values are about.
    pub fn beginner(self) -> Mover {
        match self {
            Quantity::ScoreLeft => Mover::Left,
            Quantity::ScoreRight => Mover::Right,
            _ => Mover::Next,
        }
    }

    /// Returns the name of the quantity, as in `grundy`.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Describes the values of the quantity in a line.
    pub fn description(self) -> &'static str {
        self.facts().description
    }

    /// Returns what a value of this quantity is called, as in `Grundy value`.
    pub fn value_name(self) -> &'static str {
        self.facts().value_name
    }

    /// Returns what values of this quantity are called, as in `Grundy values`.
    pub fn values_name(self) -> &'static str {
        self.facts().values_name
    }

    /// Returns what values of this quantity are called, with what the numbers mean.
    pub fn values_in_full(self) -> &'static str {
        self.facts().values_in_full
    }

    /// Returns the heading of the legend of a picture.
    pub fn heading(self) -> &'static str {
        self.facts().heading
    }

    /// Returns the narrowest type in which values are stored.
    pub(crate) fn least_type(self) -> ValueType {
        self.facts().least_type
    }

    /// Returns whether the values are numbers rather than outcomes.
    ///
    /// ```
    /// use grundytab::Quantity;
    /// assert!(Quantity::Palaces.is_number() && !Quantity::OutcomeClass.is_number());
    /// ```
    pub fn is_number(self) -> bool {
        matches!(self.kind(), ValueKind::Number | ValueKind::Score)
    }

    /// Returns whether the values are scores, of whoever begins. Only scores can be negative.
    #[inline]
    pub fn is_score(self) -> bool {
        self.kind() == ValueKind::Score
    }

    /// Returns whether the values are scores of a partizan game, in which one of the players begins.
    pub(crate) fn is_of_one_player(self) -> bool {
        self.beginner() != Mover::Next
    }

    /// Returns whether values can be negative.
    #[inline]
    pub fn is_signed(self) -> bool {
        self.is_score()
    }

    /// Returns the number that a stored value stands for. Negative scores are passed in two's complement,
    /// see [`Values`](crate::Values).
    ///
    /// ```
    /// use grundytab::Quantity;
    /// assert_eq!(Quantity::Score.number(u32::MAX), -1);
    /// assert_eq!(Quantity::Grundy.number(u32::MAX), 4_294_967_295);
    /// ```
    #[inline]
    pub fn number(self, value: u32) -> i64 {
        let is_draw = self == Quantity::Remoteness && value == DRAWN_REMOTENESS;
        if self.is_signed() || is_draw { i64::from(value as i32) } else { i64::from(value) }
    }

    /// Returns whether the values say which positions are P-positions. In a scoring game the player who
    /// has more points wins, not the one who moves last, and a score does not determine that.
    pub fn has_p_positions(self) -> bool {
        !self.is_score()
    }

    /// Returns the outcome class of a position that has the stored value `value`: `P`, `N`, `L` or
    /// `R`. None of them, `?`, if no position has this value, or the value is a score.
    pub fn outcome_class(self, value: u32, blocking_number: u32) -> &'static str {
        match self.kind() {
            ValueKind::Class => OUTCOME_CLASSES_WITH_DRAWS.get(value as usize).unwrap_or(&"?"),
            ValueKind::Score => "?",
            _ if self.is_draw(value) => "D",
            ValueKind::Number | ValueKind::Outcome => {
                OUTCOME_CLASSES[usize::from(!self.is_p_position(value, blocking_number))]
            }
        }
    }

    /// Returns whether a stored value is that of a drawn position, where the value alone tells: as an outcome, a remoteness or
    /// the outcome class `D`. For Grundy values ask the [`Job`](crate::Job).
    #[inline]
    pub fn is_draw(self, value: u32) -> bool {
        match self {
            Quantity::Outcome => value == DRAWN_OUTCOME,
            Quantity::OutcomeClass => value == 4,
            Quantity::Remoteness => value == DRAWN_REMOTENESS,
            _ => false,
        }
    }

    /// Writes a stored value as people read it: P and N for outcomes, P, N, L and R for outcome classes, else the
    /// number.
    pub fn value_text(self, value: u32, blocking_number: u32) -> String {
        if self.is_number() && self.is_draw(value) {
            "draw".into()
        } else if self.is_number() {
            self.number(value).to_string()
        } else {
            self.outcome_class(value, blocking_number).into()
        }
    }

    /// Whether `value`, the stored value of a position, marks it as a P-position when the opponent
    /// may block up to `blocking_number` options.
    #[inline]
    pub fn is_p_position(self, value: u32, blocking_number: u32) -> bool {
        self.p_values(blocking_number).contains(value)
    }

    /// Returns the values that mark P-positions.
    #[inline]
    pub fn p_values(self, blocking_number: u32) -> PValues {
        let (first, last) = match self {
            Quantity::Grundy | Quantity::OutcomeClass => (0, 0),
            Quantity::Outcome => (1, 1),
            Quantity::Palaces => (0, blocking_number),
            Quantity::Remoteness => (0, u32::MAX),
            // No value lies between these.
            Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => (1, 0),
        };
        PValues { first, last, are_even: self == Quantity::Remoteness }
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
        assert_eq!(classes(Quantity::Outcome, 0), "NPDNN");
        assert_eq!(classes(Quantity::Palaces, 2), "PPPNN");
        assert_eq!(classes(Quantity::OutcomeClass, 0), "PNLRD");
        assert_eq!(classes(Quantity::Remoteness, 0), "PNPNP");
    }

    /// Catches a class that is not that of the results of its plays, and a player who wins by moving there, or does not. The names
    /// and the numbers are stored, and never change.
    #[test]
    fn classes_with_draws_are_those_of_two_plays() {
        for (class, name) in (0..).zip(OUTCOME_CLASSES_WITH_DRAWS) {
            let [left, right] = results_of_class(class);
            assert_eq!(class_of_results(left, right), class, "{name}");
            assert_eq!(is_won_by_left(class), right == PlayResult::Lost, "{name}");
            assert_eq!(is_won_by_right(class), left == PlayResult::Lost, "{name}");
        }
        let drawn = [PlayResult::Won, PlayResult::Drawn];
        assert_eq!(
            OUTCOME_CLASSES_WITH_DRAWS[class_of_results(drawn[0], drawn[1]) as usize],
            "NHat"
        );
        assert_eq!(Quantity::Remoteness.value_text(DRAWN_REMOTENESS, 0), "draw");
        assert_eq!(Quantity::Remoteness.number(DRAWN_REMOTENESS), -1);
    }

    /// Tables hold these names, which therefore never change. Catches a quantity that is missing among all, too.
    #[test]
    fn stored_names_stay() {
        let names: Vec<&str> = Quantity::ALL.iter().map(|quantity| quantity.name()).collect();
        let expected = [
            "grundy",
            "outcome",
            "palaces",
            "outcome-class",
            "score",
            "score-left",
            "score-right",
            "remoteness",
        ];
        assert_eq!(names, expected);
        // The last one in the order of the type.
        assert_eq!(Quantity::ALL.len(), Quantity::Remoteness as usize + 1);
    }

    #[test]
    fn printing_and_parsing_are_inverse() {
        for &quantity in Quantity::ALL {
            assert_eq!(quantity.to_string().parse(), Ok(quantity));
            // Tables hold this name.
            assert_eq!(serde_json::to_value(quantity).expect("a name"), quantity.name());
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
