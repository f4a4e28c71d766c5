#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! Each folder uses those above it alone.
//!
//! | to find out | look at |
//! |---|---|
//! | **`language`** | |
//! | how a text is read | `token`, `parse` |
//! | what was written, and how it is printed | `syntax` |
//! | what it can mean | `meaning`, `tree_meaning` |
//! | numbers and truth values whose names are known | `tree` |
//! | operations and functions | `fold`, `functions`, `golden_ratio`, `quadratic` |
//! | between which numbers these lie | `bounds` |
//! | names that were nearly meant | `wording` |
//! | **`evaluation`** | |
//! | what expressions are at many positions at once | `evaluation`, `column` |
//! | how much work that is | `operations` |
//! | **`clause`** | |
//! | the rules of a game as they are written | `parse`, `text` |
//! | **`rules`** | |
//! | the rules of a game as trees | `read` |
//! | what an expression is at one place | `single` |
//! | the moves at a position, by the definition | `walk` |
//! | trees as users write them | `written` |
//! | **`analysis`** | |
//! | between which numbers an expression lies | `intervals`, `partial` |
//! | how much work proofs may take | `budget` |
//! | how many options there are, and how large numbers are | `extents` |
//! | linear numbers and inequalities | `linear`, `elimination`, `substitution` |
//! | what holds of all options of a clause | `proof` |
//! | which positions have a move to an option | `cases`, `inversion` |
//! | whether heaps may change places | `symmetry` |
//! | how many values of a heap that grows prove that they repeat for ever | `recurrence` |
//! | clauses that are lines of options, and known families of games | `option_lines`, `splitting`, `window_ends`, `growth`, `family` |

#![cfg_attr(test, allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking"))]

mod analysis;
pub mod clause;
pub mod evaluation;
mod language;
pub mod rules;
#[cfg(test)]
mod tests;

pub use analysis::{
    budget, extents, family, intervals, inversion, linear, option_lines, partial, proof,
    recurrence, symmetry,
};
pub use evaluation::column;
pub use language::{
    Connective, DIVIDES, FOLDS, Fold, Function, MOVE, Meaning, OF_NATURAL, OfNatural, Operation,
    PREDICATES, Predicate, Problem, Quantifier, Sign, Syntax, TAKES_TWO_POSITIONS, Term, Token,
    TreeNames, Two, did_you_mean, function_at, function_meant, function_names, golden_ratio,
    of_natural, parse, term, tokens, tree,
};
