//! What is said of numbers - linear terms, functions, comparisons - as formulas, which automata decide.
//!
//! A [`Number`] is a linear term by cases, a [`Truth`] says where a statement is true and where it is false.
//!
//! | to find out | look at |
//! |---|---|
//! | linear terms, and their comparison | `linear` |
//! | numbers by cases: remainders, absolute values | `number` |
//! | what a statement says where a value does not exist | `truth` |
//! | functions | `functions` |
//! | xor with small numbers, in every numeration | `last_digits` |
//! | which functions are automatic, and in which numeration | `automatic` |

mod automatic;
mod functions;
mod last_digits;
mod linear;
mod number;
mod truth;

#[cfg(test)]
pub(crate) use automatic::ROOTS;
pub(crate) use automatic::{AutomaticFunction, numeration_of_root, without_common_numeration};
pub(crate) use functions::{Functions, not_definable, undecided};
pub(crate) use linear::{Linear, exist};
pub(crate) use number::{Number, Way};
pub(crate) use truth::Truth;
