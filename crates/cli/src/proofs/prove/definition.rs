//! What defines the sets of positions of a game: conditions on the options, and the table that shows them.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::options::{no_formula, obstacle};
use super::rules::{RuleFault, fault, rules_of};
use super::symbols::{Symbols, needed_numeration};
use crate::automata::{Arithmetic, AutomataError, Limits, Numeration};
pub use crate::proofs::certificate::SetName;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::quantity::{Convention, Quantity, is_won_by_left, is_won_by_right};
use grundytab::ruleset::Ruleset;

/// The largest Grundy value whose positions are proved: each value has an automaton of its own.
const LARGEST_VALUE: u32 = 254;

/// The most ways in which the values of all but one of the positions of a sum are chosen.
const MOST_WAYS: u64 = 1024;

/// The sets that are to be proved, and the conditions that define them.
#[derive(Debug, Clone)]
pub struct Definition {
    ruleset: Ruleset,
    convention: Convention,
    sets: Vec<SetName>,
    /// What is wrong with the rules that the user has written, if that has been decided.
    soundness: Arc<OnceLock<Option<RuleFault>>>,
}

impl Definition {
    /// Returns the definition of the P-positions of a game; of a partizan game that of the positions that
    /// each player wins moving first.
    ///
    /// # Errors
    /// When no formula describes the moves of the game, and when its moves lead to sums of positions.
    pub fn of_outcomes(ruleset: &Ruleset, convention: Convention) -> Result<Self, InvalidInput> {
        if ruleset.has_sums() {
            return Err(InvalidInput::new(
                InvalidInputKind::OutcomesOfSums,
                ruleset,
                "its moves lead to sums of positions, whose outcomes follow from Grundy values",
                "prove the values, if they are finitely many",
            ));
        }
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
            return Err(no_formula(
                ruleset,
                "the game has no Grundy values",
                "its outcomes can be proved",
            ));
        }
        // Each way to give values to the positions of a sum is a part of the formula.
        let summands = rules_of(ruleset).map_or(1, |game| game.most_summands());
        let ways = u64::from(largest + 1).saturating_pow(summands.saturating_sub(1) as u32);
        if ways > MOST_WAYS {
            return Err(no_formula(
                ruleset,
                format!("the values of the positions of a sum would be looked at in {ways} ways"),
                format!("at most {MOST_WAYS} are; give a smaller value"),
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
            None => Ok(Definition {
                ruleset: ruleset.clone(),
                convention,
                sets,
                soundness: Arc::default(),
            }),
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

    /// Whether the sets define one another only if every position is in one of them: in games whose moves lead to sums of
    /// positions, of which all have one of the values that are proved.
    pub(super) fn is_about_all_values(&self) -> bool {
        self.ruleset.has_sums()
    }

    /// Returns the indices of sets that define one another, in the order in which they are proved: sets of
    /// Grundy values are defined by those of smaller values alone, unless the moves lead to sums of positions.
    pub(super) fn stages(&self) -> Vec<Range<usize>> {
        match self.sets.first() {
            Some(SetName::Value(_)) if !self.is_about_all_values() => {
                (0..self.sets.len()).map(|set| set..set + 1).collect()
            }
            _ => std::iter::once(0..self.sets.len()).collect(),
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

    /// Checks that the moves can be described in a numeration.
    ///
    /// # Errors
    /// When they are automatic in another one alone: if they subtract the numbers of an infinite set, or the rules name a
    /// function.
    pub fn check_numeration(&self, numeration: &Numeration) -> Result<(), InvalidInput> {
        let needed = needed_numeration(&self.ruleset);
        let Some(needed) = needed.filter(|needed| *needed != numeration.to_string()) else {
            return Ok(());
        };
        let what = match rules_of(&self.ruleset) {
            Some(_) => "describes the functions in its rules",
            None => "accepts its infinite subtraction set",
        };
        Err(no_formula(
            &self.ruleset,
            format!("no automaton in numeration {numeration} {what}"),
            format!("the numeration {needed} has one"),
        ))
    }

    /// Decides whether the rules define a game, if the user has written them: every move leads to heaps that exist and lowers
    /// the grade, and nothing in the rules is without a value.
    ///
    /// # Errors
    /// When an automaton grows beyond the limits.
    pub(super) fn fault_of_rules(
        &self,
        arithmetic: &Arithmetic,
        limits: &Limits,
    ) -> Result<Option<&RuleFault>, AutomataError> {
        let (Some(game), None) = (rules_of(&self.ruleset), self.soundness.get()) else {
            return Ok(self.soundness.get().and_then(Option::as_ref));
        };
        let symbols = Symbols::of(&self.ruleset, arithmetic.numeration(), game.heaps());
        let symbols = symbols.ok_or(AutomataError::NotProved("the rules have formulas"))?;
        let fault =
            symbols.with_functions(|functions| fault(&game, functions, arithmetic, limits))?;
        Ok(self.soundness.get_or_init(|| fault).as_ref())
    }
}
