//! Jobs: what is to be tabulated, checked to fit together.

use crate::bound::{Bound, largest_finite, most_pairs_of_moves};
use crate::domain::{Domain, Grading};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{
    Convention, OUTCOME_CLASSES, OUTCOME_CLASSES_WITH_DRAWS, PValues, Quantity, ValueKind,
};
use crate::ruleset::{Method, Misfit, Ruleset};
use crate::values::ValueType;
use crate::wording::counted;

/// A ruleset, a domain, a quantity and a play convention that fit together.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Job {
    /// The canonical text of the game.
    ruleset: Ruleset,
    /// The tabulated positions.
    domain: Domain,
    /// What is tabulated, as `--quantity` names it.
    quantity: Quantity,
    /// Who wins when no move is left.
    convention: Convention,
    #[serde(skip)]
    method: Method,
    #[serde(skip)]
    first_infinite: Option<u32>,
}

impl Job {
    /// Makes a job, if its parts fit together. Its domain has those cells of the box or the simplex alone that are
    /// positions of the game, whatever game the given domain comes from: so it follows from the texts of both, which are
    /// all that a table stores.
    ///
    /// # Errors
    /// When the domain has another number of heaps than the game, or does not hold the options of
    /// all its positions; when it cannot be said which of its cells are positions; when the quantity or the convention does not apply to the game.
    pub fn new(
        ruleset: Ruleset,
        domain: Domain,
        quantity: Quantity,
        convention: Convention,
    ) -> Result<Self, InvalidInput> {
        let refuse = |Misfit { kind, problem, hint }| {
            InvalidInput::new(kind, format!("{ruleset} on {domain}"), problem, hint)
        };
        let method = check_heaps(&ruleset, &domain)
            .and_then(|()| ruleset.method(&domain, quantity, convention))
            .map_err(refuse)?;
        // Last, because it may take time.
        let domain =
            ruleset.definition().restrict(domain.clone().unrestricted()).map_err(refuse)?;
        let is_generalized = ruleset.is_loopy() && quantity == Quantity::Grundy;
        let first_infinite =
            is_generalized.then(|| largest_finite(&ruleset, &domain) as u32).map(|last| last + 1);
        Ok(Job { ruleset, domain, quantity, convention, method, first_infinite })
    }

    /// Returns the rules of the game.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Returns the positions to tabulate.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Returns what is tabulated.
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// Returns who wins when no move is left.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Returns how the fast engines compute the job, with the game in the form that the method takes.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// Returns what the grade of a position is.
    pub fn grading(&self) -> Grading {
        self.ruleset.definition().grading()
    }

