//! What defines the sets of positions of a game: conditions on the options, and the table that shows them.

use std::fmt;
use std::ops::Range;

use super::options::obstacle;
use crate::automata::Numeration;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Quantity, is_won_by_left, is_won_by_right};
use crate::ruleset::{Ruleset, is_fibonacci_odd};

/// A set of positions that a game defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetName {
    /// The P-positions.
    P,
    /// The positions of this Grundy value.
    Value(u32),
    /// The positions that Left wins moving first.
    LeftWinsFirst,
    /// The positions that Right wins moving first.
    RightWinsFirst,
}

impl fmt::Display for SetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetName::P => f.write_str("P-positions"),
            SetName::Value(value) => write!(f, "positions of Grundy value {value}"),
            SetName::LeftWinsFirst => f.write_str("positions that Left wins moving first"),
            SetName::RightWinsFirst => f.write_str("positions that Right wins moving first"),
        }
    }
}

/// The largest Grundy value whose positions are proved: each value has an automaton of its own.
const LARGEST_VALUE: u32 = 254;

/// The sets that are to be proved, and the conditions that define them.
#[derive(Debug, Clone)]
pub struct Definition {
    ruleset: Ruleset,
    convention: Convention,
    sets: Vec<SetName>,
}

impl Definition {
    /// Returns the definition of the P-positions of a game; of a partizan game that of the positions that
    /// each player wins moving first.
    ///
    /// # Errors
    /// When no formula describes the moves of the game.
    pub fn of_outcomes(ruleset: &Ruleset, convention: Convention) -> Result<Self, InvalidInput> {
        let sets = if ruleset.is_partizan() {
            vec![SetName::LeftWinsFirst, SetName::RightWinsFirst]
        } else {
            vec![SetName::P]
        };
        Definition::of(ruleset, convention, sets)
    }

    /// Returns the definition of the positions of the Grundy values 0, 1, ..., `largest`, in normal play.
    ///
    /// # Errors
    /// When no formula describes the moves of the game, when it has no Grundy values, and when `largest` is
    /// above 254: so many sets are proved nowhere.
    pub fn of_values(ruleset: &Ruleset, largest: u32) -> Result<Self, InvalidInput> {
        if largest > LARGEST_VALUE {
            return Err(InvalidInput::new(
                InvalidInputKind::OutOfRange,
                largest,
                "the value is out of range",
                format!("it is from 0 to {LARGEST_VALUE}"),
            ));
        }
        if ruleset.is_partizan() || ruleset.blocking_number() > 0 {
            return Err(InvalidInput::new(
                InvalidInputKind::NoFormula,
                ruleset,
                "the game has no Grundy values",
                "its outcomes can be proved",
            ));
        }
        let sets = (0..=largest).map(SetName::Value).collect();
        Definition::of(ruleset, Convention::Normal, sets)
    }

    fn of(
        ruleset: &Ruleset,
        convention: Convention,
        sets: Vec<SetName>,
    ) -> Result<Self, InvalidInput> {
        match obstacle(ruleset) {
            Some(obstacle) => Err(obstacle),
            None => Ok(Definition { ruleset: ruleset.clone(), convention, sets }),
        }
    }

    /// Returns the game.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Returns the play convention.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Returns the sets.
    pub fn sets(&self) -> &[SetName] {
        &self.sets
    }

    /// Returns the quantity of the tables that show the sets.
    pub(super) fn quantity(&self) -> Quantity {
        match self.sets.first() {
            Some(SetName::Value(_)) => Quantity::Grundy,
            Some(SetName::LeftWinsFirst | SetName::RightWinsFirst) => Quantity::OutcomeClass,
            Some(SetName::P) | None => Quantity::Outcome,
        }
    }

    /// Returns the indices of sets that define one another, in the order in which they are proved: sets of
    /// Grundy values are defined by those of smaller values alone.
    pub(super) fn stages(&self) -> Vec<Range<usize>> {
        match self.sets.first() {
            Some(SetName::Value(_)) => (0..self.sets.len()).map(|set| set..set + 1).collect(),
            Some(SetName::P | SetName::LeftWinsFirst | SetName::RightWinsFirst) | None => {
                std::iter::once(0..self.sets.len()).collect()
            }
        }
    }

    /// Returns the definition of the first sets alone, which are stages.
    pub(super) fn first_sets(&self, count: usize) -> Definition {
        let sets = self.sets.iter().copied().take(count).collect();
        Definition { sets, ..self.clone() }
    }

    /// Whether a position with this value, in a table of this quantity that tells it, is in a set.
    pub(super) fn is_member_by(&self, quantity: Quantity, set: SetName, value: u32) -> bool {
        match set {
            SetName::P => quantity.is_p_position(value, self.ruleset.blocking_number()),
            SetName::Value(v) => value == v,
            // Left wins moving first exactly if Right, who has just moved, does not win.
            SetName::LeftWinsFirst => !is_won_by_right(value),
            SetName::RightWinsFirst => !is_won_by_left(value),
        }
    }

    /// Whether the game subtracts the numbers of an infinite set, of which its rules list those that a
    /// table may need.
    pub(super) fn has_infinite_set(&self) -> bool {
        self.ruleset.vector_game().is_some_and(is_fibonacci_odd)
    }

    /// Checks that the moves can be described in a numeration.
    ///
    /// # Errors
    /// When they subtract the numbers of an infinite set that is known to be automatic in another one.
    pub fn check_numeration(&self, numeration: &Numeration) -> Result<(), InvalidInput> {
        if !self.has_infinite_set() || *numeration == Numeration::fibonacci() {
            return Ok(());
        }
        Err(InvalidInput::new(
            InvalidInputKind::NoFormula,
            &self.ruleset,
            format!("no automaton in numeration {numeration} accepts its infinite subtraction set"),
            "the numeration fibonacci has one",
        ))
    }
}
