//! Expressions about numbers: from a text to a tree, and what operations and functions are.
//!
//! `token` cuts a text, `parse` reads its [`Syntax`], and a [`Meaning`] says what numbers and truth values are: `tree_meaning`
//! makes trees of them, other meanings something else. Nothing here knows of games.

pub(crate) mod bounds;
mod fold;
mod functions;
pub mod golden_ratio;
mod meaning;
pub(crate) mod parse;
pub(crate) mod quadratic;
pub(crate) mod syntax;
pub(crate) mod token;
pub mod tree;
mod tree_meaning;
mod wording;

pub use fold::Fold;
pub use functions::{
    DIVIDES, FOLDS, Function, OF_NATURAL, OfNatural, PREDICATES, Predicate, function_at,
    function_meant, function_names, of_natural,
};
pub(crate) use meaning::MARK_BEFORE_NUMBER;
pub use meaning::{Meaning, Term, Two, term};
pub use parse::{MOVE, TAKES_TWO_POSITIONS, parse};
pub use syntax::{Connective, Operation, Problem, Quantifier, Sign, Syntax};
pub use token::{Token, tokens};
pub use tree_meaning::TreeNames;
pub use wording::did_you_mean;
pub(crate) use wording::shortened;
