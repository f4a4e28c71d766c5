#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | to find out | look at |
//! |---|---|
//! | how a text is read | `token`, `parse` |
//! | what was written | `syntax` |
//! | what it can mean | `meaning` |
//! | numbers and truth values whose names are known | `tree` |
//! | what they are at many positions at once | `evaluation`, `column` |
//! | the rules of a game, as they are written | `clause` |
//! | the rules of a game, as trees | `rules` |
//! | between which numbers an expression lies | `intervals` |
//! | how many options there are, and how large numbers are | `extents` |
//! | linear numbers and inequalities | `linear`, `elimination` |
//! | what holds of all options of a clause | `proof` |
//! | clauses that are lines of options, and known families of games | `lines`, `splitting`, `family` |
//! | operations and functions | `fold`, `functions`, `golden_ratio` |

#![cfg_attr(test, allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking"))]

#[cfg(test)]
mod checks;
pub mod clause;
pub mod column;
pub mod elimination;
pub mod evaluation;
pub mod extents;
pub mod family;
mod fold;
mod functions;
pub mod golden_ratio;
pub mod intervals;
pub mod linear;
pub mod lines;
mod meaning;
#[cfg(test)]
mod naive;
mod parse;
pub mod proof;
#[cfg(test)]
mod random_checks;
pub mod rules;
mod splitting;
mod substitution;
mod syntax;
mod token;
pub mod tree;
mod tree_meaning;
mod wording;

pub use fold::Fold;
pub use functions::{
    DIVIDES, FOLDS, Function, OF_NATURAL, OfNatural, PREDICATES, Predicate, function_at,
    function_names, of_natural,
};
pub use meaning::{Meaning, Problem, Term, Two, term};
pub use parse::{MOVE, TAKES_TWO_POSITIONS, parse};
pub use syntax::{Connective, Operation, Quantifier, Sign, Syntax};
pub use token::{Token, tokens};
pub use tree_meaning::TreeNames;
pub use wording::did_you_mean;
