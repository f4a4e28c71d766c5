//! Single numbers, which bounds of variables are, and the environment of the heaps and variables that they name.

use heap_rules::linear::Form;
use heap_rules::rules::OfRules;
use heap_rules::tree::Number;

/// The places of an environment: at most four heaps and at most four variables behind them.
pub(super) const PLACES: usize = 8;

/// The heap sizes of a position, and behind them the variables of a clause.
pub(super) type Environment = [i64; PLACES];

/// A number, prepared to be evaluated again and again.
pub(super) enum Scalar {
    /// A linear form, which most bounds are.
    Form(Form),
    /// Any other number.
    Tree(Number<OfRules>),
}

impl Scalar {
    /// Prepares an expression.
    pub(super) fn new(number: &Number<OfRules>) -> Self {
        Form::everywhere(number).map_or_else(|| Scalar::Tree(number.clone()), Scalar::Form)
    }

    /// Returns whether it names the heap or the variable with this place.
    pub(super) fn names(&self, place: usize) -> bool {
        match self {
            Scalar::Form(form) => form.at(place) != 0,
            Scalar::Tree(tree) => names(tree, place),
        }
    }

    /// Returns its value; `None` where it has none.
    #[inline]
    pub(super) fn at(&self, at: &Environment) -> Option<i64> {
        match self {
            Scalar::Form(form) => Some(form.value(at)),
            Scalar::Tree(tree) => tree.at(at),
        }
    }
}

/// Returns whether a number names the heap or the variable with this place.
pub(super) fn names(number: &Number<OfRules>, place: usize) -> bool {
    number.any_leaf(&|&leaf| leaf == place, &|none| match *none {})
}
