//! Sentences: first-order statements about numbers and games, decided for all heap sizes.
//!
//! A [`Sentence`] is written in the language of [`expression`](crate::analyses::expression), with quantifiers and with
//! the P-positions of games:
//!
//! ```text
#![doc = include_str!("language.txt")]
//! ```
//!
//! It is translated to a [`Formula`](crate::automata::Formula): linear terms are compared by addition and
//! order, and functions such as floor(n phi) are automata themselves, as are the sets of games, which are proved
//! first ([`prove`](fn@crate::proofs::prove::prove)). A sentence without free variables then is true or false; with free
//! variables it is an automaton of the numbers for which it is true (Büchi 1960).
//!
//! | to find out | look at |
//! |---|---|
//! | how a text is read, and what it needs | `sentence` |
//! | how its parts are translated | `translation`, `value`, `move_predicate`; numbers, functions and comparisons in `formula` |
//! | which relations of games are automatic | `automatic` |
//! | how its games are proved, or known from certificates | `known_automata`, `given_automata` |
//! | examples and counterexamples | `decision` |
//! | examples and counterexamples among small numbers, without a proof | `look` |

mod automatic;
mod decision;
mod given_automata;
mod known_automata;
mod look;
mod move_predicate;
mod sentence;
mod translation;
mod value;

#[cfg(test)]
mod tests;

pub use automatic::Game;
pub use decision::{Answer, Assignment, Decision, Silence};
pub use known_automata::{KnownAutomata, ProvedGame, UnprovedGame};
pub use look::AnswerFromTables;
pub(crate) use look::Values;
pub use sentence::Sentence;

/// The language of sentences, as a text for people: what it has besides that of
/// [`expression`](crate::analyses::expression::LANGUAGE).
pub const LANGUAGE: &str = include_str!("language.txt");