    /// Returns what the grade of a position is: `token sum`, `heap` in Fibonacci Nim, or `grade` where the rules state one.
    pub fn grade_name(&self) -> &'static str {
        self.grading().name()
    }

    /// Returns the number of layers, whose grades begin with 0. Where not every cell is a position, some may be empty.
    pub fn layer_count(&self) -> u64 {
        u64::from(self.ruleset.definition().largest_grade(&self.domain)) + 1
    }

    /// Returns how many layers, from grade 0 on, have all their positions in the domain. A box cuts the layers
    /// whose token sum reaches its least side, and in Fibonacci Nim the heaps that limits do not reach: larger limits
    /// than the heap are as good as one equal to it. Where the rules state a grade, nothing is known of positions beyond
    /// the domain, which may have any grade.
    pub fn whole_layers(&self) -> u64 {
        match self.grading() {
            Grading::TokenSum | Grading::Heap => {
                self.domain.shape().iter().copied().min().map_or(0, u64::from)
            }
            Grading::Function(_) => 0,
        }
    }

    /// Returns whether the value of a position marks it as a P-position.
    #[inline]
    pub fn is_p_position(&self, value: u32) -> bool {
        self.quantity.is_p_position(value, self.ruleset.blocking_number())
    }

    /// Returns whether the values of options tell that of a position, as the definition asks for them. They do not where a
    /// move leads to a sum of positions and outcomes are tabulated: there Grundy values do.
    pub fn is_of_options(&self) -> bool {
        self.ruleset.quantity_of_options(self.quantity) == self.quantity
    }

    /// Returns whether play may go on for ever, so that positions may be drawn.
    #[inline]
    pub fn is_loopy(&self) -> bool {
        matches!(self.method, Method::Loopy(_))
    }

    /// Returns the first stored value that is no number but infinity with a set of numbers, in a table of Grundy values of a
    /// loopy game. The place of a value behind it is that of its set among those that the table lists: even if 0 is not in
    /// the set, so that the position is drawn, and odd if it is, so that the player to move wins.
    pub fn first_infinite(&self) -> Option<u32> {
        self.first_infinite
    }

    /// Returns whether values can be negative: scores, and remotenesses of draws.
    #[inline]
    pub fn is_signed(&self) -> bool {
        self.quantity.is_signed() || self.is_loopy() && self.quantity == Quantity::Remoteness
    }

    /// Returns the names of the values, if these are outcome classes.
    pub fn value_names(&self) -> Option<&'static [&'static str]> {
        (self.quantity.kind() == ValueKind::Class).then_some(match self.is_loopy() {
            true => &OUTCOME_CLASSES_WITH_DRAWS,
            false => &OUTCOME_CLASSES,
        })
    }

    /// Returns whether a stored value is that of a position that is drawn, in a partizan game whoever begins.
    pub fn is_draw(&self, value: u32) -> bool {
        let infinite = |first| value.checked_sub(first);
        self.is_loopy()
            && match self.first_infinite().map(infinite) {
                Some(place) => place.is_some_and(|place| place % 2 == 0),
                None => self.quantity.is_draw(value),
            }
    }

    /// Returns the outcome class of a position that has this stored value, as
    /// [`Quantity::outcome_class`](crate::Quantity::outcome_class) does, `D` for a draw.
    pub fn outcome_class(&self, value: u32) -> &'static str {
        match self.first_infinite() {
            Some(_) if self.is_draw(value) => "D",
            _ => self.quantity.outcome_class(value, self.ruleset.blocking_number()),
        }
    }

    /// Writes a stored value as people read it, as [`Quantity::value_text`](crate::Quantity::value_text) does; infinity
    /// without its set as `∞`.
    pub fn value_text(&self, value: u32) -> String {
        match self.first_infinite() {
            Some(first) if value >= first => "∞".into(),
            _ => self.quantity.value_text(value, self.ruleset.blocking_number()),
        }
    }

    /// Returns the values that mark P-positions.
    pub fn p_values(&self) -> PValues {
        self.quantity.p_values(self.ruleset.blocking_number())
    }

    /// Returns a proven bound on the values.
    pub fn bound(&self) -> Bound {
        Bound::of(&self.ruleset, &self.domain, self.quantity, self.convention)
    }

    /// Returns the type of the stored values. Palace numbers have at least 16 bits.
    ///
    /// # Errors
    /// When no type of 32 bits holds the values.
    pub fn value_type(&self) -> Result<ValueType, InvalidInput> {
        let bound = self.bound().largest_value;
        let least_type = match self.quantity {
            Quantity::Outcome if self.is_loopy() => ValueType::U8,
            Quantity::Remoteness if self.is_loopy() => ValueType::I8,
            quantity => quantity.least_type(),
        };
        let narrowest = ValueType::narrowest(bound, least_type);
        narrowest.ok_or_else(|| {
            InvalidInput::new(
                InvalidInputKind::TooLarge,
                format!("{} on {}", self.ruleset, self.domain),
                format!("its values may reach {bound}"),
                "choose a domain whose values fit in 32 bits",
            )
        })
    }

    /// Returns about how many positions give the value of one position at most: its options, or in the
    /// scores of partizan games what two moves lead to.
    pub(crate) fn most_lookups(&self) -> u64 {
        match self.quantity.is_of_one_player() {
            true => most_pairs_of_moves(&self.ruleset, &self.domain),
            false => self.ruleset.definition().most_options(&self.domain),
        }
    }
}

/// Checks that a domain has as many heaps as the game.
fn check_heaps(ruleset: &Ruleset, domain: &Domain) -> Result<(), Misfit> {
    if domain.heaps() != ruleset.heaps() {
        return Err(Misfit {
            kind: InvalidInputKind::WrongHeapCount,
            problem: format!(
                "the box has {} and the game {}",
                counted(domain.heaps(), "side"),
                counted(ruleset.heaps(), "heap")
            ),
            hint: "give one side for all heaps, as in 100, or one for each, as in 500x300".into(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::plan::Plan;

    /// Catches layers that are counted beyond the corner of a box, or that the box cuts.
    #[test]
    fn layers_end_at_the_corner_and_are_whole_up_to_the_least_side() {
        for (game, domain, whole, all) in
            [("wythoff", "500x300", 300, 799), ("triangle", "tokens 14", 15, 15)]
        {
            let plan = Plan::parse(game, domain, "grundy").expect("valid");
            assert_eq!(
                (plan.job().whole_layers(), plan.job().layer_count()),
                (whole, all),
                "{game}"
            );
        }
    }
}
