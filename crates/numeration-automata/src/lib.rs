#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | to find out | look at |
//! |---|---|
//! | how numbers are written | `numeration` |
//! | what an automaton is | `automaton` |
//! | and, or, not | `product` |
//! | there is a number | `projection` |
//! | the least automaton | `minimization` |
//! | addition, order and constants | `addition` |
//! | the proof that they are | `arithmetic` |
//! | sets that are simple in digits: shifts, last digits, xor, and, or | `digits` |
//! | the multiples of the base of a numeration, rounded down, with their proof | `beatty` |
//! | which tuples of numbers an automaton accepts | `tuples`; a shortest word, `shortest` |
//! | components, counts by digits, growth, symmetry | `structure` |
//! | automata whose tracks have names | `relation` |
//! | formulas, and how they are evaluated | `formula`, `evaluation`, `elimination`; with known numbers put in first, `constants` |
//! | linear conditions, followed by their values | `linear` |
//! | which states accept no more than others | `order` |
//! | how an automaton is guessed from a table, and compared with it | `guess`, `disagreement`, `words` |
//! | how an automaton is guessed from a list of members | `listed` |
//! | lists of sets that a rule defines along lines, as games do | `cells` |

#![cfg_attr(test, allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking"))]

mod addition;
mod arithmetic;
mod automaton;
mod beatty;
mod cells;
mod constants;
mod digits;
mod disagreement;
mod elimination;
mod evaluation;
mod formula;
mod guess;
mod interned;
mod limits;
mod linear;
mod listed;
mod minimization;
mod numeration;
mod order;
mod product;
mod projection;
mod relation;
mod shortest;
mod structure;
mod tuples;
mod words;

#[cfg(test)]
mod tests;

pub use arithmetic::Arithmetic;
pub use automaton::Automaton;
pub use cells::{Cells, Feed, Line, Rule};
pub use disagreement::disagreement;
pub use evaluation::evaluate;
pub use formula::{Formula, FreshVariables, Variable};
pub use guess::{Guess, guess};
pub use limits::{AutomataError, Interrupt, Largest, Limits, Making, Operation};
pub use listed::{ListedGuess, ListedWords};
pub use numeration::{Numeration, NumerationError};
pub use product::shortest_difference;
pub use relation::Relation;
pub use structure::Component;
pub use tuples::Tuples;
pub use words::Members;
